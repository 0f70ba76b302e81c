package campaign

import (
	"context"
	"regexp"
	"slices"
	"sync"
)

// A Use of rules is a battle that was fought in the engine, with those of the rules
// asked for that its log names.
type Use struct {
	Battle *Battle
	Rules  []string // sorted
}

// lookBack is how many battles of a club Uses looks at.
const lookBack = 100

// Uses returns the newest n battles of a game in a club whose log, once it is closed,
// names rules that wanted knows. No permission is asked: the caller shows what
// Can(role, ActionView) allows.
func (h *Hall) Uses(ctx context.Context, club ID, game string, n int, wanted func(rule string) bool) ([]Use, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	var uses []Use
	all := s.AllBattles()
	slices.Reverse(all)
	for _, b := range all[:min(len(all), lookBack)] {
		camp := s.Campaigns[b.Campaign]
		if len(uses) == n || camp == nil || camp.Settings.Game != game {
			continue
		}
		named, err := h.named(ctx, club, b)
		if err != nil {
			return nil, err
		}
		named = slices.DeleteFunc(named, func(rule string) bool { return !wanted(rule) })
		if len(named) > 0 {
			uses = append(uses, Use{b, named})
		}
	}
	return uses, nil
}

// namedRules are the rules that closed logs name, by the hash of the log, which says all of it.
type namedRules struct {
	mu   sync.Mutex
	logs map[string][]string
}

// inEvent finds the rule of an event in a step as it is stored.
var inEvent = regexp.MustCompile(`"rule":"([A-Za-z0-9-]+)"`)

// named returns the rules that the closed parts of a battle name, sorted, in a new slice.
func (h *Hall) named(ctx context.Context, club ID, b *Battle) ([]string, error) {
	var list []string
	for _, p := range b.Engine {
		if p.Record == "" {
			continue
		}
		h.cited.mu.Lock()
		rules, ok := h.cited.logs[p.Record]
		h.cited.mu.Unlock()
		if !ok {
			rows, err := h.steps.Steps(ctx, club, b.ID, p.Part)
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				for _, m := range inEvent.FindAllSubmatch(row.Line, -1) {
					rules = append(rules, string(m[1]))
				}
			}
			slices.Sort(rules)
			rules = slices.Compact(rules)
			h.cited.mu.Lock()
			h.cited.logs[p.Record] = rules
			h.cited.mu.Unlock()
		}
		list = append(list, rules...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
