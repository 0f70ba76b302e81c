package warmachine

// This file holds facts from outside the rulebook: terrain.

// roughTerrainCost is the movement that a way in rough terrain costs beyond its
// length: each inch costs two (WM-X-TER-1).
func roughTerrainCost(way Inches) Inches { return way }
