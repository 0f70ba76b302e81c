package underworlds

import (
	"sync/atomic"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// commandCache keeps the commands about a fighter and a hex that Legal has returned: they
// never change, and a battle lists them far more often than it plays them.
type commandCache struct {
	origin        hex.Cell // of all hexes that a board can cover
	width, height int
	rows          []atomic.Pointer[commandRow]
	fighters      int
}

// commandRow holds the commands of one kind, fighter and target, by index of the hex.
type commandRow []atomic.Pointer[rules.Command]

// Kinds of cached commands.
const (
	kindMove = iota
	kindPlace
	kindShock
	kindCharge // and one more for each weapon

	cachedWeapons = 3 // commands with further weapons are not cached
	cachedKinds   = kindCharge + cachedWeapons
)

// newCommandCache returns a cache for all hexes that the boards can cover.
func (f *fixed) newCommandCache() commandCache {
	x := commandCache{origin: hex.Cell(f.boards[0].Hexes[0]), fighters: len(f.fighters)}
	most := x.origin
	cover := func(c hex.Cell) {
		x.origin = hex.Cell{Q: min(x.origin.Q, c.Q), R: min(x.origin.R, c.R)}
		most = hex.Cell{Q: max(most.Q, c.Q), R: max(most.R, c.R)}
	}
	for i := range f.boards {
		first := f.boards[i].face()
		for _, h := range append(first.HalfHexes, first.Hexes...) {
			cover(hex.Cell(h))
		}
		for j := range f.boards {
			for _, l := range f.joinsOf(i, j) {
				at := ruling.BoardsInput{Rotation: l.rotation, Translation: ruling.Shift(l.translation)}
				for _, c := range at.Placed(f.boards[j].Hexes) {
					cover(c)
				}
			}
		}
	}
	x.width, x.height = most.Q-x.origin.Q+1, most.R-x.origin.R+1
	x.rows = make([]atomic.Pointer[commandRow], cachedKinds*x.fighters*x.fighters)
	return x
}

// index returns the number of a hex in the bounding box.
func (x *commandCache) index(h ruling.Hex) int { return (h.R-x.origin.R)*x.width + h.Q - x.origin.Q }

// cachedCommand returns the command of a kind that fighter i gives about a cell, against
// fighter j with weapon k if the kind has a target.
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

// newCommand returns a command that is not in the cache.
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

// Commands about cards are made once for a setup, because they are listed far more often than
// played.

// cardCommands are the commands about one card.
type cardCommands struct {
	ploy, cycle, score, discard, replace rules.Command
	bearers                              []rules.Command // by fighter; nil for those of the other seat
}

// makeCommands makes the commands of a setup.
func (f *fixed) makeCommands() {
	for k := range f.cards {
		c := &f.cards[k]
		by := bySeat{c.seat}
		c.commands = cardCommands{
			ploy: PlayPloy{by, c.ID}, cycle: Cycle{by, c.ID}, score: Score{by, c.ID}, discard: Discard{by, c.ID}, replace: ReplaceObjective{by, c.ID},
		}
		if c.Kind != "upgrade" {
			continue
		}
		c.commands.bearers = make([]rules.Command, len(f.fighters))
		for i := range f.fighters {
			if f.fighters[i].seat == c.seat {
				c.commands.bearers[i] = PlayUpgrade{fighterCommand{by, f.ids[i]}, c.ID}
			}
		}
	}
}
