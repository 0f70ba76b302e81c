package magnamund

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// Play carries out a command by emitting events, or refuses it with a *rules.Fault.
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	if by := c.By(); by < 0 || int(by) >= len(b.sideOfSeat) {
		return rules.Faultf(rules.OutOfRange, "by", "no seat %d", by)
	}
	b.forOdds = t.ForOdds()
	if f := b.play(t, c); f != nil {
		return ruling.WithField(f, f.Field) // many refusals share one value
	}
	b.skipIdleSteps(t)
	return nil
}

func (b *Battle) play(t *rules.Turn, c rules.Command) *rules.Fault {
	if amend, is := c.(Amend); is {
		return b.playAmend(t, amend)
	}
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
	side := b.sideOfSeat[c.By()]
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

// checkPhase refuses a command outside the given phases.
func (b *Battle) checkPhase(wanted ...string) *rules.Fault {
	if slices.Contains(wanted, b.s.Phase) {
		return nil
	}
	return rules.Breaks("MG-TURN-3", "kind", "not in the phase %s", b.s.Phase)
}

// ownTroop finds a living troop that a seat commands, or refuses the id.
func (b *Battle) ownTroop(by rules.Seat, id, field string) (int, *rules.Fault) {
	i := b.find(id)
	if i < 0 || !b.inPlay(i) {
		return noUnit, rules.Faultf(rules.OutOfRange, field, "there is no piece %q", id)
	}
	if b.seatOf(i) != by {
		return noUnit, rules.Breaks("MG-TURN-2", field, "%s belongs to somebody else", id)
	}
	return i, nil
}

// visibleTroop finds a living troop that is not hidden, or refuses the id.
func (b *Battle) visibleTroop(id, field string) (int, *rules.Fault) {
	i := b.find(id)
	if i < 0 || !b.inPlay(i) || b.s.Troops[i].Hidden {
		return noUnit, rules.Faultf(rules.OutOfRange, field, "there is no piece %q", id)
	}
	return i, nil
}

// playDeal draws the cards of every magician from one deck (MG-MAG-4).
func (b *Battle) playDeal(t *rules.Turn) *rules.Fault {
	if f := b.checkPhase(phaseInitiative); f != nil {
		return f
	}
	if b.s.Drawn {
		return rules.Breaks("MG-MAG-4", "kind", "the spells are dealt")
	}
	left := ruling.Deck{Fireball: 3, BattleMadness: 3, EnchantedAim: 3, VeilOfProtection: 3, Heal: 3, DoomAndDespair: 3, Lightning: 3, Rust: 3, SpellTheft: 3, WingsOfEther: 3}.Cards()
	for i := range b.troops {
		p := b.troops[i].profile
		if p.Category != "magician" {
			continue
		}
		var cards []string
		for n := 0; n < p.Draw && len(left) > 0; n++ {
			var card string
			card, left = ruling.Draw(t.Roller, left)
			cards = append(cards, card)
		}
		t.Emit(SpellsDealt{b.id(i), cards})
	}
	return nil
}

// playInitiative rolls for the initiative and begins the first step of the turn (MG-TURN-1).
func (b *Battle) playInitiative(t *rules.Turn) *rules.Fault {
	if f := b.checkPhase(phaseInitiative); f != nil {
		return f
	}
	if !b.s.Drawn {
		return rules.Breaks("MG-MAG-4", "kind", "the spells must be dealt first")
	}
	red, rounds := ruling.RollOff(t.Roller)
	t.Emit(TurnBegan{b.s.Turn + 1, red, rounds})
	t.Emit(StepBegan{phaseFire1, red})
	return nil
}

// playEnd moves the unled blind at random after the movement step, and begins the next step.
func (b *Battle) playEnd(t *rules.Turn, c EndStep) *rules.Fault {
	if f := b.mayEnd(); f != nil {
		return f
	}
	for n, id := range c.Led {
		i := b.find(id)
		if i < 0 || !b.inPlay(i) || b.sideOf(i) != b.s.Side || !b.burdenOf(i).Blinded || !b.measured() && b.guideOf(i) == noUnit {
			return rules.Breaks("MG-BLIND-1", rules.At("led", n), "nobody leads %q", id)
		}
	}
	if b.s.Phase == phaseMovement {
		if b.remembersTable() && b.askFormation(t) {
			return nil
		}
		b.moveBlinded(t, c.Led)
	}
	if b.s.Phase == phaseMorale && b.remembersTable() && b.testFeared(t) {
		return nil
	}
	b.nextStep(t)
	return nil
}

// errUntested refuses to end a morale step.
var errUntested = rules.Breaks("MG-TURN-6", "kind", "a unit must test its morale")

// mayEnd refuses to end a step in which a unit has still to test or to close up.
func (b *Battle) mayEnd() *rules.Fault {
	if f := b.checkPhase(ruling.Phases[:]...); f != nil {
		return f
	}
	if b.s.Phase == phaseMorale && b.anyUnitToTest() {
		return errUntested
	}
	if b.s.Phase == phaseMovement && !b.measured() {
		if i, _ := b.closingMove(); i != noUnit {
			return errUnitInParts
		}
	}
	return nil
}

// stepEvents holds the events of steps by phase and side, made once because there are many.
var stepEvents = func() (all [len(ruling.Phases)][2]rules.Event) {
	for n, phase := range ruling.Phases {
		for side := range all[n] {
			all[n][side] = StepBegan{phase, side}
		}
	}
	return all
}()

// nextStep begins the next step, or ends the turn after the last one (MG-TURN-3, MG-TURN-4).
func (b *Battle) nextStep(t *rules.Turn) {
	s := &b.s
	at := slices.Index(ruling.Phases[:], s.Phase)
	if s.Side == s.Red {
		t.Emit(stepEvents[at][1-s.Red])
		return
	}
	if at < len(ruling.Phases)-1 {
		t.Emit(stepEvents[at+1][s.Red])
		return
	}
	if winner, reason, over := b.checkVictory(t); over {
		t.Emit(BattleEnded{winner, reason})
		return
	}
	t.Emit(StepBegan{phaseInitiative, s.Red})
}

// skipIdleSteps skips steps in which no troop can do anything. The odds of a command leave
// out how the blind stray in such a step.
func (b *Battle) skipIdleSteps(t *rules.Turn) {
	for b.s.Fleeing == 0 && slices.Contains(ruling.Phases[:], b.s.Phase) && !b.hasAnythingToDo() {
		if b.s.Phase == phaseMovement {
			if b.forOdds {
				return
			}
			b.moveBlinded(t, nil)
		}
		b.nextStep(t)
	}
}

// hasAnythingToDo reports whether the step has something to do: for the side itself, or for a
// magician of any side, who may cast at any time (MG-MAG-2).
func (b *Battle) hasAnythingToDo() bool {
	if b.s.Phase == phaseMorale {
		return b.anyUnitToTest() || b.canCast()
	}
	own := b.living[b.s.Side]
	for i := b.lastBusy; !own.empty(); own.remove(i) {
		if i = own.nextAround(i); b.hasAction(i) {
			b.lastBusy = i // a troop that had something to do usually has more
			return true
		}
	}
	return b.canCast() || b.s.Phase == phaseMovement && b.drivenAnimals() != nil
}

// hasAction reports whether a troop has something to do in this step.
func (b *Battle) hasAction(i int) bool {
	if !b.canAct(i) {
		return false
	}
	f := &b.troops[i]
	switch b.s.Phase {
	case phaseFire1, phaseFire2:
		if b.measured() && b.mayShoot(i) == nil && b.s.Troops[i].Shots == 0 && !b.isEngaged(i) || !b.measured() && b.hasShot(i) {
			return true
		}
		return b.s.Phase == phaseFire1 && len(f.profile.Powers) > 0 && b.hasSkillLeft(i)
	case phaseMovement:
		return b.mayMove(i) == nil && (b.pointsLeft(i) > 0 || f.profile.has("salmon-leap") && b.s.Troops[i].Leaps < ruling.LeapsPerBattle) ||
			f.profile.has("sixth-sense") && b.checkSense(i) == nil
	case phaseCombat:
		return b.measured() && b.mayStrike(i) == nil || !b.measured() && b.canStrike(i)
	}
	return false
}

// canCast reports whether a magician could cast now, whatever the target.
func (b *Battle) canCast() bool {
	for h := range b.s.Hands {
		if hand := &b.s.Hands[h]; len(hand.Cards) > 0 && b.mayCast(hand.Troop) == nil {
			return true
		}
	}
	return false
}

// checkVictory decides at the end of a turn whether the battle is over, and who won
// (MG-SCEN-1, ruling MG-AMB-53).
func (b *Battle) checkVictory(t *rules.Turn) (winner int, reason string, over bool) {
	sides := make([]ruling.SideRemains, 2)
	for side := range sides {
		sides[side].Name = [...]string{"0", "1"}[side]
		for u, t := range b.units {
			sides[side].UnitsLeft += rules.BoolToInt(t.side == side && b.strength(u) > 0)
		}
		for i, f := range b.troops {
			sides[side].HeroesLeft += rules.BoolToInt(f.side == side && f.unit == noUnit && f.profile.Category != "monster" && b.inPlay(i))
		}
	}
	r := ruling.VictoryInput{Sides: sides, Turn: b.s.Turn, TurnLimit: &b.scenario.Turns}.Resolve()
	if r.Reason == "elimination" || r.Reason == "both-eliminated" {
		if r.Draw {
			return noUnit, r.Reason, true
		}
		return rules.BoolToInt(r.Winner == "1"), r.Reason, true
	}
	if winner, over = b.checkGoal(t, r.Over); over {
		return winner, b.scenario.Victory.Kind, true
	}
	if r.Over && b.countsLosses() {
		return b.leastLosses(), "losses", true
	}
	return noUnit, r.Reason, r.Over
}

// checkGoal decides whether the goal of the scenario is reached; last is the end of its last
// turn.
func (b *Battle) checkGoal(t *rules.Turn, last bool) (winner int, over bool) {
	v := &b.scenario.Victory
	switch v.Kind {
	case "slay":
		if g := b.general[1-v.Side]; g != noUnit && b.s.Troops[g].Out {
			return v.Side, true
		}
		return 1 - v.Side, last
	case "reach":
		if b.troopsArrived(t) >= v.Count {
			return v.Side, true
		}
		return 1 - v.Side, last
	case "survive":
		return v.Side, last
	case "hold":
		if !last {
			return noUnit, false
		}
		held := b.cellsHeld(t)
		switch {
		case held[0] > held[1]:
			return 0, true
		case held[1] > held[0]:
			return 1, true
		}
	}
	return noUnit, false
}

// troopsArrived counts the troops on the cells that a side must reach; at a measured table
// it asks the player.
func (b *Battle) troopsArrived(t *rules.Turn) (n int) {
	v := &b.scenario.Victory
	if b.measured() {
		if b.since(versionAnswers) { // the side that loses by it says how many
			return t.Ask("MG-SCEN-1", b.anySeat(1-v.Side), "arrived-of-theirs", zeroTo(v.Count)...)
		}
		return t.Ask("MG-SCEN-1", b.anySeat(v.Side), "arrived", zeroTo(v.Count)...)
	}
	for i := range b.troops {
		n += rules.BoolToInt(b.inPlay(i) && b.troops[i].side == v.Side && ruling.WithinDistance(b.troopPlace(i).Cells(), v.Cells, 0))
	}
	return n
}

// cellsHeld counts the cells that each side holds: it alone has a troop on or next to the
// cell.
func (b *Battle) cellsHeld(t *rules.Turn) (held [2]int) {
	cells := b.scenario.Victory.Cells
	if b.measured() {
		for side := range held {
			if b.since(versionAnswers) { // no cell is held by both sides
				held[side] = t.Ask("MG-SCEN-1", b.anySeat(1-side), "held-by-them", zeroTo(len(cells)-held[0])...)
				continue
			}
			held[side] = t.Ask("MG-SCEN-1", b.anySeat(side), "holding", zeroTo(len(cells))...)
		}
		return held
	}
	for _, c := range cells {
		var there [2]bool
		for i := range b.troops {
			if b.inPlay(i) && ruling.WithinDistance(b.troopPlace(i).Cells(), []grid.Cell{c}, 1) {
				there[b.sideOf(i)] = true
			}
		}
		for side := range held {
			held[side] += rules.BoolToInt(there[side] && !there[1-side])
		}
	}
	return held
}

// zeroTo lists the answers 0 to n to a question of a number.
func zeroTo(n int) []string {
	all := make([]string, n+1)
	for i := range all {
		all[i] = strconv.Itoa(i)
	}
	return all
}

// Outcome returns the outcome, with ok true once the battle is over.
func (b *Battle) Outcome() (rules.Outcome, bool) {
	if b.s.Phase != phaseOver {
		return rules.Outcome{}, false
	}
	o := rules.Outcome{Winner: rules.Nobody, Scores: make([]int, len(b.sideOfSeat)), Reason: b.s.Reason, Rule: BattleEnded{Reason: b.s.Reason}.Rule()}
	for seat, side := range b.sideOfSeat {
		if o.Winner == rules.Nobody && side == b.s.Winner {
			o.Winner = rules.Seat(seat)
		}
	}
	for i := range b.troops {
		o.Scores[b.troops[i].seat] += b.s.Troops[i].Kills
	}
	return o, true
}
