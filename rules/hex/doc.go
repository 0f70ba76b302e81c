// Package hex is the geometry of games that are played on hexagons: cells,
// neighbours, distances, sets of cells and exact lines of sight.
//
// Cells have axial coordinates with pointy tops: q grows to the east, r to the
// south-east. A Grid numbers the cells of one battlefield, so that sets of them
// are bits and a battle allocates nothing to look around. Lines are settled in
// integers, without rounding. The package knows no rule of any game.
package hex
