package warmachine

// This file holds facts from outside the rulebook: bases, facing and reach.

// baseRadii are the radii of bases by size: 30, 40 and 50 mm across (WM-X-BASE-1).
var baseRadii = [3]Inches{591, 787, 984}

// standardReach is the melee range of a model without Reach (WM-X-MELEE-1).
const standardReach = Inch / 2
