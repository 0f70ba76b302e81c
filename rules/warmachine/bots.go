package warmachine

import (
	"math"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

var bots = []rules.Bot{
	{Name: "random", Any: true, Choose: func(_ rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
		return legal[pick(len(legal))]
	}},
	{Name: "bold", Choose: bold},
}

// bold takes the command that promises most: blows that hurt first, then charges,
// then ground toward the enemy's warcasters. It never gives up.
func bold(b rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
	w, ok := b.(*Battle)
	if !ok {
		return legal[pick(len(legal))]
	}
	best, worth := legal[0], math.Inf(-1)
	for _, c := range legal {
		whim := 0.1
		if _, moves := c.(Move); moves {
			whim = 0.6 // or it would stand for ever before what is in the way
		}
		if v := w.commandWorth(c) + whim*float64(pick(100))/100; v > worth {
			best, worth = c, v
		}
	}
	return best
}

// commandWorth is what a command promises, in points of damage or so.
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
	case Concede:
		if b.seesNoEnd(b.s.Turn) {
			return 100
		}
		return -100
	}
	return 0
}

// sprayWorth is what a spray promises against all but its target; friends count against it.
func (b *Battle) sprayWorth(s *attackState, c Attack) float64 {
	if !s.spray || b.readSpray(s, c) != nil {
		return 0
	}
	sum := 0.0
	for _, at := range s.inSpray {
		one := *s
		one.target, one.facts = at, shotFacts{LOS: true}
		if b.hostile(b.info[at.unit].seat, b.s.Turn) {
			sum += b.attackWorth(&one)
		} else {
			sum -= 2 * b.attackWorth(&one)
		}
	}
	return sum
}

// attackWorth is the mean damage of an attack, with a premium for warcasters and kills.
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

// powerWorth is what a power attack promises: its damage, and what lying down, being
// out of the way or held costs the target.
func (b *Battle) powerWorth(c PowerAttack) float64 {
	if c.Attack == trample {
		x, fault := b.trampleOf(c)
		if fault != nil {
			return -2
		}
		sum := 0.0
		for _, at := range x.over {
			s := b.trampleStrike(modelRef{b.s.Acting, 0}, at, c)
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
	case fault != nil || !c.InReach:
		return -2
	case c.Attack == pushing:
		return 0.5
	case c.Attack == locking:
		return 1
	}
	return 1 + b.attackWorth(&s)/2 // it is all of an action, where plain attacks are several
}

// focusCost is the focus that an attack costs.
func focusCost(s *attackState) float64 {
	n := 0.0
	for _, is := range []bool{s.additional, s.boostAttack, s.boostDamage && !s.charge} {
		if is {
			n++
		}
	}
	return n
}

// chanceToReach is about the chance that dice reach a total, as a bell curve has it.
func chanceToReach(n, total int) float64 {
	mean, spread := 3.5*float64(n), math.Sqrt(35.0/12*float64(n))
	return min(0.97, max(0.03, 0.5*math.Erfc((float64(total)-0.5-mean)/(spread*math.Sqrt2))))
}

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

// focusWorth gives focus to warjacks that are near an enemy, and keeps two points.
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
	for _, j := range b.foesOf(b.info[i].seat) {
		if b.unitWithin(modelRef{i, 0}, j, far) {
			return float64(c.Points)
		}
	}
	return 0.5 - float64(c.Points)/4
}

func (b *Battle) foesOf(seat rules.Seat) []int {
	var all []int
	for i := range b.info {
		if b.unitInPlay(i) && b.hostile(b.info[i].seat, seat) {
			all = append(all, i)
		}
	}
	return all
}

// patientRounds is the round from which warcasters go forward themselves.
const patientRounds = 6

// moveWorth is what a movement gains: a charge that lands, or inches toward a
// warcaster. Who shoots well and has somebody in range stays and aims.
func (b *Battle) moveWorth(c Move) float64 {
	i := b.s.Acting
	p := &b.info[i].profile
	wary := p.Kind == "warcaster" && b.round() < patientRounds
	switch {
	case c.Movement == ruling.Charge && (!b.board && c.InReach || b.board):
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
	r := modelRef{i, b.s.Units[i].Lead}
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

// shootsFrom reports whether the active unit has an enemy in range where it stands.
func (b *Battle) shootsFrom() bool {
	if !b.board {
		return false
	}
	i := b.s.Acting
	r := modelRef{i, b.s.Units[i].Lead}
	for n := range b.info[i].profile.Weapons {
		w := &b.info[i].profile.Weapons[n]
		if w.Kind != ruling.Ranged {
			continue
		}
		for _, j := range b.enemies() {
			if b.unitWithin(r, j, w.Range) {
				return true
			}
		}
	}
	return false
}

// toWarcaster is how far a point is from the nearest enemy warcaster, or enemy.
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
