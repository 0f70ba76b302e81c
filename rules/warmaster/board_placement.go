package warmaster

import (
	"cmp"
	"iter"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// formationSpots returns the spots of a unit in a line or a column whose front rank is
// centred on a point and faces a direction (WR-FORM-4, WR-FORM-5).
func (b *Battle) formationSpots(i int, front rect.Point, dir int, form string) []Spot {
	n, c := b.s.Units[i].Stands, &b.info[i]
	ahead := rect.Toward(dir).Times(c.halfDepth / rect.Grain)
	left := rect.Toward((dir + 5) % 20).Times(c.halfFront / rect.Grain)
	spots := make([]Spot, n)
	for k := range n {
		at := front.Minus(ahead)
		if form == "column" {
			at = at.Minus(ahead.Times(int64(2 * k)))
		} else {
			at = at.Plus(left.Times(int64(n - 1 - 2*k)))
		}
		spots[k] = Spot{int(at.X), int(at.Y), dir}
	}
	return spots
}

// readPlace converts a place into the spots of a unit's stands and the formation that they
// make. It refuses a command without a place.
func (b *Battle) readPlace(i int, p *Place, at string) ([]Spot, string, *rules.Fault) {
	n := b.s.Units[i].Stands
	if p == nil {
		return nil, "", rules.Faultf(rules.MissingField, at, "where?")
	}
	if p.Form != "irregular" {
		dir, ok := p.Heading.Direction()
		if !ok {
			return nil, "", rules.Breaks("WR-GEOM-2", at+".heading", "is none of the twenty directions")
		}
		form := p.Form
		if n == 1 {
			form = "single"
		}
		return b.formationSpots(i, rect.Point{X: boardUnits(p.X), Y: boardUnits(p.Y)}, dir, p.Form), form, rules.UnknownFieldIf(len(p.Stands) > 0, at+".stands", "the formation tells the stands")
	}
	if len(p.Stands) != n {
		return nil, "", rules.Faultf(rules.OutOfRange, at+".stands", "the unit has %d stands", n)
	}
	var spots []Spot
	for k, s := range p.Stands {
		dir, ok := s.Heading.Direction()
		if !ok {
			return nil, "", rules.Breaks("WR-GEOM-2", rules.At(at+".stands", k)+".heading", "is none of the twenty directions")
		}
		spots = append(spots, Spot{int(boardUnits(s.X)), int(boardUnits(s.Y)), dir})
	}
	form, fault := b.formationOf(i, spots, at)
	return spots, form, fault
}

// formationOf names the formation of stands; it refuses stands that are not connected
// (WR-FORM-1).
func (b *Battle) formationOf(i int, spots []Spot, at string) (string, *rules.Fault) {
	blocks := b.blocksOf(i, spots)
	for k, r := range blocks {
		for _, s := range blocks[:k] {
			if r.RelationTo(s) == rect.Overlap {
				return "", rules.Breaks("WR-GAP-4", at, "two stands overlap")
			}
		}
	}
	form := classifyBlocks(blocks)
	return form, rules.ForbidIf(form == "broken", "WR-FORM-1", at, "the stands do not hang together")
}

// classifyBlocks names the formation of stands on a board as ruling.Classify does.
func classifyBlocks(blocks []rect.Block) string {
	formation, _ := ruling.ClassifyBy(len(blocks),
		func(i, j int) bool { return blocks[i].RelationTo(blocks[j]) != rect.Apart },
		func(i, j int) bool { return blocks[i].Flush(rect.Right, blocks[j]) },
		func(i, j int) bool { return blockBehind(blocks[i], blocks[j]) })
	return formation
}

// blockBehind does for blocks what ruling.Behind does.
func blockBehind(a, b rect.Block) bool {
	if a.Flush(rect.Rear, b) {
		return true
	}
	if a.Dir == b.Dir || a.Ahead().Dot(b.Ahead()) <= 0 || a.RelationTo(b) != rect.Touch {
		return false
	}
	return ruling.Behind(a.Rect(1), b.Rect(1))
}

// otherStands yields the stands of the units on the table but for a unit and some others, each
// with the index of its unit.
func (b *Battle) otherStands(unit int, but ...int) iter.Seq2[int, *rect.Block] {
	return func(yield func(int, *rect.Block) bool) {
		for j := range b.info {
			if j == unit || b.info[j].isCharacter() || !b.inPlay(j) || slices.Contains(but, j) {
				continue
			}
			for k := range b.s.Units[j].blocks {
				if !yield(j, &b.s.Units[j].blocks[k]) {
					return
				}
			}
		}
	}
}

// checkRoom refuses a place where a stand would overlap something, enter terrain closed to
// its unit or, unless it charges, touch an enemy. The units in moving are ignored.
func (b *Battle) checkRoom(i int, r rect.Block, charge bool, at string, moving ...int) *rules.Fault {
	for _, a := range b.ground.areas {
		if !b.mayEnter(i, a) && a.block.RelationTo(r) == rect.Overlap {
			return rules.Breaks(b.closedBy(i, a.Kind), at, "%s may not be entered", a.Kind)
		}
	}
	if b.info[i].isCharacter() {
		return nil // WR-CHAR-5
	}
	for j, s := range b.otherStands(i, moving...) {
		switch how := r.RelationTo(*s); {
		case how == rect.Overlap && charge:
			return rules.Breaks("WR-GAP-4", at, "there is no room")
		case how == rect.Overlap:
			return rules.Breaks("WR-GAP-4", at, "%s is there", b.id(j))
		case how == rect.Touch && !charge && b.info[j].seat != b.info[i].seat:
			return rules.Breaks("WR-CHARGE-1", at, "only a charge ends in contact")
		}
	}
	return nil
}

// terrainRules names the rule that closes terrain to a troop type.
var terrainRules = map[string]string{
	"cavalry": "WR-TERR-2", "monsters": "WR-TERR-2", "chariots": "WR-TERR-3", "artillery": "WR-TERR-3", "machines": "WR-TERR-4",
}

// closedBy is the rule that closes a kind of terrain to a unit.
func (b *Battle) closedBy(i int, kind string) string {
	if kind == "rampart" {
		return "WR-TERR-10"
	}
	return cmp.Or(terrainRules[b.info[i].profile.Type], "WR-TERR-7")
}

// checkWay refuses a straight way of a stand that passes too close to others: past stands
// and closed terrain it needs a gap as wide as its shorter side (WR-GAP-1), beside an enemy
// one as wide as its front (WR-GAP-2).
func (b *Battle) checkWay(i int, from, to rect.Block, charge bool, at string, moving ...int) *rules.Fault {
	if b.flies(i) || b.info[i].isCharacter() {
		return nil // WR-PROV-10, WR-CHAR-5
	}
	p, q := from.Centre, to.Centre
	narrow := min(b.info[i].halfFront, b.info[i].halfDepth)
	for _, a := range b.ground.areas {
		if !b.mayEnter(i, a) && !a.block.ClearsSegment(p, q, narrow) {
			return rules.Breaks(b.closedBy(i, a.Kind), at, "%s is in the way", a.Kind)
		}
	}
	var enemies, others []rect.Block
	for j, s := range b.otherStands(i, moving...) {
		if !s.ClearsSegment(p, q, narrow) && !(charge && s.RelationTo(to) == rect.Touch) {
			return rules.Breaks("WR-GAP-4", at, "%s is in the way", b.id(j))
		}
		switch {
		case charge || s.ClearsSegment(p, q, 2*b.info[i].halfFront):
		case b.info[j].seat != b.info[i].seat:
			enemies = append(enemies, *s)
		default:
			others = append(others, *s)
		}
	}
	return b.betweenEnemies(i, p, q, enemies, others, at)
}

// betweenEnemies refuses a gap that an enemy bounds and that is narrower than the front of
// the stand (WR-GAP-2, ruling A-6).
func (b *Battle) betweenEnemies(i int, p, q rect.Point, enemies, others []rect.Block, at string) *rules.Fault {
	for _, a := range b.ground.areas {
		if len(enemies) > 0 && !b.mayEnter(i, a) {
			others = append(others, a.block)
		}
	}
	fine := 2 * b.info[i].halfFront * rect.FineUnits
	for k, e := range enemies {
		for _, o := range slices.Concat(enemies[:k], others) {
			if d := e.Distance(o); d > 0 && d < fine*fine && crosses(p, q, e.Centre, o.Centre) {
				return rules.Breaks("WR-GAP-2", at, "the gap beside an enemy is too narrow")
			}
		}
	}
	return nil
}

// crosses reports whether two segments cross in a point inside both.
func crosses(p, q, r, s rect.Point) bool {
	d, e := q.Minus(p), s.Minus(r)
	a, c := d.Cross(r.Minus(p)), d.Cross(s.Minus(p))
	f, g := e.Cross(p.Minus(r)), e.Cross(q.Minus(r))
	return (a < 0) != (c < 0) && (f < 0) != (g < 0) && a != 0 && c != 0 && f != 0 && g != 0
}

// farthest is the squared distance that the farthest-moving corner of a stand moves
// (WR-GEOM-8).
func farthest(from, to rect.Block) (square int64) {
	for k := range from.Corners {
		square = max(square, to.Corners[k].Minus(from.Corners[k]).Square())
	}
	return square
}

// squaredLength is the square of a length, in squared board units.
func squaredLength(d rules.Dec) int64 {
	n := boardUnits(d)
	return n * n
}

// checkMove refuses a move of a unit to new spots that breaks a rule or exceeds its
// allowance. The stands move straight from each waypoint to the next.
func (b *Battle) checkMove(i int, spots []Spot, via []Waypoint, allowance rules.Dec, rule, at string, moving ...int) (rules.Dec, *rules.Fault) {
	most := rules.Dec(0)
	for k, to := range b.blocksOf(i, spots) {
		from, come := b.s.Units[i].blocks[k], rules.Dec(0)
		for _, w := range via {
			bend := from.Moved(rect.Point{X: boardUnits(w.X), Y: boardUnits(w.Y)}.Minus(from.Centre))
			come += cmFromSquare(farthest(from, bend), 1)
			if fault := rules.FirstFault(
				rules.ForbidIf(come > allowance, rule, at, "a stand moves too far"),
				b.checkWay(i, from, bend, false, at, moving...),
			); fault != nil {
				return 0, fault
			}
			from = bend
		}
		square := farthest(from, to)
		most = max(most, come+cmFromSquare(square, 1))
		if fault := rules.FirstFault(
			rules.ForbidIf(square > squaredLength(allowance-come), rule, at, "a stand moves too far"),
			rules.ForbidIf(!b.ground.onTable(to), "WR-EDGE-1", at, "no unit leaves the table by itself"),
			b.checkRoom(i, to, false, at, moving...),
			b.checkWay(i, from, to, false, at, moving...),
		); fault != nil {
			return 0, fault
		}
	}
	return most, nil
}

// checkNoOverlap refuses new places of units that overlap each other.
func (b *Battle) checkNoOverlap(spots map[int][]Spot, at string) *rules.Fault {
	for i, one := range spots {
		for j, two := range spots {
			if i < j && anyOverlapping(b.blocksOf(i, one), b.blocksOf(j, two)) {
				return rules.Breaks("WR-GAP-4", at, "two units overlap")
			}
		}
	}
	return nil
}
