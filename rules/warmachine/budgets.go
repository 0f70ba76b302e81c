package warmachine

import "oriflamme/rules"

// budgets tell what an army may spend and has spent: army points, the warjack
// points of each battlegroup, warcasters, and copies of what is limited
// (WM-ARMY-5, WM-ARMY-6, WM-ARMY-9, WM-ARMY-21).
func budgets(r rules.Roster) []rules.Budget {
	m, faults := readRoster(r)
	if len(faults) > 0 || len(m.unknownIDs()) > 0 {
		return nil
	}
	a := m.army()
	sum := a.Totals()
	all := []rules.Budget{{Key: "army-points", Used: sum.ArmyPointsSpent, Max: a.ArmyPoints, Rule: "WM-ARMY-5"}}
	led := 0
	for i, p := range m.profiles {
		if p.Kind == "warcaster" {
			c := sum.Battlegroups[led]
			led++
			all = append(all, rules.Budget{
				Key: "warjack-points", Unit: r.Units[i].ID, Used: c.WarjackPointsSpent, Max: c.WarjackPoints, Rule: "WM-ARMY-9",
			})
		}
	}
	all = append(all, rules.Budget{Key: "warcasters", Used: led, Max: sum.MaxWarcasters, Rule: "WM-ARMY-6"})
	seen := map[string]int{} // by profile: its place among the budgets, from 1
	for i, p := range m.profiles {
		most, limited := p.FieldAllowance.Copies(led)
		if !limited || p.Kind == "warcaster" {
			continue
		}
		if seen[p.ID] == 0 {
			all = append(all, rules.Budget{Key: "copies", Unit: r.Units[i].ID, ByProfile: true, Max: most, Rule: "WM-ARMY-21"})
			seen[p.ID] = len(all)
		}
		all[seen[p.ID]-1].Used++
	}
	return all
}
