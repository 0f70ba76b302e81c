package reference

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// shorthand are strings of mark-up that pages are full of. Each stands as one byte in a
// pack, that of its place in the list; what is empty is a byte that texts use themselves.
var shorthand = [32]string{
	4: "<td>✓</td>", 5: "<td>–</td>", 6: `<a class="cite" href="`, 7: `<a class="term" href="../`, 8: `<svg class="i i-s" aria-hidden="true"><use href="#`,
	11: `<a class="cite" id="`, 12: `<p class="of"><small>`, 14: `<article class="rule" id="`, 15: "</small></p></div></article>\n",
	16: `<a href="../`, 17: "<div><dt>", 18: "</dt><dd>", 19: "</dd></div>", 20: `<div class="facts"><p><b>`, 21: "</b></p><dl>",
	22: "</a>", 23: "</p>\n", 24: "<li><", 25: "</li>\n", 26: "</span>", 27: `<svg viewBox="0 0 24 24" role="img" aria-label="`,
	28: "</strong>", 29: `<tr><th scope="row"><`, 30: "</svg>", 31: `<div><p>`,
}

// What lines begin with that come more than once: the first time they are kept, later
// their number stands for them.
const (
	keptLine  = 3
	knownLine = 2
	leastLine = 80 // bytes of a line that is worth it
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

// byTag are the places of the shorthand by the letter behind the <, the longest first.
var byTag = func() (table [256][]byte) {
	for code, text := range shorthand {
		if text != "" {
			table[text[1]] = append(table[text[1]], byte(code))
		}
	}
	for _, codes := range table {
		slices.SortFunc(codes, func(a, b byte) int { return len(shorthand[b]) - len(shorthand[a]) })
	}
	return table
}()

// inShorthand adds text to out in shorthand.
func inShorthand(out, text []byte) []byte {
	for {
		at := bytes.IndexByte(text, '<')
		if at < 0 || at == len(text)-1 {
			return append(out, text...)
		}
		out, text = append(out, text[:at]...), text[at:]
		long := 0
		for _, code := range byTag[text[1]] {
			if long = len(shorthand[code]); bytes.HasPrefix(text, []byte(shorthand[code])) {
				out = append(out, code)
				break
			}
			long = 0
		}
		if long == 0 {
			out, long = append(out, '<'), 1
		}
		text = text[long:]
	}
}
