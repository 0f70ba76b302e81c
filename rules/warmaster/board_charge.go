package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// A chargeEnd is where the stands of a charging unit end, and which enemies they touch.
type chargeEnd struct {
	spots           []Spot
	form            string
	alsoTouched     []int // other enemies that it touches
	edge, decidedBy string
	distance        rules.Dec
	lead            int // the stand that was placed first
	covered         int64
}

// chargePlacement places a charge on the board (section 6.10 of the rules).
type chargePlacement struct {
	b            *Battle
	unit         int
	target       int
	allowance    rules.Dec
	row          []rect.Block // stands in the front line, from left to right
	placedBlocks []rect.Block
	spots        []Spot
	unplaced     []int // stands without a place
	variant            // which of several equal places it takes
}

// A variant says which of several places that the rules allow a placement takes first.
type variant struct {
	mirrored bool // right before left, and behind the last before behind the first
	wraps    bool // flanks and rear of the target before its edge straight ahead
}

// newChargePlacement begins to place a unit that goes into contact.
func (b *Battle) newChargePlacement(unit, target int, allowance rules.Dec) *chargePlacement {
	c := &chargePlacement{b: b, unit: unit, target: target, allowance: allowance, spots: make([]Spot, len(b.s.Units[unit].blocks))}
	for k := range c.spots {
		c.unplaced = append(c.unplaced, k)
	}
	return c
}

// chargeEnd places the lead stand of a charge and the other stands, or returns the rule that
// forbids the charge.
func (b *Battle) chargeEnd(unit, target int, allowance rules.Dec, choice int, side string) (l chargeEnd, fault *rules.Fault) {
	ownBlocks, targetBlocks := b.s.Units[unit].blocks, b.s.Units[target].blocks
	canLead := make([]bool, len(ownBlocks))
	w := b.newWatcher(unit, target, false)
	for k := range ownBlocks {
		canLead[k] = w.standSees(k, targetBlocks)
	}
	if !slices.Contains(canLead, true) {
		return l, rules.Breaks("WR-CHARGE-3", "target", "it is not seen")
	}
	a := ruling.ChargeGeometry{CanLead: canLead}
	for _, r := range ownBlocks {
		a.Charger = append(a.Charger, r.Rect(boardUnitsPerCM))
	}
	for _, r := range targetBlocks {
		a.Target = append(a.Target, r.Rect(boardUnitsPerCM))
		a.Edges = append(a.Edges, b.accessible(unit, r, canLead))
	}
	fault = rules.Breaks("WR-CHARGE-7", "target", "no edge of it can be reached")
	for range ownBlocks {
		g := a.Nearest()
		if len(g.Pairs) == 0 {
			return l, fault
		}
		if choice >= len(g.Pairs) {
			return l, rules.Faultf(rules.OutOfRange, "choice", "there are %d candidates", len(g.Pairs))
		}
		pair := g.Pairs[choice]
		edge, by := a.Edge(a.Charger[pair[0]], pair[1], side)
		c := b.newChargePlacement(unit, target, allowance)
		if fault = c.placeLead(pair[0], targetBlocks[pair[1]], edge); fault == nil {
			if fault = c.placeOthers(); fault != nil {
				return l, fault
			}
			l = c.end()
			l.lead, l.covered = pair[0], c.coveredByAll(c.placedBlocks)
			l.edge, l.decidedBy = ruling.SideNames[edge], by
			l.distance = cmFromSquare(farthest(ownBlocks[pair[0]], b.blockAt(unit, l.spots[pair[0]])), 1)
			return l, nil
		}
		a.CanLead[pair[0]], choice = false, 0 // it cannot get there; the next nearest stand leads (WR-CHARGE-4)
	}
	return l, fault
}

// accessible lists the edges of a target stand that are open to a stand that can lead, in
// table order (WR-CHARGE-7).
func (b *Battle) accessible(unit int, s rect.Block, canLead []bool) (edges []rect.Side) {
	for _, e := range ruling.TableOrder {
		p, _ := s.Edge(e)
		out, faces := rect.Toward(s.Outward(e)), false
		for k, r := range b.s.Units[unit].blocks {
			for _, c := range r.Corners {
				faces = faces || canLead[k] && c.Minus(p).Dot(out) > 0
			}
		}
		if faces && !b.edgeHidden(s, e, unit) {
			edges = append(edges, e)
		}
	}
	return edges
}

// edgeHidden reports whether other stands hide the whole of an edge.
func (b *Battle) edgeHidden(s rect.Block, e rect.Side, charger int) bool {
	half, _ := s.Half(e)
	whole, hidden := 2*half*rect.Grain, int64(0)
	for _, r := range b.otherStands(charger) {
		if *r == s || !r.Near(s, 0) {
			continue
		}
		for t := rect.Front; t <= rect.Left; t++ {
			hidden += s.SharedEdge(e, *r, t)
		}
	}
	return hidden >= whole
}

// against is a stand of the charger with its front on an edge, its middle shifted by a
// number of grains to the right of the edge's middle as seen from inside.
func (c *chargePlacement) against(s rect.Block, e rect.Side, grains int64) rect.Block {
	out, info := s.Outward(e), &c.b.info[c.unit]
	_, off := s.Half(e)
	aside := rect.Toward((out + 15) % 20).Times(grains)
	at := s.Centre.Plus(rect.Toward(out).Times((off + info.halfDepth) / rect.Grain)).Plus(aside)
	return rect.NewBlock(at, (out+10)%20, info.halfFront, info.halfDepth)
}

// placeLead places the lead stand, centred or as near the centre as there is room
// (WR-CHARGE-5, WR-CHARGE-10, WR-CHARGE-11).
func (c *chargePlacement) placeLead(stand int, s rect.Block, e rect.Side) *rules.Fault {
	from := c.b.s.Units[c.unit].blocks[stand]
	if farthest(from, c.against(s, e, 0)) > squaredLength(c.allowance) {
		return rules.Breaks("WR-CHARGE-11", "target", "the lead stand does not get there")
	}
	half, _ := s.Half(e)
	most := (half + c.b.info[c.unit].halfFront) / rect.Grain
	var fault *rules.Fault
	for k := range most {
		for _, grains := range [2]int64{k, -k} {
			end := c.against(s, e, grains)
			if wrong := c.fits(from, end); wrong != nil {
				if fault == nil {
					fault = wrong
				}
				continue
			}
			c.place(stand, end)
			c.row = []rect.Block{end}
			return nil
		}
	}
	if fault != nil && fault.Rule == "WR-GAP-4" {
		fault.Rule = "WR-CHARGE-10"
	}
	return fault
}

// fits returns what keeps a stand from a place: distance, other stands, terrain, the edge of
// the table, or a blocked way.
func (c *chargePlacement) fits(from, to rect.Block) *rules.Fault {
	b := c.b
	if farthest(from, to) > squaredLength(c.allowance) {
		return rules.Breaks("WR-CHARGE-11", "target", "a stand does not get there")
	}
	if !b.ground.onTable(to) {
		return rules.Breaks("WR-EDGE-1", "target", "the table ends there")
	}
	if fault := b.checkRoom(c.unit, to, true, "target"); fault != nil {
		return fault
	}
	if anyOverlapping(c.placedBlocks, []rect.Block{to}) {
		return rules.Breaks("WR-GAP-4", "target", "there is no room")
	}
	return b.checkWay(c.unit, from, to, true, "target")
}

func (c *chargePlacement) place(stand int, at rect.Block) {
	c.spots[stand] = Spot{int(at.Centre.X), int(at.Centre.Y), at.Dir}
	c.placedBlocks = append(c.placedBlocks, at)
	c.unplaced = except(c.unplaced, stand)
}

// placeOthers places the other stands one by one: beside those in the front line where they
// cover most of the enemy, otherwise behind (WR-CHARGE-8, WR-CHARGE-12). The front line is
// straight, so it never wraps round the enemy (WR-CHARGE-14).
func (c *chargePlacement) placeOthers() *rules.Fault {
	for len(c.unplaced) > 0 {
		if c.placeBeside() || c.placeBehind() {
			continue
		}
		return rules.Breaks("WR-CHARGE-12", "target", "a stand finds no place")
	}
	return nil
}

// placeBeside extends the front line at the end where it covers more of the enemy. Where the
// enemy's line is not straight, a stand moves forward or back to touch it and stays in
// formation (WR-CHARGE-13).
func (c *chargePlacement) placeBeside() bool {
	ends := [2]rect.Block{c.neighbours(c.row[0])[0], c.neighbours(c.row[len(c.row)-1])[1]}
	best, stand, cover := -1, noUnit, int64(-1)
	for e := range ends {
		n := c.coveredLength(ends[e])
		s := c.nearestTo(ends[e])
		if irregular := c.b.s.Units[c.target].Form == "irregular"; irregular && n <= 1 || s == noUnit {
			if along, who := c.shiftToTouch(ends[e]); who != noUnit {
				ends[e], s = along, who
				n = c.coveredLength(along)
			}
		}
		if s != noUnit && (n > cover || n == cover && c.mirrored) {
			best, stand, cover = e, s, n
		}
	}
	if best < 0 {
		return false
	}
	c.place(stand, ends[best])
	if best == 0 {
		c.row = slices.Insert(c.row, 0, ends[0])
	} else {
		c.row = append(c.row, ends[1])
	}
	return true
}

// shiftToTouch moves a place in the front line forward or back until its front touches an
// edge of the target, as long as it stays in contact with the line.
func (c *chargePlacement) shiftToTouch(at rect.Block) (rect.Block, int) {
	h := at.Ahead()
	for k := int64(1); k < 2*c.b.info[c.unit].halfDepth/rect.Grain; k++ {
		for _, n := range [2]int64{k, -k} {
			to := at.Moved(h.Times(n))
			if c.frontOn(to) {
				if stand := c.nearestTo(to); stand != noUnit {
					return to, stand
				}
			}
		}
	}
	return at, noUnit
}

// placeBehind places a stand flush behind one that has its place.
func (c *chargePlacement) placeBehind() bool {
	k := 2 * c.b.info[c.unit].halfDepth / rect.Grain
	for n := range c.placedBlocks {
		r := c.placedBlocks[n]
		if c.mirrored {
			r = c.placedBlocks[len(c.placedBlocks)-1-n]
		}
		if c.placeNearest(r.Moved(r.Ahead().Times(-k))) {
			return true
		}
	}
	return false
}

// placeNearest places the stand that has the shortest way to a place, if any can go there.
func (c *chargePlacement) placeNearest(end rect.Block) bool {
	stand := c.nearestTo(end)
	if stand != noUnit {
		c.place(stand, end)
	}
	return stand != noUnit
}

// nearestTo returns the unplaced stand that has the shortest way to a place, or noUnit.
func (c *chargePlacement) nearestTo(end rect.Block) int {
	best, least := noUnit, int64(-1)
	for _, k := range c.unplaced {
		from := c.b.s.Units[c.unit].blocks[k]
		if d := farthest(from, end); (least < 0 || d < least) && c.fits(from, end) == nil {
			best, least = k, d
		}
	}
	return best
}

// coveredLength is the length of enemy edges that a stand's front touches; a corner alone
// counts a little.
func (c *chargePlacement) coveredLength(at rect.Block) (n int64) {
	for _, j := range c.b.units(opponent(c.b.info[c.unit].seat)) {
		for _, s := range c.b.s.Units[j].blocks {
			if s.RelationTo(at) != rect.Touch {
				continue
			}
			n++
			for e := rect.Front; e <= rect.Left; e++ {
				n += at.SharedEdge(rect.Front, s, e)
			}
		}
	}
	return n
}

// coveredByAll is the length of enemy edges that the fronts of some stands touch.
func (c *chargePlacement) coveredByAll(blocks []rect.Block) (n int64) {
	for _, r := range blocks {
		n += c.coveredLength(r)
	}
	return n
}

// chargeArrangements lists the ways in which a charge may end that starts as another does: with
// stands to the left or the right where they cover as much.
func (b *Battle) chargeArrangements(unit, target int, allowance rules.Dec, first chargeEnd) (all []arrangement) {
	all = withArrangement(all, "left", first.spots)
	c := b.newChargePlacement(unit, target, allowance)
	c.variant = variant{mirrored: true}
	c.place(first.lead, b.blockAt(unit, first.spots[first.lead]))
	c.row = append(c.row, c.placedBlocks[0])
	if c.placeOthers() == nil && c.coveredByAll(c.placedBlocks) == first.covered {
		all = withArrangement(all, "right", c.spots)
	}
	return all
}

// checkChargeEnd refuses spots of a charge: its first stand is where the rules put it, the others
// get to their places one by one, each touching a placed one, on the same side of the enemy, and
// cover as much of it (WR-CHARGE-8, WR-CHARGE-11, WR-CHARGE-12, WR-CHARGE-14).
func (b *Battle) checkChargeEnd(unit, target int, allowance rules.Dec, first chargeEnd, spots []Spot) *rules.Fault {
	c := b.newChargePlacement(unit, target, allowance)
	if spots[first.lead] != first.spots[first.lead] {
		return rules.Breaks("WR-CHARGE-5", "", "the first stand has its place")
	}
	c.place(first.lead, b.blockAt(unit, spots[first.lead]))
	if fault := c.placeAll(spots, "WR-CHARGE-12"); fault != nil {
		return fault
	}
	for _, r := range c.placedBlocks {
		if r.Dir != c.placedBlocks[0].Dir && c.coveredLength(r) > 0 {
			return rules.Breaks("WR-CHARGE-14", "", "a charge does not wrap round the enemy")
		}
	}
	return rules.ForbidIf(c.coveredByAll(c.placedBlocks) < first.covered, "WR-CHARGE-8", "", "the stands can cover more of the enemy")
}

// placeAll places the other stands of a unit at given spots, in an order in which each touches a
// placed one, or says what keeps them from there. rule is the rule that they stay in formation.
func (c *chargePlacement) placeAll(spots []Spot, rule string) *rules.Fault {
	for len(c.unplaced) > 0 {
		var wrong *rules.Fault
		placed := false
		for _, k := range c.unplaced {
			to := c.b.blockAt(c.unit, spots[k])
			if !anyTouching(c.placedBlocks, []rect.Block{to}) {
				continue
			}
			if fault := c.fits(c.b.s.Units[c.unit].blocks[k], to); fault != nil {
				wrong = fault
				continue
			}
			c.place(k, to)
			placed = true
			break
		}
		if !placed {
			if wrong != nil {
				wrong.Field = ""
				return wrong
			}
			return rules.Breaks(rule, "", "a stand touches none of its unit")
		}
	}
	return nil
}

// end returns how the placement ended.
func (c *chargePlacement) end() chargeEnd {
	return chargeEnd{spots: c.spots, form: classifyBlocks(c.b.blocksOf(c.unit, c.spots)), alsoTouched: c.b.othersTouched(c.unit, c.target, c.spots)}
}

// othersTouched lists the enemies other than the target that a unit touches at some spots.
func (b *Battle) othersTouched(unit, target int, spots []Spot) []int {
	blocks := b.blocksOf(unit, spots)
	return slices.DeleteFunc(b.units(opponent(b.info[unit].seat)), func(j int) bool {
		return j == target || !anyTouching(blocks, b.s.Units[j].blocks)
	})
}
