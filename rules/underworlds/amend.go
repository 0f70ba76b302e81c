package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// Amend puts right by agreement what the battle holds, or carries out a card or ability by hand:
// its name and text, and what it changes. The other player agrees or refuses; a refusal is
// logged and changes nothing (WU-HOUSE-11).
type Amend struct {
	bySeat
	Name    string   `json:"name" in:"0..80" default:"\"\""`  // of what is carried out by hand, such as the id of a card; "" for a correction
	Text    string   `json:"text" in:"0..400" default:"\"\""` // what it says
	Reason  string   `json:"reason" in:"0..300" default:"\"\""`
	Changes []Change `json:"changes" len:"0..12" default:"[]"`
}

// A Change is one thing that an amendment sets. Which of the other fields it needs depends on
// What; see amendable.
type Change struct {
	What    string      `json:"what" in:"glory|spent|turns|turn|wounds|move|charge|guard|stagger|inspired|place|returns|leaves|hand|deck|discard|scored|upgrade"`
	Side    rules.Seat  `json:"side" in:"0..1" default:"0"` // whose glory, turns or card
	Fighter string      `json:"fighter" in:"0..64" default:"\"\""`
	Card    string      `json:"card" in:"0..60" default:"\"\""`
	Value   int         `json:"value" in:"0..60" default:"0"`
	Hex     *ruling.Hex `json:"hex" default:"null" null:"true"`   // of place and returns, on a board
	Stand   *Standing   `json:"stand" default:"null" null:"true"` // of place and returns, on a measured table
}

// amendment says what a change needs.
type amendment struct {
	fighter, card, place bool
	most                 func(b *Battle, i int) int // greatest Value; nil: it has none
	refuses              func(b *Battle, i int, c Change) *rules.Fault
}

// amendable is what can be put right by agreement.
var amendable = map[string]amendment{
	// glory and spent are the unspent and the spent glory of a side.
	"glory": {most: upTo(60)},
	"spent": {most: upTo(60)},
	// turns is how many activations a side has used in the round.
	"turns": {most: upTo(ruling.TurnsPerPlayer)},
	// turn gives the turn to a side, before its activation.
	"turn": {refuses: func(b *Battle, _ int, _ Change) *rules.Fault {
		return rules.ForbidIf(b.s.Phase != phaseActivation && b.s.Phase != phasePower, "WU-HOUSE-11", "what", "there are no turns now")
	}},
	// wounds is the number of wound counters of a fighter; the numbers of its tokens follow.
	"wounds":  {fighter: true, most: func(b *Battle, i int) int { return max(0, b.wounds(i)-1) }},
	"move":    {fighter: true, most: upTo(4)},
	"charge":  {fighter: true, most: upTo(4)},
	"guard":   {fighter: true, most: upTo(4)},
	"stagger": {fighter: true, most: upTo(4)},
	// inspired is 1 for a fighter whose card is turned over.
	"inspired": {fighter: true, most: upTo(1)},
	"place":    {fighter: true, place: true},
	// returns brings a fighter back that is out of action, with Value wound counters.
	"returns": {fighter: true, place: true, most: func(b *Battle, i int) int { return max(0, b.wounds(i)-1) }},
	// leaves takes a fighter out of action, without a bounty.
	"leaves": {fighter: true},
	// The places of a card: the hand, the top of the deck, the discard pile, the scored cards, or
	// an upgrade of Fighter.
	"hand":    {card: true},
	"deck":    {card: true},
	"discard": {card: true},
	"scored":  {card: true, refuses: onlyObjectives},
	"upgrade": {card: true, fighter: true, refuses: onlyUpgrades},
}

// upTo is a greatest value that is the same for all fighters.
func upTo(n int) func(*Battle, int) int { return func(*Battle, int) int { return n } }

func onlyObjectives(b *Battle, _ int, c Change) *rules.Fault {
	return rules.ForbidIf(b.card(b.cardOf(c.Side, c.Card)).Kind != "objective", "WU-HOUSE-11", "card", "is no objective")
}

func onlyUpgrades(b *Battle, i int, c Change) *rules.Fault {
	return rules.ForbidIf(b.card(b.cardOf(c.Side, c.Card)).Kind != "upgrade" || b.fighters[i].seat != c.Side, "WU-UPG-2", "card", "cannot be given to this fighter")
}

// Kind returns "amend".
func (Amend) Kind() string { return "amend" }

// Amended is an amendment, with the answer of the other player.
type Amended struct {
	Seat   rules.Seat `json:"seat"`
	Name   string     `json:"name"`
	Text   string     `json:"text"`
	Reason string     `json:"reason"`
	Agreed bool       `json:"agreed"`
}

// Kind returns "amended".
func (Amended) Kind() string { return "amended" }

// Rule returns WU-HOUSE-11.
func (Amended) Rule() string { return "WU-HOUSE-11" }

// Corrected is one thing that an amendment sets; see amendable.
type Corrected struct {
	What    string      `json:"what"`
	Side    rules.Seat  `json:"side"`
	Fighter string      `json:"fighter"`
	Card    string      `json:"card"`
	Value   int         `json:"value"`
	Hex     *ruling.Hex `json:"hex"`
	Stand   *Standing   `json:"stand"`
}

// Kind returns "corrected".
func (Corrected) Kind() string { return "corrected" }

// Rule returns WU-HOUSE-11.
func (Corrected) Rule() string { return "WU-HOUSE-11" }

// playAmend asks the other player, and makes the changes.
func (b *Battle) playAmend(t *rules.Turn, c Amend) *rules.Fault {
	if fault := rules.FirstFault(
		rules.ForbidIf(!b.since(3), "WU-HOUSE-11", "kind", "this battle began before there were amendments"),
		rules.ForbidIf(b.s.Round == 0 || b.s.Phase == phaseOver, "WU-HOUSE-11", "kind", "there is nothing to put right now"),
		rules.ForbidIf(b.s.Unfinished.Fighter != "", "WU-HOUSE-11", "kind", "not in the middle of a Charge or Shock"),
	); fault != nil {
		return fault
	}
	switch {
	case c.Name == "" && c.Reason == "":
		return rules.Missing("reason")
	case c.Name == "" && len(c.Changes) == 0:
		return rules.Missing("changes")
	}
	// The changes are tried on a copy, because each builds on those before it.
	scratch := b.Clone().(*Battle)
	for k, ch := range c.Changes {
		if fault := scratch.checkChange(ch); fault != nil {
			fault.Field = rules.Join(rules.At("changes", k), fault.Field)
			return fault
		}
		scratch.Apply(Corrected(ch))
	}
	agreed := t.Ask("WU-HOUSE-11", opponent(c.Seat), "amend", "agree", "refuse") == 0
	t.Emit(Amended{Seat: c.Seat, Name: c.Name, Text: c.Text, Reason: c.Reason, Agreed: agreed})
	if !agreed {
		return nil
	}
	for _, ch := range c.Changes {
		t.Emit(Corrected(ch))
	}
	return nil
}

// checkChange refuses a change that is not possible now.
func (b *Battle) checkChange(c Change) *rules.Fault {
	a, i := amendable[c.What], hex.None
	if a.fighter {
		if i = b.find(c.Fighter); i == hex.None {
			return rules.Faultf(rules.OutOfRange, "fighter", "no fighter %q", c.Fighter)
		}
		if b.inPlay(i) == (c.What == "returns") {
			return rules.Breaks("WU-HOUSE-11", "fighter", "is in play, or is not")
		}
	}
	if a.card && b.cardOf(c.Side, c.Card) < 0 {
		return rules.Faultf(rules.OutOfRange, "card", "no card %q", c.Card)
	}
	if a.most != nil && c.Value > a.most(b, i) {
		return rules.Faultf(rules.OutOfRange, "value", "is at most %d", a.most(b, i))
	}
	if a.refuses != nil {
		if fault := a.refuses(b, i, c); fault != nil {
			return fault
		}
	}
	switch {
	case !a.place:
		return nil
	case b.measured:
		return b.checkStanding(i, c.Stand)
	case c.Hex == nil:
		return rules.Missing("hex")
	}
	at, empty := b.cellAt(c.Hex), b.empty()
	return rules.ForbidIf(at == hex.None || !empty.Has(at), "WU-SETUP-16", "hex", "is no empty hex")
}

// correct sets what an amendment says.
func (b *Battle) correct(e Corrected) {
	s := &b.s
	c := &s.Sides[e.Side]
	switch e.What {
	case "glory":
		c.Unspent = e.Value
	case "spent":
		c.Spent = e.Value
	case "turns":
		c.Turns = e.Value
	case "turn":
		s.Phase, s.Turn, s.Next, s.Passed = phaseActivation, e.Side, e.Side, false
	case "hand", "deck", "discard", "scored", "upgrade":
		b.correctCard(e)
	default:
		b.correctFighter(e)
	}
}

// correctFighter sets what an amendment says of a fighter.
func (b *Battle) correctFighter(e Corrected) {
	i := b.find(e.Fighter)
	w := &b.s.Fighters[i]
	switch e.What {
	case "wounds":
		w.WoundCounters = e.Value
	case "move":
		w.Tokens.Move = e.Value
	case "charge":
		w.Tokens.Charge = e.Value
	case "guard": // WU-GUARD-1
		if w.Tokens.Guard = e.Value; e.Value > 0 {
			w.Tokens.Stagger = 0
		}
	case "stagger": // WU-STAG-1
		if w.Tokens.Stagger = e.Value; e.Value > 0 {
			w.Tokens.Guard = 0
		}
	case "inspired":
		w.Inspired, w.Met = e.Value == 1, e.Value == 1
	case "place":
		b.setPlace(i, e.Hex, e.Stand)
	case "returns":
		w.Out, w.WoundCounters = false, e.Value
		b.setPlace(i, e.Hex, e.Stand)
	case "leaves":
		if b.measured {
			b.forgetAims(i)
			b.clearStanding(i)
		}
		b.s.Shifted++
		w.At, w.Out, w.WoundCounters, w.Tokens, w.DownRound = hex.None, true, 0, ruling.Tokens{}, b.s.Round
	}
}

// correctCard moves a card to where an amendment says.
func (b *Battle) correctCard(e Corrected) {
	k, c := b.cardOf(e.Side, e.Card), &b.s.Sides[e.Side]
	for deck := range c.Decks {
		dropCard(&c.Decks[deck], k)
		dropCard(&c.Hands[deck], k)
		dropCard(&c.Discards[deck], k)
	}
	dropCard(&c.Scored, k)
	dropCard(&c.Revealed, k)
	for i := range b.s.Fighters {
		dropCard(&b.s.Fighters[i].Upgrades, k)
	}
	b.s.Lasting = slices.DeleteFunc(b.s.Lasting, func(l faceUpCard) bool { return l.Card == k })
	deck := powerDeck
	if b.card(k).Kind == "objective" {
		deck = objectiveDeck
	}
	switch e.What {
	case "hand":
		c.Hands[deck] = append(c.Hands[deck], k)
	case "deck":
		c.Decks[deck] = slices.Insert(c.Decks[deck], 0, k)
		b.forgetFaces([]int16{k})
	case "discard":
		c.Discards[deck] = append(c.Discards[deck], k)
	case "scored":
		c.Scored = append(c.Scored, k)
	case "upgrade":
		w := &b.s.Fighters[b.find(e.Fighter)]
		w.Upgrades = append(w.Upgrades, k)
	}
}

// settleByHand takes a card off the list of those to be carried out by hand.
func (b *Battle) settleByHand(e Amended) {
	b.s.ByHand = slices.DeleteFunc(b.s.ByHand, func(k int16) bool { return b.card(k).seat == e.Seat && b.card(k).ID == e.Name })
}

// byHandCommands adds the commands that carry out the cards played by hand in this turn; their
// players fill in the changes.
func (b *Battle) byHandCommands(list []rules.Command) []rules.Command {
	if b.s.Unfinished.Fighter != "" {
		return list
	}
	for _, k := range b.s.ByHand {
		card := b.card(k)
		list = append(list, Amend{bySeat: bySeat{card.seat}, Name: card.ID, Text: card.Text.In("fr"), Changes: []Change{}})
	}
	return list
}
