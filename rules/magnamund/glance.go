package magnamund

import (
	"math/bits"

	"oriflamme/rules/grid"
)

// herd is a set of pieces, by index.
type herd [4]uint64

func (h *herd) add(i int)      { h[i>>6] |= 1 << (i & 63) }
func (h *herd) drop(i int)     { h[i>>6] &^= 1 << (i & 63) }
func (h *herd) has(i int) bool { return h[i>>6]&(1<<(i&63)) != 0 }
func (h *herd) empty() bool    { return h[0]|h[1]|h[2]|h[3] == 0 }

// next is the first member at i or after it, none at the end.
func (h *herd) next(i int) int {
	if i >= 256 {
		return none
	}
	word := h[i>>6] >> (i & 63)
	if word != 0 {
		return i + bits.TrailingZeros64(word)
	}
	for w := i>>6 + 1; w < len(h); w++ {
		if h[w] != 0 {
			return w<<6 + bits.TrailingZeros64(h[w])
		}
	}
	return none
}

// from is the first member at i or after it or else, in a herd that is not empty, the first of all.
func (h *herd) from(i int) int {
	if k := h.next(i); k >= 0 {
		return k
	}
	return h.next(0)
}

// glance is what a piece has about it as all stand. Each part holds for the scene
// in which it was worked out; before that it is stale.
type glance struct {
	engagedIn, fileIn, aimsIn, targetsIn, preyIn uint32

	engaged bool
	aims    bool      // whether it has a target
	rank    int       // in its file
	front   grid.Cell // the foremost of its file
	targets herd      // enemies that it could shoot, in this or the other fire phase
	prey    herd      // enemies that it could strike
}

// engaged reports whether an enemy stands next to a piece (MG-DIST-3).
func (b *Battle) engaged(i int) bool {
	g := &b.glances[i]
	if g.engagedIn != b.scene {
		g.engagedIn, g.engaged = b.scene, b.ground(b.sideOf(i)).engages(b.piece(i))
	}
	return g.engaged
}

// targets are the enemies that a piece could shoot at: in range, in its arc and in sight.
func (b *Battle) targets(i int) *herd {
	g := &b.glances[i]
	if g.targetsIn != b.scene {
		g.targetsIn, g.targets = b.scene, herd{}
		b.sight(i, 0, func(j int) bool { g.targets.add(j); return true })
	}
	return &g.targets
}

// aims reports whether a piece has a target.
func (b *Battle) aims(i int) bool {
	g := &b.glances[i]
	if g.targetsIn == b.scene {
		return !g.targets.empty()
	}
	if g.aimsIn != b.scene {
		g.aimsIn, g.aims = b.scene, false
		b.sight(i, 0, func(int) bool { g.aims = true; return false })
	}
	return g.aims
}

// sight calls found for the targets of a piece, from one piece on, until it returns false.
func (b *Battle) sight(i, from int, found func(j int) bool) {
	if b.figures[i].p.Ranged == "" {
		return
	}
	if _, front := b.file(i); !b.ground(b.sideOf(i)).faces(front, b.s.Pieces[i].Facing, b.figures[i].long+1) { // one for the other cell of a rider
		return
	}
	foes := b.afield[1-b.sideOf(i)]
	for j := from; !foes.empty(); foes.drop(j) {
		if j = foes.from(j); b.aimsAt(i, j) && !found(j) {
			return
		}
	}
}

// aimsAt reports whether an enemy is a target of a shooter.
func (b *Battle) aimsAt(i, j int) bool {
	f := &b.figures[i]
	if d := b.reaches(i, j); d < minRange || d > f.long || b.unseen.has(j) || b.figures[j].side == f.side && b.enemies(i, j) != nil {
		return false
	}
	rank, front := b.file(i)
	if f.unit != none && rank > fireRanksOf(f.p.Level) || !b.within45(i, j, front) {
		return false
	}
	visible, _ := b.sees(i, j)
	return visible
}

// prey are the enemies within reach of a piece's weapon.
func (b *Battle) prey(i int) *herd {
	g := &b.glances[i]
	if g.preyIn == b.scene {
		return &g.prey
	}
	g.preyIn, g.prey = b.scene, herd{}
	reach := b.reachOfRanks(i)
	p := b.piece(i)
	for n := range 1 + count(p.Mounted) {
		c := p.Cell
		if n == 1 {
			c = p.rear()
		}
		for y := max(0, c.Y-reach); y <= min(b.base.height-1, c.Y+reach); y++ {
			for foes := b.ground(b.sideOf(i)).foesIn(y, c, reach); foes != 0; foes &= foes - 1 {
				j := int(b.at[y*b.base.width+bits.TrailingZeros64(foes)])
				if !b.s.Pieces[j].Hidden && b.enemies(i, j) == nil && b.rank(i, j) > 0 {
					g.prey.add(j)
				}
			}
		}
	}
	return &g.prey
}
