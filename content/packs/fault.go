package packs

import (
	"fmt"
	"strconv"
	"strings"

	"oriflamme/rules"
)

// A Fault is something wrong in a pack, with its place in the files.
type Fault struct {
	File    string     // name of the file; "" for the pack as a whole
	Line    int        // from 1; 0 when unknown
	Code    rules.Code // kind of fault
	Field   string     // path in the joined pack: units[3].profile.wounds
	Message string     // English, for developers
	Rule    string     // id of the rule that is broken, or ""
}

func (f Fault) Error() string {
	var at strings.Builder
	at.WriteString(f.File)
	if f.Line > 0 {
		fmt.Fprintf(&at, ":%d", f.Line)
	}
	if at.Len() > 0 {
		at.WriteString(": ")
	}
	if f.Field != "" {
		at.WriteString(f.Field + ": ")
	}
	at.WriteString(f.Message)
	if f.Rule != "" {
		at.WriteString(" (" + f.Rule + ")")
	}
	return at.String()
}

// position is where a value of the joined tree was written.
type position struct {
	file string
	line int
}

// locate turns a fault of the frame into one with a file and a line: those of its field, or of the nearest value
// around it.
func locate(f *rules.Fault, positions map[string]position) Fault {
	out := Fault{Code: f.Code, Field: f.Field, Message: f.Message, Rule: f.Rule}
	for path := f.Field; ; {
		if at, ok := positions[path]; ok {
			out.File, out.Line = at.file, at.line
			return out
		}
		if path == "" {
			return out
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
}

// addPositions adds the positions of one file to those of the whole pack. The indexes of joined lists are raised by
// the number of members that stood before.
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

// firstIndex splits units[3].name into units, 3 and .name.
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
