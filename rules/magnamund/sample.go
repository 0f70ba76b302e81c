package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Sample returns a legal command at random without listing all of them: it looks
// round from a random piece for something to do, now and then for a skill or a
// spell, and ends the step when there is nothing, or by chance.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	switch b.s.Phase {
	case phaseOver:
		return nil
	case phaseInitiative:
		return b.Legal()[0]
	case phaseDeploy:
		return b.sampleDeployment(pick)
	case phaseMorale:
		if t := b.testers(); t != nil && pick(8) > 0 {
			u := t[pick(len(t))]
			return TestMorale{given{b.troops[u].seat}, b.troops[u].id}
		}
	}
	if pick(12) == 0 {
		if c := b.sampleCast(pick); c != nil {
			return c
		}
	}
	if b.s.Phase == phaseMorale && b.mayEnd() != nil {
		return b.Legal()[0]
	}
	if pick(16) > 0 {
		if c := b.sampleDeed(pick); c != nil {
			return c
		}
	}
	return EndStep{given{b.anySeat(b.s.Side)}}
}

// sampleDeed looks for what a piece of the side can do in its step.
func (b *Battle) sampleDeed(pick func(n int) int) rules.Command {
	if b.s.Phase == phaseFire1 || b.s.Phase == phaseMovement {
		if pick(6) == 0 {
			if all := b.legalDrives(b.legalSkills(nil)); len(all) > 0 && (b.s.Phase == phaseMovement || all[0].Kind() == "use-skill") {
				return all[pick(len(all))]
			}
		}
	}
	n := len(b.figures)
	for k, from := 0, pick(n); k < n; k++ {
		i := (from + k) % n
		if !b.alive(i) || b.sideOf(i) != b.s.Side {
			continue
		}
		var c rules.Command
		switch b.s.Phase {
		case phaseFire1, phaseFire2:
			c = b.sampleShot(pick, i)
		case phaseMovement:
			c = b.sampleStep(pick, i)
		case phaseCombat:
			c = b.sampleBlow(pick, i)
		}
		if c != nil {
			return c
		}
	}
	return nil
}

func (b *Battle) sampleShot(pick func(n int) int, i int) rules.Command {
	if b.figures[i].p.Ranged == "" || b.s.Pieces[i].Shots > 0 || b.engaged(i) || b.mayShoot(i) != nil {
		return nil
	}
	n := len(b.figures)
	for k, from := 0, pick(n); k < n; k++ {
		j := (from + k) % n
		if !b.alive(j) || b.s.Pieces[j].Hidden || b.sideOf(j) == b.s.Side || b.reaches(i, j) > b.figures[i].long || b.enemies(i, j) != nil {
			continue
		}
		if b.shot(i, j).check() != nil {
			continue
		}
		c := Shoot{given{b.seatOf(i)}, []string{b.id(i)}, b.id(j)}
		if u := b.figures[i].unit; u != none && pick(2) == 0 {
			for _, m := range b.troops[u].figures {
				more := Shoot{c.given, append(c.Shooters[:len(c.Shooters):len(c.Shooters)], b.id(m)), c.Target}
				if m != i && b.alive(m) {
					if _, _, _, f := b.volleyOf(more); f == nil {
						c = more
					}
				}
			}
		}
		return c
	}
	return nil
}

func (b *Battle) sampleStep(pick func(n int) int, i int) rules.Command {
	leaps := b.figures[i].p.has("salmon-leap") && b.s.Pieces[i].Leaps < leapsPerBattle
	if b.points(i) == 0 && !leaps || b.mayMove(i) != nil {
		return nil
	}
	if leaps && pick(4) == 0 {
		if path := []string{"leap-" + leapCompass[pick(len(leapCompass))]}; b.walks(i, path) {
			return Move{given{b.seatOf(i)}, b.id(i), path}
		}
	}
	for k, from := 0, pick(len(groundSteps)); k < len(groundSteps); k++ {
		if path := []string{groundSteps[(from+k)%len(groundSteps)]}; b.walks(i, path) {
			return Move{given{b.seatOf(i)}, b.id(i), path}
		}
	}
	return nil
}

func (b *Battle) sampleBlow(pick func(n int) int, i int) rules.Command {
	fresh := b.mayStrike(i) == nil
	if !fresh && b.s.Pieces[i].Attacks != 1 {
		return nil
	}
	n := len(b.figures)
	for k, from := 0, pick(n); k < n; k++ {
		j := (from + k) % n
		if !b.alive(j) || b.sideOf(j) == b.s.Side || b.s.Pieces[j].Hidden || b.reaches(i, j) > 3 {
			continue
		}
		if !fresh {
			if all := b.legalSeconds(nil, i, j); all != nil {
				return all[pick(len(all))]
			}
			continue
		}
		if b.checkBlow(i, j) != nil {
			continue
		}
		c := Strike{given: given{b.seatOf(i)}, Attackers: []string{b.id(i)}, Target: b.id(j)}
		if u := b.figures[i].unit; u != none && pick(2) == 0 && b.coveredAlike(j) {
			for _, m := range b.troops[u].figures {
				if m != i && b.alive(m) && b.seatOf(m) == c.Seat && b.mayStrike(m) == nil && b.checkBlow(m, j) == nil {
					c.Attackers = append(c.Attackers, b.id(m))
				}
			}
		}
		return c
	}
	return nil
}

// sampleCast looks for a target for a random card of a random magician.
func (b *Battle) sampleCast(pick func(n int) int) rules.Command {
	if len(b.s.Hands) == 0 {
		return nil
	}
	h := &b.s.Hands[pick(len(b.s.Hands))]
	if len(h.Cards) == 0 || !b.alive(h.Piece) {
		return nil
	}
	c := Cast{given: given{b.seatOf(h.Piece)}, Caster: b.id(h.Piece), Spell: h.Cards[pick(len(h.Cards))]}
	if _, f := b.castBy(c); f != nil {
		return nil
	}
	if !aimed(c.Spell) {
		return c
	}
	n := len(b.figures)
	for k, from := 0, pick(n); k < n; k++ {
		j := (from + k) % n
		if !b.alive(j) {
			continue
		}
		if c.Target, c.Wound = b.id(j), 0; c.Spell == "heal" && b.s.Pieces[j].Hurts > 0 {
			c.Wound = pick(b.s.Pieces[j].Hurts)
		}
		if _, f := b.castAt(h.Piece, c); f == nil {
			return c
		}
	}
	return nil
}

// sampleDeployment tries blocks at random places, and lists them all when none fits.
func (b *Battle) sampleDeployment(pick func(n int) int) rules.Command {
	for i, f := range b.figures {
		if f.side != b.s.Side || b.s.Pieces[i].Placed {
			continue
		}
		unit := f.id
		if f.unit != none {
			unit = b.troops[f.unit].id
		}
		z, n := b.zones[f.side], len(b.company(unit))
		for range 24 {
			ranks := 1 + pick(min(3, n))
			at := grid.Cell{X: z.XMin + pick(z.XMax-z.XMin+1), Y: z.YMin + pick(z.YMax-z.YMin+1)}
			c := Deploy{given{f.seat}, unit, b.block(i, n, (n+ranks-1)/ranks, at), inward(z, b.base), f.mayHide && pick(2) == 0}
			if b.checkDeploy(c) == nil {
				return c
			}
		}
		break
	}
	all := b.legalDeployments()
	return all[pick(len(all))]
}
