package underworlds

import (
	"sync/atomic"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// box keeps the commands about a fighter and a hex that Legal has returned: they
// do not change, and there are far more of them in a battle than commands given.
type box struct {
	least      hex.Cell // of all hexes on which a board can lie
	wide, high int
	rows       []atomic.Pointer[boxRow]
	fighters   int
}

// boxRow holds the commands of one kind, fighter and target by spot.
type boxRow []atomic.Pointer[rules.Command]

// Kinds of boxed commands.
const (
	kindMove = iota
	kindPlace
	kindShock
	kindCharge // and one more for each weapon

	boxedWeapons = 3 // of those beyond, commands are made anew
	boxKinds     = kindCharge + boxedWeapons
)

// newBox measures where the boards can lie.
func (th *theatre) newBox() box {
	x := box{least: hex.Cell(th.boards[0].Hexes[0]), fighters: len(th.fighters)}
	most := x.least
	cover := func(c hex.Cell) {
		x.least = hex.Cell{Q: min(x.least.Q, c.Q), R: min(x.least.R, c.R)}
		most = hex.Cell{Q: max(most.Q, c.Q), R: max(most.R, c.R)}
	}
	for i := range th.boards {
		first := th.boards[i].face()
		for _, h := range append(first.HalfHexes, first.Hexes...) {
			cover(hex.Cell(h))
		}
		for j := range th.boards {
			for _, l := range th.laysOf(i, j) {
				at := joining{Rotation: l.rotation, Translation: Shift(l.translation)}
				for _, c := range at.laid(th.boards[j].Hexes) {
					cover(c)
				}
			}
		}
	}
	x.wide, x.high = most.Q-x.least.Q+1, most.R-x.least.R+1
	x.rows = make([]atomic.Pointer[boxRow], boxKinds*x.fighters*x.fighters)
	return x
}

// spot numbers a hex of the box.
func (x *box) spot(h Hex) int { return (h.R-x.least.R)*x.wide + h.Q - x.least.Q }

// boxed returns the command of a kind that fighter i gives about a cell, against
// fighter j with weapon k where the kind has a target.
func (b *Battle) boxed(kind, i, j, k, at int) rules.Command {
	x := &b.box
	if k >= boxedWeapons {
		return b.make(kind, i, j, k, at)
	}
	to := &x.rows[((kind+k)*x.fighters+i)*x.fighters+j]
	row := to.Load()
	if row == nil {
		fresh := make(boxRow, x.wide*x.high)
		row = &fresh
		to.Store(row)
	}
	spot := &(*row)[b.spots[at]]
	if c := spot.Load(); c != nil {
		return *c
	}
	c := b.make(kind, i, j, k, at)
	spot.Store(&c)
	return c
}

func (b *Battle) make(kind, i, j, k, at int) rules.Command {
	d := doing{given{b.fighters[i].seat}, b.id(i)}
	switch kind {
	case kindMove:
		return Move{d, going{Hex: &b.names[at]}}
	case kindPlace:
		return PlaceFighter{doing: d, Hex: &b.names[at]}
	case kindShock:
		return Shock{d, going{Hex: &b.names[at]}, b.id(j)}
	}
	return Charge{doing: d, going: going{Hex: &b.names[at]}, Target: b.id(j), Weapon: k}
}
