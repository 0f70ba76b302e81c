package warmaster

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// play lets a unit shoot at the nearest enemy that it sees (WR-SHOOT-1 to WR-SHOOT-12).
func (c Shoot) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, fault := b.actingUnit(c.Seat, c.Unit, phaseShooting)
	if fault != nil {
		return fault
	}
	if _, fault = b.enemyUnit(c.Seat, c.Target, "target"); fault != nil {
		return fault
	}
	in := ruling.TargetInput{
		Attacks: b.info[i].profile.Attack.Shooting, Range: b.rangeOf(i), Size: b.s.Units[i].Stands,
		Engaged: b.engaged(i), AlreadyShot: b.s.Units[i].Shot, Choice: c.Target,
	}
	if b.board {
		if fault := b.checkShot(i, b.find(c.Target)); fault != nil {
			return fault
		}
		in.Enemies = b.shootableEnemies(i)
		fault = rules.OutOfRangeIf(len(c.Others) > 0, "others", "the board tells them")
	} else {
		in.Enemies, fault = b.statedTargets(i, c)
	}
	if fault != nil {
		return fault
	}
	if in.Enemy(c.Target) < 0 {
		in.Choice = ""
		in.Enemies = append(in.Enemies, ruling.ShootableEnemy{ID: c.Target, Engaged: b.engaged(b.find(c.Target)), Distance: make([]rules.Dec, in.Size), Visible: make([]bool, in.Size)})
	} else if fault := in.Check(); fault != nil {
		fault.Field = "target"
		return fault
	}
	r := in.Resolve()
	if fault := rules.FirstFault(
		in.Refusal(r, c.Target),
		rules.ForbidIf(b.engaged(b.find(c.Target)), "WR-SHOOT-3", "target", "it fights"),
		rules.ForbidIf(string(r.Target) != c.Target, "WR-SHOOT-4", "target", "another enemy is nearer"),
	); fault != nil {
		return fault
	}
	for _, at := range r.ByTarget {
		var from []int
		for k, id := range r.StandTargets {
			if string(id) == at.ID {
				from = append(from, k)
			}
		}
		b.shootAt(t, i, b.find(at.ID), from)
	}
	return nil
}

// checkShot refuses a shot at an enemy on the board that no choice of a target allows: of a unit
// that shot or fights, or at an enemy that fights or is out of range (WR-SHOOT-1 to WR-SHOOT-3,
// WR-SHOOT-7).
func (b *Battle) checkShot(i, j int) *rules.Fault {
	fault := rules.FirstFault(
		rules.ForbidIf(b.info[i].profile.Attack.Shooting == 0 || b.s.Units[i].Shot, "WR-SHOOT-1", "unit", "it does not shoot, or has shot"),
		rules.ForbidIf(b.engaged(i), "WR-SHOOT-2", "unit", "it fights"),
		rules.ForbidIf(b.engaged(j), "WR-SHOOT-3", "target", "it fights"),
	)
	if d := b.distance(i, j); fault == nil && d > b.rangeOf(i) {
		fault = rules.Breaks("WR-SHOOT-7", "target", "it is out of range")
		fault.With = map[string]string{"range": b.rangeOf(i).String(), "distance": d.String()}
	}
	return fault
}

// shootableEnemies lists the enemies on the board that some stand of a unit may reach.
func (b *Battle) shootableEnemies(i int) (all []ruling.ShootableEnemy) {
	limit := boardUnits(b.rangeOf(i))
	for _, j := range b.units(opponent(b.info[i].seat)) {
		if !b.maybeWithin(i, j, limit) {
			continue
		}
		s := ruling.ShootableEnemy{ID: b.id(j), Engaged: b.engaged(j)}
		for k := range b.s.Units[i].blocks {
			s.Distance = append(s.Distance, cmFromSquare(leastDistance(b.s.Units[i].blocks[k:k+1], b.s.Units[j].blocks), rect.FineUnits))
		}
		if slices.Min(s.Distance) > b.rangeOf(i) {
			continue
		}
		w := b.newWatcher(i, j, true)
		for k := range b.s.Units[i].blocks {
			s.Visible = append(s.Visible, !s.Engaged && w.standSees(k, b.s.Units[j].blocks))
		}
		all = append(all, s)
	}
	return all
}

// statedTargets lists the targets that players state.
func (b *Battle) statedTargets(i int, c Shoot) (all []ruling.ShootableEnemy, fault *rules.Fault) {
	n := b.s.Units[i].Stands
	shooting := rules.ValueOr(c.Stands, n)
	if fault := rules.FirstFault(
		b.requireFact(c.Distance != nil, "distance_cm"), b.requireStated(c.Stands != nil, "stands"), b.requireStated(c.Nearest != nil, "nearest"),
		rules.OutOfRangeIf(shooting > n, "stands", "there are fewer"),
		rules.ForbidIf(!rules.ValueOr(c.Nearest, true), "WR-SHOOT-4", "nearest", "another enemy is nearer"),
		rules.ForbidIf(shooting == 0, "WR-SHOOT-6", "stands", "none sees it in range"),
	); fault != nil {
		return nil, fault
	}
	add := func(id string, from, stands int, d rules.Dec) {
		s := ruling.ShootableEnemy{ID: id, Engaged: b.engaged(b.find(id))}
		for k := range n {
			s.Distance = append(s.Distance, d)
			s.Visible = append(s.Visible, k >= from && k < from+stands)
		}
		all = append(all, s)
	}
	add(c.Target, 0, shooting, *c.Distance)
	for k, o := range c.Others {
		j, fault := b.enemyUnit(c.Seat, o.Target, rules.At("others", k)+".target")
		if fault == nil {
			fault = rules.FirstFault(
				rules.OutOfRangeIf(o.Target == c.Target, rules.At("others", k)+".target", "is the common target"),
				rules.OutOfRangeIf(shooting+o.Stands > n, rules.At("others", k)+".stands", "there are fewer"),
				rules.ForbidIf(b.engaged(j), "WR-SHOOT-3", rules.At("others", k)+".target", "it fights"),
			)
		}
		if fault != nil {
			return nil, fault
		}
		add(o.Target, shooting, o.Stands, max(*c.Distance, 0))
		shooting += o.Stands
	}
	return all, nil
}

// shootAt rolls the shots of some stands of a unit at another, and removes its casualties.
func (b *Battle) shootAt(t *rules.Turn, i, j int, from []int) {
	p, q := &b.s.Units[j], &b.info[j].profile
	target := ruling.VolleyTarget{Type: q.Type, Hits: q.Hits, Armour: q.Armour, InSight: ruling.SightClasses{Open: true, Defended: true, Fortified: true}, HitsMarked: p.Marked, PhaseHits: p.Suffered}
	ranks := b.ranksOf(j, i, from)
	var fall [6]int
	for _, k := range ranks {
		fall[k]++
	}
	target.Stands = ruling.StandClasses{Open: fall[ruling.ClassOpen] + fall[ruling.UnseenRank+ruling.ClassOpen], Defended: fall[ruling.ClassDefended] + fall[ruling.UnseenRank+ruling.ClassDefended], Fortified: fall[ruling.ClassFortified] + fall[ruling.UnseenRank+ruling.ClassFortified]}
	in := ruling.VolleyInput{Shooters: []ruling.VolleyShooter{{Stands: len(from), Attacks: b.info[i].profile.Attack.Shooting}}, Target: target}
	start := in.Start()
	start.Stands = fall
	r := in.Throw(t.Roller, start)
	for _, v := range r.Batches {
		t.Emit(Volleyed{Unit: b.id(i), Target: b.id(j), Why: "shooting", Dice: v.Dice, ToHit: v.ToHit, Hits: v.HitsScored, Saved: v.Saved, Unsaved: v.UnsavedHits})
	}
	if r.UnsavedHits > 0 {
		if !b.removesOpenFirst() {
			ranks = nil
		}
		b.takeHits(t, j, i, "shooting", "WR-SHOOT-14", r.UnsavedHits, r.StandsRemoved, r.HitsMarked, ranks)
	}
}

// ranksOf returns the ranks by which shooting removes the stands of a target (WR-SHOOT-12):
// by protection, and those that no shooter sees after the others. At a measured table all
// stands count as seen.
func (b *Battle) ranksOf(target, unit int, from []int) []int {
	var shooters []rect.Block
	if b.board {
		for _, k := range from {
			shooters = append(shooters, b.s.Units[unit].blocks[k])
		}
	}
	ranks := make([]int, b.s.Units[target].Stands)
	for k := range ranks {
		ranks[k] = ruling.ProtectionClass(b.coverFrom(target, k, shooters))
	}
	if !b.board || !b.sparesUnseen() {
		return ranks
	}
	seen := b.seenBy(target, unit, from, true)
	if !slices.Contains(seen, true) { // the stands in range are hidden: shoot at those in sight
		seen = b.seenBy(target, unit, from, false)
	}
	for k := range ranks {
		if !seen[k] {
			ranks[k] += ruling.UnseenRank
		}
	}
	return ranks
}

// seenBy reports which stands of a target are seen by some stands of a unit, with near only
// within their range.
func (b *Battle) seenBy(target, unit int, from []int, near bool) []bool {
	w, limit := b.newWatcher(unit, target, true), boardUnits(b.rangeOf(unit))
	seen := make([]bool, len(b.s.Units[target].blocks))
	for k := range seen {
		q := b.s.Units[target].blocks[k : k+1]
		seen[k] = slices.ContainsFunc(from, func(stand int) bool {
			return (!near || b.s.Units[unit].blocks[stand].Near(q[0], limit)) && w.standSees(stand, q)
		})
	}
	return seen
}

// takeHits removes stands of a unit; on a board its owner picks them, from the edges
// (WR-CAS-3), and by rank if there are ranks. by is the enemy unit that gets the credit.
func (b *Battle) takeHits(t *rules.Turn, i, by int, why, law string, hits, removed, marked int, ranks []int) {
	p := &b.s.Units[i]
	e := HitsTaken{Unit: b.id(i), Why: why, Law: law, Hits: hits, Removed: removed, Marked: marked}
	left := p.Stands - removed
	if removed > 0 && left > 0 {
		if b.board {
			e.Which = b.pickStands(t, i, removed, ranks)
			e.Form = b.formationAfter(i, e.Which)
		} else if left == 1 {
			e.Form = "single"
		}
	}
	t.Emit(e)
	if left == 0 {
		how := map[string]string{"WR-CAS-1": "combat", "WR-SHOOT-14": "shooting", "WR-CSHOT-5": "charge", "WR-PROV-13": "shooting"}[law]
		b.destroy(t, i, by, how, law)
	}
}

// pickStands asks which stands to remove, one by one, so that the others stay connected if
// possible. Stands with ranks go in the order of rank (WR-SHOOT-12).
func (b *Battle) pickStands(t *rules.Turn, i, n int, ranks []int) (gone []int) {
	blocks := b.s.Units[i].blocks
	for range n {
		var rest []int
		for k := range blocks {
			if !slices.Contains(gone, k) {
				rest = append(rest, k)
			}
		}
		if ranks != nil {
			rest = ruling.LeastOf(rest, func(k int) int { return ranks[k] })
		}
		edge := slices.DeleteFunc(slices.Clone(rest), func(k int) bool {
			return !allConnected(blocksWithout(blocks, append(slices.Clone(gone), k)))
		})
		if len(edge) == 0 {
			edge = rest
		}
		options := make([]string, len(edge))
		for k, s := range edge {
			options[k] = "stand-" + strconv.Itoa(s+1)
		}
		gone = append(gone, edge[t.Ask("WR-CAS-3", b.info[i].seat, "casualty", options...)])
	}
	slices.Sort(gone)
	return gone
}

// allConnected reports whether contacts connect all stands (WR-FORM-1).
func allConnected(blocks []rect.Block) bool {
	return ruling.Connected(len(blocks), func(i, j int) bool { return blocks[i].RelationTo(blocks[j]) != rect.Apart })
}

// formationAfter is the formation of a unit without some of its stands.
func (b *Battle) formationAfter(i int, gone []int) string {
	left := blocksWithout(b.s.Units[i].blocks, gone)
	if len(left) == 0 {
		return ""
	}
	return classifyBlocks(left)
}

// blocksWithout returns stands without some of them, by their index.
func blocksWithout(blocks []rect.Block, gone []int) (left []rect.Block) {
	for k, s := range blocks {
		if !slices.Contains(gone, k) {
			left = append(left, s)
		}
	}
	return left
}

// destroy removes a unit for good, with the characters that are with it (WR-DEST-1,
// WR-PROV-9).
func (b *Battle) destroy(t *rules.Turn, i, by int, how, law string) {
	e := Destroyed{Unit: b.id(i), How: how, Law: law}
	if by != noUnit && !b.info[by].isCharacter() {
		e.By = b.id(by)
	}
	t.Emit(e)
	for j := range b.info {
		if b.s.Units[j].Joined == i && !b.s.Units[j].Gone {
			t.Emit(Destroyed{Unit: b.id(j), How: "with-unit", Law: "WR-PROV-9"})
		}
	}
}

// play enters the hits of a spell that the players agreed on; they count as shooting
// (WR-PROV-13, WR-DRIVE-6).
func (c Magic) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseShooting); fault != nil {
		return fault
	}
	i, fault := b.ownUnitOrCharacter(c.Seat, c.Wizard, "wizard")
	if fault == nil {
		fault = rules.FirstFault(
			rules.ForbidIf(b.option("magic") == "off", "WR-PROV-13", "kind", "there is no magic in this battle"),
			rules.ForbidIf(b.info[i].profile.Type != "wizard", "WR-PROV-13", "wizard", "is no Wizard"),
			rules.ForbidIf(b.s.Units[max(i, 0)].Shot, "WR-PROV-13", "wizard", "has cast"),
		)
	}
	if fault != nil {
		return fault
	}
	j, fault := b.enemyUnit(c.Seat, c.Target, "target")
	if fault == nil {
		fault = rules.ForbidIf(b.engaged(j), "WR-SHOOT-3", "target", "it fights")
	}
	if fault != nil {
		return fault
	}
	p := &b.s.Units[j]
	removed, marked := ruling.TakeHits(p.Stands, b.info[j].profile.Hits, p.Marked, c.Hits)
	t.Emit(Volleyed{Unit: c.Wizard, Target: c.Target, Why: "magic", Hits: c.Hits, Unsaved: c.Hits})
	b.takeHits(t, j, i, "shooting", "WR-PROV-13", c.Hits, removed, marked, nil)
	return nil
}
