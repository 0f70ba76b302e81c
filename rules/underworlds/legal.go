package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// Legal returns every command that can be given now; of the mixes of dice in a
// roll-off, which change nothing, it returns two.
func (b *Battle) Legal() []rules.Command {
	seat := b.s.Next
	switch b.s.Phase {
	case phaseBoards, phasePlacer, phaseRound:
		return []rules.Command{b.seats[0].rollOff, b.seats[1].rollOff}
	case phaseFirst:
		var list []rules.Command
		for k := range b.boards {
			list = append(list, ChooseBoard{given{seat}, b.boards[k].ID})
		}
		if b.stated {
			list = append(list, ChooseBoard{given{seat}, ""})
		}
		return list
	case phaseJoin:
		if b.stated {
			return b.statedJoins(seat)
		}
		var list []rules.Command
		for k := range b.boards {
			for _, l := range b.laysOf(b.s.Boards[0], k) {
				list = append(list, JoinBoards{given{seat}, b.boards[k].ID, l.rotation, Shift(l.translation), l.edge, nil})
			}
		}
		return list
	case phaseObjectives:
		if b.stated {
			return []rules.Command{PlaceObjective{given: given{seat}, Site: b.siteOffered()}}
		}
		var list []rules.Command
		legal, _ := b.sites(b.s.Objectives)
		for i := range legal.All {
			list = append(list, PlaceObjective{given{seat}, &b.names[i], nil})
		}
		return list
	case phaseDeal:
		return []rules.Command{Deal{given{0}}, Deal{given{1}}}
	case phaseMulligan:
		return slices.Clone(b.seats[seat].mulligans[:])
	case phaseFighters:
		return b.legalPlacements(seat)
	case phaseActivation:
		return b.legalActivations(seat)
	case phasePower:
		return b.legalGoes(seat)
	case phaseScore, phaseObjDiscard, phaseUpgrades, phasePowDiscard:
		return b.legalEnd(nil, seat)
	}
	return nil
}

func (b *Battle) legalPlacements(seat rules.Seat) []rules.Command {
	if b.stated {
		return b.statedPlacements(seat)
	}
	free := b.started[seat].And(b.empty())
	var list []rules.Command
	for i := range b.fighters {
		if b.fighters[i].seat != seat || b.inPlay(i) {
			continue
		}
		for at := range free.All {
			list = append(list, b.boxed(kindPlace, i, 0, 0, at))
		}
	}
	return list
}

func (b *Battle) legalActivations(seat rules.Seat) []rules.Command {
	list := b.playerDeeds(make([]rules.Command, 0, 96), seat)
	for i := range b.team(seat) {
		if a := b.actorOf(i); a.mayAct {
			list = b.legalDeeds(list, i, a, deedsAll)
		}
	}
	return list
}

// playerDeeds adds what a player can do instead of activating a fighter.
func (b *Battle) playerDeeds(list []rules.Command, seat rules.Seat) []rules.Command {
	list = append(list, b.seats[seat].pass)
	if !b.drawsNothing(seat, power, b.switches.drawNeeds) {
		list = append(list, b.seats[seat].drawPower)
	}
	if b.drawsNothing(seat, objectives, b.switches.drawNeeds) {
		return list
	}
	for _, c := range b.s.Camps[seat].Hands[objectives] {
		list = append(list, b.cards[c].offers.replace)
	}
	return list
}

// Sorts of deeds, as bits.
const (
	deedsHere = 1 << iota // those made where the fighter stands
	deedsMove
	deedsCharge
	deedsShock

	deedSorts = 4
	deedsAll  = 1<<deedSorts - 1
)

// legalDeeds adds what one fighter can do, of some sorts.
func (b *Battle) legalDeeds(list []rules.Command, i int, a actor, sorts int) []rules.Command {
	if b.stated {
		return b.statedDeeds(list, i, a, sorts)
	}
	if sorts&deedsHere != 0 {
		list = b.deedsHere(list, i, a)
	}
	var space [24]opening
	for _, o := range b.openings(space[:0], i, a, sorts) {
		for at := range o.ends.All {
			if b.clear(&o, at) {
				list = append(list, b.boxed(o.kind, i, o.target, o.weapon, at))
			}
		}
	}
	return list
}

// deedsHere adds what a fighter can do where it stands.
func (b *Battle) deedsHere(list []rules.Command, i int, a actor) []rules.Command {
	d := doing{given{b.fighters[i].seat}, b.id(i)}
	from, foe := b.s.Warriors[i].At, other(b.fighters[i].seat)
	if a.may("act", false) {
		list = b.legalActs(list, i, d)
	}
	if a.may("guard", false) {
		list = append(list, b.fighters[i].guard)
	}
	if a.may("stun", false) {
		for j := range b.team(foe) {
			if b.stunnable(from, j) {
				list = append(list, Stun{d, b.id(j)})
			}
		}
	}
	for k := 0; ; k++ {
		weapon, found := b.weapon(i, k)
		if !found {
			return list
		}
		targets := b.count(foe, func(j int) bool { return b.reaches(from, j, &weapon) })
		super := weapon.Keywords.Scything && targets > 1 && !b.switches.scythingFree
		if targets == 0 || !a.may("attack", super) {
			continue
		}
		for j := range b.team(foe) {
			if b.reaches(from, j, &weapon) {
				list = append(list, Attack{d, b.id(j), k, nil})
			}
		}
	}
}

func (b *Battle) legalGoes(seat rules.Seat) []rules.Command {
	list := []rules.Command{b.seats[seat].pass}
	u := use{seat: seat, fighter: hex.None, moment: &anytime}
	for _, k := range b.s.Camps[seat].Hands[power] {
		list = b.legalPlays(list, k, &u)
	}
	return list
}

// legalPlays adds what can be done with a card in a power step.
func (b *Battle) legalPlays(list []rules.Command, k int16, u *use) []rules.Command {
	card := &b.cards[k]
	u.n, u.card = card.n, k
	if card.Kind == "ploy" && card.effect.window == "" && card.effect.usable(b, u) {
		list = append(list, card.offers.ploy)
	}
	if b.mayCycle(k) {
		list = append(list, card.offers.cycle)
	}
	return b.legalBearers(list, u.seat, k)
}

// legalBearers adds the fighters who can be given an upgrade.
func (b *Battle) legalBearers(list []rules.Command, seat rules.Seat, k int16) []rules.Command {
	if b.cards[k].Kind != "upgrade" || b.s.Camps[seat].Unspent == 0 {
		return list
	}
	for i := range b.fighters {
		if b.mayBear(k, i) {
			list = append(list, b.cards[k].offers.bearers[i])
		}
	}
	return list
}

func (b *Battle) legalUpgrades(list []rules.Command, seat rules.Seat) []rules.Command {
	for _, k := range b.s.Camps[seat].Hands[power] {
		list = b.legalBearers(list, seat, k)
	}
	return list
}

// legalEnd adds what can be done in a step of the end phase.
func (b *Battle) legalEnd(list []rules.Command, seat rules.Seat) []rules.Command {
	list = append(list, b.seats[seat].done)
	c := &b.s.Camps[seat]
	switch b.s.Phase {
	case phaseScore:
		for _, k := range c.Hands[objectives] {
			if b.scorable(k) {
				list = append(list, b.cards[k].offers.score)
			}
		}
	case phaseObjDiscard:
		for _, k := range c.Hands[objectives] {
			list = append(list, b.cards[k].offers.discard)
		}
	case phasePowDiscard:
		for _, k := range c.Hands[power] {
			list = append(list, b.cards[k].offers.discard)
		}
	case phaseUpgrades:
		list = b.legalUpgrades(list, seat)
	}
	return list
}
