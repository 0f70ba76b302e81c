package underworlds

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/underworlds/ruling"
)

// A card may be carried out by hand: the battle keeps it, names it and shows its text, and the
// players do what it says. A player may also play with a deck of his own, of which the battle
// knows only how many cards are where: each card is a slot in the order of drawing, and its
// owner names it when he draws it or when he plays it.

// cardFace is what a slot of a player's own deck is known to be.
type cardFace struct {
	Listed int16     `json:"listed"`          // index of a listed card, from 1; 0: none
	Typed  *DeckCard `json:"typed,omitempty"` // a card that is not listed
}

// claim is an objective by hand whose owner says that its condition is met.
type claim struct {
	Card int16      `json:"card"` // its index, from 1; 0: there is none
	Next rules.Seat `json:"next"` // who gives the next command afterwards
}

// isOf reports whether a card is claimed.
func (c claim) isOf(card int16) bool { return c.Card == card+1 }

// textID returns the id of the text of a card in the names of a View, "" for a card without one.
func (c *deckCard) textID() string {
	if len(c.Text) == 0 {
		return ""
	}
	return c.ID + "/text"
}

// slotLabels name cards that nobody named, by deck.
var slotLabels = [2]string{"own-objective", "own-power"}

// Sizes of a real deck of which nothing is listed, by deck (WU-BUILD-4, WU-BUILD-5).
var ownDeckSizes = [2]int{ruling.ObjectiveDeckSize, ruling.PowerDeckSize}

// newDeckCard returns a card of a list.
func newDeckCard(c DeckCard, seat rules.Seat) deckCard {
	card := deckCard{DeckCard: c, seat: seat, surge: slices.Contains(c.Keywords, "surge"), byHand: c.isByHand()}
	switch {
	case c.Kind == "objective":
	case card.byHand:
		card.effect = byHandEffects[c.Kind+" "+c.When+" "+c.Stays]
	case c.Effect != nil:
		card.effect, card.n = effects[c.Effect.ID], c.Effect.N
	}
	return card
}

// byHandEffects are the effects of power cards by hand, by kind, When and Stays.
var byHandEffects = map[string]*effect{}

func init() {
	windows := []string{"power", "turn-start", ruling.AfterAction, "combat-1-declare", "combat-2-attack-roll", "combat-3-defence-roll", "combat-4-determine-success",
		"combat-7-drive-back", "combat-8-end", ruling.WindowDamagePlaced, ruling.WindowDamageCheck, "power-card-revealed", "power-card-resolved", "after-power-step", "reaction-announced", "reaction-resolved"}
	for _, kind := range []string{"ploy", "upgrade"} {
		for _, when := range windows {
			for _, stays := range []string{"no", "next", "persists"} {
				e := &effect{kind: kind, usable: func(*Battle, *cardUse) bool { return true }, play: (*Battle).playByHand}
				if when != "power" {
					e.window = when
				}
				if stays != "no" && kind == "ploy" {
					e.lasts = stays
				}
				byHandEffects[kind+" "+when+" "+stays] = e
			}
		}
	}
}

// playByHand leaves the text of a card to the players.
func (b *Battle) playByHand(t *rules.Turn, u *cardUse) {
	t.Emit(PlayedByHand{u.seat, b.card(u.card).ID})
}

// addSlots adds the slots of a player's own deck: as many as cards are listed.
func (f *fixed) addSlots(seat rules.Seat, deck, listed int) {
	n := listed
	if n == 0 {
		n = ownDeckSizes[deck]
	}
	f.byHand = true
	for k := range n {
		id := [2]string{"a-", "b-"}[seat] + slotLabels[deck] + "-" + strconv.Itoa(k+1)
		card := deckCard{DeckCard: DeckCard{ID: id, Kind: [2]string{"objective", "power"}[deck]}, seat: seat, n: k + 1, slot: f.slots() + 1}
		f.byID[seat][id] = int16(len(f.cards))
		f.decks[seat][deck] = append(f.decks[seat][deck], int16(len(f.cards)))
		f.cards = append(f.cards, card)
	}
}

// slots returns the number of slots of both players.
func (f *fixed) slots() int {
	n := 0
	for k := range f.cards {
		n = max(n, f.cards[k].slot)
	}
	return n
}

// facesFit reports whether the saved faces fit the slots.
func (b *Battle) facesFit() bool {
	return len(b.s.Faces) == b.slots() && !slices.ContainsFunc(b.s.Faces, func(f cardFace) bool { return f.Listed < 0 || int(f.Listed) > len(b.cards) })
}

// card returns a card; for a slot of a player's own deck, what it was named.
func (b *Battle) card(k int16) *deckCard {
	if b.own == [2]bool{} {
		return &b.cards[k]
	}
	return b.ownCard(k)
}

// ownCard is card where a player has a deck of his own.
func (b *Battle) ownCard(k int16) *deckCard {
	c := &b.cards[k]
	if c.slot == 0 {
		return c
	}
	switch f := b.s.Faces[c.slot-1]; {
	case f.Listed > 0:
		return &b.cards[f.Listed-1]
	case f.Typed != nil:
		named := newDeckCard(*f.Typed, c.seat)
		named.slot, named.n = c.slot, c.n
		return &named
	}
	return c
}

// inPowerStep is NameCard.When of a card that is no reaction.
const inPowerStep = "power-step"

// unnamed reports whether a card is a slot that nobody has named.
func (c *deckCard) unnamed() bool { return c.slot > 0 && c.Name == nil }

// nameFirst is the fault of a card that is played before its owner says what it is.
func nameFirst() *rules.Fault {
	return rules.Breaks("WU-CARD-4", "card", "say first which card it is")
}

// cardOf returns the card of a seat with an id, which is unique within the cards of one seat;
// of a listed card of a player's own deck, the slot that was named so. It is -1 for none.
func (b *Battle) cardOf(seat rules.Seat, id string) int16 {
	c, found := b.byID[seat][id]
	switch {
	case !found:
		return -1
	case !b.own[seat] || b.cards[c].slot > 0:
		return c
	}
	for k := range b.cards {
		if s := b.cards[k].slot; s > 0 && b.s.Faces[s-1].Listed == c+1 {
			return int16(k)
		}
	}
	return -1
}

// deckOf returns the kind of deck to which a slot belongs.
func (b *Battle) deckOf(slot int16) int {
	if b.cards[slot].Kind == "objective" {
		return objectiveDeck
	}
	return powerDeck
}

// nameCard gives a slot its face.
func (b *Battle) nameCard(e CardNamed) {
	face := &b.s.Faces[b.cards[b.byID[e.Seat][e.Slot]].slot-1]
	if *face = (cardFace{Typed: e.Typed}); e.Listed != "" {
		face.Listed = b.byID[e.Seat][e.Listed] + 1
	}
}

// forgetFaces forgets what slots are that go back into the deck.
func (b *Battle) forgetFaces(list []int16) {
	for _, k := range list {
		if s := b.cards[k].slot; s > 0 {
			b.s.Faces[s-1] = cardFace{}
		}
	}
}

// slotInHand returns the slot of a hand with an id: its own, or that of what it was named.
func (b *Battle) slotInHand(seat rules.Seat, id string) (slot int16, ok bool) {
	for _, hand := range b.s.Sides[seat].Hands {
		for _, k := range hand {
			if b.cards[k].slot > 0 && (b.cards[k].ID == id || b.card(k).ID == id) {
				return k, true
			}
		}
	}
	return 0, false
}

// playAside carries out the commands that may be given in any phase and out of turn; done
// reports whether c was one of them.
func (b *Battle) playAside(t *rules.Turn, c rules.Command) (done bool, fault *rules.Fault) {
	if b.s.Claim.Card > 0 {
		n, ok := c.(Nod)
		if !ok || n.Seat != b.s.Next {
			return true, rules.Breaks("WU-OBJ-1", "kind", "seat %d must say whether the objective is met", b.s.Next)
		}
		b.playNod(t, n)
		return true, nil
	}
	switch c := c.(type) {
	case Nod:
		return true, rules.Breaks("WU-OBJ-1", "kind", "nobody claims an objective")
	case NameCard:
		return true, b.playNameCard(t, c)
	case Amend:
		return true, b.playAmend(t, c)
	case Score:
		if b.s.Phase != phaseActivation && b.s.Phase != phasePower {
			return false, nil
		}
		return true, b.playSurgeClaim(t, c)
	}
	return false, nil
}

// playNameCard names a card of a player's own deck.
func (b *Battle) playNameCard(t *rules.Turn, c NameCard) *rules.Fault {
	slot, held := b.slotInHand(c.Seat, c.Card)
	if !held {
		return rules.Breaks("WU-CARD-4", "card", "is no card of a deck of your own in your hand")
	}
	deck := b.deckOf(slot)
	e := CardNamed{Seat: c.Seat, Slot: b.cards[slot].ID, Listed: c.Listed}
	if c.Listed != "" {
		k, found := b.byID[c.Seat][c.Listed]
		switch {
		case !found || b.cards[k].slot > 0 || (b.cards[k].Kind == "objective") != (deck == objectiveDeck):
			return rules.Breaks("WU-CARD-4", "listed", "is not in that deck")
		case b.cardOf(c.Seat, c.Listed) >= 0:
			return rules.Breaks("WU-BUILD-5", "listed", "was drawn before")
		}
		t.Emit(e)
		return nil
	}
	switch {
	case c.Name == "":
		return rules.Missing("name")
	case (c.Type == "objective") != (deck == objectiveDeck):
		return rules.Breaks("WU-CARD-4", "type", "is not in that deck")
	}
	e.Typed = &DeckCard{ID: e.Slot, Name: rules.Text{"fr": c.Name}, Kind: c.Type, Deck: "own", When: "power", Stays: "no"}
	if c.Type != "objective" && c.When != inPowerStep {
		e.Typed.When = c.When
	}
	if c.Text != "" {
		e.Typed.Text = rules.Text{"fr": c.Text}
	}
	if c.Type == "objective" {
		if e.Typed.Glory = c.Glory; c.Surge {
			e.Typed.Keywords = []string{"surge"}
		}
	}
	if e.Typed.namesNoStep() {
		return nameStep("when")
	}
	t.Emit(e)
	return nil
}

// playSurgeClaim claims a Surge objective by hand, whenever its owner says that its condition
// is met (WU-SURGE-1).
func (b *Battle) playSurgeClaim(t *rules.Turn, c Score) *rules.Fault {
	k, fault := b.inHand(c.Seat, objectiveDeck, c.Card)
	switch card := b.card(k); {
	case fault != nil:
		return fault
	case !card.surge || !card.byHand:
		return b.wrongPhase()
	case slices.Contains(b.s.Sides[c.Seat].Revealed, k):
		return rules.Breaks("WU-SURGE-1", "card", "is revealed already")
	}
	t.Emit(Claimed{c.Seat, c.Card})
	return nil
}

// playNod settles a claim: a Surge objective is revealed and scored at the next Surge step,
// another one is scored at once.
func (b *Battle) playNod(t *rules.Turn, c Nod) {
	card := b.card(b.s.Claim.Card - 1)
	t.Emit(ClaimSettled{card.seat, card.ID, c.Agree})
	switch {
	case !c.Agree:
	case card.surge:
		t.Emit(Revealed{card.seat, card.ID})
	default:
		t.Emit(Scored{card.seat, card.ID, card.Glory, false})
		t.Emit(GloryGained{card.seat, card.Glory, "score"})
		b.goOnAtEnd(t, card.seat)
	}
}

// legalAside adds what may be done out of turn: naming cards, and claiming Surge objectives by
// hand. Of cards that are not listed it names one of each kind, for its owner to fill in.
func (b *Battle) legalAside(list []rules.Command) []rules.Command {
	if b.s.Phase == phaseOver {
		return list
	}
	list = b.byHandCommands(list)
	for seat := range rules.Seat(2) {
		by := bySeat{seat}
		for deck, hand := range b.s.Sides[seat].Hands {
			for _, k := range hand {
				card := b.card(k)
				switch {
				case card.surge && card.byHand && (b.s.Phase == phaseActivation || b.s.Phase == phasePower) && !slices.Contains(b.s.Sides[seat].Revealed, k):
					list = append(list, Score{by, card.ID})
				case card.unnamed():
					list = b.legalNames(list, by, deck, card.ID)
				}
			}
		}
	}
	return list
}

// legalNames adds what an unnamed card may be.
func (b *Battle) legalNames(list []rules.Command, by bySeat, deck int, slot string) []rules.Command {
	before := len(list)
	for k := range b.cards {
		if c := &b.cards[k]; c.seat == by.Seat && c.slot == 0 && (c.Kind == "objective") == (deck == objectiveDeck) && b.cardOf(by.Seat, c.ID) < 0 {
			list = append(list, NameCard{bySeat: by, Card: slot, Listed: c.ID, Type: "ploy", When: inPowerStep})
		}
	}
	switch {
	case len(list) > before:
	case deck == objectiveDeck:
		list = append(list, NameCard{bySeat: by, Card: slot, Name: "?", Type: "objective", Glory: 1, When: inPowerStep})
	default:
		list = append(list, NameCard{bySeat: by, Card: slot, Name: "?", Type: "ploy", When: inPowerStep}, NameCard{bySeat: by, Card: slot, Name: "?", Type: "upgrade", When: inPowerStep})
	}
	return list
}

// rosterChoices are what a list builder asks about a warband: whether the player brings a real
// deck.
func rosterChoices(r rules.Roster) []rules.Choice {
	var extra rosterExtra
	if decodeObject(r.Extra, "extra", &extra) != nil {
		return nil
	}
	return []rules.Choice{{Field: "own_deck", Current: extra.Own, Picks: []rules.Pick{{Key: "no"}, {Key: "yes"}}}}
}
