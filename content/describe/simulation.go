package describe

import (
	"oriflamme/content/phrases"
	"oriflamme/rules/simulate"
)

// States of a simulation.
const (
	SimulationRunning = iota
	SimulationEnded
	SimulationStopped // before all battles were played
)

// A SimulationText is how a simulation stands, in words.
type SimulationText struct {
	Title string            `json:"title"`
	Line  string            `json:"line"` // the seed, and how many steps a battle takes
	Parts []SimulationShare `json:"parts"`
}

// A SimulationShare is a share of all battles with its 95 % confidence interval, in percent.
type SimulationShare struct {
	Name    string  `json:"name"`
	Percent string  `json:"percent"`
	Line    string  `json:"line"`
	Share   float64 `json:"of"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

// DescribeSimulation describes a simulation of all battles between the named sides: its state and the share of
// victories of each side and of draws, each with its interval.
func DescribeSimulation(catalog *phrases.Catalog, seed string, names []string, t simulate.Tally, all, state int) SimulationText {
	text := SimulationText{Line: catalog.Say("lab.seed_was", "seed", seed), Parts: []SimulationShare{}}
	switch state {
	case SimulationStopped:
		text.Title = catalog.Say("lab.stopped", "n", t.Battles)
	case SimulationEnded:
		text.Title = catalog.Say("lab.fought", "n", t.Battles)
	default:
		text.Title = catalog.Say("lab.fighting", "n", t.Battles, "of", all)
	}
	if t.Battles == 0 {
		return text
	}
	part := func(name string, won int) {
		low, high := simulate.Interval(won, t.Battles)
		share := float64(won) / float64(t.Battles)
		text.Parts = append(text.Parts, SimulationShare{name, catalog.Percent(share),
			catalog.Say("lab.interval", "low", catalog.Percent(low), "high", catalog.Percent(high), "won", won), 100 * share, 100 * low, 100 * high})
	}
	for seat, name := range names {
		part(name, t.Wins[seat])
	}
	part(catalog.Say("lab.draws"), t.Draws)
	text.Line += " " + catalog.Say("lab.steps", "n", t.Steps/t.Battles)
	return text
}
