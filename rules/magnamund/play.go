package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Play carries out a command by emitting events, or refuses it with a *rules.Fault.
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	if by := c.By(); by < 0 || int(by) >= len(b.sides) {
		return rules.Faultf(rules.OutOfRange, "by", "no seat %d", by)
	}
	if f := b.play(t, c); f != nil {
		return f
	}
	b.goOn(t)
	return nil
}

func (b *Battle) play(t *rules.Turn, c rules.Command) *rules.Fault {
	if cast, ok := c.(Cast); ok {
		return b.playCast(t, cast)
	}
	side := b.sides[c.By()]
	if b.s.Phase != phaseInitiative && side != b.s.Side {
		return rules.Breaks("MG-TURN-4", "by", "it is the step of the other side")
	}
	switch c := c.(type) {
	case Deploy:
		return b.playDeploy(t, c)
	case DealSpells:
		return b.playDeal(t)
	case RollInitiative:
		return b.playInitiative(t)
	case Shoot:
		return b.playShoot(t, c)
	case Move:
		return b.playMove(t, c)
	case Strike:
		return b.playStrike(t, c)
	case UseSkill:
		return b.playSkill(t, c)
	case Drive:
		return b.playDrive(t, c)
	case TestMorale:
		return b.playTest(t, c)
	case EndStep:
		return b.playEnd(t)
	}
	return rules.Faultf(rules.OutOfRange, "kind", "no such command")
}

// in refuses what belongs to other phases.
func (b *Battle) in(wanted ...string) *rules.Fault {
	if slices.Contains(wanted, b.s.Phase) {
		return nil
	}
	return rules.Breaks("MG-TURN-3", "kind", "not in the phase %s", b.s.Phase)
}

// own finds a living piece that a seat commands.
func (b *Battle) own(by rules.Seat, id, field string) (int, *rules.Fault) {
	i := b.find(id)
	if i < 0 || !b.alive(i) {
		return none, rules.Faultf(rules.OutOfRange, field, "there is no piece %q", id)
	}
	if b.seatOf(i) != by {
		return none, rules.Breaks("MG-TURN-2", field, "%s belongs to somebody else", id)
	}
	return i, nil
}

// seen finds a living piece that is not hidden.
func (b *Battle) seen(id, field string) (int, *rules.Fault) {
	i := b.find(id)
	if i < 0 || !b.alive(i) || b.s.Pieces[i].Hidden {
		return none, rules.Faultf(rules.OutOfRange, field, "there is no piece %q", id)
	}
	return i, nil
}

func (b *Battle) playDeal(t *rules.Turn) *rules.Fault {
	if f := b.in(phaseInitiative); f != nil {
		return f
	}
	if b.s.Drawn {
		return rules.Breaks("MG-MAG-4", "kind", "the spells are dealt")
	}
	left := deck{3, 3, 3, 3, 3, 3, 3, 3, 3, 3}.cards()
	for i := range b.figures {
		p := b.figures[i].p
		if p.Category != "magician" {
			continue
		}
		var cards []string
		for n := 0; n < p.Draw && len(left) > 0; n++ {
			var card string
			card, left = draw(t.Cup, left)
			cards = append(cards, card)
		}
		t.Emit(SpellsDealt{b.id(i), cards})
	}
	return nil
}

func (b *Battle) playInitiative(t *rules.Turn) *rules.Fault {
	if f := b.in(phaseInitiative); f != nil {
		return f
	}
	if !b.s.Drawn {
		return rules.Breaks("MG-MAG-4", "kind", "the spells must be dealt first")
	}
	red, rounds := rollOff(t.Cup)
	t.Emit(TurnBegan{b.s.Turn + 1, red, rounds})
	t.Emit(StepBegan{phaseFire1, red})
	return nil
}

func (b *Battle) playEnd(t *rules.Turn) *rules.Fault {
	if f := b.mayEnd(); f != nil {
		return f
	}
	if b.s.Phase == phaseMovement {
		b.staggerAll(t)
	}
	b.nextStep(t)
	return nil
}

func (b *Battle) mayEnd() *rules.Fault {
	if f := b.in(phases[:]...); f != nil {
		return f
	}
	if b.s.Phase == phaseMorale && b.testers() != nil {
		return rules.Breaks("MG-TURN-6", "kind", "a unit must test its morale")
	}
	return nil
}

// nextStep opens the next step, or ends the turn after the last (MG-TURN-3, MG-TURN-4).
func (b *Battle) nextStep(t *rules.Turn) {
	s := &b.s
	if s.Side == s.Red {
		t.Emit(StepBegan{s.Phase, 1 - s.Red})
		return
	}
	at := slices.Index(phases[:], s.Phase)
	if at < len(phases)-1 {
		t.Emit(StepBegan{phases[at+1], s.Red})
		return
	}
	if winner, reason, over := b.verdict(); over {
		t.Emit(BattleEnded{winner, reason})
		return
	}
	t.Emit(StepBegan{phaseInitiative, s.Red})
}

// goOn passes over steps in which nobody can do anything.
func (b *Battle) goOn(t *rules.Turn) {
	for slices.Contains(phases[:], b.s.Phase) && !b.busy() {
		if b.s.Phase == phaseMovement {
			b.staggerAll(t)
		}
		b.nextStep(t)
	}
}

// busy reports whether the side has something to do in its step.
func (b *Battle) busy() bool {
	if b.s.Phase == phaseMorale {
		return b.testers() != nil
	}
	for i := range b.figures {
		if !b.free(i) || b.sideOf(i) != b.s.Side {
			continue
		}
		f := &b.figures[i]
		switch b.s.Phase {
		case phaseFire1, phaseFire2:
			if f.p.Ranged != "" && !b.engaged(i) || b.s.Phase == phaseFire1 && len(f.p.Powers) > 0 && b.skilled(i) {
				return true
			}
		case phaseMovement:
			if !b.engaged(i) || b.s.Pieces[i].Animal != none {
				return true
			}
		case phaseCombat:
			if b.fights(i) {
				return true
			}
		}
	}
	return false
}

// verdict tells at the end of a turn whether the battle is over, and who won
// (MG-SCEN-1, ruling MG-AMB-53).
func (b *Battle) verdict() (winner int, reason string, over bool) {
	sides := make([]remains, 2)
	for side := range sides {
		sides[side].Name = [...]string{"0", "1"}[side]
		for u, t := range b.troops {
			sides[side].UnitsLeft += count(t.side == side && b.strength(u) > 0)
		}
		for i, f := range b.figures {
			sides[side].HeroesLeft += count(f.side == side && f.unit == none && f.p.Category != "monster" && b.alive(i))
		}
	}
	r := victoryInput{Sides: sides, Turn: b.s.Turn, TurnLimit: &b.field.Turns}.settle()
	if r.Reason == "elimination" || r.Reason == "both-eliminated" {
		if r.Draw {
			return none, r.Reason, true
		}
		return count(r.Winner == "1"), r.Reason, true
	}
	if winner, over = b.goal(r.Over); over {
		return winner, b.field.Victory.Kind, true
	}
	return none, r.Reason, r.Over
}

// goal tells whether the aim of the scenario is reached; last is the end of its last turn.
func (b *Battle) goal(last bool) (winner int, over bool) {
	v := &b.field.Victory
	switch v.Kind {
	case "slay":
		if g := b.general[1-v.Side]; g != none && b.s.Pieces[g].Out {
			return v.Side, true
		}
		return 1 - v.Side, last
	case "reach":
		n := 0
		for i := range b.figures {
			if b.alive(i) && b.figures[i].side == v.Side && near(b.piece(i).cells(), v.Cells, 0) {
				n++
			}
		}
		if n >= v.Count {
			return v.Side, true
		}
		return 1 - v.Side, last
	case "survive":
		return v.Side, last
	case "hold":
		if !last {
			return none, false
		}
		var held [2]int
		for _, c := range v.Cells {
			var there [2]bool
			for i := range b.figures {
				if b.alive(i) && near(b.piece(i).cells(), []grid.Cell{c}, 1) {
					there[b.sideOf(i)] = true
				}
			}
			for side := range held {
				held[side] += count(there[side] && !there[1-side])
			}
		}
		switch {
		case held[0] > held[1]:
			return 0, true
		case held[1] > held[0]:
			return 1, true
		}
	}
	return none, false
}

// Outcome is ok when the battle is over.
func (b *Battle) Outcome() (rules.Outcome, bool) {
	if b.s.Phase != phaseOver {
		return rules.Outcome{}, false
	}
	o := rules.Outcome{Winner: rules.Nobody, Scores: make([]int, len(b.sides)), Reason: b.s.Reason, Rule: "MG-SCEN-1"}
	for seat, side := range b.sides {
		if o.Winner == rules.Nobody && side == b.s.Winner {
			o.Winner = rules.Seat(seat)
		}
	}
	for i := range b.figures {
		o.Scores[b.figures[i].seat] += b.s.Pieces[i].Kills
	}
	o.Effects = b.effects()
	return o, true
}
