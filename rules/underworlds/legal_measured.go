package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/underworlds/ruling"
)

// On a measured table Legal offers every action with one or a few plausible standings and
// aims, which the players correct to what they see.

// sampleObjectiveSite is a hex in the open, far enough from all other tokens.
func (b *Battle) sampleObjectiveSite() *Site {
	s := &Site{}
	if len(b.s.Objectives) > 0 {
		s.Nearest = ruling.ObjectiveGap
	}
	return s
}

// statedJoins returns the joins that are offered on a measured table.
func (b *Battle) statedJoins(seat rules.Seat) []rules.Command {
	var list []rules.Command
	for _, id := range b.boardChoices() {
		for _, edge := range []string{"long", "short"} {
			list = append(list, JoinBoards{bySeat: bySeat{seat}, Board: id, Edge: edge, Complete: new(ruling.CompleteHexesNeeded[edge])})
		}
	}
	return list
}

// statedEnds returns plausible ends of a Move action: beside a fighter if one is named, on a
// free objective, or in the open.
func (b *Battle) statedEnds(i int, beside string) []*Standing {
	if beside != "" {
		return []*Standing{{Territory: "none", Beside: []string{beside}}}
	}
	ends := []*Standing{{Territory: "own"}, {Territory: "enemy"}, {Territory: "none", Edge: true}}
	for v := 1; v <= ruling.ObjectivesInPlay; v++ {
		s := &Standing{Territory: "own", Objective: v}
		if b.checkStanding(i, s) == nil {
			return append(ends, s)
		}
	}
	return ends
}

// statedActions adds what one fighter can do on a measured table, of the given sorts.
func (b *Battle) statedActions(list []rules.Command, i int, a ruling.Actor, sorts int) []rules.Command {
	d := fighterCommand{bySeat{b.fighters[i].seat}, b.id(i)}
	goes := func(s *Standing) moveEnd { return moveEnd{Steps: new(1), Stand: s} }
	moves := b.move(i) > 0
	if sorts&actionsInPlace != 0 {
		list = b.statedActionsInPlace(list, i, d, a)
	}
	if sorts&actionsMove != 0 && moves && a.May("move", false) {
		for _, s := range b.statedEnds(i, "") {
			list = append(list, Move{d, goes(s)})
		}
	}
	if b.targetsAfterMove() {
		return b.statedSuperActions(list, i, d, a, sorts)
	}
	for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
		end := b.statedEnds(i, b.id(j))[0]
		if sorts&actionsShock != 0 && moves && a.May("shock", true) && !b.staggered(j) {
			list = append(list, Shock{d, goes(end), b.id(j)})
		}
		if sorts&actionsCharge == 0 || !moves || !a.May("charge", true) {
			continue
		}
		for k, w := range b.weapons(i) {
			for _, aim := range plausibleAims(&w, true) {
				list = append(list, Charge{d, goes(end), b.id(j), k, aim})
			}
			for _, aim := range plausibleAims(&w, false) {
				list = append(list, Charge{d, goes(&Standing{Territory: "own"}), b.id(j), k, aim})
			}
		}
	}
	return list
}

// statedSuperActions adds the Charges and Shocks of a fighter that choose their target later,
// beside each enemy and in the open.
func (b *Battle) statedSuperActions(list []rules.Command, i int, d fighterCommand, a ruling.Actor, sorts int) []rules.Command {
	if b.move(i) == 0 {
		return list
	}
	charges, shocks := sorts&actionsCharge != 0 && a.May("charge", true), sorts&actionsShock != 0 && a.May("shock", true)
	for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
		steps := min(max(1, b.distanceStated(i, j)-1), b.move(i))
		end := moveEnd{Steps: &steps, Stand: b.statedEnds(i, b.id(j))[0]}
		if b.checkStanding(i, end.Stand) != nil || b.checkWay(i, steps, end.Stand) != nil {
			continue
		}
		if charges {
			list = append(list, Charge{fighterCommand: d, moveEnd: end})
		}
		if shocks && !b.staggered(j) {
			list = append(list, Shock{d, end, ""})
		}
	}
	far := action{action: "charge", moveEnd: moveEnd{Steps: new(1), Stand: &Standing{Territory: "own"}}}
	if charges && b.canFinishStated(i, far) {
		list = append(list, Charge{fighterCommand: d, moveEnd: far.moveEnd})
	}
	return list
}

// plausibleAims returns plausible Aims of a weapon at a target that is adjacent, or not.
func plausibleAims(w *AttackAction, beside bool) []*Aim {
	var list []*Aim
	switch {
	case beside && w.Range > 0:
		list = []*Aim{{Distance: 1, Visible: new(true)}, {Distance: 1, Visible: new(true), Supporters: new(1), Opposing: new(1), Cornered: true}}
	case !beside && w.Range > 1:
		list = []*Aim{{Distance: w.Range, Visible: new(true)}}
	}
	for k := len(list) - 1; k >= 0; k-- {
		if list[k].check(w, beside) != nil {
			list = append(list[:k], list[k+1:]...)
		}
	}
	return list
}

// statedActionsInPlace adds what a fighter can do without moving.
func (b *Battle) statedActionsInPlace(list []rules.Command, i int, d fighterCommand, a ruling.Actor) []rules.Command {
	if a.May("act", false) {
		list = b.legalActs(list, i, d)
	}
	if a.May("guard", false) {
		list = append(list, Guard{d})
	}
	for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
		beside := b.statedBeside(i, j)
		if beside && a.May("stun", false) && !b.staggered(j) {
			list = append(list, Stun{d, b.id(j)})
		}
		for k, w := range b.weapons(i) {
			if !a.May("attack", w.Keywords.Scything && !b.options.scythingFree && b.scythingTargets(i, &w) > 1) {
				continue
			}
			for _, aim := range b.plausibleAims(i, j, &w, beside) {
				list = append(list, Attack{d, b.id(j), k, aim})
			}
		}
	}
	return list
}

// statedPlacements returns the fighters that are not placed yet, in their own territory.
func (b *Battle) statedPlacements(seat rules.Seat) []rules.Command {
	var list []rules.Command
	for _, i := range b.unplaced(seat) {
		list = append(list, PlaceFighter{fighterCommand: fighterCommand{bySeat{seat}, b.id(i)}, Stand: &Standing{Territory: "own"}})
	}
	return list
}
