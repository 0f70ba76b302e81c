package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// contradictsMove refuses stated facts of a move that differ from the board.
func (b *Battle) contradictsMove(c *Move, i int) *rules.Fault {
	if c.Engaged == nil && c.Guide == "" && len(c.Over) == 0 && len(c.Beside) == 0 {
		return nil
	}
	f := rules.FirstFault(
		contradicts("engaged", "MG-DIST-3", c.Engaged, b.engaged(i)),
		rules.ForbidIf(c.Guide != "" && (!b.burdenOf(i).Blinded || b.id(b.guideOf(i)) != c.Guide), "MG-BLIND-1", "guide", "the board says otherwise"),
	)
	if f != nil || len(c.Over) == 0 && len(c.Beside) == 0 {
		return f
	}
	m, f := b.checkPath(i, c.Path)
	if f != nil {
		return f // the path may leave the board
	}
	beside, f := b.besideStated(i, c.Beside)
	if f != nil {
		return f
	}
	for n, j := range beside {
		if grid.Nearest(m.Place.Cells(), b.troopPlace(j).Cells()) != 1 {
			return rules.Breaks("MG-DIST-3", rules.At("beside", n), "the board says otherwise")
		}
	}
	real := b.crossings(i, c.Path)
	for n, o := range c.Over {
		if n >= len(real) || o.Terrain != real[n].Terrain || o.Edge != "" && o.Edge != real[n].Edge {
			return rules.Breaks("MG-MOVE-2", rules.At("over", n), "the board says otherwise")
		}
	}
	return nil
}

// playStatedMove plays a move at a measured table: the path costs what the stated crossings
// cost (MG-MOVE-2 to MG-MOVE-7).
func (b *Battle) playStatedMove(t *rules.Turn, c Move, i int) *rules.Fault {
	if f := b.mayMove(i); f != nil {
		return f
	}
	if rules.ValueOr(c.Engaged, false) {
		return errEngaged
	}
	guide, f := b.guideStated(c, i)
	if f != nil {
		return f
	}
	beside, f := b.besideStated(i, c.Beside)
	if f != nil {
		return f
	}
	w := statedMove{costs: &b.troops[i].costs, facing: b.s.Troops[i].Facing, left: b.pointsLeft(i), crossings: c.Over}
	if b.remembersTable() {
		if f := needs(len(c.Over) == 0 && slices.ContainsFunc(c.Path, goesForward), "over", "MG-MOVE-2"); f != nil {
			return f
		}
		w.further = len(c.Over) > 0
	}
	if b.troops[i].profile.has("salmon-leap") {
		w.leaps = ruling.LeapsPerBattle - b.s.Troops[i].Leaps
	}
	for n, step := range c.Path {
		if f := w.take(ruling.StepByName(step)); f != nil {
			return ruling.WithField(f, rules.At("path", n))
		}
	}
	if len(w.crossings) > 0 && !w.used {
		return rules.Faultf(rules.OutOfRange, rules.At("over", len(c.Over)-len(w.crossings)), "the path has no such step")
	}
	t.Emit(Moved{c.Troop, grid.Cell{}, w.facing, w.paid, w.leapt, "move"})
	b.emitMet(t, i, beside...)
	if guide != noUnit {
		t.Emit(Moved{c.Guide, grid.Cell{}, b.s.Troops[guide].Facing, min(w.paid, b.pointsLeft(guide)), 0, "guide"})
	}
	return nil
}

// guideStated finds the friend that the players name as guide of a blinded troop, and
// refuses one who cannot lead it (MG-BLIND-1).
func (b *Battle) guideStated(c Move, i int) (int, *rules.Fault) {
	if !b.burdenOf(i).Blinded {
		return noUnit, rules.ForbidIf(c.Guide != "", "MG-BLIND-1", "guide", "the piece sees")
	}
	g := b.find(c.Guide)
	if g < 0 || g == i || len(c.Path) > 1 || !b.inPlay(g) || b.sideOf(g) != b.sideOf(i) || b.mayMove(g) != nil || b.burdenOf(g).Blinded || b.pointsLeft(g) == 0 {
		return noUnit, errNoGuide
	}
	return g, nil
}

// statedMove is a move of which only the cost is known, not the place.
type statedMove struct {
	costs      *ruling.Costs
	facing     grid.Facing
	left, paid int
	leaps      int // leaps left
	leapt      int
	crossings  []Crossing // of the steps forward still to come
	further    bool       // the last crossing stands for all further steps
	used       bool       // the last crossing, which stays in the list, has been used
}

// goesForward reports whether a step of a path enters a cell.
func goesForward(step string) bool { s := ruling.StepByName(step); return !s.Pivot && !s.Leap }

// take makes a step and pays for it, or refuses it.
func (w *statedMove) take(s *ruling.Step) *rules.Fault {
	cost := 0
	switch {
	case s.Leap && w.leapt >= w.leaps:
		return ruling.ErrNoLeap
	case s.Leap:
		w.leapt++
	case s.Pivot && s.Facing == w.facing:
		return ruling.ErrUselessPivot
	case s.Pivot:
		cost = 1
	default:
		var over Crossing
		if len(w.crossings) > 0 {
			over = w.crossings[0]
			if w.used = w.further && len(w.crossings) == 1; !w.used {
				w.crossings = w.crossings[1:]
			}
		}
		var f *rules.Fault
		if cost, f = w.price(over); f != nil {
			return f
		}
		cost *= 1 + rules.BoolToInt(s.Turn != 0)
	}
	if cost > w.left {
		return ruling.ErrTooExpensive
	}
	if s.Pivot {
		w.facing = s.Facing
	}
	w.left, w.paid = w.left-cost, w.paid+cost
	return nil
}

// price is the cost of a step straight ahead.
func (w *statedMove) price(over Crossing) (int, *rules.Fault) {
	land, side := w.costs.Land[ruling.OpenGround], 0
	if over.Terrain != "" {
		land = w.costs.Land[ruling.IndexOfName[ruling.Terrain](ruling.TerrainNames[:], over.Terrain)]
	}
	if over.Edge != "" {
		side = w.costs.Side[ruling.IndexOfName[ruling.Feature](ruling.FeatureNames[:], over.Edge)]
	}
	if land == ruling.Impassable || side == ruling.Impassable {
		return 0, ruling.ErrImpassable
	}
	return land + side, nil
}

// maxRandomRows is the greatest number of directions that a blinded troop throws: after so
// many it is blocked on all sides.
const maxRandomRows = 8

// rowEnds are the ends of a straight run of a blinded troop, as players see them on the
// table.
var rowEnds = [...]string{"spent", "blocked", "drowned"}

// moveBlindedStated moves at random the blinded troops of the side at a measured table that
// have neither a guide nor moved yet; the players state how each run ended (MG-BLIND-2 to
// MG-BLIND-4).
func (b *Battle) moveBlindedStated(t *rules.Turn, led []string) {
	for i := range b.troops {
		p := &b.s.Troops[i]
		if !b.inPlay(i) || b.sideOf(i) != b.s.Side || p.Moved || b.troops[i].profile.Mounted || !b.burdenOf(i).Blinded || b.mayMove(i) != nil ||
			b.pointsLeft(i) == 0 || slices.Contains(led, b.id(i)) {
			continue
		}
		end, facing := "blocked", p.Facing
		bands := ruling.DirectionBands[:]
		if t.ForOdds() {
			bands = []int{101} // its direction changes no odds
		}
		for row := 0; end == "blocked" && row < maxRandomRows; row++ {
			way := ruling.DirectionOf(t.Pool("direction", 1, 100, bands...)[0])
			facing = facing.Turned(ruling.FreePivot(way))
			end = rowEnds[t.Ask("MG-BLIND-3", b.seatOf(i), "stray", rowEnds[:]...)]
		}
		t.Emit(Moved{b.id(i), grid.Cell{}, facing, b.pointsLeft(i), 0, "stagger"})
		if end == "drowned" {
			t.Emit(Killed{b.id(i), "", "drowned"})
		}
	}
}
