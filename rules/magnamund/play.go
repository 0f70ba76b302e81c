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
	b.walked = t.Walked()
	if f := b.play(t, c); f != nil {
		return placed(f, f.Field) // many refusals are one value
	}
	b.goOn(t)
	return nil
}

func (b *Battle) play(t *rules.Turn, c rules.Command) *rules.Fault {
	if flee, ok := c.(Flee); ok || b.s.Fleeing > 0 {
		if !ok {
			return rules.Breaks("MG-MOR-8", "kind", "a unit flees")
		}
		return b.playFlee(t, flee)
	}
	switch c := c.(type) {
	case Cast:
		return b.playCast(t, c)
	case Reveal:
		return b.playReveal(t, c)
	case Attune:
		return b.playAttune(t, c)
	}
	if b.unattuned() != nil {
		return rules.Breaks("MG-CAMP-2", "kind", "a Kai Lord throws for his disciplines first")
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
		return b.playEnd(t, c)
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

func (b *Battle) playEnd(t *rules.Turn, c EndStep) *rules.Fault {
	if f := b.mayEnd(); f != nil {
		return f
	}
	for n, id := range c.Led {
		i := b.find(id)
		if i < 0 || !b.alive(i) || b.sideOf(i) != b.s.Side || !b.burden(i).blinded || !b.measured() && b.guide(i) == none {
			return rules.Breaks("MG-BLIND-1", rules.At("led", n), "nobody leads %q", id)
		}
	}
	if b.s.Phase == phaseMovement {
		b.staggerAll(t, c.Led)
	}
	b.nextStep(t)
	return nil
}

// untested keeps a side in its morale step.
var untested = rules.Breaks("MG-TURN-6", "kind", "a unit must test its morale")

func (b *Battle) mayEnd() *rules.Fault {
	if f := b.in(phases[:]...); f != nil {
		return f
	}
	if b.s.Phase == phaseMorale && b.testing() {
		return untested
	}
	if b.s.Phase == phaseMovement && !b.measured() {
		if i, _ := b.closing(); i != none {
			return gaping
		}
	}
	return nil
}

// stepsBegan are the events of steps, by phase and side: there are many of them.
var stepsBegan = func() (all [len(phases)][2]rules.Event) {
	for n, phase := range phases {
		for side := range all[n] {
			all[n][side] = StepBegan{phase, side}
		}
	}
	return all
}()

// nextStep opens the next step, or ends the turn after the last (MG-TURN-3, MG-TURN-4).
func (b *Battle) nextStep(t *rules.Turn) {
	s := &b.s
	at := slices.Index(phases[:], s.Phase)
	if s.Side == s.Red {
		t.Emit(stepsBegan[at][1-s.Red])
		return
	}
	if at < len(phases)-1 {
		t.Emit(stepsBegan[at+1][s.Red])
		return
	}
	if winner, reason, over := b.verdict(t); over {
		t.Emit(BattleEnded{winner, reason})
		return
	}
	t.Emit(StepBegan{phaseInitiative, s.Red})
}

// goOn passes over steps in which nobody can do anything. Odds of a command do not
// look into how the blind stray in one of them.
func (b *Battle) goOn(t *rules.Turn) {
	for b.s.Fleeing == 0 && slices.Contains(phases[:], b.s.Phase) && !b.busy() {
		if b.s.Phase == phaseMovement {
			if b.walked {
				return
			}
			b.staggerAll(t, nil)
		}
		b.nextStep(t)
	}
}

// busy reports whether somebody has something to do in the step: the side itself,
// or a magician of any side, who may cast at every moment (MG-MAG-2).
func (b *Battle) busy() bool {
	if b.s.Phase == phaseMorale {
		return b.testing() || b.enchanting()
	}
	own := b.afield[b.s.Side]
	for i := b.eager; !own.empty(); own.drop(i) {
		if i = own.from(i); b.deeds(i) {
			b.eager = i // who had something to do has more as a rule
			return true
		}
	}
	return b.enchanting() || b.s.Phase == phaseMovement && b.driving()
}

// deeds reports whether a piece has something to do in this step.
func (b *Battle) deeds(i int) bool {
	if !b.free(i) {
		return false
	}
	f := &b.figures[i]
	switch b.s.Phase {
	case phaseFire1, phaseFire2:
		if b.measured() && b.mayShoot(i) == nil && b.s.Pieces[i].Shots == 0 || !b.measured() && b.fires(i) {
			return true
		}
		return b.s.Phase == phaseFire1 && len(f.p.Powers) > 0 && b.skilled(i)
	case phaseMovement:
		return b.mayMove(i) == nil && (b.points(i) > 0 || f.p.has("salmon-leap") && b.s.Pieces[i].Leaps < leapsPerBattle) ||
			f.p.has("sixth-sense") && b.checkSense(i) == nil
	case phaseCombat:
		return b.measured() && b.mayStrike(i) == nil || !b.measured() && b.fights(i)
	}
	return false
}

// driving reports whether a Kai Lord of the side has an animal to move.
func (b *Battle) driving() bool {
	for i := range b.figures {
		if lord := b.s.Pieces[i].Animal; lord != none && b.alive(i) && b.alive(lord) && b.sideOf(lord) == b.s.Side {
			return true
		}
	}
	return false
}

// enchanting reports whether a magician could cast now, whatever the target.
func (b *Battle) enchanting() bool {
	for h := range b.s.Hands {
		if hand := &b.s.Hands[h]; len(hand.Cards) > 0 && b.mayCast(hand.Piece) == nil {
			return true
		}
	}
	return false
}

// verdict tells at the end of a turn whether the battle is over, and who won
// (MG-SCEN-1, ruling MG-AMB-53).
func (b *Battle) verdict(t *rules.Turn) (winner int, reason string, over bool) {
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
	if winner, over = b.goal(t, r.Over); over {
		return winner, b.field.Victory.Kind, true
	}
	return none, r.Reason, r.Over
}

// goal tells whether the aim of the scenario is reached; last is the end of its last turn.
func (b *Battle) goal(t *rules.Turn, last bool) (winner int, over bool) {
	v := &b.field.Victory
	switch v.Kind {
	case "slay":
		if g := b.general[1-v.Side]; g != none && b.s.Pieces[g].Out {
			return v.Side, true
		}
		return 1 - v.Side, last
	case "reach":
		if b.arrived(t) >= v.Count {
			return v.Side, true
		}
		return 1 - v.Side, last
	case "survive":
		return v.Side, last
	case "hold":
		if !last {
			return none, false
		}
		held := b.holding(t)
		switch {
		case held[0] > held[1]:
			return 0, true
		case held[1] > held[0]:
			return 1, true
		}
	}
	return none, false
}

// arrived counts the pieces on the cells that a side must reach; on a measured
// table its player does.
func (b *Battle) arrived(t *rules.Turn) (n int) {
	v := &b.field.Victory
	if b.measured() {
		return t.Ask("MG-SCEN-1", b.anySeat(v.Side), "arrived", numbers(v.Count)...)
	}
	for i := range b.figures {
		n += count(b.alive(i) && b.figures[i].side == v.Side && near(b.piece(i).cells(), v.Cells, 0))
	}
	return n
}

// holding counts the cells that each side holds: it alone has a piece on or next to them.
func (b *Battle) holding(t *rules.Turn) (held [2]int) {
	cells := b.field.Victory.Cells
	if b.measured() {
		for side := range held {
			held[side] = t.Ask("MG-SCEN-1", b.anySeat(side), "holding", numbers(len(cells))...)
		}
		return held
	}
	for _, c := range cells {
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
	return held
}

// numbers are the options 0 to n of a question how many.
func numbers(n int) []string {
	all := make([]string, n+1)
	for i := range all {
		all[i] = itoa(i)
	}
	return all
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
	return o, true
}
