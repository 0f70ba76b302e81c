package magnamund

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// decks are what a battle takes from packs: a scenario, and the Game Sheets of the armies.
var decks = []rules.Deck{
	{Field: "scenario", Part: "scenarios"},
	{Field: "sheets", Part: "sheets", FromRosters: sheetsOf},
}

// formerSheets are the ids that Game Sheets of the house pack had before; lists that were made
// with them still name them.
var formerSheets = map[string]string{"glok": "grimeling", "drakkarim": "masked", "vassagonian": "salt-folk", "gourgaz": "saurg"}

// sheetsOf returns the Game Sheets that the profiles of the rosters name. A sheet that is
// asked for by its former id gets that id.
func sheetsOf(all []json.RawMessage, rosters []rules.Roster) ([]json.RawMessage, error) {
	var named []string
	for _, r := range rosters {
		for _, u := range r.Units {
			var p struct {
				Sheet string `json:"sheet"`
			}
			if err := json.Unmarshal(u.Profile, &p); err != nil {
				return nil, err
			}
			named = append(named, p.Sheet)
		}
	}
	kept, byID := []json.RawMessage{}, map[string]json.RawMessage{}
	for _, raw := range all {
		var s struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, err
		}
		if byID[s.ID] = raw; slices.Contains(named, s.ID) {
			kept = append(kept, raw)
		}
	}
	for _, former := range slices.Sorted(maps.Keys(formerSheets)) {
		if now := byID[formerSheets[former]]; now != nil && byID[former] == nil && slices.Contains(named, former) {
			raw, err := withID(now, former)
			if err != nil {
				return nil, err
			}
			kept = append(kept, raw)
		}
	}
	return kept, nil
}

// withID returns a member of a pack with another id.
func withID(raw json.RawMessage, id string) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	fields["id"] = json.RawMessage(strconv.Quote(id))
	return json.Marshal(fields)
}

// checkPack lists the faults of a pack of profiles, Game Sheets and scenarios.
func checkPack(p rules.Pack) (faults []rules.Fault) {
	add := func(path string, err error) {
		if f := rules.Within(path, err); f != nil {
			faults = append(faults, *f)
		}
	}
	for i, u := range p.Units {
		add(rules.At("units", i)+".profile", rules.Decode(u.Profile, new(Profile)))
	}
	for i, raw := range p.Parts["sheets"] {
		add(rules.At("parts.sheets", i), rules.Decode(raw, new(Sheet)))
	}
	for i, raw := range p.Parts["scenarios"] {
		add(rules.At("parts.scenarios", i), rules.Decode(raw, new(Scenario)))
	}
	return faults
}

// checkRoster lists every rule that an army breaks (MG-R-1 to MG-R-18).
func checkRoster(r rules.Roster) (faults []rules.Fault) {
	fault := func(path string, err error) []rules.Fault {
		return []rules.Fault{*rules.Within(path, err)}
	}
	var extra Extra
	if len(r.Extra) > 0 {
		if err := rules.Decode(r.Extra, &extra); err != nil {
			return fault("extra", err)
		}
	}
	if f := checkValue(r, extra.PointsLimit); f != nil {
		faults = append(faults, *f)
	}
	var a ruling.ArmyInput
	places := map[string]string{} // path in the roster of each entry of the army
	for i, u := range r.Units {
		var p Profile
		if err := rules.Decode(u.Profile, &p); err != nil {
			return fault(rules.At("units", i)+".profile", err)
		}
		p.applyMarks(u.Marks)
		switch p.Category {
		case "soldier":
			places[rules.At("units", len(a.Units))] = rules.At("units", i)
			a.Units = append(a.Units, ruling.ArmyUnit{ID: u.ID, Alignment: p.Alignment, Level: p.Level, Troops: []string{p.Race}})
		case "monster":
			a.Monsters = append(a.Monsters, ruling.ArmyMonster{ID: u.ID, Alignment: p.Alignment})
		default:
			places[rules.At("heroes", len(a.Heroes))] = rules.At("units", i)
			a.Heroes = append(a.Heroes, p.armyHeroOf(u.ID))
		}
		if a.Commander == nil && (extra.Commander == "" || extra.Commander == u.ID) {
			a.Commander = &r.Units[i].ID
		}
	}
	for _, v := range a.Violations() {
		entry, _, _ := strings.Cut(v.Path, ".")
		f := rules.Breaks(v.Rule, v.Path, "the army breaks %s", v.Rule)
		if place, ok := places[entry]; ok {
			f.Field = place
		}
		f.With = map[string]string{"army": r.Name}
		faults = append(faults, *f)
	}
	return faults
}

// armyHeroOf is a profile as input of the ruling on composition.
func (p *Profile) armyHeroOf(id string) ruling.ArmyHero {
	h := ruling.ArmyHero{
		ID: id, Category: p.Category, Race: p.Race, Alignment: p.Alignment, Card: p.Card, Powers: p.Powers,
		Allowance: ruling.PowerCount(p.Category, p.Survived), Spells: p.Spells,
	}
	if p.Category == "magician" {
		h.MagicPower = &p.MagicPower
		h.Spells = append(slices.Clone(p.Spells), make([]string, p.Draw)...) // cards still to be drawn count
	}
	return h
}
