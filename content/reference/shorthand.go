package reference

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"
)

// shorthand are strings of mark-up that pages are full of. Each stands as one byte in a pack, and so does each character
// that is no plain letter: what follows takes its time and room by the byte.
var shorthand = [...]string{
	"<td>✓</td>", "<td>–</td>", `<a class="cite" href="`, `<a class="term" href="../`, `<svg class="i i-s" aria-hidden="true"><use href="#`,
	`<a class="cite" id="`, `<p class="of"><small>`, `<article class="rule" id="`, "</small></p></div></article>\n",
	`<a href="../`, "<div><dt>", "</dt><dd>", "</dd></div>", `<div class="facts"><p><b>`, "</b></p><dl>",
	"</a>", "</p>\n", "<li><", "</li>\n", "</span>", `<svg viewBox="0 0 24 24" role="img" aria-label="`,
	"</strong>", `<tr><th scope="row"><`, "</svg>", `<div><p>`,
	`/index.html#`, `glossaire/index.html#t-`, `glossary/index.html#t-`, `<dt id="g-t-`,
	`</dt><dd><p>`, `</p></dd>`, `" type="button" popovertarget="`, ` class="`,
	`" href="../`, `index.html">`, `<p class="`, `<span class="`, `<div class="`, `" aria-label="`, ` href="`,
	"</li><li>", "</div>", "</th>", "</td>\n", "<small>", "</small>", "</tr>\n<tr>\n", "<td>", "<strong>", `\n\n\n\n`,
}

// Bytes of a pack that stand for something by themselves. All others below a space but the ends of lines and tabs, and
// those from firstCode on, stand for what the list tells that the pack begins with.
const (
	endOfEntry = 1
	knownLine  = 2   // what a line begins with that stood before: its number follows
	keptLine   = 3   // what a line begins with that comes again
	ownNumber  = 4   // behind the id of a rule: a link to itself, and its number again
	sameAgain  = 5   // behind the fragment of a link: it is its text as well
	spelledOut = 127 // a character that found no place in the list: its number and a semicolon follow
	firstCode  = 128
)

// codes are the bytes that texts do not have.
var codes = func() (free []byte) {
	for c := range 256 {
		if c > sameAgain && c != '\t' && c != '\n' && c != '\r' && c < ' ' || c >= firstCode {
			free = append(free, byte(c))
		}
	}
	return free
}()

// strangeLetters are the characters of a text that are longer than a byte, sorted.
func strangeLetters(text []byte) []rune {
	var seen [0x3000]bool // what pages have is mostly below
	var list []rune
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		i += n
		if int(r) < len(seen) {
			if !seen[r] {
				seen[r] = true
				list = append(list, r)
			}
		} else if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	slices.Sort(list)
	return list
}

// A scribe writes a text in shorthand.
type scribe struct {
	text    []byte
	at      int // what is written up to here
	out     []byte
	letters map[rune]byte
}

// byStart are the places of the shorthand by startOf their first two letters, the longest first; special tells which
// letters may be or begin something that is not written as it is.
var byStart, special = func() (table [256][]int, special [256]bool) {
	for at, text := range shorthand {
		start := startOf(text[0], text[1])
		table[start] = append(table[start], at)
		special[text[0]] = true
	}
	for _, list := range table {
		slices.SortFunc(list, func(a, b int) int { return len(shorthand[b]) - len(shorthand[a]) })
	}
	for c := utf8.RuneSelf; c < 256; c++ {
		special[c] = true
	}
	special['#'] = true
	return table, special
}()

// startOf is a number for two letters that few others have.
func startOf(c, d byte) byte { return c + 3*d }

// inShorthand adds text to out in shorthand.
func inShorthand(out, text []byte, letters map[rune]byte) []byte {
	s := scribe{text: text, out: out, letters: letters}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case !special[c]:
			i++
		case c >= utf8.RuneSelf:
			i = s.letter(i)
		case c == '#':
			i = s.fragment(i)
		default:
			i = s.markup(i)
		}
	}
	return append(s.out, text[s.at:]...)
}

// put writes what comes before a place, then what stands for the text from there to another place.
func (s *scribe) put(from, to int, instead ...byte) int {
	s.out = append(append(s.out, s.text[s.at:from]...), instead...)
	s.at = to
	return to
}

// letter writes the character at a place that is longer than a byte.
func (s *scribe) letter(i int) int {
	r, n := utf8.DecodeRune(s.text[i:])
	if code, ok := s.letters[r]; ok {
		return s.put(i, i+n, code)
	}
	return s.put(i, i+n, append(strconv.AppendInt([]byte{spelledOut}, int64(r), 10), ';')...)
}

// fragment writes the fragment of a link once where it is the text of the link as well.
func (s *scribe) fragment(i int) int {
	to := i + 1 + idLength(s.text[i+1:])
	if end := s.linkedBy(i+1, to); end > 0 {
		return s.put(to, end, sameAgain)
	}
	return i + 1
}

// markup writes what begins at a place if it has a byte.
func (s *scribe) markup(i int) int {
	if i+1 == len(s.text) {
		return i + 1
	}
	for _, at := range byStart[startOf(s.text[i], s.text[i+1])] {
		if !bytes.HasPrefix(s.text[i:], []byte(shorthand[at])) {
			continue
		}
		i = s.put(i, i+len(shorthand[at]), codes[at])
		if shorthand[at] == ruleOpens {
			to := i + idLength(s.text[i:])
			if rest := s.text[to:]; bytes.HasPrefix(rest, []byte(numberOpens)) && bytes.HasPrefix(rest[len(numberOpens):], s.text[i:to]) {
				from := to + len(numberOpens)
				if end := s.linkedBy(from, from+to-i); end > 0 {
					return s.put(to, end, ownNumber)
				}
			}
		}
		return i
	}
	return i + 1
}

// What is left out between the id of a rule and its number.
const (
	ruleOpens   = `<article class="rule" id="`
	numberOpens = `"><a class="cite" href="#`
)

// linkedBy tells where a link ends whose address ends with an id that is its text as well; 0 when it is another.
func (s *scribe) linkedBy(from, to int) int {
	id, rest := s.text[from:to], s.text[to:]
	n := to - from
	if n == 0 || !bytes.HasPrefix(rest, []byte(`">`)) || !bytes.HasPrefix(rest[2:], id) || !bytes.HasPrefix(rest[2+n:], []byte("</a>")) {
		return 0
	}
	return to + 2 + n + 4
}

// idLength is how long the id is that a text begins with.
func idLength(text []byte) int {
	n := 0
	for n < len(text) && partOfNumber(text[n]) {
		n++
	}
	return n
}
