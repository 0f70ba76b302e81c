package magnamund

import (
	"slices"

	"oriflamme/rules"
)

// FormationStated is whether units are together, as the other side says at a measured table
// (MG-COH-1). It holds until one of their troops moves or leaves.
type FormationStated struct {
	Units    []string `json:"units"`
	Together bool     `json:"together"`
}

// RankStated is a troop that stands in a rank behind another one, as stated at a measured table
// (MG-CRANK-4). It holds until one of the two moves or leaves.
type RankStated struct {
	Troop string `json:"piece"`
	Ahead string `json:"ahead"`
}

// MustCloseUp is a unit that must go on moving at a measured table: it is in parts and could close
// up (ruling MG-AMB-15).
type MustCloseUp struct {
	Unit string `json:"unit"`
}

// Kind returns the kind of the event in JSON.
func (FormationStated) Kind() string { return "formation-stated" }
func (RankStated) Kind() string      { return "rank-stated" }
func (MustCloseUp) Kind() string     { return "must-close-up" }

// Rule returns the rule that the event follows.
func (FormationStated) Rule() string { return "MG-COH-1" }
func (RankStated) Rule() string      { return "MG-CRANK-4" }
func (MustCloseUp) Rule() string     { return "MG-AMB-15" }

// forgetFormation forgets the ranks in which a troop stood, and whether its unit is together.
func (b *Battle) forgetFormation(i int) {
	if u := b.troops[i].unit; u != noUnit {
		b.s.Units[u].Whole, b.s.Units[u].Apart = false, false
	}
	b.s.Ranks = slices.DeleteFunc(b.s.Ranks, func(r [2]int) bool { return r[0] == i || r[1] == i })
}

// askFormation lets the other side say at the end of a movement step which units are in parts and
// whether one of them could close up (MG-COH-1, ruling MG-AMB-15). It reports whether one could:
// the step goes on. Units that the table knows to be together are left out, and those of which
// nobody can move any more. No unit is called to close up twice in a step.
func (b *Battle) askFormation(t *rules.Turn) (goesOn bool) {
	witness := b.anySeat(1 - b.s.Side)
	var unknown, apart []string
	for u := range b.units {
		switch n := &b.s.Units[u]; {
		case b.units[u].side != b.s.Side || n.Whole || !b.couldCloseUp(u):
		case n.Apart && n.Called != b.s.Turn:
			apart = append(apart, b.units[u].id)
		case n.Apart:
		default:
			unknown = append(unknown, b.units[u].id)
		}
	}
	for len(unknown) > 0 {
		n := t.Ask("MG-COH-1", witness, "unit-in-parts", append([]string{"none"}, unknown...)...)
		if n == 0 {
			t.Emit(FormationStated{unknown, true})
			break
		}
		t.Emit(FormationStated{unknown[n-1 : n : n], false})
		if b.s.Units[b.unitIndex(unknown[n-1])].Called != b.s.Turn {
			apart = append(apart, unknown[n-1])
		}
		unknown = slices.Concat(unknown[:n-1], unknown[n:])
	}
	if len(apart) == 0 {
		return false
	}
	n := t.Ask("MG-AMB-15", witness, "could-close-up", append([]string{"none"}, apart...)...)
	if n > 0 {
		t.Emit(MustCloseUp{apart[n-1]})
	}
	return n > 0
}

// couldCloseUp reports whether a unit has several troops, one of which can still move.
func (b *Battle) couldCloseUp(u int) bool {
	return b.strength(u) > 1 && slices.ContainsFunc(b.units[u].troops, func(i int) bool {
		return b.inPlay(i) && b.sideOf(i) == b.s.Side && !b.entranced(i) && b.mayMove(i) == nil && !b.burdenOf(i).Blinded && b.pointsLeft(i) > 0
	})
}

// checkStatedRank refuses a melee attack from a rear rank at a measured table, by attacker n of a
// group, unless the table knows or the player states behind whom it stands, up to a friend who
// touches the target (MG-CRANK-3 to MG-CRANK-5).
func (b *Battle) checkStatedRank(c *Strike, n, i, target int) *rules.Fault {
	rank := rules.ValueOr(c.Rank, 1)
	if rank < 2 || c.Second || b.inTouch(i, target) {
		return nil
	}
	field := rules.At("ahead", n)
	if len(c.Ahead) > 0 && len(c.Ahead) != len(c.Attackers) {
		return rules.Faultf(rules.OutOfRange, "ahead", "names one for each attacker")
	}
	if len(c.Ahead) > 0 && c.Ahead[n] == "" && len(c.Attackers) > 1 {
		return nil // it says that it touches the target itself
	}
	for ; rank > 1; rank-- {
		k := b.aheadOf(c, i)
		if k == noUnit {
			return mustState("ahead", "MG-CRANK-4")
		}
		if k == i || !b.inPlay(k) || !b.inOneFormation(i, k) {
			return rules.Breaks("MG-CRANK-4", field, "they do not stand in ranks together")
		}
		if b.inTouch(k, target) || b.saysTouch(c, k) {
			return nil
		}
		i = k
	}
	return rules.Breaks("MG-CRANK-3", field, "nobody ahead is known to touch the target")
}

// aheadOf is the friend behind whom a troop stands in a rank, as stated with an attack or
// remembered, or noUnit.
func (b *Battle) aheadOf(c *Strike, i int) int {
	if n := slices.Index(c.Attackers, b.id(i)); n >= 0 && n < len(c.Ahead) && c.Ahead[n] != "" {
		return b.find(c.Ahead[n])
	}
	if at := slices.IndexFunc(b.s.Ranks, func(r [2]int) bool { return r[0] == i }); at >= 0 {
		return b.s.Ranks[at][1]
	}
	return noUnit
}

// saysTouch reports whether a group that strikes states of one of its attackers that it touches the
// target itself.
func (b *Battle) saysTouch(c *Strike, i int) bool {
	n := slices.Index(c.Attackers, b.id(i))
	return n >= 0 && n < len(c.Ahead) && c.Ahead[n] == ""
}

// noteRanks remembers of the attackers in ranks who touches the target, and who stands behind whom.
func (b *Battle) noteRanks(t *rules.Turn, c *Strike, who []int, target int) {
	for n, i := range who {
		switch {
		case n >= len(c.Ahead):
		case c.Ahead[n] == "":
			b.emitMet(t, i, target)
		case !slices.Contains(b.s.Ranks, [2]int{i, b.find(c.Ahead[n])}):
			t.Emit(RankStated{b.id(i), c.Ahead[n]})
		}
	}
}
