package campaign

import (
	"fmt"
	"slices"
)

// mostPlaces is how many tables the settings may name.
const mostPlaces = 64

// A Place is a table at which games of a round are played, with the mission laid out there.
type Place struct {
	Name    string `json:"name"`
	Mission string `json:"mission,omitempty"`
}

func checkPlaces(all []Place) error {
	if len(all) > mostPlaces {
		return refuse(Invalid, "tables", "too-long", "", "most", fmt.Sprint(mostPlaces))
	}
	for i, p := range all {
		if err := first(text("tables", p.Name, 1, 40), text("tables", p.Mission, 0, 120)); err != nil {
			return err
		}
		if slices.IndexFunc(all, func(o Place) bool { return o.Name == p.Name }) != i {
			return refuse(Invalid, "tables", "table-twice", "", "table", p.Name)
		}
	}
	return nil
}

// freePlaces are the tables of the settings at which no game of a round is played yet.
func (s *State) freePlaces(campaign ID, round int, drawn []DrawnGame) []Place {
	taken := map[string]bool{}
	for _, b := range s.BattlesOf(campaign) {
		if b.Round == round {
			taken[b.Table] = true
		}
	}
	for _, g := range drawn {
		taken[g.Table] = true
	}
	return slices.DeleteFunc(slices.Clone(s.Campaigns[campaign].Settings.Tables), func(p Place) bool { return taken[p.Name] })
}
