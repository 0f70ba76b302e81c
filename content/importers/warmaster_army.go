package importers

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// wmArmy is an army list while it is imported. The maps give the ids of its entries by their names.
type wmArmy struct {
	*wmSelector
	list                   wmList
	items                  wmItems
	id, lang               string
	rules, upgrades, units map[string]string
}

func (a *wmArmy) idOf(name string) string { return a.id + "-" + slug(name) }

// resolve returns the ids of names. Names without an id are refused in Result.Refused and left out.
func (a *wmArmy) resolve(place, what string, names []string, ids ...map[string]string) []string {
	found := []string{}
	for _, name := range names {
		at := slices.IndexFunc(ids, func(m map[string]string) bool { return m[name] != "" })
		if at < 0 {
			a.refuse(origin{a.list.file, place}, name, "the list has no "+what+" of this name: the reference is left out")
			continue
		}
		if id := ids[at][name]; !slices.Contains(found, id) {
			found = append(found, id)
		}
	}
	return found
}

func (a *wmArmy) addTexts() error {
	for _, name := range sortedByOrder(a.list.SpecialRules) {
		var r struct {
			Order int      `json:"order" in:"0..999" default:"0"`
			Text  []string `json:"text" len:"0..200" default:"[]"`
		}
		if err := rules.Decode(a.list.SpecialRules[name], &r); err != nil {
			a.refuse(origin{a.list.file, "special rule"}, name, faultText(err))
			continue
		}
		a.rules[name] = a.idOf(name)
		err := a.addCounted("texts", listText{a.idOf(name), rules.Text{a.lang: phrases.Typeset(a.lang, name)}, rules.Text{a.lang: joinLines(a.lang, r.Text)}, a.id})
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *wmArmy) addSpells() error {
	for i, raw := range a.list.Spells {
		var s struct {
			Name  string   `json:"name" in:"1..80"`
			Roll  int      `json:"roll" in:"1..6"`
			Range string   `json:"range" in:"0..80" default:"\"\""`
			Text  []string `json:"text" len:"0..200"`
		}
		if err := rules.Decode(raw, &s); err != nil {
			a.refuse(origin{a.list.file, fmt.Sprintf("spell %d", i+1)}, s.Name, faultText(err))
			continue
		}
		err := a.addCounted("spells", struct {
			listText
			Roll  int    `json:"roll"`
			Range string `json:"range"`
		}{listText{a.idOf(s.Name), rules.Text{a.lang: phrases.Typeset(a.lang, s.Name)}, rules.Text{a.lang: joinLines(a.lang, s.Text)}, a.id}, s.Roll, s.Range})
		if err != nil {
			return err
		}
	}
	return nil
}

// upgradeEntry is an upgrade as the rules of Warmaster read it.
type upgradeEntry struct {
	ID       string     `json:"id"`
	Name     rules.Text `json:"name"`
	Text     rules.Text `json:"text"`
	Army     string     `json:"army"`
	Kind     string     `json:"kind"`
	Attack   string     `json:"attack"`
	Range    int        `json:"range_cm"`
	Printed  string     `json:"printed"`
	Points   int        `json:"points"`
	Max      *int       `json:"max"`
	ArmyMin  *int       `json:"army_min"`
	ArmyMax  *int       `json:"army_max"`
	Carriers []string   `json:"carriers"`
	Needs    []string   `json:"needs"`
	Opens    []string   `json:"opens"`
	Rules    []string   `json:"rules"`
}

// entry converts an upgrade of a list. When something cannot be read, why says what.
func (u wmUpgrade) entry(id, name, lang string) (e upgradeEntry, why string) {
	e = upgradeEntry{
		ID: id, Name: rules.Text{lang: phrases.Typeset(lang, name)}, Text: rules.Text{lang: joinLines(lang, u.Text)},
		Kind: upgradeWords[u.Type], Max: u.Max, ArmyMin: u.ArmyMin, ArmyMax: u.ArmyMax,
	}
	points := plainPoints.FindStringSubmatch(string(u.Points))
	e.Attack, e.Printed = attackOf(u.Attack)
	if u.Range != "" {
		var odd string
		e.Range, _, odd = rangeOf(u.Range)
		e.Printed = strings.Trim(e.Printed+"; "+odd, "; ")
	}
	switch {
	case e.Kind == "":
		return e, "no upgrade is a " + u.Type
	case points == nil:
		return e, "costs " + string(u.Points) + ", which is no number"
	}
	e.Points, _ = strconv.Atoi(points[1])
	return e, ""
}

func (a *wmArmy) addUpgrades() error {
	for _, name := range sortedByOrder(a.list.Upgrades) {
		a.upgrades[name] = a.idOf(name)
	}
	for _, name := range sortedByOrder(a.list.Units) {
		a.units[name] = a.idOf(name)
	}
	for _, name := range sortedByOrder(a.list.Upgrades) {
		var u wmUpgrade
		if err := rules.Decode(a.list.Upgrades[name], &u); err != nil {
			a.refuse(origin{a.list.file, "upgrade"}, name, faultText(err))
			delete(a.upgrades, name)
			continue
		}
		e, why := u.entry(a.idOf(name), name, a.lang)
		if why != "" {
			a.refuse(origin{a.list.file, "upgrade"}, name, why)
			delete(a.upgrades, name)
			continue
		}
		e.Army = a.id
		e.Needs = a.resolve("upgrade "+name, "unit", u.Required, a.units)
		e.Opens = a.resolve("upgrade "+name, "upgrade or item", u.AddOn, a.upgrades, a.items.ids)
		e.Rules = a.resolve("upgrade "+name, "special rule", u.SpecialRules, a.rules)
		if err := a.addCounted("upgrades", e); err != nil {
			return err
		}
	}
	return nil
}

// addItems imports the magic items of a language.
func (w *wmSelector) addItems(m wmItems, lang string) {
	for _, name := range slices.Sorted(maps.Keys(m.Upgrades)) {
		var u wmUpgrade
		if err := rules.Decode(m.Upgrades[name], &u); err != nil {
			w.refuse(origin{m.file, "item"}, name, faultText(err))
			continue
		}
		e, why := u.entry("item-"+lang+"-"+slug(name), name, lang)
		if why != "" {
			w.refuse(origin{m.file, "item"}, name, why)
			continue
		}
		for _, c := range m.Constraints {
			for _, t := range c.UnitType {
				if word := troopWords[t]; word != "" && slices.Contains(c.Upgrades, name) && !slices.Contains(e.Carriers, word) {
					e.Carriers = append(e.Carriers, word)
				}
			}
		}
		if err := w.addCounted("upgrades", e); err != nil {
			w.refuse(origin{m.file, "item"}, name, err.Error())
			continue
		}
		w.Imported["items"]++
		m.ids[name] = e.ID
	}
	for _, c := range m.Constraints {
		for _, name := range c.Upgrades {
			if m.ids[name] == "" {
				w.refuse(origin{m.file, "constraint"}, name, "there is no item of this name: the reference is left out")
			}
		}
	}
}

// profileEntry is a unit as the rules of Warmaster read it.
type profileEntry struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Army     string   `json:"army"`
	Type     string   `json:"type"`
	Attack   string   `json:"attack"`
	Range    int      `json:"range_cm"`
	Around   bool     `json:"all_round"`
	Printed  string   `json:"printed"`
	Hits     int      `json:"hits"`
	Armour   string   `json:"armour"`
	Size     int      `json:"size"`
	Command  *int     `json:"command"`
	Points   int      `json:"points"`
	Min      *int     `json:"min"`
	Max      *int     `json:"max"`
	ArmyMin  *int     `json:"army_min"`
	ArmyMax  *int     `json:"army_max"`
	Shares   []string `json:"shares_max_with"`
	Joins    []string `json:"joins"`
	NoCount  bool     `json:"no_count"`
	NoMagic  bool     `json:"no_magic"`
	Upgrades []string `json:"upgrades"`
	Rules    []string `json:"rules"`
}

func (a *wmArmy) addUnits() error {
	for _, name := range sortedByOrder(a.list.Units) {
		var u wmUnit
		if err := rules.Decode(a.list.Units[name], &u); err != nil {
			a.refuse(origin{a.list.file, "unit"}, name, faultText(err))
			continue
		}
		e, why := a.profile(name, u)
		if why != "" {
			a.refuse(origin{a.list.file, "unit"}, name, why)
			continue
		}
		raw, err := rules.EncodeResult(e)
		if err != nil {
			return fmt.Errorf("importers: %w", err)
		}
		a.origins[e.ID] = origin{a.list.file, "unit"}
		a.Pack.Units = append(a.Pack.Units, rules.Profile{
			ID: e.ID, Name: rules.Text{a.lang: e.Name}, Faction: a.id, Points: e.Points, Profile: raw, Missing: e.Rules,
		})
	}
	return nil
}

// profile converts a unit of a list to a profile. When something cannot be read, why says what.
func (a *wmArmy) profile(name string, u wmUnit) (e profileEntry, why string) {
	e = profileEntry{
		ID: a.idOf(name), Name: phrases.Typeset(a.lang, name), Army: a.id, Type: troopWords[u.Type],
		Hits: u.Hits, Armour: u.Armour, Command: u.Command, Points: u.Points,
		Min: u.Min, Max: u.Max, ArmyMin: u.ArmyMin, ArmyMax: u.ArmyMax, NoCount: u.NoCount, NoMagic: u.NoMagic || !a.list.Magic,
	}
	if e.Type == "" {
		return e, "no unit is a " + u.Type
	}
	var printed []string
	keep := func(text string) {
		if text != "" {
			printed = append(printed, text)
		}
	}
	var odd string
	e.Attack, odd = attackOf(u.Attack)
	keep(odd)
	if u.Range != "" {
		e.Range, e.Around, odd = rangeOf(u.Range)
		keep(odd)
	}
	switch {
	case u.Armour == "":
		e.Armour = "0"
	case strings.HasPrefix(u.Armour, "-/"):
		e.Armour = "0" // only some of its stands have armour
		keep(u.Armour)
	case !plainArmour.MatchString(u.Armour):
		return e, "armour " + u.Armour + " is no armour"
	}
	size, err := strconv.Atoi(strings.TrimPrefix(string(u.Size), "+"))
	if err != nil || strings.HasPrefix(string(u.Size), "+") != (len(u.Augend) > 0) {
		return e, "size " + string(u.Size) + " is no number of stands"
	}
	e.Size, e.Printed = size, strings.Join(printed, "; ")
	place := "unit " + name
	e.Shares = a.resolve(place, "unit", u.Homologous, a.units)
	e.Joins = a.resolve(place, "unit", u.Augend, a.units)
	e.Upgrades = a.resolve(place, "upgrade or item", u.Upgrades, a.upgrades, a.items.ids)
	e.Rules = a.resolve(place, "special rule", u.SpecialRules, a.rules)
	return e, ""
}
