package pocket

import (
	"context"
	"encoding/json"

	"oriflamme/content/telling"
	"oriflamme/rules"
	"oriflamme/rules/trial"
)

// A Duel is a trial of bots as far as it has come, to be carried on by a few battles.
type Duel struct {
	Lang  string      `json:"lang"`
	Game  string      `json:"game"`
	Setup rules.Setup `json:"setup"`
	Bots  []string    `json:"bots"` // by name, one a seat
	Seed  string      `json:"seed"`
	All   int         `json:"all"`   // battles wanted
	More  int         `json:"more"`  // battles to fight now
	Stop  bool        `json:"stop"`  // it is not carried on after these
	Tally trial.Tally `json:"tally"` // of the battles before
}

// A DuelTold is how the trial stands afterwards.
type DuelTold struct {
	Tally trial.Tally       `json:"tally"`
	Told  telling.TrialTold `json:"told"`
}

func (p *Pocket) fight(question []byte) (any, error) {
	var d Duel
	if err := json.Unmarshal(question, &d); err != nil {
		return nil, err
	}
	g, words, err := p.speak(d.Lang, d.Game)
	if err != nil {
		return nil, err
	}
	run := trial.Trial{Game: g, Setup: d.Setup, Seed: d.Seed}
	var names []string
	for seat, list := range d.Setup.Rosters {
		name := ""
		if seat < len(d.Bots) {
			name = d.Bots[seat]
		}
		run.Bots, names = append(run.Bots, trial.Bot(g, name)), append(names, list.Name)
	}
	for len(d.Tally.Wins) < len(names) {
		d.Tally.Wins = append(d.Tally.Wins, 0)
	}
	for range min(d.More, d.All-d.Tally.Battles) {
		rec, o, err := run.Fight(context.Background(), d.Tally.Battles)
		if err != nil {
			return nil, err
		}
		d.Tally.Add(o, len(rec.Steps))
	}
	state := telling.TrialRuns
	switch {
	case d.Tally.Battles >= d.All:
		state = telling.TrialEnded
	case d.Stop:
		state = telling.TrialStopped
	}
	return DuelTold{d.Tally, telling.Trial(words.Book, d.Seed, names, d.Tally, d.All, state)}, nil
}
