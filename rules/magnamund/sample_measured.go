package magnamund

import "oriflamme/rules"

// sampleStated is Sample at a measured table. It tries one troop after another, with the
// facts that the stated functions assume, instead of listing all commands.
func (b *Battle) sampleStated(pick func(n int) int) rules.Command {
	if u := b.s.Fleeing - 1; u >= 0 {
		return randomOf(b.statedFlights(u), pick)
	}
	if pick(12) == 0 {
		if c := b.sampleAside(pick); c != nil {
			return c
		}
	}
	if b.s.Phase == phaseMorale {
		if c := randomOf(b.statedTests(nil), pick); c != nil && (pick(4) > 0 || b.mayEnd() != nil) {
			return c
		}
	} else if pick(16) > 0 {
		if c := b.sampleStatedAction(pick); c != nil {
			return c
		}
	}
	return randomOf(b.statedEnds(nil), pick)
}

// randomOf returns one of some commands, nil if there are none.
func randomOf[C rules.Command](all []C, pick func(n int) int) rules.Command {
	if len(all) == 0 {
		return nil
	}
	return all[pick(len(all))]
}

// sampleAside is something that any side may do at any time: a spell, or the reveal of a
// hidden troop.
func (b *Battle) sampleAside(pick func(n int) int) rules.Command {
	if !b.betweenTurns() && !b.hiddenTroops.empty() && pick(2) == 0 {
		i := b.hiddenTroops.nextAround(pick(len(b.troops)))
		return Reveal{bySeat{b.seatOf(i)}, b.troops[i].idList}
	}
	c := b.sampleCast(pick)
	if stated, ok := c.(Cast); ok && b.measured() {
		return b.stateAround(stated)
	}
	return c
}

// sampleStatedAction returns something that a random troop of the side can do in its step.
func (b *Battle) sampleStatedAction(pick func(n int) int) rules.Command {
	if b.anyPower && pick(6) == 0 {
		var all []rules.Command
		switch b.s.Phase {
		case phaseFire1:
			all = b.legalSkills(nil)
		case phaseMovement:
			all = b.legalSkills(b.legalDrives(nil))
		}
		if c := randomOf(all, pick); c != nil {
			return c
		}
	}
	own := b.living[b.s.Side]
	for i := pick(len(b.troops)); !own.empty(); own.remove(i) {
		i = own.nextAround(i)
		var c rules.Command
		switch b.s.Phase {
		case phaseFire1, phaseFire2:
			if b.readyToShoot(i) {
				c = b.sampleAttack(pick, i, b.statedShot)
			}
		case phaseMovement:
			var scratch [len(statedWays)]Move
			c = randomOf(b.statedSteps(scratch[:0], i), pick)
		case phaseCombat:
			c = b.sampleAttack(pick, i, b.statedStrike)
		}
		if c != nil {
			return c
		}
	}
	return nil
}

// sampleAttack is an attack of a troop on a random enemy, half of the time with others of
// its unit.
func (b *Battle) sampleAttack(pick func(n int) int, i int, attack func(i, j int, together bool) rules.Command) rules.Command {
	var scratch [24]int
	rivals := scratch[:0]
	b.eachEnemy(i, func(j int) { rivals = append(rivals, j) })
	together := pick(2) == 0
	for n, from := 0, pick(max(1, len(rivals))); n < len(rivals); n++ {
		if c := attack(i, rivals[(from+n)%len(rivals)], together); c != nil {
			return c
		}
	}
	return nil
}
