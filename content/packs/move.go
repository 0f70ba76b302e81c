package packs

import (
	"strconv"
	"strings"

	"oriflamme/rules"
)

// addPositions copies the places of one file to those of the whole, with the indexes of
// joined lists raised by what stood before.
func addPositions(own map[string]position, shift map[string]int, positions map[string]position) {
	for path, at := range own {
		list, index, rest, ok := firstIndex(path)
		if before := shift[list]; ok && before > 0 {
			path = rules.At(list, index+before) + rest
		}
		if _, taken := positions[path]; !taken {
			positions[path] = at
		}
	}
}

// firstIndex cuts units[3].name into units, 3 and .name.
func firstIndex(path string) (list string, index int, rest string, ok bool) {
	list, tail, ok := strings.Cut(path, "[")
	if !ok {
		return "", 0, "", false
	}
	number, rest, ok := strings.Cut(tail, "]")
	if !ok {
		return "", 0, "", false
	}
	index, err := strconv.Atoi(number)
	return list, index, rest, err == nil
}
