package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// deed is what a fighter does with its activation.
type deed struct {
	action string
	super  bool
	going
	target string
	weapon int
	aim    *Aim
}

// deedOf reads a command as a deed.
func deedOf(c rules.Command) (fighter string, d deed, ok bool) {
	switch c := c.(type) {
	case Move:
		return c.Fighter, deed{action: "move", going: c.going}, true
	case Attack:
		return c.Fighter, deed{action: "attack", target: c.Target, weapon: c.Weapon, aim: c.Aim}, true
	case Charge:
		return c.Fighter, deed{action: "charge", super: true, going: c.going, target: c.Target, weapon: c.Weapon, aim: c.Aim}, true
	case Guard:
		return c.Fighter, deed{action: "guard"}, true
	case Stun:
		return c.Fighter, deed{action: "stun", target: c.Target}, true
	case Shock:
		return c.Fighter, deed{action: "shock", super: true, going: c.going, target: c.Target}, true
	}
	return "", deed{}, false
}

// walked is what a Move action was found to reach, and of what that is all.
type walked struct {
	pace
	ends hex.Set
}

// pace is what decides where a Move action can end.
type pace struct {
	from, steps int
	flying      bool
	empty       hex.Set
}

func (b *Battle) pace(i int, empty hex.Set) pace {
	return pace{b.s.Warriors[i].At, b.move(i), b.flying(i), empty}
}

// walks are the cells that a Move action of a fighter can end in.
func (b *Battle) walks(i int, empty hex.Set) hex.Set {
	p := b.pace(i, empty)
	if p == b.last.pace {
		return b.last.ends
	}
	return p.reach(b.arena)
}

// noteWalks notes where a Move action of a fighter can end.
func (b *Battle) noteWalks(i int) {
	p := b.pace(i, b.empty())
	b.last = walked{p, p.reach(b.arena)}
}

func (w *pace) reach(a *arena) hex.Set {
	if w.flying {
		return a.Flood(w.from, w.steps, a.every).And(w.empty)
	}
	return a.Flood(w.from, w.steps, w.empty)
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

// playDeed carries out the activation of a fighter.
func (b *Battle) playDeed(t *rules.Turn, by rules.Seat, name string, d deed) *rules.Fault {
	i := b.find(name)
	switch {
	case i < 0:
		return rules.Faultf(rules.OutOfRange, "fighter", "no fighter %q", name)
	case b.fighters[i].seat != by:
		return rules.Breaks("WU-ACT-1", "fighter", "is not yours")
	}
	if fault := b.checkDeed(i, d); fault != nil {
		return fault
	}
	t.Emit(Activated{by, name, d.action})
	b.perform(t, i, d)
	return nil
}

// checkDeed refuses an action that tokens, places or targets forbid (WU-ACT-3, WU-ACT-4).
func (b *Battle) checkDeed(i int, d deed) *rules.Fault {
	target := b.find(d.target)
	weapon, found := b.weapon(i, d.weapon)
	super := d.super
	if d.action == "attack" && found && weapon.Keywords.Scything && !b.switches.scythingFree {
		super = b.scythed(i, &weapon) > 1
	}
	if list, _ := b.actorOf(i).barred(d.action, super); len(list) > 0 {
		return rules.Breaks(list[0], "fighter", "may not %s now", d.action)
	}
	if d.target != "" && (target < 0 || !b.inPlay(target) || b.fighters[target].seat == b.fighters[i].seat) {
		return rules.Breaks("WU-ATK-2", "target", "is no enemy in play")
	}
	if (d.action == "attack" || d.action == "charge") && !found {
		return rules.Breaks("WU-ATK-1", "weapon", "has no such Attack action")
	}
	if b.stated {
		return b.checkStated(i, target, d, &weapon)
	}
	return b.checkPlaces(i, target, d, &weapon)
}

// scythed counts the enemies that a fighter reaches with Scything (WU-KW-4).
func (b *Battle) scythed(i int, weapon *AttackAction) int {
	return b.count(other(b.fighters[i].seat), func(j int) bool {
		return b.stated && b.besides(i, j) || !b.stated && b.reaches(b.s.Warriors[i].At, j, weapon)
	})
}

// checkPlaces looks at the places of an action on the board, and at what is
// stated of them.
func (b *Battle) checkPlaces(i, target int, d deed, weapon *AttackAction) *rules.Fault {
	from := b.s.Warriors[i].At
	if d.action == "move" || d.super {
		if d.Hex == nil {
			return missing("hex")
		}
		from = b.Find(hex.Cell(*d.Hex))
		if can := b.walks(i, b.empty()); from == hex.None || !can.Has(from) {
			return rules.Breaks("WU-MOVE-1", "hex", "cannot be reached")
		}
		if d.Steps != nil && (*d.Steps < b.fewest(i, from) || *d.Steps > b.move(i)) {
			return rules.Breaks("WU-MOVE-1", "steps", "the board says %d", b.fewest(i, from))
		}
		if d.Stand != nil {
			if fault := d.Stand.contradicts(b.standingAt(i, from)); fault != nil {
				return fault
			}
		}
	}
	switch d.action {
	case "attack", "charge":
		if !b.reaches(from, target, weapon) {
			return rules.Breaks("WU-ATK-2", "target", "is no valid target")
		}
		return b.contradicts(d.aim, i, from, target)
	case "stun", "shock":
		if !b.stunnable(from, target) {
			return rules.Breaks("WU-STUN-1", "target", "is not adjacent, or staggered already")
		}
	}
	return nil
}

// fewest is with how many steps a Move action can end in a cell it can reach.
func (b *Battle) fewest(i, to int) int {
	n := 0
	reach(b.Grid, b.s.Warriors[i].At, b.move(i), b.flying(i), b.empty(), b.every, func(step int, ring hex.Set) {
		if ring.Has(to) {
			n = step
		}
	})
	return n
}

// checkStated looks at what is stated about an action on a measured table.
func (b *Battle) checkStated(i, target int, d deed, weapon *AttackAction) *rules.Fault {
	beside := target >= 0 && b.besides(i, target)
	if d.action == "move" || d.super {
		steps := 1
		if d.Steps != nil {
			steps = *d.Steps
		}
		if fault := first(
			when(steps == 0, rules.Breaks("WU-MOVE-3", "steps", "a Move action ends in another hex")),
			when(steps > b.move(i), rules.Breaks("WU-MOVE-1", "steps", "moves %d hexes at most", b.move(i))),
			b.soundStanding(i, d.Stand),
		); fault != nil {
			return fault
		}
		beside = slices.Contains(d.Stand.Beside, d.target)
	}
	switch d.action {
	case "attack", "charge":
		return d.aim.valid(weapon, beside)
	case "stun", "shock":
		if !beside || b.s.Warriors[target].Tokens.Stagger > 0 {
			return rules.Breaks("WU-STUN-1", "target", "is not adjacent, or staggered already")
		}
	}
	return nil
}

// valid refuses a stated target that a weapon cannot have, or an Aim that does
// not agree with who stands beside whom.
func (a *Aim) valid(weapon *AttackAction, beside bool) *rules.Fault {
	if a == nil {
		return missing("aim")
	}
	return first(
		when((a.Distance == 1) != beside, rules.Breaks("WU-HEX-7", "aim.distance", "adjacent fighters are at distance 1")),
		when(!a.Visible, rules.Breaks("WU-ATK-2", "aim.visible", "the target is not visible")),
		when(a.Distance > weapon.Range, rules.Breaks("WU-ATK-2", "aim.distance", "the Range is %d", weapon.Range)),
		when(weapon.Keywords.Scything && !beside, rules.Breaks("WU-KW-4", "target", "is not adjacent")),
	)
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
		b.moveTo(t, i, d.going, false)
	case "attack":
		b.strikeAll(t, i, b.find(d.target), d.weapon, d.aim, false)
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

// moveTo ends a Move action, with its token (WU-MOVE-4, ruling A-54).
func (b *Battle) moveTo(t *rules.Turn, i int, g going, charge bool) {
	t.Emit(Moved{b.id(i), g.Hex, charge, b.tabled(g.Stand)})
	seat := b.fighters[i].seat
	if b.in(i, other(seat)) {
		b.fact(t, factMoved, seat, i, b.count(seat, func(j int) bool { return b.in(j, other(seat)) }))
	}
}

// tabled is a Standing as events keep it: that of a measured table. On a board
// it says nothing that the hex does not.
func (b *Battle) tabled(s *Standing) *Standing {
	if !b.stated {
		return nil
	}
	return s
}

// charge is a Move action and then an Attack action (WU-CHARGE-1, ruling A-17).
func (b *Battle) charge(t *rules.Turn, i int, d deed) {
	b.moveTo(t, i, d.going, true)
	shifted := b.s.Shifted
	b.afterAction(t, i)
	target := b.find(d.target)
	weapon, _ := b.weapon(i, d.weapon)
	if !b.inPlay(i) || !b.inPlay(target) || !b.stillReaches(t, i, target, &weapon, b.s.Shifted > shifted) {
		t.Emit(Unresolved{b.id(i), "charge"})
		b.afterAction(t, i)
		return
	}
	if b.s.Shifted > shifted {
		d.aim = nil // what was stated of the target is no longer so
	}
	b.strikeAll(t, i, target, d.weapon, d.aim, true)
}

// stillReaches holds while a fighter can target an enemy; on a measured table
// the attacking player tells, once something has changed places.
func (b *Battle) stillReaches(t *rules.Turn, i, j int, weapon *AttackAction, shifted bool) bool {
	switch {
	case !b.stated:
		return b.reaches(b.s.Warriors[i].At, j, weapon)
	case !shifted || b.besides(i, j) && weapon.Range > 0:
		return true
	case weapon.Range < 2 || weapon.Keywords.Scything:
		return false
	}
	return t.Ask("WU-ATK-2", b.fighters[i].seat, "still-in-reach", "yes", "no") == 0
}

// shock is a Move action, a Stun action, and a Stagger token for the fighter himself (WU-SHOCK-1).
func (b *Battle) shock(t *rules.Turn, i int, d deed) {
	b.moveTo(t, i, d.going, false)
	b.afterAction(t, i)
	j := b.find(d.target)
	if !b.inPlay(i) || !b.inPlay(j) || b.s.Warriors[j].Tokens.Stagger > 0 || !b.adjacent(i, j) {
		t.Emit(Unresolved{b.id(i), "shock"})
		return
	}
	b.stagger(t, j, b.fighters[i].seat)
	b.stagger(t, i, b.fighters[i].seat)
}

// adjacent holds for two fighters in play side by side (WU-HEX-7).
func (b *Battle) adjacent(i, j int) bool {
	if b.stated {
		return b.besides(i, j)
	}
	return b.Distance(b.s.Warriors[i].At, b.s.Warriors[j].At) == 1
}
