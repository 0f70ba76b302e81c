package packs

import (
	"encoding/json"
	"fmt"

	"oriflamme/rules"
)

// A Card is what all members of parts have in common; the rest is the game's.
type Card struct {
	ID   string     `json:"id"`
	Name rules.Text `json:"name"`
	Text rules.Text `json:"text"`
}

// ReadCard reads the id, name and text of a member of a part.
func ReadCard(raw json.RawMessage) (Card, error) {
	var c Card
	if err := json.Unmarshal(raw, &c); err != nil {
		return c, fmt.Errorf("packs: card: %w", err)
	}
	if c.ID == "" {
		return c, fmt.Errorf("packs: a card without an id")
	}
	return c, nil
}

// Cards returns the cards of a part in their order.
func Cards(pack rules.Pack, part string) ([]Card, error) {
	cards := make([]Card, 0, len(pack.Parts[part]))
	for _, raw := range pack.Parts[part] {
		c, err := ReadCard(raw)
		if err != nil {
			return nil, err
		}
		cards = append(cards, c)
	}
	return cards, nil
}

// A Deck is the cards from which one field of a game's rules.Setup.Field is drawn.
type Deck struct {
	Field  string // name of the field
	Part   string // part of the pack that holds the cards
	Member string // member of a card that is put in; "": the card as a whole
}

// Decks lists by game what is drawn before a battle, in the order of drawing.
var Decks = map[string][]Deck{
	"warcry": {
		{Field: "terrain", Part: "terrain", Member: "parts"},
		{Field: "deployment", Part: "deployments"},
		{Field: "victory", Part: "victories"},
		{Field: "twist", Part: "twists"},
	},
}

// Draw makes a Setup.Field of chosen cards, given as id by field:
// {"terrain": "salt-works", "twist": "clear-sky"}. Fields that are not named are
// left to the game's defaults. It is an error when there is no such deck or card.
func Draw(pack rules.Pack, choice map[string]string) (map[string]json.RawMessage, error) {
	drawn := map[string]json.RawMessage{}
	for _, deck := range Decks[pack.Game] {
		id, wanted := choice[deck.Field]
		if !wanted {
			continue
		}
		card, err := find(pack, deck.Part, id)
		if err != nil {
			return nil, err
		}
		if deck.Member != "" {
			var members map[string]json.RawMessage
			if err := json.Unmarshal(card, &members); err != nil {
				return nil, fmt.Errorf("packs: card %s: %w", id, err)
			}
			card = members[deck.Member]
		}
		if len(card) == 0 {
			return nil, fmt.Errorf("packs: card %s has no %s", id, deck.Member)
		}
		drawn[deck.Field] = card
	}
	for field := range choice {
		if _, ok := drawn[field]; !ok {
			return nil, fmt.Errorf("packs: nothing is drawn for %q in %s", field, pack.Game)
		}
	}
	return drawn, nil
}

func find(pack rules.Pack, part, id string) (json.RawMessage, error) {
	for _, raw := range pack.Parts[part] {
		c, err := ReadCard(raw)
		if err != nil {
			return nil, err
		}
		if c.ID == id {
			return raw, nil
		}
	}
	return nil, fmt.Errorf("packs: no %q among the %s of %s", id, part, pack.ID)
}
