package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// newMove is the movement of a troop that begins or continues to move.
func (b *Battle) newMove(i int) ruling.Movement {
	p := &b.s.Troops[i]
	f, at := &b.troops[i], b.troopPlace(i)
	return ruling.Movement{
		Ground: b.boardOf(b.sideOf(i)), Costs: &f.costs, Place: at, Start: at, PointsLeft: b.pointsLeft(i),
		MayLeap: f.profile.has("salmon-leap"), Leaps: p.Leaps,
	}
}

// mayMove refuses a troop that may not move in this step.
func (b *Battle) mayMove(i int) *rules.Fault {
	switch {
	case !b.canAct(i) || b.s.Troops[i].WingsOn == b.s.Turn || b.burdenOf(i).Rooted:
		return errCannotMove
	case b.isEngaged(i):
		return errEngaged
	}
	return nil
}

// Refusals of a move.
var (
	errCannotMove = rules.Breaks("MG-AMB-24", "piece", "the piece cannot move")
	errEngaged    = rules.Breaks("MG-PHASE-2", "piece", "an enemy is adjacent")
	errNoGuide    = rules.Breaks("MG-BLIND-1", "piece", "the blind are led step by step")
)

// guideOf finds a friend on foot next to a blinded troop who can lead it (MG-BLIND-1).
func (b *Battle) guideOf(i int) int {
	for j := range b.troops {
		if j != i && b.inPlay(j) && b.sideOf(j) == b.sideOf(i) && !b.troops[j].profile.Mounted && b.distanceBetween(i, j) == 1 &&
			b.mayMove(j) == nil && !b.burdenOf(j).Blinded && b.pointsLeft(j) > 0 {
			return j
		}
	}
	return noUnit
}

// checkPath makes a move on the board, or refuses it.
func (b *Battle) checkPath(i int, path []string) (m ruling.Movement, fault *rules.Fault) {
	if fault := b.mayMove(i); fault != nil {
		return m, fault
	}
	if b.burdenOf(i).Blinded && (len(path) > 1 || b.guideOf(i) == noUnit) {
		return m, errNoGuide
	}
	m = b.newMove(i)
	for n, step := range path {
		if f := m.StepByName(step); f != nil {
			return m, ruling.WithField(f, rules.At("path", n))
		}
	}
	return m, nil
}

func (b *Battle) playMove(t *rules.Turn, c Move) *rules.Fault {
	if f := b.checkPhase(phaseMovement); f != nil {
		return f
	}
	i, f := b.ownTroop(c.Seat, c.Troop, "piece")
	if f != nil {
		return f
	}
	if b.measured() {
		return b.playStatedMove(t, c, i)
	}
	if f := b.contradictsMove(&c, i); f != nil {
		return f
	}
	m, f := b.checkPath(i, c.Path)
	if f != nil {
		return f
	}
	behind := b.s.Troops[i].Cell
	if b.troops[i].profile.Mounted {
		behind = b.troopPlace(i).RearCell()
	}
	led := noUnit
	if b.burdenOf(i).Blinded {
		led = b.guideOf(i)
	}
	if b.partsByPath(i, &m, c.Path) {
		return errPartsUnit
	}
	t.Emit(newMoved(b, i, &m))
	if led != noUnit {
		b.moveGuide(t, led, i, behind, m.Spent)
	}
	b.revealSeen(t)
	return nil
}

// moveGuide keeps the guide of a blinded troop beside it, at its pace. A guide who would
// lose contact moves to the cell that the troop left.
func (b *Battle) moveGuide(t *rules.Turn, guide, blind int, behind grid.Cell, spent int) {
	to := b.s.Troops[guide].Cell
	if b.distanceBetween(guide, blind) > 1 && b.troopAt[b.bareBoard.Index(behind)] == noUnit && b.troops[guide].costs.Land[b.bareBoard.Terrain(behind)] != ruling.Impassable {
		to = behind
	}
	t.Emit(Moved{b.id(guide), to, b.s.Troops[guide].Facing, min(spent, b.pointsLeft(guide)), 0, "guide"})
}

// moveBlinded moves the blinded troops of the side at random that have neither a guide nor
// moved yet (MG-BLIND-2). Riders stay in place.
func (b *Battle) moveBlinded(t *rules.Turn, led []string) {
	if b.measured() {
		b.moveBlindedStated(t, led)
		return
	}
	for i := range b.troops {
		p := &b.s.Troops[i]
		if !b.inPlay(i) || b.sideOf(i) != b.s.Side || p.Moved || b.troops[i].profile.Mounted || !b.burdenOf(i).Blinded || b.mayMove(i) != nil || b.guideOf(i) != noUnit {
			continue
		}
		m := b.newMove(i)
		s := ruling.BlindMove{Ground: m.Ground, Costs: *m.Costs, Cell: p.Cell, Facing: p.Facing, Left: m.PointsLeft}
		s.Costs.AllowWater()
		end := s.Next()
		for end == "" {
			if end = s.Go(throwDirection(t, &s)); end == "" {
				end = s.Next()
			}
		}
		t.Emit(Moved{b.id(i), s.Cell, s.Facing, m.PointsLeft - s.Left, 0, "stagger"})
		if end == "drowned" {
			t.Emit(Killed{b.id(i), "", "drowned"})
		}
	}
	b.revealSeen(t)
}

// throwDirection throws the direction of a blinded troop. When dice are walked for odds,
// throws that lead nowhere are thrown again without turning the troop: chains of them have
// no end, and change the odds by at most the difference of the bands, a hundredth.
func throwDirection(t *rules.Turn, s *ruling.BlindMove) int {
	r := dice.Roll{Why: "direction", N: 1, Sides: 100, Read: dice.Pool, Cuts: ruling.DirectionBands[:]}
	if t.ForOdds() {
		at := *s
		r.Until = func(faces []int) bool {
			return !at.Blocked(at.Cell.Plus(at.Facing.Eighths(ruling.DirectionOf(faces[0]))))
		}
	}
	return ruling.DirectionOf(t.Throw(r)[0])
}

// fleeUnit moves a unit away from its threat (MG-MOR-8 to MG-MOR-10).
func (b *Battle) fleeUnit(t *rules.Turn, u int, kind string, threat int) {
	if threat == noUnit {
		return // no threat is left, or the players move the unit
	}
	from := b.s.Troops[threat].Cell
	order := slices.Clone(b.units[u].troops)
	slices.SortStableFunc(order, func(i, j int) int {
		return grid.Distance(b.s.Troops[j].Cell, from) - grid.Distance(b.s.Troops[i].Cell, from)
	})
	axis := noUnit // for equal distances along both axes, asked once
	for _, i := range order {
		if !b.inPlay(i) || b.entranced(i) || b.still(i) || b.veiled(i) || b.s.Troops[i].Cell == from {
			continue
		}
		alongX, alongY, tied, x := ruling.FleeDirections(from, b.s.Troops[i].Cell)
		if tied && axis == noUnit {
			axis = t.Ask("MG-MOR-8", b.seatOf(i), "flee-axis", "x", "y")
		}
		way := alongY
		if x || tied && axis == 0 {
			way = alongX
		}
		b.fleeTroop(t, i, way, kind)
	}
	b.revealSeen(t)
}

// fleeTroop moves one fleeing troop: a free turn, then straight on, and round obstacles as
// far as its points go.
func (b *Battle) fleeTroop(t *rules.Turn, i int, way grid.Facing, kind string) {
	m := b.newMove(i)
	m.PointsLeft += b.s.Troops[i].Spent // all of its points, whatever it spent before
	m.Retreating = true
	if !m.Place.Mounted || m.Place.Facing == way {
		m.Place.Facing = way
	} else if m.PivotTo(way) == nil {
		m.PointsLeft, m.Spent = m.PointsLeft+1, 0
	}
	if m.Place.Facing == way {
		f := m.RunAhead()
		if f == ruling.ErrImpassable || f == ruling.ErrHeld && m.HolderOf(m.Place.Cell.Plus(way.Ahead())) == ruling.Enemy {
			m = detour(m, way)
		}
	}
	t.Emit(Moved{b.id(i), m.Place.Cell, m.Place.Facing, m.Spent, 0, kind})
	if m.LeftBoard {
		t.Emit(Left{b.id(i)})
	}
}

// detour searches the way past an obstacle that leads farthest from the threat, and of those
// the cheapest, within the points left (ruling MG-AMB-34).
func detour(m ruling.Movement, way grid.Facing) ruling.Movement {
	s := newPathSearch(len(m.Land))
	defer s.release()
	best, from, reached := m, m.Place.Cell, 0
	s.visit(&m, noUnit, 0)
	for n := 0; n < len(s.nodes); n++ {
		for _, by := range detourSteps {
			next := m
			s.nodes[n].restore(&next)
			next.Spent = m.Spent + m.PointsLeft - next.PointsLeft
			if next.Step(&ruling.Steps[by]) != nil || next.LeftBoard || !s.visit(&next, n, by) {
				continue
			}
			forward, _ := way.Relative(from, next.Place.Cell)
			if forward > reached || forward == reached && reached > 0 && next.PointsLeft > best.PointsLeft {
				best, reached = next, forward
			}
		}
	}
	return best
}

// detourSteps is the order in which fleeing troops try the steps, steps ahead first.
var detourSteps = func() (all []int) {
	for _, word := range [...]string{"forward", "forward-left", "forward-right", "pivot-n", "pivot-e", "pivot-s", "pivot-w"} {
		all = append(all, slices.IndexFunc(ruling.Steps, func(s ruling.Step) bool { return s.Word == word }))
	}
	return all
}()
