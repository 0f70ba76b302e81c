// Package rect is the exact geometry of oriented rectangles on a table: stands
// of troops whose heading is a Pythagorean direction, so that all their corners
// are rational numbers.
//
// Nothing is rounded: whether two rectangles overlap, touch or are apart, which points are
// nearest and whether one sees another past others is computed in rational arithmetic.
// Numbers that fit 64 bits are computed directly, which is usual on a table measured in
// tenths of a millimetre; others use big.Rat. The unit of length is the game's own. The
// package knows no rule of any game. It panics for headings without a whole length.
//
// Begin reading with num.go (the numbers) and rect.go; block.go is the same in integers,
// for battles, and sight.go is the line of sight.
package rect
