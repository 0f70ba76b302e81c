package underworlds

import (
	"iter"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// attackState is one Attack action in progress.
type attackState struct {
	attacker, target int
	index            int
	weapon           AttackAction // with modifiers
	charge           bool
	aim              *Aim // facts stated on a measured table
	shifted          int  // state.Shifted when the facts were stated
	dice, defence    int  // modifiers for this attack only
	result           string
	succeeds         bool
}

// attackActionOf returns the k-th Attack action of a fighter with its modifiers: first those
// of the card, then those of upgrades; ok if there is one (WU-ATK-5, WU-MOD-1).
func (b *Battle) attackActionOf(i, k int) (AttackAction, bool) {
	face := b.face(i)
	var a AttackAction
	switch n := len(face.Attacks); {
	case k < 0:
		return a, false
	case k < n:
		a = face.Attacks[k]
	default:
		k -= n
		found := false
		for _, c := range b.s.Fighters[i].Upgrades {
			if extra := b.card(c).Attack; extra != nil {
				if k == 0 {
					a, found = *extra, true
				}
				k--
			}
		}
		if !found {
			return a, false
		}
	}
	if len(b.s.Fighters[i].Upgrades)+len(b.s.Lasting) > 0 {
		a.Range = b.withFloor(a.Range, b.bonus(i, "range"))
		a.Dice = b.withFloor(a.Dice, b.bonus(i, "dice"))
		a.Damage = b.withFloor(a.Damage, b.bonus(i, "damage"))
		a.Keywords.Grievous += b.bonus(i, "grievous")
		a.Keywords.Knockback += b.bonus(i, "knockback")
		a.Keywords.Cleave = a.Keywords.Cleave || b.bonus(i, "cleave") > 0
		a.Keywords.Ensnare = a.Keywords.Ensnare || b.bonus(i, "ensnare") > 0
		a.Keywords.Stagger = a.Keywords.Stagger || b.bonus(i, "stagger") > 0
	}
	return a, true
}

// weapons yields the Attack actions of a fighter with their indexes.
func (b *Battle) weapons(i int) iter.Seq2[int, AttackAction] {
	return func(yield func(k int, a AttackAction) bool) {
		for k := 0; ; k++ {
			if a, found := b.attackActionOf(i, k); !found || !yield(k, a) {
				return
			}
		}
	}
}

// canTarget reports whether a fighter on a cell could target an enemy with a weapon
// (WU-ATK-2).
func (b *Battle) canTarget(from, j int, a *AttackAction) bool {
	to := b.s.Fighters[j].At
	if to == hex.None {
		return false
	}
	d := b.Distance(from, to)
	return d != hex.None && d <= a.Range && (!a.Keywords.Scything || d == 1) && b.sees(from, to)
}

// supporters returns the number of friends of a fighter, other than that one, beside another
// (WU-SUP-1, WU-SUP-2).
func (b *Battle) supporters(friend, beside int) int {
	if !b.measured {
		return b.supportersAt(friend, b.s.Fighters[beside].At)
	}
	return b.countInPlay(b.fighters[friend].seat, func(j int) bool { return j != friend && b.statedBeside(j, beside) })
}

// supportersAt returns the number of supporters beside a cell.
func (b *Battle) supportersAt(friend, at int) int {
	n := 0
	for _, c := range b.Neighbours(at) {
		if j := b.fighterOn(int(c)); j >= 0 && j != friend && b.fighters[j].seat == b.fighters[friend].seat {
			n++
		}
	}
	return n
}

// supportersCounted returns how many supporters count for one side of an attack: on a
// measured table the stated ones, until fighters have changed places.
func (b *Battle) supportersCounted(x *attackState, friend, beside int) int {
	if x.aim != nil && x.shifted == b.s.Shifted {
		if n := x.aim.Supporters; n != nil && friend == x.attacker {
			return *n
		}
		if n := x.aim.Opposing; n != nil && friend == x.target {
			return *n
		}
	}
	return b.supporters(friend, beside)
}

// cornered reports whether a target has no room to move away from its attacker
// (WU-COMBAT-6). On a measured table the attacking player is asked when the facts stated
// about the attack no longer hold.
func (b *Battle) cornered(t *rules.Turn, x *attackState) bool {
	switch {
	case !b.measured:
		room := ruling.FartherEmpty(b.Grid, b.s.Fighters[x.attacker].At, b.s.Fighters[x.target].At, b.empty())
		return room.Empty()
	case x.aim != nil && x.shifted == b.s.Shifted:
		return x.aim.Cornered
	}
	x.aim = &Aim{Cornered: t.Ask("WU-COMBAT-6", b.fighters[x.attacker].seat, "cornered", "no", "yes") == 1}
	x.shifted = b.s.Shifted
	return x.aim.Cornered
}

// attackAll makes an Attack action; with Scything one against each adjacent enemy (WU-KW-4
// to WU-KW-6).
func (b *Battle) attackAll(t *rules.Turn, i, j, index int, aim *Aim, charge bool) {
	a, _ := b.attackActionOf(i, index)
	if !a.Keywords.Scything || charge && b.options.chargeOne {
		b.attack(t, &attackState{attacker: i, target: j, index: index, weapon: a, charge: charge, aim: aim})
		return
	}
	var left []int
	for e := range b.fightersOf(opponent(b.fighters[i].seat)) {
		if e != j && b.adjacent(i, e) {
			left = append(left, e)
		}
	}
	for {
		a, _ = b.attackActionOf(i, index)
		b.attack(t, &attackState{attacker: i, target: j, index: index, weapon: a, charge: charge, aim: aim})
		aim = nil // the facts were about the first target
		left = slices.DeleteFunc(left, func(e int) bool { return e == j || !b.inPlay(e) })
		if len(left) == 0 || !b.inPlay(i) {
			return
		}
		j = b.askFighter(t, b.fighters[i].seat, "WU-KW-6", "next-target", left)
	}
}

// attack carries out the combat sequence (WU-COMBAT-1 to WU-COMBAT-12). An attack that a
// reaction makes impossible ends unresolved (WU-REACT-10).
func (b *Battle) attack(t *rules.Turn, x *attackState) {
	x.shifted = b.s.Shifted
	if b.measured && b.remembersFacts() {
		b.settleAim(t, x)
	}
	t.Emit(AttackDeclared{b.id(x.attacker), b.id(x.target), x.index})
	seat := b.fighters[x.attacker].seat
	if !b.reactAndGoOn(t, x, "combat-1-declare") {
		return
	}
	e, ok := b.throwAttack(t, x)
	if !ok {
		return
	}
	a, d, caught, cornered, canMove := e.attack, e.defence, e.trapped, e.cornered, e.canMove
	x.result = ruling.AttackResult(a.Successes, a.Criticals, d.Successes, d.Criticals)
	x.succeeds = ruling.Succeeds(x.result)
	t.Emit(AttackJudged{
		Fighter: b.id(x.attacker), Target: b.id(x.target), Attack: ruling.SymbolsOf(a.Final, &ruling.AttackFaces), Defence: ruling.SymbolsOf(d.Final, &ruling.DefenceFaces),
		Trapped: caught, Attacker: a.Successes, Defender: d.Successes, Result: x.result, Criticals: a.Criticals,
	})
	b.noteAttackFacts(t, x, seat, caught)
	b.openReactionStep(t, reactionStep{window: "combat-4-determine-success", attack: x, actor: x.attacker})
	if x.succeeds && b.inPlay(x.target) {
		dealt := ruling.DamageOf(x.weapon.Damage, nil, x.weapon.Keywords.Grievous, x.result)
		b.dealDamage(t, x.target, dealt, x.attacker, hex.None, seat, x)
	}
	if b.inPlay(x.target) && b.inPlay(x.attacker) && (x.succeeds || x.result == ruling.ResultDraw) {
		if !b.options.corneredOnce || !cornered {
			b.driveBack(t, x, canMove)
		}
		b.openReactionStep(t, reactionStep{window: "combat-7-drive-back", attack: x, actor: x.attacker})
	}
	if b.inPlay(x.target) {
		for range ruling.StaggerTokens(x.weapon.Keywords, x.result) {
			b.giveStagger(t, x.target, seat)
		}
	}
	if !x.succeeds {
		b.noteFact(t, factSurvive, b.fighters[x.target].seat, x.target, 1)
	}
	b.discardAttackGambits(t, x)
	b.openReactionStep(t, reactionStep{window: "combat-8-end", also: ruling.AfterAction, attack: x, actor: x.attacker})
}

// discardAttackGambits discards the gambits about the next attack that had their effect on
// this one (WU-GAMBIT-2).
func (b *Battle) discardAttackGambits(t *rules.Turn, x *attackState) {
	for k := len(b.s.Lasting) - 1; k >= 0; k-- {
		card := b.card(b.s.Lasting[k].Card)
		by := b.fighters[x.attacker].seat
		if card.effect.adds == "defence" {
			by = opponent(by)
		}
		if card.effect.lasts == "next" && card.seat == by && card.effect.adds != "move" {
			t.Emit(Expired{card.seat, card.ID})
		}
	}
}

// reactAndGoOn opens the reaction step of a combat step and reports whether the attack can
// continue.
func (b *Battle) reactAndGoOn(t *rules.Turn, x *attackState, window string) bool {
	b.openReactionStep(t, reactionStep{window: window, attack: x, actor: x.attacker})
	if b.inPlay(x.attacker) && b.inPlay(x.target) &&
		(window != "combat-1-declare" || b.stillReaches(t, x.attacker, x.target, &x.weapon, b.s.Shifted > x.shifted)) {
		return true
	}
	t.Emit(Unresolved{b.id(x.attacker), "attack"})
	b.afterAction(t, x.attacker)
	return false
}

// noteAttackFacts records the facts about an Attack action that cards and conditions wait
// for.
func (b *Battle) noteAttackFacts(t *rules.Turn, x *attackState, seat rules.Seat, caught bool) {
	b.noteFact(t, factAttack, seat, x.attacker, b.s.Fighters[x.attacker].Attacks)
	if x.result == ruling.ResultCriticalHit {
		b.noteFact(t, factCritical, seat, x.attacker, 1)
	}
	if !x.succeeds {
		return
	}
	if x.charge {
		b.noteFact(t, factCharge, seat, x.attacker, 1)
	}
	if caught {
		b.noteFact(t, factTrapped, seat, x.attacker, 1)
	}
	if n := b.supportersCounted(x, x.attacker, x.target); n > 0 {
		b.noteFact(t, factSupported, seat, x.attacker, n)
	}
}

// driveBack lets the attacking player push the target away (WU-COMBAT-11, WU-KW-10).
func (b *Battle) driveBack(t *rules.Turn, x *attackState, canMove bool) {
	further := ruling.KnockbackHexes(x.result, x.weapon.Keywords.Knockback, b.options.knockbackNeeds)
	if b.measured {
		b.driveBackMeasured(t, x, canMove, further)
		return
	}
	from, at := b.s.Fighters[x.attacker].At, b.s.Fighters[x.target].At
	empty := b.empty()
	room := ruling.FartherEmpty(b.Grid, from, at, empty)
	if !canMove || room.Empty() {
		return
	}
	var ends hex.Set
	for first := range room.All {
		for _, c := range ruling.DriveBackWay(b.Grid, from, at, first, further, empty) {
			ends.Add(c)
		}
	}
	seat := b.fighters[x.attacker].seat
	if to := b.pickHex(t, hexQuestion{"WU-COMBAT-11", seat, "drive-back", b.id(x.target), true}, ends); to != hex.None {
		t.Emit(Pushed{b.id(x.target), b.hexAt(to), true, nil})
		b.noteFact(t, factDriveBack, seat, x.attacker, 1)
	}
}

// driveBackMeasured drives a target back on a measured table: the attacking player is asked
// by how many hexes and where the target stands then.
func (b *Battle) driveBackMeasured(t *rules.Turn, x *attackState, canMove bool, further int) {
	if !canMove || b.cornered(t, x) {
		return
	}
	options := []string{"none"}
	for n := 1; n <= 1+further; n++ {
		options = append(options, "by-"+strconv.Itoa(n))
	}
	seat := b.fighters[x.attacker].seat
	if t.Ask("WU-COMBAT-11", seat, "drive-back-by", options...) > 0 {
		t.Emit(Pushed{b.id(x.target), nil, true, b.askStanding(t, seat, x.target)})
		b.noteFact(t, factDriveBack, seat, x.attacker, 1)
	}
}

// dealDamage places wound counters and takes the fighter out of action when there are enough
// (WU-DMG-1, WU-DMG-2, WU-OOA-1, ruling A-55). by is the fighter that deals the damage, or
// hex.None; card the card that does, or hex.None.
func (b *Battle) dealDamage(t *rules.Turn, i, amount, by, card int, seat rules.Seat, x *attackState) {
	name := ""
	if card != hex.None {
		name = b.card(int16(card)).ID
	}
	if amount > 0 {
		t.Emit(Damaged{b.id(i), amount, b.id(by), name, seat})
	}
	b.openReactionStep(t, reactionStep{window: ruling.WindowDamagePlaced, attack: x, actor: i})
	if !b.inPlay(i) {
		return
	}
	doomed := b.mustGoOut(i)
	switch {
	case !doomed:
		b.noteFact(t, factHurt, b.fighters[i].seat, i, b.s.Fighters[i].WoundCounters)
	case !b.options.bountyLate:
		b.takeOut(t, i, by, seat)
	}
	b.openReactionStep(t, reactionStep{window: ruling.WindowDamageCheck, attack: x, actor: i})
	if doomed && b.inPlay(i) && b.mustGoOut(i) {
		b.takeOut(t, i, by, seat)
	}
}

// mustGoOut reports whether a fighter has as many wound counters as Wounds (WU-COMBAT-10).
func (b *Battle) mustGoOut(i int) bool { return b.s.Fighters[i].WoundCounters >= b.wounds(i) }

// takeOut takes a fighter out of action and gives the bounty (WU-OOA-1, WU-BOUNTY-1).
func (b *Battle) takeOut(t *rules.Turn, i, by int, seat rules.Seat) {
	owner, wounds := b.fighters[i].seat, b.wounds(i)
	t.Emit(OutOfAction{b.id(i), b.id(by)})
	t.Emit(GloryGained{opponent(owner), ruling.Bounty(wounds), "bounty"})
	if by != hex.None && b.fighters[by].seat != owner {
		b.noteFact(t, factKill, seat, by, 1)
	}
}

// giveStagger gives a Stagger token (WU-STAG-1).
func (b *Battle) giveStagger(t *rules.Turn, i int, by rules.Seat) {
	t.Emit(TokensChanged{b.id(i), "stagger", true})
	if by != b.fighters[i].seat {
		b.noteFact(t, factStagger, by, hex.None, 1)
	}
}

// askFighter asks a player for one of a list of fighters.
func (b *Battle) askFighter(t *rules.Turn, seat rules.Seat, rule, why string, list []int) int {
	ids := make([]string, len(list))
	for k, i := range list {
		ids[k] = b.id(i)
	}
	return list[t.Ask(rule, seat, why, ids...)]
}
