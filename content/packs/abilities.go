package packs

import (
	"encoding/json"
	"fmt"

	"oriflamme/rules"
)

// Abilities returns the members of the part "abilities" that matter to rosters:
// those of a warband that a profile names, those of every warband, and those that
// a profile lists by id.
func Abilities(pack rules.Pack, rosters ...rules.Roster) ([]json.RawMessage, error) {
	bands, ids := map[string]bool{"": true}, map[string]bool{}
	for _, r := range rosters {
		for _, u := range r.Units {
			var profile struct {
				Warband   string   `json:"warband"`
				Abilities []string `json:"abilities"`
			}
			if err := json.Unmarshal(u.Profile, &profile); err != nil {
				return nil, fmt.Errorf("packs: profile of %s: %w", u.ID, err)
			}
			bands[profile.Warband] = true
			for _, id := range profile.Abilities {
				ids[id] = true
			}
		}
	}
	out := []json.RawMessage{}
	for _, raw := range pack.Parts["abilities"] {
		var a struct {
			ID      string `json:"id"`
			Warband string `json:"warband"`
		}
		if err := json.Unmarshal(raw, &a); err != nil {
			return nil, fmt.Errorf("packs: ability: %w", err)
		}
		if bands[a.Warband] || ids[a.ID] {
			out = append(out, raw)
		}
	}
	return out, nil
}

// NotModelled names the abilities of a profile that the engine does not play, in
// a language where it is known, and by their id where no part of the pack tells
// about them.
func NotModelled(pack rules.Pack, p rules.Profile, lang string) []string {
	names := make([]string, len(p.Missing))
	for i, id := range p.Missing {
		names[i] = id
		for _, part := range []string{"abilities", "texts"} {
			for _, raw := range pack.Parts[part] {
				if c, err := ReadCard(raw); err == nil && c.ID == id && c.Name.In(lang) != "" {
					names[i] = c.Name.In(lang)
				}
			}
		}
	}
	return names
}
