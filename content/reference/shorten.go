package reference

import (
	"bytes"
	"strconv"
	"strings"
)

// leastLine is how many bytes a line has that is worth a number.
const leastLine = 40

// shorten makes the texts of a pack shorter before they are packed tight, which takes half
// of the time then. public/js/sw.js undoes it by the list, which stands first.
func shorten(texts []byte) []byte {
	lines := linesOnce(texts)
	var list [256]string
	for i, text := range shorthand {
		list[codes[i]] = text
	}
	letters := map[rune]byte{}
	for _, r := range strangeLetters(lines) {
		if n := len(shorthand) + len(letters); n < len(codes) {
			letters[r], list[codes[n]] = codes[n], string(r)
		}
	}
	out := append(make([]byte, 0, len(texts)/2), strings.Join(list[:], string(rune(endOfEntry)))+"\x00"...)
	return inShorthand(out, lines, letters)
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
