package warcry

import (
	"cmp"
	"math"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// measuredMove is a move action with its facts, ready for the rules of movement.
type measuredMove struct {
	ruling.MoveInput
	to       Point
	part     int       // the terrain part climbed at the end, or noUnit
	treasure rules.Dec // least distance to the treasure that is picked up
	landings uint32    // bits of the legs that end on a surface, where a jump ends
}

// movement returns the Move of a fighter by its profile or damage table, changed by the twist.
func (b *Battle) movement(i int) int {
	m := b.stats(i).movement
	if t := &b.field.Twist; t.Kind == "move" {
		if t.Amount < 0 {
			return ruling.WithPenalty(m, -t.Amount, 3)
		}
		return min(30, m+t.Amount)
	}
	return m
}

// mover returns a fighter about to move, as input for the rulings.
func (b *Battle) mover(i int) ruling.Mover {
	w := &b.s.Fighters[i]
	return ruling.Mover{
		Movement: b.movement(i), Runemarks: b.info[i].profile.Runemarks, Ropes: min(60, w.Ropes), Rush: b.s.Act.Rush,
		MoveModifier: b.abilityBonus("move"), Carrying: w.Carrying >= 0, Health: b.health(i),
	}
}

// statedMove returns a move with the facts that the players state.
func (b *Battle) statedMove(c *Move, i int, legs []ruling.PathSegment) (measuredMove, *rules.Fault) {
	w := measuredMove{MoveInput: ruling.MoveInput{Fighter: b.mover(i), NearestEnemyAtStart: c.NearestEnemy, StartsClimbingOn: b.s.Fighters[i].ClimbsOn}, part: noUnit}
	for k := range c.Path {
		l := &c.Path[k]
		s := ruling.PathSegment{
			Type: l.Type, Horizontal: valueOr(l.Horizontal, 0), Up: valueOr(l.Up, 0), Down: valueOr(l.Down, 0), On: cmp.Or(l.On, "obstacle"),
			InContact: valueOr(l.InContact, true), MaxGap: valueOr(l.MaxGap, 0), Through: l.Through,
			ClearsOpening: valueOr(l.ClearsOpening, true), CentreOnSurface: valueOr(l.CentreOnSurface, true), OffBoard: valueOr(l.OffBoard, false),
		}
		if s.Up > 0 && s.Down > 0 {
			return w, rules.Faultf(rules.OutOfRange, rules.At("path", k)+".down", "a leg does not rise and sink")
		}
		legs = append(legs, s)
		if l.To != nil {
			w.to = *l.To
		}
	}
	w.Path = legs
	w.End, w.EndDrop = cmp.Or(c.End, "surface"), valueOr(c.EndDrop, 0)
	w.CentreAfterDrop, w.BaseWhollyOnSurface = valueOr(c.CentreAfterDrop, true), valueOr(c.WhollyOnSurface, true)
	w.treasure = valueOr(c.TreasureDistance, 0)
	if c.PickUp != "" && b.tableKnows() {
		if f := stated("treasure_distance", c.TreasureDistance); f != nil {
			return w, f
		}
	}
	return w, b.knownMove(c, i, &w)
}

// measureMove measures a move on the board leg by leg, or returns a fault for facts that
// contradict the board.
func (b *Battle) measureMove(c *Move, i int, legs []ruling.PathSegment) (measuredMove, *rules.Fault) {
	me := &b.s.Fighters[i]
	w := measuredMove{MoveInput: ruling.MoveInput{Fighter: b.mover(i), StartsClimbingOn: me.ClimbsOn}, to: me.At, part: me.Climbing}
	if c.NearestEnemy != nil || b.engaged(i) { // otherwise the distance of the enemy does not matter
		d := measuredDec(b.nearestEnemy(me.seat, me.base))
		w.NearestEnemyAtStart = &d
		if f := lengthFact("nearest_enemy", "WC-MOVE-7", c.NearestEnemy, d); f != nil {
			return w, f
		}
	}
	token := b.treasure(c.PickUp)
	w.treasure = 1000 * rules.One
	start := w.to // of the jump
	for k := range c.Path {
		l := &c.Path[k]
		if l.To == nil {
			return w, rules.Faultf(rules.MissingField, rules.At("path", k)+".to", "is needed on a board")
		}
		s, part, fault := b.measureLeg(i, w.to, l)
		if fault != nil {
			fault.Field = rules.Join(rules.At("path", k), fault.Field)
			return w, fault
		}
		flies := k > 0 && l.Type == "jump" && c.Path[k-1].Type == "jump" && w.landings>>(k-1)&1 == 0
		switch {
		case !flies:
			start = w.to
		case b.exactTerrain() && turns(start, w.to, *l.To):
			return w, rules.Breaks("WC-MOVE-9", rules.At("path", k), "a jump goes in a straight line")
		}
		if token >= 0 {
			w.treasure = min(w.treasure, measuredDec(b.closestApproach(i, w.to, *l.To, b.s.Treasures[token].At, l.Type == "jump")))
		}
		legs = append(legs, s)
		w.to, w.part = *l.To, part
		if l.Type == "jump" {
			if lands, _ := b.onSurface(w.to.flat(), w.to.z()); lands {
				w.landings |= 1 << k
			}
		}
	}
	w.Path = legs
	b.findLanding(i, &w)
	if c.PickUp != "" {
		if f := lengthFact("treasure_distance", "WC-TRE-1", c.TreasureDistance, w.treasure); f != nil {
			return w, f
		}
	}
	return w, rules.FirstFault(wordFact("end", "WC-MOVE-8", c.End, w.End), lengthFact("end_drop", "WC-MOVE-10", c.EndDrop, w.EndDrop),
		equalFact("base_wholly_on_surface", "WC-MON-7", c.WhollyOnSurface, w.BaseWhollyOnSurface))
}

// turns reports whether a jump from one point to another leaves the straight line on its way, seen
// from above, by more than the rounding of positions.
func turns(start, via, to Point) bool { return toSegment(via.flat(), start.flat(), to.flat()) > 0.002 }

// closestApproach returns the least distance between a marker and a base that moves in a straight
// line.
func (b *Battle) closestApproach(i int, from, to, marker Point, jumps bool) float64 {
	if jumps && b.exactTerrain() && from.Z > to.Z { // it goes level first and sinks at its end
		edge := Point{to.X, to.Y, from.Z}
		return min(b.closestApproach(i, from, edge, marker, false), b.closestApproach(i, edge, to, marker, false))
	}
	h := max(0, toSegment(marker.flat(), from.flat(), to.flat())-b.info[i].radius)
	lo, hi := min(from.z(), to.z()), max(from.z(), to.z())
	return math.Hypot(h, max(0, lo-marker.z(), marker.z()-hi))
}

// measureLeg measures one leg of a path on the board. Part is the terrain part that is climbed, or
// noUnit.
func (b *Battle) measureLeg(i int, from Point, l *Leg) (s ruling.PathSegment, part int, fault *rules.Fault) {
	to, r := *l.To, b.info[i].radius
	p, q := from.flat(), to.flat()
	s = ruling.PathSegment{Type: l.Type, Horizontal: roundOutward(q.sub(p).length()), On: "obstacle", InContact: true, ClearsOpening: true, CentreOnSurface: true}
	s.Up, s.Down = max(0, to.Z-from.Z), max(0, from.Z-to.Z)
	s.OffBoard = !b.onBattlefield(q, r)
	part = noUnit
	switch l.Type {
	case "normal":
		s.Through = b.obstacleOnWay(i, p, q, from.z(), noUnit)
		if s.Through == "terrain" && b.exactTerrain() {
			if k := b.passageOnWay(i, p, q, from.z()); k >= 0 {
				s.Through = b.parts[k].kind
			}
		}
		s.CentreOnSurface = to.Z == from.Z && b.isLevel(p, q, from.z())
		if s.Through == "arch" || s.Through == "door-open" || s.Through == "door-closed" {
			s.ClearsOpening = b.obstacleOnWay(i, q, q, to.z(), noUnit) == ""
		}
	case "jump":
		s.Through = b.obstacleOnWay(i, p, q, from.z(), noUnit)
		if b.fighterOnWay(i, q, q, to.z(), b.info[i].height+s.Down.Float()) >= 0 {
			s.Through = "fighter"
		}
		if s.Through == "" && b.exactTerrain() && b.bodyBelow(i, q, from.z(), to.z()) {
			s.Through = "terrain"
		}
	case "climb":
		if part = b.partIndex(l.Part); part < 0 || !b.partStands(part) {
			return s, noUnit, rules.Faultf(rules.OutOfRange, "part", "no terrain part %q", l.Part)
		}
		if b.parts[part].low && b.exactTerrain() {
			return s, noUnit, rules.Breaks("WC-MOVE-11", "part", "low terrain is no obstacle")
		}
		b.measureClimb(i, part, from, to, &s)
	case "fly":
		if b.fighterOnWay(i, q, q, to.z(), b.info[i].height) >= 0 || b.obstacleOnWay(i, q, q, to.z(), noUnit) == "terrain" {
			return s, noUnit, rules.Breaks("WC-MOVE-15", "to", "there is no room to land")
		}
	}
	return s, part, l.contradicts(&s)
}

// isLevel reports whether a base centre stays on the floor or on platforms of one height all along
// a straight line (WC-MOVE-8).
func (b *Battle) isLevel(p, q vec, z float64) bool {
	if z < tolerance {
		return true
	}
	n := 1 + int(q.sub(p).length()/0.25)
	for k := 0; k <= n; k++ {
		if ok, _ := b.onSurface(p.to(q, float64(k)/float64(n)), z); !ok {
			return false
		}
	}
	return true
}

// climbKind returns what a climber climbs on a terrain part of a kind, as input for the rulings.
func climbKind(kind string) string {
	switch kind {
	case "stairs", "ladder", "deadly":
		return kind
	case "unclimbable", "arch", "door-open", "door-closed":
		return "unclimbable"
	}
	return "obstacle"
}

// measureClimb measures a climb along a part (WC-MOVE-11).
func (b *Battle) measureClimb(i, part int, from, to Point, s *ruling.PathSegment) {
	k, r := &b.parts[part], b.info[i].radius
	s.On = climbKind(k.kind)
	gap := func(at Point) float64 {
		return max(0, k.distance(at.flat(), at.flat())-r, at.z()-k.top, k.bottom-at.z())
	}
	s.InContact = gap(from) <= 0.05
	s.MaxGap = measuredDec(max(gap(from), gap(to)))
	if b.exactTerrain() {
		s.Through = b.obstacleOnClimb(i, part, from, to)
		return
	}
	s.Through = b.obstacleOnWay(i, from.flat(), to.flat(), max(from.z(), to.z()), part)
	if s.Through != "fighter" && s.Through != "terrain" {
		s.Through = ""
	}
}

// climbSlice is the greatest length of the pieces in which a slanting climb is measured, in inches.
const climbSlice = 0.05

// obstacleOnClimb returns what a climber passes through on a straight way: "fighter", "terrain" or
// "". Nobody climbs through what is climbed either, except that stairs are climbed along their
// steps, between the other parts of their feature (WC-MOVE-4, WC-MOVE-5, WC-MOVE-11).
func (b *Battle) obstacleOnClimb(i, part int, from, to Point) string {
	p, q := from.flat(), to.flat()
	pieces := 1
	if from.Z != to.Z && p != q {
		pieces += int(max(q.sub(p).length(), math.Abs(to.z()-from.z())) / climbSlice)
	}
	for n := range pieces {
		t0, t1 := float64(n)/float64(pieces), float64(n+1)/float64(pieces)
		z0, z1 := from.z()+(to.z()-from.z())*t0, from.z()+(to.z()-from.z())*t1
		if through := b.obstacleInSlice(i, part, p.to(q, t0), p.to(q, t1), min(z0, z1), max(z0, z1)); through != "" {
			return through
		}
	}
	return ""
}

// obstacleInSlice returns what a climber passes through between two points and two heights.
func (b *Battle) obstacleInSlice(i, part int, p, q vec, low, high float64) string {
	w := &b.s.Fighters[i]
	if b.fighterOnWay(i, p, q, low, w.h+high-low) >= 0 {
		return "fighter"
	}
	steps, way := b.parts[part].kind == "stairs", wayBox(p, q, w.base.Radius)
	for k := range b.parts {
		s := &b.parts[k]
		if b.beside(k, &way) || s.low || s.passage || !b.partStands(k) || steps && b.featureOf(k) == b.featureOf(part) || s.top <= low+1e-3 || s.bottom >= high+w.h-1e-3 {
			continue
		}
		if !s.clears(p, q, w.r-tolerance) {
			return "terrain"
		}
	}
	return ""
}

// contradicts returns a fault for stated facts of a leg that differ from those on the board.
func (l *Leg) contradicts(s *ruling.PathSegment) *rules.Fault {
	return rules.FirstFault(
		lengthFact("horizontal", "WC-MOVE-1", l.Horizontal, s.Horizontal),
		lengthFact("up", "WC-MOVE-11", l.Up, s.Up),
		lengthFact("down", "WC-MOVE-9", l.Down, s.Down),
		lengthFact("max_gap", "WC-MOVE-11", l.MaxGap, s.MaxGap),
		wordFact("on", "WC-MOVE-11", l.On, s.On),
		equalFact("in_contact", "WC-MOVE-11", l.InContact, s.InContact),
		wordFact("through", "WC-MOVE-5", l.Through, s.Through),
		equalFact("clears_opening", "WC-TER-15", l.ClearsOpening, s.ClearsOpening),
		equalFact("centre_on_surface", "WC-MOVE-8", l.CentreOnSurface, s.CentreOnSurface),
		equalFact("off_board", "WC-MOVE-6", l.OffBoard, s.OffBoard),
	)
}

// findLanding sets where and how a path ends.
func (b *Battle) findLanding(i int, w *measuredMove) {
	p, z, r := w.to.flat(), w.to.z(), b.info[i].radius
	w.CentreAfterDrop, w.BaseWhollyOnSurface = true, true
	last := w.Path[len(w.Path)-1].Type
	for k := range b.parts {
		if s := &b.parts[k]; s.kind == "unclimbable" && math.Abs(s.top-z) < 1e-3 && b.partStands(k) && s.holds(p) {
			w.End = "unclimbable"
			return
		}
	}
	if ok, _ := b.onSurface(p, z); ok {
		w.End, w.part = "surface", noUnit
		w.BaseWhollyOnSurface = !b.info[i].monster || b.whollyOnSurface(p, z, r)
		return
	}
	if last == "climb" {
		w.End = "climbing"
		return
	}
	w.part = noUnit
	below, statue := 0.0, false
	base := wayBox(p, p, b.s.Fighters[i].base.Radius)
	for k := range b.parts {
		s := &b.parts[k]
		body := b.exactTerrain() && !s.low && !s.passage // it stops a base that sinks onto it (WC-MOVE-10)
		if b.beside(k, &base) || !s.platform && !body || !b.partStands(k) || s.clears(p, p, r-tolerance) {
			continue
		}
		if s.platform && math.Abs(s.top-z) < 1e-3 {
			w.End = "overhang"
			return
		}
		if s.top < z+1e-3 && s.top > below {
			below, statue = s.top, s.kind == "unclimbable" && s.holds(p)
		}
	}
	w.EndDrop, w.to.Z = thousandths(z-below), thousandths(below)
	if statue {
		w.End = "unclimbable"
		return
	}
	w.End = "air"
	w.CentreAfterDrop, _ = b.onSurface(p, below)
}

// moveFacts returns a move with its facts, measured on the board or stated by the players.
func (b *Battle) moveFacts(c *Move, i int, legs []ruling.PathSegment) (measuredMove, *rules.Fault) {
	if b.board {
		return b.measureMove(c, i, legs)
	}
	return b.statedMove(c, i, legs)
}

// playMove makes a move action (WC-MOVE-1 to WC-MOVE-16).
func (b *Battle) playMove(t *rules.Turn, c Move, i int) *rules.Fault {
	if f := b.mayAct(i, c.Bonus, "move"); f != nil {
		return f
	}
	var buffer [4]ruling.PathSegment
	w, fault := b.moveFacts(&c, i, buffer[:0])
	if fault != nil {
		return fault
	}
	if fs := w.Faults(); len(fs) > 0 {
		field := "path"
		if fs[0].Segment != nil {
			field = rules.At("path", *fs[0].Segment)
		}
		return rules.Breaks(fs[0].Rule, field, "the move is forbidden")
	}
	if f := b.mayPickUp(&c, i, w.treasure); f != nil {
		return f
	}
	e := Moved{Fighter: b.id(i), To: w.to, Cost: thousandths(w.Cost()), Bonus: c.Bonus}
	if b.tableKnows() {
		if e.Near = valueOr(c.EndsNear, nil); !b.askContact(t, c.Seat, len(e.Near)) {
			return nil
		}
	}
	if w.End == "climbing" {
		e.On = w.Path[len(w.Path)-1].On
		if w.part >= 0 {
			e.Part = b.field.Terrain[w.part].ID
		}
	}
	t.Emit(e)
	if c.PickUp != "" {
		t.Emit(PickedUp{Fighter: b.id(i), Treasure: c.PickUp})
	}
	b.resolveHazards(t, i, b.moveHazards(&w))
	if rule := w.FallRule(); rule != "" && b.inPlay(i) {
		cause := "move-end"
		if rule == "WC-TER-10" {
			cause = "unclimbable"
		}
		b.fall(t, i, cause)
	}
	return nil
}

// moveHazards returns the hazards of a path and its end, in the order of their dice. A jump is
// measured as a whole: its legs through the air and the drop at its end are one descent, and a
// descent of 2 inches or more deals impact damage once (WC-MOVE-9, WC-MOVE-10). In a measured
// battle players state a landing between two jumps as a normal leg.
func (b *Battle) moveHazards(w *measuredMove) []ruling.LabelledHazard {
	if b.setup.Version < wholeJumps {
		return w.Hazards()
	}
	m := w.MoveInput
	m.Path = make([]ruling.PathSegment, 0, len(w.Path))
	for k, s := range w.Path {
		last := len(m.Path) - 1
		if k > 0 && s.Type == "jump" && w.Path[k-1].Type == "jump" && w.landings>>(k-1)&1 == 0 {
			m.Path[last].Down += s.Down
			continue
		}
		m.Path = append(m.Path, s)
	}
	if last := len(m.Path) - 1; m.End == "air" && m.Path[last].Type == "jump" {
		m.Path[last].Down += m.EndDrop
		m.EndDrop = 0
	}
	return m.Hazards()
}

// resolveHazards carries out the hazards of a move one after the other (WC-TER-8, WC-IMP-1).
func (b *Battle) resolveHazards(t *rules.Turn, i int, hazards []ruling.LabelledHazard) {
	for k := range hazards {
		if !b.inPlay(i) {
			return
		}
		h := b.health(i)
		before := h.Allocated
		ruling.ThrowHazards(t.Roller, &h, hazards[k:k+1], true)
		cause := "impact"
		if hazards[k].Hazard == ruling.Deadly {
			cause = "deadly-terrain"
		}
		b.allocateDamage(t, i, h.Allocated-before, noUnit, cause)
	}
}
