package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// Play carries out a command by emitting events, or refuses it.
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	if fault := b.play(t, c); fault != nil {
		return fault
	}
	return nil
}

func (b *Battle) play(t *rules.Turn, c rules.Command) *rules.Fault {
	if b.s.Phase == phaseOver {
		return rules.Breaks("WR-END-1", "kind", "the battle is over")
	}
	if by := c.By(); by != 0 && by != 1 {
		return rules.Faultf(rules.OutOfRange, "by", "there is no seat %d", by)
	}
	if c, ok := c.(battleCommand); ok {
		fault := c.play(b, t)
		if fault == nil && b.losesGeneral() {
			b.endBattle(t)
		}
		return fault
	}
	return rules.Breaks("WR-SEQ-2", "kind", "this belongs to the aftermath")
}

// A battleCommand is a command of the battle itself, not of its aftermath.
type battleCommand interface {
	play(*Battle, *rules.Turn) *rules.Fault
}

// phaseRules names the rule of each phase's place in the turn.
var phaseRules = map[string]string{
	phaseStart: "WR-SET-3", phaseDeploy: "WR-SET-2", phaseReturn: "WR-EDGE-5", phaseOrders: "WR-SEQ-2", phaseVolley: "WR-CSHOT-2",
	phaseShooting: "WR-SEQ-2", phaseDriveBack: "WR-DRIVE-1", phaseCombat: "WR-SEQ-2", phaseFight: "WR-SEQ-10", phaseResult: "WR-SEQ-10",
	phaseRetreat: "WR-RET-1", phaseChoices: "WR-RES-10", phaseReform: "WR-SEQ-8",
}

// checkPhase refuses a command outside the given phases, or by a seat that does not act in
// the phase. The active player acts except where WR-SEQ-3 and WR-SEQ-4 let the other do so.
func (b *Battle) checkPhase(by rules.Seat, stages ...string) *rules.Fault {
	if !slices.Contains(stages, b.s.Phase) {
		return rules.Breaks(phaseRules[stages[0]], "kind", "it is the stage %s", b.s.Phase)
	}
	return rules.ForbidIf(by != b.toAct(), "WR-SEQ-3", "by", "it is for the other player to act")
}

// toAct is the seat that gives the next command.
func (b *Battle) toAct() rules.Seat {
	switch b.s.Phase {
	case phaseOver:
		return rules.Nobody
	case phaseStart:
		return 0
	case phaseDeploy:
		return b.s.Placing
	case phaseVolley:
		return b.info[b.s.Volley.Units[0]].seat
	case phaseDriveBack:
		return opponent(b.s.Turn) // WR-DRIVE-2
	case phaseReform:
		if b.s.OtherReforms {
			return opponent(b.s.Turn)
		}
	case phaseRetreat:
		return opponent(b.s.Fight.Winner)
	case phaseChoices:
		switch {
		case len(b.s.Fight.FallBackRoll) > 0:
			return b.info[b.s.Fight.FallBackRoll[0]].seat
		case b.s.Fight.Winner >= 0:
			return b.s.Fight.Winner
		}
		if !slices.ContainsFunc(b.s.Fight.Waiting, func(i int) bool { return b.info[i].seat == b.s.Turn }) {
			return opponent(b.s.Turn)
		}
	}
	return b.s.Turn
}

// ownUnitOrCharacter finds a unit or character of a seat on the table, or refuses the id.
func (b *Battle) ownUnitOrCharacter(by rules.Seat, id, field string) (int, *rules.Fault) {
	i := b.find(id)
	return i, rules.FirstFault(
		rules.OutOfRangeIf(i < 0, field, "there is no such unit"),
		rules.ForbidIf(i >= 0 && b.info[max(i, 0)].seat != by, "WR-SEQ-3", field, "it is the other player's"),
		rules.ForbidIf(i >= 0 && !b.inPlay(max(i, 0)), "WR-DEST-1", field, "it is not on the table"),
	)
}

// ownUnit finds a unit of a seat on the table, or refuses the id.
func (b *Battle) ownUnit(by rules.Seat, id, field string) (int, *rules.Fault) {
	i, fault := b.ownUnitOrCharacter(by, id, field)
	if fault == nil {
		fault = rules.ForbidIf(b.info[i].isCharacter(), "WR-PROF-8", field, "is a character")
	}
	return i, fault
}

// actingUnit finds the unit of a seat that acts in a phase, or refuses the command.
func (b *Battle) actingUnit(by rules.Seat, id, phase string) (int, *rules.Fault) {
	if fault := b.checkPhase(by, phase); fault != nil {
		return noUnit, fault
	}
	return b.ownUnit(by, id, "unit")
}

// ownCharacter finds a character of a seat on the table, or refuses the id. Otherwise is the
// fault of a unit that is no character.
func (b *Battle) ownCharacter(by rules.Seat, id, otherwise string) (int, *rules.Fault) {
	i, fault := b.ownUnitOrCharacter(by, id, "character")
	if fault == nil {
		fault = rules.ForbidIf(!b.info[i].isCharacter(), "WR-PROF-8", "character", otherwise)
	}
	return i, fault
}

// enemyUnit finds an enemy unit on the table, or refuses the id.
func (b *Battle) enemyUnit(by rules.Seat, id, field string) (int, *rules.Fault) {
	i, fault := b.ownUnitOrCharacter(opponent(by), id, field)
	if fault == nil {
		fault = rules.ForbidIf(b.info[i].isCharacter(), "WR-LOS-3", field, "is a character")
	}
	return i, fault
}

// checkEnemies refuses ids that are not enemy units on the table.
func (b *Battle) checkEnemies(by rules.Seat, ids []string, field string) *rules.Fault {
	for k, id := range ids {
		_, fault := b.enemyUnit(by, id, rules.At(field, k))
		if fault == nil {
			fault = rules.OutOfRangeIf(slices.Contains(ids[:k], id), rules.At(field, k), "is there twice")
		}
		if fault != nil {
			return fault
		}
	}
	return nil
}

// requireFact refuses a command without a fact that players must state at a measured table.
func (b *Battle) requireFact(there bool, field string) *rules.Fault {
	return rules.MissingFieldIf(!b.board && !there, field, "must be measured")
}

// requireStated refuses a command without a fact that helps its seat at a measured table.
// Battles before version 3 took the fact for granted.
func (b *Battle) requireStated(there bool, field string) *rules.Fault {
	return rules.MissingFieldIf(b.statesFacts() && !there, field, "must be stated")
}

// requireList refuses a command at a measured table that neither says that a list of facts is
// empty nor fills it in; says is the answer to whether it is empty.
func (b *Battle) requireList(empty *bool, n int, field, list string) *rules.Fault {
	if !b.statesFacts() || empty == nil && n > 0 {
		return nil
	}
	return rules.FirstFault(
		rules.MissingFieldIf(empty == nil, field, "must be stated"),
		rules.OutOfRangeIf(empty != nil && *empty && n > 0, list, "was said to be empty"),
		rules.MissingFieldIf(empty != nil && !*empty && n == 0, list, "which?"),
	)
}

// formOf is the formation at the end of a move at a measured table: what is stated, or else the
// formation that the battle remembers.
func (b *Battle) formOf(i int, stated string) string {
	p := &b.s.Units[i]
	switch {
	case p.Stands == 1:
		return "single"
	case stated != "":
		return stated
	case !b.since(3):
		return "line"
	}
	return p.Form
}

// contradicts refuses a stated fact that differs from what the board shows.
func contradicts[T comparable](stated *T, found T, rule, field string) *rules.Fault {
	return rules.ForbidIf(stated != nil && *stated != found, rule, field, "the board says otherwise")
}

// beginTurn starts a player's turn; units that left the table roll first (WR-EDGE-5).
func (b *Battle) beginTurn(t *rules.Turn, seat rules.Seat) {
	t.Emit(TurnBegan{Seat: seat, Turn: b.s.Turns/2 + 1})
	if len(b.s.Returning) > 0 {
		t.Emit(PhaseBegan{Phase: phaseReturn})
		return
	}
	t.Emit(PhaseBegan{Phase: phaseOrders})
}

// play rolls for a unit that may return; a character with a unit shares its roll.
func (c Return) play(b *Battle, t *rules.Turn) *rules.Fault {
	i := b.find(c.Unit)
	if fault := rules.FirstFault(
		b.checkPhase(c.Seat, phaseReturn),
		rules.ForbidIf(!slices.Contains(b.s.Returning, i), "WR-EDGE-5", "unit", "does not roll now"),
	); fault != nil {
		return fault
	}
	b.rollEdge(t, i, b.returnSpots(i), true)
	if b.s.Phase == phaseReturn && len(b.s.Returning) == 0 {
		t.Emit(PhaseBegan{Phase: phaseOrders})
	}
	return nil
}

// rollEdge rolls for a unit that left the table; spots is where it stands if it returns
// (WR-EDGE-1 to WR-EDGE-7).
func (b *Battle) rollEdge(t *rules.Turn, i int, spots []Spot, turnStart bool) {
	in := ruling.EdgeInput{Kind: "unit", StandsLost: b.standsLost(i), General: b.hasGeneral(i), TurnStart: turnStart}
	if b.info[i].isCharacter() {
		in.Kind, in.StandsLost = "character", 0
	}
	r := in.Resolve(t.Roller)
	t.Emit(EdgeRolled{Unit: b.id(i), Roll: r.ModifiedRoll, Outcome: r.Outcome, General: in.General, Spots: spots})
	if r.BattleEnds {
		b.endBattle(t)
	}
}

// hasGeneral reports whether a unit is the General or has the General with it.
func (b *Battle) hasGeneral(i int) bool {
	for j := range b.info {
		if b.info[j].profile.Type == "general" && !b.s.Units[j].Gone && (j == i || b.s.Units[j].Joined == i) {
			return true
		}
	}
	return false
}

// play begins the next phase, or the other player's turn.
func (c EndPhase) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseOrders, phaseShooting, phaseReform); fault != nil {
		return fault
	}
	switch b.s.Phase {
	case phaseOrders:
		b.rally(t, "next-orders")
		t.Emit(PhaseBegan{Phase: phaseShooting})
	case phaseShooting:
		if len(b.unitsToDriveBack()) > 0 {
			t.Emit(PhaseBegan{Phase: phaseDriveBack})
			return nil
		}
		b.endShooting(t)
	case phaseReform:
		if b.reformsBothSides() && !b.s.OtherReforms && len(b.reformers(opponent(b.s.Turn))) > 0 {
			t.Emit(PhaseBegan{Phase: phaseReform})
			return nil
		}
		b.endTurn(t)
	}
	return nil
}

// rally ends the confusion of the active side's units that were confused before this phase, if
// the option says that it ends now (WR-PROV-7).
func (b *Battle) rally(t *rules.Turn, now string) {
	for i := range b.info {
		p := &b.s.Units[i]
		if p.Confused && !p.Gone && !p.Shaken && b.info[i].seat == b.s.Turn && b.option("confusion") == now {
			t.Emit(Rallied{b.id(i)})
		}
	}
}

// endShooting erases hits and begins the Combat phase (WR-SHOOT-16).
func (b *Battle) endShooting(t *rules.Turn) {
	t.Emit(HitsErased{Phase: phaseShooting})
	t.Emit(PhaseBegan{Phase: phaseCombat})
	b.nextEngagement(t)
}

// nextEngagement ends the Combat phase when no engagement is left (WR-CAS-6).
func (b *Battle) nextEngagement(t *rules.Turn) {
	if len(b.engagements()) > 0 {
		return
	}
	t.Emit(HitsErased{Phase: phaseCombat})
	t.Emit(PhaseBegan{Phase: phaseReform})
	if len(b.reformers(b.s.Turn)) > 0 {
		return
	}
	if b.reformsBothSides() && len(b.reformers(opponent(b.s.Turn))) > 0 {
		t.Emit(PhaseBegan{Phase: phaseReform})
		return
	}
	b.endTurn(t)
}

// endTurn passes the turn to the other player, or ends the battle (WR-SEQ-5, WR-END-1).
func (b *Battle) endTurn(t *rules.Turn) {
	b.rally(t, "next-turn")
	if b.checkEnd().Over {
		b.endBattle(t)
		return
	}
	b.beginTurn(t, opponent(b.s.Turn))
}
