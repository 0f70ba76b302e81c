package pocket

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"oriflamme/content/telling"
	"oriflamme/rules"
)

// A Sum is a calculator's form as a browser would send it to the site.
type Sum struct {
	Lang  string `json:"lang"`
	Game  string `json:"game"`
	Query string `json:"query"` // with the ruling, and "in." before the names of fields
}

// A Reckoning is what a calculator shows.
type Reckoning struct {
	Main    *telling.Answer   `json:"main"` // null when something is wrong
	More    []telling.Outlook `json:"more"`
	TooWide bool              `json:"tooWide"`
	Faults  []Wrong           `json:"faults"`
	Say     map[string]string `json:"say"` // sentences around it, by key
	Lines   []Line            `json:"lines"`
}

// A Wrong is a fault in words.
type Wrong struct {
	Text  string `json:"text"`
	Field string `json:"field"` // name of the input, "" for the whole
	Rule  string `json:"rule"`
}

// A Line is the head of one of More: a chance in words, or a name and its mean.
type Line struct {
	Text   string `json:"text"`
	Figure string `json:"figure"`
}

func (p *Pocket) reckon(question []byte) (any, error) {
	var sum Sum
	if err := json.Unmarshal(question, &sum); err != nil {
		return nil, err
	}
	g, words, err := p.speak(sum.Lang, sum.Game)
	if err != nil {
		return nil, err
	}
	q, err := url.ParseQuery(sum.Query)
	if err != nil {
		return nil, err
	}
	ruling := g.Ruling(q.Get("ruling"))
	if ruling == nil || len(ruling.Odds) == 0 {
		return nil, fmt.Errorf("pocket: no odds of %q", q.Get("ruling"))
	}
	tree, _ := telling.Form{Words: words}.Asked(ruling, q, telling.OddsPrefix)
	r := Reckoning{More: []telling.Outlook{}, Faults: []Wrong{}, Lines: []Line{}, Say: map[string]string{}}
	for _, key := range []string{"fight.whole-odds", "odds.more", "odds.ask", "odds.too-wide"} {
		r.Say[key] = words.Book.Say(key)
	}
	d, err := ruling.DistributionWithin(tree, telling.OddsPatience)
	var fault *rules.Fault
	switch {
	case errors.As(err, &fault):
		r.Faults = append(r.Faults, Wrong{telling.Fault(words.Book, g.ID, fault, nil), telling.OddsPrefix + fault.Field, fault.Rule})
		return r, nil
	case err != nil:
		r.TooWide = true
		return r, nil
	}
	main, more := words.Answer(d)
	r.Main = &main
	for _, o := range more {
		line := Line{o.Title, ""}
		switch {
		case o.Headline != "":
			line = Line{words.Book.Say("fight.odds-line", "what", o.Title, "chances", o.Headline), o.Percent}
		case o.Mean != "":
			line.Figure = words.Book.Say("fight.mean", "x", o.Mean)
		}
		r.More, r.Lines = append(r.More, o), append(r.Lines, line)
	}
	return r, nil
}
