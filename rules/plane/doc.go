// Package plane is the geometry of games that are played on a table: points,
// round bases, straight lines and the blocks that stand in their way.
//
// Positions and lengths are integers in thousandths of the game's unit (an inch,
// a centimetre), from -[MaxCoordinate] to [MaxCoordinate]; the package does not check them.
// Whether a line crosses a block is computed exactly in 128-bit integers. Distances may be
// irrational: they are float64 in whole units, with an error far below [Slack], and are
// compared with [AtMost]. The package knows no rule of any game.
//
// Begin reading with base.go (points and bases), then block.go (blocks in the way).
package plane

// One is a whole unit in thousandths.
const One = 1000

// MaxCoordinate is the greatest coordinate, radius or height that exact tests take: 1,000 units.
const MaxCoordinate = 1000 * One
