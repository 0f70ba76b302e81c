package warmachine

// This file holds facts from outside the rulebook: bases.

// BaseRadii are the radii of bases by size: 30, 40 and 50 mm across (WM-X-BASE-1).
var BaseRadii = [3]Inches{591, 787, 984}
