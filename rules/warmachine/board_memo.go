package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// What a battle remembers while commands are sampled and played one after another: lines of
// sight. Most commands move no model, and each asks for the same lines of sight several
// times.

// Remembering returns a copy of the battle that keeps lines of sight and what Sample computes.
func (b *Battle) Remembering() rules.Battle {
	c := b.Clone().(*Battle)
	c.remembers = true
	c.sightMemo, c.movedStamps = &sightMemo{}, make([]uint32, len(b.info))
	c.forgetSight()
	return c
}

// reader returns a battle that can be read for one call: a copy with extents of its own, unless
// the battle remembers.
func (b *Battle) reader() *Battle {
	if b.remembers {
		return b
	}
	return &Battle{fixed: b.fixed, s: b.s, remembers: true, extents: slices.Clone(b.extents)}
}

// sightMemo caches lines of sight by a hash of viewer and target.
type sightMemo [1 << 9]struct {
	pair          uint32
	layout, falls uint32 // stamps of the battle when the line was computed; layout 0: never
	sees          bool
}

// sees reports whether a model has line of sight to another (WM-LOS-1 to WM-LOS-12).
func (b *Battle) sees(a, c modelRef) bool {
	if !b.recording {
		return b.lineOfSight(a, c)
	}
	pair := uint32(b.info[a.unit].first+a.model)<<16 | uint32(b.info[c.unit].first+c.model)
	e := &b.sightMemo[pair*2654435769>>23]
	known := e.pair == pair && e.layout >= b.resetStamp && (e.sees || e.layout == b.layoutStamp && e.falls == b.fallStamps)
	if !known || e.layout != b.layoutStamp && !b.stillSees(a, c, e.layout) {
		e.pair, e.sees = pair, b.lineOfSight(a, c)
	}
	e.layout, e.falls = b.layoutStamp, b.fallStamps
	return e.sees
}

// stillSees reports whether a model that saw another at an earlier layout certainly sees it
// now: neither has moved, and no unit that has moved is anywhere near the lines between
// them.
func (b *Battle) stillSees(a, c modelRef, since uint32) bool {
	if b.movedStamps[a.unit] > since || b.movedStamps[c.unit] > since {
		return false
	}
	from, to := b.model(a).at(), b.model(c).at()
	wide := max(b.info[a.unit].radius, b.info[c.unit].radius)
	lowX, highX := min(from.X, to.X)-wide, max(from.X, to.X)+wide
	lowY, highY := min(from.Y, to.Y)-wide, max(from.Y, to.Y)+wide
	for i, last := range b.movedStamps {
		if last > since && !b.extent(i).outside(lowX, highX, lowY, highY, b.info[i].radius) {
			return false
		}
	}
	return true
}

// noteMoved records that a unit has moved.
func (b *Battle) noteMoved(id string) {
	b.layoutStamp++
	if b.movedStamps != nil {
		b.movedStamps[b.find(id)] = b.layoutStamp
	}
}

// forgetSight invalidates all cached lines of sight.
func (b *Battle) forgetSight() {
	b.layoutStamp++
	b.resetStamp = b.layoutStamp
}

// noteEvent invalidates what an event may change about lines of sight: all of them when a
// model may have moved, turned or stood up. When a model is destroyed or knocked down, no
// other model sees less than before.
func (b *Battle) noteEvent(e rules.Event) {
	b.stamp++
	switch e := e.(type) {
	case AttackRolled, Damaged, FocusSpent, FocusReceived, FocusAllocated, ActivationEnded, TurnBegan, ControlEnded, SpellCast, Enchanted, SpellEnded,
		FeatUsed, SkillRolled, Healed, Opposed, Locked, Unlocked, CommandChecked, Fled, Engaged, Sheltered:
	case Activated:
		if e.Rises != "" {
			b.noteMoved(e.Unit)
		}
	case Moved:
		if e.To != nil {
			b.noteMoved(e.Unit)
		}
	case ChargedOut:
		b.noteMoved(e.Unit)
	case Fell, Struck:
		b.fallStamps++
	default:
		b.forgetSight()
	}
}

// memo is an attack, a charge, a path or a deployment that Sample has just computed and that
// Play will ask for again. It is valid while stamp is the battle's.
type memo struct {
	stamp  uint32
	valid  bool
	who    modelRef
	target string
	weapon int
	extra  bool
	facts  statedShot
	strike attackState

	charge       bool
	chargeTarget modelRef
	moved        Moved
	done         ruling.ChargeEnd

	straightWay bool // a straight path of one model, free to its end
	goal        ruling.Point

	line   string // the army of a seat fits in this line, at the places of placed
	placed []rules.Event
}

// memoAttack returns the attack that Sample has just computed for a command; ok when there
// is one.
func (b *Battle) memoAttack(c *Attack, w int) (s attackState, ok bool) {
	x := &b.memo
	plain := len(c.With) == 0 && len(c.Under) == 0 && holds(c.InReach, true) && !c.BackStrike && !c.Engaged && c.AttackModifier == 0 && c.DamageModifier == 0
	if !b.recording || !x.valid || x.stamp != b.stamp || !plain || x.weapon != w || x.extra != c.Additional || x.target != c.Target || x.facts != c.statedShot ||
		c.Who == "" || b.ids[c.Who] != x.who {
		return s, false
	}
	s = x.strike
	s.boostAttack, s.boostDamage = c.BoostAttack, c.BoostDamage
	return s, true
}

// extent is the box around the centres of a unit's models in play. Most questions about a
// board concern a few models that stand near each other; extents exclude whole units first.
type extent struct {
	lowX, highX, lowY, highY ruling.Inches
	valid                    bool
}

// extent returns the extent of a unit and computes it again after the unit has moved.
func (b *Battle) extent(i int) *extent {
	if i < len(b.extents) && b.extents[i].valid {
		return &b.extents[i]
	}
	return b.measureExtent(i)
}

// measureExtent computes the extent of a unit.
func (b *Battle) measureExtent(i int) *extent {
	if b.extents == nil {
		b.extents = make([]extent, len(b.info))
	}
	e := &b.extents[i]
	*e = extent{valid: true}
	empty := true
	for k := range b.s.Units[i].Models {
		m := &b.s.Units[i].Models[k]
		switch {
		case m.Gone:
		case empty:
			e.lowX, e.highX, e.lowY, e.highY, empty = m.X, m.X, m.Y, m.Y, false
		default:
			e.lowX, e.highX, e.lowY, e.highY = min(e.lowX, m.X), max(e.highX, m.X), min(e.lowY, m.Y), max(e.highY, m.Y)
		}
	}
	return e
}

// outside reports whether a unit is more than room away from a box.
func (e *extent) outside(lowX, highX, lowY, highY, room ruling.Inches) bool {
	return e.highX+room < lowX || e.lowX-room > highX || e.highY+room < lowY || e.lowY-room > highY
}

// farFrom reports whether a unit is more than reach away from a point.
func (e *extent) farFrom(x, y, reach ruling.Inches) bool { return e.outside(x, x, y, y, reach) }

// forgetExtent invalidates the extent of a unit that moves.
func (b *Battle) forgetExtent(i int) {
	if b.extents != nil {
		b.extents[i].valid = false
	}
}
