// Package battleview turns a battle of any game into what a page shows: the current decision, the odds, the forces, the board
// and the log.
// It consists of pure functions of the frame's values (views, commands, needs, questions, measures) and of the phrases. It knows
// no game: it reads commands and inputs by their struct tags, and a phrase that a game lacks is replaced by its key in plain
// words. It writes no page and keeps no state. Begin with presenter.go.
package battleview

import (
	"net/url"
	"slices"

	"oriflamme/content/describe"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// A Presenter shows a battle to one person.
type Presenter struct {
	Game    *rules.Game
	Setup   rules.Setup
	Battle  rules.Battle
	Steps   []rules.Step
	Seats   []rules.Seat // the seats that this person plays; none for a spectator
	Players []string     // the players by seat; "" if nobody is known
	Pending *Pending     // a command that waits for dice or a choice, or nil
	ByHand  bool         // the program throws no dice in this battle
	Catalog *phrases.Catalog
	Symbols map[string]rules.Symbol // of special dice
	RuleURL func(id string) string  // the address of a rule in the reference
	Path    string                  // address of the battle's page

	// MissingPhrase is called with each key that is shown because its phrase is missing; it may be nil.
	MissingPhrase func(key string)

	view        rules.View
	legal       []offer // the result of offers, because a page needs it twice
	describer   *describe.BattleDescriber
	placed      *letteredPlace    // the place that a person pointed at as an answer, nil without one
	placedValue string            // its value
	names       map[string]string // names of units by id, as loadView sets them
}

// A Pending is a command that the battle could not finish: Err is the *dice.MissingError
// or *rules.Question that it waits for.
type Pending struct {
	Answers int // how often it was answered so far, from 1
	Command rules.Command
	Faces   []int // its dice so far, up to the first that is missing
	Choices []rules.Reply
	Err     error

	// Held returns how many dice of a seat were given, and Typed whether the last of them was typed. Both are nil where nobody
	// can give dice.
	Held  func(rules.Seat) int
	Typed func(rules.Seat) bool
}

// Page returns the page for the choices in the query of its address. The caller sets the title, the place and the addresses.
func (s *Presenter) Page(q url.Values) playviews.BattlePage {
	s.loadView()
	page := playviews.BattlePage{Path: s.Path, Step: len(s.Steps)}
	page.Round = s.Catalog.Say("fight.round", "n", s.view.Round)
	if s.view.Round < 1 {
		page.Round = s.Catalog.Say("fight.before-round")
	}
	page.Phase = s.phase(s.view.Phase)
	page.Ask = s.findAsk(q)
	page.Ask.Step = len(s.Steps)
	page.Sides = s.sides()
	page.Forces = s.forces(q, page.Ask)
	page.Log = s.battleLog(q)
	for _, n := range s.view.Notes {
		page.Notes = append(page.Notes, playviews.BattleNote{Text: s.note(n), Rule: s.cite(n.Rule)})
	}
	if s.view.Board != nil {
		page.Board = s.board(q, page.Ask)
	}
	return page
}

// loadView loads the view of the person's seat and the names of the units.
func (s *Presenter) loadView() {
	s.legal = nil
	seat := rules.Nobody
	if len(s.Seats) == 1 {
		seat = s.Seats[0]
	}
	s.view = s.Battle.View(seat)
	if len(s.Seats) > 1 { // one phone for both sides: show the hand of the acting side
		if t := s.view.ToAct; t != rules.Nobody {
			s.view = s.Battle.View(t)
		}
	}
	s.describer = describe.NewBattleDescriber(s.Catalog, s.Game.ID, s.Setup.Rosters, s.view)
	s.describer.OnMissing = s.MissingPhrase
	s.names = s.describer.Names
}

func (s *Presenter) plays(seat rules.Seat) bool { return slices.Contains(s.Seats, seat) }

func (s *Presenter) cite(id string) views.RuleRef {
	if id == "" || s.RuleURL == nil {
		return views.RuleRef{ID: id}
	}
	return views.RuleRef{ID: id, URL: s.RuleURL(id)}
}

// letter returns the CSS class of a side: a, b, c …
func letter(seat rules.Seat) string {
	if seat < 0 {
		return ""
	}
	return string(rune('a' + int(seat)))
}

// address returns the page's address with a query.
func (s *Presenter) address(q url.Values) string {
	if len(q) == 0 {
		return s.Path
	}
	return s.Path + "?" + q.Encode()
}
