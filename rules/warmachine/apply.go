package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// Apply changes the battle by an event, and nothing else does.
func (b *Battle) Apply(e rules.Event) {
	b.resettle(e)
	s := &b.s
	switch e := e.(type) {
	case Moved:
		b.applyMove(e)
	case ChargedOut:
		b.applyChargeOut(e)
	case Shifted:
		b.applyShift(e)
	case Steadied:
		s.Troops[b.find(e.Unit)].Steadied = true
	case AttackRolled:
		b.count(e)
	case Damaged:
		b.applyDamage(e)
	case Fell:
		b.fall(e)
	case FocusSpent:
		s.Troops[b.find(e.Unit)].Focus -= e.Points
	case FocusReceived:
		b.receive(e)
	case FocusAllocated:
		s.Troops[b.find(e.From)].Focus -= e.Points
		s.Troops[b.find(e.To)].Focus += e.Points
	case Activated:
		b.applyActivation(e)
	case ActivationEnded:
		t := &s.Troops[b.find(e.Unit)]
		t.Activated = true
		if s.Act.Boarded {
			t.Focus = 0
		}
		s.Acting, s.Act = none, act{Doing: s.Act.Doing[:0], Made: s.Act.Made[:0]} // for their room
	case TurnBegan:
		b.beginTurn(e)
	case ControlEnded:
		s.Stage = stageActivation
	default:
		if !b.applySetup(e) && !b.applyMagic(e) && !b.applyOutside(e) {
			b.applyEnd(e)
		}
	}
}

// applySetup changes the battle by the events before its first turn.
func (b *Battle) applySetup(e rules.Event) bool {
	s := &b.s
	switch e := e.(type) {
	case PlaceTaken:
		s.Order[e.Place-1] = e.Seat
		if !slices.Contains(s.Order, rules.Nobody) {
			s.Stage, s.Turn = stageDeploy, s.Order[0]
		}
	case EdgeChosen:
		s.Edge = e.Edge
	case Placed:
		b.stirred(b.find(e.Unit))
		t := &s.Troops[b.find(e.Unit)]
		t.Placed = true
		for k, at := range e.Spots {
			m := &t.Models[k]
			m.X, m.Y, m.Facing = at.X, at.Y, at.Facing
		}
	case Deployed:
		s.Deployed[e.Seat] = true
		for _, next := range s.Order {
			if !s.Deployed[next] {
				s.Turn = next
				break
			}
		}
	default:
		return false
	}
	return true
}

// applyMagic changes the battle by what spells, feats and effects do.
func (b *Battle) applyMagic(e rules.Event) bool {
	s := &b.s
	switch e := e.(type) {
	case EffectChecked:
		if e.Ends {
			b.mark(e.Unit, e.Effect, false)
		}
	case Struck:
		b.mark(e.Unit, e.Effect, true)
	case Saved:
		r, _ := b.named(e.Unit)
		m := b.model(r)
		m.Damage, m.Down = b.cards[r.i].p.Boxes-1, true
	case SpellEnded:
		by := b.find(e.Unit)
		s.Effects = slices.DeleteFunc(s.Effects, func(x enchantment) bool { return x.By == by && x.Spell == e.Spell })
	case SpellCast:
		s.Act.Invoked = true
	case FeatUsed:
		s.Troops[b.find(e.Unit)].Feat = true
		s.Act.Invoked = true
	case Enchanted:
		s.Effects = append(s.Effects, enchantment{By: b.find(e.By), Spell: e.Spell, On: b.find(e.Unit), Until: e.Until})
	case Healed:
		r, _ := b.named(e.Unit)
		if len(e.Filled) > 0 {
			copy(s.Troops[r.i].Filled, e.Filled)
		} else {
			b.model(r).Damage -= e.Amount
		}
	case SkillRolled:
		r, _ := b.named(e.Unit)
		s.Act.Doing[r.k].Done, s.Act.Fighting = true, true
	default:
		return false
	}
	return true
}

// applyEnd changes the battle by what ends it, or waits to be told.
func (b *Battle) applyEnd(e rules.Event) {
	s := &b.s
	switch e := e.(type) {
	case Awaited:
		by, _ := b.named(e.By)
		at, _ := b.named(e.Target)
		s.Pending = &pending{By: by.i, At: at.i, On: at.k, Power: e.Power, Law: e.Law}
	case Settled:
		s.Pending = nil
	case Conceded:
		s.Conceded[e.Seat] = true
	case Ended:
		s.Stage, s.Acting, s.Act, s.Pending = stageOver, none, act{}, nil
		s.Outcome = rules.Outcome{Winner: e.Winner, Scores: e.Scores, Reason: e.Reason, Rule: "WM-VICT-4"}
	}
}

func (b *Battle) beginTurn(e TurnBegan) {
	b.s.Turn, b.s.Turns, b.s.Stage = e.Seat, e.Turn, stageControl
	for i := range b.s.Troops {
		t := &b.s.Troops[i]
		if b.cards[i].seat == e.Seat {
			t.Focus, t.Activated, t.Countered = 0, false, false
		}
		t.Lost, t.Tested = 0, false
		for k := range t.Models {
			if m := &t.Models[k]; m.Still > 0 && m.Still <= e.Turn {
				m.Still = 0
			}
		}
	}
	b.s.Effects = slices.DeleteFunc(b.s.Effects, func(x enchantment) bool { return x.Until > 0 && x.Until <= e.Turn })
}

func (b *Battle) receive(e FocusReceived) {
	t := &b.s.Troops[b.find(e.Unit)]
	if e.Law == marshalLaw {
		t.Focus += e.Points
		b.s.Act.Boarded = true
		return
	}
	t.Focus = e.Points
}

// rise is the use of the normal movement to stand up; it is no aiming.
const rise = "rise"

func (b *Battle) applyActivation(e Activated) {
	i := b.find(e.Unit)
	t := &b.s.Troops[i]
	b.s.Acting = i
	n, last := len(t.Models), b.s.Act
	b.s.Act = act{Order: e.Order, Doing: slices.Grow(last.Doing[:0], n)[:n], Made: slices.Grow(last.Made[:0], n*len(b.cards[i].p.Weapons))}
	b.s.Act.Made = b.s.Act.Made[:n*len(b.cards[i].p.Weapons)]
	clear(b.s.Act.Doing)
	clear(b.s.Act.Made)
	for k := range t.Models {
		d, m := &b.s.Act.Doing[k], &t.Models[k]
		d.Target, d.From, d.Astray = none, m.at(), slices.Contains(e.Strays, k)
		if m.Still > 0 {
			d.Movement, d.Done = forfeit, true
		} else if m.Down {
			m.Down = false
			if e.Rises == "action" {
				d.Done = true
			} else {
				d.Movement = rise
			}
		}
	}
}

func (b *Battle) applyMove(e Moved) {
	i := b.find(e.Unit)
	t := &b.s.Troops[i]
	b.stirred(i)
	if e.Movement == rideOn {
		b.applyRide(e)
		return
	}
	for k := range t.Models {
		d := &b.s.Act.Doing[k]
		if e.Model != k && (e.Model != none || d.Movement != "" || t.Models[k].Gone) {
			continue
		}
		d.Movement, d.Moved = e.Movement, inchesOf(e.Distance)
		if r, ok := b.named(e.Target); ok {
			d.Target, d.At = r.i, r.k
		}
		if e.To != nil {
			m := &t.Models[k]
			m.X, m.Y, m.Facing = e.To.X, e.To.Y, e.To.Facing
			d.Via = e.Via
		}
		d.Done = d.Done || e.Movement == run || d.Astray || e.Law == failedCharge
	}
}

// count notes an attack that was made.
func (b *Battle) count(e AttackRolled) {
	if e.Free || e.Stray || e.Law == spellLaw || e.Law == sprayLaw || e.Law == trampleLaw || e.Law == cavalryLaw {
		return
	}
	r, _ := b.named(e.Unit)
	p := &b.cards[r.i].p
	a := &b.s.Act
	if r.i != b.s.Acting {
		return
	}
	a.Fighting = true
	w := p.weapon(e.Weapon)
	note := func(k int) {
		d := &a.Doing[k]
		d.Attacks++
		if e.Additional {
			d.Extra++
		}
		if w < 0 { // a power attack
			d.Kind = melee
			return
		}
		d.Kind = p.Weapons[w].Kind
		a.Made[k*len(p.Weapons)+w]++
	}
	note(r.k)
	for _, id := range e.With {
		if other, ok := b.named(id); ok {
			note(other.k)
		}
	}
}

// applyDamage marks boxes; a crippled cortex loses its focus (WM-X-GRID-3).
func (b *Battle) applyDamage(e Damaged) {
	r, _ := b.named(e.Unit)
	t := &b.s.Troops[r.i]
	if len(b.cards[r.i].p.Grid) == 0 {
		t.Models[r.k].Damage = e.Damage
		return
	}
	copy(t.Filled, e.Filled)
	if b.crippled(r.i, cortexSystem) {
		t.Focus = 0
	}
}

// fall takes a model off; with the last of a troop goes what it kept up.
func (b *Battle) fall(e Fell) {
	r, _ := b.named(e.Unit)
	t := &b.s.Troops[r.i]
	m := &t.Models[r.k]
	*m = model{X: m.X, Y: m.Y, Facing: m.Facing, Damage: m.Damage, Gone: true}
	t.Left = e.Left
	t.Lost++
	for t.Lead < len(t.Models)-1 && t.Models[t.Lead].Gone {
		t.Lead++
	}
	if by := b.find(e.By); by >= 0 && b.hostile(b.cards[by].seat, b.cards[r.i].seat) {
		b.s.Troops[by].Slain++
		if b.cards[r.i].p.spends() {
			b.s.Troops[by].Jacks++
		}
	}
	if e.Wreck && b.board {
		b.s.Wrecks = append(b.s.Wrecks, b.disc(r))
	}
	if e.Left == 0 {
		t.Focus, t.Fleeing = 0, false
		b.letGo(r.i)
		b.s.Effects = slices.DeleteFunc(b.s.Effects, func(x enchantment) bool { return x.On == r.i || x.By == r.i })
	}
}

// mark sets or ends an effect on a model.
func (b *Battle) mark(id, effect string, on bool) {
	r, _ := b.named(id)
	m := b.model(r)
	switch effect {
	case fire:
		m.Fire = on
	case corrosion:
		m.Corrode = on
	case knockDown:
		if m.Down = on; on {
			b.letGo(r.i)
		}
	case stationary:
		b.freeze(r, on)
	}
}
