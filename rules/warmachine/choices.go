package warmachine

import (
	"strconv"

	"oriflamme/rules"
)

// encounterSizes are the sizes of encounters from the smallest (WM-ARMY-6).
var encounterSizes = []string{"duel", "skirmish", "grand-melee", "battle-royale", "war", "apocalypse"}

// choices are what an army asks beside its entries: the size of the encounter and
// its points (WM-ARMY-1), the size of each unit (WM-ARMY-19) and who controls each
// warjack (WM-ARMY-16); and what few armies have, a contract of mercenaries
// (WM-ARMY-2) and rules that the scenario lifts (WM-ARMY-4).
func choices(r rules.Roster) []rules.Choice {
	m, faults := readRoster(r)
	if len(faults) > 0 {
		return nil
	}
	q := rules.Choice{Field: "encounter_size", Current: m.extra.EncounterSize}
	for _, name := range encounterSizes {
		q.Picks = append(q.Picks, rules.Pick{Key: name})
	}
	all := []rules.Choice{q, pointsChoice(m.extra), {Field: "contract", MaxText: mostOfContract, Rare: true, Current: m.extra.Contract}, waiverChoice(m.extra)}
	var leaders []rules.Pick
	for i, p := range m.profiles {
		if p.Kind == "warcaster" || p.JackMarshal {
			leaders = append(leaders, rules.Pick{Key: r.Units[i].ID, Unit: r.Units[i].ID})
		}
	}
	for i, p := range m.profiles {
		switch {
		case p.Kind == "warjack" && len(leaders) > 0:
			q := rules.Choice{Unit: r.Units[i].ID, Field: "control", Picks: leaders}
			if by := m.controller(i); by >= 0 {
				q.Current = r.Units[by].ID
			}
			all = append(all, q)
		case len(p.Options) > 0:
			q := rules.Choice{Unit: r.Units[i].ID, Field: "options", Current: m.size(i)}
			for _, o := range p.Options {
				q.Picks = append(q.Picks, rules.Pick{
					Key: o.Name, Points: o.Points, With: map[string]string{"models": strconv.Itoa(o.Models), "points": strconv.Itoa(o.Points)},
				})
			}
			all = append(all, q)
		}
	}
	return all
}

// mostOfContract is how long the name of a contract may be.
const mostOfContract = 80

// waivable are the rules of composition that a scenario may lift, as they are judged.
var waivable = []string{
	"WM-ARMY-1", "WM-ARMY-27", "WM-ARMY-6", "WM-ARMY-7", "WM-ARMY-2", "WM-ARMY-15", "WM-ARMY-20", "WM-ARMY-18", "WM-ARMY-21", "WM-ARMY-5", "WM-X-JM-1",
}

// waiverChoice asks which rules the scenario lifts.
func waiverChoice(e Extra) rules.Choice {
	q := rules.Choice{Field: "waived_rules", Multiple: true, Rare: true, Selected: e.Waived}
	for _, id := range waivable {
		q.Picks = append(q.Picks, rules.Pick{Key: id, Rule: id})
	}
	return q
}

// pointsChoice asks for one of the values of army points that an encounter may have.
func pointsChoice(e Extra) rules.Choice {
	q := rules.Choice{Field: "army_points", Number: true}
	values := Encounters[e.EncounterSize].Points
	if Encounters[e.EncounterSize].OpenEnded {
		values = []int{200, 250, 300}
	}
	for _, n := range values {
		q.Picks = append(q.Picks, rules.Pick{Key: strconv.Itoa(n)})
		if n == e.ArmyPoints {
			q.Current = strconv.Itoa(n)
		}
	}
	return q
}
