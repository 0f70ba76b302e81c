package warmaster

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// noLimit is an allowance that never stops a pursuer: only the retreat decides the length of
// a pursuit (WR-PUR-10).
var noLimit = ruling.CM(300)

// pursuitEnd places a pursuing unit on the board. Stands that can go straight ahead do so
// (WR-PUR-12); the others go with their front on an enemy edge (WR-PUR-13), or anywhere in
// formation (WR-PUR-14). If none can go straight ahead, the nearest stand goes to the
// nearest edge (WR-PUR-16).
func (b *Battle) pursuitEnd(unit, target int) (l chargeEnd, straight bool, fault *rules.Fault) {
	return b.pursuitEndBy(unit, target, variant{})
}

// placePursuers places the stands of a pursuing unit that have no choice: those that can go
// straight ahead, or else the nearest one.
func (b *Battle) placePursuers(unit, target int) (c *chargePlacement, straight bool, fault *rules.Fault) {
	c = b.newChargePlacement(unit, target, noLimit)
	for k, r := range b.s.Units[unit].blocks {
		if end, ok := c.straightAhead(r); ok {
			c.place(k, end)
			c.row = append(c.row, end)
		}
	}
	straight = len(c.placedBlocks) > 0
	if !straight && !c.placeOnNearestEdge() {
		return nil, false, rules.Breaks("WR-PUR-7", "target", "no stand gets its front on it")
	}
	return c, straight, nil
}

// pursuitArrangements lists the ways in which a pursuit may end: the stands that cannot go straight
// ahead to the left or to the right, beside the others or round the enemy (WR-PUR-13).
func (b *Battle) pursuitArrangements(unit, target int) (all []arrangement) {
	if c, _, fault := b.placePursuers(unit, target); fault != nil || len(c.unplaced) == 0 {
		return nil
	}
	for _, v := range []struct {
		key string
		variant
	}{{"left", variant{}}, {"right", variant{mirrored: true}}, {"wrap", variant{wraps: true}}, {"wrap", variant{mirrored: true, wraps: true}}} {
		if l, _, fault := b.pursuitEndBy(unit, target, v.variant); fault == nil {
			all = withArrangement(all, v.key, l.spots)
		}
	}
	return all
}

// checkPursuitEnd refuses spots of a pursuing unit: stands that can go straight ahead do so; each
// other gets to its place by a free way and touches a placed one, its front on the enemy's edge
// if it finds such a place (WR-PUR-12 to WR-PUR-16).
func (b *Battle) checkPursuitEnd(unit, target int, spots []Spot) *rules.Fault {
	c, straight, fault := b.placePursuers(unit, target)
	if fault != nil {
		return fault
	}
	for k, s := range c.spots {
		if !slices.Contains(c.unplaced, k) && s != spots[k] {
			rule := "WR-PUR-16"
			if straight {
				rule = "WR-PUR-12"
			}
			return rules.Breaks(rule, "", "stand %d has its place", k+1)
		}
	}
	free := slices.Clone(c.unplaced)
	if fault := c.placeAll(spots, "WR-PUR-15"); fault != nil {
		return fault
	}
	for _, k := range free {
		if c.frontOn(b.blockAt(unit, spots[k])) {
			continue
		}
		other := b.newChargePlacement(unit, target, noLimit)
		for l, s := range spots {
			if l != k {
				other.place(l, b.blockAt(unit, s))
			}
		}
		if other.placeOnEdge() {
			return rules.Breaks("WR-PUR-13", "", "stand %d can get its front on the enemy", k+1)
		}
	}
	return nil
}

// pursuitEndBy is pursuitEnd that takes a variant where stands have a choice.
func (b *Battle) pursuitEndBy(unit, target int, v variant) (l chargeEnd, straight bool, fault *rules.Fault) {
	c, straight, fault := b.placePursuers(unit, target)
	if fault != nil {
		return l, false, fault
	}
	c.variant = v
	for len(c.unplaced) > 0 {
		if !c.placeOnEdge() && !c.placeAlongside() && !c.placeBehind() {
			return l, false, rules.Breaks("WR-PUR-15", "target", "a stand finds no place")
		}
	}
	l = c.end()
	return l, straight, rules.ForbidIf(l.form == "broken", "WR-PUR-15", "target", "the stands do not hang together")
}

// straightAhead moves a stand straight ahead until its front touches an edge of the target;
// ok is false if something is in its way.
func (c *chargePlacement) straightAhead(r rect.Block) (end rect.Block, ok bool) {
	h := r.Ahead()
	least := int64(-1)
	for _, s := range c.b.s.Units[c.target].blocks {
		for e := rect.Front; e <= rect.Left; e++ {
			if s.Outward(e) != (r.Dir+10)%20 {
				continue
			}
			p, _ := s.Edge(e)
			d := p.Minus(r.Corners[rect.FrontLeft]).Dot(h) // times Grain
			if d <= 0 || d%(rect.Grain*rect.Grain) != 0 {
				continue
			}
			k := d / (rect.Grain * rect.Grain)
			to := r.Moved(h.Times(k))
			if to.SharedEdge(rect.Front, s, e) > 0 && (least < 0 || k < least) && c.passes(r, to) {
				least, end = k, to
			}
		}
	}
	return end, least >= 0
}

// passes reports whether a stand can move to a place in a straight line without passing over
// another.
func (c *chargePlacement) passes(from, to rect.Block) bool {
	if c.fits(from, to) != nil {
		return false
	}
	if from.Dir != to.Dir || c.b.flies(c.unit) {
		return true
	}
	by := to.Centre.Minus(from.Centre)
	for _, s := range c.b.otherStands(c.unit) {
		if from.SweepRelation(by, *s) == rect.Overlap {
			return false
		}
	}
	return true
}

// placeOnNearestEdge places the stand that is nearest to the target on the nearest edge that
// it can reach, centred if possible.
func (c *chargePlacement) placeOnNearestEdge() bool {
	pairs := c.b.closestPairs(c.unit, c.target)
	ownBlocks, targetBlocks := c.b.s.Units[c.unit].blocks, c.b.s.Units[c.target].blocks
	for _, pair := range pairs {
		from, s := ownBlocks[pair[0]], targetBlocks[pair[1]]
		for _, e := range c.edgesByNearness(from, s) {
			if c.b.edgeHidden(s, e, c.unit) {
				continue
			}
			half, _ := s.Half(e)
			for k := range (half + c.b.info[c.unit].halfFront) / rect.Grain {
				for _, grains := range [2]int64{k, -k} {
					end := c.against(s, e, grains)
					if c.fits(from, end) == nil {
						c.place(pair[0], end)
						c.row = []rect.Block{end}
						return true
					}
				}
			}
		}
	}
	return false
}

// edgesByNearness lists the edges of a stand that face another, nearest first.
func (c *chargePlacement) edgesByNearness(from, s rect.Block) (edges []rect.Side) {
	off := func(e rect.Side) int64 {
		p, _ := s.Edge(e)
		return from.Centre.Minus(p).Dot(rect.Toward(s.Outward(e)))
	}
	for _, e := range ruling.TableOrder {
		if off(e) > 0 {
			edges = append(edges, e)
		}
	}
	slices.SortStableFunc(edges, func(e, f rect.Side) int { return cmp.Compare(off(f), off(e)) })
	return edges
}

// placeOnEdge places a stand with its front on an edge of the target and in contact with a
// placed stand: beside it, or round a corner of the enemy.
func (c *chargePlacement) placeOnEdge() bool {
	if c.wraps {
		return c.placeRound(true) || c.placeInFront() || c.placeRound(false)
	}
	return c.placeInFront() || c.placeRound(false)
}

// placeInFront places a stand beside a placed one with its front on an edge of the target.
func (c *chargePlacement) placeInFront() bool {
	for _, r := range c.placedBlocks {
		for _, end := range c.besides(r) {
			if c.frontOn(end) && c.placeNearest(end) {
				return true
			}
		}
	}
	return false
}

// placeRound places a stand on any edge of the target where it touches a placed one; with turned
// only on edges that the first placed stand is not on.
func (c *chargePlacement) placeRound(turned bool) bool {
	edges := []rect.Side{rect.Front, rect.Right, rect.Rear, rect.Left}
	if c.mirrored {
		slices.Reverse(edges)
	}
	for _, s := range c.b.s.Units[c.target].blocks {
		for _, e := range edges {
			if turned && s.Outward(e) == (c.placedBlocks[0].Dir+10)%20 {
				continue
			}
			half, _ := s.Half(e)
			most := (half + c.b.info[c.unit].halfFront) / rect.Grain
			for k := -most + 1; k < most; k++ {
				n := k
				if c.mirrored {
					n = -k
				}
				end := c.against(s, e, n)
				if anyTouching([]rect.Block{end}, c.placedBlocks) && c.placeNearest(end) {
					return true
				}
			}
		}
	}
	return false
}

// neighbours are the places flush to the left and the right of a stand.
func (c *chargePlacement) neighbours(r rect.Block) [2]rect.Block {
	left := r.ToLeft().Times(2 * c.b.info[c.unit].halfFront / rect.Grain)
	return [2]rect.Block{r.Moved(left), r.Moved(left.Times(-1))}
}

// besides are the neighbours of a stand in the order in which the placement tries them.
func (c *chargePlacement) besides(r rect.Block) [2]rect.Block {
	sides := c.neighbours(r)
	if c.mirrored {
		sides[0], sides[1] = sides[1], sides[0]
	}
	return sides
}

// frontOn reports whether a stand's front touches an edge of the target.
func (c *chargePlacement) frontOn(at rect.Block) bool {
	for _, s := range c.b.s.Units[c.target].blocks {
		for e := rect.Front; e <= rect.Left; e++ {
			if s.Near(at, 0) && at.SharedEdge(rect.Front, s, e) > 0 {
				return true
			}
		}
	}
	return false
}

// placeAlongside places a stand beside a placed one, corner to corner with an enemy or in
// support.
func (c *chargePlacement) placeAlongside() bool {
	for _, r := range c.placedBlocks {
		for _, end := range c.besides(r) {
			if c.placeNearest(end) {
				return true
			}
		}
	}
	return false
}
