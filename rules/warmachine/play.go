package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Play carries out a command by emitting events, or refuses it with a *rules.Fault.
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	if fault := b.checkPhase(c); fault != nil {
		return fault
	}
	b.recording = b.sightMemo != nil
	fault := b.playCommand(t, c)
	b.recording = false
	if fault != nil {
		return fault
	}
	if b.eliminate && b.sinceVersion5() {
		b.endTurnWithoutWarcasters(t)
	}
	return nil
}

func (b *Battle) playCommand(t *rules.Turn, c rules.Command) *rules.Fault {
	switch c.(type) {
	case Cast, Feat, PowerAttack, BreakLock:
		if !b.combat {
			return rules.Breaks("WM-COMBAT-17", "", "the book does not tell; it is played by hand")
		}
	}
	switch c := c.(type) {
	case Activate:
		return b.playActivate(t, c)
	case Move:
		return b.playMove(t, c)
	case Attack:
		return b.playAttack(t, c)
	case EndActivation:
		return b.playEndActivation(t)
	case EndTurn:
		return b.playEndTurn(t)
	case Allocate:
		return b.playAllocate(t, c)
	case EndControl:
		return b.playEndControl(t, c)
	case Cast:
		return b.playCast(t, c)
	case Feat:
		return b.playFeat(t, c)
	case Mend:
		return b.playMend(t, c)
	case PowerAttack:
		return b.playPowerAttack(t, c)
	case Special:
		return b.playSpecial(t, c)
	case BreakLock:
		return b.playBreakLock(t, c)
	case Dread:
		return b.playDread(t, c)
	case Shake:
		return b.playShake(t, c)
	case Blast:
		return b.playBlast(t, c)
	case Settle:
		return b.playSettle(t, c)
	case Start:
		b.playStart(t)
	case Deploy:
		return b.playDeploy(t, c)
	case Amend:
		return b.playAmend(t, c)
	case Fulfil:
		return b.playFulfil(t, c)
	case Concede:
		b.playConcede(t, c)
	default:
		return ruling.BadValue("kind", "no command of a battle")
	}
	return nil
}

// commandPhase returns the phase in which a command is given, whether it needs an active
// unit, and the rule for both.
func commandPhase(c rules.Command) (phase string, acting bool, rule string) {
	switch c.(type) {
	case Start:
		return phaseStart, false, "WM-SETUP-3"
	case Deploy:
		return phaseDeploy, false, "WM-SETUP-6"
	case Allocate, EndControl, Shake:
		return phaseControl, false, "WM-TURN-3"
	case Activate:
		return phaseActivation, false, "WM-ACT-3"
	}
	return phaseActivation, true, "WM-ACT-3"
}

// checkPhase refuses commands of another phase or of a player whose turn it is not.
func (b *Battle) checkPhase(c rules.Command) *rules.Fault {
	seat := c.By()
	if seat < 0 || int(seat) >= len(b.teams) {
		return ruling.BadValue("by", "there is no seat %d", seat)
	}
	switch c.(type) {
	case Amend:
		if before := b.s.Phase == phaseStart || b.s.Phase == phaseDeploy || b.s.Phase == phaseOver; before || !b.sinceVersion5() || !b.playing(seat) {
			return rules.Breaks(amendRule, "", "not in this battle, or not now")
		}
		return nil
	case Concede, Fulfil:
		before := b.s.Phase == phaseStart || b.s.Phase == phaseDeploy || b.s.Phase == phaseOver
		switch {
		case before || !b.playing(seat):
			return rules.Breaks("WM-VICT-2", "", "there is nothing to concede")
		case c.Kind() == (Fulfil{}).Kind() && !b.hasObjectives:
			return rules.Breaks("WM-VICT-1", "", "no objective was agreed on")
		case c.Kind() == (Fulfil{}).Kind():
			return b.claimRefusal(seat)
		}
		return nil
	}
	phase, acting, rule := commandPhase(c)
	if b.s.Phase != phase {
		return rules.Breaks(rule, "", "not during %s", b.s.Phase)
	}
	if _, anyone := c.(Start); anyone {
		return nil
	}
	if seat != b.s.Turn {
		return rules.Breaks("WM-TURN-1", "by", "it is another player's turn")
	}
	if _, either := c.(EndTurn); !either && acting != (b.s.Acting != noUnit) {
		return rules.Breaks("WM-ACT-3", "", "one activation at a time")
	}
	waits := b.s.Pending != nil
	switch c.(type) {
	case Blast, Settle:
		if !waits {
			return rules.Breaks("WM-COMBAT-10", "", "there is no attack to settle")
		}
	default:
		if waits {
			return rules.Breaks("WM-COMBAT-10", "", "the last attack is not settled")
		}
	}
	return nil
}

// beginTurnOf begins the turn of a seat, the n-th turn of the battle: unspent focus is discarded,
// then continuous effects are checked, then focus is received (WM-MAINT-1 to WM-CTRL-1).
func (b *Battle) beginTurnOf(t *rules.Turn, seat rules.Seat, n int) {
	t.Emit(TurnBegan{seat, n})
	if b.combat && b.maintain(t) {
		return
	}
	for i := range b.info {
		if c := &b.info[i]; c.seat == seat && c.profile.Focus > 0 && b.unitInPlay(i) {
			t.Emit(FocusReceived{c.id, c.profile.Focus, law{"WM-CTRL-1"}})
		}
	}
}

// nextTurn passes the turn on in the fixed order (WM-SETUP-7, WM-TURN-1). The turn of a player who
// has left the battle is counted without being played: effects that last until its start end then
// (WM-TURN-2), and nobody pays for the upkeep spells (WM-CTRL-3). Before version 5 it was not counted.
func (b *Battle) nextTurn(t *rules.Turn) {
	k, turn := slices.Index(b.s.Order, b.s.Turn), b.s.Turns
	for n := range b.s.Order {
		k = (k + 1) % len(b.s.Order)
		if b.sinceVersion5() || n == 0 {
			turn++
		}
		if seat := b.s.Order[k]; b.playing(seat) {
			b.beginTurnOf(t, seat, turn)
			return
		} else if b.sinceVersion5() {
			b.endUpkeep(t, seat, nil)
		}
	}
}

// ownUnit returns a unit of the turn's player that is still in play.
func (b *Battle) ownUnit(id, path string) (int, *rules.Fault) {
	r, known := b.ids[id]
	switch {
	case !known || b.info[r.unit].seat != b.s.Turn:
		return noUnit, ruling.BadValue(path, "%q is nobody of yours", id)
	case !b.unitInPlay(r.unit):
		return noUnit, rules.Breaks("WM-ACTP-5", path, "%q is destroyed", id)
	}
	return r.unit, nil
}

// playAllocate gives a warjack focus from the warcaster of its battlegroup (WM-CTRL-2,
// WM-FOCUS-1, WM-FOCUS-2).
func (b *Battle) playAllocate(t *rules.Turn, c Allocate) *rules.Fault {
	i, fault := b.ownUnit(c.Warjack, "warjack")
	if fault != nil {
		return fault
	}
	by := b.info[i].controller
	switch {
	case b.info[i].profile.Kind != "warjack" || by == noUnit || b.info[by].profile.Focus == 0 || !b.unitInPlay(by):
		return rules.Breaks("WM-FOCUS-1", "warjack", "belongs to no battlegroup")
	case c.InControlArea == nil && b.tableRemembers():
		return rules.Missing("in_control_area")
	case !b.inControl(by, i, holds(c.InControlArea, true)):
		return rules.Breaks("WM-FOCUS-2", "in_control_area", "is out of the control area")
	case b.board && !holds(c.InControlArea, true):
		return ruling.BadValue("in_control_area", "it is in the control area")
	case b.s.Units[by].Focus < c.Points:
		return rules.Breaks("WM-CTRL-2", "points", "the warcaster has %d", b.s.Units[by].Focus)
	case b.combat && b.s.Units[i].Focus+c.Points > ruling.MostAllocated:
		return rules.Breaks("WM-X-FOC-2", "points", "a warjack holds %d at most", ruling.MostAllocated)
	case b.combat && b.crippled(i, cortexSystem):
		return rules.Breaks("WM-X-GRID-3", "warjack", "its cortex is crippled")
	}
	t.Emit(FocusAllocated{b.info[by].id, c.Warjack, c.Points})
	return nil
}

// playEndControl pays for the upkept spells and ends the others (WM-CTRL-3).
func (b *Battle) playEndControl(t *rules.Turn, c EndControl) *rules.Fault {
	if fault := b.upkeep(t, c.Keep); fault != nil {
		return fault
	}
	t.Emit(ControlEnded{})
	if b.countUnits(b.awaitsActivation) == 0 {
		b.nextTurn(t)
	}
	return nil
}

// playConcede has a player give up. If more than one side is left, the others play on.
func (b *Battle) playConcede(t *rules.Turn, c Concede) {
	t.Emit(Conceded{c.Seat})
	if b.endIfWon(t) || b.s.Turn != c.Seat {
		return
	}
	b.leaveTurn(t, "WM-VICT-2")
}

// leaveTurn ends the turn of a player who has left the battle.
func (b *Battle) leaveTurn(t *rules.Turn, rule string) {
	if b.s.Acting != noUnit {
		t.Emit(ActivationEnded{b.actingID(), law{rule}})
	}
	if b.s.Pending != nil {
		t.Emit(Settled{})
	}
	b.nextTurn(t)
}

// endTurnWithoutWarcasters ends the turn of a player whose last warcaster has fallen in it, where
// players without warcasters are out (ruling A-18). The attack that felled it is settled first.
func (b *Battle) endTurnWithoutWarcasters(t *rules.Turn) {
	if turns := b.s.Phase == phaseControl || b.s.Phase == phaseActivation; turns && b.s.Pending == nil && !b.playing(b.s.Turn) {
		b.leaveTurn(t, "WM-VICT-6")
	}
}

// claimRefusal refuses a claim that an objective is met at the wrong moment: it is made in the
// claimant's own turn, between two activations (WM-RULING-14).
func (b *Battle) claimRefusal(seat rules.Seat) *rules.Fault {
	switch {
	case !b.sinceVersion5():
		return nil
	case seat != b.s.Turn:
		return rules.Breaks(claimRule, "by", "it is another player's turn")
	case b.s.Phase != phaseActivation || b.s.Acting != noUnit:
		return rules.Breaks(claimRule, "", "objectives are looked at between two activations")
	}
	return nil
}

// claimRule says when an objective counts as met, and who agrees.
const claimRule = "WM-RULING-14"

// playFulfil ends the battle when the players of the other sides agree that a side has met its
// objective (WM-VICT-3).
func (b *Battle) playFulfil(t *rules.Turn, c Fulfil) *rules.Fault {
	if b.sinceVersion5() {
		for _, seat := range b.s.Order {
			if b.hostile(seat, c.Seat) && b.playing(seat) && t.Ask(claimRule, seat, "objective-met", "not-met", "is-met") == 0 {
				t.Emit(Contested{c.Seat, seat, "objective", law{claimRule}})
				return nil
			}
		}
	}
	t.Emit(Fulfilled{c.Seat})
	b.endBattle(t, b.teams[c.Seat], "objective")
	return nil
}

// endIfWon ends the battle when a side has won, and reports whether it did (WM-VICT-2,
// WM-VICT-5).
func (b *Battle) endIfWon(t *rules.Turn) bool {
	if b.undecided() {
		return false
	}
	v := ruling.VictoryInput{ConcessionAccepted: true, Eliminate: b.eliminate}
	for seat := range b.teams {
		v.Players = append(v.Players, ruling.Contender{
			ID: seatNames[seat], Team: seatNames[b.teams[seat]],
			Warcasters: b.warcasters(rules.Seat(seat)), Conceded: b.s.Conceded[seat],
		})
	}
	r := v.Resolve()
	if r.Outcome == "ongoing" {
		return false
	}
	b.endBattle(t, slices.Index(seatNames[:], string(r.Winner)), string(r.Reason))
	return true
}

// undecided reports quickly whether two sides have warcasters and players who play on.
func (b *Battle) undecided() bool {
	led := noUnit
	for i := range b.info {
		c := &b.info[i]
		if c.profile.Kind != "warcaster" || !b.unitInPlay(i) || b.s.Conceded[c.seat] {
			continue
		}
		if led != noUnit && led != b.teams[c.seat] {
			return true
		}
		led = b.teams[c.seat]
	}
	return false
}

// endBattle ends the battle with the victory of a side, or as a draw if side is noUnit.
func (b *Battle) endBattle(t *rules.Turn, side int, reason string) {
	e := Ended{Winner: rules.Nobody, Reason: reason}
	if first := slices.Index(b.teams, side); first >= 0 {
		e.Winner = rules.Seat(first)
	}
	for seat := range b.teams {
		e.Scores = append(e.Scores, b.destroyedBy(rules.Seat(seat)))
	}
	t.Emit(e)
}

// warcasters returns the number of warcasters of a seat in play.
func (b *Battle) warcasters(seat rules.Seat) int {
	return b.countUnits(func(i int) bool {
		return b.info[i].seat == seat && b.info[i].profile.Kind == "warcaster" && b.unitInPlay(i)
	})
}

// destroyedBy returns the points of the enemy entries that are destroyed completely.
func (b *Battle) destroyedBy(seat rules.Seat) int {
	points := 0
	for i := range b.info {
		if b.hostile(seat, b.info[i].seat) && !b.unitInPlay(i) {
			points += b.info[i].profile.Points
		}
	}
	if len(b.s.Amended) > 0 {
		points += b.s.Amended[seat]
	}
	return points
}
