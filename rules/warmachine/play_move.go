package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// playMove carries out the normal movement of the active unit, or of one of its models
// (WM-ACT-1).
func (b *Battle) playMove(t *rules.Turn, c Move) *rules.Fault {
	i := b.s.Acting
	var room [12]int
	movers, fault := b.movers(c, room[:0])
	if fault != nil {
		return fault
	}
	switch {
	case b.s.Activation.Fighting && c.Movement != rideOn:
		return rules.Breaks("WM-ACTION-2", "movement", "an action was made")
	case c.Movement != ruling.Forfeit && b.inAnyLock(i):
		return rules.Breaks(lockRule, "movement", "it is held, or holds another")
	case len(c.Contacted) > 0 && (b.board || c.Movement != ruling.Charge || !b.combat):
		return rules.Unexpected("contacted")
	}
	if !b.board && (len(c.Path) > 0 || c.Facing != nil) {
		return rules.Unexpected("path")
	}
	switch {
	case c.Movement == ruling.Forfeit && slices.ContainsFunc(movers.list, b.mustReturn):
		return rules.Breaks("WM-UNIT-3", "movement", "a trooper out of formation goes back to its commander")
	case c.Movement == ruling.Forfeit:
		t.Emit(Moved{Unit: b.info[i].id, Model: movers.only(), Movement: ruling.Forfeit, law: law{"WM-ACT-4"}})
		return nil
	case c.Movement == ruling.Charge && b.board:
		fault = b.boardCharge(t, c, movers)
	case c.Movement == ruling.Charge:
		fault = b.statedCharge(t, c, movers)
	case b.board:
		fault = b.boardMove(t, c, movers)
	default:
		fault = b.statedMove(t, c, movers)
	}
	if fault == nil {
		b.lendAfterMove(t)
		b.checkFear(t)
		if b.s.Acting == i {
			b.offerCounterCharges(t)
		}
		b.afterMove(t, i)
	}
	return fault
}

// moverSet is the set of models that move: one, or all that have not moved yet.
type moverSet struct {
	list []int
	one  bool
}

// only returns the index of the single model that moves, or noUnit.
func (m moverSet) only() int {
	if m.one {
		return m.list[0]
	}
	return noUnit
}

// movers returns the models that a command moves, in list if its array is large enough.
func (b *Battle) movers(c Move, list []int) (m moverSet, fault *rules.Fault) {
	i := b.s.Acting
	m.list = list
	if c.Movement == rideOn {
		return b.riders(c, list)
	}
	if c.Who != "" && c.Who != b.info[i].id {
		r, known := b.ids[c.Who]
		switch {
		case !known || r.unit != i || r.model < 0:
			return m, ruling.BadValue("who", "%q is no model of it", c.Who)
		case !b.modelInPlay(r):
			return m, rules.Breaks("WM-ACTP-5", "who", "%q is destroyed", c.Who)
		case b.s.Activation.Solo > 0 && r != b.active():
			return m, rules.Breaks("WM-ACT-3", "who", "%q is not the one that is active", c.Who)
		case b.model(r).helpless():
			return m, rules.Breaks(b.model(r).idleRule(), "who", "%q cannot move", c.Who)
		case b.s.Activation.Models[r.model].Movement != "":
			return m, rules.Breaks("WM-ACT-1", "movement", "the movement is used")
		}
		return moverSet{append(list, r.model), true}, nil
	}
	if m.list = b.unmoved(m.list); len(m.list) == 0 {
		return m, rules.Breaks("WM-ACT-1", "movement", "the movement is used")
	}
	m.one = b.alone()
	return m, nil
}

// unmoved adds the models of the active unit that have not moved yet.
func (b *Battle) unmoved(list []int) []int {
	for k := range b.s.Activation.Models {
		if m := b.model(modelRef{b.s.Acting, k}); b.s.Activation.Models[k].Movement == "" && !m.Gone && !m.helpless() {
			list = append(list, k)
		}
	}
	return list
}

// leastReturn is the shortest way that a trooper out of formation can be made to go.
const leastReturn = ruling.Inch / 10

// mustReturn reports whether model k of the active unit is out of formation and has yet to
// spend its normal movement on going back to its commander (WM-UNIT-3). On a board it need not
// when something bars the way to the commander; at a table the players see that. Once a trooper has
// acted no other moves any more, even if that has cleared its way (WM-UNIT-5).
func (b *Battle) mustReturn(k int) bool {
	d, r := &b.s.Activation.Models[k], modelRef{b.s.Acting, k}
	if !d.OutOfFormation || d.Movement != "" || b.s.Activation.Fighting || !b.sinceVersion5() || !b.modelInPlay(r) || b.model(r).helpless() {
		return false
	}
	return !b.board || b.wayHome(r) >= leastReturn
}

// wayHome returns how far a trooper can advance straight toward its commander.
func (b *Battle) wayHome(r modelRef) ruling.Inches {
	v := b.model(b.lead(r.unit)).at().Minus(b.model(r).at())
	far := v.Length()
	if far == 0 {
		return 0
	}
	way := ruling.Course{From: b.model(r).at(), Ux: float64(v.X) / far, Uy: float64(v.Y) / far, Radius: b.info[r.unit].radius}
	free := b.freeDistance(r, way, min(b.lengthened(r.unit, b.spd(r.unit))-stopGap, ruling.RoundInches(far)))
	if b.hasObstacles() && b.barred(way.From, way.At(free), way.Radius, true) {
		return 0
	}
	return free
}

// firstToReturn returns the first model of the active unit that must go back to its
// commander, or noUnit.
func (b *Battle) firstToReturn() int {
	for k := range b.s.Activation.Models {
		if b.mustReturn(k) {
			return k
		}
	}
	return noUnit
}

// returnRefusal refuses actions while a trooper out of formation has not gone back: all
// troopers move before the first one acts (WM-UNIT-3, WM-UNIT-5).
func (b *Battle) returnRefusal() *rules.Fault {
	k := b.firstToReturn()
	if k == noUnit {
		return nil
	}
	return rules.Breaks("WM-UNIT-3", "", "%s first goes back to its commander", b.info[b.s.Acting].models[k])
}

// moveAllowance returns how far model k of the active unit may move by a kind of movement,
// or the rule that forbids it (WM-ADV-1 to WM-RUN-7, WM-UNIT-3).
func (b *Battle) moveAllowance(k int, movement string) (far ruling.Inches, rule string) {
	i := b.s.Acting
	p, d := &b.info[i].profile, &b.s.Activation.Models[k]
	trooper, spd := p.Kind == "unit", b.spd(i)
	lame := b.mayNotRunOrCharge(i)
	switch movement {
	case rideOn:
		return ruling.Inches(spd) * ruling.Inch, ""
	case ruling.FullAdvance:
		return b.lengthened(i, spd), ""
	}
	switch {
	case b.s.Activation.UsedMagic && b.sinceVersion4():
		return 0, "WM-RUN-3"
	case lame:
		return 0, "WM-RUN-5"
	case d.Done: // it stands up in place of its action
		return 0, "WM-RUN-4"
	case p.Kind == "warjack" && b.s.Units[i].Focus == 0:
		return 0, "WM-RUN-6"
	case trooper && !d.OutOfFormation && b.s.Activation.Order == "none":
		return 0, "WM-RUN-7"
	}
	return b.lengthened(i, 2*spd), ""
}

// lengthened returns a normal movement of a number of inches with what lengthens or shortens
// it (WM-MOVE-9, WM-RUN-2).
func (b *Battle) lengthened(i, inches int) ruling.Inches {
	return ruling.Inches(max(0, inches+b.effectBonus(i, "move"))) * ruling.Inch
}

// mayNotRunOrCharge reports whether a unit may neither run nor charge: its movement is
// crippled (WM-X-GRID-4), or a spell forbids it.
func (b *Battle) mayNotRunOrCharge(i int) bool {
	return b.combat && (b.crippled(i, movementSystem) || b.effectBonus(i, "slow") != 0)
}

// statedMove carries out a full advance or run on a measured table.
func (b *Battle) statedMove(t *rules.Turn, c Move, movers moverSet) *rules.Fault {
	i := b.s.Acting
	for _, k := range movers.list {
		far, rule := b.moveAllowance(k, c.Movement)
		switch {
		case rule != "":
			return rules.Breaks(rule, "movement", "it may not %s", c.Movement)
		case ruling.InchesOf(c.Distance) > far:
			return rules.Breaks("WM-MOVE-8", "distance", "it moves %s inches at most", far)
		}
	}
	strikers, fault := b.statedStrikers(c)
	if fault != nil {
		return fault
	}
	b.payMove(t, i, c.Movement)
	if b.tableRemembers() && b.combat {
		b.advanceStated(t, Moved{Unit: b.info[i].id, Model: movers.only(), Movement: c.Movement, Distance: c.Distance, law: law{moveRule(c.Movement)}}, movers, strikers)
		return nil
	}
	if b.combat {
		for _, r := range strikers {
			if target := (modelRef{i, movers.list[0]}); b.modelInPlay(r) && b.modelInPlay(target) && b.freeStrike(t, r, target) {
				return nil
			}
		}
	}
	if !b.modelInPlay(modelRef{i, movers.list[0]}) && movers.one || !b.unitInPlay(i) {
		return nil
	}
	t.Emit(Moved{Unit: b.info[i].id, Model: movers.only(), Movement: c.Movement, Distance: c.Distance, law: law{moveRule(c.Movement)}})
	return nil
}

// statedStrikers returns the enemies that a command names as able to make a free strike.
func (b *Battle) statedStrikers(c Move) (list []modelRef, fault *rules.Fault) {
	for _, id := range c.Strikers {
		r, known := b.findModel(id)
		if !known || !b.hostile(b.info[b.s.Acting].seat, b.info[r.unit].seat) || !b.modelInPlay(r) {
			return nil, ruling.BadValue("strikers", "%q is no enemy", id)
		}
		list = append(list, r)
	}
	return list, nil
}

// moveRule returns the rule of a kind of movement.
func moveRule(movement string) string {
	switch movement {
	case ruling.Run:
		return "WM-RUN-1"
	case rideOn:
		return cavalryRule
	}
	return "WM-ADV-1"
}

// payMove pays for a run of a warjack (WM-RUN-6).
func (b *Battle) payMove(t *rules.Turn, i int, movement string) {
	if movement == ruling.Run && b.info[i].profile.Kind == "warjack" {
		t.Emit(FocusSpent{b.info[i].id, ruling.Run, 1, law{"WM-FOCUS-3"}})
	}
}

// afterMove ends the activation when no model can do anything more: each ran, failed its
// charge, or was destroyed.
func (b *Battle) afterMove(t *rules.Turn, i int) {
	if b.s.Acting != i || b.s.Pending != nil {
		return
	}
	rule := activationOver
	for k := range b.s.Activation.Models {
		d := &b.s.Activation.Models[k]
		if b.s.Units[i].Models[k].Gone {
			continue
		}
		if !d.Done || d.Movement == "" {
			return
		}
		if d.Movement == ruling.Run {
			rule = "WM-RUN-3"
		} else if d.Movement == ruling.Charge {
			rule = failedChargeRule
		}
	}
	b.endActivation(t, rule)
}

// boardMove carries out a full advance or run on a board: of one model along its path, or of
// all that have not moved, by the same vector as their commander or as far along it as each
// can.
func (b *Battle) boardMove(t *rules.Turn, c Move, movers moverSet) *rules.Fault {
	i := b.s.Acting
	if len(c.Path) == 0 {
		return rules.Missing("path")
	}
	if !movers.one {
		return b.moveTogether(t, c, movers.list)
	}
	k := movers.list[0]
	e, fault := b.checkWay(k, c)
	if fault != nil {
		return fault
	}
	b.payMove(t, i, c.Movement)
	b.moveModel(t, modelRef{i, k}, e)
	return nil
}

// checkWay checks the path of one model and returns its movement.
func (b *Battle) checkWay(k int, c Move) (e Moved, fault *rules.Fault) {
	r := modelRef{b.s.Acting, k}
	far, rule := b.moveAllowance(k, c.Movement)
	if rule != "" {
		return e, rules.Breaks(rule, "movement", "it may not %s", c.Movement)
	}
	from := b.model(r).at()
	var room [4]ruling.Point
	way := append(append(room[:0], from), c.Path...)
	var length, cost ruling.Inches
	if x := &b.memo; b.recording && x.straightWay && x.stamp == b.stamp && x.who == r && x.moved.Movement == c.Movement && len(c.Path) == 1 && c.Path[0] == x.goal {
		length = ruling.PointDistance(from, x.goal)
	} else {
		length, cost, rule = b.measureWay(r, way)
	}
	switch {
	case rule != "":
		return e, rules.Breaks(rule, "path", "something is in the way")
	case cost > far:
		return e, rules.Breaks("WM-MOVE-8", "path", "it moves %s inches at most", far)
	case c.Distance != 0 && ruling.InchesOf(c.Distance) != length:
		return e, rules.Breaks("WM-MOVE-8", "distance", "the way is %s inches long", length)
	}
	if b.s.Activation.Models[k].OutOfFormation {
		rule := ""
		switch {
		case length > 0:
			rule = b.formationRule(r, way, c.Movement)
		case b.mustReturn(k):
			rule = "WM-UNIT-3"
		}
		if rule != "" {
			return e, rules.Breaks(rule, "path", "it must go toward its commander")
		}
	}
	end := way[len(way)-1]
	spot := Spot{end.X, end.Y, b.model(r).Facing}
	if last := end.Minus(way[len(way)-2]); last != (ruling.Point{}) {
		spot.Facing = ruling.Heading(float64(last.X), float64(last.Y))
	}
	if c.Facing != nil {
		facing := ruling.Degrees(*c.Facing * 1000 / rules.One).Whole()
		if length > 0 && b.keepsFacing(k, c.Movement) && facing != spot.Facing {
			return e, rules.Breaks("WM-REST-3", "facing", "it goes on facing its commander")
		}
		spot.Facing = facing
	}
	e = Moved{
		Unit: b.info[r.unit].id, Model: k, Movement: c.Movement, Distance: length.Dec(), To: &spot, law: law{moveRule(c.Movement)},
	}
	if len(way) > 2 {
		e.Via = slices.Clone(way[1 : len(way)-1])
	}
	return e, nil
}

// keepsFacing reports whether a model may not turn after its movement, because it ran directly
// toward its commander (WM-REST-3).
func (b *Battle) keepsFacing(k int, movement string) bool {
	return b.sinceVersion5() && movement == ruling.Run && b.s.Activation.Models[k].OutOfFormation
}

// formationRule returns the rule that a trooper out of formation breaks when it does not
// move toward its commander, or run directly toward it (WM-UNIT-3, WM-REST-1, WM-REST-2), or
// "".
func (b *Battle) formationRule(r modelRef, way []ruling.Point, movement string) string {
	lead := b.model(b.lead(r.unit))
	kind := "toward"
	if movement == ruling.Run {
		kind = "directly-toward"
	}
	if x := (ruling.Restriction{Kind: kind, Place: ruling.Place{X: lead.X, Y: lead.Y}}); !x.Obeyed(way) {
		return x.Rule()
	}
	return ""
}

// measureWay returns the length of a path, what it costs, and the rule that it breaks, or
// "": it may not lead over a base or through terrain that bars it (WM-MOVE-2), nor end on an
// obstacle or off the table.
func (b *Battle) measureWay(r modelRef, way []ruling.Point) (length, cost ruling.Inches, rule string) {
	radius := b.info[r.unit].radius
	far, slow := 0.0, ruling.Inches(0)
	for n, to := range way[1:] {
		from := way[n]
		if !b.onTable(to, radius) {
			return 0, 0, "WM-MOVE-2"
		}
		far += to.Minus(from).Length()
		if b.hasObstacles() {
			if b.barred(from, to, radius, n == len(way)-2) {
				return 0, 0, "WM-X-TER-2"
			}
			slow += b.rough(from, to)
		}
		if b.runsInto(r, from, to, 0) {
			return 0, 0, "WM-MOVE-2"
		}
	}
	length = ruling.RoundInches(far)
	cost = length
	if b.combat && slow > 0 && !b.info[r.unit].profile.hasAbility("pathfinder") {
		cost += ruling.RoughTerrainCost(min(slow, length))
	}
	return length, cost, ""
}

// runsInto reports whether a straight path of a model leads over a base of size least or
// larger.
func (b *Battle) runsInto(r modelRef, from, to ruling.Point, least int) bool {
	radius := b.info[r.unit].radius
	lowX, highX := min(from.X, to.X)-radius, max(from.X, to.X)+radius
	lowY, highY := min(from.Y, to.Y)-radius, max(from.Y, to.Y)+radius
	for i := range b.s.Units {
		t, other := &b.s.Units[i], b.info[i].radius
		if t.Left == 0 || b.info[i].base < least || b.extent(i).outside(lowX, highX, lowY, highY, other) {
			continue
		}
		for k := range t.Models {
			m := &t.Models[k]
			if m.Gone || m.X+other < lowX || m.X-other > highX || m.Y+other < lowY || m.Y-other > highY || i == r.unit && k == r.model {
				continue
			}
			if ruling.RoundInches(ruling.SegmentDistance(m.at(), from, to))+ruling.ContactTolerance < radius+other {
				return true
			}
		}
	}
	return false
}

// moveModel moves a model, unless a free strike stops it.
func (b *Battle) moveModel(t *rules.Turn, r modelRef, e Moved) {
	if b.combat && b.takeFreeStrikes(t, r, e) {
		if !b.modelInPlay(r) {
			return
		}
		if e.Distance, e.Via = 0, nil; b.board {
			e.To = b.standing(r)
		}
		if e.Movement == ruling.Charge && b.sinceVersion5() {
			e.Law = failedChargeRule
		}
	}
	t.Emit(e)
}
