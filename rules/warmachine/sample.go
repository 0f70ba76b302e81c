package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Sample returns a random legal command without listing the others, or nil when the battle
// is over. The kinds of command that it tries first are the most frequent: moving, charging,
// attacking.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	b = b.reader()
	b.recording = b.sightMemo != nil
	c := b.sample(pick)
	b.recording = false
	return c
}

func (b *Battle) sample(pick func(n int) int) rules.Command {
	switch {
	case b.s.Phase == phaseStart:
		return Start{}
	case b.s.Phase == phaseDeploy:
		return b.sampleDeployment(pick)
	case b.s.Phase == phaseOver:
		return nil
	}
	if pick(concedeEvery) == 0 {
		ends := b.withEnds(nil)
		if n := len(ends); n > 0 && b.sinceVersion5() && ends[n-1].Kind() == (Fulfil{}).Kind() && pick(claimEvery) > 0 {
			ends = ends[:n-1]
		}
		if len(ends) > 0 {
			return ends[pick(len(ends))]
		}
	}
	switch {
	case b.s.Phase == phaseControl:
		return b.sampleControl(pick)
	case b.s.Pending != nil:
		all := b.settlements()
		return all[pick(len(all))]
	case b.s.Acting == noUnit:
		return b.sampleActivation(pick)
	}
	return b.sampleAction(pick)
}

// claimEvery makes one sampled command in sixty-four that considers it claim an objective: what
// the objective is only the players know.
const claimEvery = 64

// concedeEvery makes one sampled command in eight consider giving up.
const concedeEvery = 8

func (b *Battle) sampleDeployment(pick func(n int) int) rules.Command {
	if !b.board {
		return Deploy{bySeat: bySeat{b.s.Turn}, Line: "centre"}
	}
	seat := b.s.Turn
	if pick(4) > 0 {
		if c := (Deploy{bySeat: bySeat{seat}, Line: deploymentLines[pick(len(deploymentLines))]}); b.tableEmpty() || b.fitsLine(c) {
			return c
		}
	}
	from := pick(len(b.info))
	for k := range b.info {
		i := (from + k) % len(b.info)
		if b.info[i].seat != seat || b.s.Units[i].Placed || b.hasAdvanceDeployment(i) && b.unplaced(seat, false) {
			continue
		}
		at := pick(unitPlaces)
		for n := range unitPlaces {
			if c, ok := b.unitDeployment(i, (at+n)%unitPlaces); ok {
				return c
			}
		}
	}
	all := b.deployments()
	if len(all) == 0 {
		return nil
	}
	return all[pick(len(all))]
}

// tableEmpty reports whether the seat has set up no unit yet and there is no terrain, so that any
// army has room in a line.
func (b *Battle) tableEmpty() bool {
	return len(b.pieces) == 0 && b.zones == nil && b.format != "free-for-all" &&
		b.countUnits(func(i int) bool { return b.s.Units[i].Placed && b.info[i].seat == b.s.Turn }) == 0
}

func (b *Battle) sampleControl(pick func(n int) int) rules.Command {
	from := pick(len(b.info))
	for k := range b.info {
		i := (from + k) % len(b.info)
		if n := b.allocable(i); n > 0 && pick(4) > 0 {
			if pick(2) > 0 {
				n = 1 + pick(n)
			}
			return Allocate{bySeat{b.s.Turn}, b.info[i].id, n, yes}
		}
		if b.shakes(i) && pick(4) > 0 {
			return Shake{bySeat{b.s.Turn}, b.info[i].id}
		}
	}
	keeps := b.upkeepChoices()
	return EndControl{bySeat{b.s.Turn}, keeps[pick(len(keeps))]}
}

func (b *Battle) sampleActivation(pick func(n int) int) rules.Command {
	if pick(endTurnEvery) == 0 && b.offersEndTurn() {
		return EndTurn{bySeat{b.s.Turn}}
	}
	from := pick(len(b.info))
	for k := range b.info {
		if i := (from + k) % len(b.info); b.awaitsActivation(i) {
			if b.ofSolos(i) {
				return b.soloActivation(i, b.nextSolo(i), "movement")
			}
			orders := b.info[i].orderCommands
			if len(orders) > 1 && pick(4) > 0 {
				return orders[len(orders)-1]
			}
			return orders[pick(len(orders))]
		}
	}
	return nil
}

// endTurnEvery makes one sampled command in sixty-four between activations end the turn.
const endTurnEvery = 64

// byHandEvery makes one sampled command in thirty-two play a spell by hand, without the combat
// module.
const byHandEvery = 32

// Kinds of what the active unit may do.
const (
	doMove = iota
	doAttack
	doPower
	doCast
	doSpecial
	doEnd
	doKinds
)

// sampleAction returns one command of the active unit: it tries the kinds in turn from a
// random one until one of them is possible.
func (b *Battle) sampleAction(pick func(n int) int) rules.Command {
	if b.firstToReturn() != noUnit {
		return b.sampleMove(pick)
	}
	order := [doKinds]int{doMove, doAttack, doPower, doCast, doSpecial, doEnd}
	if len(b.s.Locks) > 0 || len(b.terrifying) > 0 && !b.board {
		if all := append(b.lockBreaks(), b.fearCommands()...); len(all) > 0 && pick(3) == 0 {
			return all[pick(len(all))]
		}
	}
	if !b.combat && pick(byHandEvery) == 0 {
		if c, ok := b.byHand(); ok {
			return c
		}
	}
	from := [...]int{doEnd, doCast, doCast, doCast, doPower, doSpecial, doAttack, doAttack}
	if n := pick(3 * len(from)); n < len(from) {
		order[0], order[from[n]] = order[from[n]], order[0]
	}
	for _, kind := range order {
		if c := b.sampleKind(kind, pick); c != nil {
			return c
		}
	}
	return nil
}

func (b *Battle) sampleKind(kind int, pick func(n int) int) rules.Command {
	switch kind {
	case doMove:
		return b.sampleMove(pick)
	case doAttack:
		return b.sampleAttack(pick)
	case doPower:
		return b.samplePower(pick)
	case doCast:
		return b.sampleCast(pick)
	case doSpecial:
		if all := b.specials(); len(all) > 0 {
			return all[pick(len(all))]
		}
	case doEnd:
		if b.mayEnd() {
			return EndActivation{bySeat{b.s.Turn}}
		}
	}
	return nil
}

// sampleMove moves all models that have not moved, or sometimes one of them.
func (b *Battle) sampleMove(pick func(n int) int) rules.Command {
	if b.s.Activation.Fighting {
		if rides := b.rides(); len(rides) > 0 && pick(2) == 0 {
			return rides[pick(len(rides))]
		}
		return nil
	}
	if b.moverBuffer = b.unmoved(b.moverBuffer[:0]); len(b.moverBuffer) == 0 {
		return nil
	}
	if b.inAnyLock(b.s.Acting) {
		return b.stay("")
	}
	movers := moverSet{b.moverBuffer, b.alone()}
	who := ""
	if !movers.one && pick(16) == 0 {
		k := movers.list[pick(len(movers.list))]
		b.moverBuffer = append(b.moverBuffer[:0], k)
		who, movers = b.info[b.s.Acting].models[k], moverSet{b.moverBuffer, true}
	}
	var room [32]int
	enemies := room[:0]
	for i := range b.info {
		if b.unitInPlay(i) && b.hostile(b.info[i].seat, b.s.Turn) && len(enemies) < cap(enemies) {
			enemies = append(enemies, i)
		}
	}
	n := b.ideas(enemies)
	k := pick(n + 1)
	if b.board && pick(6) > 0 {
		k = b.nearestEnemyIdea(movers, enemies, pick)
	}
	for ; k < n; k += ideasPerEnemy {
		if m, ok := b.idea(who, movers, enemies, k); ok {
			return m
		}
	}
	if k := slices.IndexFunc(movers.list, b.mustReturn); k >= 0 {
		one := moverSet{[]int{movers.list[k]}, true}
		if b.board {
			who = b.info[b.s.Acting].models[one.list[0]]
		}
		m, _ := b.idea(who, one, enemies, 0)
		return m
	}
	return b.stay(who)
}

// nearestEnemyIdea returns the idea to charge the nearest enemy, or else to move toward it.
func (b *Battle) nearestEnemyIdea(movers moverSet, enemies []int, pick func(n int) int) int {
	r, at := modelRef{b.s.Acting, movers.list[0]}, b.model(modelRef{b.s.Acting, movers.list[0]}).at()
	best, near := 0, int64(-1)
	for n, j := range enemies {
		t := &b.s.Units[j]
		v := t.Models[t.Lead].at().Minus(at)
		d := ruling.Dot(v, v)
		if b.info[j].profile.Kind == "warcaster" {
			d /= 4
		}
		if near < 0 || d < near {
			best, near = n, d
		}
	}
	reach := int64(b.spd(r.unit)+ruling.ChargeBonus+2) * int64(ruling.Inch)
	switch {
	case near <= reach*reach && b.info[r.unit].profile.armed(ruling.Melee) && b.mayCharge(r.model, true) == "":
		return best*ideasPerEnemy + 2
	case near > 4*reach*reach || pick(2) == 0 && !b.info[r.unit].profile.armed(ruling.Ranged):
		if _, rule := b.moveAllowance(r.model, ruling.Run); rule == "" {
			return best*ideasPerEnemy + 1
		}
	}
	return best * ideasPerEnemy
}

// sampleAttack returns an attack, searched from a random model, weapon and unit on.
func (b *Battle) sampleAttack(pick func(n int) int) rules.Command {
	i := b.s.Acting
	nw, nk, nc := len(b.info[i].profile.Weapons), len(b.s.Activation.Models), len(b.info)
	if nw == 0 {
		return nil
	}
	w0, k0, c0 := pick(nw), pick(nk), b.firstTarget(pick)
	for dk := range nk {
		k := (k0 + dk) % nk
		var room [8]usableWeapon
		arms := b.usableWeapons(room[:0], k, w0)
		for dc := range nc {
			if len(arms) == 0 {
				break
			}
			j := (c0 + dc) % nc
			if !b.unitInPlay(j) || !b.hostile(b.info[j].seat, b.s.Turn) || b.board && !b.unitWithin(modelRef{i, k}, j, b.info[i].maxRange) {
				continue
			}
			for _, a := range arms {
				if c, s, ok := b.sampleTarget(k, a.weapon, j, a.extra); ok {
					return b.addExtras(c, s, pick)
				}
			}
		}
	}
	return nil
}

// usableWeapon is a weapon that may be used now, for an additional attack or not.
type usableWeapon struct {
	weapon int
	extra  bool
}

// usableWeapons adds the weapons that a model of the active unit may use, starting with
// weapon from.
func (b *Battle) usableWeapons(list []usableWeapon, k, from int) []usableWeapon {
	i := b.s.Acting
	d := &b.s.Activation.Models[k]
	if d.Done || !b.modelInPlay(modelRef{i, k}) {
		return list
	}
	nw := len(b.info[i].profile.Weapons)
	for dw := range nw {
		w := (from + dw) % nw
		switch {
		case b.budgetRefusal(k, w, false).rule == "":
			list = append(list, usableWeapon{w, false})
		case d.Attacks > 0 && b.budgetRefusal(k, w, true).rule == "":
			list = append(list, usableWeapon{w, true})
		}
	}
	return list
}

// firstTarget returns the unit that is tried first: half of the time an enemy warcaster.
func (b *Battle) firstTarget(pick func(n int) int) int {
	j := pick(2 * len(b.info))
	if j < len(b.info) {
		return j
	}
	for k := range b.info {
		if i := (j + k) % len(b.info); b.info[i].profile.Kind == "warcaster" && b.hostile(b.info[i].seat, b.s.Turn) {
			return i
		}
	}
	return 0
}

// sampleTarget returns an attack of a model on the nearest model of unit j that it can
// attack; ok if there is one.
func (b *Battle) sampleTarget(k, w, j int, extra bool) (c Attack, s attackState, ok bool) {
	i := b.s.Acting
	profile := &b.info[i].profile.Weapons[w]
	if b.board && !b.unitWithin(modelRef{i, k}, j, max(profile.Range, profile.reach())) {
		return c, s, false
	}
	c = b.plainAttack(w, j, extra)
	c.Who = b.info[i].models[k]
	target := modelRef{j, 0}
	if b.info[j].size > 1 {
		target.model = noUnit
	}
	if d := b.checkTarget(&c, modelRef{i, k}, target, w, &s); d.rule != "" {
		return c, s, false
	}
	c.Target = b.id(s.target)
	b.memo = memo{stamp: b.stamp, valid: true, who: modelRef{i, k}, target: c.Target, weapon: w, extra: extra, facts: c.statedShot, strike: s}
	return c, s, true
}

// addExtras sometimes boosts an attack, or has other models join in.
func (b *Battle) addExtras(c Attack, s attackState, pick func(n int) int) rules.Command {
	i := b.s.Acting
	if !b.combat {
		return c
	}
	if b.info[i].profile.spendsFocus() && b.s.Units[i].Focus > 0 {
		c.BoostAttack, c.BoostDamage = pick(3) == 0, pick(3) > 0
		return c
	}
	if p := &b.info[i].profile; (p.hasAbility("combined-melee") || p.hasAbility("combined-ranged")) && pick(2) == 0 {
		if more, ok := b.withJoiners(c, s); ok {
			return more
		}
	}
	return c
}

// sampleCast casts a spell that may be cast, searched from a random one on.
func (b *Battle) sampleCast(pick func(n int) int) rules.Command {
	i := b.s.Acting
	p := &b.info[i].profile
	if !b.combat || p.Focus == 0 || b.castingBarRule() != "" {
		return nil
	}
	if p.Feat != nil && !b.s.Units[i].Feat && pick(3) == 0 {
		return Feat{bySeat{b.s.Turn}, []string{}}
	}
	if n := b.mendable(); n > 0 && pick(3) == 0 {
		return Mend{bySeat{b.s.Turn}, 1 + pick(n)}
	}
	if len(p.Spells) == 0 || b.s.Units[i].Focus == 0 {
		return nil
	}
	n, from := pick(len(p.Spells)), pick(len(b.info)+1)
	if b.s.Units[i].Focus < p.Spells[n].Cost {
		return nil
	}
	through := ""
	if j := pick(len(b.info)); b.info[j].controller == i && b.info[j].profile.hasAbility("arc-node") && p.Spells[n].On != "self" {
		through = b.info[j].id
	}
	for k := range len(b.info) + 1 {
		if all := b.castings(n, (from+k)%(len(b.info)+1)-1, through); len(all) > 0 {
			return all[pick(len(all))]
		}
	}
	return nil
}
