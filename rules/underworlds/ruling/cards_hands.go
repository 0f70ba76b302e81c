package ruling

import (
	"slices"

	"oriflamme/rules"
)

const (
	ObjectiveHand = 3 // drawn at the start, and the largest hand (WU-CARD-1, WU-CARD-4)
	PowerHand     = 5
)

// openingHandsInput are the decks of both players, top card first.
type openingHandsInput struct {
	FirstBoardChooser Player `json:"first_board_chooser" in:"a|b"`
	byPlayer[openingDeck]
}

type openingDeck struct {
	ObjectiveDeck []string `json:"objective_deck" len:"0..40" each:"1..60" distinct:"true"`
	PowerDeck     []string `json:"power_deck" len:"0..40" each:"1..60" distinct:"true"`
	Mulligan      string   `json:"mulligan" in:"none|objectives|power|all" default:"\"none\""`
}

type openingHandsResult struct {
	DecisionOrder []Player `json:"decision_order"`
	byPlayer[openingHand]
}

type openingHand struct {
	OpeningObjectiveHand  []string `json:"opening_objective_hand"`
	ObjectiveHand         []string `json:"objective_hand"`
	ObjectiveDeck         []string `json:"objective_deck"`
	ObjectiveDeckShuffled bool     `json:"objective_deck_shuffled"`
	OpeningPowerHand      []string `json:"opening_power_hand"`
	PowerHand             []string `json:"power_hand"`
	PowerDeck             []string `json:"power_deck"`
	PowerDeckShuffled     bool     `json:"power_deck_shuffled"`
}

// DrawTop splits n cards from the top of a deck, fewer if it runs out (WU-CARD-5).
func DrawTop[T any](deck []T, n int) (hand, rest []T) {
	n = min(max(0, n), len(deck))
	return deck[:n:n], deck[n:]
}

// drawOpening draws an opening hand and carries out a mulligan (WU-CARD-1, WU-CARD-2), after
// which the deck is shuffled with the cards set aside.
func drawOpening[T any](deck []T, size int, mulligan bool) (opening, hand, rest []T) {
	opening, rest = DrawTop(deck, size)
	if !mulligan {
		return opening, opening, rest
	}
	hand, rest = DrawTop(rest, len(opening))
	return opening, hand, slices.Concat(rest, opening)
}

func (d openingDeck) resolve() openingHand {
	var r openingHand
	r.ObjectiveDeckShuffled = d.Mulligan == "objectives" || d.Mulligan == "all"
	r.PowerDeckShuffled = d.Mulligan == "power" || d.Mulligan == "all"
	r.OpeningObjectiveHand, r.ObjectiveHand, r.ObjectiveDeck = drawOpening(d.ObjectiveDeck, ObjectiveHand, r.ObjectiveDeckShuffled)
	r.OpeningPowerHand, r.PowerHand, r.PowerDeck = drawOpening(d.PowerDeck, PowerHand, r.PowerDeckShuffled)
	if r.ObjectiveDeckShuffled {
		slices.Sort(r.ObjectiveDeck)
	}
	if r.PowerDeckShuffled {
		slices.Sort(r.PowerDeck)
	}
	return r
}

var openingHandsRuling = rules.DicelessRuling("opening-hands", "WU-CARD-1 WU-CARD-2 WU-CARD-3 WU-CARD-5", nil,
	func(in openingHandsInput) openingHandsResult {
		hands := byPlayer[openingHand]{in.A.resolve(), in.B.resolve()}
		return openingHandsResult{[]Player{in.FirstBoardChooser, in.FirstBoardChooser.Opponent()}, hands}
	})

// cardActionInput is a player action of an activation, or cycling in a power step.
type cardActionInput struct {
	Action          string   `json:"action" in:"draw-power-card|replace-objective|pass|cycle"`
	ActivationsLeft int      `json:"activations_left" in:"0..4"`
	ObjectiveHand   []string `json:"objective_hand" len:"0..40" each:"1..60" distinct:"true" default:"[]"`
	PowerHand       []string `json:"power_hand" len:"0..40" each:"1..60" distinct:"true" default:"[]"`
	ObjectiveDeck   []string `json:"objective_deck" len:"0..40" each:"1..60" distinct:"true" default:"[]"`
	PowerDeck       []string `json:"power_deck" len:"0..40" each:"1..60" distinct:"true" default:"[]"`
	Discard         *string  `json:"discard" in:"1..60" default:"-"`
	ReservedTo      []string `json:"reserved_to" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
	OutOfAction     []string `json:"out_of_action" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
}

type cardActionResult struct {
	ActivationsLeft  int                `json:"activations_left"`
	Drawn            rules.NullableText `json:"drawn"`
	ObjectiveHand    []string           `json:"objective_hand"`
	PowerHand        []string           `json:"power_hand"`
	ObjectiveDeck    []string           `json:"objective_deck"`
	PowerDeck        []string           `json:"power_deck"`
	ObjectiveDiscard []string           `json:"objective_discard"`
	PowerDiscard     []string           `json:"power_discard"`
}

// mayCycle reports whether all fighters that a card is restricted to are out of action
// (WU-CYCLE-1).
func mayCycle(reserved, out []string) bool {
	return len(reserved) > 0 && !slices.ContainsFunc(reserved, func(id string) bool { return !slices.Contains(out, id) })
}

func (in cardActionInput) check() *rules.Fault {
	replaces, cycles := in.Action == "replace-objective", in.Action == "cycle"
	if (replaces || cycles) && in.Discard == nil {
		return rules.Missing("discard")
	}
	return rules.FirstFault(
		rules.FaultIf(len(in.ObjectiveHand) > ObjectiveHand, rules.Breaks("WU-CARD-4", "objective_hand", "nobody holds more than %d objective cards", ObjectiveHand)),
		rules.FaultIf(!cycles && in.ActivationsLeft == 0, rules.Breaks("WU-SEQ-4", "activations_left", "no activation is left")),
		rules.FaultIf(replaces && !slices.Contains(in.ObjectiveHand, rules.ValueOr(in.Discard, "")), rules.Breaks("WU-ACT-2", "discard", "is not in the hand")),
		rules.FaultIf(cycles && !slices.Contains(in.PowerHand, rules.ValueOr(in.Discard, "")), rules.Breaks("WU-CYCLE-1", "discard", "is not in the hand")),
		rules.FaultIf(cycles && !mayCycle(in.ReservedTo, in.OutOfAction), rules.Breaks("WU-CYCLE-1", "reserved_to", "not all fighters it is reserved to are out of action")),
	)
}

// replaceCard discards a card of a hand, if one is named, and adds a drawn one at its end.
func replaceCard(hand, deck []string, discard string) (newHand, newDeck, discarded []string, drew rules.NullableText) {
	newHand = slices.Clone(hand)
	if i := slices.Index(newHand, discard); i >= 0 {
		newHand, discarded = slices.Delete(newHand, i, i+1), []string{discard}
	}
	top, rest := DrawTop(deck, 1)
	if len(top) > 0 {
		drew = rules.NullableText(top[0])
	}
	return append(newHand, top...), rest, discarded, drew
}

func (in cardActionInput) resolve() cardActionResult {
	r := cardActionResult{
		ActivationsLeft: in.ActivationsLeft - 1, ObjectiveHand: in.ObjectiveHand, PowerHand: in.PowerHand,
		ObjectiveDeck: in.ObjectiveDeck, PowerDeck: in.PowerDeck,
	}
	switch in.Action {
	case "draw-power-card":
		r.PowerHand, r.PowerDeck, _, r.Drawn = replaceCard(in.PowerHand, in.PowerDeck, "")
	case "replace-objective":
		r.ObjectiveHand, r.ObjectiveDeck, r.ObjectiveDiscard, r.Drawn = replaceCard(in.ObjectiveHand, in.ObjectiveDeck, *in.Discard)
	case "cycle":
		r.ActivationsLeft++
		r.PowerHand, r.PowerDeck, r.PowerDiscard, r.Drawn = replaceCard(in.PowerHand, in.PowerDeck, *in.Discard)
	}
	return r
}

var cardActionRuling = rules.DicelessRuling("card-action", "WU-ACT-2 WU-SEQ-4 WU-CARD-4 WU-CARD-5 WU-CYCLE-1", cardActionInput.check, cardActionInput.resolve)
