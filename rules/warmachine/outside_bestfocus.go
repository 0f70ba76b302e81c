package warmachine

import (
	"math/big"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/odds"
)

// This file holds facts from outside the rulebook: the best use of focus. It is no
// procedure of the contract but an answer of ours, found by exact search: of all
// ways to spend focus on boosts and additional attacks, after each of which the
// next may be chosen anew, the one that destroys the target most often.

type bestFocus struct {
	Attacker sequenceAttacker `json:"attacker"`
	Weapons  []sequenceWeapon `json:"weapons" len:"1..4"`
	Target   sequenceTarget   `json:"target"`
	Charge   bool             `json:"charge" default:"false"`
	Boosts   bool             `json:"boosts" default:"true"` // else focus buys additional attacks alone
	Outside  bool             `json:"outside" default:"true"`
}

func (in bestFocus) sequence() sequence {
	return sequence{Attacker: in.Attacker, Weapons: in.Weapons, Target: in.Target, Charge: in.Charge, Outside: in.Outside}
}

func (in bestFocus) check() *rules.Fault { return in.sequence().check() }

// spend is one way to make an attack.
type spend struct {
	weapon                   int
	boostAttack, boostDamage bool
}

// footing is all that the rest of the attacks hangs on: initial attacks made,
// focus, boxes, whether the target lies down, and shots by weapon.
type footing struct {
	made, focus, boxes int
	down               bool
	shots              [4]int
}

// planner searches for the best spend. Every figure comes of the rule itself,
// walked over its dice once for each way to attack.
type planner struct {
	in     sequence
	boosts bool
	saves  *big.Rat // chance of a Tough roll
	worth  map[footing]*big.Rat
	best   map[footing]spend
	ways   attackWays
	most   int
}

func (in bestFocus) planner(most int) (*planner, error) {
	p := &planner{
		in: in.sequence(), boosts: in.Boosts, worth: map[footing]*big.Rat{}, best: map[footing]spend{}, ways: attackWays{}, most: most,
	}
	saves, err := toughSaves()
	if err != nil {
		return nil, err
	}
	p.saves = saves
	_, err = p.value(footing{focus: in.Attacker.Focus, boxes: in.Target.Boxes})
	return p, err
}

// open lists the ways to go on, cheapest first: the next initial attack, or
// additional ones while focus lasts.
func (p *planner) open(f footing) []spend {
	var weapons []int
	left := f.focus
	switch {
	case f.boxes == 0:
		return nil
	case f.made < len(p.in.Weapons):
		weapons = []int{f.made}
	case left > 0:
		left--
		for w := range p.in.Weapons {
			if p.in.Attacker.Kind == melee || f.shots[w] < p.in.Weapons[w].Rof {
				weapons = append(weapons, w)
			}
		}
	}
	var all []spend
	for n := range 4 {
		s := spend{0, n&1 > 0, n&2 > 0}
		if n > 0 && !p.boosts || n == 3 && left < 2 || n > 0 && left < 1 {
			continue
		}
		for _, s.weapon = range weapons {
			all = append(all, s)
		}
	}
	return all
}

// value is the chance to destroy the target from a footing by the best ways.
func (p *planner) value(f footing) (*big.Rat, error) {
	if known, ok := p.worth[f]; ok {
		return known, nil
	}
	if p.most > 0 && len(p.worth) > p.most {
		return nil, odds.ErrTooMany
	}
	best := new(big.Rat)
	if f.boxes == 0 {
		best.SetInt64(1)
	}
	for _, s := range p.open(f) {
		sum := new(big.Rat)
		err := p.follow(f, s, func(next footing, chance *big.Rat) error {
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
	p.worth[f] = best
	return best, nil
}

// results are what an attack from a footing may come to.
func (p *planner) results(f footing, s spend) ([]result, error) {
	return p.ways.results(p.in, attackWay{s, 2, p.in.Charge && f.made == 0, f.down})
}

// after is the footing that a result leads to; it falls when a Tough roll is due.
func (p *planner) after(f footing, s spend, r *result) (after footing, falls bool) {
	after = f
	if f.made < len(p.in.Weapons) {
		after.made++
	} else {
		after.focus--
	}
	if p.in.Attacker.Kind == ranged {
		after.shots[s.weapon]++
	}
	after.focus -= r.paid
	after.boxes = max(0, f.boxes-r.damage)
	return after, after.boxes == 0 && r.hits > 0 && p.in.Target.Tough
}

// saved is the footing after a Tough roll that saves the target.
func (f footing) saved() footing {
	f.boxes, f.down = 1, true
	return f
}

// follow tells what comes of an attack from a footing.
func (p *planner) follow(f footing, s spend, note func(footing, *big.Rat) error) error {
	list, err := p.results(f, s)
	if err != nil {
		return err
	}
	for i := range list {
		after, falls := p.after(f, s, &list[i])
		chance := list[i].p
		if falls {
			if err := note(after.saved(), new(big.Rat).Mul(chance, p.saves)); err != nil {
				return err
			}
			chance = new(big.Rat).Mul(chance, new(big.Rat).Sub(big.NewRat(1, 1), p.saves))
		}
		if err := note(after, chance); err != nil {
			return err
		}
	}
	return nil
}

// playBest makes the attacks with the dice that fall, each the best there is.
func playBest(c *rules.Cup, in bestFocus) sequenceResult {
	var r sequenceResult
	p, err := in.planner(0)
	if err != nil {
		c.Fail(strange("attacker.focus", "%v", err))
	}
	s := p.in.begin()
	f := footing{focus: s.focus, boxes: s.boxes}
	for {
		way, ok := p.best[f]
		if !ok {
			break
		}
		kind := additional
		if f.made < len(in.Weapons) {
			kind = initial
		}
		r.Attacks = append(r.Attacks, p.in.attack(c, p.in.planned(way, kind), &s))
		if p.in.Attacker.Kind == ranged {
			f.shots[way.weapon]++
		}
		f.made, f.focus, f.boxes, f.down = min(s.made, len(in.Weapons)), s.focus, s.boxes, s.down
	}
	r.Stopped = "no-focus"
	if s.boxes == 0 {
		r.Stopped = "destroyed"
	}
	r.AttacksMade, r.Hits, r.TotalDamage = s.made, s.hits, s.damage
	r.BoxesLeft, r.Destroyed, r.FocusLeft = s.boxes, s.boxes == 0, s.focus
	return r
}

// bestChances are the exact odds of the best spend.
func bestChances(in bestFocus, most int) (map[string]odds.Dist[string], error) {
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
	at := map[footing]*big.Rat{{focus: in.Attacker.Focus, boxes: in.Target.Boxes}: big.NewRat(1, 1)}
	for len(at) > 0 {
		next := map[footing]*big.Rat{}
		for f, chance := range at {
			way, goes := p.best[f]
			if !goes {
				add("destroyed", strconv.FormatBool(f.boxes == 0), chance)
				add("boxes_left", strconv.Itoa(f.boxes), chance)
				add("focus_left", strconv.Itoa(f.focus), chance)
				continue
			}
			err := p.follow(f, way, func(after footing, share *big.Rat) error {
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

var bestFocusRuling = chained(ruling("best-focus", "WM-COMBAT-7 WM-COMBAT-11 WM-FOCUS-5 WM-X-FOC-3", "destroyed boxes_left focus_left",
	bestFocus.check, playBest), bestFocus.check, bestChances)
