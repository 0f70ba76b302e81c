package reference

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"oriflamme/rules/dice"
	"oriflamme/views/component"
)

// symbols are the drawings that pages may use, on a field of 24 by 24. Their ids begin with r- so that they differ from
// those of the frame around. A page draws each once and uses it often, so those that only the reference has are drawn in
// as few bytes as they need.
var symbols = map[string]string{
	"r-cross":  component.Icons["cross"],
	"r-left":   component.Icons["left"],
	"r-list":   `<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01"/>`,
	"r-right":  component.Icons["right"],
	"r-seal":   `<path d="M12 2l2.300 1.6 2.8-.2 1 2.6 2.5 1.3-.6 2.7 1.2 2.5-2 1.9-.3 2.8-2.7.6-1.7 2.2L12 19.1 9.5 20 7.8 17.8l-2.7-.6-.3-2.8-2-1.9L4 10l-.6-2.7L5.900 6l1-2.600 2.8.2zM8 11.2l3 3 5-5.7"/>`,
	"r-search": `<path d="M10.500 3.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM15.700 15.7L21 21"/>`,
	"d6-1":     dieFace(12, 12),
	"d6-2":     dieFace(7.5, 7.5, 16.5, 16.5),
	"d6-3":     dieFace(7.5, 7.5, 12, 12, 16.5, 16.5),
	"d6-4":     dieFace(7.5, 7.5, 16.5, 7.5, 7.5, 16.5, 16.5, 16.5),
	"d6-5":     dieFace(7.5, 7.5, 16.5, 7.5, 12, 12, 7.5, 16.5, 16.5, 16.5),
	"d6-6":     dieFace(7.5, 6.5, 16.5, 6.5, 7.5, 12, 16.5, 12, 7.5, 17.5, 16.5, 17.5),
}

// dieFace draws a die with pips at pairs of x and y.
func dieFace(pips ...float64) string {
	var b strings.Builder
	b.WriteString(`<rect x="2.5" y="2.5" width="19" height="19" rx="3.5"/>`)
	for i := 0; i < len(pips); i += 2 {
		b.WriteString(`<circle fill="currentColor" stroke="none" cx="` + formatNumber(pips[i]) + `" cy="` + formatNumber(pips[i+1]) + `" r="1.8"/>`)
	}
	return b.String()
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// icon uses a symbol. It is no templ element because templ closes SVG elements by an end tag, which on pages of hundreds
// of dice weighs more.
func icon(name string) templ.Component {
	return templ.Raw(`<svg class="i i-s" aria-hidden="true"><use href="#r-` + name + `"/></svg>`)
}

// die draws one die: pips for six sides, figures for others.
func die(d dice.Die) templ.Component {
	n := strconv.Itoa(d.Value)
	if d.Sides != 6 {
		return templ.Raw(`<span class="die">` + n + `</span>`)
	}
	return templ.Raw(`<svg viewBox="0 0 24 24" role="img" aria-label="` + n + `"><use href="#d6-` + n + `"/></svg>`)
}

// Body returns the body of a page as HTML, after the symbols that it uses.
func Body(c templ.Component) string {
	body := HTML(c)
	const use = `<use href="#`
	var used []string
	for rest := body; ; {
		_, after, found := strings.Cut(rest, use)
		if !found {
			break
		}
		id, next, _ := strings.Cut(after, `"`)
		if symbols[id] != "" && !slices.Contains(used, id) {
			used = append(used, id)
		}
		rest = next
	}
	if used == nil {
		return body
	}
	slices.Sort(used)
	var b strings.Builder
	b.WriteString(`<svg class="defs" aria-hidden="true">`)
	for _, id := range used {
		b.WriteString(`<symbol id="` + id + `" viewBox="0 0 24 24">` + symbols[id] + `</symbol>`)
	}
	b.WriteString("</svg>\n" + body)
	return b.String()
}
