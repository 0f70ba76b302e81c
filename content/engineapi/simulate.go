package engineapi

import (
	"context"
	"encoding/json"

	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/simulate"
)

// A SimulateRequest is a simulation as far as it has come and how many battles to add to it.
type SimulateRequest struct {
	Lang  string         `json:"lang"`
	Game  string         `json:"game"`
	Setup rules.Setup    `json:"setup"`
	Bots  []string       `json:"bots"` // names of the bots, one for each seat
	Seed  string         `json:"seed"`
	Total int            `json:"all"`   // battles of the whole simulation
	More  int            `json:"more"`  // battles to fight now
	Stop  bool           `json:"stop"`  // the simulation ends after these
	Tally simulate.Tally `json:"tally"` // results of the battles before
}

// A SimulateResult is how the simulation stands afterwards.
type SimulateResult struct {
	Tally simulate.Tally          `json:"tally"`
	Text  describe.SimulationText `json:"told"`
}

func (e *Engine) simulate(request []byte) (any, error) {
	var d SimulateRequest
	if err := json.Unmarshal(request, &d); err != nil {
		return nil, err
	}
	g, describer, err := e.find(d.Lang, d.Game)
	if err != nil {
		return nil, err
	}
	run := simulate.Simulation{Game: g, Setup: d.Setup, Seed: d.Seed}
	var names []string
	for seat, list := range d.Setup.Rosters {
		name := ""
		if seat < len(d.Bots) {
			name = d.Bots[seat]
		}
		run.Bots, names = append(run.Bots, simulate.FindBot(g, name)), append(names, list.Name)
	}
	for len(d.Tally.Wins) < len(names) {
		d.Tally.Wins = append(d.Tally.Wins, 0)
	}
	for range min(d.More, d.Total-d.Tally.Battles) {
		rec, o, err := run.Play(context.Background(), d.Tally.Battles)
		if err != nil {
			return nil, err
		}
		d.Tally.Add(o, len(rec.Steps))
	}
	state := describe.SimulationRunning
	switch {
	case d.Tally.Battles >= d.Total:
		state = describe.SimulationEnded
	case d.Stop:
		state = describe.SimulationStopped
	}
	return SimulateResult{d.Tally, describe.DescribeSimulation(describer.Catalog, d.Seed, names, d.Tally, d.Total, state)}, nil
}
