package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

var bots = []rules.Bot{
	rules.RandomBot,
	{Name: "greedy", Choose: greedy},
}

// greedy takes the command with the highest worth and breaks ties at random.
func greedy(b rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
	w, ok := b.(*Battle)
	if !ok {
		return legal[pick(len(legal))]
	}
	w = w.reader()
	best, _ := rules.Best(legal, func(c rules.Command) float64 { return w.worth(c) + float64(pick(100))/1000 })
	return best
}

// worth is how much a command promises. The number means nothing but for comparison.
func (b *Battle) worth(c rules.Command) float64 {
	switch c := c.(type) {
	case Charge:
		return 20 + b.match(c.Unit, c.Target)
	case Advance:
		return 20 + b.match(c.Unit, c.Target)
	case Evade:
		i, j := b.find(c.Unit), b.find(c.Enemy)
		if b.power(j) > 2*b.power(i) {
			return 12
		}
		return -5
	case Move:
		return b.moveWorth(c)
	case Order:
		return b.orderWorth(c)
	case MoveCharacter:
		if c.Joins == "" {
			return 1
		}
		return 2 - 2*float64(b.s.Units[b.find(c.Joins)].Marked)
	case Shoot, ShootCharger, Magic:
		return 30
	case Fight, Result, Engage, Return, Start, Deploy, DriveBack:
		return 5
	case Pursue:
		return 15 + b.match(c.Unit, c.Target)
	case Hold:
		return 4
	case FallBack, Reform, Concede, HoldFire, Amend:
		return -10
	case EndPhase:
		return 0
	}
	return 1
}

// power is how strong a unit is in combat.
func (b *Battle) power(i int) float64 {
	c, p := &b.info[i], &b.s.Units[i]
	armour := float64(ruling.LeastSave(c.profile.Armour)-1) / 6
	return float64(p.Stands) * (float64(c.profile.Attack.Combat) + float64(c.profile.Hits)/(armour+0.1)/2)
}

// match compares a charger with its target.
func (b *Battle) match(unit, target string) float64 {
	i, j := b.find(unit), b.find(target)
	v := b.power(i) + 3*float64(b.s.Units[i].Stands*ruling.ChargeBonus(b.info[i].profile.Type)) - b.power(j)
	if b.engaged(j) {
		v += 6
	}
	return v / 4
}

// orderWorth prefers orders that are likely to succeed, to many units, near the enemy.
func (b *Battle) orderWorth(c Order) float64 {
	who := b.find(c.Character)
	in, fault := b.commandTest(who, append([]string{c.Unit}, c.With...), c)
	if fault != nil {
		return -1
	}
	need := in.Penalties().NumberNeeded
	chance := [13]float64{0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36}[min(12, max(0, need))] / 36
	v := chance * 6 * (1 + float64(len(c.With))*0.6)
	if b.info[who].profile.Type == "general" {
		v -= 2
	}
	if chance < 0.4 {
		return -1
	}
	for _, i := range b.s.Moving {
		if c.Unit == b.id(i) {
			return -2 // it has an order left to give
		}
	}
	return v
}

// moveWorth is how much a move promises: to be nearer to the enemy, and to shoot.
func (b *Battle) moveWorth(c Move) float64 {
	if !b.board || c.Place == nil {
		return 5
	}
	i := b.find(c.Unit)
	spots, _, fault := b.readPlace(i, c.Place, "place")
	if fault != nil {
		return 0
	}
	at, was := b.blockAt(i, spots[len(spots)/2]).Centre, b.s.Units[i].blocks[len(spots)/2].Centre
	now, then := cmFromSquare(b.wayToEnemy(c.Seat, was).Square(), 1), cmFromSquare(b.wayToEnemy(c.Seat, at).Square(), 1)
	if b.info[i].profile.Attack.Shooting > 0 && then < b.rangeOf(i)*2/3 {
		return 1
	}
	return 4 + (now.Float()-then.Float())/4
}
