package warcry

import (
	"math/bits"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// Legal returns commands that can be given now. The list is complete for choices that can be
// listed; places and paths on a board, and divisions of a warband, are a sample. In a measured
// battle the commands have plausible facts, which players correct.
func (b *Battle) Legal() []rules.Command {
	switch {
	case b.s.Phase != phaseCombat:
		var list []rules.Command
		n, idea := b.ideas()
		for k := range n {
			if c, ok := idea(k); ok {
				list = append(list, c)
			}
		}
		return list
	case b.s.Acting < 0:
		return b.legalActivations()
	}
	return b.legalActions(b.s.Acting)
}

// ideas returns the number of ideas for commands outside the combat phase, and what each of them
// leads to, if the rules allow it.
func (b *Battle) ideas() (n int, idea func(k int) (c rules.Command, ok bool)) {
	seat := bySeat{b.s.Next}
	switch b.s.Phase {
	case phaseMuster:
		return fixedIdeas(rollRoles)
	case phaseGroups:
		return divisions, b.division
	case phasePlan:
		return fixedIdeas(b.legalDraws())
	case phaseOrient:
		return fixedIdeas([]rules.Command{Orient{seat, false}, Orient{seat, true}})
	case phaseColours:
		return fixedIdeas(rollColours)
	case phaseDeploy, phaseReserve:
		return len(formations), b.deployment
	case phaseRound:
		return fixedIdeas(rollInitiatives)
	case phaseWild:
		return b.wildIdeas()
	case phaseAwaken:
		list := []rules.Command{Awaken{seat, ""}}
		for k := range b.s.Objectives {
			if !b.s.Objectives[k].Awake {
				list = append(list, Awaken{seat, b.field.Victory.Objectives[k].ID})
			}
		}
		return fixedIdeas(list)
	case phaseFirst:
		return fixedIdeas(firstTurns[b.s.Initiative])
	case phaseTally:
		if b.keepsFacts() {
			return 2 * controlVariants, b.controlIdea
		}
		return fixedIdeas(b.legalTallies())
	}
	return 0, nil
}

// fixedIdeas returns ideas that lead to the commands of a list.
func fixedIdeas(list []rules.Command) (n int, idea func(k int) (c rules.Command, ok bool)) {
	return len(list), func(k int) (rules.Command, bool) { return list[k], true }
}

// Commands that either player can always give in their phase, made once.
var (
	rollRoles       = []rules.Command{RollRoles{bySeat{0}}, RollRoles{bySeat{1}}}
	rollColours     = []rules.Command{RollColours{bySeat{0}}, RollColours{bySeat{1}}}
	rollInitiatives = []rules.Command{RollInitiative{bySeat{0}}, RollInitiative{bySeat{1}}}
	firstTurns      = [2][]rules.Command{{FirstTurn{bySeat{0}, 0}, FirstTurn{bySeat{0}, 1}}, {FirstTurn{bySeat{1}, 0}, FirstTurn{bySeat{1}, 1}}}
)

// divisions is the number of ways to divide a warband that Legal offers.
const divisions = 3

// division divides a warband evenly among its battle groups, starting with one of them.
func (b *Battle) division(first int) (rules.Command, bool) {
	seat := b.s.Next
	var groups [3][]string
	next, among, dealt := first, 3, 0
	for i := range b.info {
		if c := &b.info[i]; c.seat == seat && c.monster {
			groups[first] = []string{c.id}
			next, among = first+1, 2
		}
	}
	for i := range b.info {
		c := &b.info[i]
		if c.seat != seat || c.monster {
			continue
		}
		g := (next + dealt%among) % 3
		groups[g] = append(groups[g], c.id)
		dealt++
	}
	return Divide{bySeat{seat}, groups[0], groups[1], groups[2]}, true
}

// formations holds the radii of the rings at which the placing of a group starts, in inches.
var formations = [2]float64{0, 0.9}

// deployment returns the command that places the next group in formation k.
func (b *Battle) deployment(k int) (rules.Command, bool) {
	seat, group, ok := b.nextGroup()
	if !ok || !b.board && k > 0 {
		return nil, false
	}
	c := Deploy{bySeat: bySeat{seat}, Group: ruling.GroupNames[group]}
	if !b.board {
		return c, true
	}
	var buffer [30]fighterState
	tried := Battle{fixed: b.fixed, s: b.s}
	tried.s.Fighters = append(buffer[:0], b.s.Fighters...)
	c.Places = tried.formation(seat, group, formations[k])
	return c, c.Places != nil
}

// formation places a group around its point, from a ring outwards, and returns the places, or nil
// when a rule forbids them. It changes b, which must be a copy.
func (b *Battle) formation(seat rules.Seat, group int, from float64) []Place {
	s := b.spot(seat, group)
	places := make([]Place, 0, 8)
	var way placeSearch // continued for fighters of equal size: places without room for one have none for the next
	last := noUnit
	for i := range b.info {
		w := &b.s.Fighters[i]
		if w.seat != seat || w.Group != group {
			continue
		}
		if last < 0 || w.r != b.s.Fighters[last].r || w.h != b.s.Fighters[last].h {
			way = placeSearch{centre: b.centreOf(&s, w.r+0.1), ring: from}
		}
		last = i
		at, ok := way.next(b, i)
		if !ok {
			return nil
		}
		if b.reachFault(i, at) != "" {
			if at, ok = b.freePlace(i); !ok || b.placeFault(i, at) != "" {
				return nil
			}
		}
		w.put(at)
		w.Placed = true
		places = append(places, Place{b.info[i].id, at})
	}
	if len(places) == 0 {
		return nil
	}
	return places
}

// maxUses is the greatest number of uses in a declaration of wild dice, maxDeclarations the number
// of declarations that Legal offers at most.
const maxUses, maxDeclarations = 21, 64

// A wildPlan is a declaration of wild dice: bits of the scores that are upgraded, and the number of
// dice that are used as singles.
type wildPlan struct{ upgrades, singles uint8 }

// upgradeSets holds every set of scores, as bits, the smallest first.
var upgradeSets = func() (sets []uint8) {
	for n := range 7 {
		for set := uint8(0); set < 1<<7; set += 2 {
			if bits.OnesCount8(set) == n {
				sets = append(sets, set)
			}
		}
	}
	return sets
}()

// wildPlans returns the useful declarations of wild dice: each set of upgrades with no single, one,
// two, or as many as surely win the initiative. Declarations with few upgrades come first.
func (b *Battle) wildPlans() []wildPlan {
	me, it := &b.s.Sides[b.s.Next], &b.s.Sides[opponent(b.s.Next)]
	most, joinable, singles := it.singles(), 0, 0
	if !it.Declared {
		most += it.Wild
	}
	for v := 1; v <= 6; v++ {
		joinable |= rules.BoolToInt(me.joinable(v)) << v
		singles |= rules.BoolToInt(me.Singles[v]) << v
	}
	dice := min(me.Wild, maxUses)
	list := make([]wildPlan, 0, 16)
	for _, set := range upgradeSets {
		upgrades := bits.OnesCount8(set)
		if upgrades > dice {
			break
		}
		if int(set)&^joinable != 0 {
			continue
		}
		win := most + 1 - me.singles() + bits.OnesCount(uint(set)&uint(singles))
		for n := range dice - upgrades + 1 {
			if n > 2 && n != win {
				continue
			}
			if len(list) == maxDeclarations {
				return list
			}
			list = append(list, wildPlan{set, uint8(n)})
		}
	}
	return list
}

// wildIdeas returns the declarations of wild dice as ideas.
func (b *Battle) wildIdeas() (n int, idea func(k int) (c rules.Command, ok bool)) {
	plans, seat := b.wildPlans(), b.s.Next
	return len(plans), func(k int) (rules.Command, bool) {
		c := DeclareWild{bySeat: bySeat{seat}}
		if n := bits.OnesCount8(plans[k].upgrades) + int(plans[k].singles); n > 0 {
			c.Uses = make([]WildUse, 0, n)
		}
		for v := range dieScores {
			if plans[k].upgrades>>v&1 == 1 {
				c.Uses = append(c.Uses, WildUse{Use: "upgrade", Value: &dieScores[v]})
			}
		}
		for range plans[k].singles {
			c.Uses = append(c.Uses, WildUse{Use: "single"})
		}
		return c, true
	}
}

// dieScores holds each score at its index, for commands that point at one.
var dieScores = [7]int{0, 1, 2, 3, 4, 5, 6}

// joinable reports whether a wild die may join the dice of score v (WC-INIT-9).
func (c *sideState) joinable(v int) bool { return c.Singles[v] || c.Dice[v] >= 2 && c.Dice[v] < 4 }

// legalTallies returns tallies in which each objective is held by either side or by nobody.
func (b *Battle) legalTallies() []rules.Command {
	alive := b.countInPlay(func(int) bool { return true })
	var list []rules.Command
	for seat := range rules.Seat(2) {
		for variant := range 3 {
			t := Tally{bySeat: bySeat{seat}}
			for k, m := range b.field.Victory.Objectives {
				n := Count{ID: m.ID}
				switch (k + variant) % 3 {
				case 0:
					n.A = min(1, alive.A)
				case 1:
					n.B = min(1, alive.B)
				}
				t.Objectives = append(t.Objectives, n)
			}
			if by := rules.Seat(variant - 1); by >= 0 && *alive.Of(playerOf(by)) > 0 && b.countsThrough() {
				t.Through = []rules.Seat{by}
			}
			list = append(list, t)
		}
	}
	return list
}

func (b *Battle) legalActivations() []rules.Command {
	list := make([]rules.Command, 0, 16)
	for i := range b.info {
		if b.eligible(i) {
			list = append(list, b.info[i].prebuilt.activate)
		}
	}
	return list
}

// eligible reports whether the player whose turn it is may activate a fighter (WC-ACT-2).
func (b *Battle) eligible(i int) bool {
	w := &b.s.Fighters[i]
	return w.seat == b.s.Turn && !w.Out && b.mayBeActivated(i)
}

func (b *Battle) fighterCommand(i int) fighterCommand {
	return fighterCommand{bySeat{b.info[i].seat}, b.info[i].id}
}
