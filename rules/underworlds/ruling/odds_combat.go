package ruling

import (
	"math/big"
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
	weight [][]wideInt // by successes, by criticals
	whole  wideInt     // the sum of all weights: the number of outcomes

	successes, criticals []wideInt // weights by number of successes, by number of criticals
}

// rollWeightsOf returns the roll of n dice of which up to free failures are re-rolled.
func rollWeightsOf(n, free int, count SuccessFaces) rollWeights {
	fails := uint64(count.Failing())
	free = min(free, n)
	choose, failing, faces := binomials(), powersOf(fails, n+free), powersOf(6, n+free)
	bySuccesses := make([]wideInt, n+1) // without the weights of the faces of the successes
	for failed := range n + 1 {
		again := min(free, failed)
		for saved := range again + 1 {
			ways := product(&choose[n][failed], &choose[again][saved])
			others := product(&failing[failed+again-saved], &faces[free-again])
			bySuccesses[n-failed+saved].addProduct(&ways, &others)
		}
	}
	p := rollWeights{weight: make([][]wideInt, n+1), whole: faces[n+free], successes: make([]wideInt, n+1), criticals: make([]wideInt, n+1)}
	room := make([]wideInt, (n+1)*(n+2)/2)
	for s := range p.weight {
		p.weight[s], room = room[:s+1], room[s+1:]
		each := bySuccesses[s] // of s successes that are not criticals
		for c := s; c >= 0; c-- {
			w := &p.weight[s][c]
			*w = product(&choose[s][c], &each)
			each = product(&wideInt{5 - fails}, &each)
			p.successes[s].add(w)
			p.criticals[c].add(w)
		}
	}
	return p
}

// resultWeights adds up weights by the name of a result.
type resultWeights map[string]*wideInt

// of returns the weight of a result so far.
func (r resultWeights) of(name string) *wideInt {
	w := r[name]
	if w == nil {
		w = new(wideInt)
		r[name] = w
	}
	return w
}

// distribution returns the distribution of the results; the weights sum to whole, a power of
// six.
func (r resultWeights) distribution(whole *big.Int) odds.Dist[string] {
	d := make(odds.Dist[string], len(r))
	for name, w := range r {
		if *w != (wideInt{}) {
			d[name] = w.over(whole)
		}
	}
	return d
}

// compareRolls returns the weights of the results of two rolls. Unequal criticals decide the
// result. For equal ones it depends on whether the defender has fewer, as many or more
// successes, and on whether the attacker has any.
func compareRolls(a, d *rollWeights, bonus int) resultWeights {
	sums := resultWeights{}
	ends := len(d.weight)
	below := make([]wideInt, ends+1) // weights of fewer than t criticals of the defender, then of fewer successes
	for t := range ends {
		below[t+1] = below[t]
		below[t+1].add(&d.criticals[t])
	}
	hit, defence := sums.of(ResultCriticalHit), sums.of(ResultCriticalDefence)
	for c := range a.criticals {
		more := below[ends].less(&below[min(c+1, ends)])
		hit.addProduct(&a.criticals[c], &below[min(c, ends)])
		defence.addProduct(&a.criticals[c], &more)
	}
	for c := range min(len(a.weight), ends) { // criticals of both
		clear(below[:c+1])
		for t := c; t < ends; t++ {
			below[t+1] = below[t]
			below[t+1].add(&d.weight[t][c])
		}
		first := c
		if c == 0 { // an attacker without successes misses
			sums.of(AttackResult(0, 0, 0, 0)).addProduct(&a.weight[0][0], &below[ends])
			first = 1
		}
		var fewer, asMany, all wideInt // weights by the successes of the defender
		for s := first; s < len(a.weight); s++ {
			w, least, upTo := &a.weight[s][c], &below[min(s+bonus, ends)], &below[min(s+bonus+1, ends)]
			equal := upTo.less(least)
			fewer.addProduct(w, least)
			asMany.addProduct(w, &equal)
			all.add(w)
		}
		more := product(&all, &below[ends])
		more = more.less(&fewer)
		more = more.less(&asMany)
		sums.of(AttackResult(c+1, c, c, c)).add(&fewer)
		sums.of(AttackResult(c+1, c, c+1, c)).add(&asMany)
		sums.of(AttackResult(c+1, c, c+2, c)).add(&more)
	}
	return sums
}

// withBonus returns the successes of a roll with the bonus, which a roll without successes
// does not get.
func withBonus(successes, bonus int) int {
	if successes == 0 {
		return 0
	}
	return successes + bonus
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
	whole := product(&a.whole, &d.whole)
	both, attacks, defends := whole.big(), a.whole.big(), d.whole.big()
	results, damage, out, glory, moved := compareRolls(&a, &d, bonus), resultWeights{}, resultWeights{}, resultWeights{}, resultWeights{}
	for result, w := range results {
		if *w == (wideInt{}) {
			continue // it cannot happen
		}
		after := r
		after.Result = result
		in.consequences(&after, canMove)
		damage.of(strconv.Itoa(after.DamageDealt)).add(w)
		out.of(strconv.FormatBool(after.OutOfAction)).add(w)
		glory.of(strconv.Itoa(after.Bounty)).add(w)
		moved.of(strconv.FormatBool(after.DriveBackAllowed)).add(w)
	}
	return map[string]odds.Dist[string]{
		"attack_criticals": distributionOf(a.criticals, attacks, 0), "attack_successes": distributionOf(a.successes, attacks, bonus),
		"defence_criticals": distributionOf(d.criticals, defends, 0), "defence_successes": distributionOf(d.successes, defends, 0),
		"result": results.distribution(both), "damage_dealt": damage.distribution(both), "out_of_action": out.distribution(both),
		"bounty": glory.distribution(both), "drive_back_allowed": moved.distribution(both),
	}
}

// distributionOf returns the distribution of weights by number; numbers above 0 get a bonus.
func distributionOf(weights []wideInt, whole *big.Int, bonus int) odds.Dist[string] {
	byNumber := make(resultWeights, len(weights))
	for n := range weights {
		byNumber[strconv.Itoa(withBonus(n, bonus))] = &weights[n]
	}
	return byNumber.distribution(whole)
}

// combatChances returns the odds of an input that was checked.
func combatChances(tree any, _ int) (map[string]odds.Dist[string], error) {
	var in combatInput
	if err := rules.DecodeTree(tree, "", &in); err != nil {
		return nil, err
	}
	return in.odds(), nil
}
