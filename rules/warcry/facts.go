package warcry

import (
	"math"

	"oriflamme/rules"
)

// sees tells whether fighter j is visible to fighter i on the board: some line
// from body to body crosses neither terrain nor another fighter (WC-VIS-1 to
// WC-VIS-4). The lines tried run from the head to the middle and the flanks.
func (b *Battle) sees(i, j int) bool {
	if i == j {
		return false
	}
	a, c := &b.s.Warriors[i], &b.s.Warriors[j]
	if t := &b.field.Twist; t.Kind == "fog" && b.distance(i, j) > float64(t.Amount)+near {
		return false
	}
	from, to := a.At.flat(), c.At.flat()
	eye := a.At.z() + 0.9*b.cards[i].height
	chest := c.At.z() + 0.7*b.cards[j].height
	if b.clear(i, j, from, to, eye, chest) {
		return true
	}
	d := to.sub(from)
	l := d.length()
	if l < near {
		return true
	}
	flank := vec{-d.y / l, d.x / l}.times(0.8 * b.cards[j].radius)
	return b.clear(i, j, from, to.add(flank), eye, chest) || b.clear(i, j, from, to.sub(flank), eye, chest)
}

func (b *Battle) clear(i, j int, p, q vec, z0, z1 float64) bool {
	lo, hi := vec{min(p.x, q.x), min(p.y, q.y)}, vec{max(p.x, q.x), max(p.y, q.y)}
	for k := range b.boxes {
		if x := &b.boxes[k]; hi.x < x.lo.x || lo.x > x.hi.x || hi.y < x.lo.y || lo.y > x.hi.y {
			continue
		}
		if b.parts[k].crosses(p, q, z0, z1) && b.stands(k) {
			return false
		}
	}
	for k := range b.s.Warriors {
		w := &b.s.Warriors[k]
		if w.p.x < lo.x-w.r || w.p.x > hi.x+w.r || w.p.y < lo.y-w.r || w.p.y > hi.y+w.r || k == i || k == j || !w.Placed || w.Out {
			continue
		}
		if toSegment(w.p, p, q) < w.r-near && between(z0, z1, w.z, w.z+w.h) {
			return false
		}
	}
	return true
}

// covered tells whether j is in cover from i on the board, by the nearest points
// of their bases (WC-COV-1 to WC-COV-6).
func (b *Battle) covered(i, j int) bool {
	a, c := &b.s.Warriors[i], &b.s.Warriors[j]
	if c.At.Z-a.At.Z >= 2*rules.One {
		if _, part := b.surface(c.At.flat(), c.At.z()); part >= 0 {
			return true
		}
	}
	horizontal, distance := gaps(a.At, c.At, b.cards[i].radius, b.cards[j].radius)
	if horizontal <= 1e-9 {
		return false
	}
	d := c.At.flat().sub(a.At.flat())
	d = d.times(1 / d.length())
	p, q := a.At.flat().add(d.times(b.cards[i].radius)), c.At.flat().sub(d.times(b.cards[j].radius))
	z0, z1 := a.At.z(), c.At.z()
	if distance > 1+near {
		t := 0.5 / distance
		p, z0 = p.to(q, t), z0+(z1-z0)*t
	}
	half := vec{-d.y, d.x}.times(1 / 25.4 / 2) // the line is a millimetre wide
	for k := range b.parts {
		s := &b.parts[k]
		if s.cover && b.stands(k) && (s.crosses(p, q, z0, z1) || s.crosses(p.add(half), q.add(half), z0, z1) || s.crosses(p.sub(half), q.sub(half), z0, z1)) {
			return true
		}
	}
	return false
}

// nearEdge tells whether a fighter is within half an inch of an open platform
// edge on which it stands (WC-TER-6).
func (b *Battle) nearEdge(i int) bool {
	w := &b.s.Warriors[i]
	if w.At.Z == 0 {
		return false
	}
	ok, part := b.surface(w.At.flat(), w.At.z())
	if !ok || part < 0 {
		return false
	}
	s := &b.parts[part]
	for _, e := range s.open {
		if toSegment(w.At.flat(), s.poly[e], s.poly[(e+1)%len(s.poly)]) <= b.cards[i].radius+0.5+near {
			return true
		}
	}
	return false
}

// resting is what a fighter that rests while climbing rests on (WC-TER-12).
func (b *Battle) resting(i int) string {
	if on := b.s.Warriors[i].On; on == "stairs" || on == "ladder" {
		return on
	}
	return ""
}

// attackFacts is what an attack action needs to know of the table.
type attackFacts struct {
	distance, horizontal rules.Dec
	visible, cover       bool
	enemies              int // within 1 inch of the attacker
	friend               *rules.Dec
	edge                 bool
}

// attackOnBoard measures an attack action of i against j.
func (b *Battle) attackOnBoard(i, j int) attackFacts {
	h, d := gaps(b.s.Warriors[i].At, b.s.Warriors[j].At, b.cards[i].radius, b.cards[j].radius)
	f := attackFacts{distance: measured(d), horizontal: measured(h), visible: b.sees(i, j), cover: b.covered(i, j), edge: b.nearEdge(j)}
	f.enemies, _ = b.enemiesWithin(b.cards[i].seat, b.s.Warriors[i].At, b.cards[i].radius, 1)
	f.friend = b.otherFriend(i, j)
	return f
}

// otherFriend is the distance from a target to the nearest other fighter of the
// attacker's warband, or nil (WC-ATK-7).
func (b *Battle) otherFriend(i, j int) *rules.Dec {
	best := math.Inf(1)
	for k := range b.s.Warriors {
		if w := &b.s.Warriors[k]; k != i && w.seat == b.s.Warriors[i].seat && w.Placed && !w.Out {
			best = min(best, b.distance(k, j))
		}
	}
	if math.IsInf(best, 1) {
		return nil
	}
	m := measured(best)
	return &m
}

// measured is a computed distance as a fact: in thousandths, an exact equality met.
func measured(inches float64) rules.Dec {
	if math.IsInf(inches, 1) {
		return 1000 * rules.One
	}
	return outward(inches)
}

// attackStated reads the facts of an attack action as the players state them.
func (c *Attack) attackStated(melee bool) attackFacts {
	f := attackFacts{visible: c.Visible == nil || *c.Visible, friend: c.FriendDistance, distance: rules.One}
	if !melee {
		f.distance = 6 * rules.One
	}
	if c.Distance != nil {
		f.distance = *c.Distance
	}
	f.horizontal = f.distance
	if c.Horizontal != nil {
		f.horizontal = *c.Horizontal
	}
	f.cover = c.InCover != nil && *c.InCover
	f.edge = c.NearOpenEdge != nil && *c.NearOpenEdge
	switch {
	case c.EnemiesWithin1 != nil:
		f.enemies = *c.EnemiesWithin1
	case f.distance <= rules.One:
		f.enemies = 1
	}
	return f
}

// contradicts refuses stated facts that the board does not bear out.
func (c *Attack) contradicts(f attackFacts) *rules.Fault {
	return first(
		lengthFact("distance", "WC-GEN-2", c.Distance, f.distance),
		lengthFact("horizontal", "WC-GEN-4", c.Horizontal, f.horizontal),
		truthFact("visible", "WC-VIS-1", c.Visible, f.visible),
		truthFact("in_cover", "WC-COV-1", c.InCover, f.cover),
		countFact("enemies_within_1", "WC-ATK-3", c.EnemiesWithin1, f.enemies),
		nearestFact("other_friend_distance", "WC-ATK-7", c.FriendDistance, f.friend),
		truthFact("near_open_edge", "WC-TER-6", c.NearOpenEdge, f.edge),
	)
}

func lengthFact(field, rule string, stated *rules.Dec, real rules.Dec) *rules.Fault {
	if stated == nil || *stated-real <= 10_000 && real-*stated <= 10_000 { // a hundredth of an inch is rounding
		return nil
	}
	return rules.Breaks(rule, field, "the board says %s", real)
}

func nearestFact(field, rule string, stated, real *rules.Dec) *rules.Fault {
	if stated == nil {
		return nil
	}
	if real == nil {
		return rules.Breaks(rule, field, "the board says there is none")
	}
	return lengthFact(field, rule, stated, *real)
}

func truthFact(field, rule string, stated *bool, real bool) *rules.Fault {
	if stated == nil || *stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %v", real)
}

func countFact(field, rule string, stated *int, real int) *rules.Fault {
	if stated == nil || *stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %d", real)
}

func wordFact(field, rule, stated, real string) *rules.Fault {
	if stated == "" || stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %q", real)
}
