package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
)

var bots = []rules.Bot{
	rules.RandomBot,
	{Name: "greedy", Choose: greedy},
}

// greedy is a bot that takes the command of the greatest worth: kills and damage first, then
// positions. It chooses at random among equals.
func greedy(b rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
	w, ok := b.(*Battle)
	if !ok {
		return legal[pick(len(legal))]
	}
	pick(len(legal)) // drawn so that a seed keeps giving the same battle
	best, _ := rules.Best(legal, func(c rules.Command) float64 { return w.commandWorth(c) + float64(pick(100))/1000 })
	return best
}

// commandWorth estimates the worth of a command, roughly in points of damage.
func (b *Battle) commandWorth(c rules.Command) float64 {
	switch c := c.(type) {
	case Attack:
		return 2 + b.attackWorth(&c)
	case Move:
		return b.moveWorth(&c)
	case UseAbility:
		return b.abilityWorth(&c)
	case Disengage:
		i := b.find(c.Fighter)
		if h := b.health(i); 3*h.Left() < h.Wounds {
			return 1.5
		}
		return -1
	case Wait, EndActivation, ForgoBonus:
		return 0
	case DropTreasure, Manual, Amend:
		return -5
	case DeclareWild:
		if len(c.Uses) == 1 && c.Uses[0].Use == "upgrade" {
			return 1
		}
	case Awaken:
		if c.Objective == "" {
			return -1
		}
	case DrawCard:
		if c.Card != "" {
			return -1 // it has no real cards to draw from
		}
	case Deploy:
		return 1
	}
	return 0
}

// attackWorth returns the mean damage of an attack action, with a bonus for a kill.
func (b *Battle) attackWorth(c *Attack) float64 {
	i := b.find(c.Fighter)
	j, weapon, f, fault := b.attackOf(c, i)
	if fault != nil {
		return 0
	}
	a := b.attack(i, j, &weapon, &f)
	r := a.Prepare()
	mean := float64(r.Attacks) * (float64(6-r.Need)*float64(weapon.DmgHit+a.Modifiers.DmgHit) + float64(weapon.DmgCrit+a.Modifiers.DmgCrit)) / 6
	left := float64(a.Target.Left())
	if mean >= left {
		return left + 5 + float64(b.info[j].profile.Points)/50
	}
	return mean + 2*mean/left
}

// moveWorth returns how much nearer a move brings the fighter to enemies and markers.
func (b *Battle) moveWorth(c *Move) float64 {
	if c.PickUp != "" {
		return 6
	}
	if !b.board {
		return 1 + float64(rules.BoolToInt(len(valueOr(c.EndsNear, nil)) == 1))
	}
	i := b.find(c.Fighter)
	from, to := b.s.Fighters[i].At, *c.Path[len(c.Path)-1].To
	gain := b.nearness(i, to) - b.nearness(i, from)
	if c.Path[len(c.Path)-1].Type == "climb" && to.Z < from.Z+rules.One {
		gain--
	}
	return gain
}

// nearness is greater the nearer a point is to a marker worth holding or an enemy worth fighting.
func (b *Battle) nearness(i int, at Point) float64 {
	best := -40.0
	for k := range b.s.Objectives {
		o := &b.s.Objectives[k]
		if o.Awake && o.Controller != b.info[i].seat {
			best = max(best, 3-o.At.flat().sub(at.flat()).length())
		}
	}
	for k := range b.s.Treasures {
		if t := &b.s.Treasures[k]; t.Carrier < 0 {
			best = max(best, 4-t.At.flat().sub(at.flat()).length())
		}
	}
	for j := range b.info {
		if b.info[j].seat != b.info[i].seat && b.inPlay(j) {
			best = max(best, -plane.Distance(b.baseAt(i, at), b.s.Fighters[j].base))
		}
	}
	return best
}

func (b *Battle) abilityWorth(c *UseAbility) float64 {
	i := b.find(c.Fighter)
	near := b.isEngaged(i)
	switch c.Ability {
	case "rush":
		if near {
			return -1
		}
		return 0.5
	case "onslaught", "aim-for-the-eyes":
		if near {
			return 20
		}
		return -1
	case "respite":
		return float64(min(c.Value, b.s.Fighters[i].Damage)) - 1
	case "rampage", "grab-and-maul":
		return 15
	case "inspiring-presence", "ropes", "taunt":
		return 3
	case "monstrous-reach", "ferocious-demolition":
		return 0.2
	}
	return 2
}
