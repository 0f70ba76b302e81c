package underworlds

import (
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
	dice   sixes    // how many there are
	whole  wide     // the sum of all weights

	successes, criticals []wide // the weights by one of them alone
}

// poolOf is the roll of n dice of which up to free failures are thrown again.
func poolOf(n, free int, count counts) pool {
	fails := uint64(count.failing())
	free = min(free, n)
	choose, failing, faces, common := pascal(), powers(fails, n+free), powers(6, n+free), 5-fails
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
	p := pool{most: n, dice: sixes(n + free), weight: make([][]wide, n+1), whole: faces[n+free], successes: make([]wide, n+1), criticals: make([]wide, n+1)}
	for s := range p.weight {
		p.weight[s], room = room[:s+1], room[s+1:]
		each := bySuccesses[s] // of so many that are no criticals
		for c := s; c >= 0; c-- {
			w := &p.weight[s][c]
			*w = each.fold(choose[s][c][0])
			each = each.fold(common)
			p.successes[s].add(w)
			p.criticals[c].add(w)
		}
	}
	return p
}

// below returns, for a number of criticals, the weights of fewer than t successes
// with them, for t up to one more than there can be, in a list that has the room.
func (p *pool) below(criticals int, sums []wide) []wide {
	sums = sums[:p.most+2]
	clear(sums[:criticals+1])
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

// add counts a result of so much weight.
func (c *contest) add(result string, w *wide) {
	if *w != (wide{}) {
		c.sum(result).add(w)
	}
}

// over is the distribution of the names.
func (c *contest) over(all sixes) odds.Dist[string] {
	d := make(odds.Dist[string], len(c.names))
	for i, name := range c.names {
		d[name] = all.part(c.weights[i])
	}
	return d
}

// meet asks judged for the result of every sort of outcomes: unequal criticals
// settle it by themselves; of equal ones it matters whether the defender has fewer
// successes, as many or more, and whether the attacker has any.
func (c *contest) meet(a, d *pool, bonus int) {
	var fewer, more, sum wide // of pairs, by the criticals of the defender
	for n := range a.criticals {
		if n > 0 && n <= d.most+1 {
			sum.add(&d.criticals[n-1])
		}
		fewer.addProduct(&a.criticals[n], &sum)
		upTo := sum
		if n <= d.most {
			upTo.add(&d.criticals[n])
		}
		rest := d.whole.less(&upTo)
		more.addProduct(&a.criticals[n], &rest)
	}
	c.add(judged(1, 1, 0, 0), &fewer)
	c.add(judged(0, 0, 1, 1), &more)
	room := make([]wide, d.most+2)
	for both := range min(a.most, d.most) + 1 {
		below := d.below(both, room)
		all := &below[d.most+1]
		first := both
		if both == 0 { // without a success there is no bonus, and no draw
			w := &a.weight[0][0]
			asMany, more := times(w, &below[1]), all.less(&below[1])
			more = times(w, &more)
			c.add(judged(0, 0, 0, 0), &asMany)
			c.add(judged(0, 0, 1, 0), &more)
			first = 1
		}
		var under, asMany, any wide
		for s := first; s <= a.most; s++ {
			w, n := &a.weight[s][both], s+bonus
			least, upTo := &below[min(n, d.most+1)], &below[min(n+1, d.most+1)]
			as := upTo.less(least)
			under.addProduct(w, least)
			asMany.addProduct(w, &as)
			any.add(w)
		}
		over := times(&any, all)
		over = over.less(&under)
		over = over.less(&asMany)
		n := max(1, both) + bonus
		c.add(judged(n, both, n-1, both), &under)
		c.add(judged(n, both, n, both), &asMany)
		c.add(judged(n, both, n+1, both), &over)
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
	both := a.dice + d.dice
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
		"attack_criticals": spread(a.criticals, a.dice, 0), "attack_successes": spread(a.successes, a.dice, bonus),
		"defence_criticals": spread(d.criticals, d.dice, 0), "defence_successes": spread(d.successes, d.dice, 0),
		"result": results.over(both), "damage_dealt": damage.over(both), "out_of_action": out.over(both),
		"bounty": glory.over(both), "drive_back_allowed": moved.over(both),
	}
}

// spread makes a distribution of weights by number; numbers above 0 get a bonus.
func spread(weights []wide, over sixes, bonus int) odds.Dist[string] {
	d := make(odds.Dist[string], len(weights))
	for n := range weights {
		if weights[n] == (wide{}) {
			continue
		}
		value := n
		if n > 0 {
			value += bonus
		}
		d[itoa(value)] = over.part(weights[n])
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
