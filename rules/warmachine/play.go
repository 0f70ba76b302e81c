package warmachine

import "oriflamme/rules"

// Play carries out a command by emitting events, or refuses it with a fault.
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	if fault := b.play(t, c); fault != nil {
		return fault
	}
	return nil
}

func (b *Battle) play(t *rules.Turn, c rules.Command) *rules.Fault {
	if fault := b.timely(c); fault != nil {
		return fault
	}
	switch c := c.(type) {
	case Start:
		b.playStart(t)
		return nil
	case Deploy:
		b.playDeploy(t, c)
		return nil
	case Allocate:
		return b.playAllocate(t, c)
	case EndControl:
		t.Emit(ControlEnded{})
		return nil
	case Activate:
		return b.playActivate(t, c)
	case Move:
		return b.playMove(t, c)
	case Attack:
		return b.playAttack(t, c)
	case EndActivation:
		return b.playEndActivation(t)
	case Concede:
		t.Emit(Conceded(c))
		b.judge(t)
		return nil
	}
	return strange("kind", "no command of this game")
}

// timely refuses commands of another stage or of the player who is not at turn.
func (b *Battle) timely(c rules.Command) *rules.Fault {
	stage, acting, law := stageActivation, true, "WM-ACT-3"
	switch c.(type) {
	case Start:
		stage, acting, law = stageStart, false, "WM-SETUP-3"
	case Deploy:
		stage, acting, law = stageDeploy, false, "WM-SETUP-6"
	case Allocate, EndControl:
		stage, acting, law = stageControl, false, "WM-TURN-3"
	case Activate:
		acting = false
	case Concede:
		return when(b.s.Stage == stageStart || b.s.Stage == stageDeploy || b.s.Stage == stageOver,
			rules.Breaks("WM-VICT-2", "", "there is nothing to concede"))
	}
	switch {
	case b.s.Stage != stage:
		return rules.Breaks(law, "", "not during %s", b.s.Stage)
	case c.By() != rules.Nobody && c.By() != b.s.Turn:
		return rules.Breaks("WM-TURN-1", "by", "it is the other player's turn")
	case acting != (b.s.Acting != none):
		return rules.Breaks("WM-ACT-3", "", "one activation at a time")
	}
	return nil
}

func (b *Battle) playStart(t *rules.Turn) {
	winner, rolls := rollOff(t.Cup)
	t.Emit(RolledOff{rules.Seat(winner), len(rolls)})
	first := rules.Seat(winner)
	if t.Ask("WM-SETUP-3", first, "first-player", "self", "opponent") == 1 {
		first = other(first)
	}
	t.Emit(FirstChosen{first})
}

// playDeploy notes that an army is set up. After both, everybody with Focus
// Manipulation begins with its FOCUS (WM-SETUP-9), and the first turn begins.
func (b *Battle) playDeploy(t *rules.Turn, c Deploy) {
	t.Emit(Deployed(c))
	if !b.s.Deployed[0] || !b.s.Deployed[1] {
		return
	}
	for i, card := range b.cards {
		if card.p.Focus > 0 {
			t.Emit(FocusReceived{b.cards[i].id, card.p.Focus, "WM-SETUP-9"})
		}
	}
	b.nextTurn(t, b.s.First)
}

// nextTurn begins a turn: focus is discarded (WM-MAINT-1), then received (WM-CTRL-1).
func (b *Battle) nextTurn(t *rules.Turn, seat rules.Seat) {
	t.Emit(TurnBegan{seat, b.s.Turns + 1})
	for i, card := range b.cards {
		if card.seat == seat && b.alive(i) && card.p.Focus > 0 {
			t.Emit(FocusReceived{card.id, card.p.Focus, "WM-CTRL-1"})
		}
	}
}

// own finds a troop of the turn's player that is still in play.
func (b *Battle) own(id, path string) (int, *rules.Fault) {
	i := b.find(id)
	if i < 0 || b.cards[i].seat != b.s.Turn {
		return none, strange(path, "%q is nobody of yours", id)
	}
	return i, when(!b.alive(i), rules.Breaks("WM-ACTP-5", path, "%q is destroyed", id))
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
	case !c.InControlArea:
		return rules.Breaks("WM-FOCUS-2", "in_control_area", "is out of the control area")
	case b.s.Troops[by].Focus < c.Points:
		return rules.Breaks("WM-CTRL-2", "points", "the warcaster has %d", b.s.Troops[by].Focus)
	case b.s.Troops[i].Focus+c.Points > mostAllocated:
		return rules.Breaks("WM-X-FOC-2", "points", "a warjack holds %d at most", mostAllocated)
	case b.crippled(i)[cortexSystem]:
		return rules.Breaks("WM-X-GRID-3", "warjack", "its cortex is crippled")
	}
	t.Emit(FocusAllocated{b.cards[by].id, c.Warjack, c.Points})
	return nil
}

// playActivate begins an activation; what was knocked down stands up (WM-X-KD-1).
func (b *Battle) playActivate(t *rules.Turn, c Activate) *rules.Fault {
	i, fault := b.own(c.Unit, "unit")
	switch {
	case fault != nil:
		return fault
	case b.s.Troops[i].Activated:
		return rules.Breaks("WM-ACTP-1", "unit", "has been activated this turn")
	case b.inert(i):
		return rules.Breaks("WM-X-FOC-9", "unit", "nobody controls it any more")
	case c.Order != "none" && b.cards[i].p.Kind != "unit":
		return rules.Breaks("WM-UNIT-6", "order", "only units are given orders")
	}
	t.Emit(Activated{c.Unit, c.Order, b.s.Troops[i].Down})
	return nil
}

// playEndActivation ends the activation; a charge must have been followed by an
// attack where one could be made (WM-CHARGE-17).
func (b *Battle) playEndActivation(t *rules.Turn) *rules.Fault {
	a := b.s.Act
	if a.Movement == charge && a.Attacks == 0 && b.alive(a.Target) {
		return rules.Breaks("WM-CHARGE-17", "", "a charger must attack")
	}
	b.endActivation(t, "WM-ACT-5")
	return nil
}

// endActivation ends the activation, and the turn with the last (WM-ACTP-4).
func (b *Battle) endActivation(t *rules.Turn, law string) {
	t.Emit(ActivationEnded{b.cards[b.s.Acting].id, law})
	for i := range b.cards {
		if b.waits(i) {
			return
		}
	}
	b.nextTurn(t, other(b.s.Turn))
}

// judge ends the battle when a side has won (WM-VICT-2, WM-VICT-5). It reports whether it did.
func (b *Battle) judge(t *rules.Turn) bool {
	v := victoryAsked{ConcessionAccepted: true}
	for seat, name := range seatNames {
		v.Players = append(v.Players, contender{ID: name, Warcasters: b.warcasters(rules.Seat(seat)), Conceded: b.s.Conceded[seat]})
	}
	r := v.ruled()
	if r.Outcome == "ongoing" {
		return false
	}
	winner := rules.Nobody
	for seat, name := range seatNames {
		if string(r.Winner) == name {
			winner = rules.Seat(seat)
		}
	}
	t.Emit(Ended{winner, string(r.Reason), []int{b.destroyed(1), b.destroyed(0)}})
	return true
}

// seatNames are the players as victory-check knows them.
var seatNames = [2]string{"first", "second"}

func (b *Battle) warcasters(seat rules.Seat) int {
	n := 0
	for i, c := range b.cards {
		if c.seat == seat && c.p.Kind == "warcaster" && b.alive(i) {
			n++
		}
	}
	return n
}

// destroyed is what the entries of a seat that are gone altogether cost.
func (b *Battle) destroyed(seat rules.Seat) int {
	points := 0
	for i, c := range b.cards {
		if c.seat == seat && !b.alive(i) {
			points += c.p.Points
		}
	}
	return points
}
