package underworlds

import (
	"sync/atomic"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// commandCache keeps the commands about a fighter and a hex that Legal has returned: they
// do not change, and there are far more of them in a battle than commands given.
type commandCache struct {
	origin        hex.Cell // of all hexes on which a board can lie
	width, height int
	rows          []atomic.Pointer[commandRow]
	fighters      int
}

// commandRow holds the commands of one kind, fighter and target by spot.
type commandRow []atomic.Pointer[rules.Command]

// Kinds of boxed commands.
const (
	kindMove = iota
	kindPlace
	kindShock
	kindCharge // and one more for each weapon

	cachedWeapons = 3 // of those beyond, commands are made anew
	cachedKinds   = kindCharge + cachedWeapons
)

// newCommandCache measures where the boards can lie.
func (th *fixed) newCommandCache() commandCache {
	x := commandCache{origin: hex.Cell(th.boards[0].Hexes[0]), fighters: len(th.fighters)}
	most := x.origin
	cover := func(c hex.Cell) {
		x.origin = hex.Cell{Q: min(x.origin.Q, c.Q), R: min(x.origin.R, c.R)}
		most = hex.Cell{Q: max(most.Q, c.Q), R: max(most.R, c.R)}
	}
	for i := range th.boards {
		first := th.boards[i].face()
		for _, h := range append(first.HalfHexes, first.Hexes...) {
			cover(hex.Cell(h))
		}
		for j := range th.boards {
			for _, l := range th.joinsOf(i, j) {
				at := BoardsInput{Rotation: l.rotation, Translation: Shift(l.translation)}
				for _, c := range at.Placed(th.boards[j].Hexes) {
					cover(c)
				}
			}
		}
	}
	x.width, x.height = most.Q-x.origin.Q+1, most.R-x.origin.R+1
	x.rows = make([]atomic.Pointer[commandRow], cachedKinds*x.fighters*x.fighters)
	return x
}

// index numbers a hex of the box.
func (x *commandCache) index(h Hex) int { return (h.R-x.origin.R)*x.width + h.Q - x.origin.Q }

// cachedCommand returns the command of a kind that fighter i gives about a cell, against
// fighter j with weapon k where the kind has a target.
func (b *Battle) cachedCommand(kind, i, j, k, at int) rules.Command {
	x := &b.cache
	if k >= cachedWeapons {
		return b.newCommand(kind, i, j, k, at)
	}
	to := &x.rows[((kind+k)*x.fighters+i)*x.fighters+j]
	row := to.Load()
	if row == nil {
		fresh := make(commandRow, x.width*x.height)
		row = &fresh
		to.Store(row)
	}
	spot := &(*row)[b.boxIndexes[at]]
	if c := spot.Load(); c != nil {
		return *c
	}
	c := b.newCommand(kind, i, j, k, at)
	spot.Store(&c)
	return c
}

func (b *Battle) newCommand(kind, i, j, k, at int) rules.Command {
	d := fighterCommand{bySeat{b.fighters[i].seat}, b.id(i)}
	switch kind {
	case kindMove:
		return Move{d, moveEnd{Hex: &b.hexes[at]}}
	case kindPlace:
		return PlaceFighter{fighterCommand: d, Hex: &b.hexes[at]}
	case kindShock:
		return Shock{d, moveEnd{Hex: &b.hexes[at]}, b.id(j)}
	}
	return Charge{fighterCommand: d, moveEnd: moveEnd{Hex: &b.hexes[at]}, Target: b.id(j), Weapon: k}
}
