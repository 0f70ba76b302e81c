package views

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"
)

// PointsThumb draws standings as bars in order of rank; the reader's bar is red.
func PointsThumb(points []int, mine int) templ.Component {
	most := 1
	for _, p := range points {
		most = max(most, p)
	}
	var b strings.Builder
	b.WriteString(`<svg class="vignette league" viewBox="0 0 84 84" aria-hidden="true">`)
	n := min(len(points), 10)
	for i := range n {
		h := 6 + float64(points[i])/float64(most)*48
		class := ""
		if i == mine {
			class = ` class="mine"`
		}
		fmt.Fprintf(&b, `<rect%s x="%.1f" y="%.1f" width="5" height="%.1f"/>`, class, 42-float64(n)*3.75+float64(i)*7.5+1, 72-h, h)
	}
	b.WriteString(`<path d="M6 72h72"/></svg>`)
	return raw(b.String())
}

// EnrolThumb draws one shield for each side entered, and dashed ones for places to fill.
func EnrolThumb(entered int) templ.Component {
	var b strings.Builder
	b.WriteString(`<svg class="vignette enrol" viewBox="0 0 84 84" aria-hidden="true">`)
	for i := range max(8, min(entered, 12)) {
		class := ""
		if i < entered {
			class = ` class="in"`
		}
		fmt.Fprintf(&b, `<path%s transform="translate(%g %g)" d="M0 0h13v8c0 6-3 9-6.5 11C3 17 0 14 0 8z"/>`, class, 9+float64(i%4)*17.5, 10+float64(i/4)*24)
	}
	b.WriteString(`</svg>`)
	return raw(b.String())
}
