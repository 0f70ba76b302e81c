// Package engineapi is the engine as a reader's phone runs it: requests and answers in JSON, without files, network
// or clock. cmd/oriflamme-wasm compiles it for browsers.
//
// It answers what "oriflamme resolve" and "oriflamme odds" answer, computes the odds of a calculator's form as the
// site does, tries a command on a battle, and lets bots play many battles. Phrases are sent to it, since a browser
// has no files. It stores nothing: only what the site does with the same form counts.
//
// Begin with Engine.Answer; odds.go, try.go and simulate.go hold one operation each, digest.go tells whether an engine is
// of the same rules as the site.
package engineapi

import (
	"encoding/json"
	"fmt"
	"slices"

	"oriflamme/content/describe"
	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// Operations of Engine.Answer, with the requests they take.
const (
	Resolve     = "resolve" // a line of "resolve --jsonl"
	Odds        = "odds"    // a line of "odds --jsonl"
	AddPhrases  = "bind"    // a PhraseSet, used from then on
	ComputeOdds = "reckon"  // an OddsRequest
	Try         = "try"     // a TryRequest
	Simulate    = "fight"   // a SimulateRequest
	Rules       = "rules"   // nothing; the answer is that of Digests
)

// An Engine answers requests with the phrases that it was sent. It answers one request at a time.
type Engine struct {
	endpoint rules.Endpoint
	games    []*rules.Game
	catalogs map[[2]string]*phrases.Catalog // by language and game
}

// New returns an engine that knows the games and has no phrases yet.
func New(games []*rules.Game) *Engine {
	return &Engine{rules.Endpoint{Games: games, MaxOutcomes: describe.OddsLimit}, games, map[[2]string]*phrases.Catalog{}}
}

// A PhraseSet is the phrases of a game in one language, as phrases.Catalog.Texts returns them.
type PhraseSet struct {
	Lang        string              `json:"lang"`
	Game        string              `json:"game"`
	Texts       map[string]string   `json:"texts"`
	Conventions phrases.Conventions `json:"manners"`
}

// phrasePrefixes are the beginnings of the keys of the phrases that describe any game; those of a game begin with its id.
var phrasePrefixes = []string{"common.", "fault.", "field.", "fight.", "lab.", "odds.", "value."}

// PhraseSetOf takes from a catalog the phrases that describe a game.
func PhraseSetOf(catalog *phrases.Catalog, game string) PhraseSet {
	return PhraseSet{catalog.Lang, game, catalog.Texts(slices.Concat(phrasePrefixes, []string{game + "."})...), catalog.Conventions}
}

// An errorAnswer answers a request that cannot be read. What a person did wrong is part of a regular answer instead.
type errorAnswer struct {
	Error string `json:"error"`
}

// Answer carries out an operation on a request in JSON and returns its answer in JSON, {"error": …} when the request
// cannot be read.
func (e *Engine) Answer(operation string, request []byte) []byte {
	answer, err := e.answer(operation, request)
	if err != nil {
		answer = errorAnswer{err.Error()}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		text, _ = json.Marshal(errorAnswer{err.Error()})
	}
	return text
}

func (e *Engine) answer(operation string, request []byte) (any, error) {
	switch operation {
	case Resolve:
		return e.endpoint.Resolve(request), nil
	case Odds:
		return e.endpoint.Distribution(request), nil
	case AddPhrases:
		return e.addPhrases(request)
	case ComputeOdds:
		return e.computeOdds(request)
	case Try:
		return e.try(request)
	case Simulate:
		return e.simulate(request)
	case Rules:
		return Digests(e.games), nil
	}
	return nil, fmt.Errorf("engineapi: no operation %q", operation)
}

func (e *Engine) addPhrases(request []byte) (any, error) {
	var w PhraseSet
	if err := json.Unmarshal(request, &w); err != nil {
		return nil, err
	}
	catalog, err := phrases.FromTexts(w.Lang, w.Conventions, w.Texts)
	if err != nil {
		return nil, err
	}
	e.catalogs[[2]string{w.Lang, w.Game}] = catalog
	return struct{}{}, nil
}

// find returns a game and the describer for it in a language. It fails when the game is unknown or its phrases were
// not sent.
func (e *Engine) find(lang, game string) (*rules.Game, describe.Describer, error) {
	catalog := e.catalogs[[2]string{lang, game}]
	for _, g := range e.games {
		if g.ID == game && catalog != nil {
			return g, describe.Describer{Catalog: catalog, Game: game}, nil
		}
	}
	return nil, describe.Describer{}, fmt.Errorf("engineapi: no words for %q in %q", game, lang)
}
