// Package pocket is the engine as a reader's own phone runs it: questions and answers in JSON, without files, network or
// clock. cmd/oriflamme-wasm compiles it for browsers.
//
// It answers what "oriflamme resolve" and "oriflamme odds" answer, works a calculator's form out as the site does, tries a
// command on a battle, and has bots fight whole ones. Phrases are given to it, since a browser has no files. Nothing it says is stored: what counts is what
// the site does when it hears of it.
package pocket

import (
	"encoding/json"
	"fmt"

	"oriflamme/content/phrases"
	"oriflamme/content/telling"
	"oriflamme/rules"
)

// Operations of Answer.
const (
	Resolve = "resolve" // a line of "resolve --jsonl"
	Odds    = "odds"    // a line of "odds --jsonl"
	Bind    = "bind"    // Words, to be known from now on
	Reckon  = "reckon"  // a Sum
	Try     = "try"     // an Attempt
	Fight   = "fight"   // a Duel
)

// A Pocket is the engine with the words it was given. One question at a time.
type Pocket struct {
	desk  rules.Desk
	games []*rules.Game
	books map[[2]string]*phrases.Book // by language and game
}

// New makes a pocket with games.
func New(games []*rules.Game) *Pocket {
	return &Pocket{rules.Desk{Games: games, Most: telling.OddsPatience}, games, map[[2]string]*phrases.Book{}}
}

// Words are phrases of a game in one language, as phrases.Book.Loose has them.
type Words struct {
	Lang  string            `json:"lang"`
	Game  string            `json:"game"`
	Texts map[string]string `json:"texts"`
	// Manners are those of the language.
	Manners phrases.Manners `json:"manners"`
}

// WordsOf takes from a book what is needed to speak of a game.
func WordsOf(book *phrases.Book, game string) Words {
	return Words{book.Lang, game, book.Loose(game+".", "common.", "fault.", "field.", "fight.", "lab.", "odds.", "value."), book.Manners}
}

// A failure is the answer to a question that cannot be read; what a person did wrong is part of an answer.
type failure struct {
	Error string `json:"error"`
}

// Answer answers one question in JSON.
func (p *Pocket) Answer(operation string, question []byte) []byte {
	answer, err := p.answer(operation, question)
	if err != nil {
		answer = failure{err.Error()}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		text, _ = json.Marshal(failure{err.Error()})
	}
	return text
}

func (p *Pocket) answer(operation string, question []byte) (any, error) {
	switch operation {
	case Resolve:
		return p.desk.Resolve(question), nil
	case Odds:
		return p.desk.Distribution(question), nil
	case Bind:
		return p.bind(question)
	case Reckon:
		return p.reckon(question)
	case Try:
		return p.try(question)
	case Fight:
		return p.fight(question)
	}
	return nil, fmt.Errorf("pocket: no operation %q", operation)
}

func (p *Pocket) bind(question []byte) (any, error) {
	var w Words
	if err := json.Unmarshal(question, &w); err != nil {
		return nil, err
	}
	book, err := phrases.Bind(w.Lang, w.Manners, w.Texts)
	if err != nil {
		return nil, err
	}
	p.books[[2]string{w.Lang, w.Game}] = book
	return struct{}{}, nil
}

// speak finds a game and the words for it.
func (p *Pocket) speak(lang, game string) (*rules.Game, telling.Words, error) {
	book := p.books[[2]string{lang, game}]
	for _, g := range p.games {
		if g.ID == game && book != nil {
			return g, telling.Words{Book: book, Game: game}, nil
		}
	}
	return nil, telling.Words{}, fmt.Errorf("pocket: no words for %q in %q", game, lang)
}
