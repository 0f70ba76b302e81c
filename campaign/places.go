package campaign

import (
	"fmt"
	"slices"
)

// maxTables is how many tables the settings may name.
const maxTables = 64

// A Table is a table at which games of a round are played, with the mission laid out there.
type Table struct {
	Name    string `json:"name"`
	Mission string `json:"mission,omitempty"`
}

func checkTables(all []Table) error {
	if len(all) > maxTables {
		return refuse(Invalid, "tables", "too-long", "", "most", fmt.Sprint(maxTables))
	}
	for i, p := range all {
		if err := firstError(checkLength("tables", p.Name, 1, 40), checkLength("tables", p.Mission, 0, 120)); err != nil {
			return err
		}
		if slices.IndexFunc(all, func(o Table) bool { return o.Name == p.Name }) != i {
			return refuse(Invalid, "tables", "table-twice", "", "table", p.Name)
		}
	}
	return nil
}

// freeTables are the tables of the settings at which no game of a round is played yet.
func (s *State) freeTables(campaign ID, round int, drawn []DrawnGame) []Table {
	taken := map[string]bool{}
	for _, b := range s.BattlesOf(campaign) {
		if b.Round == round {
			taken[b.Table] = true
		}
	}
	for _, g := range drawn {
		taken[g.Table] = true
	}
	return slices.DeleteFunc(slices.Clone(s.Campaigns[campaign].Settings.Tables), func(p Table) bool { return taken[p.Name] })
}
