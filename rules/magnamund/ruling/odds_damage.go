package ruling

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// fatalCells are the cells of a damage table that kill, a bit each, by severity and location.
type fatalCells uint16

func (f fatalCells) at(severity, location int) bool { return f&(1<<(4*severity+location)) != 0 }

// fatalTo finds the cells that kill a victim.
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

// throwFatal throws severity and location together where odds are walked of which wounds
// tell no more than whether they kill: of many hits there are few outcomes then.
func (b HitSource) throwFatal(c *rules.Roller, v Victim) (severity, location int) {
	kills, m := b.fatalTo(v), b.severityModifier(v)
	faces := c.Throw(dice.Roll{
		Why: "severity", Labels: woundDice, N: 2, Sides: 100, Read: dice.Pool, Cuts: kills.splitFaces(m), PoolSizes: singleFaces,
		ClassOf: func(faces []int) int {
			return BoolToInt(kills.at(bandOf(min(100, faces[0]+m), severityBands), bandOf(faces[1], locationBands)))
		},
		CacheKey: "wound " + strconv.Itoa(int(kills)) + "+" + strconv.Itoa(m),
	})
	return faces[0], faces[1]
}

// splitFaces are the faces at which either die begins to kill elsewhere than before.
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
