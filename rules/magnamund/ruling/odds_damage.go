package ruling

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// fatalCells has a bit for each cell of a damage table that kills, by severity and location.
type fatalCells uint16

func (f fatalCells) at(severity, location int) bool { return f&(1<<(4*severity+location)) != 0 }

// fatalTo finds the cells of the damage table that kill a victim.
func (b HitSource) fatalTo(v Victim) (f fatalCells) {
	table, _ := v.table()
	for s, severity := range severities {
		for l, location := range locations {
			if b.ignored(v, severity) == "none" && table.EffectOf(Wound{location, severity}).Dead {
				f |= 1 << (4*s + l)
			}
		}
	}
	return f
}

// throwFatal throws severity and location as one die with few outcomes. It serves odds in
// which only whether a wound kills matters: many hits then have few outcomes.
func (b HitSource) throwFatal(c *rules.Roller, v Victim) (severity, location int) {
	kills, m := b.fatalTo(v), b.severityModifier(v)
	faces := c.Throw(dice.Roll{
		Why: "severity", Labels: woundDice, N: 2, Sides: 100, Read: dice.Pool, Cuts: kills.splitFaces(m), PoolSizes: singleFaces,
		ClassOf: func(faces []int) int {
			return rules.BoolToInt(kills.at(bandOf(min(100, faces[0]+m), severityBands[:]), bandOf(faces[1], locationBands[:])))
		},
		CacheKey: "wound " + strconv.Itoa(int(kills)) + "+" + strconv.Itoa(m),
	})
	return faces[0], faces[1]
}

// splitFaces lists the faces at which the set of fatal cells of either die changes.
func (f fatalCells) splitFaces(severityModifier int) []int {
	cuts := make([]int, 0, len(locationBands)+len(severityBands))
	for n := range severityBands {
		if row := f >> (4 * n); (row^row>>4)&0b1111 != 0 {
			cuts = append(cuts, severityBands[n]-severityModifier)
		}
	}
	for n := range locationBands {
		if column := f >> n; (column^column>>1)&0b0001_0001_0001_0001 != 0 {
			cuts = append(cuts, locationBands[n])
		}
	}
	slices.Sort(cuts)
	return cuts
}

var (
	woundDice   = []string{"severity", "location"}
	singleFaces = []int{1, 1}
)
