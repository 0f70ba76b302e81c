package grid_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// crossed reports whether the open square of a cell meets the segment between two centres.
// It clips the segment to the square in exact fractions.
func crossed(from, to, cell grid.Cell) bool {
	lo, hi := new(big.Rat), big.NewRat(1, 1)
	for _, axis := range [][3]int{{from.X, to.X, cell.X}, {from.Y, to.Y, cell.Y}} {
		a, d := int64(axis[0]), int64(axis[1]-axis[0])
		low, high := big.NewRat(2*int64(axis[2])-1-2*a, 2), big.NewRat(2*int64(axis[2])+1-2*a, 2)
		if d == 0 {
			if low.Sign() >= 0 || high.Sign() <= 0 {
				return false
			}
			continue
		}
		step := new(big.Rat).SetInt64(d)
		t0, t1 := new(big.Rat).Quo(low, step), new(big.Rat).Quo(high, step)
		if d < 0 {
			t0, t1 = t1, t0
		}
		if t0.Cmp(lo) > 0 {
			lo = t0
		}
		if t1.Cmp(hi) < 0 {
			hi = t1
		}
	}
	return lo.Cmp(hi) < 0
}

func TestLineCrossesWhatTheSegmentMeets(t *testing.T) {
	from := grid.Cell{X: 2, Y: -1}
	for x := -5; x <= 9; x++ {
		for y := -8; y <= 6; y++ {
			to := grid.Cell{X: x, Y: y}
			if to == from {
				continue
			}
			got := map[grid.Cell]bool{from: true}
			grid.Line(from, to, func(p grid.Pass) bool {
				if p.Corner == grid.ShareSide(p.From, p.To) {
					t.Errorf("%v to %v: pass %v", from, to, p)
				}
				got[p.To] = true
				return true
			})
			for cx := -6; cx <= 10; cx++ {
				for cy := -9; cy <= 7; cy++ {
					cell := grid.Cell{X: cx, Y: cy}
					if want := crossed(from, to, cell); got[cell] != want {
						t.Errorf("%v to %v: %v is crossed: %v, want %v", from, to, cell, got[cell], want)
					}
				}
			}
		}
	}
}

func TestLineStops(t *testing.T) {
	n := 0
	grid.Line(grid.Cell{}, grid.Cell{X: 9}, func(grid.Pass) bool { n++; return n < 3 })
	if n != 3 {
		t.Errorf("got %d passes, want 3", n)
	}
}

func TestFacings(t *testing.T) {
	from := grid.Cell{X: 4, Y: 7}
	for _, f := range []grid.Facing{grid.North, grid.East, grid.South, grid.West} {
		for forward := -2; forward <= 2; forward++ {
			for right := -2; right <= 2; right++ {
				cell := from.Plus(f.Ahead().Times(forward)).Plus(f.Turned(1).Ahead().Times(right))
				if gf, gr := f.Relative(from, cell); gf != forward || gr != right {
					t.Errorf("%s sees %v at %d, %d, want %d, %d", f, cell, gf, gr, forward, right)
				}
				if got, want := f.InQuarter(from, cell), forward >= 1 && max(right, -right) <= forward; got != want {
					t.Errorf("%s, %d ahead and %d right: in quarter %v", f, forward, right, got)
				}
				if got, want := f.InFront(from, cell), forward == 1 && right >= -1 && right <= 1; got != want {
					t.Errorf("%s, %d ahead and %d right: in front %v", f, forward, right, got)
				}
			}
		}
		for q := range 4 {
			if got := f.Quarters(f.Turned(q)); got != q {
				t.Errorf("%s turned %d is %d quarters away", f, q, got)
			}
			if f.Turned(q).Ahead() != f.Eighths(2*q) {
				t.Errorf("%s: quarter %d is not two eighths", f, q)
			}
		}
	}
	if got := grid.North.Eighths(1); got != (grid.Cell{X: 1, Y: 1}) {
		t.Errorf("ahead and right of north is %v", got)
	}
}

func TestDistances(t *testing.T) {
	a, b := grid.Cell{X: 1, Y: 1}, grid.Cell{X: 4, Y: -1}
	if got := grid.Distance(a, b); got != 3 {
		t.Errorf("distance is %d, want 3", got)
	}
	if grid.Adjacent(a, a) || !grid.Adjacent(a, grid.Cell{X: 2, Y: 2}) || grid.ShareSide(a, grid.Cell{X: 2, Y: 2}) {
		t.Error("a cell has itself or no corner as neighbour, or a side at a corner")
	}
	if got := grid.Nearest([]grid.Cell{a, {X: 3, Y: 1}}, []grid.Cell{b, {X: 3, Y: 3}}); got != 2 {
		t.Errorf("nearest is %d, want 2", got)
	}
	cells := []grid.Cell{{X: 2, Y: 1}, {X: 1, Y: 9}, {X: 1, Y: -3}}
	slices.SortFunc(cells, grid.Compare)
	if cells[0] != (grid.Cell{X: 1, Y: -3}) || cells[2] != (grid.Cell{X: 2, Y: 1}) || !cells[0].Less(cells[1]) {
		t.Errorf("sorted %v", cells)
	}
}

func TestCellsInJSON(t *testing.T) {
	var in struct {
		At grid.Cell `json:"at"`
	}
	for _, c := range []struct {
		text string
		code rules.Code
	}{
		{`[1,-2]`, ""}, {`[1000,-1000]`, ""}, {`[1001,0]`, rules.OutOfRange}, {`[0,-1001]`, rules.OutOfRange},
		{`[1]`, rules.WrongType}, {`[1,2,3]`, rules.WrongType}, {`[1,2.0]`, rules.WrongType}, {`null`, rules.WrongType}, {`"a"`, rules.WrongType},
		{`[99999999999999999999,0]`, rules.OutOfRange}, {`[-99999999999999999999,0]`, rules.OutOfRange},
	} {
		err := rules.Decode([]byte(`{"at":`+c.text+`}`), &in)
		var f *rules.Fault
		if errors.As(err, &f); c.code == "" && f != nil || c.code != "" && (f == nil || f.Code != c.code || f.Field != "at") {
			t.Errorf("%s: got %v, want %q", c.text, err, c.code)
		}
	}
	text, err := json.Marshal(grid.Cell{X: 3, Y: -4})
	var back grid.Cell
	if err != nil || json.Unmarshal(text, &back) != nil || back != (grid.Cell{X: 3, Y: -4}) {
		t.Errorf("%s: back as %v, %v", text, back, err)
	}
}
