package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// action is what a fighter does in its activation.
type action struct {
	action string
	super  bool
	moveEnd
	target string
	weapon int
	aim    *Aim
}

// actionOf returns the fighter and the action of a command; ok if the command has one.
func actionOf(c rules.Command) (fighter string, d action, ok bool) {
	switch c := c.(type) {
	case Move:
		return c.Fighter, action{action: "move", moveEnd: c.moveEnd}, true
	case Attack:
		return c.Fighter, action{action: "attack", target: c.Target, weapon: c.Weapon, aim: c.Aim}, true
	case Charge:
		return c.Fighter, action{action: "charge", super: true, moveEnd: c.moveEnd, target: c.Target, weapon: c.Weapon, aim: c.Aim}, true
	case Guard:
		return c.Fighter, action{action: "guard"}, true
	case Stun:
		return c.Fighter, action{action: "stun", target: c.Target}, true
	case Shock:
		return c.Fighter, action{action: "shock", super: true, moveEnd: c.moveEnd, target: c.Target}, true
	}
	return "", action{}, false
}

// reachMemo caches the ends of a Move action with what they depend on.
type reachMemo struct {
	moveRange
	ends hex.Set
}

// moveRange is everything that determines where a Move action can end.
type moveRange struct {
	from, steps int
	flying      bool
	empty       hex.Set
}

func (b *Battle) moveRangeOf(i int, empty hex.Set) moveRange {
	return moveRange{b.s.Fighters[i].At, b.move(i), b.flying(i), empty}
}

// moveEnds returns the cells in which a Move action of a fighter can end.
func (b *Battle) moveEnds(i int, empty hex.Set) hex.Set {
	p := b.moveRangeOf(i, empty)
	if b.memo != nil && p == b.memo.reach.moveRange {
		return b.memo.reach.ends
	}
	return p.cells(b.board)
}

// memoMoveEnds caches where a Move action of a fighter can end, in a battle that remembers.
func (b *Battle) memoMoveEnds(i int) {
	if b.memo != nil {
		p := b.moveRangeOf(i, b.empty())
		b.memo.reach = reachMemo{p, p.cells(b.board)}
	}
}

func (w *moveRange) cells(a *board) hex.Set {
	if w.flying {
		return a.Flood(w.from, w.steps, a.all).And(w.empty)
	}
	return a.Flood(w.from, w.steps, w.empty)
}

// actorOf returns a fighter about to act as the input of rulings.
func (b *Battle) actorOf(i int) ruling.Actor {
	w := &b.s.Fighters[i]
	a := ruling.Actor{Tokens: w.Tokens, Out: w.Out, MayAct: !w.Out && w.Tokens.Charge == 0, Activated: true}
	if !w.Out && w.Tokens.Charge > 0 {
		a.MayAct = true
		for j := range b.fightersOf(b.fighters[i].seat) {
			if j != i && b.s.Fighters[j].Tokens.Charge == 0 {
				a.MayAct = false
			}
		}
	}
	return a
}

// ownFighter returns the fighter of a seat with an id.
func (b *Battle) ownFighter(by rules.Seat, id string) (int, *rules.Fault) {
	i := b.find(id)
	if i < 0 {
		return i, rules.Faultf(rules.OutOfRange, "fighter", "no fighter %q", id)
	}
	return i, rules.ForbidIf(b.fighters[i].seat != by, "WU-ACT-1", "fighter", "is not yours")
}

// playFighterAction carries out the activation of a fighter.
func (b *Battle) playFighterAction(t *rules.Turn, by rules.Seat, name string, d action) *rules.Fault {
	i, fault := b.ownFighter(by, name)
	if fault == nil {
		fault = b.checkAction(i, d)
	}
	if fault != nil {
		return fault
	}
	t.Emit(Activated{by, name, d.action})
	b.performAction(t, i, d)
	return nil
}

// checkAction refuses an action that tokens, places or targets forbid (WU-ACT-3, WU-ACT-4).
func (b *Battle) checkAction(i int, d action) *rules.Fault {
	target := b.find(d.target)
	weapon, found := b.attackActionOf(i, d.weapon)
	super := d.super
	if d.action == "attack" && found && weapon.Keywords.Scything && !b.options.scythingFree {
		super = b.scythingTargets(i, &weapon) > 1
	}
	if list, _ := b.actorOf(i).Barred(d.action, super); len(list) > 0 {
		return rules.Breaks(list[0], "fighter", "may not %s now", d.action)
	}
	if d.super && b.targetsAfterMove() {
		if d.target != "" || d.weapon != 0 || d.aim != nil {
			return rules.Breaks(superActionRules[d.action], "target", "is chosen after the move")
		}
	} else if (d.target != "" || d.super) && (target < 0 || !b.inPlay(target) || b.fighters[target].seat == b.fighters[i].seat) {
		return rules.Breaks("WU-ATK-2", "target", "is no enemy in play")
	}
	if (d.action == "attack" || d.action == "charge" && !b.targetsAfterMove()) && !found {
		return rules.Breaks("WU-ATK-1", "weapon", "has no such Attack action")
	}
	if b.measured {
		return b.checkStated(i, target, d, &weapon)
	}
	return b.checkOnBoard(i, target, d, &weapon)
}

// scythingTargets returns the number of enemies within reach of a Scything weapon of a
// fighter (WU-KW-4).
func (b *Battle) scythingTargets(i int, weapon *AttackAction) int {
	return b.countInPlay(opponent(b.fighters[i].seat), func(j int) bool {
		return b.measured && b.statedBeside(i, j) || !b.measured && b.canTarget(b.s.Fighters[i].At, j, weapon)
	})
}

// checkOnBoard checks the places of an action on the board, and the facts stated about them.
func (b *Battle) checkOnBoard(i, target int, d action, weapon *AttackAction) *rules.Fault {
	from := b.s.Fighters[i].At
	if d.action == "move" || d.super {
		if d.Hex == nil {
			return rules.Missing("hex")
		}
		from = b.Find(hex.Cell(*d.Hex))
		if can := b.moveEnds(i, b.empty()); from == hex.None || !can.Has(from) {
			return rules.Breaks("WU-MOVE-1", "hex", "cannot be reached")
		}
		if d.Steps != nil && (*d.Steps < b.fewestSteps(i, from) || *d.Steps > b.move(i)) {
			return rules.Breaks("WU-MOVE-1", "steps", "the board says %d", b.fewestSteps(i, from))
		}
		if d.Stand != nil {
			if fault := d.Stand.contradicts(b.standingAt(i, from)); fault != nil {
				return fault
			}
		}
	}
	if d.super && b.targetsAfterMove() {
		if !b.canFinishFrom(i, from, d.action) {
			return rules.Breaks(superActionRules[d.action], "hex", "no enemy can be chosen from there")
		}
		return nil
	}
	switch d.action {
	case "attack", "charge":
		if !b.canTarget(from, target, weapon) {
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

// fewestSteps returns the length of the shortest Move action that ends in a reachable cell.
func (b *Battle) fewestSteps(i, to int) int {
	n := 0
	ruling.ReachByRings(b.Grid, b.s.Fighters[i].At, b.move(i), b.flying(i), b.empty(), b.all, func(step int, ring hex.Set) {
		if ring.Has(to) {
			n = step
		}
	})
	return n
}

// checkStated checks the facts stated about an action on a measured table.
func (b *Battle) checkStated(i, target int, d action, weapon *AttackAction) *rules.Fault {
	beside := target >= 0 && b.statedBeside(i, target)
	if d.action == "move" || d.super {
		steps := 1
		if d.Steps != nil {
			steps = *d.Steps
		} else if b.remembersFacts() {
			return rules.Missing("steps")
		}
		if fault := rules.FirstFault(
			rules.ForbidIf(steps == 0, "WU-MOVE-3", "steps", "a Move action ends in another hex"),
			rules.ForbidIf(steps > b.move(i), "WU-MOVE-1", "steps", "is more than its Move"),
			b.checkStanding(i, d.Stand),
			b.checkWay(i, steps, d.Stand),
		); fault != nil {
			return fault
		}
		beside = slices.Contains(d.Stand.Beside, d.target)
	}
	if d.super && b.targetsAfterMove() {
		return rules.ForbidIf(!b.canFinishStated(i, d), superActionRules[d.action], "stand.beside", "no enemy can be chosen from there")
	}
	switch d.action {
	case "attack", "charge":
		if b.remembersFacts() {
			return b.checkAim(i, target, d.aim, weapon)
		}
		return d.aim.check(weapon, beside)
	case "stun", "shock":
		if !beside || b.staggered(target) {
			return rules.Breaks("WU-STUN-1", "target", "is not adjacent, or staggered already")
		}
	}
	return nil
}

// check refuses a stated target that is out of range of a weapon, or an Aim that contradicts
// whether the fighters are adjacent.
func (a *Aim) check(weapon *AttackAction, beside bool) *rules.Fault {
	switch {
	case a == nil:
		return rules.Missing("aim")
	case (a.Distance == 1) != beside:
		return rules.Breaks("WU-HEX-7", "aim.distance", "adjacent fighters are at distance 1")
	case a.Visible != nil && !*a.Visible:
		return rules.Breaks("WU-ATK-2", "aim.visible", "the target is not visible")
	case a.Distance > weapon.Range:
		return rules.Breaks("WU-ATK-2", "aim.distance", "the Range is %d", weapon.Range)
	case weapon.Keywords.Scything && !beside:
		return rules.Breaks("WU-KW-4", "target", "is not adjacent")
	}
	return nil
}

// stunnable reports whether a Stun action from a cell can choose an enemy (WU-STUN-1).
func (b *Battle) stunnable(from, j int) bool {
	at := b.s.Fighters[j].At
	return at != hex.None && !b.staggered(j) && b.Distance(from, at) == 1
}

// performAction carries out an action.
func (b *Battle) performAction(t *rules.Turn, i int, d action) {
	seat := b.fighters[i].seat
	switch d.action {
	case "move":
		b.endMove(t, i, d.moveEnd, false)
	case "attack":
		b.attackAll(t, i, b.find(d.target), d.weapon, d.aim, false)
	case "guard":
		t.Emit(TokensChanged{b.id(i), "guard", true})
		b.noteFact(t, factGuard, seat, i, 1)
	case "stun":
		b.giveStagger(t, b.find(d.target), seat)
	case "charge":
		b.charge(t, i, d)
	case "shock":
		b.shock(t, i, d)
	}
	if d.action != "attack" && d.action != "charge" && (d.action != "shock" || !b.targetsAfterMove()) { // their last reaction step is that of the attack
		b.afterAction(t, i)
	}
}

// endMove ends a Move action and gives its token (WU-MOVE-4, ruling A-54).
func (b *Battle) endMove(t *rules.Turn, i int, g moveEnd, charge bool) {
	t.Emit(Moved{b.id(i), g.Hex, charge, b.statedOnly(g.Stand)})
	seat := b.fighters[i].seat
	if b.inEnemyTerritory(i) {
		b.noteFact(t, factMoved, seat, i, b.countInPlay(seat, b.inEnemyTerritory))
	}
}

// statedOnly returns a Standing for an event: only on a measured table, because on a board
// it follows from the hex.
func (b *Battle) statedOnly(s *Standing) *Standing {
	if !b.measured {
		return nil
	}
	return s
}

// charge carries out a Charge: a Move action and then an Attack action (WU-CHARGE-1, ruling
//
func (b *Battle) charge(t *rules.Turn, i int, d action) {
	b.endMove(t, i, d.moveEnd, true)
	if b.targetsAfterMove() {
		b.awaitSecondPart(t, i, "charge")
		return
	}
	shifted := b.s.Shifted
	b.afterAction(t, i)
	target := b.find(d.target)
	weapon, _ := b.attackActionOf(i, d.weapon)
	if !b.inPlay(i) || !b.inPlay(target) || !b.stillReaches(t, i, target, &weapon, b.s.Shifted > shifted) {
		t.Emit(Unresolved{b.id(i), "charge"})
		b.afterAction(t, i)
		return
	}
	if b.s.Shifted > shifted {
		d.aim = nil // the facts stated about the target no longer hold
	}
	b.attackAll(t, i, target, d.weapon, d.aim, true)
}

// stillReaches reports whether a fighter can still target an enemy. On a measured table the
// attacking player is asked, once fighters have changed places.
func (b *Battle) stillReaches(t *rules.Turn, i, j int, weapon *AttackAction, shifted bool) bool {
	switch {
	case !b.measured:
		return b.canTarget(b.s.Fighters[i].At, j, weapon)
	case !shifted || b.statedBeside(i, j) && weapon.Range > 0:
		return true
	case weapon.Range < 2 || weapon.Keywords.Scything:
		return false
	}
	return t.Ask("WU-ATK-2", b.fighters[i].seat, "still-in-reach", "yes", "no") == 0
}

// shock carries out a Shock: a Move action, a Stun action, and a Stagger token for the
// fighter itself (WU-SHOCK-1).
func (b *Battle) shock(t *rules.Turn, i int, d action) {
	b.endMove(t, i, d.moveEnd, false)
	if b.targetsAfterMove() {
		b.awaitSecondPart(t, i, "shock")
		return
	}
	b.afterAction(t, i)
	j := b.find(d.target)
	if !b.inPlay(i) || !b.inPlay(j) || b.staggered(j) || !b.adjacent(i, j) {
		t.Emit(Unresolved{b.id(i), "shock"})
		return
	}
	b.giveStagger(t, j, b.fighters[i].seat)
	b.giveStagger(t, i, b.fighters[i].seat)
}

// adjacent reports whether two fighters in play are adjacent (WU-HEX-7).
func (b *Battle) adjacent(i, j int) bool {
	if b.measured {
		return b.statedBeside(i, j)
	}
	return b.Distance(b.s.Fighters[i].At, b.s.Fighters[j].At) == 1
}
