package warmachine

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Extra is the game's own part of a rules.Roster. What a list builder leaves out has a default:
// the only warcaster controls every warjack, and a unit has the first of its sizes.
type Extra struct {
	EncounterSize string            `json:"encounter_size" in:"duel|skirmish|grand-melee|battle-royale|war|apocalypse" default:"\"skirmish\""`
	ArmyPoints    int               `json:"army_points" in:"1..100000" default:"35"`
	Contract      string            `json:"contract" in:"1..80" default:"-"`   // of mercenaries, who have no Faction
	Control       map[string]string `json:"control" len:"0..200" default:"{}"` // by unit id of a warjack: the unit id of its warcaster or 'jack marshal
	Options       map[string]string `json:"options" len:"0..200" default:"{}"` // by unit id: the name of its size
	Waived        []string          `json:"waived_rules" len:"0..40" each:"1..80" default:"[]"`
}

// rosterProfiles is a roster with the profiles of its units.
type rosterProfiles struct {
	roster   rules.Roster
	extra    Extra
	profiles []Profile
}

// readRoster decodes a roster and its profiles, with all faults.
func readRoster(r rules.Roster) (m rosterProfiles, faults []rules.Fault) {
	m.roster = r
	extra := r.Extra
	if len(extra) == 0 {
		extra = []byte("{}")
	}
	if err := rules.Decode(extra, &m.extra); err != nil {
		return m, []rules.Fault{*rules.Within("extra", err)}
	}
	for i, u := range r.Units {
		p, fault := readProfile(u.Profile, rules.Join(rules.At("units", i), "profile"))
		if fault != nil {
			faults = append(faults, *fault)
		}
		m.profiles = append(m.profiles, p)
	}
	return m, faults
}

// unit returns the index of the unit with an id, -1 if there is none.
func (m rosterProfiles) unit(id string) int {
	return slices.IndexFunc(m.roster.Units, func(u rules.Unit) bool { return u.ID == id })
}

// controller returns the index of the unit that controls a warjack (WM-ARMY-16), -1 if there is
// none.
func (m rosterProfiles) controller(i int) int {
	if id, stated := m.extra.Control[m.roster.Units[i].ID]; stated {
		return m.unit(id)
	}
	only := -1
	for k, p := range m.profiles {
		if p.Kind == "warcaster" {
			if only >= 0 {
				return -1
			}
			only = k
		}
	}
	return only
}

// size returns the name of the chosen option of a unit; "" without options.
func (m rosterProfiles) size(i int) string {
	name, stated := m.extra.Options[m.roster.Units[i].ID]
	if !stated && len(m.profiles[i].Options) > 0 {
		return m.profiles[i].Options[0].Name
	}
	return name
}

func (p Profile) allegiance() ruling.Allegiance {
	return ruling.Allegiance{Faction: p.Faction, Mercenary: p.Mercenary, WorksFor: p.WorksFor}
}

func (p Profile) warjack() ruling.Warjack {
	return ruling.Warjack{ID: p.ID, Points: p.Points, Character: p.Character, FieldAllowance: p.FieldAllowance, Allegiance: p.allegiance()}
}

// army returns the roster as the input of the rules of composition.
func (m rosterProfiles) army() ruling.ArmyInput {
	a := ruling.ArmyInput{
		EncounterSize: m.extra.EncounterSize, ArmyPoints: m.extra.ArmyPoints, Faction: m.roster.Faction,
		Contract: m.extra.Contract, Waived: m.extra.Waived, Outside: true,
	}
	if a.Contract != "" {
		a.Faction = ""
	}
	at := map[int]int{} // index of a warcaster's unit: its index in the army
	for i, p := range m.profiles {
		if p.Kind == "warcaster" {
			at[i] = len(a.Warcasters)
			a.Warcasters = append(a.Warcasters, ruling.Warcaster{ID: p.ID, WarjackPoints: p.WarjackPoints, Character: p.Character, Allegiance: p.allegiance()})
		}
	}
	for i, p := range m.profiles {
		switch p.Kind {
		case "warcaster":
		case "warjack":
			by := m.controller(i)
			if w, led := at[by]; led {
				a.Warcasters[w].Battlegroup = append(a.Warcasters[w].Battlegroup, p.warjack())
			} else if by >= 0 && m.profiles[by].JackMarshal {
				a.Marshalled = append(a.Marshalled, ruling.MarshalledJack{Warjack: p.warjack(), Marshal: m.profiles[by].ID})
			} else {
				a.Uncontrolled = append(a.Uncontrolled, p.warjack())
			}
		default:
			a.Others = append(a.Others, m.entry(i))
		}
	}
	return a
}

// entry returns a unit, a solo or a group of solos as an entry of the army list.
func (m rosterProfiles) entry(i int) ruling.Entry {
	p := m.profiles[i]
	e := ruling.Entry{
		ID: p.ID, Kind: p.Kind, Points: p.Points, Count: 1, FieldAllowance: p.FieldAllowance, Character: p.Character,
		ModelsEach: p.Models, JackMarshal: p.JackMarshal, Allegiance: p.allegiance(),
	}
	chosen := m.size(i)
	for _, o := range p.Options {
		e.Options = append(e.Options, ruling.ArmyOption{Name: o.Name, Points: o.Points, ModelsEach: o.Models})
		if o.Name == chosen {
			e.Points, e.ModelsEach, e.Option = o.Points, o.Models, &chosen
		}
	}
	return e
}

// unknownIDs returns a fault for each id in the extra part that names no unit of the right kind.
func (m rosterProfiles) unknownIDs() []rules.Fault {
	var faults []rules.Fault
	blame := func(list, id, format string, args ...any) {
		faults = append(faults, *ruling.BadValue(rules.Join(rules.Join("extra", list), id), format, args...))
	}
	for _, id := range slices.Sorted(maps.Keys(m.extra.Control)) {
		jack, by := m.unit(id), m.unit(m.extra.Control[id])
		switch {
		case jack < 0 || m.profiles[jack].Kind != "warjack":
			blame("control", id, "is no warjack of the army")
		case by < 0 || m.profiles[by].Kind != "warcaster" && !m.profiles[by].JackMarshal:
			blame("control", id, "%q controls no warjacks", m.extra.Control[id])
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.extra.Options)) {
		if i := m.unit(id); i < 0 || len(m.profiles[i].Options) == 0 {
			blame("options", id, "is no unit with sizes")
		}
	}
	return faults
}

// checkRoster returns every fault of an army with its rule (WM-ARMY-1 to WM-ARMY-27).
func checkRoster(r rules.Roster) []rules.Fault {
	m, faults := readRoster(r)
	if len(faults) > 0 {
		return faults
	}
	if faults = m.unknownIDs(); len(faults) > 0 {
		return faults
	}
	result := m.army().Validate()
	for _, v := range result.Violations {
		f := rules.Breaks(v.Rule, m.faultField(v), "the army breaks %s %s", v.Rule, v.Subject)
		f.With = map[string]string{
			"names": strings.Join(m.names(v.Subject), ", "), "size": m.extra.EncounterSize,
			"count": strconv.Itoa(result.WarcasterCount), "most": strconv.Itoa(result.MaxWarcasters),
			"points": strconv.Itoa(result.ArmyPointsSpent), "limit": strconv.Itoa(m.extra.ArmyPoints),
		}
		faults = append(faults, *f)
	}
	return faults
}

// faultField returns the field of a roster that a breach is about.
func (m rosterProfiles) faultField(b ruling.Breach) string {
	if b.Subject != "" {
		for i, p := range m.profiles {
			if p.ID == b.Subject {
				return rules.At("units", i)
			}
		}
	}
	if b.Rule == "WM-ARMY-1" || b.Rule == "WM-ARMY-5" {
		return "extra.army_points"
	}
	return "units"
}

// names returns the names of the units with a profile.
func (m rosterProfiles) names(profile string) []string {
	var all []string
	for i, p := range m.profiles {
		if p.ID == profile {
			all = append(all, m.roster.Units[i].Name)
		}
	}
	return all
}
