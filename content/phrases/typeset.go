//go:build !js

package phrases

import (
	"regexp"
	"strings"
)

// A text without any of typesetTriggers needs no typesetting. One without any of guardTriggers has no part that is
// left untouched.
const (
	typesetTriggers = "'.;!?:«»%"
	guardTriggers   = "`{<&!]/"
)

// untouched matches what typesetting leaves alone: addresses, placeholders, tags, code between backticks, character
// entities, targets and images of Markdown.
var untouched = regexp.MustCompile("https?://[^\\s\u00a0\u202f»)]+|!\\[|\\]\\([^)\\s]*\\)|`[^`]*`|\\{[^{}]*\\}|<[a-zA-Z/!][^<>]*>|&#?\\w+;")

// frenchRules are applied in order. Each untouched part is replaced by one of \x{E000} to \x{F8FF} meanwhile.
var frenchRules = []struct {
	mark string // every match of the rule holds one of these
	find *regexp.Regexp
	set  string
}{
	{"'", regexp.MustCompile(`([\pL\x{E000}-\x{F8FF}])'([\pL\d\x{E000}-\x{F8FF}«])`), "${1}’${2}"},
	{".", regexp.MustCompile(`\.\.\.`), "…"},
	{";!?", regexp.MustCompile(`[ \x{A0}\x{202F}]+([;!?])`), narrowNBSP + "${1}"},
	{";!?", regexp.MustCompile(`([\pL\pN)»\]’…\x{E000}-\x{F8FF}])([;!?])`), "${1}" + narrowNBSP + "${2}"},
	{":", regexp.MustCompile(`[ \x{A0}\x{202F}]+:(\s|$)`), nbsp + ":${1}"},
	{":", regexp.MustCompile(`([\pL\pN)»\]’\x{E000}-\x{F8FF}]):(\s|$)`), "${1}" + nbsp + ":${2}"},
	{"«", regexp.MustCompile(`«[ \x{A0}\x{202F}]*`), "«" + narrowNBSP},
	{"»", regexp.MustCompile(`[ \x{A0}\x{202F}]*»`), narrowNBSP + "»"},
	{"%", regexp.MustCompile(`(\d)[ \x{A0}\x{202F}]+%`), "${1}" + narrowNBSP + "%"},
}

// Typeset sets a text by the typography of a language. French gets a narrow no-break space before ; ! ? and inside
// « », a no-break space before a colon, the apostrophe ’ and the ellipsis. Addresses, code, tags, entities and the
// names of placeholders stay as they are; the forms of a plural are set too. Typesetting a text again changes
// nothing. Texts of other languages are returned unchanged.
func Typeset(lang, text string) string {
	if lang != "fr" {
		return text
	}
	return typesetFrench(text)
}

// typesetFrench applies frenchRules to a text.
func typesetFrench(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if !strings.ContainsAny(text, typesetTriggers) {
		return text
	}
	var saved []string
	keep := func(s string) string {
		if len(saved) > 0xF8FF-0xE000 {
			return s
		}
		if i := strings.IndexAny(s, "=|"); i >= 0 && s[0] == '{' {
			s = s[:i+1] + typesetFrench(s[i+1:])
		}
		saved = append(saved, s)
		return string(rune(0xE000 + len(saved) - 1))
	}
	if strings.ContainsAny(text, guardTriggers) {
		text = untouched.ReplaceAllStringFunc(text, keep)
	}
	for _, r := range frenchRules {
		if !strings.ContainsAny(text, r.mark) {
			continue
		}
		for was := ""; was != text; { // matches that share a letter are found in successive passes
			was, text = text, r.find.ReplaceAllString(text, r.set)
		}
	}
	if saved == nil {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if i := int(r) - 0xE000; i >= 0 && i < len(saved) {
			out.WriteString(saved[i])
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}
