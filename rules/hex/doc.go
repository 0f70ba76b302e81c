// Package hex is the geometry of games that are played on hexagons: cells,
// neighbours, distances, sets of cells and exact lines of sight.
//
// Cells have axial coordinates with pointy tops: q grows to the east, r to the
// south-east. A Grid numbers the cells of one battlefield, so that a Set of cells is a
// bit set and a battle allocates nothing to measure. Lines are computed in integers,
// without rounding. The package knows no rule of any game, and a Grid holds at most
// MaxCells cells.
//
// Begin reading with cell.go, then grid.go; line.go is the line of sight.
package hex
