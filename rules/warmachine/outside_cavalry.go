package warmachine

import "oriflamme/rules"

// This file holds facts from outside the rulebook: cavalry (WM-X-CAV-1).

const (
	cavalryLaw   = "WM-X-CAV-1"
	rideOn       = "ride-on" // the movement of light cavalry after its action
	cavalryBonus = 2         // of its charge attack rolls
)

// career carries a charge out. Cavalry attacks whom it runs into, and goes on when
// nobody is left in its way.
func (b *Battle) career(t *rules.Turn, r ref, e Moved) {
	if !b.combat || e.Movement != charge || !b.cards[r.i].p.rides() {
		b.step(t, r, e)
		return
	}
	target, _ := b.named(e.Target)
	spent, line := Inches(0), Degrees(0)
	for leg := 0; ; leg++ {
		from, failed := b.model(r).at(), e.Law == failedCharge
		at := Point{e.To.X, e.To.Y}
		met := b.touched(r, at)
		if failed && len(met) > 0 {
			e.Law = cavalryLaw
		}
		e.Distance = (spent + inchesOf(e.Distance)).dec()
		b.step(t, r, e)
		if b.s.Stage == stageOver || !b.up(r) || b.model(r).at() != at {
			return
		}
		b.impacts(t, r, met)
		if e.Law != cavalryLaw || b.s.Stage == stageOver {
			return
		}
		if leg == 0 {
			v := at.minus(from)
			line = heading(float64(v.X), float64(v.Y))
		}
		spent = inchesOf(e.Distance)
		if e = b.rideThrough(r, target, line, spent, len(b.touched(r, at)) == 0); e.Law == failedCharge && e.Distance == 0 {
			e.Distance = spent.dec()
			t.Emit(e)
			return
		}
	}
}

// rideThrough is the rest of a charge of cavalry after so many inches, along the
// line on which it began; a failed one where it stands when it cannot go on.
func (b *Battle) rideThrough(r, target ref, line Degrees, spent Inches, free bool) Moved {
	m := b.model(r)
	stay := Moved{
		Unit: b.cards[r.i].id, Model: r.k, Movement: charge, Target: b.id(target), To: &Spot{m.X, m.Y, m.Facing}, Law: failedCharge,
	}
	most := b.lunge(r.i) - spent
	if !free || most <= 0 || !b.up(target) {
		return stay
	}
	x, y := line.unit()
	way := course{m.at(), x, y, b.cards[r.i].radius}
	e, _, fault := b.rush(r, target, Move{Movement: charge, Path: []Point{way.at(most)}})
	if fault == nil {
		return e
	}
	if e, done, fault := b.rush(r, target, Move{Movement: charge}); fault == nil && done.far <= most {
		return e
	}
	return stay
}

// touched are the models that the base of a model touches at a point.
func (b *Battle) touched(r ref, at Point) []ref {
	var list []ref
	for i := range b.s.Troops {
		for k := range b.s.Troops[i].Models {
			if o := (ref{i, k}); o != r && i != r.i && b.up(o) && gap(at, b.cards[r.i].radius, b.model(o).at(), b.cards[i].radius) <= shy {
				list = append(list, o)
			}
		}
	}
	return list
}

// impacts are the impact attacks of cavalry with its mounts, one on each model met.
func (b *Battle) impacts(t *rules.Turn, r ref, met []ref) {
	p := &b.cards[r.i].p
	for w := range p.Weapons {
		card := &p.Weapons[w]
		if !card.Mount {
			continue
		}
		for _, at := range met {
			if !b.up(at) || !b.up(r) || b.s.Stage == stageOver {
				continue
			}
			s := strike{
				by: r, at: at, weapon: w, name: card.ID, kind: melee, power: card.Power, onHit: card.OnHit, onCrit: card.OnCrit, law: cavalryLaw,
			}
			b.resolve(t, &s)
		}
		return
	}
}

// riders are the models of light cavalry that may ride on: those that have acted.
func (b *Battle) riders(c Move, list []int) (m mob, fault *rules.Fault) {
	i := b.s.Acting
	if !b.combat || !b.cards[i].p.has("light-cavalry") {
		return m, rules.Breaks(cavalryLaw, "movement", "it is no light cavalry")
	}
	who := none
	if c.Who != "" && c.Who != b.cards[i].id {
		r, known := b.ids[c.Who]
		if !known || r.i != i || r.k < 0 {
			return m, strange("who", "%q is no model of it", c.Who)
		}
		who = r.k
	}
	for k := range b.s.Act.Doing {
		d := &b.s.Act.Doing[k]
		if (who == none || who == k) && b.up(ref{i, k}) && !b.model(ref{i, k}).helpless() && d.Attacks > 0 && !d.Rode && !d.Done {
			list = append(list, k)
		}
	}
	m = mob{list, who != none || b.cards[i].size == 1}
	if len(list) == 0 {
		fault = rules.Breaks(cavalryLaw, "movement", "nobody has acted and not ridden on")
	}
	return m, fault
}

// applyRide moves light cavalry after its action, which leaves the use of its normal
// movement as it was.
func (b *Battle) applyRide(e Moved) {
	i := b.find(e.Unit)
	t := &b.s.Troops[i]
	for k := range t.Models {
		d := &b.s.Act.Doing[k]
		if e.Model != k && e.Model != none || d.Attacks == 0 || t.Models[k].Gone {
			continue
		}
		d.Rode = true
		if e.To != nil {
			t.Models[k].X, t.Models[k].Y, t.Models[k].Facing = e.To.X, e.To.Y, e.To.Facing
		}
	}
}
