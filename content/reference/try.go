package reference

import (
	"encoding/json"
	"net/url"
)

// calculatorQuery is the query of the app's calculator for what an example asks, or "" where it
// has no odds. The script of the app makes a link of it; a folder has no calculator.
func (e *Example) calculatorQuery(p *Page) string {
	ruling := p.book.engine.Ruling(e.Procedure)
	if e.Error != nil || ruling == nil || len(ruling.Odds) == 0 {
		return ""
	}
	input, err := json.Marshal(e.Input.Map)
	if err != nil {
		return ""
	}
	q := url.Values{"game": {p.Game}, "ruling": {e.Procedure}, "asked": {"1"}, "input": {string(input)}}
	if text := q.Encode(); len(text) < 1500 { // what a form on a phone can still be
		return text
	}
	return ""
}
