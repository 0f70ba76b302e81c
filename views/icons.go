package views

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"

	"oriflamme/views/component"
)

var pips = [7][][2]float64{
	1: {{12, 12}},
	2: {{7.5, 7.5}, {16.5, 16.5}},
	3: {{7.2, 7.2}, {12, 12}, {16.8, 16.8}},
	4: {{7.5, 7.5}, {16.5, 7.5}, {7.5, 16.5}, {16.5, 16.5}},
	5: {{7.2, 7.2}, {16.8, 7.2}, {12, 12}, {7.2, 16.8}, {16.8, 16.8}},
	6: {{7.5, 6.7}, {16.5, 6.7}, {7.5, 12}, {16.5, 12}, {7.5, 17.3}, {16.5, 17.3}},
}

// Icon draws the icon called name, hidden from readers of the text: a word must stand beside it, or a label on its link.
// Classes are added to "i". An unknown name panics.
func Icon(name string, classes ...string) templ.Component {
	body, ok := component.Icons[name]
	if !ok {
		panic("views: no such icon: " + name)
	}
	class := strings.Join(append([]string{"i"}, classes...), " ")
	return raw(`<svg class="` + class + `" viewBox="0 0 24 24" aria-hidden="true">` + body + `</svg>`)
}

// Die draws the face of a six-sided die; 0 is a die not thrown yet. label is read aloud; an empty one
// hides the drawing from screen readers.
func Die(face int, label string) templ.Component {
	var b strings.Builder
	b.WriteString(`<svg class="die" viewBox="0 0 24 24"` + ariaLabel(label) + `><rect x="2.5" y="2.5" width="19" height="19" rx="3.5"`)
	if face < 1 || face > 6 {
		b.WriteString(` stroke-dasharray="3 2.6"/>`)
	} else {
		b.WriteString(`/>`)
		for _, p := range pips[face] {
			fmt.Fprintf(&b, `<circle class="f" cx="%g" cy="%g" r="1.9"/>`, p[0], p[1])
		}
	}
	b.WriteString(`</svg>`)
	return raw(b.String())
}

// mark is the SVG of the site's logo, a gonfalon.
const mark = `<path class="mark-wood" d="M3 4h26M16 1v3"/><path class="mark-cloth" d="M6 4h20v17c0 4-2 6-3.3 9-1.3-3-3.4-4-3.4-7 0 3.5-1.8 5-3.3 8.5-1.5-3.5-3.3-5-3.3-8.5 0 3-2.1 4-3.4 7C8 27 6 25 6 21z"/><path class="mark-fire" d="M16.3 7c.5 3.6 4.9 5.3 4.9 9.6a5.2 5.2 0 0 1-10.4 0c0-2.4 1.3-3.7 2.1-5.4.6 1 .6 1.9 1.4 2.6.1-2.6.7-4.9 2-6.8z"/>`

// Mark draws the logo of the site.
func Mark() templ.Component {
	return raw(`<svg viewBox="0 0 32 38" aria-hidden="true">` + mark + `</svg>`)
}

func ariaLabel(label string) string {
	if label == "" {
		return ` aria-hidden="true"`
	}
	return ` role="img" aria-label="` + templ.EscapeString(label) + `"`
}

// raw writes SVG built in this package. Texts inside it are escaped where they are inserted.
func raw(s string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	})
}
