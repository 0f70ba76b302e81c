package site

import (
	"slices"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"oriflamme/campaign"
	"oriflamme/content/reference/search"
	"oriflamme/rules"
	"oriflamme/views"
)

// LastCorrection is the last of a battle; an empty one when there is none.
func LastCorrection(st *campaign.State, b *campaign.Battle) campaign.Correct {
	if b.Corrected == nil {
		return campaign.Correct{}
	}
	a, _ := st.Act(int64(b.Corrected.ActNo))
	body, _ := a.Body.(campaign.Correct)
	return body
}

// KeylessEffects are the kinds of effects of which there is one sort, whatever key the engine writes beside it.
var KeylessEffects = []string{"experience", "kill", "lost"}

// EffectKind is the kind of an effect with its key, as the form has it.
func EffectKind(e rules.Effect) string {
	if slices.Contains(KeylessEffects, e.Kind) {
		return e.Kind
	}
	return strings.TrimSpace(e.Kind + " " + e.Key)
}

// NotANumber is the error of a field that holds none.
func NotANumber(field string) error {
	return &campaign.Error{Code: campaign.Invalid, Field: field, Key: "not-a-number"}
}

// Refill puts what was sent back into a form.
func Refill(c echo.Context, form *views.ConductForm) {
	sent := c.Request().Form
	for i := range form.Rows {
		row := &form.Rows[i]
		if !sent.Has(row.Field.Name) {
			continue
		}
		row.Field.Value = sent.Get(row.Field.Name)
		for k := range row.Options {
			row.Options[k].Chosen = row.Options[k].Value == row.Field.Value
		}
	}
}

// KeyFromName makes a key out of a name: small letters and digits, joined by hyphens.
func KeyFromName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 128
	})
	return strings.Join(words, "-")
}

// FormValueOr is what was sent for a field, else what stands there.
func FormValueOr(c echo.Context, name, otherwise string) string {
	if form := c.Request().PostForm; form.Has(name) {
		return form.Get(name)
	}
	return otherwise
}

// MarkFault marks the input that a fault is about.
func MarkFault(ins []views.Input, name, text string) {
	for i := range ins {
		in := &ins[i]
		if in.Name == name || strings.HasPrefix(name, in.Name+"[") && in.Kind != "list" {
			in.Fault, in.Rest = text, false
		}
		if strings.HasPrefix(name, in.Name) {
			MarkFault(in.Fields, name, text)
			for _, item := range in.Items {
				MarkFault(item, name, text)
			}
		}
	}
}

// FoldName is a name as one looks it up in a list: É stands with E, and capitals do not count.
func FoldName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
}

func SpanText(spans []search.Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

func ChosenText(options []views.Option) string {
	for _, o := range options {
		if o.Chosen {
			return o.Text
		}
	}
	return ""
}

// SingleLine is a text in one line, with one space between its SingleLine.
func SingleLine(text string) string { return strings.Join(strings.Fields(text), " ") }
