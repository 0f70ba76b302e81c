package warcry

import (
	"encoding/json"
	"fmt"
	"slices"

	"oriflamme/rules"
)

// decks are the four piles of a battleplan (WC-SET-4) and the faction abilities
// that the warbands bring.
var decks = []rules.Deck{
	{Field: "terrain", Part: "terrain", Member: "parts"},
	{Field: "deployment", Part: "deployments"},
	{Field: "victory", Part: "victories"},
	{Field: "twist", Part: "twists"},
	{Field: "abilities", Part: "abilities", FromRosters: broughtAbilities},
}

// broughtAbilities keeps the abilities of a warband that a profile names, those
// of every warband, and those that a profile lists by id.
func broughtAbilities(all []json.RawMessage, rosters []rules.Roster) ([]json.RawMessage, error) {
	warbands, ids := []string{""}, []string{}
	for _, r := range rosters {
		for _, u := range r.Units {
			var profile struct {
				Warband   string   `json:"warband"`
				Abilities []string `json:"abilities"`
			}
			if err := json.Unmarshal(u.Profile, &profile); err != nil {
				return nil, fmt.Errorf("profile of %s: %w", u.ID, err)
			}
			warbands, ids = append(warbands, profile.Warband), append(ids, profile.Abilities...)
		}
	}
	brought := []json.RawMessage{}
	for _, raw := range all {
		var a struct {
			ID      string `json:"id"`
			Warband string `json:"warband"`
		}
		if err := json.Unmarshal(raw, &a); err != nil {
			return nil, fmt.Errorf("ability: %w", err)
		}
		if slices.Contains(warbands, a.Warband) || slices.Contains(ids, a.ID) {
			brought = append(brought, raw)
		}
	}
	return brought, nil
}
