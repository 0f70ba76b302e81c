package warmaster

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

var bots = []rules.Bot{
	rules.RandomBot,
	{Name: "greedy", Choose: greedy},
}

// greedy takes the command with the highest worth and breaks ties at random. An order is worth more
// the more the units could do with it; this is worked out only for those that may be the best.
func greedy(b rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
	w, ok := b.(*Battle)
	if !ok {
		return legal[pick(len(legal))]
	}
	w = w.reader()
	worth, byWorth := make([]float64, len(legal)), make([]int, len(legal))
	for k, c := range legal {
		worth[k], byWorth[k] = w.worth(c)+float64(pick(100))/1000, k
	}
	slices.SortStableFunc(byWorth, func(k, l int) int { return cmp.Compare(worth[l], worth[k]) })
	best, most, uses := rules.Command(nil), math.Inf(-1), map[string]float64{}
	for _, k := range byWorth {
		v := worth[k]
		if v <= most {
			break
		}
		if c, ok := legal[k].(Order); ok && w.board && v > 0 {
			units := append([]string{c.Unit}, c.With...)
			id := strings.Join(units, " ")
			if _, known := uses[id]; !known {
				uses[id] = w.useOfOrder(units)
			}
			v *= uses[id]
		}
		if v > most {
			best, most = legal[k], v
		}
	}
	return best
}

// useOfOrder is how much units could do with an order, from 0 to 1: most if one of them could charge,
// otherwise the more the nearer they could come to the enemy.
func (b *Battle) useOfOrder(units []string) float64 {
	then := &Battle{fixed: b.fixed, s: b.s, remembers: true}
	then.s.Moving = b.findAll(units)
	then.s.OrdersActions = append(slices.Clone(b.s.OrdersActions), ruling.OrdersAction{Event: "order", Units: units})
	for _, i := range then.s.Moving {
		if slices.ContainsFunc(then.chargesOf(i, false), func(c rules.Command) bool { return then.worth(c) > 0 }) {
			return 1
		}
	}
	for k := range moveIdeas {
		if c, ok := then.moveIdea(then.s.Moving, k); ok {
			return min(1, (then.worth(c)-stay)/8) // 32 cm nearer are worth a charge
		}
	}
	return 0
}

// worth is how much a command promises. The number means nothing but for comparison.
func (b *Battle) worth(c rules.Command) float64 {
	switch c := c.(type) {
	case Charge:
		v := b.match(c.Unit, c.Target)
		if v < 0 {
			return v
		}
		return 20 + v
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

// orderWorth prefers orders that are likely to succeed, to many units. It supposes that the units can
// do the best with it.
func (b *Battle) orderWorth(c Order) float64 {
	who := b.find(c.Character)
	in, fault := b.commandTest(who, append([]string{c.Unit}, c.With...), c)
	if fault != nil {
		return -1
	}
	need := in.Penalties().NumberNeeded
	chance := [13]float64{0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36}[min(12, max(0, need))] / 36
	v := chance * 10 * (1 + float64(len(c.With))*0.6)
	if b.info[who].profile.Type == "general" {
		v /= 4 // when he fails, nobody gives another
	}
	if chance < 0.4 {
		return -1
	}
	if len(b.s.Moving) > 0 {
		return v / 7 // less than any move ahead: the last order is carried out first
	}
	return v
}

// stay is the worth of a move that comes no nearer to the enemy.
const stay = 4

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
	return stay + (now.Float()-then.Float())/4
}
