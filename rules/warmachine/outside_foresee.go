package warmachine

// Estimate is the chance to destroy a target from a footing, as a float: enough to
// tell, and many times quicker than the fractions of best-focus.
type Estimate struct {
	Chance float64
	First  AttackChoice
}

// maxEstimates is how many footings are looked at before advice is given up.
const maxEstimates = 4000

// Estimate finds the best way to go on; it is not ok when there are too many.
func (p *Planner) Estimate(f PlanState, known map[PlanState]Estimate) (best Estimate, ok bool) {
	if f.Boxes == 0 {
		return Estimate{Chance: 1}, true
	}
	if best, ok = known[f]; ok {
		return best, true
	}
	if len(known) >= maxEstimates {
		return best, false
	}
	saves, _ := p.ToughChance.Float64()
	best.Chance = -1
	for _, s := range p.choices(f) {
		list, err := p.results(f, s)
		if err != nil {
			return best, false
		}
		sum := 0.0
		for i := range list {
			after, falls := p.after(f, s, &list[i])
			next, ok := p.Estimate(after, known)
			if !ok {
				return best, false
			}
			if falls {
				again, ok := p.Estimate(after.afterToughSave(), known)
				if !ok {
					return best, false
				}
				next.Chance = (1-saves)*next.Chance + saves*again.Chance
			}
			sum += list[i].near * next.Chance
		}
		if sum > best.Chance+1e-12 {
			best = Estimate{sum, s}
		}
	}
	best.Chance = max(0, best.Chance)
	known[f] = best
	return best, true
}
