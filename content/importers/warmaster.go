package importers

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/packs"
	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// WMSelector makes a pack of the files of wm-selector in any order: each is an army list, in English (Warmaster
// Armies) or French (Warmaster Evolution), or the magic items of one language, which are open to the lists of that
// language. The game checks the result. An error means that a file could not be read at all; entries and references
// that could not be imported are in Result.Refused.
func WMSelector(files []packs.Source, game *rules.Game) (Result, error) {
	w := wmSelector{
		Result: Result{Imported: map[string]int{}}, origins: map[string]origin{},
		factions: map[string]bool{}, names: map[string]bool{},
	}
	w.Pack = rules.Pack{
		Game: game.ID, ID: "wm-selector", Edition: "Warmaster Armies, Warmaster Evolution", Author: "wm-selector", Licence: "see wm-selector",
		Name:  rules.Text{"fr": "Listes d’armées publiques de wm-selector", "en": "Public army lists of wm-selector"},
		Units: []rules.Profile{}, Parts: map[string][]json.RawMessage{},
	}
	var lists []wmList
	items := map[string]wmItems{}
	for _, file := range files {
		obj, err := readObject(file)
		if err != nil {
			return Result{}, err
		}
		if obj["upgradeConstraints"] == nil {
			var l wmList
			if err := rules.Decode(file.Text, &l); err != nil {
				return Result{}, fmt.Errorf("importers: %s: %s", file.Name, faultText(err))
			}
			l.file = file.Name
			lists = append(lists, l)
			continue
		}
		var m wmItems
		if err := rules.Decode(file.Text, &m); err != nil {
			return Result{}, fmt.Errorf("importers: %s: %s", file.Name, faultText(err))
		}
		m.file, m.ids = file.Name, map[string]string{}
		items[m.language()] = m
	}
	w.checkVersions(lists)
	for _, lang := range slices.Sorted(maps.Keys(items)) {
		w.addItems(items[lang], lang)
	}
	for _, l := range lists {
		if err := w.addArmy(l, items[l.language()]); err != nil {
			return Result{}, err
		}
	}
	err := w.refuseInvalid(game, w.origins)
	w.Imported["units"] = w.Imported["fighters"]
	delete(w.Imported, "fighters")
	return w.Result, err
}

// readObject reads a file that holds one JSON object and returns its members.
func readObject(file packs.Source) (obj map[string]json.RawMessage, err error) {
	data, err := boundedText(file)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &obj); err != nil {
		return nil, fmt.Errorf("importers: %s: %w", file.Name, err)
	}
	return obj, nil
}

type wmSelector struct {
	Result
	origins      map[string]origin // of units
	manyVersions bool              // there are lists of more than one version
	factions     map[string]bool   // ids
	names        map[string]bool   // of armies, by version
}

// checkVersions finds out whether the ids of armies must contain the version too.
func (w *wmSelector) checkVersions(lists []wmList) {
	for _, l := range lists {
		w.manyVersions = w.manyVersions || l.Version != lists[0].Version
	}
}

// faction returns the id and name of an army. The id is made from the file name, since some files carry the name of
// another army; so is the name when another army of the version has it already.
func (w *wmSelector) faction(l wmList) (id string, name rules.Text) {
	base := strings.TrimSuffix(path.Base(strings.ReplaceAll(l.file, `\`, "/")), ".json")
	id = slug(base)
	if w.manyVersions {
		id = slug(strings.TrimPrefix(l.Version, "Warmaster ")) + "-" + id
	}
	for n := 2; w.factions[id]; n++ {
		id = slug(base) + "-" + strconv.Itoa(n)
	}
	w.factions[id] = true
	shown := l.Name
	if w.names[l.Version+l.Name] {
		shown = base
	}
	w.names[l.Version+l.Name] = true
	return id, rules.Text{l.language(): shown}
}

// slug makes an id of a name: lower-case letters without accents, with hyphens between words.
func slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch plain := unaccented(r); {
		case plain >= 'a' && plain <= 'z', plain >= '0' && plain <= '9':
			b.WriteRune(plain)
		case plain == 'œ':
			b.WriteString("oe")
		default:
			if s := b.String(); s != "" && !strings.HasSuffix(s, "-") {
				b.WriteByte('-')
			}
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

func unaccented(r rune) rune {
	const with, without = "àâäçéèêëîïôöùûüñ", "aaaceeeeiioouuun"
	if i := slices.Index([]rune(with), r); i >= 0 {
		return rune(without[i])
	}
	return r
}

// sortedByOrder returns the names of entries by their order, then by name.
func sortedByOrder(entries map[string]json.RawMessage) []string {
	rank := map[string]float64{}
	for name, raw := range entries {
		var e struct {
			Order json.Number `json:"order"`
		}
		if json.Unmarshal(raw, &e) == nil {
			rank[name], _ = e.Order.Float64()
		}
	}
	return slices.SortedFunc(maps.Keys(entries), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank[a], rank[b]), strings.Compare(a, b))
	})
}

// addCounted adds a member to a part of the pack and counts it as imported.
func (w *wmSelector) addCounted(part string, member any) error {
	err := w.addPart(part, member)
	if err == nil {
		w.Imported[part]++
	}
	return err
}

// A listText is a text of an army for people: its rules, a special rule or a spell.
type listText struct {
	ID   string     `json:"id"`
	Name rules.Text `json:"name"`
	Text rules.Text `json:"text"`
	Army string     `json:"army"`
}

// joinLines joins the lines of a text, which the lists keep one by one.
func joinLines(lang string, text []string) string {
	return phrases.Typeset(lang, strings.TrimSpace(strings.Join(text, "\n")))
}

// addArmy imports an army: its texts, its upgrades and its units.
func (w *wmSelector) addArmy(l wmList, items wmItems) error {
	lang := l.language()
	id, name := w.faction(l)
	army := wmArmy{wmSelector: w, list: l, items: items, id: id, lang: lang, rules: map[string]string{}, upgrades: map[string]string{}, units: map[string]string{}}
	if err := w.addCounted("armies", listText{ID: id, Name: name, Text: rules.Text{lang: joinLines(lang, l.ArmyRules)}, Army: id}); err != nil {
		return err
	}
	for _, take := range []func() error{army.addTexts, army.addSpells, army.addUpgrades, army.addUnits} {
		if err := take(); err != nil {
			return err
		}
	}
	return nil
}
