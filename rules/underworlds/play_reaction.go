package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// reactionStep is what a reaction step is about.
type reactionStep struct {
	window  string
	also    string       // another name of the same reaction step (WU-REACT-12)
	attack  *attackState // during an Attack action
	actor   int          // the fighter that acts or is damaged; hex.None
	against *reactionUse // a reaction announced or resolved
}

// powerReactionStep is the reaction step of effects played in a power step.
var powerReactionStep = reactionStep{actor: hex.None}

// isCalled reports whether window is a name of the reaction step.
func (m *reactionStep) isCalled(window string) bool {
	return window != "" && (window == m.window || window == m.also)
}

// reactionUse is a reaction that a player may use.
type reactionUse struct {
	seat    rules.Seat
	name    string // id of the card, or of the fighter whose card it is on
	card    int16  // -1 for the reaction of a fighter card
	fighter int    // the fighter with the upgrade, or that reacts; hex.None for a gambit
	effect  *effect
	n       int
	denied  bool
}

// eachReaction calls yield with the reactions that a seat has for a reaction step, whether or
// not they are possible, until it returns false.
func (b *Battle) eachReaction(seat rules.Seat, m *reactionStep, yield func(reactionUse) bool) {
	for _, c := range b.s.Sides[seat].Hands[powerDeck] {
		card := b.card(c)
		if card.Kind == "ploy" && m.isCalled(card.effect.window) &&
			!yield(reactionUse{seat: seat, name: card.ID, card: c, fighter: hex.None, effect: card.effect, n: card.n}) {
			return
		}
	}
	for i := range b.fightersOf(seat) {
		for _, c := range b.s.Fighters[i].Upgrades {
			card := b.card(c)
			if card.effect != nil && m.isCalled(card.effect.window) &&
				!yield(reactionUse{seat: seat, name: card.ID, card: c, fighter: i, effect: card.effect, n: card.n}) {
				return
			}
		}
		if e := b.reaction(i); e != nil && m.isCalled(e.window) &&
			!yield(reactionUse{seat: seat, name: b.id(i), card: -1, fighter: i, effect: e, n: b.face(i).Reaction.N}) {
			return
		}
	}
}

// usableReactions returns the reactions that a seat can use at a reaction step (WU-REACT-1).
func (b *Battle) usableReactions(seat rules.Seat, m *reactionStep) (list []reactionUse) {
	b.eachReaction(seat, m, func(r reactionUse) bool {
		if !slices.Contains(b.s.Announced, r.name) && b.possible(&r, m) {
			list = append(list, r)
		}
		return true
	})
	return list
}

// reaction returns the effect of the reaction on a fighter card, nil for none.
func (b *Battle) reaction(i int) *effect {
	if b.s.Fighters[i].Inspired {
		return b.fighters[i].reacts[1]
	}
	return b.fighters[i].reacts[0]
}

// mayReact reports whether a seat has a reaction for such reaction steps, whether or not it
// is possible.
func (b *Battle) mayReact(seat rules.Seat, m *reactionStep) (may bool) {
	b.eachReaction(seat, m, func(reactionUse) bool {
		may = true
		return false
	})
	return may
}

// use returns the reaction as the use of a card.
func (r *reactionUse) use(m *reactionStep) *cardUse {
	return &cardUse{seat: r.seat, n: r.n, card: r.card, fighter: r.fighter, step: m}
}

// possible reports whether every instruction of a reaction can be carried out (WU-GEN-3).
func (b *Battle) possible(r *reactionUse, m *reactionStep) bool {
	return (r.fighter == hex.None || b.inPlay(r.fighter)) && r.effect.usable(b, r.use(m))
}

// askReaction asks a player for a reaction; nil for none. A player who has passed for the
// whole turn is not asked again in it.
func (b *Battle) askReaction(t *rules.Turn, seat rules.Seat, m *reactionStep) *reactionUse {
	if b.s.Sides[seat].Waived {
		return nil
	}
	list := b.usableReactions(seat, m)
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

// openReactionStep carries out one reaction step: a chain of at most one reaction for each
// player, and the chains within it (WU-REACT-2 to WU-REACT-9).
func (b *Battle) openReactionStep(t *rules.Turn, now reactionStep) {
	order := [2]rules.Seat{b.s.Turn, opponent(b.s.Turn)}
	for k, seat := range order {
		if !b.mayReact(seat, &now) {
			continue
		}
		m := new(now)
		opened := b.askReaction(t, seat, m)
		if opened == nil {
			continue
		}
		chain := []*reactionUse{opened}
		b.announce(t, opened, m)
		if k == 0 || !b.options.openersOnly { // ruling A-20
			if joined := b.askReaction(t, opponent(seat), m); joined != nil {
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

func (b *Battle) announce(t *rules.Turn, r *reactionUse, m *reactionStep) {
	t.Emit(ReactionAnnounced{r.seat, r.name, m.window})
	b.openReactionStep(t, reactionStep{window: "reaction-announced", attack: m.attack, actor: hex.None, against: r})
}

// resolve carries out a reaction if that is still possible (WU-REACT-7, WU-REACT-8).
func (b *Battle) resolve(t *rules.Turn, r *reactionUse, m *reactionStep) {
	fizzles := r.denied || !b.possible(r, m)
	if !fizzles {
		r.effect.play(b, t, r.use(m))
	}
	t.Emit(ReactionResolved{r.seat, r.name, fizzles})
	switch {
	case r.fighter == hex.None:
		t.Emit(Discarded{r.seat, r.name, powerDeck, "reaction"})
		b.noteFact(t, factPloys, r.seat, hex.None, b.s.Sides[r.seat].Ploys)
	case r.effect.destroys && slices.Contains(b.s.Fighters[r.fighter].Upgrades, r.card):
		t.Emit(UpgradeDestroyed{r.seat, r.name, b.id(r.fighter)})
	}
	if !fizzles {
		b.openReactionStep(t, reactionStep{window: "reaction-resolved", actor: hex.None, against: r})
	}
}
