package ruling

import (
	"slices"

	"oriflamme/rules"
)

// Segments of the Orders phase, in their order (WR-SEQ-6, WR-SEQ-7).
const (
	InitiativeSegment = iota
	orderSegment
	characterSegment
)

// OrdersPhase is an Orders phase after the actions so far. It refers to characters and units
// by their index in the input.
type OrdersPhase struct {
	In            OrdersInput
	Segment       int
	current       int // character who is giving orders, -1 before the first
	started       []bool
	failed        []bool
	moved         []bool // by character
	generalFailed bool
	testedBy      []int // character who tested for each unit, -1 for none
	Units         []orderedUnit
	target        orderTarget
}

// orderTarget is what a character is ordering: a unit, or a brigade that may be split into
// nested parts. Each level holds what was ordered and what remains of it.
type orderTarget struct {
	whole  []string
	levels [][]string
}

// NewOrdersPhase starts an Orders phase with no actions yet.
func NewOrdersPhase(in OrdersInput) *OrdersPhase {
	p := &OrdersPhase{In: in, current: -1}
	p.started, p.failed, p.moved = make([]bool, len(in.Characters)), make([]bool, len(in.Characters)), make([]bool, len(in.Characters))
	for _, u := range in.Units {
		p.testedBy = append(p.testedBy, -1)
		p.Units = append(p.Units, orderedUnit{ID: u.ID})
	}
	return p
}

// closed reports whether a character may give no more orders because another started after
// it (WR-CMD-10).
func (p *OrdersPhase) closed(character int) bool {
	return p.started[character] && p.current != character
}

// MayOrder reports whether a character may give any order now (WR-CMD-8 to WR-CMD-10).
func (p *OrdersPhase) MayOrder(character int) bool {
	return p.Segment != characterSegment && !p.generalFailed && !p.failed[character] && !p.closed(character)
}

// tryAction carries an action out unless a rule forbids it.
func (p *OrdersPhase) tryAction(e OrdersAction) OrdersActionResult {
	if rule := p.RuleAgainst(e); rule != "" {
		return OrdersActionResult{Rule: rules.NullableText(rule), OrdersEndFor: "none"}
	}
	return p.CarryOut(e)
}

// RuleAgainst returns the first rule that forbids an action, or "".
func (p *OrdersPhase) RuleAgainst(e OrdersAction) string {
	if e.Event == "initiative" {
		return p.initiative(p.In.Unit(*e.Unit), *e.Move)
	}
	who := p.In.Character(*e.Character)
	if e.Event == "character-move" {
		if p.moved[who] {
			return "WR-CHAR-1"
		}
		return ""
	}
	_, isPart := p.target.part(e.Units)
	return p.orderRefusal(e, who, isPart && who == p.current)
}

// CarryOut carries out an action that no rule forbids.
func (p *OrdersPhase) CarryOut(e OrdersAction) OrdersActionResult {
	a := OrdersActionResult{Allowed: true, OrdersEndFor: "none"}
	switch e.Event {
	case "initiative":
		done := &p.Units[p.In.Unit(*e.Unit)]
		done.MovedOnInitiative, done.Charged = true, *e.Move == "charge"
	case "character-move":
		p.moved[p.In.Character(*e.Character)], p.Segment = true, characterSegment
	default:
		who := p.In.Character(*e.Character)
		parts, isPart := p.target.part(e.Units)
		isPart = isPart && who == p.current
		a.SuccessivePenalty = p.order(e, who)
		p.target.levels = parts
		if !isPart {
			p.target = orderTarget{whole: e.Units, levels: [][]string{e.Units}}
		}
		a.OrdersEndFor = p.applyTest(e, who)
	}
	return a
}

// initiative returns the rule that forbids a unit to move on its own initiative, or "".
func (p *OrdersPhase) initiative(unit int, move string) (rule string) {
	u, done := p.In.Units[unit], p.Units[unit]
	switch {
	case p.Segment != InitiativeSegment:
		return "WR-INIT-1"
	case u.Engaged:
		return "WR-STATE-3"
	case u.Confused:
		return "WR-CONF-1"
	case done.MovedOnInitiative:
		return "WR-SEQ-6"
	case !slices.Contains(initiativeChoices(u.Type), move):
		return "WR-INIT-6"
	}
	return ""
}

// orderRefusal returns the first rule that forbids an order, or "".
func (p *OrdersPhase) orderRefusal(e OrdersAction, who int, isPart bool) string {
	some := func(of func(unit int) bool) bool {
		return slices.ContainsFunc(e.Units, func(id string) bool { return of(p.In.Unit(id)) })
	}
	brigade := len(e.Units) > 1
	switch {
	case p.Segment == characterSegment:
		return "WR-SEQ-7"
	case p.generalFailed:
		return "WR-CMD-9"
	case p.failed[who]:
		return "WR-CMD-8"
	case p.closed(who):
		return "WR-CMD-10"
	case len(e.Units) > MaxInBrigade || brigade && !e.Touching:
		return "WR-BRIG-1"
	case brigade && !isPart && !p.In.touching(e.Units):
		return "WR-BRIG-9"
	case some(func(u int) bool { return p.In.Units[u].Engaged || p.Units[u].Charged }):
		return "WR-CMD-15"
	case some(func(u int) bool { return p.Units[u].MovedOnInitiative }):
		return "WR-CMD-16"
	case some(func(u int) bool { return p.In.Units[u].Confused }):
		return "WR-CONF-1"
	case some(func(u int) bool { return p.testedBy[u] >= 0 && p.testedBy[u] != who }):
		return "WR-CMD-13"
	case !isPart && some(func(u int) bool { return p.testedBy[u] >= 0 }):
		if len(p.target.whole) > 1 && some(func(u int) bool {
			return p.testedBy[u] >= 0 && slices.Contains(p.target.whole, p.In.Units[u].ID)
		}) {
			return "WR-BRIG-7"
		}
		return "WR-CMD-12"
	}
	return ""
}

// order records the test for the units and returns its penalty for successive orders.
func (p *OrdersPhase) order(e OrdersAction, who int) (penalty int) {
	p.Segment, p.started[who], p.current = orderSegment, true, who
	for _, id := range e.Units {
		u := p.In.Unit(id)
		p.testedBy[u] = who
		penalty = min(penalty, -p.Units[u].OrdersReceived)
	}
	return penalty
}

// applyTest applies the result of a test and returns whose orders end with it.
func (p *OrdersPhase) applyTest(e OrdersAction, who int) string {
	if e.Success {
		for _, id := range e.Units {
			u := &p.Units[p.In.Unit(id)]
			u.OrdersReceived++
			u.Charged = slices.Contains(e.Charged, id)
		}
		return "none"
	}
	p.failed[who] = true
	if p.In.Characters[who].Kind == "general" {
		p.generalFailed = true
		return "all"
	}
	return "character"
}

// part reports whether units are an unfinished part of what is being ordered, and returns
// the levels that are open once they are ordered (WR-BRIG-7). A part that the character
// leaves is finished and is taken out of the levels around it.
func (t orderTarget) part(units []string) (levels [][]string, ok bool) {
	levels = slices.Clone(t.levels)
	for len(levels) > 0 {
		inner := levels[len(levels)-1]
		if containsAll(units, inner) {
			if len(units) < len(inner) {
				levels = append(levels, units)
			}
			return levels, true
		}
		levels = levels[:len(levels)-1]
		for i, around := range levels {
			levels[i] = withoutUnits(around, inner)
		}
	}
	return nil, false
}

func containsAll(units, all []string) bool {
	return !slices.ContainsFunc(units, func(id string) bool { return !slices.Contains(all, id) })
}

func withoutUnits(units, gone []string) []string {
	return slices.DeleteFunc(slices.Clone(units), func(id string) bool { return slices.Contains(gone, id) })
}
