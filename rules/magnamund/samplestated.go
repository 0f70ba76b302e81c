package magnamund

import "oriflamme/rules"

// sampleStated is Sample on a measured table: it asks one piece after another what
// it could do, with the facts that stated gives, instead of listing all that any can.
func (b *Battle) sampleStated(pick func(n int) int) rules.Command {
	if u := b.s.Fleeing - 1; u >= 0 {
		return among(b.statedFlights(u), pick)
	}
	if pick(12) == 0 {
		if c := b.sampleAside(pick); c != nil {
			return c
		}
	}
	if b.s.Phase == phaseMorale {
		if c := among(b.statedTests(nil), pick); c != nil && (pick(4) > 0 || b.mayEnd() != nil) {
			return c
		}
	} else if pick(16) > 0 {
		if c := b.sampleStatedDeed(pick); c != nil {
			return c
		}
	}
	return among(b.statedEnds(nil), pick)
}

// among is one of some commands, nil of none.
func among(all []rules.Command, pick func(n int) int) rules.Command {
	if len(all) == 0 {
		return nil
	}
	return all[pick(len(all))]
}

// sampleAside is something that any side may do at any moment: a spell, or a hidden
// piece that is seen.
func (b *Battle) sampleAside(pick func(n int) int) rules.Command {
	if !b.unseen.empty() && pick(2) == 0 {
		i := b.unseen.from(pick(len(b.figures)))
		return Reveal{given{b.seatOf(i)}, b.figures[i].alone}
	}
	if c, ok := b.sampleCast(pick).(Cast); ok {
		return b.stateAround(c)
	}
	return nil
}

// sampleStatedDeed looks for what a piece of the side can do in its step.
func (b *Battle) sampleStatedDeed(pick func(n int) int) rules.Command {
	if b.gifted && pick(6) == 0 {
		var all []rules.Command
		switch b.s.Phase {
		case phaseFire1:
			all = b.statedSkills(nil)
		case phaseMovement:
			all = b.legalSenses(b.statedDrives(nil))
		}
		if c := among(all, pick); c != nil {
			return c
		}
	}
	own := b.afield[b.s.Side]
	for i := pick(len(b.figures)); !own.empty(); own.drop(i) {
		i = own.from(i)
		var c rules.Command
		switch b.s.Phase {
		case phaseFire1, phaseFire2:
			if b.readies(i) {
				c = b.sampleRival(pick, i, b.statedShot)
			}
		case phaseMovement:
			c = among(b.statedWalks(nil, i), pick)
		case phaseCombat:
			c = b.sampleRival(pick, i, b.statedBlow)
		}
		if c != nil {
			return c
		}
	}
	return nil
}

// sampleRival is what a piece could do to one of those whom it may attack, half of the
// time with others of its unit.
func (b *Battle) sampleRival(pick func(n int) int, i int, attack func(i, j int, together bool) rules.Command) rules.Command {
	var room [256]int
	rivals := room[:0]
	b.rivals(i, func(j int) { rivals = append(rivals, j) })
	together := pick(2) == 0
	for n, from := 0, pick(max(1, len(rivals))); n < len(rivals); n++ {
		if c := attack(i, rivals[(from+n)%len(rivals)], together); c != nil {
			return c
		}
	}
	return nil
}
