package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// Sample returns a legal command at random without listing all of them. It looks for
// something to do from a random troop on, now and then for a skill or a spell, and ends the
// step by chance or when there is nothing.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	b = b.reader()
	if b.betweenTurns() && len(b.s.Hands) > 0 && pick(12) == 0 {
		if c := b.sampleAside(pick); c != nil {
			return c
		}
	}
	switch {
	case b.s.Phase == phaseOver:
		return nil
	case b.s.Phase == phaseInitiative && b.s.Drawn:
		return randomOf(b.legalInitiative(), pick)
	case b.s.Phase == phaseInitiative, b.measured() && b.s.Phase == phaseDeploy && b.unattuned() != nil:
		return randomOf(b.Legal(), pick)
	case b.measured() && b.s.Phase == phaseDeploy:
		return randomOf(b.statedDeployments(), pick)
	}
	if b.measured() {
		return b.sampleStated(pick)
	}
	if b.s.Phase == phaseDeploy {
		if all := b.legalAttunements(); all != nil {
			return all[pick(len(all))]
		}
		return b.sampleDeployment(pick)
	}
	if len(b.s.Hands) > 0 && pick(12) == 0 {
		if c := b.sampleCast(pick); c != nil {
			return c
		}
	}
	if b.s.Phase == phaseMorale {
		if t := b.unitsToTest(); t != nil {
			u := t[pick(len(t))]
			return TestMorale{bySeat: bySeat{b.units[u].seat}, Unit: b.units[u].id}
		}
	} else if pick(16) > 0 {
		if c := b.sampleAction(pick); c != nil {
			return c
		}
		if b.s.Phase == phaseMovement && pick(4) == 0 {
			if c := b.samplePlanned(pick); c != nil {
				return c
			}
		}
	}
	if b.s.Phase == phaseMovement {
		if i, path := b.closingMove(); i != noUnit {
			return Move{bySeat: bySeat{b.seatOf(i)}, Troop: b.id(i), Path: path}
		}
	}
	return EndStep{bySeat: bySeat{b.anySeat(b.s.Side)}}
}

// sampleAction returns something that a random troop of the side can do in its step.
func (b *Battle) sampleAction(pick func(n int) int) rules.Command {
	if b.anyPower && (b.s.Phase == phaseFire1 || b.s.Phase == phaseMovement) && pick(6) == 0 {
		all := b.legalSkills(nil)
		if b.s.Phase == phaseMovement {
			all = b.legalDrives(all)
		}
		if len(all) > 0 {
			return all[pick(len(all))]
		}
	}
	own := b.living[b.s.Side]
	for i := pick(len(b.troops)); !own.empty(); {
		i = own.nextAround(i)
		own.remove(i)
		switch b.s.Phase {
		case phaseFire1, phaseFire2:
			if c := b.sampleShot(pick, i); c != nil {
				return c
			}
		case phaseMovement:
			if c := b.sampleWalk(pick, i); c != nil {
				return c
			}
		case phaseCombat:
			if c := b.sampleStrike(pick, i); c != nil {
				return c
			}
		}
	}
	return nil
}

// sampleShot is a shot of a troop that has a target, half of the time with others of its
// unit.
func (b *Battle) sampleShot(pick func(n int) int, i int) rules.Command {
	if !b.hasShotLeft(i) {
		return nil
	}
	j := b.randomTarget(pick, i)
	if j == noUnit {
		return nil
	}
	c := Shoot{bySeat: bySeat{b.seatOf(i)}, Shooters: b.troops[i].idList, Target: b.id(j)}
	u := b.troops[i].unit
	if u == noUnit || b.entranced(i) || pick(2) == 0 || !b.equalCover(j, nil) {
		return c
	}
	long := b.distanceBetween(i, j) > b.troops[i].shortRange
	for _, k := range b.units[u].troops {
		if k != i && b.inPlay(k) && !b.entranced(k) && b.hasShot(k) && b.canShootAt(k, j) && b.distanceBetween(k, j) > b.troops[k].shortRange == long {
			c.Shooters = append(c.Shooters, b.id(k))
		}
	}
	return c
}

// randomTarget is one of the targets of a troop, or noUnit.
func (b *Battle) randomTarget(pick func(n int) int, i int) (at int) {
	g := &b.memos[i]
	if at = noUnit; g.hasTargetAt == b.placesVersion && !g.hasTarget {
		return noUnit
	}
	b.eachTarget(i, pick(len(b.troops)), func(j int) bool { at = j; return false })
	g.hasTargetAt, g.hasTarget = b.placesVersion, at != noUnit
	return at
}

// maxSampledSteps is the greatest number of steps of a sampled move.
const maxSampledSteps = 6

// sampledSteps are the steps of sampled moves, each as often as it is to be tried: half of
// them go forward. sampledLeapSteps has leaps too, for troops that can leap.
var sampledSteps, sampledLeapSteps = func() (on []*ruling.Step, leaping []*ruling.Step) {
	for n := range ruling.Steps[:ruling.StepsOnFoot] {
		if s := &ruling.Steps[n]; s != ruling.StepForward {
			on = append(on, s, ruling.StepForward)
		}
	}
	leaping = append(leaping, on...)
	for n := range ruling.Steps[ruling.StepsOnFoot:] {
		leaping = append(leaping, &ruling.Steps[ruling.StepsOnFoot+n])
	}
	return on, leaping
}()

// sampleWalk moves a troop a few random steps, as far as it can go without leaving its unit.
func (b *Battle) sampleWalk(pick func(n int) int, i int) rules.Command {
	if b.mayMove(i) != nil {
		return nil
	}
	start := b.newMove(i)
	leaps := start.MayLeap && start.Leaps < ruling.LeapsPerBattle
	if start.PointsLeft == 0 && !leaps {
		return nil
	}
	blind := b.burdenOf(i).Blinded
	if blind && b.guideOf(i) == noUnit {
		return nil
	}
	tried := sampledSteps
	if leaps {
		tried = sampledLeapSteps
	}
	var moves [maxSampledSteps]ruling.Movement // after each step
	var words [maxSampledSteps]*ruling.Step
	m := start
	n, most := 0, 1+pick(maxSampledSteps)
	if blind {
		most = 1
	}
	for tries := 2 * most; n < most && tries > 0 && (m.PointsLeft > 0 || leaps); tries-- {
		if s := tried[pick(len(tried))]; m.Step(s) == nil {
			moves[n], words[n] = m, s
			n++
		}
	}
	d := b.cohesionCheckOf(i)
	for ; n > 0; n-- {
		if m := &moves[n-1]; !d.partsUnit(m.Place) && !b.mayPartUnit(i, &d, m) {
			return b.moveCommand(i, words[:n])
		}
	}
	for k, at := 0, pick(len(ruling.Steps)); k < len(ruling.Steps); k++ {
		s := &ruling.Steps[(at+k)%len(ruling.Steps)]
		if m = start; m.Step(s) == nil && !d.partsUnit(m.Place) && !b.mayPartUnit(i, &d, &m) {
			words[0] = s
			return b.moveCommand(i, words[:1])
		}
	}
	return nil
}

// samplePlanned is a step of a random troop after which only a plan for all troops of its unit
// brings the unit together.
func (b *Battle) samplePlanned(pick func(n int) int) rules.Command {
	own := b.living[b.s.Side]
	for i := pick(len(b.troops)); !own.empty(); own.remove(i) {
		if i = own.nextAround(i); b.troops[i].unit == noUnit || b.mayMove(i) != nil || b.pointsLeft(i) == 0 || b.burdenOf(i).Blinded && b.guideOf(i) == noUnit {
			continue
		}
		start, d := b.newMove(i), b.cohesionCheckOf(i)
		for k, at := 0, pick(len(ruling.Steps)); k < len(ruling.Steps); k++ {
			s := &ruling.Steps[(at+k)%len(ruling.Steps)]
			if m := start; m.Step(s) == nil && !b.partsUnit(i, &d, &m) {
				return b.moveCommand(i, []*ruling.Step{s})
			}
		}
	}
	return nil
}

// moveCommand is the command to move a troop along a path.
func (b *Battle) moveCommand(i int, path []*ruling.Step) rules.Command {
	c := Move{bySeat: bySeat{b.seatOf(i)}, Troop: b.id(i)}
	if len(path) == 1 {
		c.Path = path[0].Path
		return c
	}
	c.Path = b.buffer(len(path))
	for n, s := range path {
		c.Path[n] = s.Word
	}
	return c
}

// buffer returns room for n words of a sampled command. It cuts them off a larger list,
// which costs less than to allocate each.
func (b *Battle) buffer(n int) []string {
	if len(b.sampleBuffer) < n {
		b.sampleBuffer = make([]string, max(n, 64))
	}
	page := b.sampleBuffer[:n:n]
	b.sampleBuffer = b.sampleBuffer[n:]
	return page
}

func (b *Battle) sampleStrike(pick func(n int) int, i int) rules.Command {
	if b.s.Troops[i].Attacks > 0 {
		if all := b.legalSeconds(nil, i); all != nil {
			return all[pick(len(all))]
		}
		return nil
	}
	prey := *b.strikeTargets(i)
	if prey.empty() || b.mayStrike(i) != nil {
		return nil
	}
	j := prey.nextAround(pick(len(b.troops)))
	if b.veiled(j) {
		return nil
	}
	c := Strike{bySeat: bySeat{b.seatOf(i)}, Attackers: b.troops[i].idList, Target: b.id(j)}
	if u := b.troops[i].unit; u != noUnit && !b.entranced(i) && pick(2) == 0 && b.equalCover(j, nil) {
		for _, k := range b.units[u].troops {
			if k != i && b.inPlay(k) && !b.entranced(k) && b.mayStrike(k) == nil && b.strikeTargets(k).has(j) {
				c.Attackers = append(c.Attackers, b.id(k))
			}
		}
	}
	return c
}

// sampleCast looks for a target of a random card of a random magician.
func (b *Battle) sampleCast(pick func(n int) int) rules.Command {
	if len(b.s.Hands) == 0 {
		return nil
	}
	h := &b.s.Hands[pick(len(b.s.Hands))]
	if len(h.Cards) == 0 || !b.inPlay(h.Troop) {
		return nil
	}
	c := Cast{bySeat: bySeat{b.seatOf(h.Troop)}, Caster: b.id(h.Troop), Spell: h.Cards[pick(len(h.Cards))]}
	if _, f := b.checkCaster(c); f != nil {
		return nil
	}
	if !needsTarget(c.Spell) {
		return c
	}
	book, n := ruling.Spells[c.Spell], len(b.troops)
	for k, from := 0, pick(n); k < n; k++ {
		j := (from + k) % n
		if !b.inPlay(j) {
			continue
		}
		if c.Distance, c.Visible = nil, nil; b.measured() && j != h.Troop {
			c.Distance, c.Visible = sampledDistance(book.Reach), &yes
		}
		if c.Target, c.Wound = b.id(j), 0; c.Spell == "heal" && b.s.Troops[j].Hurts > 0 {
			c.Wound = pick(b.s.Troops[j].Hurts)
		}
		if b.s.Troops[j].Hidden {
			continue
		}
		if why, f := b.refusesTarget(&c, &book, h.Troop, j); why == "" && f == nil {
			return c
		}
	}
	return nil
}

// sampleDeployment tries blocks at random places, and lists all if none fits.
func (b *Battle) sampleDeployment(pick func(n int) int) rules.Command {
	i := b.toDeploy(b.s.Side)[0]
	f, unit := &b.troops[i], b.unitID(i)
	z, n := b.zones[f.side], len(b.troopsOf(unit))
	for range 24 {
		ranks := 1 + pick(min(3, n))
		at := grid.Cell{X: z.XMin + pick(z.XMax-z.XMin+1), Y: z.YMin + pick(z.YMax-z.YMin+1)}
		c := Deploy{bySeat{f.seat}, unit, b.block(i, n, (n+ranks-1)/ranks, at), facingInward(z, b.bareBoard), f.mayHide && pick(2) == 0}
		if b.checkDeploy(c) == nil {
			return c
		}
	}
	all := b.legalDeployments()
	return all[pick(len(all))]
}
