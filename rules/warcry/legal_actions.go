package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// offer is a source of commands of the acting fighter. It consists of ideas, each
// of which comes to one command, to some that belong together, or to none.
type offer int

const (
	moves offer = iota
	attacks
	bonusAttacks
	disengages
	drops
	waits
	ends
	abilities
	offers // how many there are
)

// openOffers lists the offers that a fighter may have something of.
func (b *Battle) openOffers(i int) (open [offers]bool, bonus bool) {
	a, w := &b.s.Act, &b.s.Warriors[i]
	acts := a.Actions > 0
	engaged := b.board && b.engaged(i)
	open[moves] = (acts || a.Bonus&bonusMove != 0) && !engaged
	open[attacks] = acts
	open[bonusAttacks] = a.Bonus&bonusAttack != 0
	open[disengages] = acts && w.Carrying < 0 && (engaged || !b.board)
	open[drops] = acts && w.Carrying >= 0
	open[waits] = acts && w.Reactions == 0
	open[ends] = !acts || w.Reactions > 0
	open[abilities] = !a.Used && b.bestGroup(b.cards[i].seat) >= 2
	return open, !acts || a.Bonus&bonusMove != 0
}

// sampler collects commands of the acting fighter.
type sampler struct {
	b      *Battle
	i      int
	list   []rules.Command
	single bool          // one idea is tried at a time, and most often it comes to one command:
	first  rules.Command // that is not put in the list

	bonusMove bool
	reach     float64 // Move in force, inches
	kind      string  // of the legs

	weaponReach int // longest, inches
	enemies     int // within 1 inch
}

// legalActions lists what the acting fighter can do.
func (b *Battle) legalActions(i int) []rules.Command {
	s := sampler{b: b, i: i, list: make([]rules.Command, 0, 24)}
	var open [offers]bool
	open, s.bonusMove = b.openOffers(i)
	for o := range offers {
		if open[o] {
			for k := range s.ideas(o) {
				s.try(o, k)
			}
		}
	}
	return s.list
}

// ideas makes an offer ready and returns how many ideas it has.
func (s *sampler) ideas(o offer) int {
	b := s.b
	switch o {
	case moves:
		return s.readyMoves()
	case attacks, bonusAttacks:
		s.readyAttacks()
		return len(b.cards)
	case disengages:
		if !b.board {
			return 1
		}
		return disengageWays
	case abilities:
		return len(b.core(s.i)) + len(b.cards[s.i].own)
	}
	return 1
}

// found adds a command.
func (s *sampler) found(c rules.Command) {
	if s.single && s.first == nil {
		s.first = c
		return
	}
	s.list = append(s.list, c)
}

// drawn is one of the commands that an idea came to, or nil when it came to none.
func (s *sampler) drawn(pick func(n int) int) rules.Command {
	if s.first == nil {
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

// try adds what an idea of an offer comes to.
func (s *sampler) try(o offer, k int) {
	b, i := s.b, s.i
	switch o {
	case moves:
		s.tryMove(k)
	case attacks:
		s.tryAttack(k, false)
	case bonusAttacks:
		s.tryAttack(k, true)
	case disengages:
		s.tryDisengage(k)
	case drops:
		s.found(DropTreasure{doing: b.doing(i)})
	case waits:
		s.found(b.cards[i].often.wait)
	case ends:
		s.found(b.cards[i].often.end)
	case abilities:
		s.tryAbility(k)
	}
}

// readyAttacks looks at what all attacks of the fighter have in common.
func (s *sampler) readyAttacks() {
	b := s.b
	s.weaponReach = 0
	for k := range b.cards[s.i].p.Weapons {
		s.weaponReach = max(s.weaponReach, b.cards[s.i].p.Weapons[k].MaxRange)
	}
	if b.board {
		s.enemies = b.pressed(s.i)
	}
}

// tryAttack adds every weapon that may be used on a fighter.
func (s *sampler) tryAttack(j int, bonus bool) {
	b, me, it := s.b, &s.b.s.Warriors[s.i], &s.b.s.Warriors[j]
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
	f.distance, f.horizontal = measured(plane.Distance(me.base, it.base)), measured(plane.Gap(me.base, it.base))
	f.friend, f.befriended = b.otherFriend(s.i, j)
	weapons, looked := b.stats(s.i).weapons, false
	for k := range weapons {
		if b.targetRule(s.i, j, &weapons[k], &f) == "" {
			if !looked && !b.sees(s.i, j) {
				return
			}
			looked = true
			s.found(Attack{doing: b.doing(s.i), Bonus: bonus, Weapon: k, Target: b.cards[j].id})
		}
	}
}

// statedAttacks offers an attack of a measured battle with plausible facts.
func (b *Battle) statedAttacks(list []rules.Command, i, j int, bonus bool) []rules.Command {
	for k := range b.cards[i].p.Weapons {
		w := b.stats(i).weapons[k]
		distance, one, zero := inches(w.MaxRange), 1, 0
		c := Attack{doing: b.doing(i), Bonus: bonus, Weapon: k, Target: b.cards[j].id, Distance: &distance, EnemiesWithin1: &zero}
		if w.MinRange == 0 && w.kind() == melee {
			distance = rules.One
			c.EnemiesWithin1 = &one
		}
		no, yes := false, true
		c.Visible, c.InCover = &yes, &no
		if _, weapon, f, fault := b.attackOf(&c, i); fault != nil || b.targetRule(i, j, &weapon, &f) != "" {
			continue
		}
		list = append(list, c)
		if k == 0 {
			c.InCover, c.NearOpenEdge = &yes, &yes
			list = append(list, c)
		}
	}
	return list
}

// disengageWays is how many directions disengage actions are tried in.
const disengageWays = 6

// tryDisengage adds a way out of the reach of enemies.
func (s *sampler) tryDisengage(k int) {
	b, i, me := s.b, s.i, &s.b.s.Warriors[s.i]
	if !b.board {
		s.found(b.statedDisengage(i))
		return
	}
	if me.On != "" {
		return
	}
	sin, cos := ringAt(k, disengageWays)
	to := pointAt(me.p.add(vec{2.99 * cos, 2.99 * sin}), 0)
	to.Z = me.At.Z
	if b.beside(me.seat, b.baseAt(i, to)) == 0 && b.open(i, me.p, to) {
		s.found(Disengage{doing: b.doing(i), To: &Point{to.X, to.Y, to.Z}})
	}
}

// statedDisengage is a disengage action of a measured battle with plausible facts.
func (b *Battle) statedDisengage(i int) Disengage {
	one, two, three := rules.One, 2*rules.One, 3*rules.One
	c := Disengage{doing: b.doing(i), NearestAtStart: &one, NearestAtEnd: &two, PathLength: &three}
	for j := range b.cards {
		if b.cards[j].seat != b.cards[i].seat && b.inPlay(j) {
			c.Strikers = []string{b.cards[j].id}
			break
		}
	}
	return c
}
