package underworlds

import (
	"math/big"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/odds"
)

// pool is the distribution of a roll of alike dice: weights of successes and of
// criticals among them, over whole.
//
// A die that is re-rolled because it failed succeeds afresh, so criticals are
// spread over the successes alike, however many throws those took.
type pool struct {
	most   int      // successes, and criticals
	weight [][]wide // by successes, by criticals
	whole  wide     // the sum of all weights

	successes, criticals []wide // the weights by one of them alone
}

// poolOf is the roll of n dice of which up to free failures are thrown again.
func poolOf(n, free int, count counts) pool {
	fails := uint64(count.failing())
	free = min(free, n)
	choose, failing, faces, plain := pascal(), powers(fails, n+free), powers(6, n+free), powers(5-fails, n)
	bySuccesses := make([]wide, n+1) // without what the faces of the successes weigh
	for failed := range n + 1 {
		again := min(free, failed)
		for saved := range again + 1 {
			ways := times(&choose[n][failed], &choose[again][saved])
			others := times(&failing[failed+again-saved], &faces[free-again])
			bySuccesses[n-failed+saved].addProduct(&ways, &others)
		}
	}
	room := make([]wide, (n+1)*(n+2)/2)
	p := pool{most: n, weight: make([][]wide, n+1), whole: faces[n+free], successes: make([]wide, n+1), criticals: make([]wide, n+1)}
	for s := range p.weight {
		p.weight[s], room = room[:s+1], room[s+1:]
		for c := range p.weight[s] {
			w := &p.weight[s][c]
			ways := times(&choose[s][c], &plain[s-c])
			w.addProduct(&ways, &bySuccesses[s])
			p.successes[s].add(w)
			p.criticals[c].add(w)
		}
	}
	return p
}

// below returns, for a number of criticals, the weights of fewer than t successes
// with them, for t up to one more than there can be.
func (p *pool) below(criticals int) []wide {
	sums := make([]wide, p.most+2)
	for s := criticals; s <= p.most; s++ {
		sums[s+1] = sums[s]
		sums[s+1].add(&p.weight[s][criticals])
	}
	return sums
}

// A contest adds up weights by the name of what comes of them.
type contest struct {
	names   []string
	weights []wide
}

// sum is the weight of a name so far.
func (c *contest) sum(name string) *wide {
	i := slices.Index(c.names, name)
	if i < 0 {
		i = len(c.names)
		c.names, c.weights = append(c.names, name), append(c.weights, wide{})
	}
	return &c.weights[i]
}

// add counts a result of two classes that come together.
func (c *contest) add(result string, a, d *wide) {
	if *a != (wide{}) && *d != (wide{}) {
		c.sum(result).addProduct(a, d)
	}
}

// over is the distribution of the names.
func (c *contest) over(all *wide) odds.Dist[string] {
	d, whole := make(odds.Dist[string], len(c.names)), all.big()
	for i, name := range c.names {
		d[name] = new(big.Rat).SetFrac(c.weights[i].big(), whole)
	}
	return d
}

// meet asks judged for the result of every two classes of outcomes: unequal
// criticals settle it by themselves; of equal ones with so many attack successes
// it matters whether the defender has fewer, as many or more.
func (c *contest) meet(a, d *pool, bonus int) {
	for ac := range a.criticals {
		for dc := range d.criticals {
			if ac != dc {
				c.add(judged(ac, ac, dc, dc), &a.criticals[ac], &d.criticals[dc])
			}
		}
	}
	for both := range min(a.most, d.most) + 1 {
		below := d.below(both)
		all := &below[d.most+1]
		for s := both; s <= a.most; s++ {
			w, n := &a.weight[s][both], s
			if s > 0 {
				n += bonus
			}
			under, upTo := &below[min(n, d.most+1)], &below[min(n+1, d.most+1)]
			asMany, more := upTo.less(under), all.less(upTo)
			c.add(judged(n, both, n-1, both), w, under)
			c.add(judged(n, both, n, both), w, &asMany)
			c.add(judged(n, both, n+1, both), w, &more)
		}
	}
}

// chances are the odds of a combat without a walk over its dice: both rolls fall
// apart from each other, and only their criticals and successes are compared.
func (in combat) chances() map[string]odds.Dist[string] {
	r, attacking, defending, canMove := in.outset()
	a := poolOf(r.AttackDice, in.AttackRerolls.free(in.Target.StaggerTokens > 0), attacking)
	d := poolOf(r.DefenceDice, in.DefenceRerolls.free(false), defending)
	bonus := 0
	if r.Trapped {
		bonus = 1
	}
	both := times(&a.whole, &d.whole)
	var c contest
	c.meet(&a, &d, bonus)
	var results, damage, out, glory, moved contest
	for i, result := range c.names {
		after, w := r, &c.weights[i]
		after.Result = result
		in.consequences(&after, canMove)
		results.sum(result).add(w)
		damage.sum(itoa(after.DamageDealt)).add(w)
		out.sum(strconv.FormatBool(after.OutOfAction)).add(w)
		glory.sum(itoa(after.Bounty)).add(w)
		moved.sum(strconv.FormatBool(after.DriveBackAllowed)).add(w)
	}
	return map[string]odds.Dist[string]{
		"attack_criticals": spread(a.criticals, &a.whole, 0), "attack_successes": spread(a.successes, &a.whole, bonus),
		"defence_criticals": spread(d.criticals, &d.whole, 0), "defence_successes": spread(d.successes, &d.whole, 0),
		"result": results.over(&both), "damage_dealt": damage.over(&both), "out_of_action": out.over(&both),
		"bounty": glory.over(&both), "drive_back_allowed": moved.over(&both),
	}
}

// spread makes a distribution of weights by number; numbers above 0 get a bonus.
func spread(weights []wide, over *wide, bonus int) odds.Dist[string] {
	d, whole := make(odds.Dist[string], len(weights)), over.big()
	for n := range weights {
		if weights[n] == (wide{}) {
			continue
		}
		value := n
		if n > 0 {
			value += bonus
		}
		d[itoa(value)] = new(big.Rat).SetFrac(weights[n].big(), whole)
	}
	return d
}

// combatChances are combat.chances of an input that was checked.
func combatChances(tree any, _ int) (map[string]odds.Dist[string], error) {
	var in combat
	if err := rules.DecodeTree(tree, "", &in); err != nil {
		return nil, err
	}
	return in.chances(), nil
}
