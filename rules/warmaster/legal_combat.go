package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// legalCombat lists the commands of the Combat phase.
func (b *Battle) legalCombat() (all []rules.Command) {
	g := bySeat{b.s.Turn}
	switch b.s.Phase {
	case phaseCombat:
		for _, group := range b.engagements() {
			all = append(all, Engage{g, b.id(group[0])})
		}
	case phaseFight:
		all = append(all, b.waysToFight()...)
	case phaseResult:
		if b.board {
			return []rules.Command{Result{bySeat: g}}
		}
		none, one, two := 0, 1, 2
		all = append(all, Result{bySeat: g, SupportA: &none, SupportB: &none}, Result{bySeat: g, SupportA: &two, SupportB: &one})
	case phaseRetreat:
		for _, i := range b.s.Fight.Waiting {
			all = append(all, b.retreatsOf(i)...)
		}
	case phaseChoices:
		if r := b.s.Fight.FallBackRoll; len(r) > 0 {
			return b.withdrawals(r[0])
		}
		for _, i := range b.s.Fight.Waiting {
			if b.info[i].seat == b.toAct() {
				all = append(all, b.choicesOf(i)...)
			}
		}
	case phaseReform:
		for _, i := range b.reformers(b.toAct()) {
			all = append(all, b.reformsOf(i)...)
		}
		all = append(all, EndPhase{bySeat{b.toAct()}})
	}
	return all
}

// waysToFight lists the ways to fight a round. On a board it is one, with targets chosen by the
// battle; at a measured table the stands are listed, once more with the third stand of each unit
// flanked.
func (b *Battle) waysToFight() []rules.Command {
	c := Fight{bySeat: bySeat{b.s.Turn}}
	if b.board {
		return []rules.Command{c}
	}
	flank, sides := c, [][]int{b.s.Fight.Units[0], b.s.Fight.Units[1]}
	if b.since(3) {
		sides = [][]int{b.s.Fight.Units[b.s.Turn]} // each side states its own
	}
	for _, i := range b.stillInPlay(sides...) {
		touched := b.enemiesTouching(i)
		u, v := Fighters{Unit: b.id(i), Stands: []Aimed{}}, Fighters{Unit: b.id(i), Stands: []Aimed{}}
		for k := range b.s.Units[i].Stands {
			s := Aimed{}
			if len(touched) > 0 {
				j := touched[k%len(touched)]
				s = Aimed{Target: b.id(j), Terrifying: b.info[j].terrifying || b.hasTerrifyingCharacter(j)}
			}
			u.Stands = append(u.Stands, s)
			s.Flanked = k == 2 && s.Target != ""
			v.Stands = append(v.Stands, s)
		}
		c.Units, flank.Units = append(c.Units, u), append(flank.Units, v)
	}
	return []rules.Command{c, flank}
}

// retreatsOf lists the ways in which a unit may retreat.
func (b *Battle) retreatsOf(i int) (all []rules.Command) {
	c := Retreat{bySeat: bySeat{b.info[i].seat}, Unit: b.id(i), AwayFrom: "any", Clear: b.stated(true)}
	all = append(all, c)
	if b.board {
		in := ruling.RetreatInput{Formation: "regular"}
		if f := b.s.Units[i].Form; f == "irregular" || f == "broken" {
			return all
		}
		b.countEnemies(i, &in)
		for _, side := range in.EnemyStands.Directions()[1:] {
			c.AwayFrom = side
			all = append(all, c)
		}
		return all
	}
	n := b.s.Units[i].Stands
	blocked := c
	blocked.Clear = nil
	blocked.Stands = make([]ruling.RetreatingStand, n)
	for k := range blocked.Stands {
		blocked.Stands[k].EnemyStands = ruling.EdgeCounts{Front: 1}
		blocked.Stands[k].Meets = []ruling.RetreatObstacle{}
	}
	what := []string{"enemy-stand", "table-edge", "impassable-terrain", "unengaged-enemy-contact"}[(i+b.s.Turns)%4]
	blocked.Stands[n-1].Meets = []ruling.RetreatObstacle{{What: what}}
	all = append(all, blocked)
	for _, j := range b.units(b.info[i].seat) {
		if j != i && !b.engaged(j) {
			id := b.id(j)
			passing := blocked
			passing.Stands = slices.Clone(blocked.Stands)
			passing.Stands[n-1].Meets = []ruling.RetreatObstacle{{What: "friend", Friend: &id}}
			passing.Friends = []ruling.FriendInWay{{ID: id, MakesWay: true, Needed: ruling.CM(4), FullPace: ruling.CM(b.info[j].pace.Full)}}
			return append(all, passing)
		}
	}
	return all
}

// choicesOf lists what a unit may do after a round.
func (b *Battle) choicesOf(i int) (all []rules.Command) {
	g := bySeat{b.info[i].seat}
	in := ruling.FallBackInput{Occasion: b.fallBackOccasion(), Type: b.info[i].profile.Type, Protection: b.protection(i), Wants: "hold"}
	if in.Check() == nil {
		all = append(all, Hold{g, b.id(i)})
	}
	all = append(all, FallBack{g, b.id(i)})
	if b.s.Fight.Winner < 0 {
		return all
	}
	w := b.winnerInputOf(i)
	zero := rules.Dec(0)
	w.Advance = &zero
	r := w.Resolve()
	for k, o := range r.Opponents {
		if !o.MayPursue {
			continue
		}
		if b.board {
			if _, _, fault := b.pursuitEnd(i, b.find(w.Opponents[k].ID)); fault != nil {
				continue
			}
		}
		c := Pursue{bySeat: g, Unit: b.id(i), Target: o.ID, FrontEdge: b.stated(true), Impassable: b.stated(false)}
		all = append(all, c)
		if also := b.enemyOutsideFight(i); !b.board && also != noUnit && len(all)%2 == 1 {
			c.Also = []string{b.id(also)}
			all = append(all, c)
		}
	}
	if r.Advance.Allowed {
		all = append(all, b.advancesOf(i, ruling.CM(r.Advance.MaximumCm))...)
	}
	return all
}

// enemyOutsideFight returns an enemy unit that is not in the fight, or noUnit.
func (b *Battle) enemyOutsideFight(i int) int {
	for _, j := range b.units(opponent(b.info[i].seat)) {
		if !b.engaged(j) && !slices.Contains(slices.Concat(b.s.Fight.Units[0], b.s.Fight.Units[1]), j) {
			return j
		}
	}
	return noUnit
}

// advancesOf lists the charges of a unit whose opponents are destroyed.
func (b *Battle) advancesOf(i int, most rules.Dec) (all []rules.Command) {
	c := Advance{bySeat: bySeat{b.info[i].seat}, Unit: b.id(i), Side: "left"}
	if !b.board {
		if j := b.enemyOutsideFight(i); j != noUnit {
			d := most
			c.Target, c.Distance, c.Visible = b.id(j), &d, b.stated(true)
			if b.info[j].profile.Attack.Shooting > 0 && !b.since(3) {
				c.Shots = []string{c.Target}
			}
			all = append(all, c)
		}
		return all
	}
	best, least := noUnit, int64(-1)
	for _, j := range b.units(opponent(c.Seat)) {
		d := b.squaredDistance(i, j)
		if d == 0 || least >= 0 && d >= least || d > squaredReach(int64(most/rules.One)) {
			continue
		}
		if _, fault := b.chargeEnd(i, j, most, 0, "left"); fault == nil {
			best, least = j, d
		}
	}
	if best != noUnit {
		c.Target = b.id(best)
		all = append(all, c)
	}
	return all
}

// withdrawals lists places to fall back to.
func (b *Battle) withdrawals(i int) (all []rules.Command) {
	c := Withdraw{bySeat: bySeat{b.info[i].seat}, Unit: b.id(i), Form: "line"}
	if !b.board {
		for _, n := range slices.Compact(slices.Clone(b.s.Fight.FallBackRoll[1:])) {
			d, end := ruling.CM(n), ruling.CM(5)
			c.Distance, c.End = &d, &end
			all = append(all, c)
		}
		return all
	}
	for _, p := range b.fallBackPlaces(i) {
		c.Place = &p
		all = append(all, c)
	}
	if len(all) == 0 {
		c.Stay = true
		all = append(all, c)
	}
	return all
}

// reformsOf lists the formations that a unit may take.
func (b *Battle) reformsOf(i int) (all []rules.Command) {
	c := Reform{bySeat: bySeat{b.info[i].seat}, Unit: b.id(i), Form: "line"}
	if !b.board {
		column := c
		column.Form = "column"
		return []rules.Command{c, column}
	}
	for _, p := range b.reformPlaces(i) {
		c.Place = &p
		all = append(all, c)
	}
	return all
}
