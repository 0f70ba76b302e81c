package locale

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	NarrowNBSP = "\u202f" // narrow space that does not break
	NBSP       = "\u00a0" // space that does not break
)

// Typeset sets plain text as its language wants it: apostrophes, quotation marks, inches, and in French the spaces that
// bind a mark to its word. before and after are the runes around the text, or 0. Code is never typeset.
func Typeset(lang, s string, before, after rune) string {
	var b []byte // what is set of s[:done]; nil as long as nothing changed
	done := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != ' ' && c != '\'' && c != '"' && c != '.' {
			continue
		}
		prev, next := before, after
		if i > 0 {
			prev, _ = utf8.DecodeLastRuneInString(s[:i])
		}
		if i+1 < len(s) {
			next, _ = utf8.DecodeRuneInString(s[i+1:])
		}
		set := ""
		switch {
		case prev == '\\':
			continue
		case c == '\'':
			set = apostrophe(lang, prev)
		case c == '"':
			set = quote(lang, prev, next)
		case c == ' ':
			if set = spaceBetween(lang, prev, s[i+1:], next); set == " " {
				continue
			}
		case strings.HasPrefix(s[i:], "..."):
			set = "…"
		case prev != '.' || next != '.' && !strings.HasSuffix(s[:i], ".."):
			continue
		}
		b = append(append(b, s[done:i]...), set...)
		done = i + 1
	}
	if done == 0 {
		return s
	}
	return string(append(b, s[done:]...))
}

func apostrophe(lang string, prev rune) string {
	if lang == "en" && !unicode.IsLetter(prev) && !unicode.IsDigit(prev) {
		return "‘"
	}
	return "’"
}

func quote(lang string, prev, next rune) string {
	opens := prev == 0 || unicode.IsSpace(prev) || strings.ContainsRune("([«*_|'’-–—", prev)
	switch {
	case unicode.IsDigit(prev):
		return "″"
	case lang == "fr" && opens:
		return "«" + NarrowNBSP
	case lang == "fr":
		return NarrowNBSP + "»"
	case opens:
		return "“"
	}
	return "”"
}

// unitSymbols are bound to the number before them.
var unitSymbols = map[string]map[string]bool{
	"fr": {"%": true, "cm": true, "mm": true, "m": true, "pouce": true, "pouces": true, "point": true, "points": true, "dé": true, "dés": true, "pas": true},
	"en": {"%": true, "cm": true, "mm": true, "inch": true, "inches": true},
}

// spaceBetween returns the space to set between prev and the rest.
func spaceBetween(lang string, prev rune, rest string, next rune) string {
	if lang == "fr" {
		switch {
		case next == ';' || next == '!' || next == '?' || next == '»' || prev == '«':
			return NarrowNBSP
		case next == ':':
			return NBSP
		}
	}
	if unicode.IsDigit(prev) {
		end := 0
		for end < len(rest) {
			r, n := utf8.DecodeRuneInString(rest[end:])
			if !unicode.IsLetter(r) && r != '%' {
				break
			}
			end += n
		}
		if unitSymbols[lang][rest[:end]] {
			return NBSP
		}
	}
	return " "
}

// SurroundingRunes returns the runes before and after a stretch of a text.
func SurroundingRunes(src []byte, start, stop int) (before, after rune) {
	if start > 0 {
		before, _ = utf8.DecodeLastRune(src[:start])
	}
	if stop < len(src) {
		after, _ = utf8.DecodeRune(src[stop:])
	}
	return before, after
}
