package ruling

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/odds"
)

// rollWeights is the distribution of a roll of equal dice: the weights of its numbers of
// successes and of criticals among them, over whole.
//
// A die that succeeds after a re-roll shows each success with equal chance, so the share of
// criticals among the successes does not depend on the number of throws.
type rollWeights struct {
	most   int         // most successes, and most criticals
	weight [][]wideInt // by successes, by criticals
	dice   powerOfSix  // number of outcomes, as a power of six
	whole  wideInt     // the sum of all weights

	successes, criticals []wideInt // weights by number of successes, by number of criticals
}

// rollWeightsOf returns the roll of n dice of which up to free failures are re-rolled.
func rollWeightsOf(n, free int, count SuccessFaces) rollWeights {
	fails := uint64(count.Failing())
	free = min(free, n)
	choose, failing, faces, common := binomials(), powersOf(fails, n+free), powersOf(6, n+free), 5-fails
	bySuccesses := make([]wideInt, n+1) // without the weights of the faces of the successes
	for failed := range n + 1 {
		again := min(free, failed)
		for saved := range again + 1 {
			ways := product(&choose[n][failed], &choose[again][saved])
			others := product(&failing[failed+again-saved], &faces[free-again])
			bySuccesses[n-failed+saved].addProduct(&ways, &others)
		}
	}
	room := make([]wideInt, (n+1)*(n+2)/2)
	p := rollWeights{most: n, dice: powerOfSix(n + free), weight: make([][]wideInt, n+1), whole: faces[n+free], successes: make([]wideInt, n+1), criticals: make([]wideInt, n+1)}
	for s := range p.weight {
		p.weight[s], room = room[:s+1], room[s+1:]
		each := bySuccesses[s] // of s successes that are not criticals
		for c := s; c >= 0; c-- {
			w := &p.weight[s][c]
			*w = each.timesSmall(choose[s][c][0])
			each = each.timesSmall(common)
			p.successes[s].add(w)
			p.criticals[c].add(w)
		}
	}
	return p
}

// below returns, for a number of criticals, the weights of fewer than t successes with them,
// for t up to one more than possible. It reuses the list sums.
func (p *rollWeights) below(criticals int, sums []wideInt) []wideInt {
	sums = sums[:p.most+2]
	clear(sums[:criticals+1])
	for s := criticals; s <= p.most; s++ {
		sums[s+1] = sums[s]
		sums[s+1].add(&p.weight[s][criticals])
	}
	return sums
}

// resultWeights adds up weights by the name of a result.
type resultWeights struct {
	names   []string
	weights []wideInt
}

// sum returns the weight of a result so far.
func (c *resultWeights) sum(name string) *wideInt {
	i := slices.Index(c.names, name)
	if i < 0 {
		i = len(c.names)
		c.names, c.weights = append(c.names, name), append(c.weights, wideInt{})
	}
	return &c.weights[i]
}

// add adds the weight of a result.
func (c *resultWeights) add(result string, w *wideInt) {
	if *w != (wideInt{}) {
		c.sum(result).add(w)
	}
}

// distribution returns the distribution of the results.
func (c *resultWeights) distribution(all powerOfSix) odds.Dist[string] {
	d := make(odds.Dist[string], len(c.names))
	for i, name := range c.names {
		d[name] = all.fraction(c.weights[i])
	}
	return d
}

// compare adds the results of both rolls. Unequal criticals decide the result. For equal
// ones it depends on whether the defender has fewer, as many or more successes, and on
// whether the attacker has any.
func (c *resultWeights) compare(a, d *rollWeights, bonus int) {
	var fewer, more, sum wideInt // weights of pairs, by the criticals of the defender
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
	c.add(AttackResult(1, 1, 0, 0), &fewer)
	c.add(AttackResult(0, 0, 1, 1), &more)
	room := make([]wideInt, d.most+2)
	for both := range min(a.most, d.most) + 1 {
		below := d.below(both, room)
		all := &below[d.most+1]
		first := both
		if both == 0 { // without a success there is neither bonus nor draw
			w := &a.weight[0][0]
			asMany, more := product(w, &below[1]), all.less(&below[1])
			more = product(w, &more)
			c.add(AttackResult(0, 0, 0, 0), &asMany)
			c.add(AttackResult(0, 0, 1, 0), &more)
			first = 1
		}
		var under, asMany, any wideInt
		for s := first; s <= a.most; s++ {
			w, n := &a.weight[s][both], s+bonus
			least, upTo := &below[min(n, d.most+1)], &below[min(n+1, d.most+1)]
			as := upTo.less(least)
			under.addProduct(w, least)
			asMany.addProduct(w, &as)
			any.add(w)
		}
		over := product(&any, all)
		over = over.less(&under)
		over = over.less(&asMany)
		n := max(1, both) + bonus
		c.add(AttackResult(n, both, n-1, both), &under)
		c.add(AttackResult(n, both, n, both), &asMany)
		c.add(AttackResult(n, both, n+1, both), &over)
	}
}

// odds returns the odds of a combat without a walk over its dice: the rolls are independent,
// and only their criticals and successes are compared.
func (in combatInput) odds() map[string]odds.Dist[string] {
	r, attacking, defending, canMove := in.prepare()
	a := rollWeightsOf(r.AttackDice, in.AttackRerolls.FreeRerolls(in.Target.StaggerTokens > 0), attacking)
	d := rollWeightsOf(r.DefenceDice, in.DefenceRerolls.FreeRerolls(false), defending)
	bonus := 0
	if r.Trapped {
		bonus = 1
	}
	both := a.dice + d.dice
	var c resultWeights
	c.compare(&a, &d, bonus)
	var results, damage, out, glory, moved resultWeights
	for i, result := range c.names {
		after, w := r, &c.weights[i]
		after.Result = result
		in.consequences(&after, canMove)
		results.sum(result).add(w)
		damage.sum(strconv.Itoa(after.DamageDealt)).add(w)
		out.sum(strconv.FormatBool(after.OutOfAction)).add(w)
		glory.sum(strconv.Itoa(after.Bounty)).add(w)
		moved.sum(strconv.FormatBool(after.DriveBackAllowed)).add(w)
	}
	return map[string]odds.Dist[string]{
		"attack_criticals": distributionOf(a.criticals, a.dice, 0), "attack_successes": distributionOf(a.successes, a.dice, bonus),
		"defence_criticals": distributionOf(d.criticals, d.dice, 0), "defence_successes": distributionOf(d.successes, d.dice, 0),
		"result": results.distribution(both), "damage_dealt": damage.distribution(both), "out_of_action": out.distribution(both),
		"bounty": glory.distribution(both), "drive_back_allowed": moved.distribution(both),
	}
}

// distributionOf returns the distribution of weights by number; numbers above 0 get a bonus.
func distributionOf(weights []wideInt, over powerOfSix, bonus int) odds.Dist[string] {
	d := make(odds.Dist[string], len(weights))
	for n := range weights {
		if weights[n] == (wideInt{}) {
			continue
		}
		value := n
		if n > 0 {
			value += bonus
		}
		d[strconv.Itoa(value)] = over.fraction(weights[n])
	}
	return d
}

// combatChances returns the odds of an input that was checked.
func combatChances(tree any, _ int) (map[string]odds.Dist[string], error) {
	var in combatInput
	if err := rules.DecodeTree(tree, "", &in); err != nil {
		return nil, err
	}
	return in.odds(), nil
}
