package league

import (
	"fmt"
	"math"
	"strings"
)

// The measures of a rating chart, in units of the drawing.
const (
	chartWide, chartHigh = 420.0, 240.0
	chartLeft, chartFoot = 48.0, 28.0
	chartStep            = 100.0 // between two lines of the grid
)

// A RatingChart draws a rating over time with the band of its deviation.
type RatingChart struct {
	Label     string
	low, high float64
	points    []chartPoint
}

type chartPoint struct {
	name                string
	strength, deviation float64
}

// NewRatingChart returns an empty chart whose scale covers at least the ratings from low to high.
func NewRatingChart(low, high float64) RatingChart {
	return RatingChart{low: math.Floor(low/chartStep) * chartStep, high: math.Ceil(high/chartStep) * chartStep}
}

// Add appends the next point in time at the right end.
func (c *RatingChart) Add(name string, strength, deviation float64) {
	c.points = append(c.points, chartPoint{name, strength, deviation})
	c.low, c.high = min(c.low, math.Floor((strength-deviation)/chartStep)*chartStep), max(c.high, math.Ceil((strength+deviation)/chartStep)*chartStep)
}

func (c RatingChart) x(i int) float64 {
	return chartLeft + (chartWide-chartLeft-8)*float64(i)/float64(max(len(c.points)-1, 1))
}

func (c RatingChart) y(strength float64) float64 {
	return 8 + (chartHigh-chartFoot-8)*(c.high-strength)/(c.high-c.low)
}

// line is the SVG path of the rating.
func (c RatingChart) line() string {
	var b strings.Builder
	for i, p := range c.points {
		b.WriteString(pathStep(i == 0, c.x(i), c.y(p.strength)))
	}
	return b.String()
}

// band is the SVG path of the area within one deviation of the rating.
func (c RatingChart) band() string {
	var b strings.Builder
	for i, p := range c.points {
		b.WriteString(pathStep(i == 0, c.x(i), c.y(p.strength+p.deviation)))
	}
	for i := len(c.points) - 1; i >= 0; i-- {
		b.WriteString(pathStep(false, c.x(i), c.y(c.points[i].strength-c.points[i].deviation)))
	}
	return b.String() + "Z"
}

func pathStep(first bool, x, y float64) string {
	letter := "L"
	if first {
		letter = "M"
	}
	return fmt.Sprintf("%s%.1f %.1f", letter, x, y)
}

// grid returns the ratings at which a grid line is drawn, at most eight.
func (c RatingChart) grid() []float64 {
	step := chartStep
	for (c.high-c.low)/step > 8 {
		step *= 2
	}
	var lines []float64
	for s := math.Ceil(c.low/step) * step; s <= c.high; s += step {
		lines = append(lines, s)
	}
	return lines
}

func chartCoord(x float64) string { return fmt.Sprintf("%.1f", x) }
