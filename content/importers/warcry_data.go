package importers

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"oriflamme/content/packs"
	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// fighterEntry is a fighter of warcry_data. The rules of Warcry read the same field names, so the entry itself
// becomes the profile.
type fighterEntry struct {
	ID            string        `json:"_id" in:"1..64"`
	Name          string        `json:"name" in:"1..200"`
	Warband       string        `json:"warband" in:"1..200"`
	Subfaction    string        `json:"subfaction" in:"0..200" default:"\"\""`
	GrandAlliance string        `json:"grand_alliance" in:"chaos|death|destruction|order"`
	Movement      int           `json:"movement" in:"0..30"`
	Toughness     int           `json:"toughness" in:"1..30"`
	Wounds        int           `json:"wounds" in:"1..300"`
	Points        int           `json:"points" in:"0..2000"`
	Runemarks     []string      `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	Weapons       []weaponEntry `json:"weapons" len:"1..10"`
}

type weaponEntry struct {
	Attacks  int    `json:"attacks" in:"1..30"`
	Strength int    `json:"strength" in:"1..30"`
	DmgHit   int    `json:"dmg_hit" in:"0..100"`
	DmgCrit  int    `json:"dmg_crit" in:"0..100"`
	MinRange int    `json:"min_range" in:"0..100" default:"0"`
	MaxRange int    `json:"max_range" in:"1..100"`
	Runemark string `json:"runemark" in:"0..200" default:"\"\""`
}

// abilityEntry is an ability or a battle trait of warcry_data.
type abilityEntry struct {
	ID          string   `json:"_id" in:"1..64"`
	Name        string   `json:"name" in:"1..200"`
	Warband     string   `json:"warband" in:"1..200"`
	Monster     string   `json:"monster" in:"0..200" default:"\"\""` // name of the only fighter that has it
	Cost        string   `json:"cost" in:"battletrait|passive|reaction|double|triple|quad"`
	Description string   `json:"description" in:"0..4000"`
	Runemarks   []string `json:"runemarks" len:"0..10" each:"1..200" default:"[]"`
}

// AbilityText is an ability as an import keeps it. Abilities paid with ability dice are members of the pack's part
// "abilities" without an effect: the engine takes their dice and leaves the rest to the players. Reactions, passive
// abilities and those that everybody has are in the part "texts", battle traits in "battletraits": for people, not
// for the engine.
type AbilityText struct {
	ID        string     `json:"id"`
	Name      rules.Text `json:"name"`
	Text      rules.Text `json:"text"`
	Warband   string     `json:"warband"` // or the subfaction, or the only monster that has it
	Cost      string     `json:"cost"`
	Runemarks []string   `json:"runemarks"`
}

// packPart returns the part of the pack that the ability belongs to.
func (a *AbilityText) packPart() string {
	switch {
	case a.Cost == "battletrait":
		return "battletraits"
	case a.Cost == "reaction", a.Cost == "passive", a.Warband == AllWarbands:
		return "texts"
	}
	return "abilities"
}

// AllWarbands is the warband of abilities that everybody has. The engine plays those of the core rules, so they are
// kept as texts but not listed as missing.
const AllWarbands = "universal"

// WarcryData makes a pack of the files of warcry_data in any order: fighters, abilities, battle traits, and the
// French texts. French texts are recognised by a folder named french or fr in their path and joined to the English
// ones by id. The game checks the result. An error means that a file could not be read at all; single entries that
// could not be imported are in Result.Refused.
func WarcryData(files []packs.Source, game *rules.Game) (Result, error) {
	w := warcryData{
		Result: Result{Imported: map[string]int{}}, origins: map[string]origin{},
		texts: map[string]*AbilityText{}, traits: map[string]*AbilityText{},
	}
	french := map[string][]json.RawMessage{}
	for _, file := range files {
		list, err := readList(file)
		if err != nil {
			return Result{}, err
		}
		if inFrench(file.Name) {
			french[file.Name] = list
			continue
		}
		for i, raw := range list {
			w.addEntry(raw, origin{file.Name, fmt.Sprintf("entry %d", i+1)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(french)) {
		for i, raw := range french[name] {
			w.translate(raw, origin{name, fmt.Sprintf("entry %d", i+1)})
		}
	}
	if err := w.buildPack(); err != nil {
		return Result{}, err
	}
	return w.Result, w.refuseInvalid(game, w.origins)
}

func inFrench(name string) bool {
	folders := strings.Split(path.Dir(strings.ReplaceAll(name, `\`, "/")), "/")
	return slices.Contains(folders, "french") || slices.Contains(folders, "fr")
}

type warcryData struct {
	Result
	origins       map[string]origin // of fighters
	fighters      []fighterEntry
	texts, traits map[string]*AbilityText
	order         []*AbilityText
}

// addEntry reads one entry. An entry with weapons is a fighter, one with a cost an ability.
func (w *warcryData) addEntry(raw json.RawMessage, from origin) {
	var kind struct {
		ID      any             `json:"_id"`
		Weapons json.RawMessage `json:"weapons"`
		Cost    json.RawMessage `json:"cost"`
	}
	if err := json.Unmarshal(raw, &kind); err != nil {
		w.refuse(from, "", "is no object")
		return
	}
	id, _ := kind.ID.(string)
	switch {
	case kind.Weapons != nil:
		w.addFighter(raw, id, from)
	case kind.Cost != nil:
		w.addAbility(raw, id, from)
	default:
		w.refuse(from, id, "has neither weapons nor a cost, so it is no fighter and no ability")
	}
}

func (w *warcryData) addFighter(raw json.RawMessage, id string, from origin) {
	var f fighterEntry
	if err := rules.Decode(raw, &f); err != nil {
		w.refuse(from, id, faultText(err))
		return
	}
	for i, weapon := range f.Weapons {
		if weapon.MinRange >= weapon.MaxRange {
			w.refuse(from, id, fmt.Sprintf("weapons[%d].min_range is not less than max_range", i))
			return
		}
	}
	if _, twice := w.origins[f.ID]; twice {
		w.refuse(from, id, "another fighter has this id")
		return
	}
	w.origins[f.ID] = from
	w.fighters = append(w.fighters, f)
}

func (w *warcryData) addAbility(raw json.RawMessage, id string, from origin) {
	var a abilityEntry
	if err := rules.Decode(raw, &a); err != nil {
		w.refuse(from, id, faultText(err))
		return
	}
	if w.texts[a.ID] != nil || w.traits[a.ID] != nil {
		w.refuse(from, id, "another ability has this id")
		return
	}
	text := &AbilityText{
		ID: a.ID, Name: rules.Text{"en": a.Name}, Text: rules.Text{"en": a.Description},
		Warband: cmp.Or(a.Monster, a.Warband), Cost: a.Cost, Runemarks: a.Runemarks,
	}
	if a.Cost == "quad" {
		text.Cost = "quadruple"
	}
	if a.Cost == "battletrait" {
		w.traits[a.ID] = text
	} else {
		w.texts[a.ID] = text
	}
	w.order = append(w.order, text)
}

// translate adds the French texts of an entry to the ability with the same id.
func (w *warcryData) translate(raw json.RawMessage, from origin) {
	var a abilityEntry
	if err := rules.Decode(raw, &a); err != nil {
		w.refuse(from, "", faultText(err))
		return
	}
	text := cmp.Or(w.texts[a.ID], w.traits[a.ID])
	switch {
	case text == nil:
		w.refuse(from, a.ID, "no ability has this id")
	case text.Text["fr"] != "":
		w.refuse(from, a.ID, "is translated already")
	default:
		text.Name["fr"] = phrases.Typeset("fr", a.Name)
		text.Text["fr"] = phrases.Typeset("fr", a.Description)
		w.Imported["translations"]++
	}
}

// buildPack fills the pack with the profiles and the abilities that the engine does not model, with the texts, and
// with the warbands found.
func (w *warcryData) buildPack() error {
	w.Pack = rules.Pack{
		Game: "warcry", ID: "warcry-data", Edition: "2022", Author: "warcry_data", Licence: "see warcry_data",
		Name:  rules.Text{"fr": "Profils publics de warcry_data", "en": "Public profiles of warcry_data"},
		Units: []rules.Profile{}, Parts: map[string][]json.RawMessage{},
	}
	alliances := map[string]string{}
	for _, f := range w.fighters {
		alliances[f.Warband] = f.GrandAlliance
		missing, apart := w.unmodelledAbilities(f)
		profile, err := rules.EncodeResult(struct {
			fighterEntry
			Abilities []string `json:"abilities"`
		}{f, apart})
		if err != nil {
			return fmt.Errorf("importers: %w", err)
		}
		w.Pack.Units = append(w.Pack.Units, rules.Profile{
			ID: f.ID, Name: rules.Text{"en": f.Name}, Faction: f.Warband, Points: f.Points,
			Profile: profile, Missing: missing,
		})
	}
	for _, text := range w.order {
		if err := w.addPart(text.packPart(), text); err != nil {
			return err
		}
		if text.Text["fr"] == "" {
			w.Untranslated = append(w.Untranslated, text.ID)
		}
	}
	w.Imported["abilities"], w.Imported["battletraits"] = len(w.texts), len(w.traits)
	for _, name := range slices.Sorted(maps.Keys(alliances)) {
		faction := struct {
			ID       string     `json:"id"`
			Name     rules.Text `json:"name"`
			Alliance string     `json:"grand_alliance"`
		}{name, rules.Text{"en": name}, alliances[name]}
		if err := w.addPart("factions", faction); err != nil {
			return err
		}
	}
	w.Imported["warbands"] = len(alliances)
	return nil
}

// unmodelledAbilities returns the ids of the abilities open to a fighter: those of its warband or subfaction whose
// runemarks it has, and those of the monster of its name. Those that its warband and runemarks alone would not give
// it are also in apart.
func (w *warcryData) unmodelledAbilities(f fighterEntry) (all, apart []string) {
	all = []string{}
	for _, a := range w.order {
		if a.Cost == "battletrait" || !slices.Contains([]string{f.Warband, f.Subfaction, f.Name}, a.Warband) {
			continue
		}
		if slices.ContainsFunc(a.Runemarks, func(m string) bool { return !slices.Contains(f.Runemarks, m) }) {
			continue
		}
		all = append(all, a.ID)
		if a.Warband != f.Warband && a.packPart() == "abilities" {
			apart = append(apart, a.ID)
		}
	}
	return all, apart
}
