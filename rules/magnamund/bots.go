package magnamund

import (
	"cmp"
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

var bots = []rules.Bot{
	rules.RandomBot,
	{Name: "greedy", Choose: greedy, Legal: greedyLegal},
}

// greedyLegal lists the legal commands without the single steps of moves on a board: greedy plans
// its moves itself.
func greedyLegal(b rules.Battle) []rules.Command {
	if w, ok := b.(*Battle); ok {
		return w.reader().legal(false)
	}
	return b.Legal()
}

// greedy takes the command with the highest worth by its exact odds: attacks, skills and
// spells by what they are likely to kill or wound, then moves towards the enemy. It breaks
// ties at random.
func greedy(b rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
	w, ok := b.(*Battle)
	if !ok {
		return legal[pick(len(legal))]
	}
	w = w.reader()
	best, worth := rules.Best(legal, func(c rules.Command) float64 { return w.worth(c) + float64(pick(100))/10_000 })
	if w.s.Phase == phaseMovement && !w.measured() && w.s.Fleeing == 0 && worth < 1 {
		if c := w.advanceMove(); c != nil {
			return c
		}
		if i, path := w.closingMove(); i != noUnit {
			return Move{bySeat: bySeat{w.seatOf(i)}, Troop: w.id(i), Path: path}
		}
	}
	return best
}

// worth is how much a command promises, about in soldiers killed; ending a step is worth 0.
func (b *Battle) worth(c rules.Command) float64 {
	switch c := c.(type) {
	case Deploy:
		return b.deploymentWorth(&c)
	case Strike:
		if c.Second || len(c.Attackers) == 1 {
			return 1 + b.strikeWorth(&c)
		}
		return -1 // a pool hits no more often than single attacks, and wastes more
	case Shoot:
		if len(c.Shooters) > 1 {
			return -1
		}
		i, j := b.find(c.Shooters[0]), b.find(c.Target)
		return 1 + b.hitWorth(j)*probability(b.shotInputFor(i, j, b.shotFactsOf(&c, i, j)).FinalPercentage())
	case Move, Amend:
		return -1
	case Cast:
		return b.spellWorth(&c)
	case UseSkill:
		return b.skillWorth(&c)
	case Drive:
		return 0.01
	case TestMorale:
		return 1 + float64(len(c.Rally)) + float64(len(c.Brute))
	}
	return 0
}

// probability is a percentage as a probability.
func probability(percent int) float64 { return float64(min(100, max(0, percent))) / 100 }

// hitWorth is how much a hit on a troop is worth: it kills soldiers.
func (b *Battle) hitWorth(j int) float64 {
	switch f := &b.troops[j]; {
	case b.general[f.side] == j:
		return 1.5
	case f.unit == noUnit:
		return 1.1
	case f.profile.Ranged != "":
		return 1.2
	}
	return 1
}

// strikeWorth is the worth of the hits of a melee attack. A stunned or nearly dead enemy is
// not worth more: the hit is what counts.
func (b *Battle) strikeWorth(c *Strike) float64 {
	i, j := b.find(c.Attackers[0]), b.find(c.Target)
	return b.hitWorth(j) * probability(b.combatInputFor(i, j, b.strikeFactsOf(c, i, j)).FinalPercentage())
}

// skillWorth is the worth of a skill, with its chance of success.
func (b *Battle) skillWorth(c *UseSkill) float64 {
	j := b.find(c.Target)
	switch c.Skill {
	case "mind-blast":
		return 1 + b.hitWorth(j)*probability(ruling.PsychicChance(b.troops[j].profile.Category))
	case "hypnosis":
		return 1 + 1.5*probability(ruling.HypnosisChance(b.troops[j].profile.Category))
	case "healing":
		return 1 + 0.5*probability(ruling.HealingChance)
	case "sixth-sense":
		return 1
	}
	return 1.01 // an animal under control does not fight where it stands
}

// spellWorth is the worth of a spell: of its success less that of its failure. Helpful
// spells wait for a moment when they help.
func (b *Battle) spellWorth(c *Cast) float64 {
	i, j := b.find(c.Caster), b.find(c.Target)
	p := probability(ruling.Spells[c.Spell].Value + b.troops[i].profile.MagicPower)
	enemy := j >= 0 && b.sideOf(i) != b.sideOf(j)
	mates := 1.0
	if j >= 0 && b.troops[j].unit != noUnit {
		mates = float64(b.strength(b.troops[j].unit))
	}
	switch {
	case c.Spell == "fireball" && enemy:
		return 1 + p*b.hitWorth(j) - (1-p)*0.9
	case c.Spell == "lightning" && enemy:
		return 1 + p*b.hitWorth(j) - (1-p)*0.8
	case c.Spell == "doom-and-despair" && b.s.Phase != phaseMorale:
		return 0.6 + 0.1*p*mates
	case c.Spell == "rust" && enemy && b.armour(j) != "none":
		return 0.7 + 0.1*p*mates
	case c.Spell == "battle-madness" && !enemy && b.s.Phase == phaseCombat && b.sideOf(j) == b.s.Side && b.readyToStrike(j) > 1:
		return 1.2 + p*float64(b.readyToStrike(j))*0.3
	case c.Spell == "heal" && !enemy:
		return 1 + 0.4*p - 0.5*(1-p)
	case c.Spell == "spell-theft" && enemy:
		return 0.9
	}
	return -1
}

// readyToStrike counts the troops of a unit, or the single hero, with an enemy in reach.
func (b *Battle) readyToStrike(j int) (n int) {
	for _, id := range b.affectedTroops(j) {
		n += rules.BoolToInt(b.canStrike(b.find(id)))
	}
	return n
}

// deploymentWorth prefers deployments at the front of the zone, near its middle and in the
// open.
func (b *Battle) deploymentWorth(c *Deploy) float64 {
	if len(c.Cells) == 0 || c.Hidden {
		return 0
	}
	f := &b.troops[b.troopsOf(c.Unit)[0]]
	z := b.zones[1-f.side]
	total := 0.0
	for _, cell := range c.Cells {
		total -= math.Hypot(float64(2*cell.X-z.XMin-z.XMax)/2, float64(2*cell.Y-z.YMin-z.YMax)/2)
	}
	return total / float64(len(c.Cells))
}

// advanceMove moves the troop nearest to the enemy that can still come nearer to a fight.
func (b *Battle) advanceMove() rules.Command {
	type runner struct{ i, far int }
	var order []runner
	for i := range b.living[b.s.Side].all() {
		if b.troops[i].profile.Category == "magician" || b.mayMove(i) != nil || b.pointsLeft(i) == 0 || b.burdenOf(i).Blinded {
			continue
		}
		far := math.MaxInt
		for j := range b.living[1-b.s.Side].all() {
			if !b.s.Troops[j].Hidden {
				far = min(far, b.distanceBetween(i, j))
			}
		}
		order = append(order, runner{i, far})
	}
	slices.SortStableFunc(order, func(r, s runner) int { return cmp.Compare(r.far, s.far) })
	ways := map[ruling.Costs][]int{}
	for _, r := range order {
		costs := b.troops[r.i].costs
		if ways[costs] == nil {
			ways[costs] = b.costsToFight(r.i)
		}
		path := b.pathToFight(r.i, ways[costs])
		if path == nil {
			continue
		}
		m, fault := b.checkPath(r.i, path)
		if d := b.cohesionCheckOf(r.i); fault != nil || !b.partsUnit(r.i, &d, &m) {
			return Move{bySeat: bySeat{b.seatOf(r.i)}, Troop: b.id(r.i), Path: path}
		}
	}
	return nil
}
