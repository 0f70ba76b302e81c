package warmachine

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// This file holds facts from outside the rulebook: power attacks of warjacks, and of
// them head-butts and pushes (WM-X-PA-0 to WM-X-PA-2). Slams, throws, locks and
// tramples have files of their own.

// Kinds of power attacks.
const (
	headButt = "head-butt"
	pushing  = "push"
	slamming = "slam"
	throwing = "throw"
	locking  = "lock"
	trample  = "trample"
)

// playPowerAttack is a power attack, the whole of a combat action but for what
// focus buys after it (WM-COMBAT-6, WM-COMBAT-13).
func (b *Battle) playPowerAttack(t *rules.Turn, c PowerAttack) *rules.Fault {
	if c.Attack == trample {
		return b.playTrample(t, c)
	}
	s, fault := b.wrestled(c)
	if fault != nil {
		return fault
	}
	if c.Attack == slamming {
		return b.slam(t, &s, c)
	}
	b.payPower(t, c.Attack)
	if c.Attack == pushing {
		b.push(t, &s)
		return nil
	}
	b.resolve(t, &s)
	return nil
}

// payPower pays for a power attack.
func (b *Battle) payPower(t *rules.Turn, attack string) {
	t.Emit(FocusSpent{b.cards[b.s.Acting].id, attack, 1, "WM-X-PA-0"})
}

// mayWrestle is the rule that keeps the active troop from any power attack now, or "".
func (b *Battle) mayWrestle() string {
	i := b.s.Acting
	d := &b.s.Act.Doing[0]
	switch {
	case b.cards[i].p.Kind != "warjack":
		return "WM-X-PA-0"
	case b.s.Troops[i].Models[0].helpless():
		return b.s.Troops[i].Models[0].idle()
	case d.Movement == charge:
		return "WM-COMBAT-6"
	case d.Done || d.Movement == run:
		return "WM-COMBAT-1"
	case d.Attacks > 0:
		return "WM-COMBAT-16"
	case b.s.Troops[i].Focus == 0:
		return "WM-X-PA-0"
	}
	return ""
}

// wrestled reads a power attack on one target.
func (b *Battle) wrestled(c PowerAttack) (s strike, fault *rules.Fault) {
	i := b.s.Acting
	by := ref{i, 0}
	if fault := b.needsModule(); fault != nil {
		return s, fault
	}
	at, known := b.named(c.Target)
	if !known || !b.hostile(b.cards[at.i].seat, b.s.Turn) {
		return s, strange("target", "%q is no enemy", c.Target)
	}
	los, inReach := c.LOS, c.InReach
	if b.board {
		if b.ids[c.Target].k == none {
			at = b.nearest(by, at.i)
		}
		los = b.sees(by, at)
		inReach = los && b.within(by, at, shortReach)
	}
	rule := b.mayWrestle()
	switch {
	case rule != "":
		return s, rules.Breaks(rule, "", "it may make no power attack")
	case !b.up(at):
		return s, rules.Breaks("WM-ACTP-5", "target", "%q is destroyed", c.Target)
	case c.Attack == slamming:
	case b.board && (!c.LOS && los || !c.InReach && inReach):
		return s, strange("in_reach", "it is in melee range and seen")
	case !los:
		return s, rules.Breaks("WM-LOS-1", "los", "the target is not seen")
	case !inReach:
		return s, rules.Breaks("WM-X-PA-0", "in_reach", "the target is out of half an inch")
	}
	s = strike{
		by: by, at: at, weapon: none, name: c.Attack, kind: melee, power: b.cards[i].p.Str, law: "WM-COMBAT-6",
		boostAttack: c.BoostAttack, boostDamage: c.BoostDamage,
	}
	return s, b.fitting(c, &s, los)
}

// fitting holds a power attack against what its kind asks for, and completes it.
func (b *Battle) fitting(c PowerAttack, s *strike, los bool) *rules.Fault {
	larger := b.cards[s.at.i].base > b.cards[s.by.i].base
	switch {
	case c.Attack != locking && c.System != "":
		return unknown("system")
	case c.To != nil:
		return unknown("to")
	case len(c.Contacted) > 0:
		return unknown("contacted")
	case c.Distance != 0 && c.Attack != slamming:
		return unknown("distance")
	}
	switch c.Attack {
	case headButt:
		s.onHit = knockDown
		return when(larger, rules.Breaks("WM-X-PA-2", "target", "its base is larger"))
	case throwing:
		s.grapple = throwing
		return first(
			when(larger, rules.Breaks(throwLaw, "target", "its base is larger")),
			when(!b.fisted(s.by.i), rules.Breaks("WM-X-PA-0", "attack", "it takes a working Open Fist")),
		)
	case locking:
		s.grapple, s.system, s.power = locking, c.System, 0
		return b.lockable(s)
	case slamming:
		s.grapple = slamming
		if larger {
			s.attackModifier -= largerPenalty
		}
		if rule := b.mayCharge(0, los); rule != "" {
			return rules.Breaks(rule, "attack", "it may not slam")
		}
		return when(b.held(s.by.i), rules.Breaks(lockLaw, "attack", "it is held, or holds another"))
	}
	return nil
}

// grapple does what a power attack that hit does beside, or instead of, damage.
func (b *Battle) grapple(t *rules.Turn, s *strike) {
	switch s.grapple {
	case slamming:
		b.slammed(t, s)
	case throwing:
		b.thrown(t, s)
	case locking:
		t.Emit(Locked{b.id(s.by), b.id(s.at), s.system})
	}
}

// contest has two models try their strength: a die and STR each. Ties go to the
// first when so said.
func (b *Battle) contest(t *rules.Turn, what string, by, at ref, ties bool, law string) bool {
	own, other := b.cards[by.i].p.Str, b.cards[at.i].p.Str
	wins := func(f []int) bool { return f[0]+own > f[1]+other || ties && f[0]+own == f[1]+other }
	f := t.Throw(dice.Roll{
		Why: what, Labels: []string{what, what + "-against"}, N: 2, Sides: 6,
		Alike: func(f []int) int {
			if wins(f) {
				return 1
			}
			return 0
		},
	})
	won := wins(f)
	t.Emit(Opposed{b.id(by), b.id(at), what, f[0] + own, f[1] + other, won, law})
	return won
}

// push hits by itself: both roll, and unless it rolls higher the target is pushed an
// inch and the attacker may follow (WM-X-PA-1).
func (b *Battle) push(t *rules.Turn, s *strike) {
	const law = "WM-X-PA-1"
	t.Emit(AttackRolled{Unit: b.id(s.by), Target: b.id(s.at), Weapon: s.name, Hit: true, Law: s.law})
	if !b.contest(t, pushing, s.by, s.at, true, law) {
		return
	}
	e := Pushed{Unit: b.id(s.at), Distance: Inch.dec()}
	way := b.away(s.by, s.at)
	if b.board {
		free, _, _ := b.flight(s.at, way, Inch)
		to := way.at(free)
		e.Distance, e.To = free.dec(), &to
	}
	t.Emit(e)
	if b.held(s.by.i) || t.Ask(law, b.cards[s.by.i].seat, "follow", "stay", "follow") == 0 {
		return
	}
	e = Pushed{Unit: b.id(s.by), Distance: e.Distance, Follows: true}
	if b.board {
		way = course{b.model(s.by).at(), way.ux, way.uy, b.cards[s.by.i].radius}
		free := b.freeWay(s.by, way, inchesOf(e.Distance))
		end := way.at(free)
		step := Moved{Distance: free.dec(), To: &Spot{end.X, end.Y, b.model(s.by).Facing}}
		if b.escapes(t, s.by, step) {
			return
		}
		e.Distance, e.To = free.dec(), &end
	}
	t.Emit(e)
}

// away is the way of a model straight away from another.
func (b *Battle) away(by, at ref) course {
	from := b.model(at).at()
	v := from.minus(b.model(by).at())
	far := max(1, v.length())
	return course{from, float64(v.X) / far, float64(v.Y) / far, b.cards[at.i].radius}
}

// flight is how far a model goes that is pushed, slammed or thrown along a course: to
// the table's edge, or to the model (met) or the terrain (wall) that stops it.
func (b *Battle) flight(r ref, c course, most Inches) (free Inches, met ref, wall bool) {
	free, met = min(most, b.toEdge(c)), ref{none, none}
	for i := range b.s.Troops {
		for k := range b.s.Troops[i].Models {
			o := ref{i, k}
			if o == r || !b.up(o) {
				continue
			}
			along, off := c.meets(b.model(o).at())
			both := float64(c.radius + b.cards[i].radius + shy)
			if along <= 0 || off >= both {
				continue
			}
			if at := max(0, Inches(along-float64(leg(Inches(both), off)))); at < free {
				free, met = at, o
			}
		}
	}
	if len(b.pieces) == 0 {
		return free, met, false
	}
	if at, stopped := b.barrier(c, free, true); stopped {
		return max(0, at-shy), ref{none, none}, true
	}
	return free, met, false
}
