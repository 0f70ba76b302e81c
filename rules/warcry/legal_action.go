package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// offer is a group of commands of the acting fighter. It has a number of ideas; each leads to
// one command, to several related ones, or to none.
type offer int

const (
	offerMoves offer = iota
	offerAttacks
	offerBonusAttacks
	offerDisengages
	offerDrops
	offerWaits
	offerForgo
	offerEnds
	offerAbilities
	offerCount // the number of offers
)

// openOffers returns the offers that may have commands for a fighter, and whether actions are
// bonus actions.
func (b *Battle) openOffers(i int) (open [offerCount]bool, bonus bool) {
	a, w := &b.s.Act, &b.s.Fighters[i]
	acts := a.Actions > 0
	engaged := b.isEngaged(i)
	if b.bonusPending() {
		open[offerMoves] = a.Bonus&bonusMove != 0 && !engaged
		open[offerBonusAttacks] = a.Bonus&bonusAttack != 0
		open[offerForgo], open[offerEnds] = acts, !acts
		open[offerAbilities] = !a.Used && b.largestGroup(b.info[i].seat) >= 2
		return open, true
	}
	open[offerMoves] = (acts || a.Bonus&bonusMove != 0) && !engaged
	open[offerAttacks] = acts
	open[offerBonusAttacks] = a.Bonus&bonusAttack != 0
	open[offerDisengages] = acts && w.Carrying < 0 && (engaged || !b.board && !b.keepsFacts())
	open[offerDrops] = acts && w.Carrying >= 0
	open[offerWaits] = acts && w.Reactions == 0
	open[offerEnds] = !acts || w.Reactions > 0
	open[offerAbilities] = !a.Used && b.largestGroup(b.info[i].seat) >= 2
	return open, !acts || a.Bonus&bonusMove != 0
}

// sampler collects commands of the acting fighter.
type sampler struct {
	b      *Battle
	i      int
	list   []rules.Command
	single bool          // one idea is tried at a time and usually leads to one command,
	first  rules.Command // which is kept here instead of in list

	moves   []statedMove            // those of a measured battle
	lengths *[lengthCount]rules.Dec // of their legs
	legs    []Leg                   // memory for the leg of one move

	bonusMove bool
	reach     float64 // Move for this action, inches
	kind      string  // type of the legs

	weaponReach int // longest, inches
	enemies     int // within 1 inch
}

// legalActions returns the commands of the acting fighter.
func (b *Battle) legalActions(i int) []rules.Command {
	s := sampler{b: b, i: i, list: make([]rules.Command, 0, 24)}
	var open [offerCount]bool
	open, s.bonusMove = b.openOffers(i)
	for o := range offerCount {
		if open[o] {
			for k := range s.ideas(o) {
				s.try(o, k)
			}
		}
	}
	return s.list
}

// ideas prepares an offer and returns its number of ideas.
func (s *sampler) ideas(o offer) int {
	b := s.b
	switch o {
	case offerMoves:
		return s.readyMoves()
	case offerAttacks, offerBonusAttacks:
		s.readyAttacks()
		return len(b.info)
	case offerDisengages:
		if !b.board {
			return 1
		}
		return disengageWays
	case offerAbilities:
		return len(b.core(s.i)) + len(b.info[s.i].ownAbilities)
	}
	return 1
}

// collect adds a command.
func (s *sampler) collect(c rules.Command) {
	if s.single && s.first == nil {
		s.first = c
		return
	}
	s.list = append(s.list, c)
}

// pickFound returns one of the collected commands at random, or nil without one.
func (s *sampler) pickFound(pick func(n int) int) rules.Command {
	if s.first == nil {
		if len(s.moves) > 0 {
			return s.statedCommand(s.moves[pick(len(s.moves))], s.legs)
		}
		if len(s.list) == 0 {
			return nil
		}
		return s.list[pick(len(s.list))]
	}
	if k := pick(1 + len(s.list)); k > 0 {
		return s.list[k-1]
	}
	return s.first
}

// try adds the commands of idea k of an offer.
func (s *sampler) try(o offer, k int) {
	b, i := s.b, s.i
	switch o {
	case offerMoves:
		s.tryMove(k)
	case offerAttacks:
		s.tryAttack(k, false)
	case offerBonusAttacks:
		s.tryAttack(k, true)
	case offerDisengages:
		s.tryDisengage(k)
	case offerDrops:
		s.collect(DropTreasure{fighterCommand: b.fighterCommand(i)})
	case offerWaits:
		s.collect(b.info[i].prebuilt.wait)
	case offerForgo:
		s.collect(ForgoBonus{b.fighterCommand(i)})
	case offerEnds:
		s.collect(b.info[i].prebuilt.end)
	case offerAbilities:
		s.tryAbility(k)
	}
}

// readyAttacks computes what all attacks of the fighter have in common.
func (s *sampler) readyAttacks() {
	b := s.b
	s.weaponReach = 0
	for k := range b.info[s.i].profile.Weapons {
		s.weaponReach = max(s.weaponReach, b.info[s.i].profile.Weapons[k].MaxRange)
	}
	if b.board {
		s.enemies = b.enemiesWithin1(s.i)
	}
}

// tryAttack adds an attack on fighter j with every weapon that may be used on it.
func (s *sampler) tryAttack(j int, bonus bool) {
	b, me, it := s.b, &s.b.s.Fighters[s.i], &s.b.s.Fighters[j]
	if it.seat == me.seat || !b.inPlay(j) {
		return
	}
	if !b.board {
		s.list = b.statedAttacks(s.list, s.i, j, bonus)
		return
	}
	reach := int64(s.weaponReach)*plane.One + 10
	if b.s.Act.Reach {
		if plane.Gap(me.base, it.base) > float64(s.weaponReach)+0.01 {
			return
		}
	} else if !plane.Within(me.base, it.base, reach) {
		return
	}
	if s.enemies > 0 && me.TauntedBy != j && !plane.Within(me.base, it.base, plane.One) {
		return
	}
	f := attackFacts{visible: true, enemies: s.enemies}
	f.distance, f.horizontal = measuredDec(plane.Distance(me.base, it.base)), measuredDec(plane.Gap(me.base, it.base))
	f.friendDistance, f.hasFriend = b.otherFriend(s.i, j)
	weapons, looked := b.stats(s.i).weapons, false
	for k := range weapons {
		if b.targetRule(s.i, j, &weapons[k], &f) == "" {
			if !looked && !b.sees(s.i, j) {
				return
			}
			looked = true
			s.collect(Attack{fighterCommand: b.fighterCommand(s.i), Bonus: bonus, Weapon: k, Target: b.info[j].id})
		}
	}
}

// Facts of attacks before the players state their own.
var (
	no, yes           = false, true
	noEnemy, oneEnemy = 0, 1
)

// statedAttacks adds the attacks of a measured battle with plausible facts.
func (b *Battle) statedAttacks(list []rules.Command, i, j int, bonus bool) []rules.Command {
	for k := range b.info[i].profile.Weapons {
		w := b.stats(i).weapons[k]
		c := Attack{fighterCommand: b.fighterCommand(i), Bonus: bonus, Weapon: k, Target: b.info[j].id, Visible: &yes}
		distance, enemies := ruling.Inches(w.MaxRange), &noEnemy
		if w.MinRange == 0 && w.Kind() == ruling.Melee {
			distance, enemies = rules.One, &oneEnemy
		}
		if !b.keepsFacts() {
			c.EnemiesWithin1, c.InCover = enemies, &no
		} else if !b.touching(i, j) && b.pair(i, j) == nil && distance <= rules.One {
			continue // the table knows who is within 1 inch
		}
		if !b.keepsFacts() || !b.touching(i, j) && b.pair(i, j) == nil {
			c.Distance = new(distance)
		}
		if _, weapon, f, fault := b.attackOf(&c, i); fault != nil || b.targetRule(i, j, &weapon, &f) != "" {
			continue
		}
		list = append(list, c)
		if known := b.pair(i, j); k == 0 && (known == nil || !b.keepsFacts()) {
			c.InCover, c.NearOpenEdge = &yes, &yes
			list = append(list, c)
		}
	}
	return list
}

// disengageWays is the number of directions that disengage actions are tried in.
const disengageWays = 6

// tryDisengage adds a disengage action in direction k, if the rules allow it.
func (s *sampler) tryDisengage(k int) {
	b, i, me := s.b, s.i, &s.b.s.Fighters[s.i]
	if !b.board {
		s.collect(b.statedDisengage(i))
		return
	}
	if me.ClimbsOn != "" {
		return
	}
	sin, cos := ringAt(k, disengageWays)
	to := pointAt(me.pos.add(vec{2.99 * cos, 2.99 * sin}), 0)
	to.Z = me.At.Z
	if b.enemiesNear(me.seat, b.baseAt(i, to)) == 0 && b.clearWay(i, me.pos, to) {
		s.collect(Disengage{fighterCommand: b.fighterCommand(i), To: &Point{to.X, to.Y, to.Z}})
	}
}

// statedDisengage returns a disengage action of a measured battle with plausible facts.
func (b *Battle) statedDisengage(i int) Disengage {
	one, two, three := rules.One, 2*rules.One, 3*rules.One
	c := Disengage{fighterCommand: b.fighterCommand(i), NearestAtStart: &one, NearestAtEnd: &two, PathLength: &three}
	if b.keepsFacts() {
		return c
	}
	if foes := b.ids(func(j int) bool { return b.info[j].seat != b.info[i].seat && b.inPlay(j) }); len(foes) > 0 {
		c.Strikers = foes[:1]
	}
	return c
}
