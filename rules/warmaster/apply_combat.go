package warmaster

import (
	"slices"

	"oriflamme/rules"
)

func (e Volleyed) apply(b *Battle) {
	i, p := b.unitByID(e.Unit)
	j, q := b.unitByID(e.Target)
	if e.Why == "charge" {
		b.closeVolley(i)
		b.s.Units[j].ChargeHits += e.Unsaved
		return
	}
	p.Shot = true
	q.Suffered += e.Unsaved
	if !slices.Contains(q.ShotBy, i) {
		q.ShotBy = append(slices.Clone(q.ShotBy), i)
	}
}

func (e HeldFire) apply(b *Battle) {
	i, _ := b.unitByID(e.Unit)
	b.closeVolley(i)
}

func (e Driven) apply(b *Battle) {
	i, p := b.unitByID(e.Unit)
	p.Suffered, p.ShotBy = 0, nil
	if e.Form != "" {
		p.Form = e.Form
	}
	b.setStands(i, e.Spots)
}

func (e CoverChanged) apply(b *Battle) {
	_, p := b.unitByID(e.Unit)
	p.Cover = e.Cover
}

func (e HitsErased) apply(b *Battle) {
	for i := range b.s.Units {
		p := &b.s.Units[i]
		p.Suffered, p.ShotBy = 0, nil
		if !b.keepsHits() || e.Phase == phaseCombat || !p.Charged {
			p.Marked = 0
		}
		if e.Phase == phaseCombat {
			p.ChargeHits = 0
		}
	}
}

// closeVolley ends a unit's chance to shoot at a charger.
func (b *Battle) closeVolley(i int) {
	v := &b.s.Volley
	if k := slices.Index(v.Units, i); k >= 0 {
		v.Units = slices.Delete(slices.Clone(v.Units), k, k+1)
		if k < len(v.Able) {
			v.Able = slices.Delete(slices.Clone(v.Able), k, k+1)
		}
	}
	if len(v.Units) == 0 && b.s.Phase == phaseVolley {
		b.s.Phase = phaseOrders
		if v.Advance {
			b.s.Phase = phaseChoices
		}
	}
}

// apply removes stands; the event names those on a board.
func (e HitsTaken) apply(b *Battle) {
	i, p := b.unitByID(e.Unit)
	p.Stands -= e.Removed
	p.Marked = e.Marked
	if e.Form != "" {
		p.Form = e.Form
	}
	if len(e.Which) == 0 {
		return
	}
	var left []Spot
	for k, s := range p.Spots {
		if !slices.Contains(e.Which, k) {
			left = append(left, s)
		}
	}
	b.setStands(i, left)
	if b.s.Phase == phaseFight {
		b.renumber(i, e.Which)
	}
}

// renumber updates the list of stands that fought to their front when stands are removed;
// gone is in ascending order.
func (b *Battle) renumber(unit int, gone []int) {
	var front []int
	for _, f := range b.s.Fight.Front {
		before, isGone := slices.BinarySearch(gone, f%100)
		switch {
		case f/100 != unit:
			front = append(front, f)
		case !isGone:
			front = append(front, f-before)
		}
	}
	b.s.Fight.Front = front
}

func (e Destroyed) apply(b *Battle) {
	i, p := b.unitByID(e.Unit)
	p.Gone, p.GoneBy, p.Stands, p.Marked, p.Suffered = true, e.How, 0, 0, 0
	b.dropContacts(i)
	b.s.NextToFight = except(b.s.NextToFight, i)
	if b.s.Phase == phaseRetreat || b.s.Phase == phaseChoices {
		b.s.Fight.Waiting = except(b.s.Fight.Waiting, i)
	}
	b.s.Moving = except(b.s.Moving, i)
	if e.By != "" {
		_, by := b.unitByID(e.By)
		by.Kills++
	}
	if b.s.Phase == phaseVolley && b.s.Volley.Charger == i {
		b.s.Volley.Units = nil
		b.closeVolley(noUnit)
	}
}

func (e Engaged) apply(b *Battle) {
	f := &b.s.Fight
	*f = fight{Round: 1, Winner: rules.Nobody}
	for seat, ids := range [2][]string{e.A, e.B} {
		for _, id := range ids {
			i, p := b.unitByID(id)
			f.Units[seat] = append(f.Units[seat], i)
			f.ChargeHits[1-seat] += p.ChargeHits
			if b.keepsHits() {
				p.ChargeHits = 0 // they count once, even if the unit advances later
			}
			b.s.NextToFight = except(b.s.NextToFight, i)
		}
	}
	f.StartContacts = b.fightContacts()
	b.s.Phase = phaseFight
}

func (e Attacked) apply(b *Battle) {
	_, q := b.unitByID(e.Target)
	q.Suffered += e.Unsaved
}

func (e RoundFought) apply(b *Battle) {
	f := &b.s.Fight
	f.Counted, f.Removed, f.Wiped, f.Front = e.Counted, e.Removed, e.Wiped, e.Front
	for _, i := range slices.Concat(f.Units[0], f.Units[1]) {
		b.s.Units[i].Suffered, b.s.Units[i].Retreated = 0, 0
	}
}

func (e Retreated) apply(b *Battle) {
	f := &b.s.Fight
	i, p := b.unitByID(e.Unit)
	p.Retreated, p.Cover = e.Distance, "none"
	if b.remembersRetreats() {
		p.Before = p.Spots
	}
	b.dropContacts(i)
	b.setStands(i, e.Spots)
	f.Waiting = except(f.Waiting, i)
}

func (e Chose) apply(b *Battle) {
	f := &b.s.Fight
	i, _ := b.unitByID(e.Unit)
	f.Waiting = except(f.Waiting, i)
}

func (e FallBackRolled) apply(b *Battle) {
	f := &b.s.Fight
	i, _ := b.unitByID(e.Unit)
	f.FallBackRoll = []int{i, e.Least, e.Most}
}

func (e Pursued) apply(b *Battle) {
	f := &b.s.Fight
	i, p := b.unitByID(e.Unit)
	p.Pursues, p.Pursuits, p.Form = true, p.Pursuits+1, e.Form
	b.setStands(i, e.Spots)
	b.addContacts(i, append([]string{e.Target}, e.More...)...)
	f.Waiting = except(f.Waiting, i)
}

// fightContacts lists the contacts among the units of the engagement.
func (b *Battle) fightContacts() []contact {
	in := slices.Concat(b.s.Fight.Units[0], b.s.Fight.Units[1])
	return slices.DeleteFunc(slices.Clone(b.s.Contacts), func(l contact) bool {
		return !slices.Contains(in, l[0]) || !slices.Contains(in, l[1])
	})
}

func (e RoundSettled) apply(b *Battle) {
	f := &b.s.Fight
	f.Winner, f.Retreat, f.Waiting, f.FallBackRoll = e.Winner, e.Retreat, e.Waiting, nil
	b.s.Phase = phaseChoices
	if e.Winner >= 0 && e.Retreat > 0 {
		b.s.Phase = phaseRetreat
	}
	for seat, units := range f.Units {
		for _, i := range units {
			if p := &b.s.Units[i]; !p.Gone {
				p.Pursues = false
				p.Won += rules.BoolToInt(rules.Seat(seat) == e.Winner)
			}
		}
	}
}

// apply closes a round: units still in contact fight on, the others are done.
func (e EngagementEnded) apply(b *Battle) {
	f := &b.s.Fight
	if !e.GoesOn {
		for _, i := range slices.Concat(f.Units[0], f.Units[1]) {
			if p := &b.s.Units[i]; !slices.Contains(b.s.NextToFight, i) {
				p.Fought, p.Pursues, p.ChargeHits = true, false, 0
			}
		}
		*f = fight{Winner: rules.Nobody}
		b.s.Phase = phaseCombat
		return
	}
	var all []int
	for _, i := range slices.Concat(f.Units[0], f.Units[1]) {
		if b.s.Units[i].Pursues || b.inPlay(i) && b.stillTouches(i) {
			all = append(all, b.linkedTo(i)...)
		}
		b.s.Units[i].Fought = true
		if !b.keepsHits() {
			b.s.Units[i].ChargeHits = 0
		}
	}
	round := f.Round + 1
	*f = fight{Round: round, Winner: rules.Nobody}
	slices.Sort(all)
	for _, i := range slices.Compact(all) {
		f.Units[b.info[i].seat] = append(f.Units[b.info[i].seat], i)
		b.s.Units[i].Fought = false
		b.s.NextToFight = except(b.s.NextToFight, i)
	}
	f.StartContacts = b.fightContacts()
	b.s.Phase = phaseFight
}

// linkedTo lists the units that contacts of enemies link to a unit (WR-ENG-1), in order.
func (b *Battle) linkedTo(unit int) []int {
	all := []int{unit}
	for k := 0; k < len(all); k++ {
		for _, j := range b.enemiesTouching(all[k]) {
			if !slices.Contains(all, j) {
				all = append(all, j)
			}
		}
	}
	slices.Sort(all)
	return all
}
