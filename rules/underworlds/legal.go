package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// Legal returns every command that can be given now; of the mixes of dice in a
// roll-off, which change nothing, it returns two.
func (b *Battle) Legal() []rules.Command {
	seat := b.s.Next
	switch b.s.Phase {
	case phaseBoards, phasePlacer, phaseRound:
		return []rules.Command{RollOff{given{0}, fourAttack, fourAttack}, RollOff{given{1}, fourAttack, fourDefence}}
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
		legal, _, _ := b.objectiveHexes(b.s.Objectives)
		for i := range legal.All {
			list = append(list, PlaceObjective{given{seat}, &b.names[i], nil})
		}
		return list
	case phaseDeal:
		return []rules.Command{Deal{given{0}}, Deal{given{1}}}
	case phaseMulligan:
		return []rules.Command{
			Mulligan{given{seat}, "none"}, Mulligan{given{seat}, "objectives"}, Mulligan{given{seat}, "power"}, Mulligan{given{seat}, "all"},
		}
	case phaseFighters:
		return b.legalPlacements(seat)
	case phaseActivation:
		return b.legalActivations(seat)
	case phasePower:
		return b.legalGoes(seat)
	case phaseScore, phaseObjDiscard, phaseUpgrades, phasePowDiscard:
		return b.legalEnd(seat)
	}
	return nil
}

var (
	fourAttack  = []string{"attack", "attack", "attack", "attack"}
	fourDefence = []string{"defence", "defence", "attack", "defence"}
)

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
	list = append(list, Pass{given{seat}})
	if !b.drawsNothing(seat, power, b.switches.drawNeeds) {
		list = append(list, DrawPower{given{seat}})
	}
	if b.drawsNothing(seat, objectives, b.switches.drawNeeds) {
		return list
	}
	for _, c := range b.s.Camps[seat].Hands[objectives] {
		list = append(list, ReplaceObjective{given{seat}, b.cards[c].ID})
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
	may := func(action string, super bool) bool {
		barred, _ := a.barred(action, super)
		return len(barred) == 0
	}
	seat := b.fighters[i].seat
	d := doing{given{seat}, b.id(i)}
	var foes [20]int
	n := 0
	for j := range b.team(other(seat)) {
		foes[n] = j
		n++
	}
	enemies := foes[:n]
	var room [14]AttackAction
	weapons := room[:0]
	for k := range room {
		w, ok := b.weapon(i, k)
		if !ok {
			break
		}
		weapons = append(weapons, w)
	}
	if sorts&deedsHere != 0 {
		list = b.deedsHere(list, i, d, may, enemies, weapons)
	}
	walks, charges, shocks := sorts&deedsMove != 0 && may("move", false), sorts&deedsCharge != 0 && may("charge", true), sorts&deedsShock != 0 && may("shock", true)
	if !walks && !charges && !shocks {
		return list
	}
	reached := b.walks(i, b.empty())
	if walks {
		for at := range reached.All {
			list = append(list, b.boxed(kindMove, i, 0, 0, at))
		}
	}
	for _, j := range enemies {
		there := b.s.Warriors[j].At
		if shocks && b.s.Warriors[j].Tokens.Stagger == 0 {
			for at := range ptr(reached.And(b.shape.disc(there, 1))).All {
				list = append(list, b.boxed(kindShock, i, j, 0, at))
			}
		}
		for k := range weapons {
			if !charges {
				break
			}
			for at := range ptr(reached.And(b.shape.disc(there, weapons[k].Range))).All {
				if b.reaches(at, j, &weapons[k]) {
					list = append(list, b.boxed(kindCharge, i, j, k, at))
				}
			}
		}
	}
	return list
}

// deedsHere adds what a fighter can do where it stands.
func (b *Battle) deedsHere(list []rules.Command, i int, d doing, may func(string, bool) bool, enemies []int, weapons []AttackAction) []rules.Command {
	from := b.s.Warriors[i].At
	if may("act", false) {
		list = b.legalActs(list, i, d)
	}
	if may("guard", false) {
		list = append(list, Guard{d})
	}
	stuns := may("stun", false)
	for _, j := range enemies {
		if stuns && b.stunnable(from, j) {
			list = append(list, Stun{d, b.id(j)})
		}
	}
	for k := range weapons {
		targets := 0
		for _, j := range enemies {
			if b.reaches(from, j, &weapons[k]) {
				targets++
			}
		}
		super := weapons[k].Keywords.Scything && targets > 1 && !b.switches.scythingFree
		if targets == 0 || !may("attack", super) {
			continue
		}
		for _, j := range enemies {
			if b.reaches(from, j, &weapons[k]) {
				list = append(list, Attack{d, b.id(j), k, nil})
			}
		}
	}
	return list
}

func (b *Battle) legalGoes(seat rules.Seat) []rules.Command {
	list := []rules.Command{Pass{given{seat}}}
	u := use{seat: seat, fighter: hex.None, moment: &moment{actor: hex.None}}
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
		list = append(list, PlayPloy{given{u.seat}, card.ID})
	}
	if b.mayCycle(k) {
		list = append(list, Cycle{given{u.seat}, card.ID})
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
			list = append(list, PlayUpgrade{doing{given{seat}, b.id(i)}, b.cards[k].ID})
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

func (b *Battle) legalEnd(seat rules.Seat) []rules.Command {
	list := []rules.Command{Done{given{seat}}}
	c := &b.s.Camps[seat]
	switch b.s.Phase {
	case phaseScore:
		for _, k := range c.Hands[objectives] {
			if b.scorable(k) {
				list = append(list, Score{given{seat}, b.cards[k].ID})
			}
		}
	case phaseObjDiscard:
		for _, k := range c.Hands[objectives] {
			list = append(list, Discard{given{seat}, b.cards[k].ID})
		}
	case phasePowDiscard:
		for _, k := range c.Hands[power] {
			list = append(list, Discard{given{seat}, b.cards[k].ID})
		}
	case phaseUpgrades:
		list = b.legalUpgrades(list, seat)
	}
	return list
}
