//go:build !js

package phrases

import (
	"regexp"
	"strings"
)

// Letters without which a rule has nothing to do, and what is untouched is not there.
const (
	marks  = "'.;!?:«»%"
	guards = "`{<&!]/"
)

// untouched is what typography leaves alone: addresses, placeholders, tags,
// code between backticks, character entities, targets and pictures of Markdown.
var untouched = regexp.MustCompile("https?://[^\\s\u00a0\u202f»)]+|!\\[|\\]\\([^)\\s]*\\)|`[^`]*`|\\{[^{}]*\\}|<[a-zA-Z/!][^<>]*>|&#?\\w+;")

// French rules, in order. \x{E000} to \x{F8FF} stand for what is untouched.
var french = []struct {
	mark string // one of these is in what the rule finds
	find *regexp.Regexp
	set  string
}{
	{"'", regexp.MustCompile(`([\pL\x{E000}-\x{F8FF}])'([\pL\d\x{E000}-\x{F8FF}«])`), "${1}’${2}"},
	{".", regexp.MustCompile(`\.\.\.`), "…"},
	{";!?", regexp.MustCompile(`[ \x{A0}\x{202F}]+([;!?])`), thin + "${1}"},
	{";!?", regexp.MustCompile(`([\pL\pN)»\]’…\x{E000}-\x{F8FF}])([;!?])`), "${1}" + thin + "${2}"},
	{":", regexp.MustCompile(`[ \x{A0}\x{202F}]+:(\s|$)`), hard + ":${1}"},
	{":", regexp.MustCompile(`([\pL\pN)»\]’\x{E000}-\x{F8FF}]):(\s|$)`), "${1}" + hard + ":${2}"},
	{"«", regexp.MustCompile(`«[ \x{A0}\x{202F}]*`), "«" + thin},
	{"»", regexp.MustCompile(`[ \x{A0}\x{202F}]*»`), thin + "»"},
	{"%", regexp.MustCompile(`(\d)[ \x{A0}\x{202F}]+%`), "${1}" + thin + "%"},
}

// Typo sets a text as the typography of a language asks. In French: a narrow
// no-break space before ; ! ? and inside « », a no-break space before a colon,
// the apostrophe ’, the ellipsis. Addresses, code, tags, entities and the names
// of placeholders stay as they are; the forms of a plural are set too. A text set
// already is not changed again. Other languages are returned unchanged.
func Typo(lang, text string) string {
	if lang != "fr" {
		return text
	}
	return typeset(text)
}

// typeset sets a text as French typography asks.
func typeset(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if !strings.ContainsAny(text, marks) {
		return text
	}
	var kept []string
	keep := func(s string) string {
		if len(kept) > 0xF8FF-0xE000 {
			return s
		}
		if i := strings.IndexAny(s, "=|"); i >= 0 && s[0] == '{' {
			s = s[:i+1] + typeset(s[i+1:])
		}
		kept = append(kept, s)
		return string(rune(0xE000 + len(kept) - 1))
	}
	if strings.ContainsAny(text, guards) {
		text = untouched.ReplaceAllStringFunc(text, keep)
	}
	for _, r := range french {
		if !strings.ContainsAny(text, r.mark) {
			continue
		}
		for was := ""; was != text; { // matches that share a letter are found one after the other
			was, text = text, r.find.ReplaceAllString(text, r.set)
		}
	}
	if kept == nil {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if i := int(r) - 0xE000; i >= 0 && i < len(kept) {
			out.WriteString(kept[i])
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}
