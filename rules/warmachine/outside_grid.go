package warmachine

import (
	"strings"
	"unicode/utf8"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: damage grids of warjacks.

// gridColumns is how many columns a damage grid has (WM-X-GRID-1).
const gridColumns = 6

// systems are the systems of a warjack by the letter of their boxes (WM-X-GRID-2).
var systems = [6]struct {
	letter byte
	name   string
}{{'L', "left-arm"}, {'R', "right-arm"}, {'H', "head"}, {'C', "cortex"}, {'M', "movement"}, {'A', "arc-node"}}

// column is a column of a grid from its top: "." is a plain box, a letter one of a system.
type column string

// DecodeJSON reads 1 to 12 boxes.
func (b *column) DecodeJSON(tree any, path string) *rules.Fault {
	text, ok := tree.(string)
	if !ok {
		return rules.Faultf(rules.WrongType, path, "want a text")
	}
	if n := utf8.RuneCountInString(text); n < 1 || n > 12 {
		return strange(path, "has %d boxes, not 1 to 12", n)
	}
	if strings.Trim(text, ".LRHCMA") != "" {
		return strange(path, "%q has a box of no system", text)
	}
	*b = column(text)
	return nil
}

type gridAsked struct {
	Columns     []column `json:"columns" len:"6..6"`
	Filled      []int    `json:"filled" len:"6..6" each:"0..12" default:"[0,0,0,0,0,0]"`
	Damage      int      `json:"damage" in:"0..200"`
	StartColumn int      `json:"start_column" in:"1..6" default:"-"` // 0: a die decides
	Outside     bool     `json:"outside" default:"true"`
}

type gridResult struct {
	Column            *int        `json:"column"`
	Filled            []int       `json:"filled"`
	Marked            int         `json:"marked"`
	Overflow          int         `json:"overflow"`
	BoxesLeft         int         `json:"boxes_left"`
	Disabled          bool        `json:"disabled"`
	Crippled          systemFlags `json:"crippled"`
	NewlyCrippled     []string    `json:"newly_crippled"`
	NewlyCrippledSize int         `json:"newly_crippled_count"`
}

type systemFlags struct {
	LeftArm  bool `json:"left-arm"`
	RightArm bool `json:"right-arm"`
	Head     bool `json:"head"`
	Cortex   bool `json:"cortex"`
	Movement bool `json:"movement"`
	ArcNode  bool `json:"arc-node"`
}

// A damageGrid is a grid with the boxes that are filled, in each column from the top.
type damageGrid struct {
	columns []column
	filled  []int
}

// left is how many boxes are not filled.
func (g damageGrid) left() int {
	n := 0
	for i, col := range g.columns {
		n += len(col) - g.filled[i]
	}
	return n
}

// mark fills boxes from the top of a column on, then in the columns after it; it
// returns how many there were to fill (WM-X-GRID-1).
func (g damageGrid) mark(start, damage int) (marked int) {
	for i := range gridColumns {
		col := (start + i) % gridColumns
		n := min(damage-marked, len(g.columns[col])-g.filled[col])
		g.filled[col] += n
		marked += n
	}
	return marked
}

// crippled tells which systems have boxes and all of them filled.
func (g damageGrid) crippled() (down [6]bool) {
	for s, system := range systems {
		boxes, open := 0, 0
		for i, col := range g.columns {
			for k := range len(col) {
				if col[k] == system.letter {
					boxes++
					if k >= g.filled[i] {
						open++
					}
				}
			}
		}
		down[s] = boxes > 0 && open == 0
	}
	return down
}

// depths are how far down the lowest box of each system lies in each column,
// counted from 1; 0 where there is none.
type depths [len(systems)][gridColumns]int

// crippled tells whether a system has boxes and all of them filled.
func (d *depths) crippled(system int, filled []int) bool {
	any := false
	for k, n := range filled {
		low := d[system][k]
		if low > n {
			return false
		}
		any = any || low > 0
	}
	return any
}

func (in gridAsked) check() *rules.Fault {
	if f := notInTheBook(in.Outside); f != nil {
		return f
	}
	for i, n := range in.Filled {
		if n > len(in.Columns[i]) {
			return strange(rules.At("filled", i), "is more than the column has")
		}
	}
	return nil
}

func damageTheGrid(c *rules.Cup, in gridAsked) gridResult {
	g := damageGrid{in.Columns, append([]int(nil), in.Filled...)}
	before := g.crippled()
	var r gridResult
	start := in.StartColumn
	if start == 0 && in.Damage > 0 {
		start = c.Roll("column", 1, 6)[0]
	}
	if start > 0 {
		r.Column = &start
		r.Marked = g.mark(start-1, in.Damage)
	}
	r.Filled, r.Overflow, r.BoxesLeft = g.filled, in.Damage-r.Marked, g.left()
	r.Disabled = r.BoxesLeft == 0
	after := g.crippled()
	r.Crippled = systemFlags{after[0], after[1], after[2], after[3], after[4], after[5]}
	for s, system := range systems {
		if after[s] && !before[s] {
			r.NewlyCrippled = append(r.NewlyCrippled, system.name)
		}
	}
	r.NewlyCrippledSize = len(r.NewlyCrippled)
	return r
}

var damageGridRuling = ruling("damage-grid", "WM-COMBAT-17 WM-X-GRID-1 WM-X-GRID-2", "disabled marked newly_crippled_count",
	gridAsked.check, damageTheGrid)

// What a warjack with crippled movement is left with (WM-X-GRID-4).
const (
	lameSpd = 1
	lameDef = 7
)
