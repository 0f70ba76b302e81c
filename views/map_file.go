package views

import (
	"fmt"
	"math"
	"strings"

	"github.com/a-h/templ"
)

// The colours of a printed map, as in the site's light theme.
const (
	paperInk   = "#16212b"
	paperLand  = "#f8f7ee"
	paperSea   = "#dfe8e7"
	paperWave  = "#93abb0"
	paperFlame = "#ae261a"
)

var paperTinctures = map[string]string{
	"or": "#dfae36", "argent": "#fbfbf7", "gules": "#b3291d", "azure": "#255490",
	"vert": "#2d6c45", "purpure": "#6b387b", "sable": "#1a222a", "tenny": "#ad6328",
}

// File returns the map as a standalone SVG file, with plain colours that any
// drawing program reads, a title, and a key of the realms below.
func (m Map) File() string {
	m.Buttons, m.Shore, m.Small = false, nil, false
	for i := range m.Regions {
		m.Regions[i].URL, m.Regions[i].Chosen = "", false
	}
	if len(m.Regions) == 0 {
		return ""
	}
	class := ""
	if m.overPicture() {
		class = ` class="over"`
	}
	l := m.layOut()
	const line, top = 44.0, 60.0
	columns := max(1, int(l.width/340))
	rows := (len(m.Realms) + columns - 1) / columns
	var b strings.Builder
	height := l.height + top + line*float64(rows) + 30
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img"%s><title>%s</title><style>%s</style>`,
		coord(l.width), coord(height), coord(l.width), coord(height), class, templ.EscapeString(m.Name), paperStyle())
	b.WriteString(`<defs><clipPath id="clip-banner"><path d="` + bannerPath + `"/></clipPath>`)
	for _, t := range Tinctures {
		if hatchings[t] != "" {
			fmt.Fprintf(&b, `<pattern id="m-%s" class="hatch-%s" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="scale(1.5)">%s</pattern>`, t, t, hatchings[t])
		}
	}
	fmt.Fprintf(&b, `</defs><rect class="paper" width="%s" height="%s"/><text class="map-title" x="%s" y="40">%s</text><g transform="translate(0 %g)">`,
		coord(l.width), coord(height), coord(l.width/2), templ.EscapeString(m.Name), top)
	l.drawLand(&b)
	l.drawRoutes(&b)
	l.drawFights(&b)
	l.drawMarks(&b)
	l.drawFrame(&b)
	b.WriteString(`</g>`)
	for i, r := range m.Realms {
		x, y := 24+float64(i%columns)*(l.width-48)/float64(columns), top+l.height+20+line*float64(i/columns)
		fmt.Fprintf(&b, `<g class="t-%s" transform="translate(%s %s)"><rect class="wash" width="30" height="30"/>`, r.Tincture, coord(x), coord(y))
		if hatchings[r.Tincture] != "" {
			fmt.Fprintf(&b, `<rect class="hatching" width="30" height="30" fill="url(#m-%s)"/>`, r.Tincture)
		}
		fmt.Fprintf(&b, `<rect class="key-edge" width="30" height="30"/><text class="key-letter" x="15" y="22">%s</text><text class="key-name" x="40" y="21">%s</text></g>`, templ.EscapeString(r.Letter), templ.EscapeString(r.Name))
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// paperStyle is the style sheet of File. It uses classes only and colours as numbers.
func paperStyle() string {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	put(`.paper,.land,.disc{fill:%s}.sea{fill:%s}.wave{fill:none;stroke:%s}.wave-gap{fill:none;stroke:%s}`, paperLand, paperSea, paperWave, paperSea)
	put(`.coast{fill:none;stroke:%[1]s;stroke-width:2}.grid{fill:none;stroke:%[1]s;stroke-dasharray:1.5 5;opacity:.55}.frontier{fill:none;stroke:%[1]s;stroke-width:2.4;stroke-dasharray:9 4 1.5 4}`, paperInk)
	put(`.terrain,.swell{fill:none;stroke:%[1]s;stroke-width:1.5;opacity:.62}.supply{display:none}.assault{fill:%[2]s;stroke:%[3]s;stroke-width:2.5}`, paperInk, paperFlame, paperLand)
	put(`.route-bed{fill:none;stroke:%[2]s;stroke-width:8;opacity:.8}.road{fill:none;stroke:%[1]s;stroke-width:3}.crossing{fill:none;stroke:%[1]s;stroke-width:3;stroke-dasharray:2 8}`, paperInk, paperLand)
	put(`text{font-family:"Brygada 1918",Georgia,serif;fill:%s}.marks text{text-anchor:middle;paint-order:stroke;stroke:%s;stroke-linejoin:round}`, paperInk, paperLand)
	put(`.letter{font-weight:700;font-size:27px;stroke-width:7px}.name{font:700 15px "Alegreya Sans",sans-serif;stroke-width:5px}.map-title{font-size:34px;text-anchor:middle}.key-letter{font-weight:700;font-size:18px;text-anchor:middle}.key-name{font-size:20px}`)
	put(`.disc{stroke:%[2]s;stroke-width:2.5}.glyph{fill:none;stroke:%[1]s;stroke-width:2}.free{fill:%[1]s;opacity:.5}.grip{fill:none}.key-edge,.neat .c1,.neat .c2{fill:none;stroke:%[1]s;stroke-width:1.2}.neat .c3,.rose .r2{fill:%[1]s}.rose .r1,.rose .r3{fill:%[3]s;stroke:%[1]s}.rose text{font-size:18px;text-anchor:middle}`, paperInk, paperFlame, paperLand)
	put(`.emblem-edge{fill:none;stroke:%[1]s;stroke-width:3.5}.pole{fill:%[1]s;stroke:%[1]s;stroke-width:4}.hatch{display:none}.hatching{opacity:.62}.tint{fill:none;stroke-width:17;stroke-linejoin:round;opacity:.42}.bleed{fill:none;stroke-width:22;stroke-linejoin:round}`, paperInk)
	put(`.charge .l{fill:none;stroke:#fbfbf7;stroke-width:2.6}.charge .h{fill:#fbfbf7}.on-or .l,.on-argent .l{stroke:#1a222a}.on-or .h,.on-argent .h{fill:#1a222a}`)
	put(`.over .land{fill:none}.over .wash{fill-opacity:.5}.over .bleed{display:none}.over .terrain{display:none}`)
	for _, t := range Tinctures {
		c := paperTinctures[t]
		wash := blend(c, paperLand, .26)
		put(`.f-%[1]s{fill:%[2]s}.t-%[1]s .tint{stroke:%[2]s}.t-%[1]s .wash{fill:%[3]s}.bleed.t-%[1]s{stroke:%[3]s}.hatch-%[1]s{fill:none;stroke:%[2]s;stroke-width:1}`, t, c, wash)
	}
	return b.String()
}

// blend mixes a share of one colour into another, both "#rrggbb", in linear light.
func blend(a, b string, share float64) string {
	var out strings.Builder
	out.WriteByte('#')
	for i := 1; i < 7; i += 2 {
		var x, y int
		_, _ = fmt.Sscanf(a[i:i+2]+" "+b[i:i+2], "%02x %02x", &x, &y)
		mixed := share*math.Pow(float64(x)/255, 2.2) + (1-share)*math.Pow(float64(y)/255, 2.2)
		fmt.Fprintf(&out, "%02x", int(math.Round(255*math.Pow(mixed, 1/2.2))))
	}
	return out.String()
}
