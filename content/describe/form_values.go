package describe

import (
	"bytes"
	"encoding/json"
	"net/url"
	"sort"
	"strconv"
	"strings"
)

// DefaultValue returns the value that a field has when it is left out, nil for none.
func DefaultValue(m Field) any {
	if m.Default == "-" {
		return nil
	}
	return ParseJSON(m.Default)
}

// indexes returns the indexes of the members of a list in a form, ascending.
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

// parseNumber returns a text as a JSON number; a decimal comma is allowed. A text that is not a number is returned as
// it is.
func parseNumber(text string) any {
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

// ParseJSON returns a JSON text decoded, with numbers as json.Number. A text that is not JSON is returned as it is.
func ParseJSON(text string) any {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return text
	}
	return v
}

// FieldText writes a value of a JSON tree as an input shows it.
func FieldText(v any) string {
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
	return JSONText(v)
}

// JSONText writes a value as JSON, nil as "".
func JSONText(v any) string {
	if v == nil {
		return ""
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(raw)
}
