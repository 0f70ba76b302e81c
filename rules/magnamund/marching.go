package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/grid"
)

// marchOf is the move of a piece about to begin or go on.
func (b *Battle) marchOf(i int) march {
	p := &b.s.Pieces[i]
	f, at := &b.figures[i], b.piece(i)
	return march{
		ground: b.ground(b.sideOf(i)), costs: &f.costs, piece: at, home: at, left: b.points(i),
		mayLeap: f.p.has("salmon-leap"), leaps: p.Leaps,
	}
}

// mayMove refuses a piece that cannot move in this step.
func (b *Battle) mayMove(i int) *rules.Fault {
	switch {
	case !b.free(i) || b.s.Pieces[i].WingsOn == b.s.Turn || b.burden(i).rooted:
		return cannotMove
	case !b.measured() && b.engaged(i):
		return standsEngaged
	}
	return nil
}

// Refusals of a move.
var (
	cannotMove    = rules.Breaks("MG-AMB-24", "piece", "the piece cannot move")
	standsEngaged = rules.Breaks("MG-PHASE-2", "piece", "an enemy is adjacent")
	unled         = rules.Breaks("MG-BLIND-1", "piece", "the blind are led step by step")
)

// guide finds a friend on foot next to a blinded piece who can lead it (MG-BLIND-1).
func (b *Battle) guide(i int) int {
	for j := range b.figures {
		if j != i && b.alive(j) && b.sideOf(j) == b.sideOf(i) && !b.figures[j].p.Mounted && b.reaches(i, j) == 1 &&
			b.mayMove(j) == nil && !b.burden(j).blinded && b.points(j) > 0 {
			return j
		}
	}
	return none
}

// path checks a move on the board and makes it.
func (b *Battle) path(i int, path []string) (m march, fault *rules.Fault) {
	if fault := b.mayMove(i); fault != nil {
		return m, fault
	}
	if b.burden(i).blinded && (len(path) > 1 || b.guide(i) == none) {
		return m, unled
	}
	m = b.marchOf(i)
	for n, step := range path {
		if f := m.take(step); f != nil {
			return m, placed(f, rules.At("path", n))
		}
	}
	return m, nil
}

func (b *Battle) playMove(t *rules.Turn, c Move) *rules.Fault {
	if f := b.in(phaseMovement); f != nil {
		return f
	}
	i, f := b.own(c.Seat, c.Piece, "piece")
	if f != nil {
		return f
	}
	if b.measured() {
		return b.playWalk(t, c, i)
	}
	if f := b.contradicted(&c, i); f != nil {
		return f
	}
	m, f := b.path(i, c.Path)
	if f != nil {
		return f
	}
	behind := b.s.Pieces[i].Cell
	if b.figures[i].p.Mounted {
		behind = b.piece(i).rear()
	}
	led := none
	if b.burden(i).blinded {
		led = b.guide(i)
	}
	if d := b.bondOf(i); b.parts(i, &d, &m) {
		return parting
	}
	t.Emit(moved(b, i, &m))
	if led != none {
		b.follow(t, led, i, behind, m.paid)
	}
	b.reveal(t)
	return nil
}

// follow keeps the guide of a blinded piece beside it, at its pace; he goes where
// it stood if he would lose it.
func (b *Battle) follow(t *rules.Turn, guide, blind int, behind grid.Cell, spent int) {
	to := b.s.Pieces[guide].Cell
	if b.reaches(guide, blind) > 1 && b.at[b.base.index(behind)] == none && b.figures[guide].costs.land[b.base.terrain(behind)] != impassable {
		to = behind
	}
	t.Emit(Moved{b.id(guide), to, b.s.Pieces[guide].Facing, min(spent, b.points(guide)), 0, "guide"})
}

// staggerAll makes the blinded pieces of the side move at random that nobody leads
// and that have not moved (MG-BLIND-2). Riders stand still.
func (b *Battle) staggerAll(t *rules.Turn, led []string) {
	if b.measured() {
		b.strayAll(t, led)
		return
	}
	for i := range b.figures {
		p := &b.s.Pieces[i]
		if !b.alive(i) || b.sideOf(i) != b.s.Side || p.Moved || b.figures[i].p.Mounted || !b.burden(i).blinded || b.mayMove(i) != nil || b.guide(i) != none {
			continue
		}
		m := b.marchOf(i)
		s := stagger{ground: m.ground, costs: *m.costs, cell: p.Cell, facing: p.Facing, left: m.left}
		s.costs.swim()
		end := s.next()
		for end == "" {
			if end = s.stumble(direction(t, &s)); end == "" {
				end = s.next()
			}
		}
		t.Emit(Moved{b.id(i), s.cell, s.facing, m.left - s.left, 0, "stagger"})
		if end == "drowned" {
			t.Emit(Killed{b.id(i), "", "drowned"})
		}
	}
	b.reveal(t)
}

// direction throws for the way of a blinded piece. Where dice are walked for odds,
// throws that lead nowhere are thrown again without turning the piece: rows of them
// have no end, and change the odds by no more than the bands differ, a hundredth.
func direction(t *rules.Turn, s *stagger) int {
	r := dice.Roll{Why: "direction", N: 1, Sides: 100, Read: dice.Pool, Cuts: directionBands[:]}
	if t.Walked() {
		at := *s
		r.Until = func(faces []int) bool { return !at.shut(at.cell.Plus(at.facing.Eighths(directionOf(faces[0])))) }
	}
	return directionOf(t.Throw(r)[0])
}

// flee takes a unit away from what it fears (MG-MOR-8 to MG-MOR-10).
func (b *Battle) flee(t *rules.Turn, u int, kind string, threat int) {
	if threat == none {
		return // nobody is left to flee from, or the players flee by hand
	}
	from := b.s.Pieces[threat].Cell
	order := slices.Clone(b.troops[u].figures)
	slices.SortStableFunc(order, func(i, j int) int {
		return grid.Distance(b.s.Pieces[j].Cell, from) - grid.Distance(b.s.Pieces[i].Cell, from)
	})
	axis := none // of those equally far off both ways, asked once
	for _, i := range order {
		if !b.alive(i) || b.entranced(i) || b.still(i) || b.veiled(i) || b.s.Pieces[i].Cell == from {
			continue
		}
		alongX, alongY, tied, x := awayFrom(from, b.s.Pieces[i].Cell)
		if tied && axis == none {
			axis = t.Ask("MG-MOR-8", b.seatOf(i), "flee-axis", "x", "y")
		}
		way := alongY
		if x || tied && axis == 0 {
			way = alongX
		}
		b.run(t, i, way, kind)
	}
	b.reveal(t)
}

// run is the flight of one piece: turned for nothing, straight on, and round what
// bars its way as far as its points go.
func (b *Battle) run(t *rules.Turn, i int, way grid.Facing, kind string) {
	m := b.marchOf(i)
	m.left += b.s.Pieces[i].Spent // all of its points, whatever it has moved
	m.retreating = true
	if !m.piece.Mounted || m.piece.Facing == way {
		m.piece.Facing = way
	} else if m.pivot(way) == nil {
		m.left, m.paid = m.left+1, 0
	}
	barred := false
	for !m.lost && !barred && m.piece.Facing == way {
		next := m.piece.Cell.Plus(way.Ahead())
		if f := m.take("forward"); f != nil {
			barred = f == impassably || f == heldThere && m.held(next) == enemy
			break
		}
	}
	if barred {
		m = detour(m, way)
	}
	t.Emit(Moved{b.id(i), m.piece.Cell, m.piece.Facing, m.paid, 0, kind})
	if m.lost {
		t.Emit(Left{b.id(i)})
	}
}

// detour looks for the way past an obstacle that leads farthest from the threat,
// the cheapest of them, within the points that are left (ruling MG-AMB-34).
func detour(m march, way grid.Facing) march {
	s := searching(len(m.land))
	defer s.done()
	best, from, reached := m, m.piece.Cell, 0
	s.goes(&m, none, 0)
	for n := 0; n < len(s.way); n++ {
		for _, by := range roundabout {
			next := m
			s.way[n].at(&next)
			next.paid = m.paid + m.left - next.left
			if next.stride(&strides[by]) != nil || next.lost || !s.goes(&next, n, by) {
				continue
			}
			forward, _ := way.Seen(from, next.piece.Cell)
			if forward > reached || forward == reached && reached > 0 && next.left > best.left {
				best, reached = next, forward
			}
		}
	}
	return best
}

// roundabout is the order in which those who flee try the steps, those ahead first.
var roundabout = func() (all []int) {
	for _, word := range [...]string{"forward", "forward-left", "forward-right", "pivot-n", "pivot-e", "pivot-s", "pivot-w"} {
		all = append(all, slices.IndexFunc(strides, func(s stride) bool { return s.word == word }))
	}
	return all
}()
