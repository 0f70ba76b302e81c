package warmaster

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// blocksNow returns the stands of a unit, at its new spots if there are any.
func (b *Battle) blocksNow(i int, spots map[int][]Spot) []rect.Block {
	if s, moved := spots[i]; moved {
		return b.blocksOf(i, s)
	}
	return b.s.Units[i].blocks
}

// allowance is how far an ordered unit may move (WR-MOVE-1, WR-FORM-3, WR-FORM-6), and the
// rule that limits it.
func (b *Battle) allowance(i int, move string) (ruling.MovementResult, string) {
	c, p := &b.info[i], &b.s.Units[i]
	full, half := ruling.CM(c.pace.Full), ruling.CM(c.pace.Half)
	form := p.Form
	if form == "broken" {
		form = "irregular"
	}
	in := ruling.MovementInput{
		Type: c.profile.Type, Flying: b.flies(i), Formation: form, Fortified: b.protection(i) == "fortified",
		Move: move, Full: &full, Half: &half,
	}
	if move == "charge" && b.option("artillery") == "charges" && in.Type == "artillery" {
		in.Type = "machines"
	}
	r := in.Resolve()
	switch {
	case r.Reason != "":
		return r, string(r.Reason)
	case r.Pace == "half" && in.Fortified:
		return r, "WR-FORM-3"
	case r.Pace == "half":
		return r, "WR-FORM-6"
	}
	return r, "WR-MOVE-1"
}

// play moves an ordered unit, on a board with others of its brigade.
func (c Move) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, fault := b.actingUnit(c.Seat, c.Unit, phaseOrders)
	if fault == nil {
		fault = rules.ForbidIf(!slices.Contains(b.s.Moving, i), "WR-CMD-17", "unit", "has no order to carry out")
	}
	if fault != nil {
		return fault
	}
	if b.board {
		return b.moveBrigade(t, c)
	}
	if fault := rules.FirstFault(
		rules.UnknownFieldIf(c.Place != nil, "place", "only a board has places"), rules.UnknownFieldIf(len(c.With) > 0, "with", "units move one by one"),
		rules.UnknownFieldIf(len(c.Via) > 0, "via", "only a board has places"),
		b.requireFact(c.Distance != nil, "distance_cm"),
	); fault != nil {
		return fault
	}
	r, rule := b.allowance(i, "normal")
	infantry, over := b.info[i].profile.Type == "infantry", b.flies(i) && !b.statesFacts()
	if fault := rules.FirstFault(
		rules.ForbidIf(*c.Distance > r.Allowance, rule, "distance_cm", "it is too far"),
		b.requireStated(c.Enters != "" || infantry || *c.Distance == 0, "enters"),
		rules.ForbidIf(!over && !ruling.PathTerrain{Terrain: cmp.Or(c.Enters, "open-ground"), Via: b.opening()}.IsOpenTo(b.info[i].profile.Type), b.closedBy(i, c.Enters), "enters", "it may not go there"),
		b.checkGap(i, c),
	); fault != nil {
		return fault
	}
	cover := cmp.Or(c.Cover, "none")
	if c.Cover == "" && *c.Distance == 0 && b.statesFacts() {
		cover = b.s.Units[i].Cover
	}
	cover = ruling.EffectiveProtection(b.info[i].profile.Type, cover)
	if b.option("cover") != "terrain" {
		cover = "none"
	}
	t.Emit(Moved{Unit: c.Unit, Why: "order", Distance: *c.Distance, Pace: r.Pace, Form: b.formOf(i, c.Form), Cover: cover})
	return nil
}

// checkGap refuses a gap beside an enemy that a unit may not pass (WR-GAP-2). Who moves a unit
// that does not fly says whether it passes one, and how wide the narrowest is.
func (b *Battle) checkGap(i int, c Move) *rules.Fault {
	if c.Gap == nil {
		return rules.FirstFault(
			b.requireStated(c.Beside != nil || b.flies(i) || *c.Distance == 0, "passes_enemy"),
			rules.MissingFieldIf(rules.ValueOr(c.Beside, false), "gap_cm", "how wide is it?"),
		)
	}
	in := ruling.PassageInput{
		Front: fromBoardUnits(2 * b.info[i].halfFront), Depth: fromBoardUnits(2 * b.info[i].halfDepth), Flying: b.flies(i), Move: "normal",
		Gap: &ruling.GapToPass{First: "enemy", Second: "enemy", Width: c.Gap},
	}
	return rules.FirstFault(
		rules.OutOfRangeIf(!rules.ValueOr(c.Beside, true), "gap_cm", "it was said to pass none"),
		rules.ForbidIf(!in.Resolve().Allowed, "WR-GAP-2", "gap_cm", "it is too narrow"),
	)
}

// moveBrigade moves units of a brigade over the board; those that do not charge end in
// contact with each other (WR-BRIG-4, WR-BRIG-5).
func (b *Battle) moveBrigade(t *rules.Turn, c Move) *rules.Fault {
	if fault := rules.MissingFieldIf(c.Place == nil, "place", "where?"); fault != nil {
		return fault
	}
	placings := append([]Placing{{c.Unit, *c.Place, c.Via}}, c.With...)
	moving := make([]int, len(placings))
	for k, p := range placings {
		i, fault := b.ownUnit(c.Seat, p.Unit, "with")
		if fault == nil {
			fault = rules.ForbidIf(!slices.Contains(b.s.Moving, i) || slices.Contains(moving[:k], i), "WR-CMD-17", "with", "has no order to carry out")
		}
		if fault != nil {
			return fault
		}
		moving[k] = i
	}
	spots := make(map[int][]Spot, len(moving))
	moves := make([]Moved, len(moving))
	for k, i := range moving {
		at := "place"
		if k > 0 {
			at = rules.At("with", k-1) + ".place"
		}
		to, form, fault := b.readPlace(i, &placings[k].Place, at)
		if fault != nil {
			return fault
		}
		r, rule := b.allowance(i, "normal")
		d, fault := b.checkMove(i, to, placings[k].Via, r.Allowance, rule, at, moving...)
		if fault != nil {
			return fault
		}
		spots[i], moves[k] = to, Moved{Unit: b.id(i), Why: "order", Distance: d, Pace: r.Pace, Form: form, Cover: "none", Spots: to}
	}
	if fault := rules.FirstFault(
		b.checkNoOverlap(spots, "with"),
		rules.ForbidIf(!b.brigadeConnected(spots), "WR-BRIG-4", "place", "the brigade falls apart"),
		contradicts(c.Distance, moves[0].Distance, "WR-MOVE-1", "distance_cm"),
	); fault != nil {
		return fault
	}
	if len(moves) > 1 {
		for k := range moves {
			moves[k].Pace = "brigade"
		}
	}
	for _, m := range moves {
		t.Emit(m)
	}
	return nil
}

// brigadeConnected reports whether the ordered units that do not charge are connected.
func (b *Battle) brigadeConnected(spots map[int][]Spot) bool {
	last := b.s.OrdersActions[len(b.s.OrdersActions)-1]
	all := slices.DeleteFunc(b.findAll(last.Units), func(i int) bool { return slices.Contains(last.Charged, b.id(i)) || !b.inPlay(i) })
	return len(all) < 2 || b.connectedAt(all, spots)
}

// play moves a character at the end of the Orders phase (WR-CHAR-1 to WR-CHAR-5);
// after it no more orders are given (WR-SEQ-7).
func (c MoveCharacter) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseOrders); fault != nil {
		return fault
	}
	i, fault := b.ownCharacter(c.Seat, c.Character, "is no character")
	if fault != nil {
		return fault
	}
	joins := noUnit
	if c.Joins != "" {
		if joins, fault = b.ownUnit(c.Seat, c.Joins, "joins"); fault != nil {
			return fault
		}
	}
	rule := b.ordersSoFar().RuleAgainst(ruling.OrdersAction{Event: "character-move", Character: &c.Character})
	if fault := rules.FirstFault(
		rules.ForbidIf(rule != "", rule, "character", "it has moved"),
		rules.ForbidIf(b.s.Units[i].Halted, "WR-EDGE-4", "character", "it came back in this turn"),
	); fault != nil {
		return fault
	}
	most := ruling.CM(b.info[i].pace.Full)
	if !b.board {
		if fault := rules.FirstFault(b.requireFact(c.Distance != nil, "distance_cm"), rules.ForbidIf(rules.ValueOr(c.Distance, 0) > most, "WR-CHAR-2", "distance_cm", "it is too far")); fault != nil {
			return fault
		}
		t.Emit(CharacterMoved{Character: c.Character, Joins: c.Joins, Distance: *c.Distance})
		return nil
	}
	spot := Spot{int(boardUnits(c.X)), int(boardUnits(c.Y)), b.s.Units[i].Spots[0][2]}
	if joins != noUnit {
		spot = b.s.Units[joins].Spots[0]
	}
	d, fault := b.checkCharacterWay(i, spot, most)
	if fault == nil {
		fault = contradicts(c.Distance, d, "WR-CHAR-2", "distance_cm")
	}
	if fault != nil {
		return fault
	}
	t.Emit(CharacterMoved{Character: c.Character, Joins: c.Joins, Distance: d, Spots: []Spot{spot}})
	return nil
}

// checkCharacterWay refuses a way of a character over the board; a character crosses terrain
// like infantry (WR-CHAR-3).
func (b *Battle) checkCharacterWay(i int, to Spot, most rules.Dec) (rules.Dec, *rules.Fault) {
	from, end := b.s.Units[i].blocks[0], b.blockAt(i, to)
	way := end.Centre.Minus(from.Centre)
	if fault := rules.FirstFault(
		rules.ForbidIf(way.Square() > squaredLength(most), "WR-CHAR-2", "x_cm", "it is too far"),
		rules.ForbidIf(!b.ground.onTable(end), "WR-EDGE-1", "x_cm", "nobody leaves the table by himself"),
	); fault != nil {
		return 0, fault
	}
	for _, a := range b.ground.areas {
		if !b.mayEnter(i, a) && (a.block.RelationTo(end) == rect.Overlap || b.info[i].pace != ruling.FlyingPace && a.block.MeetsSegment(from.Centre, end.Centre)) {
			return 0, rules.Breaks("WR-CHAR-3", "x_cm", "%s is in the way", a.Kind)
		}
	}
	return cmFromSquare(way.Square(), 1), nil
}

// reformers lists the units of a side that fought, are out of contact and may rearrange their
// stands (WR-PROV-4).
func (b *Battle) reformers(seat rules.Seat) []int {
	if b.option("re-form") == "never" {
		return nil
	}
	return slices.DeleteFunc(b.units(seat), func(i int) bool { return !b.mayReform(i) })
}

// mayReform reports whether a unit of several stands fought, may still move and is out of
// contact.
func (b *Battle) mayReform(i int) bool {
	p := &b.s.Units[i]
	return p.Fought && !p.Halted && p.Stands > 1 && !b.engaged(i)
}

// play rearranges a unit around a stand that stays where it is.
func (c Reform) play(b *Battle, t *rules.Turn) *rules.Fault {
	if b.s.Phase != phaseReform || b.reformsBothSides() {
		if fault := b.checkPhase(c.Seat, phaseReform); fault != nil {
			return fault
		}
	}
	i, fault := b.ownUnit(c.Seat, c.Unit, "unit")
	if fault == nil {
		fault = rules.ForbidIf(b.option("re-form") == "never" || !b.mayReform(i), "WR-PROV-4", "unit", "it does not re-form")
	}
	if fault != nil {
		return fault
	}
	e := Moved{Unit: c.Unit, Why: "re-form", Form: b.formOf(i, c.Form), Cover: b.s.Units[i].Cover, Pace: "full"}
	if b.board {
		spots, form, fault := b.readPlace(i, c.Place, "place")
		if fault == nil {
			fault = b.checkReform(i, spots)
		}
		if fault != nil {
			return fault
		}
		e.Spots, e.Form = spots, form
	}
	t.Emit(e)
	return nil
}

// checkReform refuses new places of a unit that re-forms.
func (b *Battle) checkReform(i int, spots []Spot) *rules.Fault {
	stays := slices.ContainsFunc(spots, func(s Spot) bool { return slices.Contains(b.s.Units[i].Spots, s) })
	blocks := b.blocksOf(i, spots)
	for _, r := range blocks {
		if fault := rules.FirstFault(rules.ForbidIf(!b.ground.onTable(r), "WR-EDGE-1", "place", "the table ends there"), b.checkRoom(i, r, false, "place")); fault != nil {
			return fault
		}
	}
	return rules.FirstFault(
		rules.ForbidIf(!stays, "WR-PROV-4", "place", "one stand stays where it is"),
		rules.ForbidIf(!b.clearOf(i, blocks), "WR-PROV-4", "place", "an enemy is too near"),
	)
}

// reformPlaces lists places in which a unit may re-form: lines and columns around each stand
// where it is.
func (b *Battle) reformPlaces(i int) (all []Place) {
	for _, s := range b.s.Units[i].Spots {
		for _, form := range [2]string{"line", "column"} {
			spots := b.formationSpots(i, rect.Point{X: int64(s[0]), Y: int64(s[1])}, s[2], form)
			for _, o := range spots {
				moved := moveSpots(spots, rect.Point{X: int64(s[0] - o[0]), Y: int64(s[1] - o[1])})
				elsewhere := slices.ContainsFunc(moved, func(s Spot) bool { return !slices.Contains(b.s.Units[i].Spots, s) })
				if elsewhere && b.checkReform(i, moved) == nil {
					all = append(all, placeOf(moved))
					break
				}
			}
		}
	}
	return all
}
