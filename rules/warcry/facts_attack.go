package warcry

import (
	"math"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// resting returns "stairs" or "ladder" when a fighter rests on one while climbing, else ""
// (WC-TER-12).
func (b *Battle) resting(i int) string {
	if on := b.s.Fighters[i].ClimbsOn; on == "stairs" || on == "ladder" {
		return on
	}
	return ""
}

// attackFacts holds the facts of an attack action.
type attackFacts struct {
	distance, horizontal rules.Dec
	visible, cover       bool
	enemies              int       // within 1 inch of the attacker
	friendDistance       rules.Dec // from the target to another friend of the attacker
	hasFriend            bool      // there is another friend
	nearOpenEdge         bool

	// In a measured battle: the table knows the fact already.
	coverKnown, edgeKnown bool
}

// attackOnBoard measures the facts of an attack action of fighter i against fighter j.
func (b *Battle) attackOnBoard(i, j int) attackFacts {
	me, it := &b.s.Fighters[i], &b.s.Fighters[j]
	f := attackFacts{visible: b.sees(i, j), cover: b.inCover(i, j), nearOpenEdge: b.nearOpenEdge(j), enemies: b.enemiesWithin1(i)}
	f.distance, f.horizontal = measuredDec(plane.Distance(me.base, it.base)), measuredDec(plane.Gap(me.base, it.base))
	f.friendDistance, f.hasFriend = b.otherFriend(i, j)
	return f
}

// otherFriend returns the distance from a target to the nearest other fighter of the
// attacker's warband, if there is one (WC-ATK-7).
func (b *Battle) otherFriend(i, j int) (distance rules.Dec, some bool) {
	best := math.Inf(1)
	it := &b.s.Fighters[j]
	for k := range b.s.Fighters {
		w := &b.s.Fighters[k]
		if k == i || w.seat != b.s.Fighters[i].seat || !w.Placed || w.Out {
			continue
		}
		if far := float64(max(w.base.X-it.base.X, it.base.X-w.base.X, w.base.Y-it.base.Y, it.base.Y-w.base.Y)-w.base.Radius-it.base.Radius) / plane.One; far <= best {
			best = min(best, plane.Distance(w.base, it.base))
		}
	}
	return measuredDec(best), !math.IsInf(best, 1)
}

// statedFacts reads the facts of an attack action as the players state them.
func (c *Attack) statedFacts(melee bool) attackFacts {
	f := attackFacts{
		visible: valueOr(c.Visible, true), cover: valueOr(c.InCover, false), nearOpenEdge: valueOr(c.NearOpenEdge, false),
		friendDistance: valueOr(c.FriendDistance, 0), hasFriend: c.FriendDistance != nil, distance: 6 * rules.One,
	}
	if melee {
		f.distance = rules.One
	}
	f.distance = valueOr(c.Distance, f.distance)
	f.horizontal = valueOr(c.Horizontal, f.distance)
	f.enemies = valueOr(c.EnemiesWithin1, rules.BoolToInt(f.distance <= rules.One))
	return f
}

// valueOr returns a stated value, or another when none is stated.
func valueOr[T any](stated *T, otherwise T) T {
	if stated == nil {
		return otherwise
	}
	return *stated
}

// contradicts returns a fault for stated facts that differ from those on the board.
func (c *Attack) contradicts(f attackFacts) *rules.Fault {
	return rules.FirstFault(
		lengthFact("distance", "WC-GEN-2", c.Distance, f.distance),
		lengthFact("horizontal", "WC-GEN-4", c.Horizontal, f.horizontal),
		equalFact("visible", "WC-VIS-1", c.Visible, f.visible),
		equalFact("in_cover", "WC-COV-1", c.InCover, f.cover),
		equalFact("enemies_within_1", "WC-ATK-3", c.EnemiesWithin1, f.enemies),
		nearestFact("other_friend_distance", "WC-ATK-7", c.FriendDistance, f.friendDistance, f.hasFriend),
		equalFact("near_open_edge", "WC-TER-6", c.NearOpenEdge, f.nearOpenEdge),
	)
}

func lengthFact(field, rule string, stated *rules.Dec, real rules.Dec) *rules.Fault {
	if stated == nil || *stated-real <= 10_000 && real-*stated <= 10_000 { // a difference of a hundredth of an inch is rounding
		return nil
	}
	return rules.Breaks(rule, field, "the board says %s", real)
}

func nearestFact(field, rule string, stated *rules.Dec, real rules.Dec, some bool) *rules.Fault {
	if stated != nil && !some {
		return rules.Breaks(rule, field, "the board says there is none")
	}
	return lengthFact(field, rule, stated, real)
}

func equalFact[T comparable](field, rule string, stated *T, real T) *rules.Fault {
	if stated == nil || *stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %v", real)
}

func wordFact(field, rule, stated, real string) *rules.Fault {
	if stated == "" || stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %s", strconv.Quote(real))
}
