package warmachine

import (
	"math/big"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// This file holds facts from outside the rulebook: the odds of many attacks in a
// row. Each way to attack is walked over its dice once, whatever came before it.

// attackWay is what the dice of an attack hang on. The purse is the focus that may
// go into its boosts, two points at most.
type attackWay struct {
	spend
	purse        int
	charge, down bool
}

// result is an outcome of an attack on a target that cannot be used up.
type result struct {
	damage, hits, paid int
	p                  *big.Rat
	near               float64 // to p
}

// attackWays remembers what the ways to attack come to.
type attackWays map[attackWay][]result

// results walks an attack of a sequence.
func (known attackWays) results(in sequence, w attackWay) ([]result, error) {
	if list, there := known[w]; there {
		return list, nil
	}
	const plenty = 1 << 20
	var tally odds.Tally[standoff]
	var walk odds.Walk
	err := walk.Over(func(src dice.Source) error {
		s, err := rules.Settle(src, func(c *rules.Cup) standoff {
			s := standoff{focus: w.purse, boxes: plenty, down: w.down}
			if !w.charge {
				s.made = 1
			}
			in.attack(c, in.planned(w.spend, initial), &s)
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
	var all []result
	for s, chance := range tally.Dist() {
		near, _ := chance.Float64()
		all = append(all, result{s.damage, s.hits, w.purse - s.focus, chance, near})
	}
	known[w] = all
	return all, nil
}

func (in sequence) planned(s spend, kind string) plannedAttack {
	return plannedAttack{kind, repeated{in.Weapons[s.weapon].ID, s.boostAttack, s.boostDamage}}
}

// toughSaves is the chance of a Tough roll.
func toughSaves() (*big.Rat, error) {
	tough, err := odds.Of(func(src dice.Source) (bool, error) {
		return rules.Settle(src, func(c *rules.Cup) bool { _, saved := rollTough(c); return saved })
	})
	return tough[true], err
}

// dicePerAttack is as many as an attack and what follows it can throw.
func (in sequence) dicePerAttack() int {
	most := 0
	for _, w := range in.Weapons {
		most = max(most, diceCount(true, w.ExtraAttackDice)+diceCount(true, w.ExtraDamageDice)+1)
	}
	return most
}

// share is a result with its outcomes among so many that all results have them in
// whole numbers; saved are those of a Tough roll that saves the target, if it falls.
type share struct {
	result
	all, saved, lost *big.Int
}

// chase chains the attacks of a sequence.
type chase struct {
	in     sequence
	ways   attackWays
	shares map[attackWay][]share
	each   *big.Int // outcomes of the dice of one attack
	saves  *big.Rat
	left   int // results to look at before giving up

	at, next map[standoff]*big.Int // outcomes by how they stand
	whole    *big.Int              // sum of all
	term     big.Int
}

// chase follows the attacks until every course of them has stopped; blur forgets
// what a question does not ask, so that more courses are one. It gives up after so
// many results; 0 is the limit of walks.
func (in sequence) chase(ways attackWays, most int, blur func(standoff) standoff) (*chase, error) {
	saves, err := toughSaves()
	if err != nil {
		return nil, err
	}
	if most == 0 {
		most = odds.Limit
	}
	c := chase{
		in: in, ways: ways, shares: map[attackWay][]share{}, saves: saves, left: most,
		each: new(big.Int).Exp(big.NewInt(6), big.NewInt(int64(in.dicePerAttack())), nil),
		at:   map[standoff]*big.Int{in.begin(): big.NewInt(1)}, whole: big.NewInt(1),
	}
	for going := true; going; {
		going = false
		c.next = make(map[standoff]*big.Int, 2*len(c.at))
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

// by is the distribution of what somebody asks of how a sequence ends.
func (c *chase) by(of func(standoff) int) odds.Dist[string] {
	sums := map[int]*big.Int{}
	for s, weight := range c.at {
		n := of(s)
		if sums[n] == nil {
			sums[n] = new(big.Int)
		}
		sums[n].Add(sums[n], weight)
	}
	d := make(odds.Dist[string], len(sums))
	for n, sum := range sums {
		d[strconv.Itoa(n)] = new(big.Rat).SetFrac(sum, c.whole)
	}
	return d
}

func (c *chase) add(s standoff, weight, share *big.Int) {
	sum := c.next[s]
	if sum == nil {
		sum = new(big.Int)
		c.next[s] = sum
	}
	sum.Add(sum, c.term.Mul(weight, share))
}

// follow adds what comes of one more attack.
func (c *chase) follow(s standoff, a plannedAttack, weight *big.Int, blur func(standoff) standoff) error {
	if s.made >= len(c.in.Attacks) {
		s.repeats++
	}
	if a.Type == additional {
		s.focus--
	}
	list, err := c.of(attackWay{spend{c.in.weapon(a.Weapon), a.BoostAttack, a.BoostDamage}, min(s.focus, 2), c.in.Charge && s.made == 0, s.down})
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

// of returns the shares of a way to attack.
func (c *chase) of(w attackWay) ([]share, error) {
	if list, there := c.shares[w]; there {
		return list, nil
	}
	results, err := c.ways.results(c.in, w)
	if err != nil {
		return nil, err
	}
	list := make([]share, len(results))
	for i, r := range results {
		part := func(p *big.Rat) *big.Int {
			n := new(big.Int).Mul(p.Num(), c.each)
			return n.Quo(n, p.Denom())
		}
		all, saved := part(r.p), part(new(big.Rat).Mul(r.p, c.saves))
		list[i] = share{r, all, saved, new(big.Int).Sub(all, saved)}
	}
	c.shares[w] = list
	return list, nil
}
