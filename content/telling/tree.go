package telling

import (
	"bytes"
	"encoding/json"
	"net/url"
	"sort"
	"strconv"
	"strings"
)

// Standard is the value that a field has when it is left out.
func Standard(m Member) any {
	if m.Absent == "-" {
		return nil
	}
	return Tree(m.Absent)
}

// indexes are the members of a list that a form has, ascending.
func indexes(q url.Values, name string) []int {
	seen := map[int]bool{}
	for k := range q {
		rest, ok := strings.CutPrefix(k, name+"[")
		if !ok {
			continue
		}
		inside, _, _ := strings.Cut(rest, "]")
		if i, err := strconv.Atoi(inside); err == nil && i >= 0 {
			seen[i] = true
		}
	}
	is := make([]int, 0, len(seen))
	for i := range seen {
		is = append(is, i)
	}
	sort.Ints(is)
	return is
}

// number is a text as a JSON number, with a French decimal comma allowed; what
// is no number stays a text.
func number(text string) any {
	text = strings.ReplaceAll(strings.ReplaceAll(text, ",", "."), "−", "-")
	n := json.Number(text)
	if _, err := n.Float64(); err != nil {
		return text
	}
	if raw, err := json.Marshal(n); err != nil || !json.Valid(raw) {
		return text
	}
	return n
}

// Tree is a JSON text parsed, its numbers as they are written; what is no JSON stays a text.
func Tree(text string) any {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return text
	}
	return v
}

// TextOf writes a value of a tree as a field shows it.
func TextOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return v.String()
	}
	return Written(v)
}

// Written is a value as JSON, "" for none.
func Written(v any) string {
	if v == nil {
		return ""
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(raw)
}
