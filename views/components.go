package views

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/a-h/templ"

	"oriflamme/content/describe"
)

// A Tag is a state shown as an icon and a word.
type Tag struct {
	Icon, Text string
	Tone       string // "", "alert", "lead", "good" or "honour"
}

// A Tab is one view of a page.
type Tab struct {
	Text, URL string
	Count     int // 0 shows none
	Current   bool
}

// A Field is a form's input with what was typed and what is wrong with it.
type Field struct {
	Name, Label, Value string
	Type               string // "text" when empty; "textarea" for several lines
	Hint               string
	Wrong              string // a translated sentence; empty when right
	Required           bool
	Auto               string // autocomplete
	Placeholder        string
	Max                int // length limit; 0 none
	Min, Upto          string
	Step               string
}

// An Option is one of a select or of a row of radio buttons.
type Option struct {
	Value, Text, Hint string
	Chosen            bool
}

// A Share is a part of a whole, for Scale.
type Share = describe.Share

// Scale draws shares of a whole as the map's scale bar, each kind by its hatching. The figures are beside it in words:
// see ScaleKeys.
func Scale(label string, shares []Share) templ.Component {
	var b strings.Builder
	b.WriteString(`<svg class="scale" width="100%" height="24"` + ariaLabel(label) + `>`)
	at := 0.0
	for i, s := range shares {
		fmt.Fprintf(&b, `<rect class="k%d" x="%.3f%%" width="%.3f%%" height="100%%"/>`, s.Style, at*100, s.Fraction*100)
		if i > 0 {
			fmt.Fprintf(&b, `<line class="cut" x1="%.3f%%" x2="%.3f%%" y1="0" y2="100%%"/>`, at*100, at*100)
		}
		at += s.Fraction
	}
	b.WriteString(`</svg>`)
	return raw(b.String())
}

// Progress draws a bar of all steps with the done ones filled; the step under way is hatched.
func Progress(label string, done, all int, underway bool) templ.Component {
	var b strings.Builder
	b.WriteString(`<svg class="scale thin" width="100%" height="10"` + ariaLabel(label) + `>`)
	for i := range all {
		w := 100 / float64(all)
		style := 0
		switch {
		case i < done:
			style = 5
		case i == done && underway:
			style = 2
		}
		fmt.Fprintf(&b, `<rect class="k%d" x="%.3f%%" width="%.3f%%" height="100%%"/><line class="cut" x1="%.3f%%" x2="%.3f%%" y1="0" y2="100%%"/>`, style, float64(i)*w, w, float64(i)*w, float64(i)*w)
	}
	b.WriteString(`</svg>`)
	return raw(b.String())
}

// Bar draws now out of most, such as wounds left; the lost part is hatched.
func Bar(now, most int) templ.Component {
	share := 0.0
	if most > 0 {
		share = float64(now) / float64(most) * 100
	}
	return raw(fmt.Sprintf(`<svg class="scale thin" width="100%%" height="10" aria-hidden="true"><rect class="k2" x="%.2[1]f%%" width="%.2[2]f%%" height="100%%"/><rect class="k5" width="%.2[1]f%%" height="100%%"/></svg>`, share, 100-share))
}

// Ribbon draws the ribbon of an honour; its stripes follow from its id and never change.
func Ribbon(id, label string) templ.Component {
	a := EmblemFor("ribbon " + id)
	inset := 14 + len(id)%4*5
	return raw(fmt.Sprintf(`<svg class="ribbon" viewBox="0 0 100 36" preserveAspectRatio="none"%s><g class="f-%s"><path d="M0 0h100v36H0z"/></g><g class="f-%s"><path d="M%d 0h12v36h-12zM%d 0h12v36h-12z"/></g></svg>`, ariaLabel(label), a.A, a.B, inset, 88-inset))
}

// langURL returns the address of the same page in another language.
func langURL(f Frame, lang string) string {
	here := f.Here
	if twin := f.Translations[lang]; twin != "" {
		here = twin
	}
	u, err := url.Parse(here)
	if err != nil {
		return "/?lang=" + lang
	}
	q := u.Query()
	q.Set("lang", lang)
	u.RawQuery = q.Encode()
	return u.String()
}

func upper(s string) string { return strings.ToUpper(s) }

func (f Field) InputType() string {
	if f.Type == "" {
		return "text"
	}
	return f.Type
}

// described lists the ids of the field's hint and error, for screen readers.
func (f Field) described() string {
	var ids []string
	if f.Hint != "" {
		ids = append(ids, f.Name+"-hint")
	}
	if f.Wrong != "" {
		ids = append(ids, f.Name+"-wrong")
	}
	return strings.Join(ids, " ")
}

func (f Frame) shortDay(t time.Time) string   { return f.Catalog.Weekday(f.InZone(t)) }
func (f Frame) shortMonth(t time.Time) string { return f.Catalog.ShortMonth(f.InZone(t)) }
