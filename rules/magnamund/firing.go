package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// minded is the modifier of a unit's level; heroes are veterans (MG-R-3, MG-R-4).
func (p *Profile) minded(weak, veteran int) int {
	switch {
	case p.Category == "hero", p.Category == "kai-lord", p.Category == "magician", p.Level == "veteran":
		return veteran
	case p.Level == "weak":
		return weak
	}
	return 0
}

// shot works out the facts of a shot and everything that changes it.
func (b *Battle) shot(i, j int) shot {
	f, p, q := &b.figures[i], &b.s.Pieces[i], &b.s.Pieces[j]
	s := shot{
		Phase: b.s.Phase, Weapon: f.p.Ranged, ShotsThisPhase: p.Shots, ShotInFire1: p.Loading, AdjacentEnemy: b.engaged(i),
		Distance: b.reaches(i, j), MaxRange: f.long, Target: b.victim(j), TargetVeiled: b.veiled(j),
		EnchantedAim: p.AimOn == b.s.Turn && p.AimPhase == b.s.Phase, Halvings: b.burden(i).halvings,
	}
	s.LongRange = s.Distance > f.short
	if s.Distance > s.MaxRange || s.Distance < minRange {
		return s // nobody asks for the rest of a shot out of range
	}
	s.InArc = b.inArc(i, j)
	if !s.InArc {
		return s
	}
	var cover coverSet
	if s.TargetVisible, cover = b.sees(i, j); !s.TargetVisible {
		return s
	}
	sheet := f.p.sheet
	table := sheet.Fire[f.p.Ranged]
	m := &sheet.FireModifiers
	s.BasePercentage, s.BasePercentageNoArmour = *table.of(b.armour(j)), table.None
	s.Modifiers = []int{f.p.minded(m.Weak, m.Veteran)}
	if q.Moved {
		s.Modifiers = append(s.Modifiers, m.TargetMoved)
	}
	if least := m.worst(cover); least != 0 {
		s.Modifiers = append(s.Modifiers, least)
	}
	if b.figures[j].p.Shield {
		s.ShieldModifier = m.TargetShield
	}
	s.WeaponMastery, s.Poisoned = f.fireUp, f.poisoner
	if b.figures[j].p.has("camouflage") {
		s.CamouflageTerrain = b.base.terrain(q.Cell).String()
	}
	return s
}

// worst is the modifier of the best cover among several.
func (m *FireModifiers) worst(cover coverSet) int {
	least := 0
	if cover != 0 {
		for _, word := range cover.words() {
			least = min(least, m.Cover[word])
		}
	}
	return least
}

// inArc reports whether a target is in the arc of a shooter, which a rear rank
// takes from the foremost piece of its file (MG-ARC-1, MG-ARC-2).
func (b *Battle) inArc(i, j int) bool {
	_, front := b.file(i)
	for _, c := range b.piece(j).cells() {
		if b.s.Pieces[i].Facing.InQuarter(front, c) {
			return true
		}
	}
	return false
}

// file finds the rank and the foremost cell of a piece among those of its unit that face its way.
func (b *Battle) file(i int) (rank int, front grid.Cell) {
	p := &b.s.Pieces[i]
	if b.figures[i].unit == none {
		return 1, p.Cell
	}
	var cells [30]grid.Cell
	n := 0
	for _, k := range b.troops[b.figures[i].unit].figures {
		if b.alive(k) && b.s.Pieces[k].Facing == p.Facing && b.sideOf(k) == b.sideOf(i) {
			cells[n] = b.s.Pieces[k].Cell
			n++
		}
	}
	return fileOf(p.Cell, p.Facing, cells[:n])
}

// mayShoot refuses a piece that has no shot now, whoever the target.
func (b *Battle) mayShoot(i int) *rules.Fault {
	f := &b.figures[i]
	if !b.free(i) || b.burden(i).disarmed {
		return rules.Breaks("MG-AMB-24", "shooters", "the piece cannot shoot")
	}
	if f.p.Ranged == "" {
		return rules.Breaks("MG-PHASE-1", "shooters", "it has no such weapon")
	}
	if rank, _ := b.file(i); f.unit != none && rank > fireRanksOf(f.p.Level) {
		return rules.Breaks("MG-FRANK-1", "shooters", "it stands too far behind")
	}
	return nil
}

// enemies refuses an attack on a piece that may not be attacked by this one.
func (b *Battle) enemies(i, j int) *rules.Fault {
	if b.sideOf(i) == b.sideOf(j) {
		return rules.Breaks("MG-CBT-1", "target", "that is a friend")
	}
	if b.entranced(j) && b.figures[i].side == b.figures[j].side && b.figures[i].p.Alignment == "good" {
		return rules.Breaks("MG-EVIL-3", "target", "the good do not harm a hypnotised friend")
	}
	return nil
}

// volleyOf checks the shooters and their target and returns each one's shot.
func (b *Battle) volleyOf(c Shoot) (who []int, target int, shots []shot, fault *rules.Fault) {
	if fault = b.in(phaseFire1, phaseFire2); fault != nil {
		return
	}
	if target, fault = b.seen(c.Target, "target"); fault != nil {
		return
	}
	for n, id := range c.Shooters {
		at := rules.At("shooters", n)
		var i int
		if i, fault = b.own(c.Seat, id, at); fault != nil {
			return
		}
		if fault = first(b.enemies(i, target), b.mayShoot(i)); fault != nil {
			return
		}
		s := b.shot(i, target)
		if fault = s.check(); fault != nil {
			fault.Field = at
			return
		}
		if n > 0 && (b.figures[i].unit == none || b.figures[i].unit != b.figures[who[0]].unit || s.LongRange != shots[0].LongRange) {
			fault = rules.Breaks("MG-POOL-2", at, "they do not fire together")
			return
		}
		who, shots = append(who, i), append(shots, s)
	}
	if len(who) > 1 && !b.coveredAlike(target) {
		fault = rules.Breaks("MG-POOL-2", "target", "the targets are not covered alike")
	}
	return
}

// coveredAlike reports whether the pieces of a target's unit stand in equal cover.
func (b *Battle) coveredAlike(j int) bool {
	u := b.figures[j].unit
	if u == none {
		return true
	}
	for _, k := range b.troops[u].figures {
		if b.alive(k) && b.base.terrain(b.s.Pieces[k].Cell).cover() != b.base.terrain(b.s.Pieces[j].Cell).cover() {
			return false
		}
	}
	return true
}

func (b *Battle) playShoot(t *rules.Turn, c Shoot) *rules.Fault {
	who, target, shots, fault := b.volleyOf(c)
	if fault != nil {
		return fault
	}
	for _, i := range who {
		if b.s.Pieces[i].Hidden {
			t.Emit(Revealed{b.id(i)})
		}
	}
	if b.turned(t, c, who, target, shots[0]) {
		return nil
	}
	if len(who) == 1 {
		r := shots[0].resolve(t.Cup)
		t.Emit(Shot{c.Shooters, c.Target, r.Final, count(r.Hit), r.Outcome == "deflected"})
		b.suffer(t, target, who[0], r.Outcome, r.Wound, "fire")
		return nil
	}
	v := volley{EnchantedAim: shots[0].EnchantedAim, FirstTarget: quarry{c.Target, b.victim(target), b.veiled(target)}}
	for _, s := range shots {
		base, modifiers := s.against(s.Target)
		modifiers += fireMastery*count(s.WeaponMastery) + camouflage(s.CamouflageTerrain)
		v.Shooters = append(v.Shooters, pooledShooter{pooled{Count: 1, BasePercentage: base, Modifiers: []int{modifiers}}, s.LongRange, true})
	}
	for k := range b.figures {
		if k != target && b.alive(k) && !b.s.Pieces[k].Hidden {
			v.Others = append(v.Others, neighbour{b.id(k), b.reaches(target, k), b.victim(k), b.veiled(k)})
		}
	}
	r := v.resolve(t.Cup)
	t.Emit(Shot{c.Shooters, c.Target, r.Total, r.Hits, r.Deflected})
	for _, s := range r.Struck {
		b.suffer(t, b.find(s.ID), who[0], s.Outcome, s.Wound, "fire")
	}
	return nil
}

// turned lets a Kai Lord turn a volley aside before it is rolled (MG-KAI-7). It
// reports whether the volley is over with that.
func (b *Battle) turned(t *rules.Turn, c Shoot, who []int, target int, s shot) bool {
	if !b.figures[target].p.has("mind-over-matter") || !b.free(target) {
		return false
	}
	owner := b.seatOf(target)
	if t.Ask("MG-KAI-7", owner, "mind-over-matter", "yes", "no") == 1 {
		return false
	}
	var cells []grid.Cell
	var options []string
	for _, cell := range around(b.piece(target).cells()) {
		if b.base.on(cell) {
			cells, options = append(cells, cell), append(options, cellName(cell))
		}
	}
	at := cells[t.Ask("MG-KAI-7", owner, "mind-over-matter-cell", options...)]
	in := matterInput{Projectiles: len(who), CellDistance: 1, Poisoned: s.Poisoned}
	struck := int(b.at[b.base.index(at)])
	if struck >= 0 && !b.s.Pieces[struck].Hidden {
		v := b.victim(struck)
		in.PieceInCell = &v
	}
	r := in.resolve(t.Cup)
	t.Emit(SkillUsed{c.Target, "mind-over-matter", b.id(struck), r.Roll, r.Deflected})
	if !r.Deflected {
		return false
	}
	t.Emit(Shot{c.Shooters, c.Target, 0, r.HitsOnPiece, false})
	if in.PieceInCell != nil {
		b.suffer(t, struck, who[0], r.Outcome, r.Wound, "fire")
	}
	return true
}

// suffer tells what a hit did to a piece.
func (b *Battle) suffer(t *rules.Turn, i, by int, outcome string, w *woundRecord, cause string) {
	if w != nil {
		t.Emit(Wounded{b.id(i), b.id(by), w.Location, w.Severity, w.IgnoredBy})
	}
	if outcome == "killed" {
		t.Emit(Killed{b.id(i), b.id(by), cause})
	}
}

func cellName(c grid.Cell) string { return itoa(c.X) + "," + itoa(c.Y) }
