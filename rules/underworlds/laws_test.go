package underworlds

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds/ruling"
)

// TestLaws plays battles between bots and checks after every command what must always hold.
func TestLaws(t *testing.T) {
	rulestest.Slow(t)
	rulestest.Laws(t, Game, "", 100, laws...)
}

type (
	law      = rulestest.Law[rules.Battle]
	lawCheck = rulestest.Check[rules.Battle]
)

var laws = []law{
	stateLaw("places", placesLaw), stateLaw("cards", cardsLaw), stateLaw("tokens", tokensLaw), stateLaw("secrets", secretsLaw),
	{Name: "damage", Start: damageAccount}, {Name: "glory", Start: gloryAccount}, {Name: "activations", Start: activationLaw},
	{Name: "moves", Start: moveLaw}, {Name: "attacks", Start: attackLaw}, {Name: "victory", Start: victoryLaw}, {Name: "end phase", Start: endLaw},
}

// stateLaw makes a law of what must hold in any state.
func stateLaw(name string, holds func(b *Battle) error) law {
	return rulestest.Plain(name, func(_, after rules.Battle, _ rules.Step) error { return holds(after.(*Battle)) })
}

// placesLaw: a fighter stands on one free, unblocked hex, or is out of action or not placed yet
// (WU-SETUP-16, WU-HEX-1, WU-HEX-3). On a measured table contacts are mutual and an objective
// has one holder.
func placesLaw(b *Battle) error {
	placed := b.s.Phase != phaseFighters && b.s.Round > 0
	taken := map[int]string{}
	for i := range b.s.Fighters {
		w := &b.s.Fighters[i]
		switch {
		case w.Out && w.At != hex.None:
			return fmt.Errorf("%s is out of action and stands on the battlefield", b.id(i))
		case placed && !w.Out && w.At == hex.None:
			return fmt.Errorf("%s is nowhere", b.id(i))
		case w.At == hex.None:
			continue
		case taken[w.At] != "":
			return fmt.Errorf("%s and %s share a hex", taken[w.At], b.id(i))
		case !b.measured && (!b.all.Has(w.At) || b.Blocked.Has(w.At)):
			return fmt.Errorf("%s stands on a blocked hex", b.id(i))
		}
		taken[w.At] = b.id(i)
		if !b.measured {
			continue
		}
		n := 0
		for j := range b.s.Fighters {
			if b.statedBeside(i, j) != b.statedBeside(j, i) || i == j && b.statedBeside(i, i) || b.statedBeside(i, j) && !b.inPlay(j) {
				return fmt.Errorf("%s is beside %s, but not the other way round", b.id(i), b.id(j))
			}
			if b.statedBeside(i, j) {
				n++
			}
			if i != j && w.Standing.Objective > 0 && w.Standing.Objective == b.s.Fighters[j].Standing.Objective {
				return fmt.Errorf("%s and %s stand on the same token", b.id(i), b.id(j))
			}
		}
		if n > maxNeighbours(w.Standing.Edge) {
			return fmt.Errorf("%s has %d neighbours", b.id(i), n)
		}
	}
	return nil
}

// cardsLaw: every card is in exactly one place (WU-CARD-4 to WU-CARD-7), and only cards of a
// hand are revealed.
func cardsLaw(b *Battle) error {
	where := map[int16][]string{}
	put := func(place string, list []int16) {
		for _, c := range list {
			where[c] = append(where[c], place)
		}
	}
	for seat := range b.s.Sides {
		s := &b.s.Sides[seat]
		for deck := range s.Decks {
			put("deck", s.Decks[deck])
			put("hand", s.Hands[deck])
			put("discard pile", s.Discards[deck])
		}
		put("scored", s.Scored)
		for _, c := range s.Revealed {
			if !slices.Contains(s.Hands[objectiveDeck], c) {
				return fmt.Errorf("%s is revealed but not in the hand", b.card(c).ID)
			}
		}
		if n := len(s.Hands[objectiveDeck]); n > ruling.ObjectiveHand {
			return fmt.Errorf("seat %d holds %d objectives", seat, n)
		}
	}
	for i := range b.s.Fighters {
		put("upgrades of "+b.id(i), b.s.Fighters[i].Upgrades)
	}
	for _, l := range b.s.Lasting {
		put("face up", []int16{l.Card})
	}
	for k := range b.cards {
		if b.own[b.cards[k].seat] && b.cards[k].slot == 0 {
			continue // a slot stands for it
		}
		if len(where[int16(k)]) != 1 {
			return fmt.Errorf("%s is in %v", b.cards[k].ID, where[int16(k)])
		}
	}
	return nil
}

// tokensLaw: no fighter is on Guard and staggered at once (WU-GUARD-1, WU-STAG-1); whoever is
// out of action has no tokens and counters (WU-OOA-2); a fighter in play has fewer counters
// than Wounds (WU-OOA-1).
func tokensLaw(b *Battle) error {
	for i := range b.s.Fighters {
		w := &b.s.Fighters[i]
		t := w.Tokens
		switch {
		case t.Guard > 0 && t.Stagger > 0:
			return fmt.Errorf("%s is on Guard and staggered", b.id(i))
		case min(t.Guard, t.Stagger, t.Move, t.Charge) < 0:
			return fmt.Errorf("%s has tokens %+v", b.id(i), t)
		case w.Out && (t != ruling.Tokens{} || w.WoundCounters > 0):
			return fmt.Errorf("%s is out of action with tokens or counters", b.id(i))
		case !w.Out && w.WoundCounters >= b.wounds(i):
			return fmt.Errorf("%s has %d counters of %d", b.id(i), w.WoundCounters, b.wounds(i))
		case w.Inspired && !w.Met:
			return fmt.Errorf("%s is Inspired without its condition", b.id(i))
		}
	}
	return nil
}

// secretsLaw: nobody but its owner sees a card of a hand that was not shown (WU-CARD-4,
// WU-BUILD-10).
func secretsLaw(b *Battle) error {
	views := [3]rules.View{b.View(0), b.View(1), b.View(rules.Nobody)}
	for seat := range rules.Seat(2) {
		for deck := range b.s.Sides[seat].Hands {
			for _, c := range b.s.Sides[seat].Hands[deck] {
				id := b.card(c).ID
				if b.isPublic(c) || b.cardOf(opponent(seat), id) >= 0 {
					continue
				}
				for _, v := range [2]rules.View{views[opponent(seat)], views[2]} {
					shown := v.Names[id] != nil || v.Texts[id] != nil
					_, labelled := v.Labels[id]
					for _, side := range v.Sides {
						shown = shown || slices.ContainsFunc(side.Cards, func(card rules.CardView) bool { return card.ID == id })
					}
					for _, n := range v.Notes {
						for _, value := range n.With {
							shown = shown || value == id
						}
					}
					if shown || labelled {
						return fmt.Errorf("%s of seat %d is seen", id, seat)
					}
				}
			}
		}
	}
	return nil
}

// damageAccount: wound counters are damage less what was healed, and are lost when a fighter
// goes out of action (WU-DMG-1, WU-OOA-2); all damage dealt was taken by somebody.
func damageAccount(start rules.Battle) lawCheck {
	n := len(start.(*Battle).fighters)
	counters, taken := make([]int, n), make([]int, n)
	return func(_, after rules.Battle, s rules.Step) error {
		b := after.(*Battle)
		for _, e := range s.Events {
			switch e := e.(type) {
			case Damaged:
				counters[b.find(e.Fighter)] += e.Amount
				taken[b.find(e.Fighter)] += e.Amount
			case Healed:
				if counters[b.find(e.Fighter)] -= e.Amount; counters[b.find(e.Fighter)] < 0 {
					return fmt.Errorf("%s is healed of more than it has", e.Fighter)
				}
			case OutOfAction:
				counters[b.find(e.Fighter)] = 0
			}
		}
		for i := range b.s.Fighters {
			if w := &b.s.Fighters[i]; w.WoundCounters != counters[i] || w.Taken != taken[i] {
				return fmt.Errorf("%s has %d counters and took %d, the account says %d and %d", b.id(i), w.WoundCounters, w.Taken, counters[i], taken[i])
			}
		}
		return nil
	}
}

// gloryAccount: glory is bounties and scored cards, no more and no less; what is spent paid for
// upgrades (WU-BOUNTY-1, WU-BOUNTY-2, WU-OBJ-1, WU-UPG-1, WU-VIC-6).
func gloryAccount(rules.Battle) lawCheck {
	var earned, upgrades [2]int
	return func(_, after rules.Battle, s rules.Step) error {
		b := after.(*Battle)
		for k, e := range s.Events {
			switch e := e.(type) {
			case Scored:
				earned[e.Seat] += e.Glory
				if g, ok := s.Events[k+1].(GloryGained); !ok || g.Seat != e.Seat || g.Amount != e.Glory {
					return fmt.Errorf("%s was scored for %d glory, not %+v", e.Card, e.Glory, s.Events[k+1])
				}
			case OutOfAction:
				g, ok := s.Events[k+1].(GloryGained)
				if !ok || g.Seat != opponent(b.fighters[b.find(e.Fighter)].seat) || g.For != "bounty" || g.Amount < 1 || g.Amount > 2 {
					return fmt.Errorf("%s went out of action and %+v followed", e.Fighter, s.Events[k+1])
				}
				earned[g.Seat] += g.Amount
			case UpgradeGiven:
				upgrades[e.Seat]++
			}
		}
		for seat := range b.s.Sides {
			c := &b.s.Sides[seat]
			if c.Unspent < 0 || c.Spent != upgrades[seat] || c.Unspent+c.Spent != earned[seat] {
				return fmt.Errorf("seat %d has %d + %d glory, earned %d and gave %d upgrades", seat, c.Unspent, c.Spent, earned[seat], upgrades[seat])
			}
		}
		return nil
	}
}

// activationLaw: players take turns, four each in a round, with one activation in each, and the
// round ends with all tokens off the battlefield (WU-SEQ-3, WU-SEQ-4, WU-SEQ-8, WU-END-8).
func activationLaw(rules.Battle) lawCheck {
	var done [2]int
	last := rules.Nobody
	return func(_, after rules.Battle, s rules.Step) error {
		b := after.(*Battle)
		for _, e := range s.Events {
			switch e := e.(type) {
			case TurnBegan:
				if e.Seat == last {
					return fmt.Errorf("seat %d has two turns in a row", e.Seat)
				}
				last = e.Seat
			case Activated:
				if done[e.Seat]++; e.Seat != last {
					return fmt.Errorf("seat %d acts in the turn of seat %d", e.Seat, last)
				}
			case RoundEnded:
				if done != [2]int{ruling.TurnsPerPlayer, ruling.TurnsPerPlayer} {
					return fmt.Errorf("the round ends after %v activations", done)
				}
				done, last = [2]int{}, rules.Nobody
				for i := range b.s.Fighters {
					if (b.s.Fighters[i].Tokens != ruling.Tokens{}) {
						return fmt.Errorf("%s keeps tokens into the next round", b.id(i))
					}
				}
			}
		}
		if b.s.Phase == phasePower && done[b.s.Turn] != b.s.Sides[b.s.Turn].Turns {
			return fmt.Errorf("seat %d took %d turns, counted are %d", b.s.Turn, done[b.s.Turn], b.s.Sides[b.s.Turn].Turns)
		}
		return nil
	}
}

// situation is the battlefield and the fighters as a ruling takes them.
func (b *Battle) situation() map[string]any {
	pairs := func(s hex.Set) []ruling.Hex {
		list := []ruling.Hex{}
		for i := range s.All {
			list = append(list, b.hexes[i])
		}
		return list
	}
	fighters := []any{}
	for i := range b.fighters {
		if at := b.s.Fighters[i].At; at != hex.None {
			fighters = append(fighters, map[string]any{"id": b.id(i), "player": ruling.Players[b.fighters[i].seat], "hex": b.hexes[at]})
		}
	}
	return map[string]any{"board": map[string]any{
		"cells": pairs(b.all), "blocked": pairs(b.Blocked), "starting": pairs(b.Starting), "territory_a": pairs(b.Territory[0]), "territory_b": pairs(b.Territory[1]),
	}, "fighters": fighters}
}

// moveLaw: where a Move action ended, the ruling about Move actions says that it can; where a
// target was driven back, the ruling about attacks does (WU-MOVE-1, WU-COMBAT-11).
func moveLaw(rules.Battle) lawCheck {
	return func(before, _ rules.Battle, s rules.Step) error {
		b := before.(*Battle)
		if b.board == nil || b.options.straight {
			return nil // the ruling has no other reading of distances
		}
		for _, e := range s.Events {
			m, ok := e.(Moved)
			if !ok || b.find(m.Fighter) < 0 || !b.inPlay(b.find(m.Fighter)) || !isFirstChange(s.Events, e) {
				continue
			}
			i := b.find(m.Fighter)
			in := b.situation()
			in["fighter"], in["move"], in["flying"] = m.Fighter, b.move(i), b.flying(i)
			var answer struct {
				Destinations []struct{ Hex [2]int }
			}
			if err := rulestest.Ask(Game, "move-action", in, &answer); err != nil {
				return err
			}
			if to := [2]int{m.Hex.Q, m.Hex.R}; !slices.ContainsFunc(answer.Destinations, func(d struct{ Hex [2]int }) bool { return d.Hex == to }) {
				return fmt.Errorf("%s moved to %v, where it cannot", m.Fighter, to)
			}
		}
		return nil
	}
}

// isFirstChange reports whether no fighter changed its place before an event.
func isFirstChange(events []rules.Event, of rules.Event) bool {
	for _, e := range events {
		if e == of {
			return true
		}
		switch e.(type) {
		case Moved, Pushed, FighterPlaced, OutOfAction:
			return false
		}
	}
	return false
}

// attackLaw: an Attack action without reactions on a board has the result, the damage and the
// drive back that the rulings about attacks give for its dice and places.
func attackLaw(rules.Battle) lawCheck {
	return func(before, _ rules.Battle, s rules.Step) error {
		b := before.(*Battle)
		c, ok := s.Command.(Attack)
		if !ok || b.board == nil || b.options.straight || b.options.freeRims {
			return nil
		}
		judged := -1
		for k, e := range s.Events {
			switch e.(type) {
			case ReactionAnnounced, Steadied, Unresolved:
				return nil
			case AttackJudged:
				if judged >= 0 {
					return nil // Scything goes on against others
				}
				judged = k
			}
		}
		if judged < 0 {
			return fmt.Errorf("the attack has no result")
		}
		j := s.Events[judged].(AttackJudged)
		i, target := b.find(c.Fighter), b.find(c.Target)
		w, _ := b.attackActionOf(i, c.Weapon)
		in := b.situation()
		in["attacker"], in["range"], in["keywords"], in["guard_never_trapped"] = c.Fighter, w.Range, w.Keywords, b.options.guardNeverTrapped
		guards := []string{}
		for k := range b.fighters {
			if b.inPlay(k) && b.onGuard(k) {
				guards = append(guards, b.id(k))
			}
		}
		in["on_guard"] = guards
		var context struct {
			Targets []struct {
				ID                 string
				Valid, Cornered    bool
				AttackerSupporters []string   `json:"attacker_supporters"`
				TargetSupporters   []string   `json:"target_supporters"`
				DriveBackPaths     [][][2]int `json:"drive_back_paths"`
			}
		}
		if err := rulestest.Ask(Game, "attack-context", in, &context); err != nil {
			return err
		}
		for _, about := range context.Targets {
			if about.ID != c.Target {
				continue
			}
			if !about.Valid {
				return fmt.Errorf("%s is no valid target", c.Target)
			}
			tw := &b.s.Fighters[target]
			var attack, defence []int
			for _, d := range s.Dice {
				switch d.For {
				case "attack":
					attack = append(attack, d.Value)
				case "defence":
					defence = append(defence, d.Value)
				case "attack-reroll":
					return nil // which die was re-rolled the faces alone do not tell
				}
			}
			combat := map[string]any{
				"attack":              map[string]any{"dice": w.Dice, "symbol": w.Symbol, "damage": w.Damage, "keywords": w.Keywords},
				"attacker_supporters": len(about.AttackerSupporters), "target_supporters": len(about.TargetSupporters), "cornered": about.Cornered,
				"target": map[string]any{
					"dice": b.withFloor(b.face(target).Defence, b.bonus(target, "defence")), "symbol": b.face(target).Symbol, "wounds": b.wounds(target),
					"counters": tw.WoundCounters, "guard_tokens": tw.Tokens.Guard, "stagger_tokens": tw.Tokens.Stagger,
				},
				"guard_never_trapped": b.options.guardNeverTrapped, "knockback_needs_success": b.options.knockbackNeeds,
			}
			var result struct {
				Result           string
				TrappedBonus     int  `json:"trapped_bonus"`
				AttackSuccesses  int  `json:"attack_successes"`
				DefenceSuccesses int  `json:"defence_successes"`
				DamageDealt      int  `json:"damage_dealt"`
				OutOfAction      bool `json:"out_of_action"`
				Bounty           int
				DriveBackAllowed bool `json:"drive_back_allowed"`
				MaxHexes         int  `json:"drive_back_max_hexes"`
			}
			if err := rulestest.Ask(Game, "combat", combat, &result, append(attack, defence...)...); err != nil {
				return err
			}
			got := fmt.Sprint(j.Result, j.Attacker, j.Defender, j.Trapped)
			if want := fmt.Sprint(result.Result, result.AttackSuccesses, result.DefenceSuccesses, result.TrappedBonus > 0); got != want {
				return fmt.Errorf("the attack is %s, the ruling %s", got, want)
			}
			damage, bounty, out, back := 0, 0, false, false
			for _, e := range s.Events {
				switch e := e.(type) {
				case Damaged:
					if e.Fighter == c.Target && e.By == c.Fighter {
						damage += e.Amount
					}
				case OutOfAction:
					out = out || e.Fighter == c.Target
				case GloryGained:
					if e.For == "bounty" {
						bounty += e.Amount
					}
				case Pushed:
					if back = e.Back; back && (!result.DriveBackAllowed || !slices.ContainsFunc(about.DriveBackPaths, func(way [][2]int) bool {
						return slices.Contains(way[:min(len(way), result.MaxHexes)], [2]int{e.Hex.Q, e.Hex.R})
					})) {
						return fmt.Errorf("%s is driven back to %v, where the ruling does not allow it: %+v", e.Fighter, *e.Hex, about.DriveBackPaths)
					}
				}
			}
			if damage != result.DamageDealt || out != result.OutOfAction || out && bounty != result.Bounty {
				return fmt.Errorf("damage %d, out %v, bounty %d; the ruling: %+v", damage, out, bounty, result)
			}
			return nil
		}
		return fmt.Errorf("the ruling does not know the target %s", c.Target)
	}
}

// victoryLaw: the outcome is that of the ruling about victory for the glory, survivors and
// objectives of the last state (WU-VIC-1 to WU-VIC-4).
func victoryLaw(rules.Battle) lawCheck {
	return func(_, after rules.Battle, _ rules.Step) error {
		b := after.(*Battle)
		o, over := b.Outcome()
		if over != (b.s.Phase == phaseOver) || !over {
			return nil
		}
		side := func(seat rules.Seat) map[string]any {
			held, alive := []int{}, 0
			for i := range b.fighters {
				if b.fighters[i].seat != seat || b.s.Fighters[i].Out {
					continue
				}
				alive++
				if b.measured {
					if v := b.s.Fighters[i].Standing.Objective; v > 0 {
						held = append(held, v)
					}
					continue
				}
				for k, at := range b.s.Objectives {
					if at == b.s.Fighters[i].At {
						held = append(held, b.s.Values[k])
					}
				}
			}
			return map[string]any{"glory_unspent": b.s.Sides[seat].Unspent, "glory_spent": b.s.Sides[seat].Spent, "survivors": alive, "held": held}
		}
		var answer struct {
			Winner    *string
			DecidedBy string `json:"decided_by"`
		}
		if err := rulestest.Ask(Game, "victory", map[string]any{"a": side(0), "b": side(1)}, &answer); err != nil {
			return err
		}
		winner := rules.Nobody
		if answer.Winner != nil && *answer.Winner != "" {
			winner = rules.Seat(strings.Index("ab", *answer.Winner))
		}
		if winner != o.Winner || answer.DecidedBy != o.Reason {
			return fmt.Errorf("the outcome is %d by %s, the ruling %d by %s", o.Winner, o.Reason, winner, answer.DecidedBy)
		}
		return nil
	}
}

// endLaw: the player with the first turn ends the round first, and hands are filled up to three
// objectives and five power cards before the next round, never in the last (WU-END-1, WU-END-6,
// WU-END-7, WU-END-10).
func endLaw(rules.Battle) lawCheck {
	return func(before, after rules.Battle, s rules.Step) error {
		b, now := before.(*Battle), after.(*Battle)
		for _, e := range s.Events {
			p, ok := e.(PhaseBegan)
			if !ok {
				continue
			}
			if p.Phase == phaseScore && b.s.Phase == phasePower && p.Seat != now.s.First && len(b.s.Sides[now.s.First].Hands[objectiveDeck]) > 0 {
				return fmt.Errorf("seat %d ends the round first", p.Seat)
			}
			if p.Phase == phaseRound && p.Round > 1 {
				for seat := range now.s.Sides {
					c := &now.s.Sides[seat]
					for deck, full := range [2]int{ruling.ObjectiveHand, ruling.PowerHand} {
						if len(c.Hands[deck]) < full && len(c.Decks[deck]) > 0 {
							return fmt.Errorf("seat %d begins round %d with %d cards of deck %d", seat, p.Round, len(c.Hands[deck]), deck)
						}
					}
				}
			}
			if _, drew := e.(Drew); drew && b.s.Round == ruling.RoundCount && b.s.Phase == phaseScore {
				return fmt.Errorf("cards are drawn in the last end phase")
			}
		}
		return nil
	}
}
