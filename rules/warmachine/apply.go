package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Apply changes the battle by an event. Nothing else changes it.
func (b *Battle) Apply(e rules.Event) {
	b.noteEvent(e)
	if b.tableRemembers() {
		b.remember(e)
	}
	s := &b.s
	switch e := e.(type) {
	case Moved:
		b.applyMove(e)
	case ChargedOut:
		b.applyChargeOut(e)
	case Shifted:
		b.applyShift(e)
	case Steadied:
		s.Units[b.find(e.Unit)].UsedSteadyHand = true
	case AttackRolled:
		b.recordAttack(e)
	case Damaged:
		b.applyDamage(e)
	case Fell:
		b.removeModel(e)
	case FocusSpent:
		s.Units[b.find(e.Unit)].Focus -= e.Points
	case FocusReceived:
		b.receive(e)
	case FocusAllocated:
		s.Units[b.find(e.From)].Focus -= e.Points
		s.Units[b.find(e.To)].Focus += e.Points
	case Activated:
		b.applyActivation(e)
	case ActivationEnded:
		i := b.find(e.Unit)
		t := &s.Units[i]
		if s.Activation.Solo > 0 {
			t.Models[s.Activation.Solo-1].Activated = true
		}
		t.Activated = s.Activation.Solo == 0 || b.nextSolo(i) == noUnit
		if s.Activation.MarshalPointUsed {
			t.Focus = 0
		}
		s.Acting, s.Activation = noUnit, activationState{Models: s.Activation.Models[:0], Made: s.Activation.Made[:0]} // keeps the allocated arrays
	case TurnBegan:
		b.beginTurn(e)
	case ControlEnded:
		s.Phase = phaseActivation
	case PlaceTaken:
		s.Order[e.Place-1] = e.Seat
		if !slices.Contains(s.Order, rules.Nobody) {
			s.Phase, s.Turn = phaseDeploy, s.Order[0]
		}
	case EdgeChosen:
		s.Edge = e.Edge
	case Placed:
		b.forgetExtent(b.find(e.Unit))
		t := &s.Units[b.find(e.Unit)]
		t.Placed = true
		for k, at := range e.Spots {
			t.Models[k].Spot = at
		}
	case Deployed:
		s.Deployed[e.Seat] = true
		for _, next := range s.Order {
			if !s.Deployed[next] {
				s.Turn = next
				break
			}
		}
	case EffectChecked:
		if e.Ends {
			b.mark(e.Unit, e.Effect, false)
		}
	case Struck:
		b.mark(e.Unit, e.Effect, true)
	case Saved:
		r, _ := b.findModel(e.Unit)
		m := b.model(r)
		m.Damage, m.Down = b.info[r.unit].profile.Boxes-1, true
	case SpellEnded:
		by := b.find(e.Unit)
		s.Effects = slices.DeleteFunc(s.Effects, func(x enchantment) bool { return x.By == by && x.Spell == e.Spell })
	case SpellCast:
		s.Activation.UsedMagic = true
	case FeatUsed:
		s.Units[b.find(e.Unit)].Feat = true
		s.Activation.UsedMagic = true
	case Enchanted:
		s.Effects = append(s.Effects, enchantment{By: b.find(e.By), Spell: e.Spell, On: b.find(e.Unit), Until: e.Until})
	case Healed:
		r, _ := b.findModel(e.Unit)
		if len(e.Filled) > 0 {
			copy(s.Units[r.unit].Filled, e.Filled)
		} else {
			b.model(r).Damage -= e.Amount
		}
	case SkillRolled:
		r, _ := b.findModel(e.Unit)
		s.Activation.Models[r.model].Done, s.Activation.Fighting = true, true
		b.endActions(r, nil)
	case Pushed:
		b.shift(e.Unit, e.To)
		if r, _ := b.findModel(e.Unit); e.Facing != nil {
			b.model(r).Facing = *e.Facing
		}
		if !e.Follows {
			b.releaseLocks(b.find(e.Unit))
		}
	case Hurled:
		b.shift(e.Unit, e.To)
	case Opposed:
		if e.For == contestBreakLock {
			s.Activation.TriedBreakLock = true
		}
	case Locked:
		s.Locks = append(s.Locks, lockState{b.find(e.Unit), b.find(e.Target), e.System})
	case Unlocked:
		if e.Free {
			b.endLocks(b.find(e.Unit), b.find(e.Target))
		}
	case CommandChecked:
		tested, fleeing := b.courage(b.checker(e.Unit))
		*tested = true
		if e.For == causeRally && e.Success {
			*fleeing = false
		}
	case Fled:
		_, fleeing := b.courage(b.checker(e.Unit))
		*fleeing = true
	case Awaited:
		by, _ := b.findModel(e.By)
		at, _ := b.findModel(e.Target)
		s.Pending = &pendingAttack{By: by.unit, At: at.unit, On: at.model, Power: e.Power, Law: e.Law}
	case Settled:
		s.Pending = nil
	case Corrected:
		b.applyCorrection(e)
	case Conceded:
		s.Conceded[e.Seat] = true
	case Ended:
		s.Phase, s.Acting, s.Activation, s.Pending = phaseOver, noUnit, activationState{}, nil
		s.Outcome = rules.Outcome{Winner: e.Winner, Scores: e.Scores, Reason: e.Reason, Rule: "WM-VICT-4"}
	}
}

// beginTurn discards the focus of the seat and ends the effects that last until this
// turn.
func (b *Battle) beginTurn(e TurnBegan) {
	b.s.Turn, b.s.Turns, b.s.Phase = e.Seat, e.Turn, phaseControl
	for i := range b.s.Units {
		t := &b.s.Units[i]
		if b.info[i].seat == e.Seat {
			t.Focus, t.Activated, t.UsedCounterCharge = 0, false, false
		}
		t.Lost, t.Tested = 0, false
		for k := range t.Models {
			m := &t.Models[k]
			if m.StationaryUntil > 0 && m.StationaryUntil <= e.Turn {
				m.StationaryUntil = 0
			}
			m.Activated, m.Tested = m.Activated && b.info[i].seat != e.Seat, false
		}
	}
	b.s.Effects = slices.DeleteFunc(b.s.Effects, func(x enchantment) bool { return x.Until > 0 && x.Until <= e.Turn })
}

// receive sets the focus of a warcaster, or adds the point that a 'jack marshal lends.
func (b *Battle) receive(e FocusReceived) {
	t := &b.s.Units[b.find(e.Unit)]
	if e.Law == marshalRule {
		t.Focus += e.Points
		b.s.Activation.MarshalPointUsed = true
		return
	}
	t.Focus = e.Points
}

// rise is the use of the normal movement to stand up. It does not count as aiming.
const rise = "rise"

// applyActivation begins an activation and has knocked down models stand up.
func (b *Battle) applyActivation(e Activated) {
	i := b.find(e.Unit)
	t := &b.s.Units[i]
	b.s.Acting = i
	n, last := len(t.Models), b.s.Activation
	made := n * len(b.info[i].profile.Weapons)
	b.s.Activation = activationState{Order: e.Order, Models: slices.Grow(last.Models[:0], n)[:n], Made: slices.Grow(last.Made[:0], made)[:made]}
	clear(b.s.Activation.Models)
	clear(b.s.Activation.Made)
	if b.ofSolos(i) {
		b.s.Activation.Solo = b.ids[e.Unit].model + 1
	}
	for k := range t.Models {
		d, m := &b.s.Activation.Models[k], &t.Models[k]
		d.Target, d.From, d.OutOfFormation = noUnit, m.at(), slices.Contains(e.Strays, k)
		if b.s.Activation.Solo > 0 && b.s.Activation.Solo != k+1 { // not its turn
			d.Movement, d.Done = ruling.Forfeit, true
			continue
		}
		if m.StationaryUntil > 0 {
			d.Movement, d.Done = ruling.Forfeit, true
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

// applyMove records the movement of one model, or of all that have not moved.
func (b *Battle) applyMove(e Moved) {
	i := b.find(e.Unit)
	t := &b.s.Units[i]
	b.forgetExtent(i)
	if e.Movement == rideOn {
		b.applyRide(e)
		return
	}
	for k := range t.Models {
		d := &b.s.Activation.Models[k]
		if e.Model != k && (e.Model != noUnit || d.Movement != "" || t.Models[k].Gone) {
			continue
		}
		d.Movement, d.Moved = e.Movement, ruling.InchesOf(e.Distance)
		if r, ok := b.findModel(e.Target); ok {
			d.Target, d.At = r.unit, r.model
		}
		if e.To != nil {
			t.Models[k].Spot, d.Via = *e.To, e.Via
		}
		d.Done = d.Done || e.Movement == ruling.Run || d.OutOfFormation || e.Law == failedChargeRule
	}
}

// recordAttack records an attack in the activation.
func (b *Battle) recordAttack(e AttackRolled) {
	if e.Free || e.Stray || e.Law == spellRule || e.Law == sprayRule || e.Law == trampleRule || e.Law == cavalryRule {
		return
	}
	r, _ := b.findModel(e.Unit)
	p := &b.info[r.unit].profile
	a := &b.s.Activation
	if r.unit != b.s.Acting {
		return
	}
	a.Fighting = true
	b.endActions(r, e.With)
	w := p.weapon(e.Weapon)
	note := func(k int) {
		d := &a.Models[k]
		d.Attacks++
		if e.Additional {
			d.Extra++
		}
		if w < 0 { // a power attack
			d.Kind = ruling.Melee
			return
		}
		d.Kind = p.Weapons[w].Kind
		a.Made[k*len(p.Weapons)+w]++
	}
	note(r.model)
	for _, id := range e.With {
		if other, ok := b.findModel(id); ok {
			note(other.model)
		}
	}
}

// endActions ends the actions of the models of the active unit that have begun one, except those that
// act now: a trooper resolves its action before the next begins its own (WM-UNIT-5).
func (b *Battle) endActions(who modelRef, with []string) {
	models := b.s.Activation.Models
	if len(models) == 1 || !b.sinceVersion5() {
		return
	}
	for k := range models {
		if models[k].Attacks > 0 && k != who.model && !slices.Contains(with, b.info[who.unit].models[k]) {
			models[k].Acted = true
		}
	}
}

// applyDamage marks boxes. A warjack whose cortex is crippled loses its focus (WM-X-GRID-3).
func (b *Battle) applyDamage(e Damaged) {
	r, _ := b.findModel(e.Unit)
	t := &b.s.Units[r.unit]
	if len(b.info[r.unit].profile.Grid) == 0 {
		t.Models[r.model].Damage = e.Damage
		return
	}
	copy(t.Filled, e.Filled)
	if b.crippled(r.unit, cortexSystem) {
		t.Focus = 0
	}
}

// removeModel removes a model from play. With the last model of a unit the spells that it kept up end.
func (b *Battle) removeModel(e Fell) {
	r, _ := b.findModel(e.Unit)
	t := &b.s.Units[r.unit]
	m := &t.Models[r.model]
	*m = modelState{Spot: m.Spot, Damage: m.Damage, Gone: true}
	t.Left = e.Left
	t.Lost++
	for t.Lead < len(t.Models)-1 && t.Models[t.Lead].Gone {
		t.Lead++
	}
	if by := b.find(e.By); by >= 0 && b.hostile(b.info[by].seat, b.info[r.unit].seat) {
		b.s.Units[by].Slain++
		if b.info[r.unit].profile.spendsFocus() {
			b.s.Units[by].SlainHeavies++
		}
	}
	if e.Wreck && b.board {
		b.s.Wrecks = append(b.s.Wrecks, b.disc(r))
	}
	if e.Left == 0 {
		t.Focus, t.Fleeing = 0, false
		b.releaseLocks(r.unit)
		b.s.Effects = slices.DeleteFunc(b.s.Effects, func(x enchantment) bool { return x.On == r.unit || x.By == r.unit })
	}
}

// mark sets or ends an effect on a model.
func (b *Battle) mark(id, effect string, on bool) {
	r, _ := b.findModel(id)
	m := b.model(r)
	switch effect {
	case fire:
		m.Fire = on
	case corrosion:
		m.Corrode = on
	case knockDown:
		if m.Down = on; on {
			b.releaseLocks(r.unit)
		}
	case stationary:
		b.setStationary(r, on)
	}
}

// shift moves a model without turning it, on a board.
func (b *Battle) shift(id string, to *ruling.Point) {
	if to == nil {
		return
	}
	r, _ := b.findModel(id)
	m := b.model(r)
	m.X, m.Y = to.X, to.Y
	b.forgetExtent(r.unit)
}
