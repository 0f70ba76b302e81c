package reference

import (
	"fmt"
	"net/url"
	"strings"
)

// tried is the query of the app's calculator for what an example asks, or "" where it
// has no odds. The script of the app makes a link of it; a folder has no calculator.
func (e *Example) tried(p *Page) string {
	ruling := p.book.engine.Ruling(e.Procedure)
	if e.Error != nil || ruling == nil || len(ruling.Odds) == 0 {
		return ""
	}
	q := url.Values{"game": {p.Game}, "ruling": {e.Procedure}, "asked": {"1"}}
	flatten(q, "in", e.Input.Map)
	if text := q.Encode(); len(text) < 1500 { // what a form on a phone can still be
		return text
	}
	return ""
}

// flatten names each value as the form of the calculator does: in.weapon.attacks,
// in.lines[0]; that a group is there is told by a 1.
func flatten(q url.Values, name string, v any) {
	switch v := v.(type) {
	case map[string]any:
		if strings.Contains(name, ".") {
			q.Set(name, "1")
		}
		for _, k := range sortedKeys(v) {
			flatten(q, name+"."+k, v[k])
		}
	case []any:
		for i, one := range v {
			flatten(q, fmt.Sprintf("%s[%d]", name, i), one)
		}
	case nil:
	default:
		q.Set(name, fmt.Sprint(v))
	}
}
