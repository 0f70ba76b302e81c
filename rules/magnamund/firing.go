package magnamund

import (
	"cmp"
	"math/bits"
	"slices"

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

// shot works out from the facts of a shot everything that changes it.
func (b *Battle) shot(i, j int, a aiming) shot {
	f, p, q := &b.figures[i], &b.s.Pieces[i], &b.s.Pieces[j]
	sheet := f.p.sheet
	m := &sheet.FireModifiers
	s := shot{
		Phase: b.s.Phase, Weapon: f.p.Ranged, ShotsThisPhase: p.Shots, ShotInFire1: p.Loading, AdjacentEnemy: a.engaged,
		Distance: a.distance, MaxRange: f.long, LongRange: a.distance > f.short, TargetVisible: a.visible, InArc: a.inArc,
		Target: b.victim(j), TargetVeiled: b.veiled(j),
		EnchantedAim: p.AimOn == b.s.Turn && p.AimPhase == b.s.Phase, Halvings: b.burden(i).halvings,
	}
	s.BasePercentage, s.BasePercentageNoArmour = *f.fire.of(b.armour(j)), f.fire.None
	s.further = f.p.minded(m.Weak, m.Veteran) + f.worst(a.cover) + m.TargetMoved*count(q.Moved)
	if b.figures[j].p.Shield {
		s.ShieldModifier = m.TargetShield
	}
	s.WeaponMastery, s.Poisoned = f.fireUp, f.poisoner
	if b.figures[j].p.Category == "kai-lord" && b.figures[j].p.has("camouflage") {
		s.CamouflageTerrain = a.terrain
	}
	return s
}

// worst is the modifier of the best cover among several.
func (f *figure) worst(cover coverSet) (least int) {
	for ; cover != 0; cover &= cover - 1 {
		least = min(least, f.cover[bits.TrailingZeros16(uint16(cover))])
	}
	return least
}

// within45 reports whether a target is in the arc that opens before a cell, which
// for a rear rank is that of the foremost piece of its file (MG-ARC-1, MG-ARC-2).
func (b *Battle) within45(i, j int, front grid.Cell) bool {
	facing := b.s.Pieces[i].Facing
	return facing.InQuarter(front, b.s.Pieces[j].Cell) || b.figures[j].mounted && facing.InQuarter(front, b.piece(j).rear())
}

// file finds the rank and the foremost cell of a piece among those of its unit that face its way.
func (b *Battle) file(i int) (rank int, front grid.Cell) {
	p := &b.s.Pieces[i]
	if b.figures[i].unit == none {
		return 1, p.Cell
	}
	g := &b.glances[i]
	if g.fileIn != b.scene {
		g.fileIn = b.scene
		g.rank, g.front = b.fileAmong(p, i)
	}
	return g.rank, g.front
}

func (b *Battle) fileAmong(p *pieceState, i int) (rank int, front grid.Cell) {
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

// Refusals of a piece that has no shot now, whoever the target.
var (
	cannotShoot = rules.Breaks("MG-AMB-24", "shooters", "the piece cannot shoot")
	unarmed     = rules.Breaks("MG-PHASE-1", "shooters", "it has no such weapon")
	tooFarBack  = rules.Breaks("MG-FRANK-1", "shooters", "it stands too far behind")
)

// mayShoot refuses a piece that has no shot now, whoever the target.
func (b *Battle) mayShoot(i int) *rules.Fault {
	switch {
	case b.figures[i].p.Ranged == "":
		return unarmed
	case !b.free(i) || b.burden(i).disarmed:
		return cannotShoot
	}
	return nil
}

// fires reports whether a piece on the board can shoot at somebody in this phase.
func (b *Battle) fires(i int) bool { return b.mayFire(i) && b.aims(i) }

// mayFire reports whether a piece on the board has a shot in this phase.
func (b *Battle) mayFire(i int) bool {
	p := &b.s.Pieces[i]
	return p.Shots == 0 && b.mayShoot(i) == nil && !(p.Loading && b.s.Phase == phaseFire2 && slow(b.figures[i].p.Ranged)) && !b.engaged(i)
}

// Refusals of a target that is no enemy.
var (
	befriended = rules.Breaks("MG-CBT-1", "target", "that is a friend")
	bewitched  = rules.Breaks("MG-EVIL-3", "target", "the good do not harm a hypnotised friend")
)

// enemies refuses an attack on a piece that may not be attacked by this one.
func (b *Battle) enemies(i, j int) *rules.Fault {
	if b.sideOf(i) == b.sideOf(j) {
		return befriended
	}
	if b.figures[i].side == b.figures[j].side && b.figures[i].p.Alignment == "good" && b.entranced(j) {
		return bewitched
	}
	return nil
}

// shooting is who shoots and how, as volleyOf found it last.
type shooting struct {
	who   []int
	shots []shot
}

// volleyOf checks the shooters and their target and returns each one's shot.
func (b *Battle) volleyOf(c *Shoot) (who []int, target int, shots []shot, fault *rules.Fault) {
	if fault = b.in(phaseFire1, phaseFire2); fault != nil {
		return
	}
	if target, fault = b.seen(c.Target, "target"); fault != nil {
		return
	}
	who, shots = b.tally.who[:0], b.tally.shots[:0]
	for n, id := range c.Shooters {
		var i int
		if i, fault = b.own(c.Seat, id, "shooters"); fault != nil {
			fault.Field = rules.At("shooters", n)
			return
		}
		if fault = first(b.enemies(i, target), b.mayShoot(i)); fault != nil {
			return
		}
		a := b.aimingOf(c, i, target)
		if !b.measured() && n == 0 {
			if fault = c.contradicts(a); fault != nil {
				return
			}
		}
		if b.figures[i].unit != none && a.rank > fireRanksOf(b.figures[i].p.Level) {
			fault = tooFarBack
			return
		}
		s := b.shot(i, target, a)
		if fault = s.check(); fault != nil {
			fault.Field = rules.At("shooters", n)
			return
		}
		if n > 0 && (b.figures[i].unit == none || b.figures[i].unit != b.figures[who[0]].unit || s.LongRange != shots[0].LongRange) {
			fault = rules.Breaks("MG-POOL-2", rules.At("shooters", n), "they do not fire together")
			return
		}
		who, shots = append(who, i), append(shots, s)
	}
	b.tally = shooting{who, shots}
	if len(who) > 1 && !b.alike(target, c.Alike) {
		fault = rules.Breaks("MG-POOL-2", "target", "the targets are not covered alike")
	}
	return
}

// alike reports whether the pieces of a target's unit stand in equal cover: on a
// measured table they do unless the players say otherwise.
func (b *Battle) alike(j int, stated *bool) bool {
	if b.measured() {
		return said(stated, true)
	}
	return b.coveredAlike(j)
}

// coveredAlike reports whether the pieces of a target's unit stand in equal cover.
func (b *Battle) coveredAlike(j int) bool {
	u := b.figures[j].unit
	if u == none {
		return true
	}
	cover := b.base.terrain(b.s.Pieces[j].Cell).cover()
	for _, k := range b.troops[u].figures {
		if b.alive(k) && b.base.terrain(b.s.Pieces[k].Cell).cover() != cover {
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
		total += max(0, s.final())
	}
	others, fault := b.neighbours(&c, target, len(who) > 1 && total > 100)
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
	v := volley{EnchantedAim: shots[0].EnchantedAim, FirstTarget: quarry{c.Target, b.victim(target), b.veiled(target)}, Others: others}
	for _, s := range shots {
		base, modifiers := s.against(s.Target)
		modifiers += fireMastery*count(s.WeaponMastery) + camouflage(s.CamouflageTerrain)
		v.Shooters = append(v.Shooters, pooledShooter{pooled{Count: 1, BasePercentage: base, Modifiers: []int{modifiers}}, s.LongRange, true})
	}
	if v.FirstTarget.soldier() && !v.FirstTarget.Veiled {
		b.giveUp(t, v.Others, (total-1)/100)
	}
	r := v.resolve(t.Cup)
	t.Emit(Shot{c.Shooters, c.Target, r.Total, r.Hits, r.Deflected})
	for _, s := range r.Struck {
		b.suffer(t, b.find(s.ID), who[0], s.Outcome, s.Wound, "fire")
	}
	return nil
}

// neighbours lists the pieces that the further hits of a pool may strike, nearest
// first: as the board has them, or as the players state them (MG-POOL-5).
func (b *Battle) neighbours(c *Shoot, target int, several bool) (all []neighbour, fault *rules.Fault) {
	if !several && len(c.Nearest) == 0 {
		return nil, nil
	}
	if b.measured() {
		for n, id := range c.Nearest {
			k, f := b.seen(id, rules.At("nearest", n))
			if f != nil || k == target {
				return nil, first(f, rules.Breaks("MG-POOL-5", rules.At("nearest", n), "that is the target"))
			}
			all = append(all, neighbour{id, n + 1, b.victim(k), b.veiled(k)})
		}
		return all, nil
	}
	for k := range b.figures {
		if k != target && b.alive(k) && !b.s.Pieces[k].Hidden {
			all = append(all, neighbour{b.id(k), b.reaches(target, k), b.victim(k), b.veiled(k)})
		}
	}
	slices.SortStableFunc(all, func(m, n neighbour) int { return cmp.Compare(m.Distance, n.Distance) })
	for n, id := range c.Nearest {
		k, f := b.seen(id, rules.At("nearest", n))
		if f != nil || n >= len(all) || b.reaches(target, k) != all[n].Distance {
			return nil, first(f, rules.Breaks("MG-POOL-5", rules.At("nearest", n), "the board says otherwise"))
		}
	}
	return all, nil
}

// giveUp has their player choose among pieces equally near which of them the
// further hits of a pool strike first, as many as there may be; where they have
// several players, the one of the first (MG-POOL-5).
func (b *Battle) giveUp(t *rules.Turn, others []neighbour, hits int) {
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
	in := matterInput{Projectiles: len(who), CellDistance: 1, Poisoned: s.Poisoned}
	struck := b.aside(t, owner, target)
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

// aside has the player of a Kai Lord choose the adjacent cell on which a turned
// volley falls, and returns who stands there; without a board, whom it strikes.
func (b *Battle) aside(t *rules.Turn, owner rules.Seat, target int) (struck int) {
	if b.measured() {
		ids, pieces := []string{"nobody"}, []int{none}
		for k := range b.figures {
			if k != target && b.alive(k) && !b.s.Pieces[k].Hidden {
				ids, pieces = append(ids, b.id(k)), append(pieces, k)
			}
		}
		return pieces[t.Ask("MG-KAI-7", owner, "mind-over-matter-piece", ids...)]
	}
	var cells []grid.Cell
	var options []string
	for _, cell := range around(b.piece(target).cells()) {
		if b.base.on(cell) {
			cells, options = append(cells, cell), append(options, cellName(cell))
		}
	}
	at := cells[t.Ask("MG-KAI-7", owner, "mind-over-matter-cell", options...)]
	return int(b.at[b.base.index(at)])
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
