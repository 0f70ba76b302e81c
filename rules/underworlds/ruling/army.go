package ruling

import (
	"cmp"
	"slices"

	"oriflamme/rules"
)

// A Card is a card of a deck with what deck building needs.
type Card struct {
	Name       string `json:"name" in:"1..60"`
	Kind       string `json:"kind" in:"objective|upgrade|gambit"`
	Warband    string `json:"warband" in:"1..60" default:"null" null:"true"` // "": universal
	RivalsDeck string `json:"rivals_deck" in:"1..60"`                        // the deck it was printed for
}

// A Member is a fighter of a roster.
type Member struct {
	ID     string `json:"id" in:"1..60"`
	Leader bool   `json:"leader" default:"false"`
}

// Warband is a warband with its fighters.
type Warband struct {
	ID            string   `json:"id" in:"1..60"`
	GrandAlliance string   `json:"grand_alliance" in:"order|chaos|death|destruction" default:"-"`
	Fighters      []Member `json:"fighters" len:"0..20"`
	Roster        []string `json:"roster" len:"1..20" each:"1..60" distinct:"true" default:"-"` // nil: the printed roster
}

// WarbandInput is a warband and its decks.
type WarbandInput struct {
	Format        string  `json:"format" in:"rivals|nemesis" default:"\"rivals\""`
	Warband       Warband `json:"warband"`
	ObjectiveDeck []Card  `json:"objective_deck" len:"0..60"`
	PowerDeck     []Card  `json:"power_deck" len:"0..60"`
}

// A deckFault is one violation of the limits of warbands and decks.
type deckFault struct {
	Rule    string `json:"rule"`
	Code    string `json:"code"`
	Subject string `json:"subject"`
	Count   int    `json:"count"`
}

type warbandCounts struct {
	Fighters       int `json:"fighters"`
	Leaders        int `json:"leaders"`
	ObjectiveCards int `json:"objective_cards"`
	PowerCards     int `json:"power_cards"`
	Upgrades       int `json:"upgrades"`
	Gambits        int `json:"gambits"`
}

type warbandResult struct {
	Legal      bool          `json:"legal"`
	Violations []deckFault   `json:"violations"`
	Counts     warbandCounts `json:"counts"`
}

// printedRosters are the rosters of the warbands of the set (WU-PROF-1, WU-PROF-2).
var printedRosters = map[string][]string{
	"farstriders": {"sanson-farstrider", "almeric-eagle-eye", "elias-swiftblade"},
	"sepulchral-guard": {
		"sepulchral-warden", "prince-of-dust", "harvester", "champion",
		"risen-petitioner", "relentless-petitioner", "zealous-petitioner",
	},
}

// roster returns the stated roster, or the printed one if none is stated.
func (b Warband) roster() []string {
	if b.Roster != nil {
		return b.Roster
	}
	return printedRosters[b.ID]
}

// The numbers of cards of a deck (WU-BUILD-4, WU-BUILD-5).
const (
	ObjectiveDeckSize = 12
	PowerDeckSize     = 20
)

// deckFaults collects violations.
type deckFaults []deckFault

func (r *deckFaults) add(broken bool, rule, code, subject string, count int) {
	if broken {
		*r = append(*r, deckFault{rule, code, subject, count})
	}
}

// each adds a violation for every name that occurs at least least times.
func (r *deckFaults) each(counts map[string]int, least int, rule, code string) {
	for name, n := range counts {
		r.add(n >= least, rule, code, name, n)
	}
}

// countBy counts the members of a list by a text.
func countBy[T any](list []T, text func(T) string) map[string]int {
	counts := map[string]int{}
	for _, x := range list {
		counts[text(x)]++
	}
	return counts
}

// cardsWith returns the cards for which something holds.
func cardsWith(list []Card, holds func(Card) bool) []Card {
	return slices.DeleteFunc(slices.Clone(list), func(c Card) bool { return !holds(c) })
}

func (c Card) name() string      { return c.Name }
func (c Card) isObjective() bool { return c.Kind == "objective" }
func (c Card) isPower() bool     { return c.Kind != "objective" }

// sources returns the number of decks that cards were printed for.
func sources(list []Card) int {
	return len(countBy(list, func(c Card) string { return c.RivalsDeck }))
}

// fighters checks that the warband is complete and has one leader (WU-BUILD-2, WU-BUILD-3).
func (r *deckFaults) fighters(b Warband, leaders int) {
	there := countBy(b.Fighters, func(m Member) string { return m.ID })
	for _, id := range b.roster() {
		r.add(there[id] == 0, "WU-BUILD-2", "fighter-missing", id, 0)
	}
	for id, n := range there {
		r.add(!slices.Contains(b.roster(), id), "WU-BUILD-2", "fighter-extra", id, n)
	}
	r.each(there, 2, "WU-BUILD-2", "fighter-duplicate")
	r.add(leaders != 1, "WU-BUILD-3", "leader-count", "", leaders)
}

// decks checks both decks and the origin of their cards (WU-BUILD-4 to WU-BUILD-9).
func (r *deckFaults) decks(m WarbandInput) {
	r.add(len(m.ObjectiveDeck) != ObjectiveDeckSize, "WU-BUILD-4", "objective-deck-size", "", len(m.ObjectiveDeck))
	r.each(countBy(m.ObjectiveDeck, Card.name), 2, "WU-BUILD-4", "objective-deck-duplicate")
	r.each(countBy(cardsWith(m.ObjectiveDeck, Card.isPower), Card.name), 1, "WU-BUILD-4", "objective-deck-kind")
	r.add(len(m.PowerDeck) != PowerDeckSize, "WU-BUILD-5", "power-deck-size", "", len(m.PowerDeck))
	r.each(countBy(m.PowerDeck, Card.name), 2, "WU-BUILD-5", "power-deck-duplicate")
	r.each(countBy(cardsWith(m.PowerDeck, Card.isObjective), Card.name), 1, "WU-BUILD-5", "power-deck-kind")

	cards, id := slices.Concat(m.ObjectiveDeck, m.PowerDeck), m.Warband.ID
	r.each(countBy(cardsWith(cards, func(c Card) bool { return c.Warband != "" && c.Warband != id }), Card.name), 1, "WU-BUILD-9", "foreign-card")
	universal := cardsWith(cards, func(c Card) bool { return c.Warband == "" })
	own := cardsWith(cards, func(c Card) bool { return c.Warband == id })
	if m.Format == "rivals" {
		n := sources(cards)
		r.add(n > 1, "WU-BUILD-6", "mixed-rivals-decks", "", n)
		r.add(len(universal) > 0 && len(own) > 0 && id != "", "WU-BUILD-6", "mixed-symbols", "", len(universal))
		return
	}
	n := sources(universal)
	r.add(n > 1, "WU-BUILD-8", "nemesis-universal-decks", "", n)
	n = sources(own)
	r.add(n > 1, "WU-BUILD-8", "nemesis-warband-decks", "", n)
}

// Resolve returns every violation of the limits (WU-BUILD, ruling A-40).
func (m WarbandInput) Resolve() warbandResult {
	r := warbandResult{Counts: warbandCounts{
		Fighters: len(m.Warband.Fighters), ObjectiveCards: len(m.ObjectiveDeck), PowerCards: len(m.PowerDeck),
	}}
	for _, f := range m.Warband.Fighters {
		if f.Leader {
			r.Counts.Leaders++
		}
	}
	for _, c := range m.PowerDeck {
		switch c.Kind {
		case "upgrade":
			r.Counts.Upgrades++
		case "gambit":
			r.Counts.Gambits++
		}
	}
	var found deckFaults
	found.fighters(m.Warband, r.Counts.Leaders)
	found.decks(m)
	slices.SortStableFunc(found, func(x, y deckFault) int {
		return cmp.Or(cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Code, y.Code), cmp.Compare(x.Subject, y.Subject))
	})
	r.Violations, r.Legal = found, len(found) == 0
	return r
}

var validateWarbandRuling = rules.DicelessRuling("validate-warband",
	"WU-BUILD-1 WU-BUILD-2 WU-BUILD-3 WU-BUILD-4 WU-BUILD-5 WU-BUILD-6 WU-BUILD-7 WU-BUILD-8 WU-BUILD-9 WU-BUILD-12",
	func(m WarbandInput) *rules.Fault {
		return rules.FaultIf(m.Warband.roster() == nil, rules.Missing("warband.roster"))
	},
	WarbandInput.Resolve)
