package warmaster

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
)

// grainsPerCM is the number of steps of the length of a heading in a centimetre.
const grainsPerCM = boardUnitsPerCM / rect.Grain

// cmFromSquare is the root of a squared length on the board, in centimetres, rounded up so
// that no distance is reported shorter than it is. The square is in units of 1/fine of a
// board unit.
func cmFromSquare(square int64, fine int64) rules.Dec {
	return rules.Dec(math.Ceil(math.Sqrt(float64(square)) * float64(rules.One/boardUnitsPerCM) / float64(fine)))
}

// squaredDistance is the squared distance of two units on the board, in units of 1/rect.FineUnits².
func (b *Battle) squaredDistance(i, j int) int64 {
	return leastDistance(b.s.Units[i].blocks, b.s.Units[j].blocks)
}

// leastDistance is the squared distance of the closest stands of two units.
func leastDistance(a, c []rect.Block) int64 {
	least := int64(-1)
	for _, r := range a {
		for _, s := range c {
			if d := r.Distance(s); least < 0 || d < least {
				least = d
			}
		}
	}
	return least
}

// distance is the distance of two units on the board (WR-GEN-5).
func (b *Battle) distance(i, j int) rules.Dec {
	return cmFromSquare(b.squaredDistance(i, j), rect.FineUnits)
}

// squaredReach is the square of n centimetres, in the units of squaredDistance.
func squaredReach(n int64) int64 {
	return n * n * boardUnitsPerCM * boardUnitsPerCM * rect.FineUnits * rect.FineUnits
}

// within reports whether two units are within cm centimetres.
func (b *Battle) within(i, j int, cm int64) bool {
	return b.maybeWithin(i, j, cm*boardUnitsPerCM) && b.squaredDistance(i, j) <= squaredReach(cm)
}

// maybeWithin is a quick test: it is false only if two units are farther apart than a length
// in board units.
func (b *Battle) maybeWithin(i, j int, length int64) bool {
	for _, r := range b.s.Units[i].blocks {
		for _, s := range b.s.Units[j].blocks {
			if r.Near(s, length) {
				return true
			}
		}
	}
	return false
}

// enemyNear reports whether an enemy unit is within 20 cm of a unit (WR-CMD-4, ruling A-40).
func (b *Battle) enemyNear(i int) bool {
	return slices.ContainsFunc(b.units(opponent(b.info[i].seat)), func(j int) bool { return b.within(i, j, 20) })
}

// clearOf reports whether the stands of a unit keep at least 1 cm from every enemy unit
// (WR-EVADE-6).
func (b *Battle) clearOf(i int, blocks []rect.Block) bool {
	for _, j := range b.units(opponent(b.info[i].seat)) {
		for _, s := range b.s.Units[j].blocks {
			for _, r := range blocks {
				if r.Near(s, boardUnitsPerCM) && r.Distance(s) < squaredReach(1) {
					return false
				}
			}
		}
	}
	return true
}

// along is the vector of a length in a direction, rounded to whole board units.
func along(way rect.Point, length rules.Dec) rect.Point {
	x, y := float64(way.X), float64(way.Y)
	k := float64(boardUnits(length)) / math.Sqrt(float64(x*x)+float64(y*y))
	return rect.Point{X: int64(math.Round(float64(x * k))), Y: int64(math.Round(float64(y * k)))}
}

// moveSpots returns spots moved by a vector.
func moveSpots(spots []Spot, by rect.Point) []Spot {
	all := make([]Spot, len(spots))
	for k, s := range spots {
		all[k] = Spot{s[0] + int(by.X), s[1] + int(by.Y), s[2]}
	}
	return all
}
