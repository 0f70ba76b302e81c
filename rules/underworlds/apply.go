package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// Apply changes the battle by an event. It makes no decisions. Its own cases are the events of
// the setup, of rounds and of turns.
func (b *Battle) Apply(e rules.Event) {
	s := &b.s
	switch e := e.(type) {
	case RolledOff:
		switch e.For {
		case "board-choice":
			s.Chooser = e.Named
		case "first-turn":
			s.First = e.Named
		}
	case BoardChosen:
		s.Boards[0] = e.Board
	case BoardsJoined:
		s.Boards[1], s.Rotation, s.Shift, s.Edge = e.Board, e.Rotation, e.Shift, e.Edge
		if !b.measured { // the event was made from a legal join
			b.board, _ = b.fixed.buildBoard(b.boardPair(), s.Chooser)
		}
	case ObjectivePlaced:
		s.Objectives = append(s.Objectives, b.cellAt(e.Hex))
	case TokensShuffled:
		s.Values = e.Values
	case ObjectivesTurned:
		s.Values = e.Values
	case PhaseBegan:
		s.Phase, s.Round, s.Next, s.Passed = e.Phase, e.Round, e.Seat, false
		s.Unfinished = superAction{}
		if e.Phase == phaseRound {
			for i := range s.Fighters {
				s.Fighters[i].Attacks = 0
			}
			for i := range s.Sides {
				s.Sides[i].Turns, s.Sides[i].Kills, s.Sides[i].Ploys = 0, 0, 0
			}
		}
	case TurnBegan:
		s.Turn, s.ByHand = e.Seat, nil
		s.Sides[0].Waived, s.Sides[1].Waived = false, false
	case Activated:
		if e.Action != "pass" || !b.options.passIsNone {
			s.Last = e.Seat
		}
		s.Sides[e.Seat].Turns++
		for i := range s.Lasting {
			if !b.options.ownNext || b.card(s.Lasting[i].Card).seat == e.Seat {
				s.Lasting[i].Begun = true
			}
		}
	case MulliganSettled:
		s.Sides[e.Seat].Mulligan = true
	case Passed:
		s.Passed, s.Next = true, opponent(e.Seat)
	case RoundEnded:
		for i := range s.Fighters {
			s.Fighters[i].Tokens = ruling.Tokens{}
		}
	default:
		b.applyCards(e)
	}
}

// applyCards applies the events of cards and glory.
func (b *Battle) applyCards(e rules.Event) {
	s := &b.s
	switch e := e.(type) {
	case Shuffled:
		deck := s.Sides[e.Seat].Decks[e.Deck]
		for i, c := range e.Order {
			deck[i] = int16(c)
		}
	case Drew:
		c := &s.Sides[e.Seat]
		top, rest := ruling.DrawTop(c.Decks[e.Deck], e.Cards)
		c.Hands[e.Deck], c.Decks[e.Deck] = append(c.Hands[e.Deck], top...), rest
	case Exchanged:
		c := &s.Sides[e.Seat]
		aside := c.Hands[e.Deck]
		var rest []int16
		c.Hands[e.Deck], rest = ruling.DrawTop(c.Decks[e.Deck], len(aside))
		c.Decks[e.Deck] = slices.Concat(rest, aside)
		b.forgetFaces(aside)
	case CardNamed:
		b.nameCard(e)
	case PlayedByHand:
		s.ByHand = append(s.ByHand, b.cardOf(e.Seat, e.Card))
	case Claimed:
		s.Claim, s.Next = claim{b.cardOf(e.Seat, e.Card) + 1, s.Next}, opponent(e.Seat)
	case Amended:
		b.settleByHand(e)
	case Corrected:
		b.correct(e)
	case ClaimSettled:
		s.Next, s.Claim = s.Claim.Next, claim{}
	case Revealed:
		if card := b.cardOf(e.Seat, e.Card); b.card(card).Kind == "objective" {
			s.Sides[e.Seat].Revealed = append(s.Sides[e.Seat].Revealed, card)
		}
	case Scored:
		c, card := &s.Sides[e.Seat], b.cardOf(e.Seat, e.Card)
		dropCard(&c.Hands[objectiveDeck], card)
		dropCard(&c.Revealed, card)
		c.Scored = append(c.Scored, card)
	case Discarded:
		c, card := &s.Sides[e.Seat], b.cardOf(e.Seat, e.Card)
		dropCard(&c.Hands[e.Deck], card)
		dropCard(&c.Revealed, card)
		c.Discards[e.Deck] = append(c.Discards[e.Deck], card)
		if e.Why == "played" || e.Why == "reaction" {
			c.Ploys++
		}
		if e.Why == "cycled" || e.Why == "played" && s.Phase == phasePower {
			s.Passed, s.Next = false, opponent(e.Seat)
		}
	case UpgradeGiven:
		c, card := &s.Sides[e.Seat], b.cardOf(e.Seat, e.Card)
		dropCard(&c.Hands[powerDeck], card)
		c.Unspent--
		c.Spent++
		w := &s.Fighters[b.find(e.Fighter)]
		w.Upgrades = append(w.Upgrades, card)
		if s.Phase == phasePower {
			s.Passed, s.Next = false, opponent(e.Seat)
		}
	case UpgradeDestroyed:
		card := b.cardOf(e.Seat, e.Card)
		dropCard(&s.Fighters[b.find(e.Fighter)].Upgrades, card)
		s.Sides[e.Seat].Discards[powerDeck] = append(s.Sides[e.Seat].Discards[powerDeck], card)
	case Laid:
		c, card := &s.Sides[e.Seat], b.cardOf(e.Seat, e.Card)
		dropCard(&c.Hands[powerDeck], card)
		c.Ploys++
		s.Lasting = append(s.Lasting, faceUpCard{Card: card})
		s.Passed, s.Next = false, opponent(e.Seat)
	case Expired:
		card := b.cardOf(e.Seat, e.Card)
		s.Lasting = slices.DeleteFunc(s.Lasting, func(l faceUpCard) bool { return l.Card == card })
		s.Sides[e.Seat].Discards[powerDeck] = append(s.Sides[e.Seat].Discards[powerDeck], card)
	case Waived:
		s.Sides[e.Seat].Waived = true
	case ReactionAnnounced:
		s.Announced = append(s.Announced, e.Card)
	case ReactionResolved:
		s.Announced = slices.DeleteFunc(s.Announced, func(id string) bool { return id == e.Card })
	case GloryGained:
		c := &s.Sides[e.Seat]
		c.Unspent += e.Amount
		switch e.For {
		case "bounty":
			c.Bounty += e.Amount
		case "surge":
			c.Surge += e.Amount
		}
	default:
		b.applyFighters(e)
	}
}

// applyFighters applies the events of fighters.
func (b *Battle) applyFighters(e rules.Event) {
	s := &b.s
	switch e := e.(type) {
	case FighterPlaced:
		i := b.find(e.Fighter)
		b.setPlace(i, e.Hex, e.Stand)
		if seat := b.fighters[i].seat; s.FirstPlaced == rules.Nobody && len(b.unplaced(seat)) == 0 {
			s.FirstPlaced = seat // WU-SETUP-15
		}
	case Moved:
		i := b.find(e.Fighter)
		w := &s.Fighters[i]
		if b.setPlace(i, e.Hex, e.Stand); e.Charge {
			w.Tokens.GiveCharge()
		} else {
			w.Tokens.Move++
		}
	case AimStated:
		b.rememberAim(e)
	case SuperActionMoved:
		s.Unfinished = superAction(e)
	case Pushed:
		b.setPlace(b.find(e.Fighter), e.Hex, e.Stand)
	case TokensChanged:
		applyToken(&s.Fighters[b.find(e.Fighter)].Tokens, e)
	case AttackDeclared:
		w := &s.Fighters[b.find(e.Fighter)]
		w.Attacks++
		w.AllAttacks++
	case AttackJudged:
		if e.Result == ruling.ResultCriticalHit {
			s.Fighters[b.find(e.Fighter)].Criticals++
		}
	case Damaged:
		w := &s.Fighters[b.find(e.Fighter)]
		w.WoundCounters += e.Amount
		w.Taken += e.Amount
		if e.By != "" {
			s.Fighters[b.find(e.By)].Dealt += e.Amount
		}
	case Steadied:
		s.Fighters[b.find(e.Fighter)].Steadied = true
	case Healed:
		s.Fighters[b.find(e.Fighter)].WoundCounters -= e.Amount
	case OutOfAction:
		i := b.find(e.Fighter)
		w := &s.Fighters[i]
		if w.At = hex.None; b.measured {
			b.forgetAims(i)
			b.clearStanding(i)
		}
		s.Shifted++
		w.Out, w.WoundCounters, w.Tokens, w.DownRound = true, 0, ruling.Tokens{}, s.Round
		w.TimesOut++
		enemy := &s.Sides[opponent(b.fighters[i].seat)]
		enemy.Kills++
		enemy.KillsEver++
		if k := b.find(e.By); k >= 0 && b.fighters[k].seat != b.fighters[i].seat {
			s.Fighters[k].Kills++
			w.Felled = true
		}
	case ConditionMet:
		s.Fighters[b.find(e.Fighter)].Met = true
	case Inspired:
		s.Fighters[b.find(e.Fighter)].Inspired = true
	case ObjectiveMoved:
		b.moveObjective(e)
	}
}

// cellAt returns the cell of an event's hex, hex.None on a measured table.
func (b *Battle) cellAt(h *ruling.Hex) int {
	if h == nil || b.measured {
		return hex.None
	}
	return b.Find(hex.Cell(*h))
}

// setPlace changes the place of a fighter: its hex on a board, its stated place on a
// measured table.
func (b *Battle) setPlace(i int, h *ruling.Hex, s *Standing) {
	if b.s.Shifted++; b.measured && s != nil {
		b.forgetAims(i)
		b.setStanding(i, s)
	} else {
		b.s.Fighters[i].At = b.cellAt(h)
	}
}

// moveObjective moves an objective token to another hex, or on a measured table to the
// fighter that stands there now.
func (b *Battle) moveObjective(e ObjectiveMoved) {
	b.s.Objectives[slices.Index(b.s.Values, e.Value)] = b.cellAt(e.Hex)
	if !b.measured {
		return
	}
	for i := range b.s.Fighters {
		w := &b.s.Fighters[i]
		if w.Standing.Objective == e.Value {
			w.Standing.Objective = 0
		}
		if b.id(i) == e.Holder {
			w.Standing.Objective = e.Value
		}
	}
}

// applyToken gives or removes one token.
func applyToken(t *ruling.Tokens, e TokensChanged) {
	switch {
	case e.Token == "guard" && e.Gained:
		t.GiveGuard()
	case e.Token == "stagger" && e.Gained:
		t.GiveStagger(1)
	case e.Token == "guard":
		t.Guard--
	case e.Token == "stagger":
		t.Stagger--
	case e.Token == "move":
		t.Move--
	case e.Token == "charge" && !e.Gained:
		t.Charge--
	}
}

// dropCard removes a card from a list.
func dropCard(list *[]int16, card int16) {
	*list = slices.DeleteFunc(*list, func(c int16) bool { return c == card })
}
