package reference

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	thin  = '\u202f' // narrow space that does not break
	fixed = '\u00a0' // space that does not break
)

// typeset gives plain text the marks of its language: apostrophes, quotation
// marks, inches, and in French the spaces that keep a mark with its word. before
// and after are the runes around the text, or 0. Code is never typeset.
func typeset(lang, s string, before, after rune) string {
	if !strings.ContainsAny(s, `'"«»;:!?% `) && !strings.Contains(s, "...") {
		return s
	}
	in := []rune(s)
	at := func(i int) rune {
		switch {
		case i < 0:
			return before
		case i >= len(in):
			return after
		}
		return in[i]
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i, r := range in {
		prev, next := at(i-1), at(i+1)
		switch {
		case prev == '\\':
			b.WriteRune(r)
		case r == '\'':
			b.WriteRune(apostrophe(lang, prev))
		case r == '"':
			b.WriteString(quote(lang, prev, next))
		case r == ' ':
			b.WriteRune(space(lang, prev, in[i+1:], next))
		case r == '.' && next == '.' && at(i+2) == '.':
			b.WriteRune('…')
		case r == '.' && prev == '.' && (next == '.' || at(i-2) == '.'):
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func apostrophe(lang string, prev rune) rune {
	if lang == "en" && !unicode.IsLetter(prev) && !unicode.IsDigit(prev) {
		return '‘'
	}
	return '’'
}

func quote(lang string, prev, next rune) string {
	opens := prev == 0 || unicode.IsSpace(prev) || strings.ContainsRune("([«*_|'’-–—", prev)
	switch {
	case unicode.IsDigit(prev):
		return "″"
	case lang == "fr" && opens:
		return "«" + string(thin)
	case lang == "fr":
		return string(thin) + "»"
	case opens:
		return "“"
	}
	return "”"
}

// units follow a number without a break.
var units = map[string]map[string]bool{
	"fr": {"%": true, "cm": true, "mm": true, "m": true, "pouce": true, "pouces": true, "point": true, "points": true, "dé": true, "dés": true, "pas": true},
	"en": {"%": true, "cm": true, "mm": true, "inch": true, "inches": true},
}

// space says which space stands between prev and the rest.
func space(lang string, prev rune, rest []rune, next rune) rune {
	if lang == "fr" {
		switch {
		case strings.ContainsRune(";!?»", next) && next != 0:
			return thin
		case next == ':':
			return fixed
		case prev == '«':
			return thin
		}
	}
	if unicode.IsDigit(prev) {
		end := 0
		for end < len(rest) && (unicode.IsLetter(rest[end]) || rest[end] == '%') {
			end++
		}
		if units[lang][string(rest[:end])] {
			return fixed
		}
	}
	return ' '
}

// around returns the runes before and after a stretch of a text.
func around(src []byte, start, stop int) (before, after rune) {
	if start > 0 {
		before, _ = utf8.DecodeLastRune(src[:start])
	}
	if stop < len(src) {
		after, _ = utf8.DecodeRune(src[stop:])
	}
	return before, after
}
