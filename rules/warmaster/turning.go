package warmaster

import (
	"slices"

	"oriflamme/rules"
)

// beginTurn starts a player's turn; what left the table rolls first (WR-EDGE-5).
func (b *Battle) beginTurn(t *rules.Turn, seat rules.Seat) {
	t.Emit(TurnBegan{Seat: seat, Turn: b.s.Turns/2 + 1})
	if len(b.s.Returning) > 0 {
		t.Emit(PhaseBegan{Phase: phaseReturn})
		return
	}
	t.Emit(PhaseBegan{Phase: phaseOrders})
}

// returnUnit rolls for a piece that may return; a character with a unit shares its die.
func (b *Battle) returnUnit(t *rules.Turn, c Return) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseReturn); fault != nil {
		return fault
	}
	i := b.find(c.Unit)
	if fault := forbidIf(!slices.Contains(b.s.Returning, i), "WR-EDGE-5", "unit", "does not roll now"); fault != nil {
		return fault
	}
	b.rollEdge(t, i, b.returnSpots(i), true)
	if b.s.Phase == phaseReturn && len(b.s.Returning) == 0 {
		t.Emit(PhaseBegan{Phase: phaseOrders})
	}
	return nil
}

// rollEdge rolls for a unit that leaves the table; spots are where it is if it
// comes back (WR-EDGE-1 to WR-EDGE-7).
func (b *Battle) rollEdge(t *rules.Turn, i int, spots []Spot, turnStart bool) {
	in := edgeInput{Kind: "unit", StandsLost: b.standsLost(i), General: b.hasGeneral(i), TurnStart: turnStart}
	if b.info[i].isCharacter() {
		in.Kind, in.StandsLost = "character", 0
	}
	r := in.Resolve(t.Roller)
	t.Emit(EdgeRolled{Unit: b.id(i), Roll: r.ModifiedRoll, Outcome: r.Outcome, General: in.General, Spots: spots})
	if r.BattleEnds {
		b.endBattle(t)
	}
}

// hasGeneral tells whether a piece is the General or has him with it.
func (b *Battle) hasGeneral(i int) bool {
	for j := range b.info {
		if b.info[j].profile.Type == "general" && !b.s.Units[j].Gone && (j == i || b.s.Units[j].Joined == i) {
			return true
		}
	}
	return false
}

// endPhase goes on to the next phase, or to the other player's turn.
func (b *Battle) endPhase(t *rules.Turn, c EndPhase) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseOrders, phaseShooting, phaseReform); fault != nil {
		return fault
	}
	switch b.s.Phase {
	case phaseOrders:
		b.rally(t)
		t.Emit(PhaseBegan{Phase: phaseShooting})
	case phaseShooting:
		if len(b.unitsToDriveBack()) > 0 {
			t.Emit(PhaseBegan{Phase: phaseDriveBack})
			return nil
		}
		b.endShooting(t)
	case phaseReform:
		b.endTurn(t)
	}
	return nil
}

// rally ends the confusion of the active side that was there before this phase (WR-PROV-7).
func (b *Battle) rally(t *rules.Turn) {
	for i := range b.info {
		p := &b.s.Units[i]
		if p.Confused && !p.Gone && !p.Shaken && b.info[i].seat == b.s.Turn && b.option("confusion") == "next-orders" {
			t.Emit(Rallied{b.id(i)})
		}
	}
}

// endShooting erases hits and goes on to combat (WR-SHOOT-16).
func (b *Battle) endShooting(t *rules.Turn) {
	t.Emit(HitsErased{Phase: phaseShooting})
	t.Emit(PhaseBegan{Phase: phaseCombat})
	b.nextEngagement(t)
}

// nextEngagement ends the Combat phase when nothing is left to fight (WR-CAS-6).
func (b *Battle) nextEngagement(t *rules.Turn) {
	if len(b.engagements()) > 0 {
		return
	}
	t.Emit(HitsErased{Phase: phaseCombat})
	t.Emit(PhaseBegan{Phase: phaseReform})
	if len(b.reformers()) == 0 {
		b.endTurn(t)
	}
}

// endTurn passes the turn on, or ends the battle (WR-SEQ-5, WR-END-1).
func (b *Battle) endTurn(t *rules.Turn) {
	if b.option("confusion") == "next-turn" {
		for i := range b.info {
			if p := &b.s.Units[i]; p.Confused && !p.Gone && !p.Shaken && b.info[i].seat == b.s.Turn {
				t.Emit(Rallied{b.id(i)})
			}
		}
	}
	if b.checkEnd().Over {
		b.endBattle(t)
		return
	}
	b.beginTurn(t, opponent(b.s.Turn))
}
