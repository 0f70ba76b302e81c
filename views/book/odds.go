package book

import (
	"slices"

	"oriflamme/content/describe"
	"oriflamme/views"
)

// An OddsPage is the calculator of one ruling.
type OddsPage struct {
	Title, Game string
	Games       []views.Tab
	Action      string // address of the form
	Hidden      []views.Hidden
	Query       string // the query of the page's address
	All         string // address of all calculators of the game
	Ruling      views.Field
	Rulings     []views.Option
	Compare     string       // address of the comparison of two weapons; empty when the game has none
	Matchup     *OddsMatchup // two profiles to fill the form from; nil when the game has no pack
	Inputs      []views.Input
	Faults      []views.FaultLine
	TooWide     bool
	Main        *MainOdds // the first field; nil before a form is right
	More        []views.OddsSummary
	WhatIfs     []OddsWhatIf
	Rules       []views.RuleRef
}

// An OddsFormsPage is every calculator of a game.
type OddsFormsPage struct {
	Game, Action string
	Hidden       []views.Hidden
	Forms        []OddsForm
}

// An OddsForm is the form of one ruling, as it stands before anybody filled it in.
type OddsForm struct {
	Ruling, Title, URL string
	Inputs             []views.Input
}

// An OddsMatchup chooses who attacks whom, and with what.
type OddsMatchup struct {
	From, Weapon, To    views.Field
	Froms, Weapons, Tos []views.Option
}

// MainOdds is the field that matters most, as package describe words it.
type MainOdds = describe.MainOdds

// An OddsWhatIf is the same question with one thing changed.
type OddsWhatIf struct {
	Label, Fraction, Value string
	URL                    string
	Share, Base            float64 // percent of the bar, and of the mark of the question as asked
}

// Odds with names in braces in place of the figures, of which a script makes as many lines and bars as there are.
var (
	templateLines = slices.Repeat([]views.OddsLine{{Label: "{label}", Fraction: "{fraction}", Percent: "{percent}"}}, 3)
	templateBars  = slices.Repeat([]views.Share{{Name: "{name}", Exact: "{exact}"}}, 2)
)

func templateOdds(lines []views.OddsLine) MainOdds {
	return MainOdds{Title: "{title}", Value: "{big}", Unit: "{unit}", Line: "{line}", Summary: views.OddsSummary{Title: "{summary}", Bars: templateBars, Lines: lines}}
}

// The geometry of a histogram, in units of the drawing.
const (
	histoWidth  = 346.0
	histoHeight = 140.0
)

// A histoBar is one column of a histogram.
type histoBar struct {
	x, y, w, h, at float64
	step           float64 // width of the column with its gap
	label          string
	say            string // label read aloud: its value and exact chance
}

// histogram lays out the columns of a distribution; labels are thinned so that they do not touch.
func histogram(lines []views.OddsLine) []histoBar {
	n := len(lines)
	if n == 0 {
		return nil
	}
	step := (histoWidth - 16) / float64(n)
	every := max(1, (n+9)/10)
	bars := make([]histoBar, n)
	for i, l := range lines {
		h := l.Width / 100 * (histoHeight - 20)
		w := min(step*.8, 26)
		at := 8 + step*(float64(i)+.5)
		bars[i] = histoBar{x: at - w/2, y: histoHeight - h, w: w, h: h, at: at, step: step, say: l.Label + " · " + l.Fraction + " · " + l.Percent}
		if i%every == 0 {
			bars[i].label = l.Label
		}
	}
	return bars
}
