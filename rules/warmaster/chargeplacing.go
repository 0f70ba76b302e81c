package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// A layout is where the stands of a charging unit end.
type layout struct {
	spots    []Spot
	form     string
	more     []int // other enemies that it touches
	edge, by string
	distance rules.Dec
}

// onslaught places a charge on the board (section 6.10 of the rules).
type onslaught struct {
	b         *Battle
	unit      int
	target    int
	allowance rules.Dec
	row       []oblong.Block // stands in the front line, from left to right
	placed    []oblong.Block
	spots     []Spot
	left      []int // stands without a place
}

// chargeLayout finds the lead stand, its place and those of the others, or the
// rule that forbids the charge.
func (b *Battle) chargeLayout(unit, target int, allowance rules.Dec, choice int, side string) (l layout, fault *rules.Fault) {
	own, theirs := b.s.Pieces[unit].blocks, b.s.Pieces[target].blocks
	canLead := make([]bool, len(own))
	seen := false
	w := b.watch(unit, target, false)
	for k := range own {
		canLead[k] = w.stand(k, theirs)
		seen = seen || canLead[k]
	}
	if !seen {
		return l, rules.Breaks("WR-CHARGE-3", "target", "it is not seen")
	}
	a := assault{canLead: canLead}
	for _, r := range own {
		a.charger = append(a.charger, r.Rect(scale))
	}
	for k, r := range theirs {
		a.target = append(a.target, r.Rect(scale))
		a.edges = append(a.edges, b.accessible(unit, target, k, canLead))
	}
	fault = rules.Breaks("WR-CHARGE-7", "target", "no edge of it can be reached")
	for range own {
		g := a.nearest()
		if len(g.pairs) == 0 {
			return l, fault
		}
		if choice >= len(g.pairs) {
			return l, rules.Faultf(rules.OutOfRange, "choice", "there are %d candidates", len(g.pairs))
		}
		pair := g.pairs[choice]
		edge, by := a.edge(a.charger[pair[0]], pair[1], side)
		c := &onslaught{b: b, unit: unit, target: target, allowance: allowance, spots: make([]Spot, len(own))}
		if fault = c.lead(pair[0], theirs[pair[1]], edge); fault == nil {
			if fault = c.fill(); fault == nil {
				return c.done(pair[0], edge, by), nil
			}
			return l, fault
		}
		a.canLead[pair[0]], choice = false, 0 // it cannot reach; the next nearest leads (WR-CHARGE-4)
	}
	return l, fault
}

// accessible are the edges of a stand of the target that lie open to some stand
// that can lead, in table order (WR-CHARGE-7).
func (b *Battle) accessible(unit, target, stand int, canLead []bool) (edges []oblong.Side) {
	s := b.s.Pieces[target].blocks[stand]
	for _, e := range tableOrder {
		p, _ := s.Edge(e)
		out := oblong.Directions[s.Outward(e)]
		faces := false
		for k, r := range b.s.Pieces[unit].blocks {
			for _, c := range r.Corners {
				faces = faces || canLead[k] && c.Minus(p).Dot(oblong.Point{X: out[0], Y: out[1]}) > 0
			}
		}
		if faces && !b.covered(s, e, target, unit) {
			edges = append(edges, e)
		}
	}
	return edges
}

// covered tells whether other stands hide the whole of an edge.
func (b *Battle) covered(s oblong.Block, e oblong.Side, owner, charger int) bool {
	half, _ := s.Half(e)
	whole, hidden := 2*half*oblong.Grain, int64(0)
	for j := range b.cards {
		if j == charger || b.cards[j].officer() || !b.here(j) {
			continue
		}
		for _, r := range b.s.Pieces[j].blocks {
			if r == s || !r.Near(s, 0) {
				continue
			}
			for t := oblong.Front; t <= oblong.Left; t++ {
				hidden += s.Along(e, r, t)
			}
		}
	}
	return hidden >= whole
}

// against is a stand of the charger with its front on an edge, its middle so
// many grains to the right of the edge's middle as seen from within.
func (c *onslaught) against(s oblong.Block, e oblong.Side, grains int64) oblong.Block {
	out := s.Outward(e)
	h := oblong.Directions[out]
	_, off := s.Half(e)
	k := (off + c.b.cards[c.unit].deep) / oblong.Grain
	at := oblong.Point{X: s.Centre.X + h[0]*k + h[1]*grains, Y: s.Centre.Y + h[1]*k - h[0]*grains}
	return c.block(at, (out+10)%20)
}

func (c *onslaught) block(at oblong.Point, dir int) oblong.Block {
	return oblong.NewBlock(at, dir, c.b.cards[c.unit].front, c.b.cards[c.unit].deep)
}

// lead places the lead stand, centred or as near the centre as there is room
// (WR-CHARGE-5, WR-CHARGE-10, WR-CHARGE-11).
func (c *onslaught) lead(stand int, s oblong.Block, e oblong.Side) *rules.Fault {
	from := c.b.s.Pieces[c.unit].blocks[stand]
	if farthest(from, c.against(s, e, 0)) > reach(c.allowance) {
		return rules.Breaks("WR-CHARGE-11", "target", "the lead stand does not get there")
	}
	half, _ := s.Half(e)
	most := (half + c.b.cards[c.unit].front) / oblong.Grain
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
			c.put(stand, end)
			c.row = []oblong.Block{end}
			for j := range c.spots {
				if j != stand {
					c.left = append(c.left, j)
				}
			}
			return nil
		}
	}
	if fault != nil && fault.Rule == "WR-GAP-4" {
		fault.Rule = "WR-CHARGE-10"
	}
	return fault
}

// fits tells what keeps a stand from a place: distance, other stands, terrain,
// the table's edge, or no way there.
func (c *onslaught) fits(from, to oblong.Block) *rules.Fault {
	b := c.b
	if farthest(from, to) > reach(c.allowance) {
		return rules.Breaks("WR-CHARGE-11", "target", "a stand does not get there")
	}
	if !b.ground.onTable(to) {
		return rules.Breaks("WR-EDGE-1", "target", "the table ends there")
	}
	for k := range b.ground.areas {
		if a := &b.ground.areas[k]; !b.opens(c.unit, a) && a.block.Lies(to) == oblong.Overlap {
			return rules.Breaks(b.closing(c.unit), "target", "%s may not be entered", a.Kind)
		}
	}
	for _, r := range c.placed {
		if r.Lies(to) == oblong.Overlap {
			return rules.Breaks("WR-GAP-4", "target", "there is no room")
		}
	}
	for j := range b.cards {
		if j == c.unit || b.cards[j].officer() || !b.here(j) {
			continue
		}
		for _, s := range b.s.Pieces[j].blocks {
			if s.Lies(to) == oblong.Overlap {
				return rules.Breaks("WR-GAP-4", "target", "there is no room")
			}
		}
	}
	return b.way(c.unit, from, to, true, "target")
}

func (c *onslaught) put(stand int, at oblong.Block) {
	c.spots[stand] = Spot{int(at.Centre.X), int(at.Centre.Y), at.Dir}
	c.placed = append(c.placed, at)
	c.left = except(c.left, stand)
}

// fill places the other stands one by one: beside those in the front line where
// they cover most of the enemy, or else behind (WR-CHARGE-8, WR-CHARGE-12). The
// front line is straight, so that it never wraps round (WR-CHARGE-14).
func (c *onslaught) fill() *rules.Fault {
	for len(c.left) > 0 {
		if c.beside() || c.behind() {
			continue
		}
		return rules.Breaks("WR-CHARGE-12", "target", "a stand finds no place")
	}
	return nil
}

// beside lengthens the front line at the end where more of the enemy is covered.
// Where the enemy's line is not straight a stand goes forward or back to touch
// it, in formation (WR-CHARGE-13).
func (c *onslaught) beside() bool {
	first, last := c.row[0], c.row[len(c.row)-1]
	l := first.ToLeft()
	k := 2 * c.b.cards[c.unit].front / oblong.Grain
	ends := [2]oblong.Block{
		first.Moved(oblong.Point{X: l.X * k, Y: l.Y * k}), last.Moved(oblong.Point{X: -l.X * k, Y: -l.Y * k}),
	}
	best, stand, cover := -1, none, int64(-1)
	for e := range ends {
		n := c.covers(ends[e])
		s := c.nearestTo(ends[e])
		if crooked := c.b.s.Pieces[c.target].Form == "irregular"; crooked && n <= 1 || s == none {
			if along, who := c.shift(ends[e]); who != none {
				ends[e], s = along, who
				n = c.covers(along)
			}
		}
		if s != none && n > cover {
			best, stand, cover = e, s, n
		}
	}
	if best < 0 {
		return false
	}
	c.put(stand, ends[best])
	if best == 0 {
		c.row = append([]oblong.Block{ends[0]}, c.row...)
	} else {
		c.row = append(c.row, ends[1])
	}
	return true
}

// shift moves a place in the front line forward or back until its front touches
// an edge of the target, as long as it keeps in touch with the line.
func (c *onslaught) shift(at oblong.Block) (oblong.Block, int) {
	h := at.Ahead()
	for k := int64(1); k < 2*c.b.cards[c.unit].deep/oblong.Grain; k++ {
		for _, n := range [2]int64{k, -k} {
			to := at.Moved(oblong.Point{X: h.X * n, Y: h.Y * n})
			if c.frontOn(to) {
				if stand := c.nearestTo(to); stand != none {
					return to, stand
				}
			}
		}
	}
	return at, none
}

// behind places a stand flush behind one that has its place.
func (c *onslaught) behind() bool {
	k := 2 * c.b.cards[c.unit].deep / oblong.Grain
	for _, r := range c.placed {
		h := r.Ahead()
		end := r.Moved(oblong.Point{X: -h.X * k, Y: -h.Y * k})
		if stand := c.nearestTo(end); stand != none {
			c.put(stand, end)
			return true
		}
	}
	return false
}

// nearestTo is the stand without a place that has least far to go to one, or none.
func (c *onslaught) nearestTo(end oblong.Block) int {
	best, least := none, int64(-1)
	for _, k := range c.left {
		from := c.b.s.Pieces[c.unit].blocks[k]
		if d := farthest(from, end); (least < 0 || d < least) && c.fits(from, end) == nil {
			best, least = k, d
		}
	}
	return best
}

// covers is how much of enemies' edges a stand's front touches; a mere corner
// counts a little.
func (c *onslaught) covers(at oblong.Block) (n int64) {
	for _, j := range c.b.units(other(c.b.cards[c.unit].seat)) {
		for _, s := range c.b.s.Pieces[j].blocks {
			if s.Lies(at) != oblong.Touch {
				continue
			}
			n++
			for e := oblong.Front; e <= oblong.Left; e++ {
				n += at.Along(oblong.Front, s, e)
			}
		}
	}
	return n
}

// done tells how the charge ended.
func (c *onslaught) done(lead int, edge oblong.Side, by string) layout {
	b := c.b
	blocks := b.blocksOf(c.unit, c.spots)
	l := layout{spots: c.spots, form: "line", edge: sideNames[edge], by: by}
	l.distance = rootOf(farthest(b.s.Pieces[c.unit].blocks[lead], blocks[lead]), 1)
	switch {
	case len(blocks) == 1:
		l.form = "single"
	default:
		l.form = classifyBlocks(blocks)
	}
	for _, j := range b.units(other(b.cards[c.unit].seat)) {
		if j != c.target && meeting(blocks, b.s.Pieces[j].blocks) {
			l.more = append(l.more, j)
		}
	}
	slices.Sort(l.more)
	return l
}
