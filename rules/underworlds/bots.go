package underworlds

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

var bots = []rules.Bot{
	rules.RandomBot,
	{Name: "greedy", Choose: greedy},
}

// greedy takes the command with the highest worth in glory, now or by the end of the round.
// Ties and choices without a worth are random.
func greedy(b rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
	w, ok := b.(*Battle)
	if !ok {
		return legal[pick(len(legal))]
	}
	best, _ := rules.Best(legal, func(c rules.Command) float64 { return w.worth(c) + float64(pick(100))/1000 })
	return best
}

// worth returns the worth of a command, roughly in glory.
func (b *Battle) worth(c rules.Command) float64 {
	switch c := c.(type) {
	case Attack:
		return 1 + b.attackWorth(b.find(c.Fighter), b.find(c.Target), c.Weapon)
	case Charge:
		if b.targetsAfterMove() {
			return 0.6 + b.chargeWorth(b.find(c.Fighter), c.moveEnd) + b.hexWorth(b.find(c.Fighter), c.moveEnd)
		}
		return 0.6 + b.attackWorth(b.find(c.Fighter), b.find(c.Target), c.Weapon) + b.hexWorth(b.find(c.Fighter), c.moveEnd)
	case Move:
		return b.hexWorth(b.find(c.Fighter), c.moveEnd)
	case Shock:
		return -0.5
	case Stun:
		return 0.3
	case Guard:
		return 0.2
	case DrawPower:
		return 0.25
	case ReplaceObjective:
		return 0.1
	case PlayUpgrade:
		if b.s.Round == ruling.RoundCount && b.s.Phase == phaseUpgrades {
			return -1
		}
		return 2 + float64(b.wounds(b.find(c.Fighter)))/10
	case PlayPloy:
		return 1
	case Cycle:
		return 0.5
	case Score:
		if k, fault := b.inHand(c.Seat, objectiveDeck, c.Card); fault == nil && b.card(k).byHand {
			return -1 // only people know whether it is met
		}
		return 5
	case NameCard:
		return 6
	case Amend:
		return 0.5
	case Nod:
		if c.Agree {
			return 1
		}
	case Discard:
		return -1
	case Mulligan:
		if c.Hands == "none" {
			return 1
		}
	}
	return 0
}

// attackWorth returns the approximate worth of the glory and damage of an Attack action.
func (b *Battle) attackWorth(i, j, k int) float64 {
	a, ok := b.attackActionOf(i, k)
	if !ok || i < 0 || j < 0 {
		return 0
	}
	return b.strikeWorth(j, &a)
}

// strikeWorth is attackWorth of an Attack action against an enemy.
func (b *Battle) strikeWorth(j int, a *AttackAction) float64 {
	own := 1 - math.Pow(float64(ruling.AttackCounts(a.Symbol, 0).Failing())/6, float64(a.Dice))
	onGuard := b.onGuard(j)
	safe := 1 - math.Pow(float64(ruling.DefenceCounts(b.face(j).Symbol, 0, onGuard, a.Keywords).Failing())/6, float64(b.face(j).Defence))
	chance := own * (1 - 0.6*safe)
	left := float64(max(1, b.wounds(j)-b.s.Fighters[j].WoundCounters))
	if float64(a.Damage) >= left {
		return chance * (4 + float64(ruling.Bounty(b.wounds(j))))
	}
	return chance * 2 * float64(a.Damage) / left
}

// chargeWorth returns the worth of the best attack from the end of a move.
func (b *Battle) chargeWorth(i int, to moveEnd) float64 {
	if i < 0 {
		return 0
	}
	best := 0.0
	for _, w := range b.weapons(i) {
		for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
			reached := false
			if b.measured {
				reached = slices.Contains(to.Stand.Beside, b.id(j)) || w.Range > 1 && !w.Keywords.Scything
			} else {
				reached = b.canTarget(b.cellAt(to.Hex), j, &w)
			}
			if reached {
				best = max(best, b.strikeWorth(j, &w))
			}
		}
	}
	return best
}

// hexWorth returns the worth of an end of a move compared with the fighter's place.
func (b *Battle) hexWorth(i int, to moveEnd) float64 {
	if i < 0 {
		return 0
	}
	if b.measured {
		return b.standingWorth(i, to.Stand)
	}
	return b.placeWorth(i, b.cellAt(to.Hex)) - b.placeWorth(i, b.s.Fighters[i].At)
}

// standingWorth returns the worth of a Standing on a measured table.
func (b *Battle) standingWorth(i int, s *Standing) float64 {
	worth := func(objective bool, territory string) float64 {
		v := 0.0
		if objective {
			v += 1.2
		}
		if territory == "enemy" {
			v += 0.5
		}
		return v
	}
	w := &b.s.Fighters[i]
	return worth(s.Objective > 0, s.Territory) - worth(w.Standing.Objective > 0, w.Standing.Territory)
}

// placeWorth returns the worth of a cell for a fighter.
func (b *Battle) placeWorth(i, at int) float64 {
	if at == hex.None {
		return 0
	}
	seat := b.fighters[i].seat
	v := 0.0
	for _, token := range b.s.Objectives {
		if token == at {
			v += 1.2
		}
	}
	if b.Territory[opponent(seat)].Has(at) {
		v += 0.5
	}
	near := 99
	for j := range b.fightersOf(opponent(seat)) {
		if d := b.Distance(at, b.s.Fighters[j].At); d != hex.None {
			near = min(near, d)
		}
	}
	return v - float64(near)/10
}
