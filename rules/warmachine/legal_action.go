package warmachine

import (
	"math"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// settlements returns outcomes of the pending attack.
func (b *Battle) settlements() []rules.Command {
	w := b.s.Pending
	if w.Power == 0 {
		return []rules.Command{Settle{bySeat{b.s.Turn}, 0, false}, Settle{bySeat{b.s.Turn}, 1, false}, Settle{bySeat{b.s.Turn}, 3, false}, Settle{bySeat{b.s.Turn}, 0, true}}
	}
	all := []rules.Command{Blast{bySeat{b.s.Turn}, []string{}}}
	t := &b.s.Units[w.At]
	for k := range t.Models {
		if !t.Models[k].Gone && k != w.On {
			return append(all, Blast{bySeat{b.s.Turn}, []string{b.info[w.At].models[k]}})
		}
	}
	return all
}

// attacks returns all attacks that the active unit may make now: by weapon and target unit,
// made by the first model that can.
func (b *Battle) attacks() []rules.Command {
	var all []rules.Command
	p := &b.info[b.s.Acting].profile
	focus := b.combat && p.spendsFocus() && b.s.Units[b.s.Acting].Focus > 0
	for _, j := range b.enemies() {
		for w := range p.Weapons {
			for _, extra := range [2]bool{false, true} {
				c := b.plainAttack(w, j, extra)
				s, d := b.attackOf(c)
				if d.rule != "" || b.board && s.weaponRange > 0 && s.facts.Distance > s.weaponRange {
					continue
				}
				all = append(all, c)
				if focus && (!extra || b.s.Units[b.s.Acting].Focus > 1) {
					c.BoostAttack, c.BoostDamage = true, true
					all = append(all, c)
				}
				if together, ok := b.withJoiners(c, s); ok {
					all = append(all, together)
				}
			}
		}
	}
	return all
}

// plainAttack returns an attack with facts that let it succeed.
func (b *Battle) plainAttack(w, j int, extra bool) Attack {
	profile := &b.info[b.s.Acting].profile.Weapons[w]
	c := Attack{bySeat: bySeat{b.s.Turn}, Target: b.info[j].id, Weapon: profile.ID, With: []string{}, Under: []string{}, InReach: yes, Additional: extra}
	c.LOS = yes
	if !b.board && profile.Kind == ruling.Ranged {
		far := profile.Range.Dec()
		c.Distance = &far
	}
	return c
}

// withJoiners returns an attack with every model that can join in; ok if there is one.
func (b *Battle) withJoiners(c Attack, s attackState) (Attack, bool) {
	if b.info[s.attacker.unit].size == 1 || !b.mayCombine(&c, &s) {
		return c, false
	}
	c.Who, c.Target = b.id(s.attacker), b.id(s.target)
	c.BoostAttack, c.BoostDamage = false, false
	for k := range b.s.Activation.Models {
		if b.canJoin(&c, &s, modelRef{s.attacker.unit, k}) {
			c.With = append(c.With, b.info[s.attacker.unit].models[k])
		}
	}
	return c, len(c.With) > 0
}

// casts returns the spells, the feat and the mending of the active model.
func (b *Battle) casts() []rules.Command {
	i := b.s.Acting
	p := &b.info[i].profile
	if !b.combat || b.castingBarRule() != "" {
		return nil
	}
	var all []rules.Command
	for n := range p.Spells {
		if b.s.Units[i].Focus < p.Spells[n].Cost {
			continue
		}
		for j := -1; j < len(b.info); j++ {
			all = append(all, b.castings(n, j, "")...)
			for node := range b.info {
				if j >= 0 && b.info[node].controller == i && b.info[node].profile.hasAbility("arc-node") {
					all = append(all, b.castings(n, j, b.info[node].id)...)
				}
			}
		}
	}
	if p.Feat != nil && !b.s.Units[i].Feat {
		c := Feat{bySeat{b.s.Turn}, []string{}}
		all = append(all, c)
		if !b.board {
			c.On = b.featIDs(p.Feat)
			all = append(all, c)
		}
	}
	if n := b.mendable(); n > 0 {
		all = append(all, Mend{bySeat{b.s.Turn}, 1})
		if n > 1 {
			all = append(all, Mend{bySeat{b.s.Turn}, n})
		}
	}
	return all
}

// mendable returns how much damage the active warcaster may mend.
func (b *Battle) mendable() int {
	i := b.s.Acting
	if !b.combat || b.info[i].profile.Kind != "warcaster" {
		return 0
	}
	return min(b.s.Units[i].Focus, b.s.Units[i].Models[0].Damage)
}

// castings returns the ways to cast spell n at unit j, or at the caster if j is noUnit.
func (b *Battle) castings(n, j int, through string) []rules.Command {
	c, ok := b.aimedCast(n, j, through)
	if !ok {
		return nil
	}
	if b.board && b.info[b.s.Acting].profile.Spells[n].places() > 0 {
		return b.offeredPlacements(c)
	}
	s, _, fault := b.castOf(c)
	if fault != nil || b.board && s.weaponRange > 0 && s.facts.Distance > s.weaponRange {
		return nil
	}
	return []rules.Command{c}
}

// aimedCast returns that spell before all its conditions are checked.
func (b *Battle) aimedCast(n, j int, through string) (Cast, bool) {
	profile := &b.info[b.s.Acting].profile.Spells[n]
	if (profile.On == "self") != (j < 0) || j >= 0 && (!b.unitInPlay(j) || b.hostile(b.info[j].seat, b.s.Turn) != (profile.On == "enemy")) {
		return Cast{}, false
	}
	origin := modelRef{b.s.Acting, 0}
	if through != "" {
		origin.unit = b.find(through)
	}
	if b.board && j >= 0 && !b.unitWithin(origin, j, profile.Range) {
		return Cast{}, false
	}
	c := Cast{bySeat: bySeat{b.s.Turn}, Spell: profile.ID, Through: through, Open: yes}
	c.LOS = yes
	if j >= 0 {
		c.Target = b.info[j].id
	}
	if j >= 0 && !b.board {
		far := profile.Range.Dec()
		c.Distance = &far
	}
	return c, true
}

// specials returns the special actions that the active unit can perform.
func (b *Battle) specials() []rules.Command {
	var all []rules.Command
	p := &b.info[b.s.Acting].profile
	for n := range p.Actions {
		for j := range b.info {
			if b.info[j].seat != b.s.Turn || b.info[j].profile.Kind != "warjack" || !b.unitInPlay(j) {
				continue
			}
			c := Special{bySeat: bySeat{b.s.Turn}, Action: p.Actions[n].ID, Target: b.info[j].id, Contact: yes}
			if _, d := b.actor(c, modelRef{j, 0}); d.rule == "" {
				all = append(all, c)
			}
		}
	}
	return all
}

// This file holds facts from outside the rulebook: the power attacks, and the movements of
// light cavalry after its action, that Legal and Sample offer.

// powerAttacks returns the power attacks that may be made now: on a board those that reach,
// on a measured table those on every enemy.
func (b *Battle) powerAttacks() []rules.Command {
	if !b.combat || b.powerAttackBarRule() != "" {
		return nil
	}
	var all []rules.Command
	enemies := b.enemies()
	for _, j := range enemies {
		all = b.addPowerAttacks(all, j)
	}
	for _, j := range enemies {
		if c, ok := b.trampleIdea(j); ok {
			all = append(all, c)
		}
	}
	return all
}

// addPowerAttacks adds the power attacks on the nearest model of unit j.
func (b *Battle) addPowerAttacks(all []rules.Command, j int) []rules.Command {
	by := modelRef{b.s.Acting, 0}
	at := b.lead(j)
	c := PowerAttack{bySeat: bySeat{b.s.Turn}, LOS: yes, InReach: yes, Contacted: []string{}}
	near := true
	if b.board {
		at = b.nearest(by, j)
		near = b.reaches(by, at, shortReach)
	}
	if !near && b.board && (b.s.Activation.Models[0].Movement != "" || !b.within(by, at, b.chargeDistance(by.unit)+shortReach)) {
		return all
	}
	c.Target = b.id(at)
	add := func(kind, system string) {
		c.Attack, c.System = kind, system
		if _, fault := b.powerAttackOf(c); fault == nil {
			all = append(all, c)
		}
	}
	if near {
		add(pushing, "")
		if b.info[j].base <= b.info[by.unit].base {
			add(headButt, "")
			if b.hasOpenFist(by.unit) {
				add(throwing, "")
			}
		}
		if b.info[j].profile.Kind == "warjack" && b.hasOpenFist(by.unit) {
			for _, s := range ruling.Systems[:3] {
				add(locking, s.Name)
			}
		}
	}
	if slam, ok := b.slamIdea(c, by, at); ok {
		all = append(all, slam)
		if !b.board && len(b.enemies()) > 0 && j == b.enemies()[0] {
			slam.InReach = no
			all = append(all, slam)
		}
	}
	return all
}

// slamIdea returns a slam that reaches its target; ok if there is one.
func (b *Battle) slamIdea(c PowerAttack, by, at modelRef) (PowerAttack, bool) {
	c.Attack, c.System = slamming, ""
	most := b.chargeDistance(by.unit)
	if b.s.Activation.Models[0].Movement != "" || b.board && !b.within(by, at, most+shortReach) {
		return c, false
	}
	if !b.board {
		c.Distance = most.Dec()
	}
	s, fault := b.powerAttackOf(c)
	if fault != nil || !b.board {
		return c, fault == nil
	}
	e, done, fault := b.workOutCharge(s.attacker, s.target, Move{Movement: ruling.Charge}, shortReach, true)
	return c, fault == nil && done.Success && ruling.InchesOf(e.Distance) >= slamFrom
}

// trampleIdea returns a trample through the nearest small base of unit j, as far behind it as
// there is room; ok if there is one.
func (b *Battle) trampleIdea(j int) (PowerAttack, bool) {
	by := modelRef{b.s.Acting, 0}
	c := PowerAttack{bySeat: bySeat{b.s.Turn}, Attack: trample, LOS: yes, InReach: yes, Contacted: []string{}}
	if b.info[j].base > 0 || b.info[by.unit].profile.Base != "large" || b.s.Activation.Models[0].Movement != "" {
		return c, false
	}
	most := b.chargeDistance(by.unit)
	if !b.board {
		c.Distance, c.Contacted = most.Dec(), []string{b.id(b.lead(j))}
		_, fault := b.trampleOf(c)
		return c, fault == nil
	}
	at := b.nearest(by, j)
	if !b.within(by, at, most) {
		return c, false
	}
	v := b.model(at).at().Minus(b.model(by).at())
	long := max(1, v.Length())
	way := ruling.Course{From: b.model(by).at(), Ux: float64(v.X) / long, Uy: float64(v.Y) / long, Radius: b.info[by.unit].radius}
	for far := most - stopGap; float64(far) > long; far -= ruling.Inch / 2 {
		to := way.At(far)
		c.To = &to
		if _, fault := b.trampleOf(c); fault == nil {
			return c, true
		}
	}
	return c, false
}

// samplePower returns one power attack at random. It tries the enemy units in turn from a
// random one.
func (b *Battle) samplePower(pick func(n int) int) rules.Command {
	if !b.combat || b.powerAttackBarRule() != "" {
		return nil
	}
	n := len(b.info)
	from := pick(n)
	for k := range n {
		j := (from + k) % n
		if !b.unitInPlay(j) || !b.hostile(b.info[j].seat, b.s.Turn) {
			continue
		}
		all := b.addPowerAttacks(nil, j)
		if c, ok := b.trampleIdea(j); ok {
			all = append(all, c)
		}
		if len(all) > 0 {
			return all[pick(len(all))]
		}
	}
	return nil
}

// rides returns movements of light cavalry after its action, in all directions.
func (b *Battle) rides() []rules.Command {
	i := b.s.Acting
	if !b.info[i].profile.hasAbility("light-cavalry") || b.inAnyLock(i) {
		return nil
	}
	m := b.stay("")
	m.Movement = rideOn
	movers, fault := b.riders(m, nil)
	if fault != nil {
		return nil
	}
	var all []rules.Command
	if !b.board {
		m.Distance = (ruling.Inches(b.spd(i)) * ruling.Inch).Dec()
		return append(all, m)
	}
	for n := range directionCount {
		y, x := math.Sincos(float64(n) * 2 * math.Pi / directionCount)
		if way, ok := b.toward(m, movers, x, y, math.MaxInt32); ok {
			all = append(all, way)
		}
	}
	return all
}
