package warmachine

// RoughTerrainCost is the movement that a way in rough terrain costs beyond its
// length: each inch costs two (WM-X-TER-1).
func RoughTerrainCost(way Inches) Inches { return way }
