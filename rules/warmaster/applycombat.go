package warmaster

import (
	"slices"

	"oriflamme/rules"
)

func (b *Battle) applyShooting(e rules.Event) {
	switch e := e.(type) {
	case Volleyed:
		i, p := b.piece(e.Unit)
		j, q := b.piece(e.Target)
		if e.Why == "charge" {
			b.answered(i)
			b.s.Pieces[j].Stung += e.Unsaved
			return
		}
		p.Shot = true
		q.Suffered += e.Unsaved
		if !slices.Contains(q.ShotBy, i) {
			q.ShotBy = append(slices.Clone(q.ShotBy), i)
		}
	case HeldFire:
		i, _ := b.piece(e.Unit)
		b.answered(i)
	case HitsTaken:
		b.applyHits(e)
	case Destroyed:
		b.applyDestroyed(e)
	case Driven:
		i, p := b.piece(e.Unit)
		p.Suffered, p.ShotBy = 0, nil
		if len(e.Spots) > 0 {
			b.put(i, e.Spots)
		}
	case HitsErased:
		for i := range b.s.Pieces {
			p := &b.s.Pieces[i]
			p.Suffered, p.ShotBy = 0, nil
			if !b.keepsHits() || e.Phase == stageCombat || !p.Charged {
				p.Marked = 0
			}
			if e.Phase == stageCombat {
				p.Stung = 0
			}
		}
	}
}

// answered closes a unit's chance to shoot at a charger.
func (b *Battle) answered(i int) {
	v := &b.s.Volley
	if k := slices.Index(v.Units, i); k >= 0 {
		v.Units = slices.Delete(slices.Clone(v.Units), k, k+1)
		if k < len(v.Able) {
			v.Able = slices.Delete(slices.Clone(v.Able), k, k+1)
		}
	}
	if len(v.Units) == 0 && b.s.Stage == stageVolley {
		b.s.Stage = stageOrders
		if v.Advance {
			b.s.Stage = stageChoices
		}
	}
}

// applyHits takes stands away; those on a board are named.
func (b *Battle) applyHits(e HitsTaken) {
	i, p := b.piece(e.Unit)
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
	b.put(i, left)
	if b.s.Stage == stageFight {
		b.renumber(i, e.Which)
	}
}

// renumber keeps the list of stands that fought to their front in step with the stands.
func (b *Battle) renumber(unit int, gone []int) {
	var front []int
	for _, f := range b.s.Fight.Front {
		if f/100 != unit {
			front = append(front, f)
			continue
		}
		at := f % 100
		if slices.Contains(gone, at) {
			continue
		}
		for _, g := range gone {
			if g < f%100 {
				at--
			}
		}
		front = append(front, unit*100+at)
	}
	b.s.Fight.Front = front
}

func (b *Battle) applyDestroyed(e Destroyed) {
	i, p := b.piece(e.Unit)
	p.Gone, p.How, p.Stands, p.Marked, p.Suffered = true, e.How, 0, 0, 0
	b.dropContacts(i)
	b.s.Next = except(b.s.Next, i)
	if b.s.Stage == stageRetreat || b.s.Stage == stageChoices {
		b.s.Fight.Waiting = except(b.s.Fight.Waiting, i)
	}
	b.s.Moving = except(b.s.Moving, i)
	if e.By != "" {
		_, by := b.piece(e.By)
		by.Kills++
	}
	if b.s.Stage == stageVolley && b.s.Volley.Charger == i {
		b.s.Volley.Units = nil
		b.answered(none)
	}
}

func (b *Battle) applyCombat(e rules.Event) {
	f := &b.s.Fight
	switch e := e.(type) {
	case Engaged:
		*f = fight{Round: 1, Winner: rules.Nobody}
		for seat, ids := range [2][]string{e.A, e.B} {
			for _, id := range ids {
				i, p := b.piece(id)
				f.Units[seat] = append(f.Units[seat], i)
				f.Stung[1-seat] += p.Stung
				if b.keepsHits() {
					p.Stung = 0 // they count once, also for a unit that advances later
				}
				b.s.Next = except(b.s.Next, i)
			}
		}
		f.Faced = b.facing()
		b.s.Stage = stageFight
	case Attacked:
		_, q := b.piece(e.Target)
		q.Suffered += e.Unsaved
	case RoundFought:
		f.Counted, f.Removed, f.Wiped, f.Front = e.Counted, e.Removed, e.Wiped, e.Front
		for _, i := range slices.Concat(f.Units[0], f.Units[1]) {
			b.s.Pieces[i].Suffered, b.s.Pieces[i].Retreated = 0, 0
		}
	case RoundSettled:
		b.applyResult(e)
	case Retreated:
		i, p := b.piece(e.Unit)
		p.Retreated, p.Cover = e.Distance, "none"
		b.dropContacts(i)
		if len(e.Spots) > 0 {
			b.put(i, e.Spots)
		}
		f.Waiting = except(f.Waiting, i)
	case Chose:
		i, _ := b.piece(e.Unit)
		f.Waiting = except(f.Waiting, i)
	case FallBackRolled:
		i, _ := b.piece(e.Unit)
		f.Rolled = []int{i, e.Least, e.Most}
	case Pursued:
		i, p := b.piece(e.Unit)
		p.Pursues, p.Runs, p.Form = true, p.Runs+1, e.Form
		if len(e.Spots) > 0 {
			b.put(i, e.Spots)
		}
		b.addContacts(i, append([]string{e.Target}, e.More...)...)
		f.Waiting = except(f.Waiting, i)
	case EngagementEnded:
		b.applyEnd(e)
	case Recovered, Honoured, Gained, AftermathEnded:
		// They change the aftermath, not the battle.
	}
}

// facing are the contacts among the units of the engagement.
func (b *Battle) facing() (all []link) {
	in := slices.Concat(b.s.Fight.Units[0], b.s.Fight.Units[1])
	for _, l := range b.s.Contacts {
		if slices.Contains(in, l[0]) && slices.Contains(in, l[1]) {
			all = append(all, l)
		}
	}
	return all
}

func (b *Battle) applyResult(e RoundSettled) {
	f := &b.s.Fight
	f.Winner, f.Retreat, f.Waiting, f.Rolled = e.Winner, e.Retreat, e.Waiting, nil
	b.s.Stage = stageChoices
	if e.Winner >= 0 && e.Retreat > 0 {
		b.s.Stage = stageRetreat
	}
	for seat, units := range f.Units {
		for _, i := range units {
			if p := &b.s.Pieces[i]; !p.Gone {
				p.Pursues = false
				p.Won += count(rules.Seat(seat) == e.Winner)
			}
		}
	}
}

// applyEnd closes a round: what is still in contact fights on, the rest is done.
func (b *Battle) applyEnd(e EngagementEnded) {
	f := &b.s.Fight
	if !e.GoesOn {
		for _, i := range slices.Concat(f.Units[0], f.Units[1]) {
			if p := &b.s.Pieces[i]; !slices.Contains(b.s.Next, i) {
				p.Fought, p.Pursues, p.Stung = true, false, 0
			}
		}
		*f = fight{Winner: rules.Nobody}
		b.s.Stage = stageCombat
		return
	}
	var all []int
	for _, i := range slices.Concat(f.Units[0], f.Units[1]) {
		if b.s.Pieces[i].Pursues {
			all = append(all, b.linkedTo(i)...)
		}
		b.s.Pieces[i].Fought = true
		if !b.keepsHits() {
			b.s.Pieces[i].Stung = 0
		}
	}
	round := f.Round + 1
	*f = fight{Round: round, Winner: rules.Nobody}
	slices.Sort(all)
	for _, i := range slices.Compact(all) {
		f.Units[b.cards[i].seat] = append(f.Units[b.cards[i].seat], i)
		b.s.Pieces[i].Fought = false
		b.s.Next = except(b.s.Next, i)
	}
	f.Faced = b.facing()
	b.s.Stage = stageFight
}

// linkedTo are the units that hang together with a unit by contacts of enemies
// (WR-ENG-1), in order.
func (b *Battle) linkedTo(unit int) []int {
	all := []int{unit}
	for k := 0; k < len(all); k++ {
		for _, j := range b.touched(all[k]) {
			if !slices.Contains(all, j) {
				all = append(all, j)
			}
		}
	}
	slices.Sort(all)
	return all
}
