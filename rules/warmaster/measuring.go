package warmaster

import (
	"math"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// rootOf is the root of a squared length on the board, in centimetres, rounded
// up: no distance is told shorter than it is. The square is in units of
// 1/fine of a Spot's.
func rootOf(square int64, fine int64) rules.Dec {
	return rules.Dec(math.Ceil(math.Sqrt(float64(square)) * float64(rules.One/scale) / float64(fine)))
}

// square is the squared distance of two pieces on the board, in units of 1/oblong.Fine².
func (b *Battle) square(i, j int) int64 {
	least := int64(-1)
	for _, r := range b.s.Pieces[i].blocks {
		for _, s := range b.s.Pieces[j].blocks {
			if d := r.Distance(s); least < 0 || d < least {
				least = d
			}
		}
	}
	return least
}

// distance is how far two pieces on the board are apart (WR-GEN-5).
func (b *Battle) distance(i, j int) rules.Dec { return rootOf(b.square(i, j), oblong.Fine) }

// squareOf is the squared distance that so many centimetres reach, in the units of square.
func squareOf(n int64) int64 { return n * n * scale * scale * oblong.Fine * oblong.Fine }

// near tells whether two pieces can be as near as so many centimetres: a quick test.
func (b *Battle) near(i, j int, n int64) bool {
	for _, r := range b.s.Pieces[i].blocks {
		for _, s := range b.s.Pieces[j].blocks {
			if r.Near(s, n*scale) {
				return true
			}
		}
	}
	return false
}

// enemyNear tells whether an enemy unit is at 20 cm or less of a unit (WR-CMD-4, ruling A-40).
func (b *Battle) enemyNear(i int) bool {
	for _, j := range b.units(other(b.cards[i].seat)) {
		if b.near(i, j, 20) && b.square(i, j) <= squareOf(20) {
			return true
		}
	}
	return false
}

// clearOf tells whether stands of a unit keep 1 cm from every enemy unit (WR-EVADE-6).
func (b *Battle) clearOf(i int, blocks []oblong.Block) bool {
	for _, j := range b.units(other(b.cards[i].seat)) {
		for _, s := range b.s.Pieces[j].blocks {
			for _, r := range blocks {
				if r.Near(s, scale) && r.Distance(s) < squareOf(1) {
					return false
				}
			}
		}
	}
	return true
}

// along is a vector of so many centimetres in a direction, rounded to whole units.
func along(way oblong.Point, length rules.Dec) oblong.Point {
	x, y := float64(way.X), float64(way.Y)
	k := float64(units(length)) / math.Sqrt(float64(x*x)+float64(y*y))
	return oblong.Point{X: int64(math.Round(float64(x * k))), Y: int64(math.Round(float64(y * k)))}
}

// shifted are spots moved by a vector.
func shifted(spots []Spot, by oblong.Point) []Spot {
	all := make([]Spot, len(spots))
	for k, s := range spots {
		all[k] = Spot{s[0] + int(by.X), s[1] + int(by.Y), s[2]}
	}
	return all
}
