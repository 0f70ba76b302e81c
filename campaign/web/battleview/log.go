package battleview

import (
	"net/url"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	playviews "oriflamme/views/play"
)

// logPage is the number of commands on a page of the log.
const logPage = 12

// battleLog lists the commands of the battle, newest first, each with its events below. The query parameter "log" is the
// last command of an older page, or "all" for the whole log.
func (s *Presenter) battleLog(q url.Values) playviews.Log {
	last := len(s.Steps)
	if n, err := strconv.Atoi(q.Get("log")); err == nil && n > 0 && n < last {
		last = n
	}
	first := max(0, last-logPage)
	if q.Get("log") == "all" {
		first, last = 0, len(s.Steps)
	}
	l := playviews.Log{Total: len(s.Steps)}
	if s.Pending != nil && last == len(s.Steps) {
		l.Lines = append(l.Lines, playviews.LogLine{Text: s.commandLine(s.Pending.Command), Pending: true, Step: last + 1, Dice: s.Pending.Faces})
	}
	for i := last - 1; i >= first; i-- {
		l.Lines = append(l.Lines, s.StepLines(i)...)
	}
	if first > 0 {
		l.Older = s.address(url.Values{"log": {strconv.Itoa(first)}}) + "#log"
	}
	if last < len(s.Steps) {
		l.Newer = s.address(url.Values{"log": {strconv.Itoa(min(last+logPage, len(s.Steps)))}}) + "#log"
	}
	return l
}

// StepLines describes one command and then its events in order.
func (s *Presenter) StepLines(i int) []playviews.LogLine {
	step := s.Steps[i]
	shown := s.shownDice(step.Dice)
	lines := []playviews.LogLine{{Text: s.commandLine(step.Command), IsCommand: true, Step: i + 1, Dice: rules.Faces(shown), Symbols: s.symbolsOf(shown)}}
	lines[0].Numbers = slices.ContainsFunc(shown, func(d dice.Die) bool { return d.Sides > 6 })
	for _, e := range step.Events {
		lines = append(lines, playviews.LogLine{Text: s.eventLine(e), Rule: s.cite(e.Rule()), Step: i + 1})
	}
	return lines
}

// shownDice returns the dice that anybody may see: without those of shuffles and other secret rolls while the battle goes on.
func (s *Presenter) shownDice(thrown []dice.Die) []dice.Die {
	if _, over := s.Battle.Outcome(); over || len(s.Game.Secret) == 0 {
		return thrown
	}
	var open []dice.Die
	for _, d := range thrown {
		if !slices.Contains(s.Game.Secret, d.For) {
			open = append(open, d)
		}
	}
	return open
}

// symbolsOf returns the symbols on special dice, or nil when any of the dice is ordinary.
func (s *Presenter) symbolsOf(thrown []dice.Die) []playviews.Symbol {
	var all []playviews.Symbol
	for _, d := range thrown {
		faces := s.rollSymbols(d.For)
		if d.Value > len(faces) {
			return nil
		}
		all = append(all, faces[d.Value-1])
	}
	return all
}
