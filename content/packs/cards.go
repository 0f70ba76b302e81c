package packs

import (
	"encoding/json"
	"fmt"

	"oriflamme/rules"
)

// A Card holds the fields that all members of parts have; the other fields belong to the game.
type Card struct {
	ID   string     `json:"id"`
	Name rules.Text `json:"name"`
	Text rules.Text `json:"text"`
}

// ReadCard reads the id, name and text of a member of a part. It fails when there is no id.
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

// Cards returns the members of a part in their order. It fails when one has no id.
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

// FirstCards returns the choice of cards with which a battle begins unless its players choose others: the first card
// of each deck that is not drawn in the battle.
func FirstCards(pack rules.Pack, game *rules.Game) map[string]string {
	choice := map[string]string{}
	for _, deck := range game.Decks {
		if deck.FromRosters != nil || deck.DrawnInBattle {
			continue
		}
		if cards, err := Cards(pack, deck.Part); err == nil && len(cards) > 0 {
			choice[deck.Field] = cards[0].ID
		}
	}
	return choice
}

// DrawField makes a Setup.Field of a game from cards chosen by id for its decks, such as {"terrain": "salt-works",
// "twist": "clear-sky"}, and from what the rosters bring. Decks that are not named are drawn in the battle, where the
// game does that, or else left to the game's defaults.
// It fails when there is no such deck or card.
func DrawField(pack rules.Pack, game *rules.Game, choice map[string]string, rosters ...rules.Roster) (json.RawMessage, error) {
	drawn, piles := map[string]any{}, map[string]any{}
	left := len(choice)
	for _, deck := range game.Decks {
		if deck.FromRosters != nil {
			cards, err := deck.FromRosters(pack.Parts[deck.Part], rosters)
			if err != nil {
				return nil, fmt.Errorf("packs: %s of %s: %w", deck.Part, pack.ID, err)
			}
			drawn[deck.Field] = cards
			continue
		}
		id, wanted := choice[deck.Field]
		if !wanted {
			if cards := pack.Parts[deck.Part]; deck.DrawnInBattle && len(cards) > 0 {
				piles[deck.Field] = cards
			}
			continue
		}
		left--
		card, err := findMember(pack, deck.Part, id)
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
	if left > 0 {
		return nil, fmt.Errorf("packs: not all of %v is drawn in %s", choice, game.ID)
	}
	if len(piles) > 0 {
		drawn["piles"] = piles
	}
	return json.Marshal(drawn)
}

func findMember(pack rules.Pack, part, id string) (json.RawMessage, error) {
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

// UnmodelledAbilities returns the names of the abilities of a profile that the engine does not play, in a language
// where the pack has them, else their ids.
func UnmodelledAbilities(pack rules.Pack, p rules.Profile, lang string) []string {
	names := make([]string, len(p.Missing))
	for i, id := range p.Missing {
		names[i] = id
		for _, part := range []string{"abilities", "texts"} {
			for _, raw := range pack.Parts[part] {
				if c, err := ReadCard(raw); err == nil && c.ID == id && c.Name.In(lang) != "" {
					names[i] = c.Name.In(lang)
				}
			}
		}
	}
	return names
}
