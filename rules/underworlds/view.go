package underworlds

import (
	"fmt"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// View returns what a seat may see: its own hand, and of the other hand only the number of
// cards. A spectator sees no hand (WU-CARD-4, WU-BUILD-10).
func (b *Battle) View(seat rules.Seat) rules.View {
	v := rules.View{Round: b.s.Round, Phase: b.s.Phase, ToAct: b.s.Next, Notes: []rules.Note{}, Names: map[string]rules.Text{}, Labels: map[string]rules.Note{}}
	for s := range rules.Seat(2) {
		v.Sides = append(v.Sides, b.viewSide(s, s == seat))
	}
	for i := range b.fighters {
		v.Units = append(v.Units, b.viewUnit(i))
	}
	round := ""
	if b.s.Round > 0 {
		round = strconv.Itoa(b.s.Round)
	}
	v.Notes = append(v.Notes, rules.Note{Key: "rounds", With: map[string]string{"round": round, "rounds": strconv.Itoa(ruling.RoundCount)}, Rule: "WU-SEQ-1"})
	for _, l := range b.s.Lasting {
		v.Notes = append(v.Notes, rules.Note{Key: "in-play", With: map[string]string{"card": b.card(l.Card).ID}, Rule: "WU-GAMBIT-3"})
	}
	if c := b.s.Claim; c.Card > 0 {
		card := b.card(c.Card - 1)
		v.Notes = append(v.Notes, rules.Note{Key: "claim", With: map[string]string{"card": card.ID, "text": card.textID(), "glory": strconv.Itoa(card.Glory)}, Rule: "WU-END-2"})
	}
	for _, k := range b.s.ByHand {
		card := b.card(k)
		v.Notes = append(v.Notes, rules.Note{Key: "by-hand", With: map[string]string{"card": card.ID, "text": card.textID()}, Rule: "WU-POWER-2"})
	}
	if u := b.s.Unfinished; u.Fighter != "" {
		v.Notes = append(v.Notes, rules.Note{Key: "then-" + secondParts[u.Action], With: map[string]string{"fighter": u.Fighter}, Rule: superActionRules[u.Action]})
	}
	if b.board != nil {
		v.Board = b.viewBoard()
	}
	b.nameThings(seat, &v)
	return v
}

// nameThings adds the names of everything that a seat may know.
func (b *Battle) nameThings(seat rules.Seat, v *rules.View) {
	words := v.Names
	for i := range b.boards {
		words[b.boards[i].ID] = b.boards[i].Name
	}
	for i := range b.fighters {
		p := &b.fighters[i].profile
		if words[p.Name] = p.Names; len(p.Names) == 0 {
			words[p.Name] = rules.Text{"fr": p.Name}
		}
		for _, a := range b.weapons(i) {
			words[a.Name.In("fr")] = a.Name
		}
	}
	for k := range b.cards {
		c := b.card(int16(k))
		switch shown := c.seat == seat || b.isPublic(int16(k)); {
		case shown && c.unnamed():
			v.Labels[c.ID] = rules.Note{Key: slotLabels[b.deckOf(int16(k))], With: map[string]string{"n": strconv.Itoa(c.n)}}
		case shown:
			words[c.ID] = c.Name
			if id := c.textID(); id != "" {
				words[id] = c.Text
			}
		}
	}
}

// isPublic reports whether a card is face up or was shown.
func (b *Battle) isPublic(card int16) bool {
	c := &b.s.Sides[b.card(card).seat]
	for _, pile := range [][]int16{c.Discards[objectiveDeck], c.Discards[powerDeck], c.Scored, c.Revealed} {
		if slices.Contains(pile, card) {
			return true
		}
	}
	for i := range b.s.Fighters {
		if slices.Contains(b.s.Fighters[i].Upgrades, card) {
			return true
		}
	}
	return b.s.Claim.isOf(card) || slices.Contains(b.s.ByHand, card) || slices.Contains(b.s.Announced, b.card(card).ID) ||
		slices.ContainsFunc(b.s.Lasting, func(l faceUpCard) bool { return l.Card == card })
}

func (b *Battle) viewSide(seat rules.Seat, own bool) rules.SideView {
	c := &b.s.Sides[seat]
	v := rules.SideView{Seat: seat, Name: b.setup.Rosters[seat].Name, Score: c.Unspent + c.Spent, Cards: []rules.CardView{}}
	v.Counters = []rules.Counter{
		{Key: "glory-unspent", Value: c.Unspent}, {Key: "glory-spent", Value: c.Spent},
		{Key: "activations", Value: ruling.TurnsPerPlayer - c.Turns},
		{Key: "objective-hand", Value: len(c.Hands[objectiveDeck])}, {Key: "power-hand", Value: len(c.Hands[powerDeck])},
		{Key: "objective-deck", Value: len(c.Decks[objectiveDeck])}, {Key: "power-deck", Value: len(c.Decks[powerDeck])},
	}
	shown := c.Revealed
	if own {
		shown = append(append([]int16(nil), c.Hands[objectiveDeck]...), c.Hands[powerDeck]...)
	}
	for _, k := range shown {
		card := b.card(k)
		kind := card.Kind
		if card.surge {
			kind = "surge"
		}
		name := card.Name.In("fr")
		if card.Name == nil {
			name = card.ID
		}
		v.Cards = append(v.Cards, rules.CardView{
			ID: card.ID, Name: name, Text: card.Text.In("fr"), Names: card.Name, Texts: card.Text, Type: kind, Worth: card.Glory,
		})
	}
	return v
}

func (b *Battle) viewUnit(i int) rules.UnitView {
	f, w := &b.fighters[i], &b.s.Fighters[i]
	u := rules.UnitView{
		ID: f.id, Seat: f.seat, Name: f.name, Type: f.profile.Name, Gone: w.Out, Tags: b.tags(i), Stats: b.stats(i),
		Tracks: []rules.Track{{Key: "wounds", Now: w.WoundCounters, Max: b.wounds(i)}},
	}
	if w.At != hex.None {
		if !b.measured {
			c := b.Cell(w.At)
			u.Spot = &rules.Spot{X: float64(c.Q), Y: float64(c.R), Width: 1}
		}
		u.Ready = b.s.Phase == phaseActivation && f.seat == b.s.Next && b.actorOf(i).MayAct
		if b.s.Unfinished.Fighter != "" {
			u.Ready = b.s.Unfinished.Fighter == f.id
		}
	}
	return u
}

// stats returns the characteristics, Attack actions and abilities of a fighter with all
// modifiers.
func (b *Battle) stats(i int) []rules.Stat {
	f, w, face := &b.fighters[i], &b.s.Fighters[i], b.face(i)
	defence := strconv.Itoa(b.withFloor(face.Defence, b.bonus(i, "defence")))
	list := []rules.Stat{
		{Key: "move", Value: strconv.Itoa(b.move(i))},
		{Key: "defence", Value: defence + " " + face.Symbol, With: map[string]string{"dice": defence, "symbol": face.Symbol}},
		{Key: "wounds", Value: strconv.Itoa(b.wounds(i))},
	}
	for _, a := range b.weapons(i) {
		name := a.Name.In("fr")
		list = append(list, rules.Stat{
			Key: "weapon", Value: fmt.Sprintf("%s %d %d %s %d", name, a.Range, a.Dice, a.Symbol, a.Damage),
			With: map[string]string{"name": name, "range": strconv.Itoa(a.Range), "dice": strconv.Itoa(a.Dice), "symbol": a.Symbol, "damage": strconv.Itoa(a.Damage)},
		})
	}
	for _, ability := range []*Term{face.Action, face.Reaction} {
		if ability != nil {
			list = append(list, rules.Stat{Key: "ability", Value: ability.ID, With: map[string]string{"n": strconv.Itoa(ability.N)}})
		}
	}
	for _, c := range w.Upgrades {
		list = append(list, rules.Stat{Key: "upgrade", Value: b.card(c).ID, With: map[string]string{"card": b.card(c).ID}})
	}
	if term := f.profile.Inspire; !w.Inspired {
		list = append(list, rules.Stat{Key: "inspire", Value: term.ID, With: map[string]string{"n": strconv.Itoa(term.N)}})
	}
	return list
}

// tags returns the keys of the states of a fighter.
func (b *Battle) tags(i int) []string {
	w := &b.s.Fighters[i]
	tags := []string{}
	for _, t := range [...]struct {
		key string
		on  bool
	}{
		{"leader", b.fighters[i].profile.Leader}, {"flying", b.flying(i)}, {"inspired", w.Inspired}, {"large", ruling.IsLarge(b.wounds(i))},
		{"moved", w.Tokens.Move > 0}, {"charged", w.Tokens.Charge > 0}, {"on-guard", w.Tokens.Guard > 0},
		{"staggered", w.Tokens.Stagger > 0}, {"out-of-action", w.Out}, {"upgraded", len(w.Upgrades) > 0},
		{"in-enemy-territory", w.Standing.Territory == "enemy"}, {"on-edge", w.Standing.Edge}, {"holds-" + strconv.Itoa(w.Standing.Objective), w.Standing.Objective > 0},
	} {
		if t.on {
			tags = append(tags, t.key)
		}
	}
	return tags
}

func (b *Battle) viewBoard() *rules.BoardView {
	v := b.board.view()
	turned := len(b.s.Objectives) == ruling.ObjectivesInPlay
	for k, at := range b.s.Objectives {
		c, key, holder := b.Cell(at), "objective-down", rules.Nobody
		if turned {
			key = "objective-" + strconv.Itoa(b.s.Values[k])
		}
		if i := b.fighterOn(at); i >= 0 {
			holder = b.fighters[i].seat
		}
		v.Pieces = append(v.Pieces, rules.Piece{ID: fmt.Sprintf("token-%d", k+1), Key: key, Seat: holder, Shape: [][2]float64{{float64(c.Q), float64(c.R)}}})
	}
	return v
}

// newPiece returns what is printed on a hex, the n-th of its kind.
func newPiece(key string, n int, at hex.Cell, seat rules.Seat) rules.Piece {
	return rules.Piece{ID: fmt.Sprintf("%s-%d", key, n), Key: key, Seat: seat, Shape: [][2]float64{{float64(at.Q), float64(at.R)}}}
}

// view returns the hexes of a battlefield with their territories and what is printed on
// them.
func (a *board) view() *rules.BoardView {
	v := &rules.BoardView{Shape: "hex", Pieces: []rules.Piece{}}
	for i := range a.Len() {
		c := a.Cell(i)
		v.Cells = append(v.Cells, [2]int{c.Q, c.R})
		v.Width, v.Height = max(v.Width, float64(c.Q)), max(v.Height, float64(c.R))
		mark := func(on bool, key string, seat rules.Seat) {
			if on {
				v.Pieces = append(v.Pieces, newPiece(key, i, c, seat))
			}
		}
		for seat := range rules.Seat(2) {
			mark(a.Territory[seat].Has(i), "territory", seat)
		}
		mark(a.Blocked.Has(i), "blocked", rules.Nobody)
		mark(a.Starting.Has(i), "starting", rules.Nobody)
	}
	return v
}

// Sketch returns the battlefield that a command would join, or the board that it would
// choose (WU-SETUP-3, WU-SETUP-4).
func (b *Battle) Sketch(c rules.Command) *rules.BoardView {
	if b.measured {
		return nil
	}
	switch c := c.(type) {
	case ChooseBoard:
		k := b.boardOf(c.Board)
		if k < 0 {
			return nil
		}
		return b.boards[k].view(c.Seat)
	case JoinBoards:
		if b.s.Phase != phaseJoin {
			return nil
		}
		a, err := b.fixed.buildBoard(boardPair{b.s.Boards[0], b.boardOf(c.Board), boardJoin{c.Rotation, hex.Cell(c.Translation), c.Edge}}, b.s.Chooser)
		if err != nil {
			return nil
		}
		return a.view()
	}
	return nil
}

// view returns one board, as the territory of a seat.
func (s *BoardSide) view(seat rules.Seat) *rules.BoardView {
	v := &rules.BoardView{Shape: "hex", Pieces: []rules.Piece{}}
	mark := func(hexes []ruling.Hex, key string, seat rules.Seat) {
		for i, h := range hexes {
			v.Pieces = append(v.Pieces, newPiece(key, i, hex.Cell(h), seat))
		}
	}
	for _, h := range s.Hexes {
		v.Cells = append(v.Cells, [2]int{h.Q, h.R})
	}
	mark(s.Hexes, "territory", seat)
	mark(s.Blocked, "blocked", rules.Nobody)
	mark(s.Starting, "starting", rules.Nobody)
	return v
}
