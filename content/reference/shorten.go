package reference

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// shorthand are strings of mark-up that pages are full of. Each stands as one character in
// a pack: the first 32 as that of their place in the list, the others as U+0080 and those
// that follow. What is empty is a character that texts use themselves.
var shorthand = [64]string{
	4: "<td>✓</td>", 5: "<td>–</td>", 6: `<a class="cite" href="`, 7: `<a class="term" href="../`, 8: `<svg class="i i-s" aria-hidden="true"><use href="#`,
	11: `<a class="cite" id="`, 12: `<p class="of"><small>`, 14: `<article class="rule" id="`, 15: "</small></p></div></article>\n",
	16: `<a href="../`, 17: "<div><dt>", 18: "</dt><dd>", 19: "</dd></div>", 20: `<div class="facts"><p><b>`, 21: "</b></p><dl>",
	22: "</a>", 23: "</p>\n", 24: "<li><", 25: "</li>\n", 26: "</span>", 27: `<svg viewBox="0 0 24 24" role="img" aria-label="`,
	28: "</strong>", 29: `<tr><th scope="row"><`, 30: "</svg>", 31: `<div><p>`,
	32: `/index.html#`, 33: `glossaire/index.html#t-`, 34: `glossary/index.html#t-`, 35: `<dt id="g-t-`,
	36: `</dt><dd><p>`, 37: `</p></dd>`, 38: `" type="button" popovertarget="`, 39: ` class="`,
	40: `" href="../`, 41: `index.html">`, 42: `<p class="`, 43: `<span class="`, 44: `<div class="`, 45: `" aria-label="`, 46: ` href="`,
	47: "</li><li>", 48: "</div>", 49: "</th>", 50: "</td>\n", 51: "<small>", 52: "</small>", 53: "</tr>\n<tr>\n", 54: "<td>", 55: "<strong>", 56: `\n\n\n\n`,
}

// What lines begin with that come more than once: the first time they are kept, later
// their number stands for them.
const (
	keptLine  = 3
	knownLine = 2
	leastLine = 40 // bytes of a line that is worth it
)

// shorten makes the texts of a pack shorter before they are packed tight, which takes half
// of the time then. public/js/sw.js undoes it by the list, which stands first.
func shorten(texts []byte) []byte {
	out := append(make([]byte, 0, len(texts)/2), strings.Join(shorthand[:], "\x01")+"\x00"...)
	return inShorthand(out, linesOnce(texts))
}

// linesOnce leaves out long lines that stood before.
func linesOnce(texts []byte) []byte {
	lines := bytes.Split(texts, []byte("\n"))
	often := make(map[string]int, len(lines))
	for _, line := range lines {
		if len(line) >= leastLine {
			often[string(line)]++
		}
	}
	out, numbers := make([]byte, 0, len(texts)), map[string]int{}
	for i, line := range lines {
		if i > 0 {
			out = append(out, '\n')
		}
		if len(line) >= leastLine && often[string(line)] > 1 {
			if n, known := numbers[string(line)]; known {
				out = strconv.AppendInt(append(out, knownLine), int64(n), 10)
				continue
			}
			numbers[string(line)] = len(numbers)
			out = append(out, keptLine)
		}
		out = append(out, line...)
	}
	return out
}

// byFirst are the places of the shorthand by their first letter, the longest first.
var byFirst = func() (table [256][]int) {
	for at, text := range shorthand {
		if text != "" {
			table[text[0]] = append(table[text[0]], at)
		}
	}
	for _, list := range table {
		slices.SortFunc(list, func(a, b int) int { return len(shorthand[b]) - len(shorthand[a]) })
	}
	return table
}()

// inShorthand adds text to out in shorthand.
func inShorthand(out, text []byte) []byte {
	from := 0 // of what is not in out yet
	for i := 0; i < len(text); i++ {
		for _, at := range byFirst[text[i]] {
			long := len(shorthand[at])
			if len(text)-i < long || string(text[i:i+long]) != shorthand[at] {
				continue
			}
			out = append(out, text[from:i]...)
			if at < 32 {
				out = append(out, byte(at))
			} else {
				out = utf8.AppendRune(out, rune(0x80+at-32))
			}
			from = i + long
			i = from - 1
			break
		}
	}
	return append(out, text[from:]...)
}
