package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// contradicted refuses facts of a move that the board does not bear out.
func (b *Battle) contradicted(c *Move, i int) *rules.Fault {
	if c.Engaged == nil && c.Guide == "" && len(c.Over) == 0 {
		return nil
	}
	if f := truthFact("engaged", "MG-DIST-3", c.Engaged, b.engaged(i)); f != nil {
		return f
	}
	if c.Guide != "" {
		if f := forbid(!b.burden(i).blinded || b.id(b.guide(i)) != c.Guide, "MG-BLIND-1", "guide", "the board says otherwise"); f != nil {
			return f
		}
	}
	if len(c.Over) == 0 {
		return nil
	}
	if _, f := b.path(i, c.Path); f != nil {
		return f // it may lead off the board
	}
	real := b.crossings(i, c.Path)
	for n, o := range c.Over {
		if n >= len(real) || o.Terrain != real[n].Terrain || o.Edge != "" && o.Edge != real[n].Edge {
			return rules.Breaks("MG-MOVE-2", rules.At("over", n), "the board says otherwise")
		}
	}
	return nil
}

// playWalk is a move on a measured table: the path is paid by what the players say
// that it leads over (MG-MOVE-2 to MG-MOVE-7).
func (b *Battle) playWalk(t *rules.Turn, c Move, i int) *rules.Fault {
	if f := b.mayMove(i); f != nil {
		return f
	}
	if said(c.Engaged, false) {
		return standsEngaged
	}
	guide, f := b.guideStated(c, i)
	if f != nil {
		return f
	}
	w := walk{costs: &b.figures[i].costs, facing: b.s.Pieces[i].Facing, left: b.points(i), over: c.Over}
	if b.figures[i].p.has("salmon-leap") {
		w.leaps = leapsPerBattle - b.s.Pieces[i].Leaps
	}
	for n, step := range c.Path {
		if f := w.take(stepOf(step)); f != nil {
			return placed(f, rules.At("path", n))
		}
	}
	if len(w.over) > 0 {
		return rules.Faultf(rules.OutOfRange, rules.At("over", len(c.Over)-len(w.over)), "the path has no such step")
	}
	t.Emit(Moved{c.Piece, grid.Cell{}, w.facing, w.paid, w.leapt, "move"})
	if guide != none {
		t.Emit(Moved{c.Guide, grid.Cell{}, b.s.Pieces[guide].Facing, min(w.paid, b.points(guide)), 0, "guide"})
	}
	return nil
}

// guideStated finds the friend whom the players name as guide of a blinded piece,
// and wants one for each (MG-BLIND-1).
func (b *Battle) guideStated(c Move, i int) (int, *rules.Fault) {
	if !b.burden(i).blinded {
		return none, forbid(c.Guide != "", "MG-BLIND-1", "guide", "the piece sees")
	}
	g := b.find(c.Guide)
	if g < 0 || g == i || len(c.Path) > 1 || !b.alive(g) || b.sideOf(g) != b.sideOf(i) || b.mayMove(g) != nil || b.burden(g).blinded || b.points(g) == 0 {
		return none, unled
	}
	return g, nil
}

// walk is a move that is only counted: nobody says where it is.
type walk struct {
	costs      *costs
	facing     grid.Facing
	left, paid int
	leaps      int // that are left
	leapt      int
	over       []Crossing // of the steps forward to come
}

func (w *walk) take(s *stride) *rules.Fault {
	cost := 0
	switch {
	case s.leap && w.leapt >= w.leaps:
		return noLeap
	case s.leap:
		w.leapt++
	case s.pivot && s.facing == w.facing:
		return vainPivot
	case s.pivot:
		cost = 1
	default:
		var over Crossing
		if len(w.over) > 0 {
			over, w.over = w.over[0], w.over[1:]
		}
		var f *rules.Fault
		if cost, f = w.price(over); f != nil {
			return f
		}
		cost *= 1 + count(s.turn != 0)
	}
	if cost > w.left {
		return tooDear
	}
	if s.pivot {
		w.facing = s.facing
	}
	w.left, w.paid = w.left-cost, w.paid+cost
	return nil
}

// price is what a step straight ahead costs.
func (w *walk) price(over Crossing) (int, *rules.Fault) {
	land, side := w.costs.land[openGround], 0
	if over.Terrain != "" {
		land = w.costs.land[named[terrain](terrainNames[:], over.Terrain)]
	}
	if over.Edge != "" {
		side = w.costs.side[named[feature](featureNames[:], over.Edge)]
	}
	if land == impassable || side == impassable {
		return 0, impassably
	}
	return land + side, nil
}

// mostRows is how often a blinded piece throws for a direction at most: by then it
// is shut in on all sides.
const mostRows = 8

// Ends of a row of a blinded piece that strays, as its players see them on the table.
var strayEnds = [...]string{"spent", "blocked", "drowned"}

// strayAll sends the blinded pieces of the side at random that nobody leads and that
// have not moved, on a measured table: the players say how each row ended
// (MG-BLIND-2 to MG-BLIND-4).
func (b *Battle) strayAll(t *rules.Turn, led []string) {
	for i := range b.figures {
		p := &b.s.Pieces[i]
		if !b.alive(i) || b.sideOf(i) != b.s.Side || p.Moved || b.figures[i].p.Mounted || !b.burden(i).blinded || b.mayMove(i) != nil ||
			b.points(i) == 0 || slices.Contains(led, b.id(i)) {
			continue
		}
		end, facing := "blocked", p.Facing
		bands := directionBands[:]
		if t.Walked() {
			bands = []int{101} // where it turns to changes no odds
		}
		for row := 0; end == "blocked" && row < mostRows; row++ {
			way := directionOf(t.Pool("direction", 1, 100, bands...)[0])
			facing = facing.Turned(freePivot(way))
			end = strayEnds[t.Ask("MG-BLIND-3", b.seatOf(i), "stray", strayEnds[:]...)]
		}
		t.Emit(Moved{b.id(i), grid.Cell{}, facing, b.points(i), 0, "stagger"})
		if end == "drowned" {
			t.Emit(Killed{b.id(i), "", "drowned"})
		}
	}
}
