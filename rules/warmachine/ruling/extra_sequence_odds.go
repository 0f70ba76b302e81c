package ruling

import (
	"math/big"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// This file holds facts from outside the rulebook: the odds of many attacks in a row. Each
// way to attack is walked over its dice only once.

// attackWay is everything that the dice of an attack depend on. boostFocus is the focus that
// may go into its boosts, two points at most.
type attackWay struct {
	AttackChoice
	boostFocus   int
	charge, down bool
}

// attackOutcome is an outcome of an attack on a target whose boxes do not run out.
type attackOutcome struct {
	damage, hits, paid int
	p                  *big.Rat
	near               float64 // p as a float
}

// AttackWays caches the outcomes of the ways to attack.
type AttackWays map[attackWay][]attackOutcome

// results returns the outcomes of an attack of a sequence.
func (known AttackWays) results(in SequenceInput, w attackWay) ([]attackOutcome, error) {
	if list, there := known[w]; there {
		return list, nil
	}
	const plenty = 1 << 20
	var tally odds.Tally[sequenceState]
	var walk odds.Walk
	err := walk.Over(func(src dice.Source) error {
		s, err := rules.RunRule(src, func(c *rules.Roller) sequenceState {
			s := sequenceState{focus: w.boostFocus, boxes: plenty, down: w.down}
			if !w.charge {
				s.made = 1
			}
			in.attack(c, in.planned(w.AttackChoice, initial), &s)
			return s
		})
		if err == nil {
			tally.Add(&walk, s)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var all []attackOutcome
	for s, chance := range tally.Dist() {
		near, _ := chance.Float64()
		all = append(all, attackOutcome{s.damage, s.hits, w.boostFocus - s.focus, chance, near})
	}
	known[w] = all
	return all, nil
}

// planned returns a choice as an attack of the plan.
func (in SequenceInput) planned(s AttackChoice, kind string) plannedAttack {
	return plannedAttack{kind, repeatedAttack{in.Weapons[s.Weapon].ID, s.BoostAttack, s.BoostDamage}}
}

// ToughSaves returns the chance that a Tough roll succeeds.
func ToughSaves() (*big.Rat, error) {
	tough, err := odds.Of(func(src dice.Source) (bool, error) {
		return rules.RunRule(src, func(c *rules.Roller) bool { _, saved := RollTough(c); return saved })
	})
	return tough[true], err
}

// dicePerAttack returns the most dice that an attack and what follows it can throw.
func (in SequenceInput) dicePerAttack() int {
	most := 0
	for _, w := range in.Weapons {
		most = max(most, DiceCount(true, w.ExtraAttackDice)+DiceCount(true, w.ExtraDamageDice)+1)
	}
	return most
}

// outcomeShare is an outcome with its weight, over a common denominator of all outcomes.
// saved is the weight of the Tough rolls that save the target, if it is disabled.
type outcomeShare struct {
	attackOutcome
	all, saved, lost *big.Int
}

// sequenceWalk computes the odds of a sequence attack by attack.
type sequenceWalk struct {
	in     SequenceInput
	ways   AttackWays
	shares map[attackWay][]outcomeShare
	each   *big.Int // number of outcomes of the dice of one attack
	saves  *big.Rat
	left   int // number of results that may still be visited

	at, next map[sequenceState]*big.Int // weights by state
	whole    *big.Int                   // sum of all weights
	term     big.Int
}

// walk follows the attacks until every sequence of them has stopped. blur removes from a
// state what a question does not need, so that more states merge. It gives up with
// odds.ErrTooMany after most results; 0 is the limit of walks.
func (in SequenceInput) walk(ways AttackWays, most int, blur func(sequenceState) sequenceState) (*sequenceWalk, error) {
	saves, err := ToughSaves()
	if err != nil {
		return nil, err
	}
	if most == 0 {
		most = odds.Limit
	}
	c := sequenceWalk{
		in: in, ways: ways, shares: map[attackWay][]outcomeShare{}, saves: saves, left: most,
		each: new(big.Int).Exp(big.NewInt(6), big.NewInt(int64(in.dicePerAttack())), nil),
		at:   map[sequenceState]*big.Int{in.begin(): big.NewInt(1)}, whole: big.NewInt(1),
	}
	for going := true; going; {
		going = false
		c.next = make(map[sequenceState]*big.Int, 2*len(c.at))
		for s, weight := range c.at {
			a, stopped := in.next(s)
			if stopped != "" {
				c.add(s, weight, c.each)
				continue
			}
			going = true
			if err := c.follow(s, a, weight, blur); err != nil {
				return nil, err
			}
		}
		c.at = c.next
		c.whole.Mul(c.whole, c.each)
	}
	return &c, nil
}

// distBy returns the distribution of a figure of the final state, by its text.
func distBy[K comparable](c *sequenceWalk, text func(K) string, of func(sequenceState) K) odds.Dist[string] {
	sums := map[K]*big.Int{}
	for s, weight := range c.at {
		n := of(s)
		if sums[n] == nil {
			sums[n] = new(big.Int)
		}
		sums[n].Add(sums[n], weight)
	}
	d := make(odds.Dist[string], len(sums))
	for n, sum := range sums {
		d[text(n)] = new(big.Rat).SetFrac(sum, c.whole)
	}
	return d
}

// add adds the weight of a state times its share.
func (c *sequenceWalk) add(s sequenceState, weight, share *big.Int) {
	sum := c.next[s]
	if sum == nil {
		sum = new(big.Int)
		c.next[s] = sum
	}
	sum.Add(sum, c.term.Mul(weight, share))
}

// follow adds the outcomes of one more attack.
func (c *sequenceWalk) follow(s sequenceState, a plannedAttack, weight *big.Int, blur func(sequenceState) sequenceState) error {
	if s.made >= len(c.in.Attacks) {
		s.repeats++
	}
	if a.Type == Additional {
		s.focus--
	}
	list, err := c.sharesOf(attackWay{AttackChoice{c.in.weapon(a.Weapon), a.BoostAttack, a.BoostDamage}, min(s.focus, 2), c.in.Charge && s.made == 0, s.down})
	if err != nil {
		return err
	}
	s.made++
	if c.left -= len(list); c.left < 0 {
		return odds.ErrTooMany
	}
	for _, r := range list {
		after := s
		after.focus -= r.paid
		after.hits += r.hits
		after.damage += r.damage
		after.boxes = max(0, s.boxes-r.damage)
		if after.boxes > 0 || r.hits == 0 || !c.in.Target.Tough {
			c.add(blur(after), weight, r.all)
			continue
		}
		c.add(blur(after), weight, r.lost)
		after.boxes, after.down = 1, true
		c.add(blur(after), weight, r.saved)
	}
	return nil
}

// sharesOf returns the outcomes of a way to attack over a common denominator.
func (c *sequenceWalk) sharesOf(w attackWay) ([]outcomeShare, error) {
	if list, there := c.shares[w]; there {
		return list, nil
	}
	results, err := c.ways.results(c.in, w)
	if err != nil {
		return nil, err
	}
	list := make([]outcomeShare, len(results))
	for i, r := range results {
		part := func(p *big.Rat) *big.Int {
			n := new(big.Int).Mul(p.Num(), c.each)
			return n.Quo(n, p.Denom())
		}
		all, saved := part(r.p), part(new(big.Rat).Mul(r.p, c.saves))
		list[i] = outcomeShare{r, all, saved, new(big.Int).Sub(all, saved)}
	}
	c.shares[w] = list
	return list, nil
}
