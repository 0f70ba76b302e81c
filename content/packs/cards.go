package packs

import (
	"encoding/json"
	"fmt"
	"sort"

	"oriflamme/rules"
)

// A Card is a member of a part of a pack that can be drawn or chosen: a board, a
// deployment, a scenario. Field is what it puts into rules.Setup.Field.
type Card struct {
	ID    string                     `json:"id"`
	Name  rules.Text                 `json:"name"`
	Text  rules.Text                 `json:"text"`
	Field map[string]json.RawMessage `json:"field"`
}

// ReadCard reads the id, name, text and field of a part's member; what else it
// holds is the game's.
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

// Draw makes a Setup.Field of one card from each of some parts, which are given
// as id by part: {"terrain": "salt-works", "twists": "clear-sky"}. It is an error
// when a card is not there, or when two cards fill the same field.
func Draw(pack rules.Pack, choice map[string]string) (json.RawMessage, error) {
	field := map[string]json.RawMessage{}
	parts := make([]string, 0, len(choice))
	for part := range choice {
		parts = append(parts, part)
	}
	sort.Strings(parts)
	for _, part := range parts {
		cards, err := Cards(pack, part)
		if err != nil {
			return nil, err
		}
		found := false
		for _, c := range cards {
			if c.ID != choice[part] {
				continue
			}
			found = true
			for name, v := range c.Field {
				if _, twice := field[name]; twice {
					return nil, fmt.Errorf("packs: two cards fill %s", name)
				}
				field[name] = v
			}
		}
		if !found {
			return nil, fmt.Errorf("packs: no %q among the %s of %s", choice[part], part, pack.ID)
		}
	}
	return json.Marshal(field)
}
