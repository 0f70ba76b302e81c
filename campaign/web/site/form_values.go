package site

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"oriflamme/campaign"
	"oriflamme/content/reference/search"
	"oriflamme/rules"
	"oriflamme/views"
)

// LastCorrection returns the last correction of a battle, or an empty one.
func LastCorrection(st *campaign.State, b *campaign.Battle) campaign.Correct {
	if b.Corrected == nil {
		return campaign.Correct{}
	}
	a, _ := st.Act(int64(b.Corrected.ActNo))
	body, _ := a.Body.(campaign.Correct)
	return body
}

// KeylessEffects are the kinds of effects without a key of their own, whatever key the engine writes with them.
var KeylessEffects = []rules.EffectKind{rules.EffectExperience, rules.EffectKill, rules.EffectLost}

// EffectKind returns the kind of an effect with its key, as the value of a field.
func EffectKind(e rules.Effect) string {
	if slices.Contains(KeylessEffects, e.Kind) {
		return string(e.Kind)
	}
	return strings.TrimSpace(string(e.Kind) + " " + e.Key)
}

// NotANumber returns the error of a field that is not a number.
func NotANumber(field string) error {
	return &campaign.Error{Code: campaign.Invalid, Field: field, Key: "not-a-number"}
}

// KeyFromName makes a key from a name: lower-case letters and digits, joined by hyphens.
func KeyFromName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 128
	})
	return strings.Join(words, "-")
}

// MarkFault sets the error of the input that a fault is about.
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

// FoldName returns a name in the form in which lists are searched: without capitals and accents.
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

// SingleLine returns a text on one line, with one space between its words.
func SingleLine(text string) string { return strings.Join(strings.Fields(text), " ") }
