package ruling

import (
	"strings"
	"unicode/utf8"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: damage grids of warjacks.

// GridColumns is the number of columns of a damage grid (WM-X-GRID-1).
const GridColumns = 6

// Systems are the systems of a warjack with the letters of their boxes (WM-X-GRID-2).
var Systems = [6]struct {
	Letter byte
	Name   string
}{{'L', "left-arm"}, {'R', "right-arm"}, {'H', "head"}, {'C', "cortex"}, {'M', "movement"}, {'A', "arc-node"}}

// SystemNamed returns the index of the system with a name, -1 if there is none.
func SystemNamed(name string) int {
	for s := range Systems {
		if Systems[s].Name == name {
			return s
		}
	}
	return -1
}

// Column is a column of a grid from its top: "." is a plain box, a letter is a box of a
// system.
type Column string

// DecodeJSON reads 1 to 12 boxes.
func (b *Column) DecodeJSON(tree any, path string) *rules.Fault {
	text, ok := tree.(string)
	if !ok {
		return rules.Faultf(rules.WrongType, path, "want a text")
	}
	if n := utf8.RuneCountInString(text); n < 1 || n > 12 {
		return BadValue(path, "has %d boxes, not 1 to 12", n)
	}
	if strings.Trim(text, ".LRHCMA") != "" {
		return BadValue(path, "%q has a box of no system", text)
	}
	*b = Column(text)
	return nil
}

type gridInput struct {
	Columns     []Column `json:"columns" len:"6..6"`
	Filled      []int    `json:"filled" len:"6..6" each:"0..12" default:"[0,0,0,0,0,0]"`
	Damage      int      `json:"damage" in:"0..200"`
	StartColumn int      `json:"start_column" in:"1..6" default:"-"` // 0: rolled
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

// A DamageGrid is a grid with the number of filled boxes in each column, counted from the
// top.
type DamageGrid struct {
	Columns []Column
	Filled  []int
}

// Left returns the number of boxes that are not filled.
func (g DamageGrid) Left() int {
	n := 0
	for i, col := range g.Columns {
		n += len(col) - g.Filled[i]
	}
	return n
}

// Mark fills boxes from the top of column start on, then in the columns after it. It returns
// the number of boxes filled (WM-X-GRID-1).
func (g DamageGrid) Mark(start, damage int) (marked int) {
	for i := range GridColumns {
		col := (start + i) % GridColumns
		n := min(damage-marked, len(g.Columns[col])-g.Filled[col])
		g.Filled[col] += n
		marked += n
	}
	return marked
}

// Depths are the depths of the lowest box of each system in each column, counted from 1; 0
// where there is none.
type Depths [len(Systems)][GridColumns]int

// DepthsOf returns the depths of the systems in the columns of a grid.
func DepthsOf(columns []Column) (d Depths) {
	for s := range Systems {
		for i, col := range columns {
			d[s][i] = strings.LastIndexByte(string(col), Systems[s].Letter) + 1
		}
	}
	return d
}

// Crippled reports whether a system has boxes and all of them are filled.
func (d *Depths) Crippled(system int, filled []int) bool {
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

func (in gridInput) check() *rules.Fault {
	return rules.FirstFault(notInTheBook(in.Outside), EachFault(in.Filled, func(i, n int) *rules.Fault {
		return rules.FaultIf(n > len(in.Columns[i]), BadValue(rules.At("filled", i), "is more than the column has"))
	}))
}

func resolveGrid(c *rules.Roller, in gridInput) gridResult {
	g := DamageGrid{in.Columns, append([]int(nil), in.Filled...)}
	depths := DepthsOf(in.Columns)
	var r gridResult
	start := in.StartColumn
	if start == 0 && in.Damage > 0 {
		start = c.Roll("column", 1, 6)[0]
	}
	if start > 0 {
		r.Column = &start
		r.Marked = g.Mark(start-1, in.Damage)
	}
	r.Filled, r.Overflow, r.BoxesLeft = g.Filled, in.Damage-r.Marked, g.Left()
	r.Disabled = r.BoxesLeft == 0
	var down [len(Systems)]bool
	for s, system := range Systems {
		if down[s] = depths.Crippled(s, g.Filled); down[s] && !depths.Crippled(s, in.Filled) {
			r.NewlyCrippled = append(r.NewlyCrippled, system.Name)
		}
	}
	r.Crippled = systemFlags{down[0], down[1], down[2], down[3], down[4], down[5]}
	r.NewlyCrippledSize = len(r.NewlyCrippled)
	return r
}

var damageGridRuling = rules.CheckedRuling("damage-grid", "WM-COMBAT-17 WM-X-GRID-1 WM-X-GRID-2", "disabled marked newly_crippled_count",
	gridInput.check, resolveGrid)

// Figures of a warjack with crippled movement (WM-X-GRID-4).
const (
	LameSpd = 1
	LameDef = 7
)
