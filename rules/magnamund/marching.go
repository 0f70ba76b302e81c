package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// marchOf is the move of a piece about to begin or go on.
func (b *Battle) marchOf(i int) march {
	p := &b.s.Pieces[i]
	f := &b.figures[i]
	return march{
		ground: b.ground(b.sideOf(i)), costs: &f.costs, piece: b.piece(i), left: b.points(i),
		mayLeap: f.p.has("salmon-leap"), leaps: p.Leaps,
	}
}

// mayMove refuses a piece that cannot move in this step.
func (b *Battle) mayMove(i int) *rules.Fault {
	switch {
	case !b.free(i) || b.burden(i).rooted || b.s.Pieces[i].WingsOn == b.s.Turn:
		return rules.Breaks("MG-AMB-24", "piece", "the piece cannot move")
	case b.engaged(i):
		return rules.Breaks("MG-PHASE-2", "piece", "an enemy is adjacent")
	}
	return nil
}

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

// path checks a move and makes it.
func (b *Battle) path(i int, path []string) (m march, fault *rules.Fault) {
	if fault := b.mayMove(i); fault != nil {
		return m, fault
	}
	blind := b.burden(i).blinded
	if blind && (len(path) > 1 || b.guide(i) == none) {
		return m, rules.Breaks("MG-BLIND-1", "piece", "the blind are led step by step")
	}
	m = b.marchOf(i)
	for n, step := range path {
		if f := m.take(step); f != nil {
			f.Field = rules.At("path", n)
			return m, f
		}
	}
	if u := b.figures[i].unit; u != none && !b.entranced(i) && b.scatters(u, i, m.piece) {
		return m, rules.Breaks("MG-COH-1", "path", "the unit would fall apart")
	}
	return m, nil
}

// scatters reports whether a unit would hang together worse with a piece elsewhere.
// The house rule MG-HOUSE-1 holds a unit together after every move of a piece.
func (b *Battle) scatters(u, i int, there piece) bool {
	if there.Cell == b.s.Pieces[i].Cell && !there.Mounted {
		return false
	}
	var room [2 * 30]grid.Cell // riders with both cells, which hang together anyway
	all, own := room[:0], 0
	for _, k := range b.troops[u].figures {
		if !b.alive(k) || b.entranced(k) {
			continue
		}
		p := &b.s.Pieces[k]
		if k == i {
			own = len(all)
		}
		all = append(all, p.Cell)
		if there.Mounted {
			all = append(all, p.Cell.Minus(p.Facing.Ahead()))
		}
	}
	before := groupCount(all, b.theatre.reach)
	all[own] = there.Cell
	if there.Mounted {
		all[own+1] = there.rear()
	}
	now := groupCount(all, b.theatre.reach)
	return now > 1 && now > before
}

func (b *Battle) playMove(t *rules.Turn, c Move) *rules.Fault {
	if f := b.in(phaseMovement); f != nil {
		return f
	}
	i, f := b.own(c.Seat, c.Piece, "piece")
	if f != nil {
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
	t.Emit(Moved{c.Piece, m.piece.Cell, m.piece.Facing, sum(m.spent), m.leaps - b.s.Pieces[i].Leaps, "move"})
	if led != none {
		b.follow(t, led, i, behind, sum(m.spent))
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
func (b *Battle) staggerAll(t *rules.Turn) {
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
			roll := t.Pool("direction", 1, 100, directionBands[:]...)[0]
			if end = s.stumble(directionOf(roll)); end == "" {
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

// flee takes a unit away from what it fears (MG-MOR-8 to MG-MOR-10).
func (b *Battle) flee(t *rules.Turn, u int, kind string, threat int) {
	if threat == none {
		return // nobody is left to flee from
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
		m.left, m.spent = m.left+1, nil
	}
	barred := false
	for !m.lost && !barred && m.piece.Facing == way {
		next := m.piece.Cell.Plus(way.Ahead())
		if f := m.take("forward"); f != nil {
			barred = f.Rule == "MG-MOVE-2" || f.Rule == "MG-MOVE-5" && m.holder(next) == enemy
			break
		}
	}
	if barred {
		m = m.round(way)
	}
	t.Emit(Moved{b.id(i), m.piece.Cell, m.piece.Facing, sum(m.spent), 0, kind})
	if m.lost {
		t.Emit(Left{b.id(i)})
	}
}

// round looks for the way past an obstacle that leads farthest from the threat,
// the cheapest of them, within the points that are left (ruling MG-AMB-34).
func (m march) round(way grid.Facing) march {
	best, reached := m, 0
	seen := map[stand]int{m.piece.stand: m.left}
	for queue := []march{m}; len(queue) > 0; queue = queue[1:] {
		for _, step := range [...]string{"forward", "forward-left", "forward-right", "pivot-n", "pivot-e", "pivot-s", "pivot-w"} {
			next := queue[0]
			next.spent = slices.Clip(next.spent)
			if next.take(step) != nil || next.lost {
				continue
			}
			if left, known := seen[next.piece.stand]; known && left >= next.left {
				continue
			}
			seen[next.piece.stand] = next.left
			queue = append(queue, next)
			forward, _ := way.Seen(m.piece.Cell, next.piece.Cell)
			if forward > reached || forward == reached && reached > 0 && next.left > best.left {
				best, reached = next, forward
			}
		}
	}
	return best
}
