package html

import (
	"slices"
	"sort"
	"strconv"
	"strings"
)

// symbols are the drawings that pages may use, on a field of 24 by 24. Their ids begin with r- so that they differ from
// those of the frame around.
var symbols = map[string]string{
	"r-cross":  `<path d="M5 5l14 14M19 5L5 19"/>`,
	"r-left":   `<path d="M15 4.5L8 12l7 7.5"/>`,
	"r-list":   `<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01"/>`,
	"r-right":  `<path d="M9 4.5l7 7.5-7 7.5"/>`,
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

func icon(name string) string {
	return `<svg class="i i-s" aria-hidden="true"><use href="#r-` + name + `"/></svg>`
}

// withSymbols puts the drawings that a body uses before it.
func withSymbols(body string) string {
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
	sort.Strings(used)
	var b strings.Builder
	b.WriteString(`<svg class="defs" aria-hidden="true">`)
	for _, id := range used {
		b.WriteString(`<symbol id="` + id + `" viewBox="0 0 24 24">` + symbols[id] + `</symbol>`)
	}
	b.WriteString("</svg>\n" + body)
	return b.String()
}
