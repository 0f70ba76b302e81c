package ruling

import (
	"math/big"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/odds"
)

// This file holds facts from outside the rulebook: the best use of focus. It is not a
// procedure of the book. An exact search looks at all ways to spend focus on boosts and
// additional attacks, with a new choice after each attack, and returns the one that is most
// likely to destroy the target.

type bestFocusInput struct {
	Attacker SequenceAttacker `json:"attacker"`
	Weapons  []SequenceWeapon `json:"weapons" len:"1..4"`
	Target   SequenceTarget   `json:"target"`
	Charge   bool             `json:"charge" default:"false"`
	Boosts   bool             `json:"boosts" default:"true"` // false: focus buys additional attacks only
	Outside  bool             `json:"outside" default:"true"`
}

func (in bestFocusInput) sequence() SequenceInput {
	return SequenceInput{Attacker: in.Attacker, Weapons: in.Weapons, Target: in.Target, Charge: in.Charge, Outside: in.Outside}
}

func (in bestFocusInput) check() *rules.Fault { return in.sequence().check() }

// AttackChoice is one way to make an attack.
type AttackChoice struct {
	Weapon                   int
	BoostAttack, BoostDamage bool
}

// PlanState is everything that the remaining attacks depend on: initial attacks made, focus,
// boxes, whether the target is knocked down, and shots by weapon.
type PlanState struct {
	Made, Focus, Boxes int
	Down               bool
	Shots              [4]int
}

// Planner searches for the best use of focus. Its figures come from the rules themselves,
// walked over the dice once for each way to attack.
type Planner struct {
	In          SequenceInput
	Boosts      bool
	ToughChance *big.Rat // chance of a Tough roll
	values      map[PlanState]*big.Rat
	best        map[PlanState]AttackChoice
	Ways        AttackWays
	most        int
}

// planner returns a search that gives up with odds.ErrTooMany after most results.
func (in bestFocusInput) planner(most int) (*Planner, error) {
	p := &Planner{
		In: in.sequence(), Boosts: in.Boosts, values: map[PlanState]*big.Rat{}, best: map[PlanState]AttackChoice{}, Ways: AttackWays{}, most: most,
	}
	saves, err := ToughSaves()
	if err != nil {
		return nil, err
	}
	p.ToughChance = saves
	_, err = p.value(PlanState{Focus: in.Attacker.Focus, Boxes: in.Target.Boxes})
	return p, err
}

// choices returns the ways to go on, cheapest first: the next initial attack, or additional
// attacks while focus lasts.
func (p *Planner) choices(f PlanState) []AttackChoice {
	var weapons []int
	left := f.Focus
	switch {
	case f.Boxes == 0:
		return nil
	case f.Made < len(p.In.Weapons):
		weapons = []int{f.Made}
	case left > 0:
		left--
		for w := range p.In.Weapons {
			if p.In.Attacker.Kind == Melee || f.Shots[w] < p.In.Weapons[w].Rof {
				weapons = append(weapons, w)
			}
		}
	}
	var all []AttackChoice
	for n := range 4 {
		s := AttackChoice{0, n&1 > 0, n&2 > 0}
		if n > 0 && !p.Boosts || n == 3 && left < 2 || n > 0 && left < 1 {
			continue
		}
		for _, s.Weapon = range weapons {
			all = append(all, s)
		}
	}
	return all
}

// value returns the chance to destroy the target from a state by the best choices.
func (p *Planner) value(f PlanState) (*big.Rat, error) {
	if known, ok := p.values[f]; ok {
		return known, nil
	}
	if p.most > 0 && len(p.values) > p.most {
		return nil, odds.ErrTooMany
	}
	best := new(big.Rat)
	if f.Boxes == 0 {
		best.SetInt64(1)
	}
	for _, s := range p.choices(f) {
		sum := new(big.Rat)
		err := p.follow(f, s, func(next PlanState, chance *big.Rat) error {
			v, err := p.value(next)
			if err == nil {
				sum.Add(sum, new(big.Rat).Mul(chance, v))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if _, chosen := p.best[f]; !chosen || sum.Cmp(best) > 0 {
			best, p.best[f] = sum, s
		}
	}
	p.values[f] = best
	return best, nil
}

// results returns the possible outcomes of an attack from a state.
func (p *Planner) results(f PlanState, s AttackChoice) ([]attackOutcome, error) {
	return p.Ways.results(p.In, attackWay{s, 2, p.In.Charge && f.Made == 0, f.Down})
}

// after returns the state after an outcome; falls is set when a Tough roll is due.
func (p *Planner) after(f PlanState, s AttackChoice, r *attackOutcome) (after PlanState, falls bool) {
	after = f
	if f.Made < len(p.In.Weapons) {
		after.Made++
	} else {
		after.Focus--
	}
	if p.In.Attacker.Kind == Ranged {
		after.Shots[s.Weapon]++
	}
	after.Focus -= r.paid
	after.Boxes = max(0, f.Boxes-r.damage)
	return after, after.Boxes == 0 && r.hits > 0 && p.In.Target.Tough
}

// afterToughSave returns the state after a Tough roll that saves the target.
func (f PlanState) afterToughSave() PlanState {
	f.Boxes, f.Down = 1, true
	return f
}

// follow calls note for every state that an attack from a state may lead to, with its
// probability.
func (p *Planner) follow(f PlanState, s AttackChoice, note func(PlanState, *big.Rat) error) error {
	list, err := p.results(f, s)
	if err != nil {
		return err
	}
	for i := range list {
		after, falls := p.after(f, s, &list[i])
		chance := list[i].p
		if falls {
			if err := note(after.afterToughSave(), new(big.Rat).Mul(chance, p.ToughChance)); err != nil {
				return err
			}
			chance = new(big.Rat).Mul(chance, new(big.Rat).Sub(big.NewRat(1, 1), p.ToughChance))
		}
		if err := note(after, chance); err != nil {
			return err
		}
	}
	return nil
}

// playBestFocus makes the attacks with dice, choosing the best attack each time.
func playBestFocus(c *rules.Roller, in bestFocusInput) sequenceResult {
	p, err := in.planner(0)
	if err != nil {
		c.Fail(BadValue("attacker.focus", "%v", err))
	}
	var shots [4]int
	return p.In.play(c, func(s sequenceState) (a plannedAttack, stopped string) {
		way, ok := p.best[PlanState{Made: min(s.made, len(in.Weapons)), Focus: s.focus, Boxes: s.boxes, Down: s.down, Shots: shots}]
		kind := Additional
		switch {
		case s.boxes == 0:
			return a, "destroyed"
		case !ok:
			return a, "no-focus"
		case s.made < len(in.Weapons):
			kind = initial
		}
		if in.Attacker.Kind == Ranged {
			shots[way.Weapon]++
		}
		return p.In.planned(way, kind), ""
	})
}

// bestFocusChances returns the exact odds of the best use of focus.
func bestFocusChances(in bestFocusInput, most int) (map[string]odds.Dist[string], error) {
	p, err := in.planner(most)
	if err != nil {
		return nil, err
	}
	list := map[string]odds.Dist[string]{"destroyed": {}, "boxes_left": {}, "focus_left": {}}
	add := func(field, value string, chance *big.Rat) {
		if list[field][value] == nil {
			list[field][value] = new(big.Rat)
		}
		list[field][value].Add(list[field][value], chance)
	}
	at := map[PlanState]*big.Rat{{Focus: in.Attacker.Focus, Boxes: in.Target.Boxes}: big.NewRat(1, 1)}
	for len(at) > 0 {
		next := map[PlanState]*big.Rat{}
		for f, chance := range at {
			way, ok := p.best[f]
			if !ok {
				add("destroyed", strconv.FormatBool(f.Boxes == 0), chance)
				add("boxes_left", strconv.Itoa(f.Boxes), chance)
				add("focus_left", strconv.Itoa(f.Focus), chance)
				continue
			}
			err := p.follow(f, way, func(after PlanState, share *big.Rat) error {
				if next[after] == nil {
					next[after] = new(big.Rat)
				}
				next[after].Add(next[after], new(big.Rat).Mul(chance, share))
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		at = next
	}
	return list, nil
}

var bestFocusRuling = withChances(rules.CheckedRuling("best-focus", "WM-COMBAT-7 WM-COMBAT-11 WM-FOCUS-5 WM-X-FOC-3", "destroyed boxes_left focus_left",
	bestFocusInput.check, playBestFocus), bestFocusInput.check, bestFocusChances)

// Estimate is the chance to destroy a target from a state, as a float: exact enough to show,
// and much faster than the fractions of best-focus.
type Estimate struct {
	Chance float64
	First  AttackChoice
}

// maxEstimates is the most states that are visited before advice is given up.
const maxEstimates = 4000

// Estimate returns the best way to go on; ok is false when there are too many states.
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
