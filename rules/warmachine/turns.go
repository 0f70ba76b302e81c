package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// Play carries out a command by emitting events, or refuses it with a fault.
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	if fault := b.timely(c); fault != nil {
		return fault
	}
	b.noting = b.eyes != nil
	fault := b.play1(t, c)
	b.noting = false
	if fault != nil {
		return fault
	}
	return nil
}

func (b *Battle) play1(t *rules.Turn, c rules.Command) *rules.Fault {
	switch c := c.(type) {
	case Activate:
		return b.playActivate(t, c)
	case Move:
		return b.playMove(t, c)
	case Attack:
		return b.playAttack(t, c)
	case EndActivation:
		return b.playEndActivation(t)
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
	case Fulfil:
		t.Emit(Fulfilled(c))
		b.end(t, b.seatsOf(b.teams[c.Seat]), "objective", "objective")
	case Concede:
		b.playConcede(t, c)
	default:
		return strange("kind", "no command of a battle")
	}
	return nil
}

// moment is when commands are given: the stage, and the rule that says so.
func moment(c rules.Command) (stage string, acting bool, law string) {
	switch c.(type) {
	case Start:
		return stageStart, false, "WM-SETUP-3"
	case Deploy:
		return stageDeploy, false, "WM-SETUP-6"
	case Allocate, EndControl, Shake:
		return stageControl, false, "WM-TURN-3"
	case Activate:
		return stageActivation, false, "WM-ACT-3"
	}
	return stageActivation, true, "WM-ACT-3"
}

// timely refuses commands of another stage or of the player who is not at turn.
func (b *Battle) timely(c rules.Command) *rules.Fault {
	seat := c.By()
	if seat < 0 || int(seat) >= len(b.teams) {
		return strange("by", "there is no seat %d", seat)
	}
	switch c.(type) {
	case Concede, Fulfil:
		before := b.s.Stage == stageStart || b.s.Stage == stageDeploy || b.s.Stage == stageOver
		switch {
		case before || !b.playing(seat):
			return rules.Breaks("WM-VICT-2", "", "there is nothing to concede")
		case c.Kind() == (Fulfil{}).Kind() && !b.aims:
			return rules.Breaks("WM-VICT-1", "", "no objective was agreed on")
		}
		return nil
	}
	stage, acting, law := moment(c)
	if b.s.Stage != stage {
		return rules.Breaks(law, "", "not during %s", b.s.Stage)
	}
	if _, anyone := c.(Start); anyone {
		return nil
	}
	if seat != b.s.Turn {
		return rules.Breaks("WM-TURN-1", "by", "it is another player's turn")
	}
	if acting != (b.s.Acting != none) {
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

// beginTurnOf begins a turn of the next seat that plays: focus is discarded, then
// continuous effects are looked at, then focus received (WM-MAINT-1 to WM-CTRL-1).
func (b *Battle) beginTurnOf(t *rules.Turn, seat rules.Seat) {
	t.Emit(TurnBegan{seat, b.s.Turns + 1})
	if b.combat && b.maintain(t) {
		return
	}
	for i := range b.cards {
		if c := &b.cards[i]; c.seat == seat && c.p.Focus > 0 && b.alive(i) {
			t.Emit(FocusReceived{c.id, c.p.Focus, "WM-CTRL-1"})
		}
	}
}

// nextTurn passes the turn on in the order that never changes (WM-SETUP-7, WM-TURN-1).
func (b *Battle) nextTurn(t *rules.Turn) {
	k := slices.Index(b.s.Order, b.s.Turn)
	for range b.s.Order {
		k = (k + 1) % len(b.s.Order)
		if seat := b.s.Order[k]; b.playing(seat) {
			b.beginTurnOf(t, seat)
			return
		}
	}
}

// own finds a troop of the turn's player that is still in play.
func (b *Battle) own(id, path string) (int, *rules.Fault) {
	r, known := b.ids[id]
	switch {
	case !known || b.cards[r.i].seat != b.s.Turn:
		return none, strange(path, "%q is nobody of yours", id)
	case !b.alive(r.i):
		return none, rules.Breaks("WM-ACTP-5", path, "%q is destroyed", id)
	}
	return r.i, nil
}

// playAllocate gives focus from the warcaster of a battlegroup (WM-CTRL-2, WM-FOCUS-1, WM-FOCUS-2).
func (b *Battle) playAllocate(t *rules.Turn, c Allocate) *rules.Fault {
	i, fault := b.own(c.Warjack, "warjack")
	if fault != nil {
		return fault
	}
	by := b.cards[i].owner
	switch {
	case b.cards[i].p.Kind != "warjack" || by == none || b.cards[by].p.Focus == 0 || !b.alive(by):
		return rules.Breaks("WM-FOCUS-1", "warjack", "belongs to no battlegroup")
	case !b.inControl(by, i, c.InControlArea):
		return rules.Breaks("WM-FOCUS-2", "in_control_area", "is out of the control area")
	case b.board && !c.InControlArea:
		return strange("in_control_area", "it is in the control area")
	case b.s.Troops[by].Focus < c.Points:
		return rules.Breaks("WM-CTRL-2", "points", "the warcaster has %d", b.s.Troops[by].Focus)
	case b.combat && b.s.Troops[i].Focus+c.Points > mostAllocated:
		return rules.Breaks("WM-X-FOC-2", "points", "a warjack holds %d at most", mostAllocated)
	case b.combat && b.crippled(i, cortexSystem):
		return rules.Breaks("WM-X-GRID-3", "warjack", "its cortex is crippled")
	}
	t.Emit(FocusAllocated{b.cards[by].id, c.Warjack, c.Points})
	return nil
}

// playEndControl pays for the spells that are kept and ends the others (WM-CTRL-3).
func (b *Battle) playEndControl(t *rules.Turn, c EndControl) *rules.Fault {
	if fault := b.upkeep(t, c.Keep); fault != nil {
		return fault
	}
	t.Emit(ControlEnded{})
	for i := range b.cards {
		if b.waits(i) {
			return nil
		}
	}
	b.nextTurn(t)
	return nil
}

// playConcede has a player give up; with more than one left the others play on.
func (b *Battle) playConcede(t *rules.Turn, c Concede) {
	t.Emit(Conceded(c))
	if b.judge(t) || b.s.Turn != c.Seat {
		return
	}
	if b.s.Acting != none {
		t.Emit(ActivationEnded{b.cards[b.s.Acting].id, "WM-VICT-2"})
	}
	if b.s.Pending != nil {
		t.Emit(Settled{})
	}
	b.nextTurn(t)
}

// judge ends the battle when a side has won (WM-VICT-2, WM-VICT-5). It reports whether it did.
func (b *Battle) judge(t *rules.Turn) bool {
	if b.undecided() {
		return false
	}
	v := victoryAsked{ConcessionAccepted: true, Eliminate: b.drop}
	for seat := range b.teams {
		v.Players = append(v.Players, contender{
			ID: seatNames[seat], Team: seatNames[b.teams[seat]],
			Warcasters: b.warcasters(rules.Seat(seat)), Conceded: b.s.Conceded[seat],
		})
	}
	r := v.ruled()
	if r.Outcome == "ongoing" {
		return false
	}
	b.end(t, b.seatsOf(slices.Index(seatNames[:], string(r.Winner))), string(r.Reason), string(r.Reason))
	return true
}

// undecided is a quick look at whether two sides have warcasters and play on.
func (b *Battle) undecided() bool {
	led := none
	for i := range b.cards {
		c := &b.cards[i]
		if c.p.Kind != "warcaster" || !b.alive(i) || b.s.Conceded[c.seat] {
			continue
		}
		if led != none && led != b.teams[c.seat] {
			return true
		}
		led = b.teams[c.seat]
	}
	return false
}

// seatsOf are the players of a side; none of no side.
func (b *Battle) seatsOf(side int) []rules.Seat {
	var seats []rules.Seat
	for seat, s := range b.teams {
		if s == side {
			seats = append(seats, rules.Seat(seat))
		}
	}
	return seats
}

func (b *Battle) end(t *rules.Turn, winners []rules.Seat, won, drawn string) {
	e := Ended{Winner: rules.Nobody, Reason: drawn}
	if len(winners) > 0 {
		e.Winner, e.Reason = winners[0], won
	}
	for seat := range b.teams {
		e.Scores = append(e.Scores, b.destroyedBy(rules.Seat(seat)))
	}
	t.Emit(e)
}

func (b *Battle) warcasters(seat rules.Seat) int {
	n := 0
	for i := range b.cards {
		if b.cards[i].seat == seat && b.cards[i].p.Kind == "warcaster" && b.alive(i) {
			n++
		}
	}
	return n
}

// destroyedBy is what the enemies' entries that are gone altogether cost.
func (b *Battle) destroyedBy(seat rules.Seat) int {
	points := 0
	for i := range b.cards {
		if b.hostile(seat, b.cards[i].seat) && !b.alive(i) {
			points += b.cards[i].p.Points
		}
	}
	return points
}
