package packs

import (
	"encoding/json"
	"fmt"
	"strconv"

	"oriflamme/content/cache"
	"oriflamme/rules"
)

// A ReadyList is an army list ready to play, a member of a pack's part "warbands": profiles by id, each repeated for
// every unit of it, the leader first.
type ReadyList struct {
	ID      string     `json:"id"`
	Name    rules.Text `json:"name"`
	Faction string     `json:"faction"`
	Units   []string   `json:"units"`
}

// ReadyLists returns the lists of a pack that are ready to play.
func ReadyLists(pack rules.Pack) []ReadyList {
	var all []ReadyList
	for _, part := range []string{"warbands", "bands", "lists", "armies"} {
		for _, raw := range pack.Parts[part] {
			var b ReadyList
			if json.Unmarshal(raw, &b) == nil && len(b.Units) > 0 {
				all = append(all, b)
			}
		}
	}
	return all
}

// NewRoster makes a roster of profiles chosen by id, in their order. Each unit gets an id that counts up after the
// prefix, which keeps the units of two rosters apart; a French name from a Namer with the seed; and the profile as it
// is in the pack. The roster is named after the faction. Its extra is empty, for the caller to fill. It fails on an
// unknown profile.
func NewRoster(pack rules.Pack, faction, prefix string, chosen []string, seed uint64) (rules.Roster, error) {
	profiles := make(map[string]rules.Profile, len(pack.Units))
	for _, p := range pack.Units {
		profiles[p.ID] = p
	}
	r := rules.Roster{Name: faction, Faction: faction, Extra: json.RawMessage("{}")}
	namer := NewNamer("fr", seed)
	for i, id := range chosen {
		p, ok := profiles[id]
		if !ok {
			return rules.Roster{}, fmt.Errorf("packs: no profile %q in %s", id, pack.ID)
		}
		r.Units = append(r.Units, rules.Unit{
			ID: prefix + strconv.Itoa(i+1), Name: namer.Next(), Profile: p.Profile, Marks: []string{},
		})
	}
	return r, nil
}

// ProfileIDs returns the id of the pack's profile for each unit of a roster, "" for a unit whose profile the pack
// does not have (any more).
func ProfileIDs(pack rules.Pack, r rules.Roster) []string {
	ids := make(map[string]string, len(pack.Units))
	for _, p := range pack.Units {
		ids[canonical(p.Profile)] = p.ID
	}
	chosen := make([]string, len(r.Units))
	for i, u := range r.Units {
		chosen[i] = ids[canonical(u.Profile)]
	}
	return chosen
}

// canonicalCache keeps the canonical texts of profiles: those of a pack are compared with every list.
var canonicalCache = cache.New[string, string](2048)

// canonical writes JSON with sorted keys and no spaces, so that equal profiles have equal texts.
func canonical(raw json.RawMessage) string {
	return canonicalCache.Get(string(raw), func() string { return sortKeys(raw) })
}

func sortKeys(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return string(raw)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return string(raw)
	}
	return string(out)
}
