// Package pocket is the engine as a reader's own phone runs it: questions and answers in JSON, without files, network or
// clock. cmd/oriflamme-wasm compiles it for browsers.
//
// It answers what "oriflamme resolve" and "oriflamme odds" answer, works a calculator's form out as the site does, tries a
// command on a battle, and has bots fight whole ones. Phrases are given to it, since a browser has no files. Nothing it says is stored: what counts is what
// the site does when it hears of it.
package engineapi

import (
	"encoding/json"
	"fmt"

	"oriflamme/content/describe"
	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// Operations of Answer.
const (
	Resolve     = "resolve" // a line of "resolve --jsonl"
	Odds        = "odds"    // a line of "odds --jsonl"
	AddPhrases  = "bind"    // PhraseSet, to be known from now on
	ComputeOdds = "reckon"  // a OddsRequest
	Try         = "try"     // an TryRequest
	Simulate    = "fight"   // a SimulateRequest
)

// A Engine is the engine with the words it was given. One question at a time.
type Engine struct {
	endpoint rules.Endpoint
	games    []*rules.Game
	catalogs map[[2]string]*phrases.Catalog // by language and game
}

// New makes a pocket with games.
func New(games []*rules.Game) *Engine {
	return &Engine{rules.Endpoint{Games: games, MaxOutcomes: describe.OddsLimit}, games, map[[2]string]*phrases.Catalog{}}
}

// PhraseSet are phrases of a game in one language, as phrases.Catalog.Loose has them.
type PhraseSet struct {
	Lang  string            `json:"lang"`
	Game  string            `json:"game"`
	Texts map[string]string `json:"texts"`
	// Manners are those of the language.
	Conventions phrases.Conventions `json:"manners"`
}

// PhraseSetOf takes from a book what is needed to speak of a game.
func PhraseSetOf(catalog *phrases.Catalog, game string) PhraseSet {
	return PhraseSet{catalog.Lang, game, catalog.Texts(game+".", "common.", "fault.", "field.", "fight.", "lab.", "odds.", "value."), catalog.Conventions}
}

// A errorAnswer is the answer to a question that cannot be read; what a person did wrong is part of an answer.
type errorAnswer struct {
	Error string `json:"error"`
}

// Answer answers one question in JSON.
func (p *Engine) Answer(operation string, question []byte) []byte {
	answer, err := p.answer(operation, question)
	if err != nil {
		answer = errorAnswer{err.Error()}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		text, _ = json.Marshal(errorAnswer{err.Error()})
	}
	return text
}

func (p *Engine) answer(operation string, question []byte) (any, error) {
	switch operation {
	case Resolve:
		return p.endpoint.Resolve(question), nil
	case Odds:
		return p.endpoint.Distribution(question), nil
	case AddPhrases:
		return p.addPhrases(question)
	case ComputeOdds:
		return p.computeOdds(question)
	case Try:
		return p.try(question)
	case Simulate:
		return p.simulate(question)
	}
	return nil, fmt.Errorf("pocket: no operation %q", operation)
}

func (p *Engine) addPhrases(question []byte) (any, error) {
	var w PhraseSet
	if err := json.Unmarshal(question, &w); err != nil {
		return nil, err
	}
	catalog, err := phrases.FromTexts(w.Lang, w.Conventions, w.Texts)
	if err != nil {
		return nil, err
	}
	p.catalogs[[2]string{w.Lang, w.Game}] = catalog
	return struct{}{}, nil
}

// find finds a game and the words for it.
func (p *Engine) find(lang, game string) (*rules.Game, describe.Describer, error) {
	catalog := p.catalogs[[2]string{lang, game}]
	for _, g := range p.games {
		if g.ID == game && catalog != nil {
			return g, describe.Describer{Catalog: catalog, Game: game}, nil
		}
	}
	return nil, describe.Describer{}, fmt.Errorf("pocket: no words for %q in %q", game, lang)
}
