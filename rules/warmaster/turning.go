package warmaster

import (
	"slices"

	"oriflamme/rules"
)

// beginTurn starts a player's turn; what left the table rolls first (WR-EDGE-5).
func (b *Battle) beginTurn(t *rules.Turn, seat rules.Seat) {
	t.Emit(TurnBegan{Seat: seat, Turn: b.s.Turns/2 + 1})
	if len(b.s.Back) > 0 {
		t.Emit(PhaseBegan{Phase: stageReturn})
		return
	}
	t.Emit(PhaseBegan{Phase: stageOrders})
}

// come rolls for a piece that may return; a character with a unit shares its die.
func (b *Battle) come(t *rules.Turn, c Return) *rules.Fault {
	if fault := b.at(c.Seat, stageReturn); fault != nil {
		return fault
	}
	i := b.find(c.Unit)
	if fault := forbid(!slices.Contains(b.s.Back, i), "WR-EDGE-5", "unit", "does not roll now"); fault != nil {
		return fault
	}
	b.rollEdge(t, i, b.returnSpots(i), true)
	if b.s.Stage == stageReturn && len(b.s.Back) == 0 {
		t.Emit(PhaseBegan{Phase: stageOrders})
	}
	return nil
}

// rollEdge rolls for a unit that leaves the table; spots are where it is if it
// comes back (WR-EDGE-1 to WR-EDGE-7).
func (b *Battle) rollEdge(t *rules.Turn, i int, spots []Spot, turnStart bool) {
	in := edgeInput{Kind: "unit", StandsLost: b.lost(i), General: b.leads(i), TurnStart: turnStart}
	if b.cards[i].officer() {
		in.Kind, in.StandsLost = "character", 0
	}
	r := in.roll(t.Cup)
	t.Emit(EdgeRolled{Unit: b.id(i), Roll: r.ModifiedRoll, Outcome: r.Outcome, General: in.General, Spots: spots})
	if r.BattleEnds {
		b.finish(t)
	}
}

// leads tells whether a piece is the General or has him with it.
func (b *Battle) leads(i int) bool {
	for j := range b.cards {
		if b.cards[j].p.Type == "general" && !b.s.Pieces[j].Gone && (j == i || b.s.Pieces[j].Joined == i) {
			return true
		}
	}
	return false
}

// endPhase goes on to the next phase, or to the other player's turn.
func (b *Battle) endPhase(t *rules.Turn, c EndPhase) *rules.Fault {
	if fault := b.at(c.Seat, stageOrders, stageShooting, stageReform); fault != nil {
		return fault
	}
	switch b.s.Stage {
	case stageOrders:
		b.rally(t)
		t.Emit(PhaseBegan{Phase: stageShooting})
	case stageShooting:
		if len(b.driven()) > 0 {
			t.Emit(PhaseBegan{Phase: stageDrive})
			return nil
		}
		b.endShooting(t)
	case stageReform:
		b.endTurn(t)
	}
	return nil
}

// rally ends the confusion of the active side that was there before this phase (WR-PROV-7).
func (b *Battle) rally(t *rules.Turn) {
	for i := range b.cards {
		p := &b.s.Pieces[i]
		if p.Confused && !p.Gone && !p.Shaken && b.cards[i].seat == b.s.Turn && b.option("confusion") == "next-orders" {
			t.Emit(Rallied{b.id(i)})
		}
	}
}

// endShooting erases hits and goes on to combat (WR-SHOOT-16).
func (b *Battle) endShooting(t *rules.Turn) {
	t.Emit(HitsErased{Phase: stageShooting})
	t.Emit(PhaseBegan{Phase: stageCombat})
	b.nextEngagement(t)
}

// nextEngagement ends the Combat phase when nothing is left to fight (WR-CAS-6).
func (b *Battle) nextEngagement(t *rules.Turn) {
	if len(b.engagements()) > 0 {
		return
	}
	t.Emit(HitsErased{Phase: stageCombat})
	t.Emit(PhaseBegan{Phase: stageReform})
	if len(b.reformers()) == 0 {
		b.endTurn(t)
	}
}

// endTurn passes the turn on, or ends the battle (WR-SEQ-5, WR-END-1).
func (b *Battle) endTurn(t *rules.Turn) {
	if b.option("confusion") == "next-turn" {
		for i := range b.cards {
			if p := &b.s.Pieces[i]; p.Confused && !p.Gone && !p.Shaken && b.cards[i].seat == b.s.Turn {
				t.Emit(Rallied{b.id(i)})
			}
		}
	}
	if b.judgeEnd().Over {
		b.finish(t)
		return
	}
	b.beginTurn(t, other(b.s.Turn))
}
