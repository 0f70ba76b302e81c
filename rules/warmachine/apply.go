package warmachine

import "oriflamme/rules"

// Apply changes the battle by an event, and nothing else does.
func (b *Battle) Apply(e rules.Event) {
	s := &b.s
	switch e := e.(type) {
	case FirstChosen:
		s.First, s.Turn, s.Stage = e.First, e.First, stageDeploy
	case Deployed:
		s.Deployed[e.Seat], s.Turn = true, other(e.Seat)
	case TurnBegan:
		b.beginTurn(e)
	case FocusReceived:
		s.Troops[b.find(e.Unit)].Focus = e.Points
	case FocusAllocated:
		s.Troops[b.find(e.From)].Focus -= e.Points
		s.Troops[b.find(e.To)].Focus += e.Points
	case ControlEnded:
		s.Stage = stageActivation
	case Activated:
		b.activate(e)
	case Moved:
		s.Act.Movement, s.Act.Moved, s.Act.Target = e.Movement, inchesOf(e.Distance), none
		if e.Target != "" {
			s.Act.Target = b.find(e.Target)
		}
	case FocusSpent:
		s.Troops[b.find(e.Unit)].Focus--
	case AttackRolled:
		b.count(e)
	case Damaged:
		b.hurt(e)
	case Saved:
		i := b.find(e.Unit)
		s.Troops[i].Damage = b.cards[i].p.Boxes - 1
		s.Troops[i].Down = b.cards[i].size == 1
	case Fell:
		t := &s.Troops[b.find(e.Unit)]
		t.Models, t.Damage = e.Left, 0
		if e.Left == 0 {
			t.Focus, t.Down = 0, false
		}
	case ActivationEnded:
		s.Troops[b.find(e.Unit)].Activated = true
		s.Acting, s.Act = none, act{Target: none}
	case Conceded:
		s.Conceded[e.Seat] = true
	case Ended:
		s.Stage, s.Acting, s.Act = stageOver, none, act{Target: none}
		s.Outcome = rules.Outcome{Winner: e.Winner, Scores: e.Scores, Reason: e.Reason, Rule: "WM-VICT-2"}
	}
}

func (b *Battle) beginTurn(e TurnBegan) {
	b.s.Turn, b.s.Turns, b.s.Stage = e.Seat, e.Turn, stageControl
	for i := range b.s.Troops {
		if b.cards[i].seat == e.Seat {
			b.s.Troops[i].Focus, b.s.Troops[i].Activated = 0, false
		}
	}
}

func (b *Battle) activate(e Activated) {
	i := b.find(e.Unit)
	b.s.Acting = i
	b.s.Act = act{Order: e.Order, Target: none, Made: make([]int, len(b.cards[i].p.Weapons))}
	if e.Rises {
		b.s.Troops[i].Down = false
		b.s.Act.Movement = forfeit
	}
}

// count notes an attack that was made.
func (b *Battle) count(e AttackRolled) {
	a, p := &b.s.Act, b.cards[b.s.Acting].p
	w := p.weapon(e.Weapon)
	a.Kind = p.Weapons[w].Kind
	a.Made[w]++
	a.Attacks++
	if e.Additional {
		a.Extra++
	}
}

// hurt marks boxes; a crippled cortex loses its focus (WM-X-GRID-3).
func (b *Battle) hurt(e Damaged) {
	i := b.find(e.Unit)
	t := &b.s.Troops[i]
	if len(b.cards[i].p.Grid) == 0 {
		t.Damage = e.Damage
		return
	}
	copy(t.Filled, e.Filled)
	if b.crippled(i)[cortexSystem] {
		t.Focus = 0
	}
}

// weapon is the place of a weapon on a profile, or none.
func (p *Profile) weapon(id string) int {
	for i, w := range p.Weapons {
		if w.ID == id {
			return i
		}
	}
	return none
}
