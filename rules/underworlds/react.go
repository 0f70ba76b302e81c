package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// moment is what a reaction step is about.
type moment struct {
	window  string
	also    string    // another name of the same reaction step (WU-REACT-12)
	blow    *blow     // during an Attack action
	actor   int       // whose action, or who is damaged; hex.None
	against *reacting // a reaction announced or resolved
}

// anytime is the moment of a power step.
var anytime = moment{actor: hex.None}

// named holds for a name of the reaction step.
func (m *moment) named(window string) bool {
	return window != "" && (window == m.window || window == m.also)
}

// reacting is a reaction that a player uses.
type reacting struct {
	seat    rules.Seat
	name    string // of the card, or of the fighter whose card it is on
	card    int16  // -1 for that of a fighter card
	fighter int    // who bears the upgrade, or reacts; hex.None for a gambit
	effect  *effect
	n       int
	denied  bool
}

// usable lists the reactions that a seat can use at a moment (WU-REACT-1).
func (b *Battle) usable(seat rules.Seat, m *moment) []reacting {
	var list []reacting
	add := func(r reacting) {
		if !slices.Contains(b.s.Announced, r.name) && b.possible(&r, m) {
			list = append(list, r)
		}
	}
	for _, c := range b.s.Camps[seat].Hands[power] {
		if card := &b.cards[c]; card.Kind == "ploy" && m.named(card.effect.window) {
			add(reacting{seat: seat, name: card.ID, card: c, fighter: hex.None, effect: card.effect, n: card.n})
		}
	}
	for i := range b.fighters {
		if b.fighters[i].seat != seat || !b.inPlay(i) {
			continue
		}
		for _, c := range b.s.Warriors[i].Upgrades {
			card := &b.cards[c]
			if card.effect == nil || !m.named(card.effect.window) {
				continue
			}
			add(reacting{seat: seat, name: card.ID, card: c, fighter: i, effect: card.effect, n: card.n})
		}
		if e := b.reaction(i); e != nil && m.named(e.window) {
			add(reacting{seat: seat, name: b.id(i), card: -1, fighter: i, effect: e, n: b.face(i).Reaction.N})
		}
	}
	return list
}

// reaction is the effect of the reaction on a fighter card, nil for none.
func (b *Battle) reaction(i int) *effect {
	if b.s.Warriors[i].Inspired {
		return b.fighters[i].reacts[1]
	}
	return b.fighters[i].reacts[0]
}

// listens holds for a seat that has something to use at such reaction steps,
// whether or not it is possible.
func (b *Battle) listens(seat rules.Seat, m *moment) bool {
	for _, c := range b.s.Camps[seat].Hands[power] {
		if e := b.cards[c].effect; e != nil && m.named(e.window) {
			return true
		}
	}
	for i := range b.team(seat) {
		if e := b.reaction(i); e != nil && m.named(e.window) {
			return true
		}
		for _, c := range b.s.Warriors[i].Upgrades {
			if e := b.cards[c].effect; e != nil && m.named(e.window) {
				return true
			}
		}
	}
	return false
}

// use is the reaction as its effect sees it.
func (r *reacting) use(m *moment) *use {
	return &use{seat: r.seat, n: r.n, card: r.card, fighter: r.fighter, moment: m}
}

// possible holds while every instruction of a reaction can be carried out (WU-GEN-3).
func (b *Battle) possible(r *reacting, m *moment) bool {
	return (r.fighter == hex.None || b.inPlay(r.fighter)) && r.effect.usable(b, r.use(m))
}

// offer asks a player for a reaction, or nil. Who has passed for the whole turn is
// not asked again in it.
func (b *Battle) offer(t *rules.Turn, seat rules.Seat, m *moment) *reacting {
	if b.s.Camps[seat].Waived {
		return nil
	}
	list := b.usable(seat, m)
	if len(list) == 0 {
		return nil
	}
	options := []string{"pass"}
	for _, r := range list {
		options = append(options, r.name)
	}
	options = append(options, "pass-turn")
	switch k := t.Ask("WU-REACT-3", seat, "react-"+m.window, options...); k {
	case 0:
		return nil
	case len(options) - 1:
		t.Emit(Waived{seat})
		return nil
	default:
		return &list[k-1]
	}
}

// window is one reaction step: a chain of at most one reaction a player, and
// the chains within it (WU-REACT-2 to WU-REACT-9).
func (b *Battle) window(t *rules.Turn, now moment) {
	order := [2]rules.Seat{b.s.Turn, other(b.s.Turn)}
	for k, seat := range order {
		if !b.listens(seat, &now) {
			continue
		}
		m := &moment{}
		*m = now
		opened := b.offer(t, seat, m)
		if opened == nil {
			continue
		}
		chain := []*reacting{opened}
		b.announce(t, opened, m)
		if k == 0 || !b.switches.openersOnly { // ruling A-20
			if joined := b.offer(t, other(seat), m); joined != nil {
				chain = append(chain, joined)
				b.announce(t, joined, m)
			}
		}
		for _, r := range chain {
			b.resolve(t, r, m)
		}
		return
	}
}

func (b *Battle) announce(t *rules.Turn, r *reacting, m *moment) {
	t.Emit(ReactionAnnounced{r.seat, r.name, m.window})
	b.window(t, moment{window: "reaction-announced", blow: m.blow, actor: hex.None, against: r})
}

// resolve carries a reaction out if that is still possible (WU-REACT-7, WU-REACT-8).
func (b *Battle) resolve(t *rules.Turn, r *reacting, m *moment) {
	fizzles := r.denied || !b.possible(r, m)
	if !fizzles {
		r.effect.play(b, t, r.use(m))
	}
	t.Emit(ReactionResolved{r.seat, r.name, fizzles})
	switch {
	case r.fighter == hex.None:
		t.Emit(Discarded{r.seat, r.name, power, "reaction"})
		b.fact(t, factPloys, r.seat, hex.None, b.s.Camps[r.seat].Ploys)
	case r.effect.destroys && slices.Contains(b.s.Warriors[r.fighter].Upgrades, r.card):
		t.Emit(UpgradeDestroyed{r.seat, r.name, b.id(r.fighter)})
	}
	if !fizzles {
		b.window(t, moment{window: "reaction-resolved", actor: hex.None, against: r})
	}
}
