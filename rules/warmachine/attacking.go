package warmachine

import (
	"strings"

	"oriflamme/rules"
)

// strike is an attack on its way.
type strike struct {
	by, at         ref
	weapon         int // of the attacker's profile; none: a spell or a power attack
	name           string
	kind           string
	power          int
	aoe            Inches
	onHit, onCrit  string
	with           []ref // who joins in
	additional     bool
	charge         bool
	free           bool
	stray          bool
	boostAttack    bool
	boostDamage    bool
	facts          shotFacts
	back           bool
	far            Inches // the weapon's range, 0 in melee
	attackModifier int
	damageModifier int
	spray          bool
	under          []ref  // a spray, beside the target
	grapple        string // a slam, a throw or a lock
	system         string // that a lock holds
	dice           int    // more of damage
	law            string
}

// denial is the rule that forbids something and the field it is about; without a
// rule nothing does.
type denial struct{ rule, field string }

func (d denial) fault(what string) *rules.Fault {
	if d.rule == "" {
		return nil
	}
	if d.rule == odd {
		return strange(d.field, "%s", what)
	}
	return rules.Breaks(d.rule, d.field, "%s", what)
}

// odd is the denial of what no rule forbids but does not fit.
const odd = "-"

// playAttack makes one attack of the combat action (WM-COMBAT-1 to WM-COMBAT-14).
func (b *Battle) playAttack(t *rules.Turn, c Attack) *rules.Fault {
	s, d := b.aimed(c)
	if d.rule != "" {
		return d.fault("the attack may not be made")
	}
	if fault := b.sprayed(&s, c); fault != nil {
		return fault
	}
	if fault := b.reasoned(t, &s, c); fault != nil {
		return fault
	}
	b.attack(t, &s)
	return nil
}

// reasoned has a modifier that is played by hand state its reason, and notes it for
// everybody to read before the dice are thrown.
func (b *Battle) reasoned(t *rules.Turn, s *strike, c Attack) *rules.Fault {
	modified := c.AttackModifier != 0 || c.DamageModifier != 0
	switch {
	case !b.strict():
		return nil
	case !modified && c.ModifierReason != "":
		return unknown("modifier_reason")
	case modified && strings.TrimSpace(c.ModifierReason) == "":
		return missing("modifier_reason")
	case modified:
		t.Emit(Modified{
			Unit: b.id(s.by), Target: b.id(s.at), Attack: c.AttackModifier, Damage: c.DamageModifier, Reason: strings.TrimSpace(c.ModifierReason), Law: s.law,
		})
	}
	return nil
}

// aimed reads an attack: who makes it, on whom, and what the table says of it.
// Where the command names no model the first is taken that can.
func (b *Battle) aimed(c Attack) (s strike, d denial) {
	i := b.s.Acting
	p := &b.cards[i].p
	w := p.weapon(c.Weapon)
	target, known := b.ids[c.Target]
	switch {
	case w < 0:
		return s, denial{odd, "weapon"}
	case !known || !b.hostile(b.cards[target.i].seat, b.s.Turn):
		return s, denial{odd, "target"}
	}
	who := ref{i, none}
	if c.Who != "" {
		if who = b.ids[c.Who]; who.i != i || b.cards[i].size == 1 && who.k != 0 {
			return s, denial{odd, "who"}
		}
	}
	if s, ok := b.recall(&c, w); ok {
		return s, denial{}
	}
	last := denial{"WM-ACTP-5", "target"}
	for k := range b.s.Act.Doing {
		if who.k != none && who.k != k || !b.up(ref{i, k}) {
			continue
		}
		if d = b.budget(k, w, c.Additional); d.rule != "" {
			last = d
			continue
		}
		if d = b.against(&c, ref{i, k}, target, w, &s); d.rule == "" {
			return s, d
		}
		last = d
	}
	return s, last
}

// budget refuses attacks that the combat action of a model does not hold.
func (b *Battle) budget(k, w int, extra bool) denial {
	i := b.s.Acting
	p, a := &b.cards[i].p, &b.s.Act
	d, card := &a.Doing[k], &p.Weapons[w]
	made := func(v int) int { return a.Made[k*len(p.Weapons)+v] }
	once := "WM-COMBAT-3"
	if card.Kind == ranged {
		once = "WM-COMBAT-4"
	}
	switch {
	case b.s.Troops[i].Models[k].helpless():
		return denial{b.s.Troops[i].Models[k].idle(), "who"}
	case d.Done || d.Movement == run:
		return denial{"WM-COMBAT-1", "who"}
	case extra && d.Attacks == 0:
		return denial{"WM-COMBAT-7", "additional"}
	case !extra && d.Extra > 0:
		return denial{"WM-COMBAT-7", "additional"}
	case extra && card.Special != "":
		return denial{"WM-COMBAT-16", "weapon"}
	case d.Movement == charge && card.Kind != melee:
		return denial{"WM-CHARGE-17", "weapon"}
	case d.Kind != "" && d.Kind != card.Kind:
		return denial{"WM-COMBAT-12", "weapon"}
	case !extra && (d.Kind != "" && card.Special != "" || b.special(k) && d.Attacks > 0):
		return denial{"WM-COMBAT-5", "weapon"}
	case !extra && made(w) > 0:
		return denial{once, "weapon"}
	case card.Mount:
		return denial{cavalryLaw, "weapon"}
	case len(b.s.Grips) > 0 && b.locked(i, card.System):
		return denial{lockLaw, "weapon"}
	case card.Kind == ranged && b.shots(k, w) >= card.Rof:
		return denial{"WM-COMBAT-9", "weapon"}
	case extra && (!p.spends() || b.s.Troops[i].Focus == 0):
		return denial{"WM-COMBAT-11", "additional"}
	}
	return denial{}
}

// special tells whether a model's combat action was a special or power attack.
func (b *Battle) special(k int) bool {
	p, a := &b.cards[b.s.Acting].p, &b.s.Act
	sum := 0
	for v := range p.Weapons {
		n := a.Made[k*len(p.Weapons)+v]
		if sum += n; n > 0 && p.Weapons[v].Special != "" {
			return true
		}
	}
	return sum < a.Doing[k].Attacks
}

// shots are the attacks made with a weapon, special attacks with it among them (WM-COMBAT-14).
func (b *Battle) shots(k, w int) int {
	p, a := &b.cards[b.s.Acting].p, &b.s.Act
	id, n := p.Weapons[w].ID, 0
	if p.Weapons[w].Special != "" {
		id = p.Weapons[w].Special
	}
	for v := range p.Weapons {
		if p.Weapons[v].ID == id || p.Weapons[v].Special == id {
			n += a.Made[k*len(p.Weapons)+v]
		}
	}
	return n
}

// joined reads who joins in a combined attack (WM-X-COMB-1): troopers with the
// ability and an attack left that could make it on their own.
func (b *Battle) joined(c *Attack, s *strike) denial {
	if len(c.With) == 0 {
		return denial{}
	}
	if !b.combines(c, s) {
		return denial{"WM-X-COMB-1", "with"}
	}
	s.with = make([]ref, 0, len(c.With))
	for n, id := range c.With {
		r, known := b.ids[id]
		if !known || r.i != s.by.i || r.k < 0 || !b.joins(c, s, r) {
			return denial{"WM-X-COMB-1", rules.At("with", n)}
		}
		s.with = append(s.with, r)
	}
	return denial{}
}

// joins tells whether a trooper can join in an attack.
func (b *Battle) joins(c *Attack, s *strike, r ref) bool {
	if r == s.by || !b.up(r) || b.budget(r.k, s.weapon, false).rule != "" {
		return false
	}
	if !b.board {
		return true
	}
	alone := *c
	alone.With, alone.Distance, alone.BackStrike = nil, 0, false
	var other strike
	d := b.against(&alone, r, s.at, s.weapon, &other)
	return d.rule == "" && inchesOf(other.facts.Distance) <= other.far
}

// combines tells whether others may join in an attack of a model (WM-X-COMB-1).
func (b *Battle) combines(c *Attack, s *strike) bool {
	ability := "combined-melee"
	if s.kind == ranged {
		ability = "combined-ranged"
	}
	return b.combat && b.cards[s.by.i].p.has(ability) && !c.Additional
}

// attack makes an attack: with the combat module it is rolled, else the players
// tell what came of it.
func (b *Battle) attack(t *rules.Turn, s *strike) {
	if s.additional {
		t.Emit(FocusSpent{b.cards[s.by.i].id, additional, 1, "WM-COMBAT-11"})
	}
	switch {
	case s.spray:
		b.spray(t, s)
		return
	case b.combat:
		b.resolve(t, s)
		return
	}
	t.Emit(AttackRolled{
		Unit: b.id(s.by), Target: b.id(s.at), Weapon: s.name, Additional: s.additional, Charge: s.charge, Law: s.law,
	})
	t.Emit(Awaited{By: b.id(s.by), Target: b.id(s.at), Law: "WM-COMBAT-17"})
}

// playSettle takes what the players say came of an attack.
func (b *Battle) playSettle(t *rules.Turn, c Settle) *rules.Fault {
	w := b.s.Pending
	if w.Power > 0 {
		return rules.Breaks("WM-X-AOE-1", "", "a blast is told by whom it reaches")
	}
	target := ref{w.At, w.On}
	t.Emit(Settled{})
	if c.Damage > 0 && !c.Destroyed {
		b.hurt(t, target, w.By, 0, c.Damage, "WM-COMBAT-17")
	}
	if c.Destroyed && b.up(target) {
		b.fell(t, target, w.By)
	}
	if !b.judge(t) && b.s.Acting != none {
		b.afterMove(t, b.s.Acting)
	}
	return nil
}
