package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// choosingUnit finds a unit that has to choose what it does after a round, or refuses the id
// (WR-RES-10).
func (b *Battle) choosingUnit(by rules.Seat, id string) (int, *rules.Fault) {
	i, fault := b.actingUnit(by, id, phaseChoices)
	if fault == nil {
		fault = rules.FirstFault(
			rules.ForbidIf(!slices.Contains(b.s.Fight.Waiting, i), "WR-RES-10", "unit", "it has nothing to choose"),
			rules.ForbidIf(len(b.s.Fight.FallBackRoll) > 0, "WR-FALL-1", "kind", "a unit is falling back"),
		)
	}
	return i, fault
}

// fallBackOccasion is why a unit may fall back.
func (b *Battle) fallBackOccasion() string {
	f := &b.s.Fight
	switch {
	case f.Winner < 0:
		return "draw"
	case len(b.stillInPlay(f.Units[opponent(f.Winner)])) == 0:
		return "enemy-destroyed"
	}
	return "winner"
}

// play keeps a unit where it is (WR-RES-7, WR-RES-12).
func (c Hold) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, fault := b.choosingUnit(c.Seat, c.Unit)
	if fault != nil {
		return fault
	}
	in := ruling.FallBackInput{Occasion: b.fallBackOccasion(), Type: b.info[i].profile.Type, Protection: b.protection(i), Wants: "hold"}
	if fault := in.Check(); fault != nil {
		fault.Field = "kind"
		return fault
	}
	t.Emit(Chose{Unit: c.Unit, What: "hold", Drew: b.s.Fight.Winner < 0})
	b.nextStep(t)
	return nil
}

// play rolls three dice for how far a unit may fall back (WR-FALL-1).
func (c FallBack) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, fault := b.choosingUnit(c.Seat, c.Unit)
	if fault != nil {
		return fault
	}
	in := ruling.FallBackInput{Occasion: b.fallBackOccasion(), Type: b.info[i].profile.Type, Protection: b.protection(i), Wants: "fall-back"}
	r := in.Resolve(t.Roller)
	t.Emit(FallBackRolled{Unit: c.Unit, Least: *r.MinimumCm, Most: *r.MaximumCm, Drew: b.s.Fight.Winner < 0})
	return nil
}

// play moves a unit that falls back (WR-PROV-3).
func (c Withdraw) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, rolled := b.find(c.Unit), b.s.Fight.FallBackRoll
	if fault := rules.FirstFault(
		b.checkPhase(c.Seat, phaseChoices),
		rules.ForbidIf(len(rolled) == 0 || rolled[0] != i, "WR-FALL-1", "unit", "it does not fall back"),
	); fault != nil {
		return fault
	}
	p := &b.s.Units[i]
	e := Moved{Unit: c.Unit, Why: "fall-back", Pace: "full", Form: p.Form, Cover: "none"}
	switch {
	case c.Stay:
		if fault := rules.ForbidIf(!b.board || len(b.fallBackPlaces(i)) > 0, "WR-FALL-1", "stay", "there is room"); fault != nil {
			return fault
		}
		e.Why, e.Cover = "stay", p.Cover
	case b.board:
		spots, form, fault := b.readPlace(i, c.Place, "place")
		if fault == nil {
			e.Distance, fault = b.checkFallBack(i, spots)
		}
		if fault == nil {
			fault = contradicts(c.Distance, e.Distance, "WR-FALL-1", "distance_cm")
		}
		if fault != nil {
			return fault
		}
		e.Spots, e.Form = spots, form
	default:
		if fault := rules.FirstFault(
			b.requireFact(c.Distance != nil, "distance_cm"), b.requireFact(c.End != nil, "end_enemy_distance_cm"),
			rules.ForbidIf(rules.ValueOr(c.Distance, 0) < ruling.CM(rolled[1]) || rules.ValueOr(c.Distance, 0) > ruling.CM(rolled[2]), "WR-FALL-1", "distance_cm", "is not what was rolled"),
			rules.ForbidIf(rules.ValueOr(c.End, 0) < ruling.LeastGap, "WR-PROV-3", "end_enemy_distance_cm", "an enemy is too near"),
		); fault != nil {
			return fault
		}
		e.Distance, e.Form = *c.Distance, b.formOf(i, c.Form)
	}
	t.Emit(e)
	b.nextStep(t)
	return nil
}

// checkFallBack refuses spots on the board to which a unit may not fall back; it returns the
// distance.
func (b *Battle) checkFallBack(i int, spots []Spot) (rules.Dec, *rules.Fault) {
	rolled := b.s.Fight.FallBackRoll
	d, fault := b.checkMove(i, spots, nil, ruling.CM(rolled[2]), "WR-FALL-1", "place")
	if fault != nil {
		return 0, fault
	}
	straight := b.option("fall-back") == "straight" && !slices.Equal(spots, moveSpots(b.s.Units[i].Spots, rect.Point{
		X: int64(spots[0][0] - b.s.Units[i].Spots[0][0]), Y: int64(spots[0][1] - b.s.Units[i].Spots[0][1]),
	}))
	return d, rules.FirstFault(
		rules.ForbidIf(d < ruling.CM(rolled[1]), "WR-FALL-1", "place", "it is not far enough"),
		rules.ForbidIf(!b.clearOf(i, b.blocksOf(i, spots)), "WR-PROV-3", "place", "an enemy is too near"),
		rules.ForbidIf(straight, "WR-PROV-3", "place", "it goes straight back"),
		rules.ForbidIf(b.s.Fight.Winner < 0 && !b.awayFromEnemy(i, spots), "WR-PROV-3", "place", "after a draw it goes away from the enemy"),
	)
}

// awayFromEnemy reports whether a unit ends farther from every enemy that it fought.
func (b *Battle) awayFromEnemy(i int, spots []Spot) bool {
	blocks := b.blocksOf(i, spots)
	for _, l := range b.s.Fight.StartContacts {
		j := l[0] + l[1] - i
		if l[0] != i && l[1] != i || !b.inPlay(j) {
			continue
		}
		from, to := b.s.Units[i].blocks[0].Centre, blocks[0].Centre
		at := b.s.Units[j].blocks[0].Centre
		if to.Minus(at).Square() < from.Minus(at).Square() {
			return false
		}
	}
	return true
}

// fallBackPlaces lists places on the board to which a unit may fall back: straight in each
// direction, as far as possible, half way, and as near as possible.
func (b *Battle) fallBackPlaces(i int) (all []Place) {
	rolled := b.s.Fight.FallBackRoll
	p := &b.s.Units[i]
	for k := range 20 {
		dir := (p.Spots[0][2] + 10 + [20]int{0, 1, 19, 2, 18, 3, 17, 4, 16, 5, 15, 6, 14, 7, 13, 8, 12, 9, 11, 10}[k]) % 20
		for _, d := range slices.Compact([]int{rolled[2], (rolled[1] + rolled[2]) / 2, rolled[1]}) {
			spots := moveSpots(p.Spots, rect.Toward(dir).Times(grainsPerCM*int64(d)))
			if _, fault := b.checkFallBack(i, spots); fault == nil {
				all = append(all, placeOf(spots))
			}
		}
		if len(all) >= 6 {
			break
		}
	}
	return all
}

// placeOf is a place that lists every stand.
func placeOf(spots []Spot) Place {
	p := Place{Form: "irregular", Heading: headingOf(spots[0][2])}
	for _, s := range spots {
		p.Stands = append(p.Stands, Posture{fromBoardUnits(int64(s[0])), fromBoardUnits(int64(s[1])), headingOf(s[2])})
	}
	return p
}

// opponentsOf lists the enemies of the engagement as input of the ruling.
func (b *Battle) opponentsOf(i int) (all []ruling.Opponent) {
	for _, j := range b.s.Fight.Units[opponent(b.info[i].seat)] {
		p := &b.s.Units[j]
		o := ruling.Opponent{
			ID: b.id(j), Type: b.info[j].profile.Type, Flying: b.flies(j), Touched: slices.Contains(b.s.Fight.StartContacts, newContact(i, j)),
			Destroyed: p.Gone, Direction: "same", FrontEdge: !p.Off,
		}
		if o.Type == "artillery" && !p.Gone {
			o.Type = "machines" // artillery that is still there was not beaten, it drew
		}
		if !p.Gone {
			d := max(1, p.Retreated)
			o.RetreatCm = &d
			o.Impassable = b.remembersRetreats() && p.Retreated > 0 && b.crossesClosed(i, j)
		}
		all = append(all, o)
	}
	return all
}

// crossesClosed reports whether an enemy retreated into or through terrain on the board that is
// closed to a pursuer (WR-PUR-5).
func (b *Battle) crossesClosed(pursuer, enemy int) bool {
	p := &b.s.Units[enemy]
	for k, r := range b.blocksOf(enemy, p.Before) {
		if k >= len(p.Spots) {
			break
		}
		step := p.Spots[k].point().Minus(p.Before[k].point())
		if slices.ContainsFunc(b.ground.areas, func(a *terrainArea) bool {
			return !b.mayEnter(pursuer, a) && r.SweepRelation(step, a.block) == rect.Overlap
		}) {
			return true
		}
	}
	return false
}

// winnerInputOf is a unit of the winning side as input of the ruling.
func (b *Battle) winnerInputOf(i int) ruling.WinnerInput {
	return ruling.WinnerInput{
		Round: b.s.Fight.Round, Opponents: b.opponentsOf(i),
		Unit: ruling.WinningUnit{Type: b.info[i].profile.Type, Flying: b.flies(i), Protection: b.protection(i), Engaged: true, AlreadyAdvanced: b.s.Units[i].Advanced},
	}
}

// play moves a winner back into contact (WR-PUR-1 to WR-PUR-19).
func (c Pursue) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, fault := b.choosingUnit(c.Seat, c.Unit)
	if fault != nil {
		return fault
	}
	if fault := rules.ForbidIf(b.s.Fight.Winner < 0, "WR-RES-6", "kind", "nobody pursues after a draw"); fault != nil {
		return fault
	}
	in := b.winnerInputOf(i)
	at := ruling.IndexByID(in.Opponents, c.Target, func(o ruling.Opponent) string { return o.ID })
	if at < 0 {
		return rules.Breaks("WR-PUR-1", "target", "it is not in this engagement")
	}
	if fault := rules.FirstFault(
		b.requireStated(c.FrontEdge != nil, "front_edge_contact_possible"), b.requireStated(c.Impassable != nil, "through_impassable"),
	); fault != nil {
		return fault
	}
	in.Opponents[at].Impassable = in.Opponents[at].Impassable || rules.ValueOr(c.Impassable, false)
	in.Opponents[at].FrontEdge = in.Opponents[at].FrontEdge && rules.ValueOr(c.FrontEdge, true)
	answer := in.Resolve().Opponents[at]
	if !answer.MayPursue {
		return rules.Breaks(answer.Reasons[0], "target", "it may not be pursued")
	}
	e := Pursued{Unit: c.Unit, Target: c.Target, Bonus: answer.BonusPerStand, Form: b.s.Units[i].Form}
	if !b.board {
		if fault := b.checkEnemies(c.Seat, c.Also, "also"); fault != nil {
			return fault
		}
		e.More = c.Also
		t.Emit(e)
		b.nextStep(t)
		return nil
	}
	l, straight, fault := b.pursuitEnd(i, b.find(c.Target))
	if fault == nil {
		fault = rules.ForbidIf(len(c.Also) > 0 && !slices.Equal(c.Also, b.ids(l.alsoTouched)), "WR-PUR-18", "also", "the board says otherwise")
	}
	if fault != nil {
		return fault
	}
	if j := b.find(c.Target); b.placesFreely() && b.s.Units[i].Stands > 1 {
		accept := func(spots []Spot) *rules.Fault { return b.checkPursuitEnd(i, j, spots) }
		if all := b.possible(i, b.pursuitArrangements(i, j), accept); len(all) > 0 {
			l.spots, l.form = b.askArrangement(t, "WR-PUR-13", i, "pursuit-place", all, accept)
			l.alsoTouched = b.othersTouched(i, j, l.spots)
		}
	}
	e.More, e.Straight, e.Spots, e.Form = b.ids(l.alsoTouched), straight, l.spots, l.form
	t.Emit(e)
	b.nextStep(t)
	return nil
}

// play charges with a unit whose opponents are all destroyed (WR-ADV-1 to WR-ADV-8).
func (c Advance) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, fault := b.choosingUnit(c.Seat, c.Unit)
	if fault != nil {
		return fault
	}
	j, fault := b.enemyUnit(c.Seat, c.Target, "target")
	if fault == nil {
		fault = rules.ForbidIf(b.s.Fight.Winner < 0, "WR-RES-6", "kind", "nobody advances after a draw")
	}
	if fault != nil {
		return fault
	}
	in := b.winnerInputOf(i)
	here := rules.Dec(0)
	in.Advance = &here
	answer := in.Resolve().Advance
	if !answer.Allowed {
		return rules.Breaks(answer.Reasons[0], "unit", "it may not advance")
	}
	e := Charged{Unit: c.Unit, Target: c.Target, How: "advance"}
	if b.board {
		if nearer := b.nearerEnemy(i, j, ruling.CM(answer.MaximumCm)); nearer != noUnit {
			return rules.Breaks("WR-ADV-4", "target", "%s is nearer", b.id(nearer))
		}
	}
	charge := Charge{Choice: c.Choice, Side: c.Side, Distance: c.Distance, Visible: c.Visible, Also: c.Also, Shots: c.Shots}
	if fault := b.makeContact(t, e, ruling.CM(answer.MaximumCm), charge, "WR-ADV-4"); fault != nil {
		return fault
	}
	b.nextStep(t)
	return nil
}

// nearerEnemy returns an enemy that is nearer than another and can be charged too, or
// noUnit.
func (b *Battle) nearerEnemy(i, j int, allowance rules.Dec) int {
	limit := b.squaredDistance(i, j)
	for _, k := range b.units(opponent(b.info[i].seat)) {
		if k == j || b.squaredDistance(i, k) >= limit || b.squaredDistance(i, k) == 0 {
			continue
		}
		if _, fault := b.chargeEnd(i, k, allowance, 0, "left"); fault == nil {
			return k
		}
	}
	return noUnit
}
