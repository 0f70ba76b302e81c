package magnamund

import (
	"iter"
	"math/bits"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// troopSet is a set of troop indexes.
type troopSet [4]uint64

func (h *troopSet) add(i int)      { h[i>>6] |= 1 << (i & 63) }
func (h *troopSet) remove(i int)   { h[i>>6] &^= 1 << (i & 63) }
func (h *troopSet) has(i int) bool { return h[i>>6]&(1<<(i&63)) != 0 }
func (h *troopSet) empty() bool    { return h[0]|h[1]|h[2]|h[3] == 0 }

// next is the first member from i on, or noUnit.
func (h *troopSet) next(i int) int {
	if i >= 256 {
		return noUnit
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
	return noUnit
}

// all iterates over the members in ascending order.
func (h troopSet) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := h.next(0); i != noUnit; i = h.next(i + 1) {
			if !yield(i) {
				return
			}
		}
	}
}

// nextAround is the first member from i on, or else the first member of all. The set must
// not be empty.
func (h *troopSet) nextAround(i int) int {
	if k := h.next(i); k >= 0 {
		return k
	}
	return h.next(0)
}

// troopMemo is what was measured last for a troop. Each part is valid for the version of
// places or conditions at which it was measured.
type troopMemo struct {
	engagedAt, fileAt, hasTargetAt, targetsAt, strikeTargetsAt uint32

	engaged       bool
	hasTarget     bool      // it has a target
	rank          int       // its rank in its file
	front         grid.Cell // the foremost cell of its file
	targets       troopSet  // enemies that it could shoot in either fire phase
	strikeTargets troopSet  // enemies that it could strike
}

// engaged reports whether an enemy is next to a troop (MG-DIST-3).
func (b *Battle) engaged(i int) bool {
	g := &b.memos[i]
	if g.engagedAt != b.placesVersion {
		g.engagedAt, g.engaged = b.placesVersion, b.boardOf(b.sideOf(i)).EngagedPlace(b.troopPlace(i))
	}
	return g.engaged
}

// shootTargets is the set of enemies that a troop could shoot at: in range, in its arc and
// in sight.
func (b *Battle) shootTargets(i int) *troopSet {
	g := &b.memos[i]
	if g.targetsAt != b.placesVersion {
		g.targetsAt, g.targets = b.placesVersion, troopSet{}
		b.eachTarget(i, 0, func(j int) bool { g.targets.add(j); return true })
	}
	return &g.targets
}

// hasTarget reports whether a troop has a target.
func (b *Battle) hasTarget(i int) bool {
	g := &b.memos[i]
	if g.targetsAt == b.placesVersion {
		return !g.targets.empty()
	}
	if g.hasTargetAt != b.placesVersion {
		g.hasTargetAt, g.hasTarget = b.placesVersion, false
		b.eachTarget(i, 0, func(int) bool { g.hasTarget = true; return false })
	}
	return g.hasTarget
}

// eachTarget calls found for each target of a troop, beginning with a troop index, until
// found returns false.
func (b *Battle) eachTarget(i, from int, found func(j int) bool) {
	if b.troops[i].profile.Ranged == "" {
		return
	}
	if _, front := b.file(i); !b.boardOf(b.sideOf(i)).EnemyAhead(front, b.s.Troops[i].Facing, b.troops[i].longRange+1) { // one more for the other cell of a rider
		return
	}
	enemies := b.living[1-b.sideOf(i)]
	for j := from; !enemies.empty(); enemies.remove(j) {
		if j = enemies.nextAround(j); b.canShootAt(i, j) && !found(j) {
			return
		}
	}
}

// canShootAt reports whether an enemy is a target of a shooter.
func (b *Battle) canShootAt(i, j int) bool {
	f := &b.troops[i]
	if d := b.distanceBetween(i, j); d < ruling.MinRange || d > f.longRange || b.hiddenTroops.has(j) || b.troops[j].side == f.side && b.checkEnemy(i, j) != nil {
		return false
	}
	rank, front := b.file(i)
	if f.unit != noUnit && rank > ruling.FireRanksOf(f.profile.Level) || !b.within45(i, j, front) {
		return false
	}
	visible, _ := b.sees(i, j)
	return visible
}

// strikeTargets is the set of enemies within reach of a troop's weapon.
func (b *Battle) strikeTargets(i int) *troopSet {
	g := &b.memos[i]
	if g.strikeTargetsAt == b.placesVersion {
		return &g.strikeTargets
	}
	g.strikeTargetsAt, g.strikeTargets = b.placesVersion, troopSet{}
	reach := b.reachOfRanks(i)
	p := b.troopPlace(i)
	for n := range 1 + rules.BoolToInt(p.Mounted) {
		c := p.Cell
		if n == 1 {
			c = p.RearCell()
		}
		for y := max(0, c.Y-reach); y <= min(b.bareBoard.Height-1, c.Y+reach); y++ {
			for enemies := b.boardOf(b.sideOf(i)).EnemiesIn(y, c, reach); enemies != 0; enemies &= enemies - 1 {
				j := int(b.troopAt[y*b.bareBoard.Width+bits.TrailingZeros64(enemies)])
				if !b.s.Troops[j].Hidden && b.checkEnemy(i, j) == nil && b.rank(i, j) > 0 {
					g.strikeTargets.add(j)
				}
			}
		}
	}
	return &g.strikeTargets
}
