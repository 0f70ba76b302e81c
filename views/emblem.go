package views

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"oriflamme/content/cache"
)

// Emblem is a coat of arms: a field in tincture A, a division or ordinary in B, and a charge in Ink, one, two or three times.
type Emblem struct {
	A, B           string // tinctures; see Tinctures
	Field          string // see Fields; "plain" has no B
	Charge         string // see Charges; empty bears none
	ChargeTincture string // tincture of the charge
	Count          int    // number of charges: 1, 2 or 3
}

// Tinctures are in the order of the armorial, metals first. Each has a hatching after Petra Sancta (1638), so that arms can be read in black and
// white; argent is left blank.
var Tinctures = []string{"or", "argent", "gules", "azure", "vert", "purpure", "sable", "tenny"}

// Fields are the divisions and ordinaries, in the order of the armorial.
var Fields = []string{"plain", "perpale", "perfess", "perbend", "quarterly", "gyronny", "chape", "chief", "fess", "pale", "bend", "chevron", "cross", "saltire", "bordure", "barry", "paly", "chequy"}

// Charges are in the order of the armorial.
var Charges = []string{"tower", "sword", "key", "crescent", "star", "sun", "flame", "tree", "anchor", "wheel", "rose", "crown", "hammer", "axe", "die", "roundel", "bell", "arrow"}

const (
	shieldPath = "M5 4h90v52c0 34-22 51-45 60C27 107 5 90 5 56z"
	bannerPath = "M14 10H96V88L82.5 76 69 88 55 76 41.5 88 28 76 14 88z"
	wholeField = `<path d="M0-2h100v124H0z"/>`
)

// fields holds the second tincture's part of the shield, on a box of 100 by 120.
var fields = map[string]string{
	"plain":     "",
	"perpale":   `<path d="M50-2h52v124H50z"/>`,
	"perfess":   `<path d="M-2 58h104v64H-2z"/>`,
	"perbend":   `<path d="M-2-4v128h106z"/>`,
	"quarterly": `<path d="M50-2h52v60H50zM-2 58h52v64H-2z"/>`,
	"gyronny":   `<path d="M50 57V-9l-66 0zM50 57h66V-9zM50 57v66h60zM50 57h-66v66z"/>`,
	"chape":     `<path d="M50-2H-2v114zM50-2h52v114z"/>`,
	"chief":     `<path d="M-2-2h104v38H-2z"/>`,
	"fess":      `<path d="M-2 42h104v32H-2z"/>`,
	"pale":      `<path d="M34-2h32v124H34z"/>`,
	"bend":      `<path d="M-10 12L12-10l98 116-22 20z"/>`,
	"chevron":   `<path d="M50 34l60 58v34L50 68-10 126V92z"/>`,
	"cross":     `<path d="M37-2h26v44h39v26H63v54H37V68H-2V42h39z"/>`,
	"saltire":   `<path d="M-12 6L8-12l42 50 42-50 20 18-45 50 45 58-20 16-42-52-42 52-20-16 45-58z"/>`,
	"bordure":   `<path fill-rule="evenodd" d="M-2-2h104v124H-2zM18 17v39c0 25 14 38 32 46 18-8 32-21 32-46V17z"/>`,
	"barry":     `<path d="M-2 20h104v20H-2zM-2 60h104v20H-2zM-2 100h104v22H-2z"/>`,
	"paly":      `<path d="M20-2h15v124H20zM50-2h15v124H50zM80-2h15v124H80z"/>`,
	"chequy":    chequy(),
}

// charges are drawn on a box of 100 by 100; class l is an inner line, class h a hole, both in the dark of the tincture.
var charges = map[string]string{
	"tower":    `<path d="M21 14h13v9h10v-9h12v9h10v-9h13v25l-8 7v30h9v13H20V76h9V46l-8-7z"/><path class="l" d="M29 46h42M29 76h42"/><path class="h" d="M42 89V71a8 8 0 0 1 16 0v18zM46 53h8v11h-8z"/>`,
	"sword":    `<path d="M50 2l7 10v51h17v8H56v14a7 7 0 1 1-12 0V71H26v-8h17V12z"/><path class="l" d="M50 14v48"/>`,
	"key":      `<path fill-rule="evenodd" d="M50 4a19 19 0 0 1 6 37v50h18v-9h-7v-8h7v-9H56M50 4a19 19 0 0 0-6 37v54h12V41A19 19 0 0 0 50 4zm0 10a9 9 0 1 1 0 18 9 9 0 0 1 0-18z"/>`,
	"crescent": `<path d="M14 27a41 41 0 1 0 72 0 36 36 0 0 1-72 0z"/>`,
	"star":     `<path d="` + starPath(5, 47, 19, 53) + `"/>`,
	"sun":      `<path d="` + starPath(16, 48, 29, 50) + `"/><circle class="l" cx="50" cy="50" r="21"/>`,
	"flame":    `<path d="M52 3c3 18 29 29 29 57 0 21-14 37-31 37S19 81 19 61c0-14 8-22 13-33 3 6 3 12 8 16C38 28 42 14 52 3z"/><path class="h" d="M51 48c1 9 13 14 13 28 0 9-6 14-14 14s-14-5-14-14c0-7 4-10 6-15 2 3 3 5 5 6 0-7 1-13 4-19z"/>`,
	"tree":     `<path d="M45 68c-7 3-15 1-18-5-10 1-17-7-15-16-7-5-6-15 1-19 0-9 8-14 16-12C33 7 43 4 50 8c7-4 17-1 21 8 8-2 16 3 16 12 7 4 8 14 1 19 2 9-5 17-15 16-3 6-11 8-18 5v12l12 13H33l12-13z"/><path class="l" d="M31 32c4-5 10-5 13 0M56 28c4-5 10-5 13 0M28 50c4-5 10-5 13 0M59 50c4-5 10-5 13 0"/>`,
	"anchor":   `<path fill-rule="evenodd" d="M50 3a11 11 0 0 1 6 20v5h18v9H56v46c11-2 18-8 21-18l-8 2 13-19 10 20-8-2c-4 18-17 27-34 30-17-3-30-12-34-30l-8 2 10-20 13 19-8-2c3 10 10 16 21 18V37H26v-9h18v-5a11 11 0 0 1 6-20zm0 7a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"/>`,
	"wheel":    wheel(),
	"rose":     rose(),
	"crown":    `<path d="M15 82L7 34l21 17 8-27 14 21 14-21 8 27 21-17-8 48z"/><circle cx="7" cy="28" r="6"/><circle cx="36" cy="18" r="6"/><circle cx="64" cy="18" r="6"/><circle cx="93" cy="28" r="6"/><path class="l" d="M14 70h72"/>`,
	"hammer":   `<path d="M13 14h63l12 10v15H59v49a9 9 0 0 1-18 0V39H13z"/><path class="l" d="M41 39h18M27 14v25M41 78h18"/>`,
	"axe":      `<path d="M43 4h11v15c10-6 22-8 36-6-8 13-8 28 0 41-14 2-26 0-36-6v48H43V46l-14 8V12l14 7z"/><path class="l" d="M54 20v27M43 20v24"/>`,
	"die":      `<rect x="12" y="12" width="76" height="76" rx="12"/><g class="h"><circle cx="31" cy="31" r="7.5"/><circle cx="69" cy="31" r="7.5"/><circle cx="50" cy="50" r="7.5"/><circle cx="31" cy="69" r="7.5"/><circle cx="69" cy="69" r="7.5"/></g>`,
	"roundel":  `<circle cx="50" cy="50" r="39"/><circle class="l" cx="50" cy="50" r="30"/>`,
	"bell":     `<path d="M44 8h12v8c16 3 24 15 24 34 0 14 4 20 10 26v6H10v-6c6-6 10-12 10-26 0-19 8-31 24-34z"/><path d="M40 86h20a10 10 0 0 1-20 0z"/><path class="l" d="M16 70h68M24 40h52"/>`,
	"arrow":    `<path d="M50 2l17 26-11-3v49l13 11v12L50 83 31 97V85l13-11V25l-11 3z"/><path class="l" d="M50 20v62"/>`,
}

var hatchings = map[string]string{
	"or":      `<circle cx="2" cy="2" r=".95"/><circle cx="6" cy="6" r=".95"/>`,
	"gules":   `<path d="M2 0v8M6 0v8"/>`,
	"azure":   `<path d="M0 2h8M0 6h8"/>`,
	"vert":    `<path d="M-1-1l10 10M-1 7l2 2M7-1l2 2"/>`,
	"purpure": `<path d="M9-1L-1 9M1-1l-2 2M9 7L7 9"/>`,
	"sable":   `<path d="M2 0v8M6 0v8M0 2h8M0 6h8"/>`,
	"tenny":   `<path d="M9-1L-1 9M1-1l-2 2M9 7L7 9M0 4h8"/>`,
}

// Metal reports whether a tincture is a metal. The rule of tincture puts metal on colour and colour on metal.
func Metal(tincture string) bool { return tincture == "or" || tincture == "argent" }

// Ordinary reports whether a field is an ordinary, a piece laid on the shield, rather than a division of it.
func Ordinary(field string) bool {
	switch field {
	case "chief", "fess", "pale", "bend", "chevron", "cross", "saltire", "bordure":
		return true
	}
	return false
}

// Shield draws arms. label is read aloud; it is empty when the name stands beside the shield. Classes such as
// "shield-s" set the size.
func Shield(a Emblem, label string, classes ...string) templ.Component {
	class := strings.Join(append([]string{"shield"}, classes...), " ")
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		for _, part := range [...]string{`<svg class="`, class, `" viewBox="0 0 100 120"`, ariaLabel(label), `><g clip-path="url(#clip-shield)">`, a.innerSVG(), `</g><path class="emblem-edge" d="` + shieldPath + `"/></svg>`} {
			if _, err := io.WriteString(w, part); err != nil {
				return err
			}
		}
		return nil
	})
}

// Banner is the same arms on a cloth with a pole, as a piece of SVG for maps: 100 by 130 units from its own origin.
func (a Emblem) Banner() string {
	return `<path class="pole" d="M9 4v124"/><circle class="pole" cx="9" cy="4.5" r="3"/><g clip-path="url(#clip-banner)"><g transform="translate(14 10) scale(.82 .66)">` + a.innerSVG() + `</g></g><path class="emblem-edge" d="` + bannerPath + `"/>`
}

// shieldCache holds the SVG of shields drawn before, because a page of standings shows dozens.
var shieldCache = cache.New[Emblem, string](2048)

func (a Emblem) innerSVG() string { return shieldCache.Get(a, a.draw) }

func (a Emblem) draw() string {
	a = a.sanitized()
	var b strings.Builder
	b.WriteString(tinted(a.A, wholeField))
	if f := fields[a.Field]; f != "" {
		b.WriteString(tinted(a.B, f))
	}
	if a.Charge != "" {
		for _, p := range a.chargePlaces() {
			z := p[2]
			fmt.Fprintf(&b, `<g class="charge on-%s" transform="translate(%.1f %.1f) scale(%g)">%s</g>`, a.ChargeTincture, p[0]-50*z, p[1]-50*z, z, tinted(a.ChargeTincture, charges[a.Charge]))
		}
	}
	return b.String()
}

// tinted writes the drawing twice: in colour, and in hatching for print and for readers who ask for it.
func tinted(tincture, drawing string) string {
	s := `<g class="f-` + tincture + `">` + drawing + `</g>`
	if hatchings[tincture] != "" {
		s += `<g class="hatch" fill="url(#h-` + tincture + `)">` + drawing + `</g>`
	}
	return s
}

func (a Emblem) chargePlaces() [][3]float64 {
	switch {
	case a.Count == 2:
		return [][3]float64{{29, 52, .4}, {71, 52, .4}}
	case a.Count >= 3 && a.Field == "fess":
		return [][3]float64{{27, 23, .32}, {73, 23, .32}, {50, 94, .32}}
	case a.Count >= 3:
		return [][3]float64{{29, 34, .36}, {71, 34, .36}, {50, 82, .36}}
	case a.Field == "chief":
		return [][3]float64{{50, 75, .6}}
	case a.Field == "bordure":
		return [][3]float64{{50, 54, .6}}
	}
	return [][3]float64{{50, 57, .76}}
}

// sanitized replaces unknown parts, so that arms written by hand can always be drawn.
func (a Emblem) sanitized() Emblem {
	known := func(list []string, got, otherwise string) string {
		if slices.Contains(list, got) {
			return got
		}
		return otherwise
	}
	a.A = known(Tinctures, a.A, "argent")
	a.B = known(Tinctures, a.B, "sable")
	a.ChargeTincture = known(Tinctures, a.ChargeTincture, "sable")
	a.Field = known(Fields, a.Field, "plain")
	a.Charge = known(Charges, a.Charge, "")
	return a
}

// String writes arms as "azure plain or tower or 1", the form that ParseEmblem reads.
func (a Emblem) String() string {
	charge := a.Charge
	if charge == "" {
		charge = "-"
	}
	return fmt.Sprintf("%s %s %s %s %s %d", a.A, a.Field, a.B, charge, a.ChargeTincture, max(a.Count, 1))
}

// ParseEmblem reads the format of String. Any other text gives EmblemFor(seed).
func ParseEmblem(s, seed string) Emblem {
	w := strings.Fields(s)
	if len(w) != 6 {
		return EmblemFor(seed)
	}
	a := Emblem{A: w[0], Field: w[1], B: w[2], Charge: w[3], ChargeTincture: w[4], Count: 1}
	if len(w[5]) == 1 && w[5][0] >= '1' && w[5][0] <= '3' {
		a.Count = int(w[5][0] - '0')
	}
	return a.sanitized()
}

// EmblemFor derives arms from a name, always the same for the same name, and keeps the rule of tincture.
func EmblemFor(seed string) Emblem {
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed))
	n := h.Sum64()
	n ^= n >> 29
	n *= 0xbf58476d1ce4e5b9
	n ^= n >> 32
	pick := func(list []string) string {
		s := list[n%uint64(len(list))]
		n /= uint64(len(list))
		return s
	}
	metals, colours := Tinctures[:2], Tinctures[2:]
	a := Emblem{A: pick(colours), B: pick(metals), Count: 1}
	a.Field = pick([]string{"plain", "plain", "plain", "chief", "fess", "bordure", "perpale", "perfess", "chevron", "bend"})
	a.Charge = pick(Charges)
	switch a.Field {
	case "plain", "chief", "bordure":
		a.ChargeTincture = a.B
	default:
		a.Charge = ""
	}
	return a
}

func chequy() string {
	var d strings.Builder
	for r := range 6 {
		for c := range 5 {
			if (r+c)%2 == 1 {
				fmt.Fprintf(&d, "M%d %dh20v20h-20z", c*20, r*20)
			}
		}
	}
	return `<path d="` + d.String() + `"/>`
}

func starPath(points int, outer, inner, cy float64) string {
	var d strings.Builder
	for i := range 2 * points {
		r, verb := outer, 'L'
		if i%2 == 1 {
			r = inner
		}
		if i == 0 {
			verb = 'M'
		}
		sin, cos := math.Sincos(math.Pi * float64(i) / float64(points))
		fmt.Fprintf(&d, "%c%.1f %.1f", verb, 50+r*sin, cy-r*cos)
	}
	return d.String() + "z"
}

func wheel() string {
	var d strings.Builder
	for i := range 8 {
		sin, cos := math.Sincos(math.Pi * float64(i) / 4)
		fmt.Fprintf(&d, "M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fz", 50+10*sin-3*cos, 50-10*cos-3*sin, 50+36*sin-3*cos, 50-36*cos-3*sin, 50+36*sin+3*cos, 50-36*cos+3*sin, 50+10*sin+3*cos, 50-10*cos+3*sin)
	}
	return `<path fill-rule="evenodd" d="M50 5a45 45 0 1 1 0 90 45 45 0 0 1 0-90zm0 11a34 34 0 1 0 0 68 34 34 0 0 0 0-68z"/><path d="` + d.String() + `"/><circle cx="50" cy="50" r="12"/>`
}

func rose() string {
	var s strings.Builder
	for i := range 5 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 5)
		fmt.Fprintf(&s, `<circle cx="%.1f" cy="%.1f" r="19"/>`, 50+26*sin, 50-26*cos)
	}
	for i := range 5 {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + .5) / 5)
		fmt.Fprintf(&s, `<path class="l" d="M%.1f %.1fL%.1f %.1f"/>`, 50+12*sin, 50-12*cos, 50+29*sin, 50-29*cos)
	}
	return s.String() + `<circle class="l" cx="50" cy="50" r="12"/>`
}

// defs are the clips and hatchings that shields and bars of the page refer to.
func defs() templ.Component {
	var b strings.Builder
	b.WriteString(`<svg class="defs" aria-hidden="true"><defs><clipPath id="clip-shield"><path d="` + shieldPath + `"/></clipPath><clipPath id="clip-banner"><path d="` + bannerPath + `"/></clipPath>`)
	for _, t := range Tinctures {
		if hatchings[t] != "" {
			b.WriteString(`<pattern id="h-` + t + `" class="hatch-line" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="scale(1.5)">` + hatchings[t] + `</pattern>`)
			b.WriteString(`<pattern id="m-` + t + `" class="map-hatch mh-` + t + `" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="scale(1.5)">` + hatchings[t] + `</pattern>`)
		}
	}
	b.WriteString(`<pattern id="k-level" width="4" height="4" patternUnits="userSpaceOnUse"><path class="k-line" d="M0 2h4"/></pattern><pattern id="k-diagonal" width="5" height="5" patternUnits="userSpaceOnUse"><path class="k-line" d="M-1 4l2 2M0 0l5 5M4-1l2 2"/></pattern></defs></svg>`)
	return raw(b.String())
}
