package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// farAway is an allowance that never stops a pursuer: the length of a pursuit
// depends on the retreat alone (WR-PUR-10).
var farAway = cm(300)

// pursuitLayout places a pursuing unit on the board: stands that can, straight
// ahead (WR-PUR-12); the others with their front on an enemy edge (WR-PUR-13), or
// freely (WR-PUR-14); without any that goes straight ahead, the nearest stand on
// the nearest edge (WR-PUR-16).
func (b *Battle) pursuitLayout(unit, target int) (l layout, straight bool, fault *rules.Fault) {
	own := b.s.Pieces[unit].blocks
	c := &onslaught{b: b, unit: unit, target: target, allowance: farAway, spots: make([]Spot, len(own))}
	for k := range own {
		c.left = append(c.left, k)
	}
	for k, r := range own {
		if end, ok := c.ahead(r); ok {
			c.put(k, end)
			c.row = append(c.row, end)
		}
	}
	straight = len(c.placed) > 0
	if !straight && !c.round() {
		return l, false, rules.Breaks("WR-PUR-7", "target", "no stand gets its front on it")
	}
	for len(c.left) > 0 {
		if !c.edgewise() && !c.alongside() && !c.behind() {
			return l, false, rules.Breaks("WR-PUR-15", "target", "a stand finds no place")
		}
	}
	l = layout{spots: c.spots, form: "single"}
	blocks := b.blocksOf(unit, c.spots)
	if len(blocks) > 1 {
		l.form = classifyBlocks(blocks)
		if l.form == "broken" {
			return l, false, rules.Breaks("WR-PUR-15", "target", "the stands do not hang together")
		}
	}
	for _, j := range b.units(other(b.cards[unit].seat)) {
		if j != target && meeting(blocks, b.s.Pieces[j].blocks) {
			l.more = append(l.more, j)
		}
	}
	return l, straight, nil
}

// ahead moves a stand straight ahead until its front lies on an edge of the
// target, if nothing is in its way.
func (c *onslaught) ahead(r oblong.Block) (end oblong.Block, ok bool) {
	h := r.Ahead()
	least := int64(-1)
	for _, s := range c.b.s.Pieces[c.target].blocks {
		for e := oblong.Front; e <= oblong.Left; e++ {
			if s.Outward(e) != (r.Dir+10)%20 {
				continue
			}
			p, _ := s.Edge(e)
			d := p.Minus(r.Corners[oblong.FrontLeft]).Dot(h) // times Grain
			if d <= 0 || d%(oblong.Grain*oblong.Grain) != 0 {
				continue
			}
			k := d / (oblong.Grain * oblong.Grain)
			to := r.Moved(oblong.Point{X: h.X * k, Y: h.Y * k})
			if to.Along(oblong.Front, s, e) > 0 && (least < 0 || k < least) && c.passes(r, to) {
				least, end = k, to
			}
		}
	}
	return end, least >= 0
}

// passes tells whether a stand gets to a place in a straight line, over nobody.
func (c *onslaught) passes(from, to oblong.Block) bool {
	if c.fits(from, to) != nil {
		return false
	}
	if from.Dir != to.Dir || c.b.flies(c.unit) {
		return true
	}
	by := to.Centre.Minus(from.Centre)
	for j := range c.b.cards {
		if j == c.unit || c.b.cards[j].officer() || !c.b.here(j) {
			continue
		}
		for _, s := range c.b.s.Pieces[j].blocks {
			if from.Sweeps(by, s) == oblong.Overlap {
				return false
			}
		}
	}
	return true
}

// round places the stand that is nearest to the target on its nearest edge that
// can be got at, centred if possible.
func (c *onslaught) round() bool {
	pairs := c.b.closestPairs(c.unit, c.target)
	own, theirs := c.b.s.Pieces[c.unit].blocks, c.b.s.Pieces[c.target].blocks
	for _, pair := range pairs {
		from, s := own[pair[0]], theirs[pair[1]]
		for _, e := range c.byNearness(from, s) {
			if c.b.covered(s, e, c.target, c.unit) {
				continue
			}
			half, _ := s.Half(e)
			for k := range (half + c.b.cards[c.unit].front) / oblong.Grain {
				for _, grains := range [2]int64{k, -k} {
					end := c.against(s, e, grains)
					if c.fits(from, end) == nil {
						c.put(pair[0], end)
						c.row = []oblong.Block{end}
						return true
					}
				}
			}
		}
	}
	return false
}

// byNearness are the edges of a stand that face another, the nearest first.
func (c *onslaught) byNearness(from, s oblong.Block) (edges []oblong.Side) {
	var off []int64
	for _, e := range tableOrder {
		p, _ := s.Edge(e)
		out := oblong.Directions[s.Outward(e)]
		d := from.Centre.Minus(p).Dot(oblong.Point{X: out[0], Y: out[1]})
		if d <= 0 {
			continue
		}
		at := len(edges)
		for at > 0 && off[at-1] < d {
			at--
		}
		edges = append(edges[:at], append([]oblong.Side{e}, edges[at:]...)...)
		off = append(off[:at], append([]int64{d}, off[at:]...)...)
	}
	return edges
}

// edgewise places a stand with its front on an edge of the target, in touch with
// one that has its place: beside it, or round a corner of the enemy.
func (c *onslaught) edgewise() bool {
	for _, r := range c.placed {
		for _, end := range c.neighbours(r) {
			if c.frontOn(end) {
				if stand := c.nearestTo(end); stand != none {
					c.put(stand, end)
					return true
				}
			}
		}
	}
	for _, s := range c.b.s.Pieces[c.target].blocks {
		for e := oblong.Front; e <= oblong.Left; e++ {
			half, _ := s.Half(e)
			most := (half + c.b.cards[c.unit].front) / oblong.Grain
			for k := -most + 1; k < most; k++ {
				end := c.against(s, e, k)
				if !meeting([]oblong.Block{end}, c.placed) {
					continue
				}
				if stand := c.nearestTo(end); stand != none {
					c.put(stand, end)
					return true
				}
			}
		}
	}
	return false
}

// neighbours are the places flush to the left and to the right of a stand.
func (c *onslaught) neighbours(r oblong.Block) [2]oblong.Block {
	l := r.ToLeft()
	k := 2 * c.b.cards[c.unit].front / oblong.Grain
	return [2]oblong.Block{
		r.Moved(oblong.Point{X: l.X * k, Y: l.Y * k}), r.Moved(oblong.Point{X: -l.X * k, Y: -l.Y * k}),
	}
}

// frontOn tells whether a stand's front lies on an edge of the target.
func (c *onslaught) frontOn(at oblong.Block) bool {
	for _, s := range c.b.s.Pieces[c.target].blocks {
		for e := oblong.Front; e <= oblong.Left; e++ {
			if s.Near(at, 0) && at.Along(oblong.Front, s, e) > 0 {
				return true
			}
		}
	}
	return false
}

// alongside places a stand beside one that has its place, corner to corner with
// an enemy or in support.
func (c *onslaught) alongside() bool {
	for _, r := range c.placed {
		for _, end := range c.neighbours(r) {
			if stand := c.nearestTo(end); stand != none {
				c.put(stand, end)
				return true
			}
		}
	}
	return false
}
