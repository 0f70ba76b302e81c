package magnamund

import (
	"cmp"
	"math/bits"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// levelModifier is the modifier of a unit's level; heroes are veterans (MG-R-3, MG-R-4).
func (p *Profile) levelModifier(weak, veteran int) int {
	switch {
	case p.Category == "hero", p.Category == "kai-lord", p.Category == "magician", p.Level == "veteran":
		return veteran
	case p.Level == "weak":
		return weak
	}
	return 0
}

// shotInputFor makes the input of a shot from its facts, with everything that changes the
// percentage.
func (b *Battle) shotInputFor(i, j int, a shotFacts) ruling.ShotInput {
	f, p, q := &b.troops[i], &b.s.Troops[i], &b.s.Troops[j]
	sheet := f.profile.sheet
	m := &sheet.FireModifiers
	s := ruling.ShotInput{
		Phase: b.s.Phase, Weapon: f.profile.Ranged, ShotsThisPhase: p.Shots, ShotInFire1: p.Loading, AdjacentEnemy: a.engaged,
		Distance: a.distance, MaxRange: f.longRange, LongRange: a.distance > f.shortRange, TargetVisible: a.visible, InArc: a.inArc,
		Target: b.victimOf(j), TargetVeiled: b.veiled(j),
		EnchantedAim: p.AimOn == b.s.Turn && p.AimPhase == b.s.Phase, Halvings: b.burdenOf(i).Halvings,
	}
	s.BasePercentage, s.BasePercentageNoArmour = *f.fire.of(b.armour(j)), f.fire.None
	s.BattleModifiers = f.profile.levelModifier(m.Weak, m.Veteran) + f.coverModifier(a.cover) + m.TargetMoved*rules.BoolToInt(q.Moved)
	if b.troops[j].profile.Shield {
		s.ShieldModifier = m.TargetShield
	}
	s.WeaponMastery, s.Poisoned = f.masterRanged, f.poisoner
	if b.troops[j].profile.Category == "kai-lord" && b.troops[j].profile.has("camouflage") {
		s.CamouflageTerrain = a.terrain
	}
	return s
}

// coverModifier is the modifier of the best of several covers.
func (f *troopInfo) coverModifier(cover ruling.CoverSet) (least int) {
	for ; cover != 0; cover &= cover - 1 {
		least = min(least, f.cover[bits.TrailingZeros16(uint16(cover))])
	}
	return least
}

// within45 reports whether a target is in the arc in front of a cell, for a rear rank that
// of the foremost troop of its file (MG-ARC-1, MG-ARC-2).
func (b *Battle) within45(i, j int, front grid.Cell) bool {
	facing := b.s.Troops[i].Facing
	return facing.InQuarter(front, b.s.Troops[j].Cell) || b.troops[j].mounted && facing.InQuarter(front, b.troopPlace(j).RearCell())
}

// file finds the rank of a troop and the foremost cell of its file, among the troops of its
// unit with its facing.
func (b *Battle) file(i int) (rank int, front grid.Cell) {
	p := &b.s.Troops[i]
	if b.troops[i].unit == noUnit {
		return 1, p.Cell
	}
	g := &b.memos[i]
	if g.fileAt != b.placesVersion {
		var scratch [30]grid.Cell
		cells := scratch[:0]
		for _, k := range b.units[b.troops[i].unit].troops {
			if b.inPlay(k) && b.s.Troops[k].Facing == p.Facing && b.sideOf(k) == b.sideOf(i) {
				cells = append(cells, b.s.Troops[k].Cell)
			}
		}
		g.fileAt = b.placesVersion
		g.rank, g.front = ruling.FileOf(p.Cell, p.Facing, cells)
	}
	return g.rank, g.front
}

// Refusals of a troop that has no shot now at any target.
var (
	errCannotShoot = rules.Breaks("MG-AMB-24", "shooters", "the piece cannot shoot")
	errUnarmed     = rules.Breaks("MG-PHASE-1", "shooters", "it has no such weapon")
	errTooFarBack  = rules.Breaks("MG-FRANK-1", "shooters", "it stands too far behind")
)

// mayShoot refuses a troop that has no shot now at any target.
func (b *Battle) mayShoot(i int) *rules.Fault {
	switch {
	case b.troops[i].profile.Ranged == "":
		return errUnarmed
	case !b.canAct(i) || b.burdenOf(i).Disarmed:
		return errCannotShoot
	}
	return nil
}

// hasShot reports whether a troop on the board can shoot at an enemy in this phase.
func (b *Battle) hasShot(i int) bool { return b.hasShotLeft(i) && b.hasTarget(i) }

// hasShotLeft reports whether a troop has a shot in this phase. Whether an enemy is beside it
// counts on a board only.
func (b *Battle) hasShotLeft(i int) bool {
	p := &b.s.Troops[i]
	return p.Shots == 0 && b.mayShoot(i) == nil && !(p.Loading && b.s.Phase == phaseFire2 && ruling.IsSlow(b.troops[i].profile.Ranged)) && !b.isEngaged(i)
}

// Refusals of a target that is not an enemy.
var (
	errFriend     = rules.Breaks("MG-CBT-1", "target", "that is a friend")
	errHypnotised = rules.Breaks("MG-EVIL-3", "target", "the good do not harm a hypnotised friend")
)

// checkEnemy refuses an attack on a troop that this one may not attack.
func (b *Battle) checkEnemy(i, j int) *rules.Fault {
	if b.sideOf(i) == b.sideOf(j) {
		return errFriend
	}
	if b.troops[i].side == b.troops[j].side && b.troops[i].profile.Alignment == "good" && b.entranced(j) {
		return errHypnotised
	}
	return nil
}

// volleyCache is the result of volleyOf for the last command.
type volleyCache struct {
	who   []int
	shots []ruling.ShotInput
}

// volleyOf checks the shooters and their target, and returns the shot of each.
func (b *Battle) volleyOf(c *Shoot) (who []int, target int, shots []ruling.ShotInput, fault *rules.Fault) {
	if fault = b.checkPhase(phaseFire1, phaseFire2); fault != nil {
		return
	}
	if target, fault = b.visibleTroop(c.Target, "target"); fault != nil {
		return
	}
	who, shots = b.volleyMemo.who[:0], b.volleyMemo.shots[:0]
	for n, id := range c.Shooters {
		var i int
		if i, fault = b.ownTroop(c.Seat, id, "shooters"); fault != nil {
			fault.Field = rules.At("shooters", n)
			return
		}
		if fault = rules.FirstFault(b.checkEnemy(i, target), b.mayShoot(i)); fault != nil {
			return
		}
		a := b.shotFactsOf(c, i, target)
		if b.remembersTable() {
			if fault = b.checkStatedShot(c, i, target); fault != nil {
				return
			}
			a.engaged = a.engaged || b.isEngaged(i)
		}
		if !b.measured() && n == 0 {
			if fault = c.contradicts(a); fault != nil {
				return
			}
		}
		if b.troops[i].unit != noUnit && a.rank > ruling.FireRanksOf(b.troops[i].profile.Level) {
			fault = errTooFarBack
			return
		}
		s := b.shotInputFor(i, target, a)
		if fault = s.Check(); fault != nil {
			fault.Field = rules.At("shooters", n)
			return
		}
		if n > 0 && (b.troops[i].unit == noUnit || b.troops[i].unit != b.troops[who[0]].unit || s.LongRange != shots[0].LongRange) {
			fault = rules.Breaks("MG-POOL-2", rules.At("shooters", n), "they do not fire together")
			return
		}
		who, shots = append(who, i), append(shots, s)
	}
	b.volleyMemo = volleyCache{who, shots}
	if len(who) > 1 && !b.equalCover(target, c.Alike) {
		fault = rules.Breaks("MG-POOL-2", "target", "the targets are not covered alike")
	}
	return
}

// equalCover reports whether the troops of a target's unit have equal cover; at a measured
// table they have unless the players state otherwise.
func (b *Battle) equalCover(j int, stated *bool) bool {
	if b.measured() {
		return rules.ValueOr(stated, true)
	}
	u := b.troops[j].unit
	if u == noUnit {
		return true
	}
	cover := b.bareBoard.Terrain(b.s.Troops[j].Cell).Cover()
	for _, k := range b.units[u].troops {
		if b.inPlay(k) && b.bareBoard.Terrain(b.s.Troops[k].Cell).Cover() != cover {
			return false
		}
	}
	return true
}

func (b *Battle) playShoot(t *rules.Turn, c Shoot) *rules.Fault {
	who, target, shots, fault := b.volleyOf(&c)
	if fault != nil {
		return fault
	}
	total := 0
	for _, s := range shots {
		total += max(0, s.FinalPercentage())
	}
	others, fault := b.neighboursOf(&c, target, len(who) > 1 && total > 100)
	if fault != nil {
		return fault
	}
	for _, i := range who {
		if b.s.Troops[i].Hidden {
			t.Emit(Revealed{b.id(i)})
		}
	}
	if b.askAnswers(t, c.Seat) {
		var spent bool
		if c, who, target, shots, spent = b.answeredShoot(t, c); spent {
			return nil
		}
		total = 0
		for _, s := range shots {
			total += max(0, s.FinalPercentage())
		}
		if b.measured() {
			c.Nearest = b.stillAble(c.Nearest, func(k int) bool { return true })
		}
		if others, fault = b.neighboursOf(&c, target, len(who) > 1 && total > 100); fault != nil {
			others = nil
		}
	}
	if b.remembersTable() {
		b.askCamouflage(t, &c, target)
		b.askCover(t, &c, who[0], target)
		if who, target, shots, fault = b.volleyOf(&c); fault != nil {
			return fault
		}
		total = 0
		for _, s := range shots {
			total += max(0, s.FinalPercentage())
		}
	}
	if b.turnAside(t, c, who, target, shots[0]) {
		return nil
	}
	if len(who) == 1 {
		r := shots[0].Resolve(t.Roller)
		t.Emit(Shot{c.Shooters, c.Target, r.Final, rules.BoolToInt(r.Hit), r.Outcome == "deflected"})
		b.emitHit(t, target, who[0], r.Outcome, r.Wound, "fire")
		return nil
	}
	v := ruling.FirePoolInput{EnchantedAim: shots[0].EnchantedAim, FirstTarget: ruling.PoolTarget{ID: c.Target, Victim: b.victimOf(target), Veiled: b.veiled(target)}, Others: others}
	v.Shooters = make([]ruling.PooledShooter, 0, len(shots))
	for _, s := range shots {
		base, modifiers := s.Against(s.Target)
		modifiers += ruling.FireMastery*rules.BoolToInt(s.WeaponMastery) + ruling.CamouflageModifier(s.CamouflageTerrain)
		v.Shooters = append(v.Shooters, ruling.PooledShooter{Pooled: ruling.Pooled{Count: 1, BasePercentage: base, Modifiers: []int{modifiers}}, LongRange: s.LongRange, InArc: true})
	}
	if v.FirstTarget.Soldier() && !v.FirstTarget.Veiled {
		b.orderNeighbours(t, v.Others, (total-1)/100)
	}
	r := v.Resolve(t.Roller)
	t.Emit(Shot{c.Shooters, c.Target, r.Total, r.Hits, r.Deflected})
	for _, s := range r.Struck {
		b.emitHit(t, b.find(s.ID), who[0], s.Outcome, s.Wound, "fire")
	}
	return nil
}

// neighboursOf lists the troops that the further hits of a pool may hit, nearest first:
// measured on a board, stated at a measured table (MG-POOL-5).
func (b *Battle) neighboursOf(c *Shoot, target int, several bool) (all []ruling.Neighbour, fault *rules.Fault) {
	if !several && len(c.Nearest) == 0 {
		return nil, nil
	}
	if b.measured() {
		for n, id := range c.Nearest {
			k, f := b.visibleTroop(id, rules.At("nearest", n))
			if f != nil || k == target {
				return nil, rules.FirstFault(f, rules.Breaks("MG-POOL-5", rules.At("nearest", n), "that is the target"))
			}
			all = append(all, ruling.Neighbour{ID: id, Distance: n + 1, Victim: b.victimOf(k), Veiled: b.veiled(k)})
		}
		return all, nil
	}
	for k := range b.troops {
		if k != target && b.inPlay(k) && !b.s.Troops[k].Hidden {
			all = append(all, ruling.Neighbour{ID: b.id(k), Distance: b.distanceBetween(target, k), Victim: b.victimOf(k), Veiled: b.veiled(k)})
		}
	}
	slices.SortStableFunc(all, func(m, n ruling.Neighbour) int { return cmp.Compare(m.Distance, n.Distance) })
	for n, id := range c.Nearest {
		k, f := b.visibleTroop(id, rules.At("nearest", n))
		if f != nil || n >= len(all) || b.distanceBetween(target, k) != all[n].Distance {
			return nil, rules.FirstFault(f, rules.Breaks("MG-POOL-5", rules.At("nearest", n), "the board says otherwise"))
		}
	}
	return all, nil
}

// orderNeighbours lets the player choose which of equally near troops the further hits of a
// pool hit first, at most as many as there are hits. If the troops have several players, the
// player of the first one chooses (MG-POOL-5).
func (b *Battle) orderNeighbours(t *rules.Turn, others []ruling.Neighbour, hits int) {
	for n := 0; n < hits && n < len(others); n++ {
		end := n + 1
		for end < len(others) && others[end].Distance == others[n].Distance {
			end++
		}
		if end-n > 1 && end-n > hits-n {
			names := make([]string, 0, end-n)
			for _, o := range others[n:end] {
				names = append(names, o.ID)
			}
			k := n + t.Ask("MG-POOL-5", b.seatOf(b.find(names[0])), "give-up", names...)
			chosen := others[k]
			copy(others[n+1:k+1], others[n:k])
			others[n] = chosen
		}
	}
}

// turnAside lets a Kai Lord deflect a volley before it is rolled (MG-KAI-7). It reports
// whether that ended the volley.
func (b *Battle) turnAside(t *rules.Turn, c Shoot, who []int, target int, s ruling.ShotInput) bool {
	if !b.troops[target].profile.has("mind-over-matter") || !b.canAct(target) {
		return false
	}
	owner := b.seatOf(target)
	if t.Ask("MG-KAI-7", owner, "mind-over-matter", "yes", "no") == 1 {
		return false
	}
	in := ruling.MindOverMatterInput{Projectiles: len(who), CellDistance: 1, Poisoned: s.Poisoned}
	hitTroop := b.chooseTurnedCell(t, owner, target)
	if hitTroop >= 0 && !b.s.Troops[hitTroop].Hidden {
		v := b.victimOf(hitTroop)
		in.TroopInCell = &v
	}
	r := in.Resolve(t.Roller)
	t.Emit(SkillUsed{c.Target, "mind-over-matter", b.id(hitTroop), r.Roll, r.Deflected})
	if !r.Deflected {
		return false
	}
	t.Emit(Shot{c.Shooters, c.Target, 0, r.HitsOnTroop, false})
	if in.TroopInCell != nil {
		b.emitHit(t, hitTroop, who[0], r.Outcome, r.Wound, "fire")
	}
	return true
}

// chooseTurnedCell lets the player of a Kai Lord choose the adjacent cell that a deflected
// volley hits, and returns the troop on it; at a measured table, the troop itself.
func (b *Battle) chooseTurnedCell(t *rules.Turn, owner rules.Seat, target int) (hitTroop int) {
	if b.measured() {
		ids, troops := []string{"nobody"}, []int{noUnit}
		for k := range b.troops {
			if k != target && b.inPlay(k) && !b.s.Troops[k].Hidden {
				ids, troops = append(ids, b.id(k)), append(troops, k)
			}
		}
		return troops[t.Ask("MG-KAI-7", owner, "mind-over-matter-piece", ids...)]
	}
	var cells []grid.Cell
	for _, cell := range ruling.NeighbourCells(b.troopPlace(target).Cells()) {
		if b.bareBoard.OnBoard(cell) {
			cells = append(cells, cell)
		}
	}
	at := b.askCell(t, rules.ValueQuestion{Rule: "MG-KAI-7", Seat: owner, Why: "mind-over-matter-cell", Unit: b.id(target)}, cells)
	return int(b.troopAt[b.bareBoard.Index(at)])
}

// emitHit emits the events of a hit on a troop.
func (b *Battle) emitHit(t *rules.Turn, i, by int, outcome string, w *ruling.WoundRecord, cause string) {
	if w != nil {
		t.Emit(Wounded{b.id(i), b.id(by), w.Location, w.Severity, w.IgnoredBy})
	}
	if outcome == "killed" {
		t.Emit(Killed{b.id(i), b.id(by), cause})
	}
}
