package views

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// icons are SVG paths on a box of 24 by 24, with one stroke width, butt ends and mitred corners; class f is filled.
var icons = map[string]string{
	"alert":     `<path d="M12 3.5L21.5 20h-19zM12 9.5v5M12 16.5V18"/>`,
	"banner":    `<path d="M5 2.5v19M5 4.5h14v11l-3.5-2.5-3.5 2.5-3.5-2.5L5 15.5"/>`,
	"bell":      `<path d="M4.5 17.5h15L18 14.5V10a6 6 0 0 0-12 0v4.5zM12 2v2M9.5 20.5h5"/>`,
	"broken":    `<path d="M9 8H6.5a4 4 0 0 0 0 8H9M15 8h2.5a4 4 0 0 1 0 8H15M14 4.5l-4 15"/>`,
	"calendar":  `<path d="M4 5h16v15.5H4zM4 10h16M8.5 2.5V7M15.5 2.5V7M8 14h2.5M13.5 14H16"/>`,
	"chain":     `<path d="M9 8H6.5a4 4 0 0 0 0 8H9M15 8h2.5a4 4 0 0 1 0 8H15M8.5 12h7"/>`,
	"check":     `<path d="M4 12.5l5.5 5.5L20 6.5"/>`,
	"clock":     `<circle cx="12" cy="12" r="8.7"/><path d="M12 6.5V12.5l4 2"/>`,
	"cross":     `<path d="M5 5l14 14M19 5L5 19"/>`,
	"crown":     `<path d="M4 18.5L2.5 8l5.5 3.5L12 4.5l4 7L21.5 8 20 18.5zM4 21.5h16"/>`,
	"down":      `<path d="M4.5 8.5L12 16l7.5-7.5"/>`,
	"download":  `<path d="M12 3v12.5M6 10l6 5.5 6-5.5M4 20.5h16"/>`,
	"flame":     `<path class="f" d="M12.3 1.5c.6 4.2 6.7 6.3 6.7 12.9a7 7 0 0 1-14 .1c0-3.4 1.9-5 3-7.5.7 1.4.7 2.6 1.8 3.6.1-3.5.5-6.6 2.5-9.1z"/>`,
	"helm":      `<path d="M4.5 20V11.5C4.5 6 7.5 3 12 3s7.5 3 7.5 8.5V20L12 22zM12 3v19M4.5 12H10M14 12h5.5M7.5 16H9M15 16h1.5"/>`,
	"gear":      `<path d="M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1"/>`,
	"hex":       `<path d="M12 2.5l8.2 4.750v9.5L12 21.5l-8.2-4.750v-9.5z"/>`,
	"history":   `<path d="M4 4.5V10h5.5M4.5 9.5A8.5 8.5 0 1 1 3.5 13M12 8v4.5l3.5 2"/>`,
	"hourglass": `<path d="M5.5 3h13M5.5 21h13M7.5 3c0 5 2 6.5 4.5 9 2.5-2.5 4.5-4 4.5-9M7.5 21c0-5 2-6.5 4.5-9 2.5 2.5 4.5 4 4.5 9"/>`,
	"info":      `<circle cx="12" cy="12" r="8.7"/><path d="M12 10.5V17M12 7v1.7"/>`,
	"key":       `<circle cx="7.5" cy="12" r="4"/><path d="M11.5 12h9.5v4.5M17 12v3.5"/>`,
	"left":      `<path d="M15 4.5L8 12l7 7.5"/>`,
	"link":      `<path d="M9.5 14.5l5-5M8 11l-3 3a3.5 3.5 0 0 0 5 5l3-3M16 13l3-3a3.5 3.5 0 0 0-5-5l-3 3"/>`,
	"lock":      `<path d="M5 10.5h14V21H5zM8 10.5V7.5a4 4 0 0 1 8 0v3M12 14v3.5"/>`,
	"mail":      `<path d="M3 5h18v14H3zM3 6l9 7 9-7"/>`,
	"map":       `<path d="M12 2.5l4.3 2.5v5L12 12.5 7.7 10V5zM7.7 10v5l-4.2 2.4M12 12.5v5M16.3 10l4.2 2.5v5L16.3 20 12 17.5 7.7 20l-4.2-2.5v-5L7.7 10"/>`,
	"menu":      `<path d="M3.5 6h17M3.5 12h17M3.5 18h17"/>`,
	"minus":     `<path d="M4 12h16"/>`,
	"moon":      `<path d="M20 14.5A8.7 8.7 0 1 1 9.5 4 7 7 0 0 0 20 14.5z"/>`,
	"odds":      `<path d="M3.5 20.5h17M6 20.5V15M10 20.5V9M14 20.5V4M18 20.5v-8"/>`,
	"pairing":   `<path d="M3.5 6H9l6 12h5M3.5 18H9l2-4M13 10l2-4h5M17.5 3.5L20.5 6l-3 2.5M17.5 15.5l3 2.5-3 2.5"/>`,
	"pennon":    `<path d="M6 2.5v19M6 4.5l14 4.5-14 4.5"/>`,
	"players":   `<circle cx="9" cy="8" r="3.7"/><path d="M2.5 20.5c0-4 2.5-6 6.5-6s6.5 2 6.5 6M15.5 4.5a3.7 3.7 0 0 1 0 7M17.5 14.5c2.7.7 4 2.7 4 6"/>`,
	"plus":      `<path d="M12 4v16M4 12h16"/>`,
	"print":     `<path d="M7 8V3h10v5M7 17H3.5V8h17v9H17M7 13.5h10V21H7z"/>`,
	"qr":        `<path d="M3.5 3.5H10V10H3.5zM14 3.5h6.5V10H14zM3.5 14H10v6.5H3.5zM14 14h3v3M20.5 14v3.5M14 20.5V19M17.5 20.5h3"/>`,
	"quill":     `<path d="M20.5 3.5C12.5 4.5 8 9.5 6.5 17.5 15 16 19.5 11 20.5 3.5zM3.5 20.5L14.5 9.5M10 14.5h4"/>`,
	"ribbon":    `<path d="M8 2.5h8V11l-4 3-4-3zM12 14v2"/><circle cx="12" cy="19" r="2.8"/>`,
	"right":     `<path d="M9 4.5l7 7.5-7 7.5"/>`,
	"rules":     `<path d="M12 6.5C10 5 7 4.2 3 4.2V18c4 0 7 .8 9 2.5 2-1.7 5-2.5 9-2.5V4.2c-4 0-7 .8-9 2.3zM12 6.5v14M6 8.2c1.4.1 2.5.4 3.5.8M6 12c1.4.1 2.5.4 3.5.8M18 8.2c-1.4.1-2.5.4-3.5.8M18 12c-1.4.1-2.5.4-3.5.8"/>`,
	"scales":    `<path d="M12 3v18M7.5 21h9M4.5 6.5h15M4.5 6.5L2 14h5zM19.5 6.5L17 14h5zM2 14c.3 1.3 1.2 2 2.5 2s2.2-.7 2.5-2M17 14c.3 1.3 1.2 2 2.5 2s2.2-.7 2.5-2"/>`,
	"scar":      `<path d="M19 4C13.5 8 9 13 5 20M14.5 4.5l3.7 4M11 8l3.7 4M8 12l3.5 3.5"/>`,
	"seal":      `<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="6.5" stroke-dasharray="2 1.4"/><path d="M8.5 12.2l2.5 2.5 4.5-5"/>`,
	"search":    `<circle cx="10.5" cy="10.5" r="6.7"/><path d="M15.5 15.5L21 21"/>`,
	"shield":    `<path d="M4 3.5h16V11c0 5-3.5 8-8 10-4.5-2-8-5-8-10z"/>`,
	"star":      `<path d="M12 3l2.6 6.2 6.7.5-5.1 4.4 1.6 6.5-5.8-3.5-5.8 3.5 1.6-6.5-5.1-4.4 6.7-.5z"/>`,
	"sun":       `<circle cx="12" cy="12" r="4.5"/><path d="M12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.5 4.5l2.2 2.2M17.3 17.3l2.2 2.2M19.5 4.5l-2.2 2.2M6.7 17.3l-2.2 2.2"/>`,
	"swords":    `<path d="M4 3.5l13 13M20 3.5l-13 13M13.5 19.5l6-6M4.5 13.5l6 6M17 17l4 4M7 17l-4 4"/>`,
	"switch":    `<path d="M5 9l7-6 7 6M5 15l7 6 7-6"/>`,
	"target":    `<circle cx="12" cy="12" r="7.7"/><path d="M12 1.5v6M12 16.5v6M1.5 12h6M16.5 12h6"/>`,
	"tower":     `<path d="M6 20.5V11L4.5 9V3.5h3V6h3V3.5h3V6h3V3.5h3V9L18 11v9.5M3.5 20.5h17M10 20.5V17a2 2 0 0 1 4 0v3.5"/>`,
	"undo":      `<path d="M4 9h10.5a5.5 5.5 0 0 1 0 11H8M8.5 4.5L4 9l4.5 4.5"/>`,
	"wild":      `<path d="M12 2.5l2 5.7 5-2.2-2.2 5 5.7 2-5.7 2 2.2 5-5-2.2-2 5.7-2-5.7-5 2.2 2.2-5-5.7-2 5.7-2L5 6l5 2.2z"/>`,
}

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
	body, ok := icons[name]
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
