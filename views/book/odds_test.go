package book

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"oriflamme/views"
)

// TestHistogram lays columns out as public/js/drawing.js must, whose test reads the same file.
func TestHistogram(t *testing.T) {
	text, err := os.ReadFile("../../public/js/test/histograms.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Widths  []float64
		Columns [][7]any // x, y, width, height, center, step, whether it is labelled
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatal(err)
	}
	for _, c := range cases {
		var lines []views.OddsLine
		for _, w := range c.Widths {
			lines = append(lines, views.OddsLine{Label: "1", Width: w})
		}
		bars := histogram(lines)
		if len(bars) != len(c.Columns) {
			t.Fatalf("%v: %d columns", c.Widths, len(bars))
		}
		for i, b := range bars {
			for k, x := range []float64{b.x, b.y, b.w, b.h, b.at, b.step} {
				if want := c.Columns[i][k].(float64); math.Abs(x-want) > 1e-3 {
					t.Errorf("%v: column %d, %d: %v, want %v", c.Widths, i, k, x, want)
				}
			}
			if (b.label != "") != c.Columns[i][6] {
				t.Errorf("%v: column %d has the label %q", c.Widths, i, b.label)
			}
		}
	}
}
