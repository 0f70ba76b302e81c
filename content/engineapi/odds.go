package engineapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"oriflamme/content/describe"
	"oriflamme/rules"
)

// An OddsRequest is the form of an odds calculator, as a browser would send it to the site.
type OddsRequest struct {
	Lang  string `json:"lang"`
	Game  string `json:"game"`
	Query string `json:"query"` // names the ruling; the names of its fields begin with "in."
}

// An OddsResult is what an odds calculator shows.
type OddsResult struct {
	Main    *describe.MainOdds     `json:"main"` // null when something is wrong
	More    []describe.OddsSummary `json:"more"`
	TooWide bool                   `json:"tooWide"`
	Faults  []Problem              `json:"faults"`
}

// A Problem is a fault in the reader's language.
type Problem struct {
	Text  string `json:"text"`
	Field string `json:"field"` // name of the input, "" for the whole form
	Rule  string `json:"rule"`
}

func (e *Engine) computeOdds(request []byte) (any, error) {
	var req OddsRequest
	if err := json.Unmarshal(request, &req); err != nil {
		return nil, err
	}
	g, describer, err := e.find(req.Lang, req.Game)
	if err != nil {
		return nil, err
	}
	q, err := url.ParseQuery(req.Query)
	if err != nil {
		return nil, err
	}
	ruling := g.Ruling(q.Get("ruling"))
	if ruling == nil || len(ruling.Odds) == 0 {
		return nil, fmt.Errorf("engineapi: no odds of %q", q.Get("ruling"))
	}
	tree, _ := describe.Form{Describer: describer}.ReadRuling(ruling, q, describe.OddsPrefix)
	r := OddsResult{More: []describe.OddsSummary{}, Faults: []Problem{}}
	d, err := ruling.DistributionWithin(tree, describe.OddsLimit)
	var fault *rules.Fault
	switch {
	case errors.As(err, &fault):
		r.Faults = append(r.Faults, Problem{describe.Fault(describer.Catalog, g.ID, fault, nil), describe.OddsPrefix + fault.Field, fault.Rule})
		return r, nil
	case err != nil:
		r.TooWide = true
		return r, nil
	}
	main, more := describer.MainOdds(d)
	r.Main, r.More = &main, append(r.More, more...)
	return r, nil
}
