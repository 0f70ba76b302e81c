package warmachine

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

var bots = []rules.Bot{
	rules.RandomBot,
	{Name: "bold", Choose: bold},
}

// bold takes the command with the highest worth: attacks that hurt first, then charges, then
// movement toward the enemy's warcasters. It gives up only when a long battle shows no end.
func bold(b rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
	w, ok := b.(*Battle)
	if !ok {
		return legal[pick(len(legal))]
	}
	w = w.reader()
	best, _ := rules.Best(legal, func(c rules.Command) float64 {
		noise := 0.1
		if _, moves := c.(Move); moves {
			noise = 0.6 // without it the bot would stand for ever in front of an obstacle
		}
		return w.commandWorth(c) + noise*float64(pick(100))/100
	})
	return best
}

// commandWorth returns the worth of a command, roughly in points of damage.
func (b *Battle) commandWorth(c rules.Command) float64 {
	switch c := c.(type) {
	case Attack:
		s, _ := b.attackOf(c)
		return 4 + b.attackWorth(&s) + b.sprayWorth(&s, c)
	case Cast:
		return b.spellWorth(c)
	case Feat:
		return 2 + float64(len(b.enemies()))/4
	case Move:
		return b.moveWorth(c)
	case Allocate:
		return b.focusWorth(c)
	case EndControl:
		return float64(len(c.Keep)) / 4
	case Activate:
		if c.Order == ruling.Charge {
			return 1
		}
	case PowerAttack:
		return b.powerWorth(c)
	case BreakLock:
		if b.holds(b.s.Acting, b.find(c.Target)) {
			return -1
		}
		return 6
	case Dread:
		return -3
	case Special, Mend, Shake:
		return 2
	case Settle:
		return float64(c.Damage)
	case Blast:
		return float64(len(c.Under))
	case Deploy:
		if c.Unit == "" {
			return 1
		}
	case EndActivation:
		return -1
	case EndTurn:
		return -50
	case Amend:
		return -20
	case Fulfil: // what the objective is only the players know
		return -1000
	case Concede:
		if b.seesNoEnd(b.s.Turn) {
			return 100
		}
		return -100
	}
	return 0
}

// sprayWorth returns what a spray is worth against all models but its target; friendly
// models count against it.
func (b *Battle) sprayWorth(s *attackState, c Attack) float64 {
	if !s.spray || b.readSpray(s, c) != nil {
		return 0
	}
	sum := 0.0
	for _, at := range s.inSpray {
		one := *s
		one.target, one.facts = at, shotFacts{}
		if b.hostile(b.info[at.unit].seat, b.s.Turn) {
			sum += b.attackWorth(&one)
		} else {
			sum -= 2 * b.attackWorth(&one)
		}
	}
	return sum
}

// attackWorth returns the mean damage of an attack, with a bonus for warcasters and for
// destroying the target.
func (b *Battle) attackWorth(s *attackState) float64 {
	if !b.combat {
		return float64(s.power) / 4
	}
	in := b.attackRollOf(s)
	in.Boosted = s.boostAttack && b.s.Units[s.attacker.unit].Focus > 0
	hit := 1.0
	if in.Automatic() == "" {
		hit = chanceToReach(ruling.DiceCount(in.Boosted, in.ExtraDice), in.Def()-in.Bonus())
	} else if in.Kind != ruling.Melee {
		hit = 0
	}
	n := ruling.DiceCount(s.charge || s.boostDamage, b.extraDamage(s))
	mean := max(0.3, float64(b.damageBonus(s))+3.5*float64(n)-float64(b.arm(s.target.unit)))
	mean = min(mean, float64(b.info[s.target.unit].boxes))
	value := 1.0
	if b.info[s.target.unit].profile.Kind == "warcaster" {
		value = 3
	}
	return value*hit*mean + hit - 0.4*focusCost(s)
}

// powerWorth returns the worth of a power attack: its damage, and what it costs the target
// to be knocked down, moved away or held.
func (b *Battle) powerWorth(c PowerAttack) float64 {
	if c.Attack == trample {
		x, fault := b.trampleOf(c)
		if fault != nil {
			return -2
		}
		sum := 0.0
		for _, at := range x.over {
			s := b.powerStrike(modelRef{b.s.Acting, 0}, at, c)
			if b.hostile(b.info[at.unit].seat, b.s.Turn) {
				sum += b.attackWorth(&s)
			} else {
				sum -= b.attackWorth(&s)
			}
		}
		return sum
	}
	s, fault := b.powerAttackOf(c)
	switch {
	case fault != nil || !holds(c.InReach, true):
		return -2
	case c.Attack == pushing:
		return 0.5
	case c.Attack == locking:
		return 1
	}
	return 1 + b.attackWorth(&s)/2 // it uses up the action, in which a model could make several plain attacks
}

// focusCost returns the focus that an attack costs.
func focusCost(s *attackState) float64 {
	n := 0.0
	for _, is := range []bool{s.additional, s.boostAttack, s.boostDamage && !s.charge} {
		if is {
			n++
		}
	}
	return n
}

// chanceToReach returns the approximate chance that n dice reach a total, by a bell curve.
func chanceToReach(n, total int) float64 {
	mean, spread := 3.5*float64(n), math.Sqrt(35.0/12*float64(n))
	return min(0.97, max(0.03, 0.5*math.Erfc((float64(total)-0.5-mean)/(spread*math.Sqrt2))))
}

// spellWorth returns the worth of casting a spell.
func (b *Battle) spellWorth(c Cast) float64 {
	s, profile, fault := b.castOf(c)
	switch {
	case fault != nil:
		return -2
	case profile.Offensive:
		return 2 + b.attackWorth(&s) - 0.6*float64(profile.Cost)
	case b.inPlay(s.attacker.unit, profile.ID):
		return -2
	}
	return 1.5 - 0.3*float64(profile.Cost)
}

// focusWorth gives focus to warjacks near an enemy, and keeps two points.
func (b *Battle) focusWorth(c Allocate) float64 {
	i := b.find(c.Warjack)
	by := b.info[i].controller
	if b.s.Units[by].Focus-c.Points < 2 {
		return -1
	}
	if !b.board {
		return float64(c.Points)
	}
	far := ruling.Inches(b.spd(i)+ruling.ChargeBonus+2) * ruling.Inch
	for _, j := range b.enemiesOf(b.info[i].seat) {
		if b.unitWithin(modelRef{i, 0}, j, far) {
			return float64(c.Points)
		}
	}
	return 0.5 - float64(c.Points)/4
}

// enemiesOf returns the units in play that are hostile to a seat.
func (b *Battle) enemiesOf(seat rules.Seat) []int {
	return b.unitsWhere(func(i int) bool { return b.unitInPlay(i) && b.hostile(b.info[i].seat, seat) })
}

// patientRounds is the round from which warcasters advance too.
const patientRounds = 6

// moveWorth returns the worth of a movement: a charge that succeeds, or inches gained toward
// a warcaster. A unit that shoots well and has an enemy in range stays and aims.
func (b *Battle) moveWorth(c Move) float64 {
	i := b.s.Acting
	p := &b.info[i].profile
	wary := p.Kind == "warcaster" && b.round() < patientRounds
	switch {
	case c.Movement == ruling.Charge && (b.board || holds(c.InReach, true)):
		if wary {
			return 0.8
		}
		return 4
	case c.Movement == rideOn:
		return 0.3
	case c.Movement == ruling.Forfeit:
		if b.shootsFrom() {
			return 3
		}
		return 0
	case !b.board:
		if c.Movement == ruling.Run {
			return -1
		}
		return 0.5
	case len(c.Path) == 0:
		return 0
	}
	r := b.active()
	before, after := b.toWarcaster(b.model(r).at()), b.toWarcaster(c.Path[len(c.Path)-1])
	gain := (before - after) / 6000
	if c.Movement == ruling.Run {
		gain -= 0.5
	}
	if wary && after < 16_000 {
		return -gain / 2
	}
	return gain
}

// shootsFrom reports whether the active unit has an enemy in range at its place.
func (b *Battle) shootsFrom() bool {
	i, far := b.s.Acting, ruling.Inches(0)
	for w := range b.info[i].profile.Weapons {
		far = max(far, b.info[i].profile.Weapons[w].Range)
	}
	return b.board && far > 0 && slices.ContainsFunc(b.enemies(), func(j int) bool { return b.unitWithin(b.active(), j, far) })
}

// toWarcaster returns the distance of a point from the nearest enemy warcaster, or enemy if
// there is none.
func (b *Battle) toWarcaster(p ruling.Point) float64 {
	near := math.Inf(1)
	for _, j := range b.enemies() {
		far := b.s.Units[j].Models[b.s.Units[j].Lead].at().Minus(p).Length()
		if b.info[j].profile.Kind != "warcaster" {
			far += 12_000
		}
		near = min(near, far)
	}
	return near
}
