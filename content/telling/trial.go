package telling

import (
	"oriflamme/content/phrases"
	"oriflamme/rules/trial"
)

// How a trial of bots stands.
const (
	TrialRuns = iota
	TrialEnded
	TrialStopped // before all battles were fought
)

// A TrialTold is how a trial stands, in words.
type TrialTold struct {
	Title string       `json:"title"`
	Line  string       `json:"line"` // its seed, and how long a battle is
	Parts []TrialShare `json:"parts"`
}

// A TrialShare is a part of all battles with its 95 % interval, in percent.
type TrialShare struct {
	Name    string  `json:"name"`
	Percent string  `json:"percent"`
	Line    string  `json:"line"`
	Of      float64 `json:"of"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

// Trial tells how a trial of all battles between the named sides stands, each share with its interval.
func Trial(book *phrases.Book, seed string, names []string, t trial.Tally, all, state int) TrialTold {
	told := TrialTold{Line: book.Say("lab.seed_was", "seed", seed), Parts: []TrialShare{}}
	switch state {
	case TrialStopped:
		told.Title = book.Say("lab.stopped", "n", t.Battles)
	case TrialEnded:
		told.Title = book.Say("lab.fought", "n", t.Battles)
	default:
		told.Title = book.Say("lab.fighting", "n", t.Battles, "of", all)
	}
	if t.Battles == 0 {
		return told
	}
	part := func(name string, won int) {
		low, high := trial.Interval(won, t.Battles)
		share := float64(won) / float64(t.Battles)
		told.Parts = append(told.Parts, TrialShare{name, book.Percent(share),
			book.Say("lab.interval", "low", book.Percent(low), "high", book.Percent(high), "won", won), 100 * share, 100 * low, 100 * high})
	}
	for seat, name := range names {
		part(name, t.Wins[seat])
	}
	part(book.Say("lab.draws"), t.Draws)
	told.Line += " " + book.Say("lab.steps", "n", t.Steps/t.Battles)
	return told
}
