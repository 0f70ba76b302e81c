package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// deed is what a fighter does with its activation.
type deed struct {
	action string
	super  bool
	hex    Hex
	target string
	weapon int
}

// deedOf reads a command as a deed.
func deedOf(c rules.Command) (fighter string, d deed, ok bool) {
	switch c := c.(type) {
	case Move:
		return c.Fighter, deed{action: "move", hex: c.Hex}, true
	case Attack:
		return c.Fighter, deed{action: "attack", target: c.Target, weapon: c.Weapon}, true
	case Charge:
		return c.Fighter, deed{action: "charge", super: true, hex: c.Hex, target: c.Target, weapon: c.Weapon}, true
	case Guard:
		return c.Fighter, deed{action: "guard"}, true
	case Stun:
		return c.Fighter, deed{action: "stun", target: c.Target}, true
	case Shock:
		return c.Fighter, deed{action: "shock", super: true, hex: c.Hex, target: c.Target}, true
	}
	return "", deed{}, false
}

// walks are the cells that a Move action of a fighter can end in.
func (b *Battle) walks(i int, empty hex.Set) hex.Set {
	return reachable(b.Grid, b.s.Warriors[i].At, b.move(i), b.flying(i), empty, b.every)
}

// actorOf is a fighter about to act, in the words of the rulings.
func (b *Battle) actorOf(i int) actor {
	w := &b.s.Warriors[i]
	a := actor{tokens: w.Tokens, out: w.Out, mayAct: !w.Out && w.Tokens.Charge == 0, activated: true}
	if !w.Out && w.Tokens.Charge > 0 {
		a.mayAct = true
		for j := range b.team(b.fighters[i].seat) {
			if j != i && b.s.Warriors[j].Tokens.Charge == 0 {
				a.mayAct = false
			}
		}
	}
	return a
}

// fighterAction prepares the activation of a fighter, or returns nil when the
// command is none.
func (b *Battle) fighterAction(c rules.Command) func(*rules.Turn) *rules.Fault {
	name, d, ok := deedOf(c)
	if !ok {
		return nil
	}
	return func(t *rules.Turn) *rules.Fault {
		i := b.find(name)
		switch {
		case i < 0:
			return rules.Faultf(rules.OutOfRange, "fighter", "no fighter %q", name)
		case b.fighters[i].seat != c.By():
			return rules.Breaks("WU-ACT-1", "fighter", "is not yours")
		}
		if fault := b.checkDeed(i, d); fault != nil {
			return fault
		}
		t.Emit(Activated{c.By(), name, d.action})
		b.perform(t, i, d)
		return nil
	}
}

// checkDeed refuses an action that tokens, places or targets forbid (WU-ACT-3, WU-ACT-4).
func (b *Battle) checkDeed(i int, d deed) *rules.Fault {
	from, target := b.s.Warriors[i].At, b.find(d.target)
	weapon, found := b.weapon(i, d.weapon)
	super := d.super
	if d.action == "attack" && found && weapon.Keywords.Scything && b.switches.scythingBarred {
		super = b.count(other(b.fighters[i].seat), func(j int) bool { return b.reaches(from, j, &weapon) }) > 1
	}
	if list, _ := b.actorOf(i).barred(d.action, super); len(list) > 0 {
		return rules.Breaks(list[0], "fighter", "may not %s now", d.action)
	}
	if d.target != "" && (target < 0 || !b.inPlay(target) || b.fighters[target].seat == b.fighters[i].seat) {
		return rules.Breaks("WU-ATK-2", "target", "is no enemy in play")
	}
	if d.action == "move" || d.super {
		from = b.Find(hex.Cell(d.hex))
		if can := b.walks(i, b.empty()); from == hex.None || !can.Has(from) {
			return rules.Breaks("WU-MOVE-1", "hex", "cannot be reached")
		}
	}
	switch {
	case (d.action == "attack" || d.action == "charge") && !(found && b.reaches(from, target, &weapon)):
		return rules.Breaks("WU-ATK-2", "target", "is no valid target")
	case (d.action == "stun" || d.action == "shock") && !b.stunnable(from, target):
		return rules.Breaks("WU-STUN-1", "target", "is not adjacent, or staggered already")
	}
	return nil
}

// stunnable holds for an enemy that a Stun action from a cell can choose (WU-STUN-1).
func (b *Battle) stunnable(from, j int) bool {
	at := b.s.Warriors[j].At
	return at != hex.None && b.s.Warriors[j].Tokens.Stagger == 0 && b.Distance(from, at) == 1
}

// perform carries an action out.
func (b *Battle) perform(t *rules.Turn, i int, d deed) {
	seat := b.fighters[i].seat
	switch d.action {
	case "move":
		b.moveTo(t, i, b.Find(hex.Cell(d.hex)), false)
	case "attack":
		b.strikeAll(t, i, b.find(d.target), d.weapon, false)
	case "guard":
		t.Emit(TokensChanged{b.id(i), "guard", true})
		b.fact(t, factGuard, seat, i, 1)
	case "stun":
		b.stagger(t, b.find(d.target), seat)
	case "charge":
		b.charge(t, i, d)
	case "shock":
		b.shock(t, i, d)
	}
	if d.action != "attack" && d.action != "charge" { // their last reaction step is that of the attack
		b.afterAction(t, i)
	}
}

// moveTo ends a Move action in a cell, with its token (WU-MOVE-4, ruling A-54).
func (b *Battle) moveTo(t *rules.Turn, i, to int, charge bool) {
	t.Emit(Moved{b.id(i), b.names[to], charge})
	seat := b.fighters[i].seat
	if b.in(i, other(seat)) {
		b.fact(t, factMoved, seat, i, b.count(seat, func(j int) bool { return b.in(j, other(seat)) }))
	}
}

// charge is a Move action and then an Attack action (WU-CHARGE-1, ruling A-17).
func (b *Battle) charge(t *rules.Turn, i int, d deed) {
	b.moveTo(t, i, b.Find(hex.Cell(d.hex)), true)
	b.afterAction(t, i)
	target := b.find(d.target)
	weapon, _ := b.weapon(i, d.weapon)
	if !b.inPlay(i) || !b.reaches(b.s.Warriors[i].At, target, &weapon) {
		t.Emit(Unresolved{b.id(i), "charge"})
		b.afterAction(t, i)
		return
	}
	b.strikeAll(t, i, target, d.weapon, true)
}

// shock is a Move action, a Stun action, and a Stagger token for the fighter himself (WU-SHOCK-1).
func (b *Battle) shock(t *rules.Turn, i int, d deed) {
	b.moveTo(t, i, b.Find(hex.Cell(d.hex)), false)
	b.afterAction(t, i)
	target := b.find(d.target)
	if !b.inPlay(i) || !b.stunnable(b.s.Warriors[i].At, target) {
		t.Emit(Unresolved{b.id(i), "shock"})
		return
	}
	b.stagger(t, target, b.fighters[i].seat)
	b.stagger(t, i, b.fighters[i].seat)
}
