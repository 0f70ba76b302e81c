package underworlds

import (
	"fmt"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// View is what a seat may see: its own hand, and of the other only the number
// of cards; a spectator sees no hand (WU-CARD-4, WU-BUILD-10).
func (b *Battle) View(seat rules.Seat) rules.View {
	v := rules.View{Round: b.s.Round, Phase: b.s.Phase, ToAct: b.s.Next, Notes: []rules.Note{}}
	for s := range rules.Seat(2) {
		v.Sides = append(v.Sides, b.viewSide(s, s == seat))
	}
	for i := range b.fighters {
		v.Units = append(v.Units, b.viewUnit(i))
	}
	v.Notes = append(v.Notes, rules.Note{Key: "rounds", With: map[string]string{"round": itoa(b.s.Round), "rounds": itoa(roundsInAll)}, Rule: "WU-SEQ-1"})
	for _, l := range b.s.Lasting {
		v.Notes = append(v.Notes, rules.Note{Key: "in-play", With: map[string]string{"card": b.cards[l.Card].Name.In("fr")}, Rule: "WU-GAMBIT-3"})
	}
	if b.arena != nil {
		v.Board = b.viewBoard()
	}
	return v
}

func (b *Battle) viewSide(seat rules.Seat, own bool) rules.SideView {
	c := &b.s.Camps[seat]
	v := rules.SideView{Seat: seat, Name: b.setup.Rosters[seat].Name, Score: c.Unspent + c.Spent, Cards: []rules.CardView{}}
	v.Counters = []rules.Counter{
		{Key: "glory-unspent", Value: c.Unspent}, {Key: "glory-spent", Value: c.Spent},
		{Key: "activations", Value: turnsPerPlayer - c.Turns},
		{Key: "objective-hand", Value: len(c.Hands[objectives])}, {Key: "power-hand", Value: len(c.Hands[power])},
		{Key: "objective-deck", Value: len(c.Decks[objectives])}, {Key: "power-deck", Value: len(c.Decks[power])},
	}
	shown := c.Revealed
	if own {
		shown = append(append([]int16(nil), c.Hands[objectives]...), c.Hands[power]...)
	}
	for _, k := range shown {
		card := &b.cards[k]
		v.Cards = append(v.Cards, rules.CardView{ID: card.ID, Name: card.Name.In("fr"), Text: card.Text.In("fr")})
	}
	return v
}

func (b *Battle) viewUnit(i int) rules.UnitView {
	f, w, face := &b.fighters[i], &b.s.Warriors[i], b.face(i)
	u := rules.UnitView{
		ID: f.id, Seat: f.seat, Name: f.name, Type: f.p.Name, Gone: w.Out, Tags: b.tags(i),
		Tracks: []rules.Track{{Key: "wounds", Now: w.Hurt, Max: b.wounds(i)}},
		Stats: []rules.Stat{
			{Key: "move", Value: itoa(b.move(i))},
			{Key: "defence", Value: fmt.Sprintf("%d %s", b.raised(face.Defence, b.bonus(i, "defence")), face.Symbol)},
			{Key: "wounds", Value: itoa(b.wounds(i))},
		},
	}
	for k := 0; ; k++ {
		a, ok := b.weapon(i, k)
		if !ok {
			break
		}
		u.Stats = append(u.Stats, rules.Stat{Key: "attack", Value: strings.TrimSpace(fmt.Sprintf("%s %d %d %s %d", a.Name.In("fr"), a.Range, a.Dice, a.Symbol, a.Damage))})
	}
	if w.At != hex.None {
		if !b.stated {
			c := b.Cell(w.At)
			u.Spot = &rules.Spot{X: float64(c.Q), Y: float64(c.R), Width: 1}
		}
		u.Ready = b.s.Phase == phaseActivation && f.seat == b.s.Next && b.actorOf(i).mayAct
	}
	return u
}

// tags are the keys of what is to be known about a fighter at a glance.
func (b *Battle) tags(i int) []string {
	w := &b.s.Warriors[i]
	tags := []string{}
	for _, t := range [...]struct {
		key string
		on  bool
	}{
		{"leader", b.fighters[i].p.Leader}, {"flying", b.flying(i)}, {"inspired", w.Inspired}, {"large", large(b.wounds(i))},
		{"moved", w.Tokens.Move > 0}, {"charged", w.Tokens.Charge > 0}, {"on-guard", w.Tokens.Guard > 0},
		{"staggered", w.Tokens.Stagger > 0}, {"out-of-action", w.Out}, {"upgraded", len(w.Upgrades) > 0},
		{"in-enemy-territory", w.Foot.Territory == "enemy"}, {"on-edge", w.Foot.Edge}, {"holds-" + itoa(w.Foot.Objective), w.Foot.Objective > 0},
	} {
		if t.on {
			tags = append(tags, t.key)
		}
	}
	return tags
}

func (b *Battle) viewBoard() *rules.BoardView {
	v := &rules.BoardView{Shape: "hex", Pieces: []rules.Piece{}}
	for i := range b.Len() {
		c := b.Cell(i)
		v.Cells = append(v.Cells, [2]int{c.Q, c.R})
		v.Width, v.Height = max(v.Width, float64(c.Q)), max(v.Height, float64(c.R))
		mark := func(on bool, key string, seat rules.Seat) {
			if on {
				v.Pieces = append(v.Pieces, rules.Piece{ID: fmt.Sprintf("%s-%d", key, i), Key: key, Seat: seat, Shape: [][2]float64{{float64(c.Q), float64(c.R)}}})
			}
		}
		mark(b.blocked.Has(i), "blocked", rules.Nobody)
		mark(b.starting.Has(i), "starting", rules.Nobody)
		for seat := range rules.Seat(2) {
			mark(b.territory[seat].Has(i), "territory", seat)
		}
	}
	turned := len(b.s.Objectives) == objectivesInPlay
	for k, at := range b.s.Objectives {
		c, key, holder := b.Cell(at), "objective-down", rules.Nobody
		if turned {
			key = "objective-" + itoa(b.s.Values[k])
		}
		if i := b.on(at); i >= 0 {
			holder = b.fighters[i].seat
		}
		v.Pieces = append(v.Pieces, rules.Piece{ID: fmt.Sprintf("token-%d", k+1), Key: key, Seat: holder, Shape: [][2]float64{{float64(c.Q), float64(c.R)}}})
	}
	return v
}
