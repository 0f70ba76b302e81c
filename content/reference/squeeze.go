package reference

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// A book says many things on several of its pages: words of the glossary, rules of the
// play sheet, and all of its text once more for the search. Compression does not see so
// far back, so a pack points there itself.
const (
	farBack = 30000 // nearer than so many letters compression sees by itself
	seed    = 40    // letters that two places have in common at least
	stride  = 8     // letters from one remembered place to the next
)

// squeezed writes a text with what stood far before it as a pointer there: a DEL, how
// many letters back in base 36, a comma, how many letters, another DEL. Letters are
// those of UTF-16, as scripts count them. A text that has a DEL is left alone.
func squeezed(text string) string {
	if strings.ContainsRune(text, '\x7f') {
		return text
	}
	letters := utf16.Encode([]rune(text))
	places := map[[seed]uint16]int{}
	var out strings.Builder
	literal, remembered := 0, 0
	for at := 0; at+seed <= len(letters); {
		for ; remembered+seed <= at-farBack; remembered += stride {
			places[[seed]uint16(letters[remembered:remembered+seed])] = remembered
		}
		from, ok := places[[seed]uint16(letters[at:at+seed])]
		if !ok {
			at++
			continue
		}
		begin := at
		for begin > literal && from > 0 && letters[begin-1] == letters[from-1] {
			begin, from = begin-1, from-1
		}
		n := at + seed - begin
		for begin+n < len(letters) && letters[from+n] == letters[begin+n] {
			n++
		}
		out.WriteString(string(utf16.Decode(letters[literal:begin])))
		out.WriteString("\x7f" + strconv.FormatInt(int64(begin-from), 36) + "," + strconv.FormatInt(int64(n), 36) + "\x7f")
		at = begin + n
		literal = at
	}
	out.WriteString(string(utf16.Decode(letters[literal:])))
	return out.String()
}
