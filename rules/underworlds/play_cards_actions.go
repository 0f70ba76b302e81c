package underworlds

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// Act is an activation for an action that is printed on an upgrade of the fighter, or on the
// fighter card itself (WU-ACT-1, WU-ACT-6).
type Act struct {
	fighterCommand
	Card string `json:"card" in:"0..60" default:"\"\""` // id of the upgrade; "": the fighter card
}

// Kind returns "act".
func (Act) Kind() string { return "act" }

// printedActionsOf calls show for each action printed on the cards of a fighter; card "" is
// the fighter card.
func (b *Battle) printedActionsOf(i int, show func(card string, e *effect, u *cardUse)) {
	seat := b.fighters[i].seat
	if a := b.face(i).Action; a != nil {
		show("", effects[a.ID], &cardUse{seat: seat, n: a.N, card: -1, fighter: i, step: &reactionStep{actor: i}})
	}
	for _, c := range b.s.Fighters[i].Upgrades {
		if card := b.card(c); card.effect != nil && card.effect.action {
			show(card.ID, card.effect, &cardUse{seat: seat, n: card.n, card: c, fighter: i, step: &reactionStep{actor: i}})
		}
	}
}

// legalActs adds the printed actions that a fighter can make.
func (b *Battle) legalActs(list []rules.Command, i int, d fighterCommand) []rules.Command {
	b.printedActionsOf(i, func(card string, e *effect, u *cardUse) {
		if e.usable(b, u) {
			list = append(list, Act{d, card})
		}
	})
	return list
}

// playAct carries out a printed action (WU-ACT-6).
func (b *Battle) playAct(t *rules.Turn, c Act) *rules.Fault {
	i, fault := b.ownFighter(c.Seat, c.Fighter)
	if fault != nil {
		return fault
	}
	if list, _ := b.actorOf(i).Barred("act", false); len(list) > 0 {
		return rules.Breaks(list[0], "fighter", "may not act now")
	}
	fault = rules.Breaks("WU-ACT-6", "card", "prints no action for that fighter")
	b.printedActionsOf(i, func(card string, e *effect, u *cardUse) {
		if card != c.Card {
			return
		}
		if fault = nil; !e.usable(b, u) {
			fault = rules.Breaks("WU-GEN-3", "card", "cannot be carried out")
			return
		}
		t.Emit(Activated{c.Seat, c.Fighter, "act"})
		e.play(b, t, u)
		b.afterAction(t, i)
	})
	return fault
}

// newAction returns an effect that is an action of upgrades and fighter cards.
func newAction(usable func(b *Battle, u *cardUse) bool, play func(b *Battle, t *rules.Turn, u *cardUse)) *effect {
	return &effect{kind: "upgrade", action: true, usable: usable, play: play}
}

// printedActions returns the actions that upgrades and fighter cards may print, by id.
func printedActions() map[string]*effect {
	besideBearer := fighterTest(func(b *Battle, u *cardUse, i int) bool { return enemies(b, u, i) && b.adjacent(u.fighter, i) })
	otherFriend := fighterTest(func(b *Battle, u *cardUse, i int) bool { return friends(b, u, i) && i != u.fighter })
	return map[string]*effect{
		"act-mend":  newAction(func(b *Battle, u *cardUse) bool { return b.wounded(u.fighter) }, healBearer),
		"act-slip":  newAction(func(b *Battle, u *cardUse) bool { return b.canPush(u.fighter, u.n) }, pushBearer),
		"act-shove": onFighter(besideBearer.pushable(), pushFighter).asAction(),
		"act-rally": onFighter(otherFriend.and((*Battle).charged), changeToken("charge", false)).asAction(),
		"act-study": drawing().asAction(),
		"act-daze": newAction(func(b *Battle, u *cardUse) bool { return len(b.canBeStunned(u.fighter)) > 0 },
			func(b *Battle, t *rules.Turn, u *cardUse) {
				for _, j := range b.canBeStunned(u.fighter) {
					b.giveStagger(t, j, u.seat)
				}
			}),
	}
}

// An attackChoice is an enemy that a fighter may attack with a weapon.
type attackChoice struct{ weapon, target int }

// attackChoices returns what a fighter can attack from a cell; on a measured table the
// enemies beside it, and with a weapon of longer Range the others too.
func (b *Battle) attackChoices(i, from int) (list []attackChoice) {
	for k, w := range b.weapons(i) {
		for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
			far := w.Range > 1 && !w.Keywords.Scything
			if b.measured && (b.statedBeside(i, j) || far) || !b.measured && b.canTarget(from, j, &w) {
				list = append(list, attackChoice{k, j})
			}
		}
	}
	return list
}

// actionGambits returns the gambits that have a friendly fighter make an action without being
// activated, whatever its tokens (WU-ACT-7), by id.
func actionGambits() map[string]*effect {
	return map[string]*effect{
		"order-attack": onFighter(friends.and((*Battle).canAttack),
			func(b *Battle, t *rules.Turn, u *cardUse, i int) { b.attackByCard(t, u.seat, i, false) }),
		"order-guard": onFighter(friends,
			func(b *Battle, t *rules.Turn, u *cardUse, i int) { b.performAction(t, i, action{action: "guard"}) }),
		"order-stun": onFighter(friends.and(func(b *Battle, i int) bool { return len(b.canBeStunned(i)) > 0 }),
			func(b *Battle, t *rules.Turn, u *cardUse, i int) {
				j := b.askFighter(t, u.seat, "WU-STUN-1", "choose-fighter", b.canBeStunned(i))
				b.performAction(t, i, action{action: "stun", target: b.id(j)})
			}),
		"order-charge": onFighter(friends.and((*Battle).canCharge),
			func(b *Battle, t *rules.Turn, u *cardUse, i int) { b.chargeByCard(t, u.seat, i) }),
	}
}

// canBeStunned returns the enemies that a Stun action of a fighter can choose (WU-STUN-1).
func (b *Battle) canBeStunned(i int) (list []int) {
	for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
		if b.adjacent(i, j) && !b.staggered(j) {
			list = append(list, j)
		}
	}
	return list
}

// canAttack reports whether a fighter has a target from where it stands.
func (b *Battle) canAttack(i int) bool {
	if b.measured {
		return len(b.attackChoices(i, i)) > 0
	}
	var own hex.Set
	own.Add(b.s.Fighters[i].At)
	return b.canStrike(i, own)
}

// canCharge reports whether a fighter can end a move where it can attack (WU-CHARGE-2).
func (b *Battle) canCharge(i int) bool {
	if b.measured {
		return b.move(i) > 0 && b.countInPlay(opponent(b.fighters[i].seat), anyFighter) > 0
	}
	reached := b.moveEnds(i, b.empty())
	return !reached.Empty() && b.canStrike(i, reached)
}

// canStrike reports whether a fighter has a target from one of the cells.
func (b *Battle) canStrike(i int, from hex.Set) bool {
	for _, w := range b.weapons(i) {
		for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
			for at := range new(from.And(b.shape.disc(b.s.Fighters[j].At, w.Range))).All {
				if b.canTarget(at, j, &w) {
					return true
				}
			}
		}
	}
	return false
}

// chargeEnds returns the cells in which the Move action of a Charge can end (ruling A-17).
func (b *Battle) chargeEnds(i int) (ends hex.Set) {
	for at := range new(b.moveEnds(i, b.empty())).All {
		if b.hasTarget(i, at) {
			ends.Add(at)
		}
	}
	return ends
}

// chargeByCard makes a Charge action that a gambit grants.
func (b *Battle) chargeByCard(t *rules.Turn, seat rules.Seat, i int) {
	g := moveEnd{}
	if b.measured {
		g.Stand = b.askStanding(t, seat, i)
	} else {
		g.Hex = b.hexAt(b.pickHex(t, hexQuestion{"WU-CHARGE-1", seat, "move", b.id(i), false}, b.chargeEnds(i)))
	}
	b.endMove(t, i, g, true)
	b.afterAction(t, i)
	if !b.inPlay(i) || len(b.attackChoices(i, b.s.Fighters[i].At)) == 0 {
		t.Emit(Unresolved{b.id(i), "charge"})
		b.afterAction(t, i)
		return
	}
	b.attackByCard(t, seat, i, true)
}

// attackByCard makes an Attack action that a gambit grants: the player chooses the Attack
// action and the target.
func (b *Battle) attackByCard(t *rules.Turn, seat rules.Seat, i int, charge bool) {
	all := b.attackChoices(i, b.s.Fighters[i].At)
	var weapons, targets []int
	var names []string
	for _, q := range all {
		if !slices.Contains(weapons, q.weapon) {
			weapons, names = append(weapons, q.weapon), append(names, "weapon-"+strconv.Itoa(q.weapon+1))
		}
	}
	k := weapons[t.Ask("WU-COMBAT-1", seat, "choose-weapon", names...)]
	for _, q := range all {
		if q.weapon == k {
			targets = append(targets, q.target)
		}
	}
	j := b.askFighter(t, seat, "WU-COMBAT-1", "choose-target", targets)
	weapon, _ := b.attackActionOf(i, k)
	if !b.stillReaches(t, i, j, &weapon, true) {
		t.Emit(Unresolved{b.id(i), "attack"})
		b.afterAction(t, i)
		return
	}
	b.attackAll(t, i, j, k, nil, charge)
}
