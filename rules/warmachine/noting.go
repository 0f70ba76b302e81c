package warmachine

import "oriflamme/rules"

// What a battle remembers while commands are sampled and played one after another:
// who sees whom. Most commands move nobody, and each asks for the same lines of
// sight several times.

// eyes remembers lines of sight by a hash of viewer and target.
type eyes [1 << 9]struct {
	pair          uint32
	layout, falls uint32 // of the battle when it was looked; layout 0: never
	sees          bool
}

// sees tells whether a model has line of sight to another (WM-LOS-1 to WM-LOS-12).
func (b *Battle) sees(a, c ref) bool {
	if !b.noting {
		return b.looks(a, c)
	}
	pair := uint32(b.cards[a.i].first+a.k)<<16 | uint32(b.cards[c.i].first+c.k)
	e := &b.eyes[pair*2654435769>>23]
	known := e.pair == pair && e.layout >= b.upset && (e.sees || e.layout == b.layout && e.falls == b.falls)
	if !known || e.layout != b.layout && !b.stillSees(a, c, e.layout) {
		e.pair, e.sees = pair, b.looks(a, c)
	}
	e.layout, e.falls = b.layout, b.falls
	return e.sees
}

// stillSees tells whether a model that saw another as of a layout surely does now:
// neither has moved, and no troop that has stands anywhere near the lines between them.
func (b *Battle) stillSees(a, c ref, since uint32) bool {
	if b.moved[a.i] > since || b.moved[c.i] > since {
		return false
	}
	from, to := b.model(a).at(), b.model(c).at()
	wide := max(b.cards[a.i].radius, b.cards[c.i].radius)
	lowX, highX := min(from.X, to.X)-wide, max(from.X, to.X)+wide
	lowY, highY := min(from.Y, to.Y)-wide, max(from.Y, to.Y)+wide
	for i, last := range b.moved {
		if last > since && !b.extent(i).beside(lowX, highX, lowY, highY, b.cards[i].radius) {
			return false
		}
	}
	return true
}

// shifted notes that a troop stands otherwise than before.
func (b *Battle) shifted(id string) {
	b.layout++
	if b.moved != nil {
		b.moved[b.find(id)] = b.layout
	}
}

// unsettle forgets all that was seen.
func (b *Battle) unsettle() {
	b.layout++
	b.upset = b.layout
}

// resettle notes what an event may change about who sees whom: all of it when
// somebody may stand elsewhere, look another way or get up; when somebody falls
// nobody sees less than before.
func (b *Battle) resettle(e rules.Event) {
	b.stamp++
	switch e := e.(type) {
	case AttackRolled, Damaged, FocusSpent, FocusReceived, FocusAllocated, ActivationEnded, TurnBegan, ControlEnded, SpellCast, Enchanted, SpellEnded,
		FeatUsed, SkillRolled, Healed, Opposed, Locked, Unlocked, CommandChecked, Fled:
	case Activated:
		if e.Rises != "" {
			b.shifted(e.Unit)
		}
	case Moved:
		if e.To != nil {
			b.shifted(e.Unit)
		}
	case ChargedOut:
		b.shifted(e.Unit)
	case Fell, Struck:
		b.falls++
	default:
		b.unsettle()
	}
}

// recent is an attack, a charge, a way or a deployment that Sample has just worked out, as it will be asked
// for again when the command is played; stamp tells that nothing has happened since.
type recent struct {
	stamp  uint32
	is     bool
	who    ref
	target string
	weapon int
	extra  bool
	told   shotFacts
	strike strike

	charge bool
	chased ref
	moved  Moved
	done   arrival

	walk bool // a straight way of one model, free to its end
	goal Point

	line   string // the army of a seat fits in so, at these places
	placed []rules.Event
}

// recall is the strike of an attack that was sampled a moment ago.
func (b *Battle) recall(c *Attack, w int) (s strike, ok bool) {
	x := &b.recent
	plain := len(c.With) == 0 && len(c.Under) == 0 && c.InReach && !c.BackStrike && !c.Engaged && c.AttackModifier == 0 && c.DamageModifier == 0
	if !b.noting || !x.is || x.stamp != b.stamp || !plain || x.weapon != w || x.extra != c.Additional || x.target != c.Target || x.told != c.shotFacts ||
		c.Who == "" || b.ids[c.Who] != x.who {
		return s, false
	}
	s = x.strike
	s.boostAttack, s.boostDamage = c.BoostAttack, c.BoostDamage
	return s, true
}
