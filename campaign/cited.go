package campaign

import (
	"context"
	"regexp"
	"slices"
	"sync"
)

// A RuleUse of rules is a battle that was fought in the engine, with those of the rules
// asked for that its log names.
type RuleUse struct {
	Battle *Battle
	Rules  []string // sorted
}

// maxBattlesSearched is how many battles of a club Uses looks at.
const maxBattlesSearched = 100

// RuleUses returns the newest n battles of a game in a club whose log, once it is closed,
// names rules that wanted knows. No permission is asked: the caller shows what
// Can(role, ActionView) allows.
func (h *Service) RuleUses(ctx context.Context, club ID, game string, n int, wanted func(rule string) bool) ([]RuleUse, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	var uses []RuleUse
	all := s.AllBattles()
	slices.Reverse(all)
	for _, b := range all[:min(len(all), maxBattlesSearched)] {
		inCampaign := s.Campaigns[b.Campaign]
		if len(uses) == n || inCampaign == nil || inCampaign.Settings.Game != game {
			continue
		}
		named, err := h.rulesNamed(ctx, club, b)
		if err != nil {
			return nil, err
		}
		named = slices.DeleteFunc(named, func(rule string) bool { return !wanted(rule) })
		if len(named) > 0 {
			uses = append(uses, RuleUse{b, named})
		}
	}
	return uses, nil
}

// ruleCache are the rules that closed logs name, by the hash of the log, which says all of it.
type ruleCache struct {
	mu   sync.Mutex
	logs map[string][]string
}

// eventRulePattern finds the rule of an event in a step as it is stored.
var eventRulePattern = regexp.MustCompile(`"rule":"([A-Za-z0-9-]+)"`)

// rulesNamed returns the rules that the closed parts of a battle name, sorted, in a new slice.
func (h *Service) rulesNamed(ctx context.Context, club ID, b *Battle) ([]string, error) {
	var list []string
	for _, p := range b.EngineParts {
		if p.Record == "" {
			continue
		}
		h.ruleCache.mu.Lock()
		rules, ok := h.ruleCache.logs[p.Record]
		h.ruleCache.mu.Unlock()
		if !ok {
			rows, err := h.steps.Steps(ctx, club, b.ID, p.Part)
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				for _, m := range eventRulePattern.FindAllSubmatch(row.Line, -1) {
					rules = append(rules, string(m[1]))
				}
			}
			slices.Sort(rules)
			rules = slices.Compact(rules)
			h.ruleCache.mu.Lock()
			h.ruleCache.logs[p.Record] = rules
			h.ruleCache.mu.Unlock()
		}
		list = append(list, rules...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
