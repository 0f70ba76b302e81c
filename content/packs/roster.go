package packs

import (
	"encoding/json"
	"fmt"
	"strconv"

	"oriflamme/content/cache"
	"oriflamme/rules"
)

// A ReadyList is a list ready to play, a member of a pack's part "warbands": profiles
// by id, each as often as it is taken, the leader first.
type ReadyList struct {
	ID      string     `json:"id"`
	Name    rules.Text `json:"name"`
	Faction string     `json:"faction"`
	Units   []string   `json:"units"`
}

// NewRoster makes a roster of chosen profiles, by id and in the order chosen. Each
// unit gets an id that counts up behind the prefix, which keeps the units of two
// rosters apart, its own French name from the Namer with the given seed, and the
// profile as it stands in the pack. The roster is named after the faction and its
// extra is empty, for whoever asked to fill. An unknown profile is an error.
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

// ProfileIDs is the way back: the ids of a pack's profiles that the units of a roster
// are of, and "" for a unit whose profile the pack does not have (any more).
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

// canonicalCache are profiles written before: those of a pack are compared with every list.
var canonicalCache = cache.New[string, string](2048)

// canonical writes JSON with sorted keys and no spaces, so that equal profiles
// are equal texts.
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
