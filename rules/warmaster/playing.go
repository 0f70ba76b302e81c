package warmaster

import (
	"slices"

	"oriflamme/rules"
)

// Play carries out a command by emitting events, or refuses it.
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	if fault := b.play(t, c); fault != nil {
		return fault
	}
	return nil
}

func (b *Battle) play(t *rules.Turn, c rules.Command) *rules.Fault {
	if b.s.Stage == stageOver {
		return rules.Breaks("WR-END-1", "kind", "the battle is over")
	}
	if by := c.By(); by != 0 && by != 1 {
		return rules.Faultf(rules.OutOfRange, "by", "there is no seat %d", by)
	}
	switch c := c.(type) {
	case Start:
		return b.start(t, c)
	case Deploy:
		return b.deploy(t, c)
	case Concede:
		return b.concede(t, c)
	case Return:
		return b.come(t, c)
	case Charge:
		return b.charge(t, c)
	case Evade:
		return b.evade(t, c)
	case Order:
		return b.order(t, c)
	case Move:
		return b.move(t, c)
	case MoveCharacter:
		return b.ride(t, c)
	case EndPhase:
		return b.endPhase(t, c)
	case ShootCharger:
		return b.shootCharger(t, c)
	case HoldFire:
		return b.holdFire(t, c)
	case Shoot:
		return b.shoot(t, c)
	case Magic:
		return b.magic(t, c)
	case DriveBack:
		return b.driveBack(t, c)
	}
	return b.playCombat(t, c)
}

func (b *Battle) playCombat(t *rules.Turn, c rules.Command) *rules.Fault {
	switch c := c.(type) {
	case Engage:
		return b.engage(t, c)
	case Fight:
		return b.fight(t, c)
	case Result:
		return b.result(t, c)
	case Retreat:
		return b.retreat(t, c)
	case Hold:
		return b.hold(t, c)
	case FallBack:
		return b.fallBack(t, c)
	case Withdraw:
		return b.withdraw(t, c)
	case Pursue:
		return b.pursue(t, c)
	case Advance:
		return b.advance(t, c)
	case Reform:
		return b.reform(t, c)
	}
	return rules.Breaks("WR-SEQ-2", "kind", "this belongs to the aftermath")
}

// phases is the rule that puts each stage in its place.
var phases = map[string]string{
	stageStart: "WR-SET-3", stageDeploy: "WR-SET-2", stageReturn: "WR-EDGE-5", stageOrders: "WR-SEQ-2", stageVolley: "WR-CSHOT-2",
	stageShooting: "WR-SEQ-2", stageDrive: "WR-DRIVE-1", stageCombat: "WR-SEQ-2", stageFight: "WR-SEQ-10", stageResult: "WR-SEQ-10",
	stageRetreat: "WR-RET-1", stageChoices: "WR-RES-10", stageReform: "WR-SEQ-8",
}

// at wants one of some stages and the seat that acts in it. The active player
// acts but for what WR-SEQ-3 and WR-SEQ-4 leave to the other.
func (b *Battle) at(by rules.Seat, stages ...string) *rules.Fault {
	if !slices.Contains(stages, b.s.Stage) {
		return rules.Breaks(phases[stages[0]], "kind", "it is the stage %s", b.s.Stage)
	}
	return forbid(by != b.toAct(), "WR-SEQ-3", "by", "it is for the other player to act")
}

// toAct is the seat that gives the next command.
func (b *Battle) toAct() rules.Seat {
	switch b.s.Stage {
	case stageOver:
		return rules.Nobody
	case stageStart:
		return 0
	case stageDeploy:
		return b.s.Placing
	case stageVolley:
		return b.cards[b.s.Volley.Units[0]].seat
	case stageDrive:
		return other(b.s.Turn) // WR-DRIVE-2
	case stageRetreat:
		return other(b.s.Fight.Winner)
	case stageChoices:
		switch {
		case len(b.s.Fight.Rolled) > 0:
			return b.cards[b.s.Fight.Rolled[0]].seat
		case b.s.Fight.Winner >= 0:
			return b.s.Fight.Winner
		}
		for _, i := range b.s.Fight.Waiting {
			if b.cards[i].seat == b.s.Turn {
				return b.s.Turn
			}
		}
		return other(b.s.Turn)
	}
	return b.s.Turn
}

// mine finds a unit or character of a seat on the table.
func (b *Battle) mine(by rules.Seat, id, field string) (int, *rules.Fault) {
	i := b.find(id)
	return i, first(
		outside(i < 0, field, "there is no such unit"),
		forbid(i >= 0 && b.cards[max(i, 0)].seat != by, "WR-SEQ-3", field, "it is the other player's"),
		forbid(i >= 0 && !b.here(max(i, 0)), "WR-DEST-1", field, "it is not on the table"),
	)
}

// myUnit finds a unit of a seat on the table.
func (b *Battle) myUnit(by rules.Seat, id, field string) (int, *rules.Fault) {
	i, fault := b.mine(by, id, field)
	if fault == nil {
		fault = forbid(b.cards[i].officer(), "WR-PROF-8", field, "is a character")
	}
	return i, fault
}

// enemy finds an enemy unit on the table.
func (b *Battle) enemy(by rules.Seat, id, field string) (int, *rules.Fault) {
	i, fault := b.mine(other(by), id, field)
	if fault == nil {
		fault = forbid(b.cards[i].officer(), "WR-LOS-3", field, "is a character")
	}
	return i, fault
}

// enemies finds enemy units by their ids.
func (b *Battle) enemies(by rules.Seat, ids []string, field string) *rules.Fault {
	for k, id := range ids {
		_, fault := b.enemy(by, id, rules.At(field, k))
		if fault == nil {
			fault = outside(slices.Contains(ids[:k], id), rules.At(field, k), "is there twice")
		}
		if fault != nil {
			return fault
		}
	}
	return nil
}

// told wants a fact that only a measured table leaves to the players.
func (b *Battle) told(there bool, field string) *rules.Fault {
	return lacking(!b.board && !there, field, "must be measured")
}

// agrees refuses what the board contradicts.
func agrees[T comparable](stated *T, found T, rule, field string) *rules.Fault {
	return forbid(stated != nil && *stated != found, rule, field, "the board says otherwise")
}

// sure is a stated truth, or what holds unless stated.
func sure(stated *bool, otherwise bool) bool {
	if stated == nil {
		return otherwise
	}
	return *stated
}
