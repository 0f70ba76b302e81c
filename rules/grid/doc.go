// Package grid is the geometry of games that are played on squares: cells, the
// four facings, distances, arcs, and the straight line between two centres.
//
// Cells have integer coordinates; x grows to the east and y to the north. A cell
// is the open square of side one around its point, so a line that only touches a
// corner does not cross that cell. All results are computed in integers. The package
// knows no rule of any game, and refuses cells in JSON beyond MaxCoordinate.
//
// Begin reading with cell.go, then facing.go; line.go walks the cells of a line.
package grid
