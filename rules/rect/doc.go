// Package oblong is the exact geometry of oriented rectangles on a table: stands
// of troops whose heading is a Pythagorean direction, so that all their corners
// are rational numbers.
//
// Nothing is ever rounded: whether two rectangles overlap, touch or stand apart,
// which pair is nearest and whether one sees another past others is decided in
// rational arithmetic. Numbers that fit 64 bits are worked with directly, which
// is the rule on a table measured in tenths of a millimetre; others as big.Rat.
// The unit of length is the game's own. The package knows no rule of any game.
package rect
