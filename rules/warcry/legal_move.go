package warcry

import (
	"math"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// Ideas of moves on a board; more follow for the pick-up of each treasure.
const (
	toEnemy = iota // into contact with the nearest enemy
	toMarker
	forward
	rightward
	leftward
	climbing
	jumping   // four directions
	moveIdeas = jumping + 4
)

// readyMoves computes what all moves of the fighter have in common and returns the number of
// ideas.
func (s *sampler) readyMoves() (ideas int) {
	b := s.b
	if !b.board {
		return 1
	}
	m := b.mover(s.i)
	s.reach, s.kind = float64(m.MoveInForce()), "normal"
	if b.info[s.i].fly && !m.Carrying {
		s.kind = "fly"
	}
	return moveIdeas + len(b.s.Treasures)
}

// tryMove adds the move of idea k.
func (s *sampler) tryMove(k int) {
	b, me := s.b, &s.b.s.Fighters[s.i]
	if !b.board {
		s.findStatedMoves()
		if !s.single {
			legs := make([]Leg, len(s.moves))
			for n, m := range s.moves {
				s.list = append(s.list, s.statedCommand(m, legs[n:n+1:n+1]))
			}
		}
		return
	}
	switch {
	case k == climbing:
		s.climbs()
	case k >= jumping && k < moveIdeas:
		if me.At.Z > 0 && me.ClimbsOn == "" {
			s.jump(k - jumping)
		}
	case me.ClimbsOn != "" && s.kind != "fly": // it can only climb on
	case k == toEnemy:
		s.toEnemy()
	case k == toMarker:
		s.toMarker()
	case k == forward:
		ahead := 30.0
		if b.spot(b.info[s.i].seat, 0).Y > b.field.Length/2 {
			ahead = -ahead
		}
		s.straight(vec{me.pos.x, me.pos.y + ahead}, 0, "")
	case k == rightward:
		s.straight(vec{me.pos.x + 30, me.pos.y}, 0, "")
	case k == leftward:
		s.straight(vec{me.pos.x - 30, me.pos.y}, 0, "")
	default:
		s.toTreasure(k - moveIdeas)
	}
}

// addMove adds a move along legs and reports whether the rules allow it.
func (s *sampler) addMove(pickUp string, legs ...Leg) bool {
	c := Move{fighterCommand: s.b.fighterCommand(s.i), Bonus: s.bonusMove, Path: legs, PickUp: pickUp}
	var buffer [4]ruling.PathSegment
	w, fault := s.b.measureMove(&c, s.i, buffer[:0])
	if fault != nil || len(w.Faults()) > 0 || s.b.mayPickUp(&c, s.i, w.treasure) != nil {
		return false
	}
	s.collect(c)
	return true
}

// straight adds a straight move towards a point that stops at least stop inches before it or,
// when that is not allowed, half of that move. It tests a single level leg itself, which is
// faster than addMove.
func (s *sampler) straight(to vec, stop float64, pickUp string) {
	b, from := s.b, s.b.s.Fighters[s.i].At
	p := from.flat()
	d := to.sub(p)
	l := d.length()
	if l < 0.02 { // it stands there already: a small step aside
		d, l = vec{x: 1}, 1
	}
	far := min(l-stop, s.reach) - 2e-3
	if far < 0.2 && pickUp == "" {
		return
	}
	far = max(far, 0.1)
	for range 2 {
		at := pointAt(p.add(d.scale(far/l)), 0)
		at.Z = from.Z
		if s.kind == "fly" {
			at.Z = b.topAt(at.flat())
		}
		if s.canGo(p, at) {
			if pickUp == "" {
				way := &struct {
					leg [1]Leg
					at  Point
				}{at: at}
				way.leg[0].Type, way.leg[0].To = s.kind, &way.at
				s.collect(Move{fighterCommand: b.fighterCommand(s.i), Bonus: s.bonusMove, Path: way.leg[:]})
				return
			}
			to := at
			if s.addMove(pickUp, Leg{Type: s.kind, To: &to}) {
				return
			}
		}
		if pickUp != "" {
			return
		}
		far /= 2
	}
}

// canGo reports whether a normal or flying leg may go straight to a point.
func (s *sampler) canGo(p vec, at Point) bool {
	if s.kind == "fly" {
		return s.b.mayStand(s.i, at)
	}
	return s.b.clearWay(s.i, p, at)
}

// toEnemy tries to get into contact with the nearest enemy.
func (s *sampler) toEnemy() {
	b, me := s.b, &s.b.s.Fighters[s.i]
	enemy, near := noUnit, math.Inf(1)
	for j := range b.s.Fighters {
		if w := &b.s.Fighters[j]; w.seat != me.seat && w.Placed && !w.Out {
			if v := w.pos.sub(me.pos); v.dot(v) < near {
				enemy, near = j, v.dot(v)
			}
		}
	}
	if enemy >= 0 {
		w := &b.s.Fighters[enemy]
		s.straight(w.pos, me.r+w.r+0.1, "")
	}
}

// canPickUp reports whether a fighter may pick a treasure up in one move.
func (s *sampler) canPickUp(t *treasureState) bool {
	me, c := &s.b.s.Fighters[s.i], &s.b.info[s.i]
	return t.Carrier < 0 && me.Carrying < 0 && !c.monster && !c.beast && t.At.flat().sub(me.pos).length() < s.reach+me.r+1
}

// toTreasure tries to pick a treasure up.
func (s *sampler) toTreasure(k int) {
	if t := &s.b.s.Treasures[k]; s.canPickUp(t) {
		s.straight(t.At.flat(), s.b.s.Fighters[s.i].r, s.b.field.Victory.Treasures[k].ID)
	}
}

// toMarker tries to get to the nearest objective that the player does not control, or treasure
// that is too far to pick up now.
func (s *sampler) toMarker() {
	b, me := s.b, &s.b.s.Fighters[s.i]
	best, at := math.Inf(1), vec{}
	nearer := func(p Point) {
		if v := p.flat().sub(me.pos); v.dot(v) < best {
			best, at = v.dot(v), p.flat()
		}
	}
	for k := range b.s.Treasures {
		if t := &b.s.Treasures[k]; t.Carrier < 0 && !s.canPickUp(t) {
			nearer(t.At)
		}
	}
	for k := range b.s.Objectives {
		if o := &b.s.Objectives[k]; o.Controller != me.seat {
			nearer(o.At)
		}
	}
	if !math.IsInf(best, 1) {
		s.straight(at, 0, "")
	}
}

// climbs adds a climb of the nearest terrain part within reach: onto its top, or as far up as the
// Move allows.
func (s *sampler) climbs() {
	b, me := s.b, &s.b.s.Fighters[s.i]
	from, r := me.At.flat(), b.info[s.i].radius
	found, gap := noUnit, s.reach-1
	reach := ruling.Mils(thousandths(r+gap)) + 2
	for k := range b.parts {
		if x, at := &b.partBoxes[k], &me.base; (x.MaxX-at.X+reach)|(at.X+reach-x.MinX)|(x.MaxY-at.Y+reach)|(at.Y+reach-x.MinY) < 0 {
			continue // a quick test: too far
		}
		p := &b.parts[k]
		if p.low || p.passage || p.top <= me.At.z() || p.bottom > me.At.z()+tolerance || p.farFromSegment(from, from, r+gap) || !b.partStands(k) {
			continue
		}
		if p.kind == "unclimbable" || b.info[s.i].mount && p.kind != "stairs" {
			continue
		}
		if d := max(0, p.distance(from, from)-r); d < gap {
			found, gap = k, d
		}
	}
	if found >= 0 {
		p := &b.parts[found]
		s.climb(found, p, p.nearest(from), gap, r)
	}
}

func (s *sampler) climb(k int, p *block, foot vec, gap, r float64) {
	b, me := s.b, &s.b.s.Fighters[s.i]
	from := me.At.flat()
	id := b.field.Terrain[k].ID
	away := from.sub(foot)
	l := away.length()
	if l < tolerance {
		return
	}
	away = away.scale(1 / l)
	var legs []Leg
	at := me.At
	if gap > 0.04 && me.ClimbsOn == "" {
		at = pointAt(foot.add(away.scale(r+0.02)), me.At.z())
		if !s.canGo(from, at) {
			return
		}
		to := at
		legs = append(legs, Leg{Type: "normal", To: &to})
	}
	left := s.reach - max(0, gap)
	up := at
	up.Z = b.field.Terrain[k].Top
	if top := up.Z.Float() - at.z(); p.platform && left >= top+r+0.3 {
		over := pointAt(foot.sub(away.scale(0.25)), p.top)
		if s.addMove("", append(legs, Leg{Type: "climb", Part: id, To: &up}, Leg{Type: "climb", Part: id, To: &over})...) {
			return
		}
	}
	if p.kind != "stairs" && p.kind != "ladder" && b.s.Act.Actions < 2 {
		return // it would fall
	}
	part := at
	part.Z = min(up.Z, at.Z+thousandths(max(0, left-0.05)))
	if part.Z > at.Z {
		s.addMove("", append(legs[:len(legs):len(legs)], Leg{Type: "climb", Part: id, To: &part})...)
	}
}

// jump tries a jump from a platform in one of four directions.
func (s *sampler) jump(k int) {
	b, me := s.b, &s.b.s.Fighters[s.i]
	sin, cos := ringAt(k, 4)
	for _, far := range [2]float64{2.5, s.reach - 0.01} {
		if far > s.reach {
			continue
		}
		at := pointAt(me.pos.add(vec{far * cos, far * sin}), 0)
		at.Z = b.groundZ(Point{at.X, at.Y, me.At.Z})
		if at.Z < me.At.Z && s.addMove("", Leg{Type: "jump", To: &Point{at.X, at.Y, at.Z}}) {
			return
		}
	}
}

// nearest returns the point of the footprint nearest to a point outside it.
func (s *block) nearest(p vec) vec {
	best, at := math.Inf(1), p
	for i, a := range s.outline {
		d := s.outline[(i+1)%len(s.outline)].sub(a)
		t := max(0, min(1, p.sub(a).dot(d)/max(d.dot(d), 1e-12)))
		q := a.add(d.scale(t))
		if l := q.sub(p).length(); l < best {
			best, at = l, q
		}
	}
	return at
}

// A statedWay is a kind of move in a measured battle: its only leg, the lengths of that leg, and
// where it ends.
type statedWay struct {
	leg, on, end     string
	across, up, down statedLength
}

// A statedLength is a length of a leg, by the Move of the fighter.
type statedLength int

const (
	noLength  statedLength = iota
	wholeMove              // all of its Move
	halfMove               // half of it, in whole inches
	upToThree              // 3 inches, or all of a shorter Move
	twoInches
	anInch
	lengthCount
)

// statedWays holds plausible moves; the first one is for every fighter that does not climb.
var statedWays = [...]statedWay{
	{leg: "normal", across: wholeMove},
	{leg: "jump", across: halfMove, down: twoInches},
	{leg: "climb", on: "obstacle", end: "climbing", up: upToThree},
	{leg: "climb", on: "stairs", end: "climbing", up: upToThree},
	{leg: "climb", on: "deadly", end: "climbing", up: upToThree},
	{leg: "jump", end: "overhang", across: halfMove},
	{leg: "normal", end: "unclimbable", across: halfMove},
	{leg: "fly", across: wholeMove},
}

// A statedMove is a legal move of a measured battle that is no command yet: most are never chosen.
type statedMove struct {
	way      int8
	enemy    int8 // within 1 inch at the end, or noUnit
	treasure int8 // picked up, or noUnit
}

// nobodyNear are the enemies near the end of a move that ends near none.
var nobodyNear = &[]string{}

// findStatedMoves finds the moves of a measured battle with plausible facts.
func (s *sampler) findStatedMoves() {
	b, on := s.b, s.b.s.Fighters[s.i].ClimbsOn
	reach := ruling.Inches(b.mover(s.i).MoveInForce())
	s.lengths = &[lengthCount]rules.Dec{wholeMove: reach, halfMove: reach / 2 / 1000 * 1000, upToThree: min(reach, 3*rules.One), twoInches: 2 * rules.One, anInch: rules.One}
	s.legs, s.moves = make([]Leg, 1), make([]statedMove, 0, 24)
	add := func(m statedMove) bool {
		c := s.statedCommand(m, s.legs)
		var buffer [1]ruling.PathSegment
		w, fault := b.statedMove(&c, s.i, buffer[:0])
		legal := fault == nil && len(w.Faults()) == 0 && b.mayPickUp(&c, s.i, w.treasure) == nil
		if legal {
			s.moves = append(s.moves, m)
		}
		return legal
	}
	for n, w := range statedWays {
		if on != "" && (w.on != "" && w.on != on || w.end == "" && w.leg != "fly") {
			continue // who climbs goes on climbing
		}
		if add(statedMove{int8(n), noUnit, noUnit}) && n == 0 && b.keepsFacts() {
			for j := range b.info {
				if b.info[j].seat != b.info[s.i].seat && b.inPlay(j) {
					s.moves = append(s.moves, statedMove{0, int8(j), noUnit})
				}
			}
		}
	}
	for k := range b.s.Treasures {
		if b.s.Treasures[k].Carrier < 0 {
			add(statedMove{0, noUnit, int8(k)})
		}
	}
}

// statedCommand makes the command of a move, with memory for its leg.
func (s *sampler) statedCommand(m statedMove, legs []Leg) Move {
	w := &statedWays[m.way]
	length := func(l statedLength) *rules.Dec {
		if l == noLength {
			return nil
		}
		return &s.lengths[l]
	}
	legs[0] = Leg{Type: w.leg, On: w.on, Horizontal: length(w.across), Up: length(w.up), Down: length(w.down)}
	c := Move{fighterCommand: s.b.fighterCommand(s.i), Bonus: s.bonusMove, Path: legs, End: w.end}
	if m.treasure != noUnit {
		c.PickUp = s.b.field.Victory.Treasures[m.treasure].ID
	}
	if !s.b.keepsFacts() {
		return c
	}
	if c.EndsNear = nobodyNear; m.enemy != noUnit {
		c.EndsNear = &[]string{s.b.info[m.enemy].id}
	}
	if m.treasure != noUnit {
		c.TreasureDistance = length(anInch)
	}
	return c
}
