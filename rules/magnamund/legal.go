package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// Legal lists the commands that can be given now. It is complete except for three kinds with
// endless variants: deployments are blocks of one to three ranks that face the enemy; moves
// are single steps (a path is a list of them) and the path with which a unit closes a gap;
// pooled attacks have all troops of a unit that can take part.
func (b *Battle) Legal() []rules.Command { return b.reader().legal(true) }

// legal lists the commands that can be given now, with or without the moves of single steps.
func (b *Battle) legal(steps bool) []rules.Command {
	switch b.s.Phase {
	case phaseOver:
		return nil
	case phaseDeploy:
		if all := b.legalAttunements(); all != nil {
			return all
		}
		if b.measured() {
			return b.statedCasts(b.statedDeployments())
		}
		return b.legalCasts(b.legalDeployments())
	case phaseInitiative:
		if !b.s.Drawn {
			return []rules.Command{DealSpells{bySeat{b.anySeat(0)}}}
		}
		if b.measured() {
			return b.statedCasts(b.legalInitiative())
		}
		return b.legalCasts(b.legalInitiative())
	}
	if b.measured() {
		return b.statedCommands()
	}
	all := make([]rules.Command, 0, 64)
	end := EndStep{bySeat: bySeat{b.anySeat(b.s.Side)}}
	switch b.s.Phase {
	case phaseFire1:
		all = b.legalSkills(b.legalAttacks(all))
	case phaseFire2, phaseCombat:
		all = b.legalAttacks(all)
	case phaseMovement:
		if steps {
			all = b.legalMoves(all)
		}
		all = b.legalDrives(b.legalSkills(all))
	case phaseMorale:
		for _, u := range b.unitsToTest() {
			all = append(all, TestMorale{bySeat: bySeat{b.units[u].seat}, Unit: b.units[u].id})
		}
	}
	switch b.mayEnd() {
	case nil:
		all = append(all, end)
	case errUnitInParts:
		i, path := b.closingMove()
		all = append(all, Move{bySeat: bySeat{b.seatOf(i)}, Troop: b.id(i), Path: path})
	}
	return b.legalCasts(all)
}

func (b *Battle) legalInitiative() []rules.Command {
	all := []rules.Command{RollInitiative{bySeat{b.anySeat(0)}}}
	if b.s.Turn == 0 && b.remembersTable() { // one stands for the corrections that are possible at any time
		if c := b.exampleAmend(); c != nil {
			all = append(all, c)
		}
	}
	return all
}

// legalAttunements lists the rolls of Kai Lords who must still roll for their disciplines.
func (b *Battle) legalAttunements() (all []rules.Command) {
	for _, i := range b.unattuned() {
		all = append(all, Attune{bySeat{b.troops[i].seat}, b.id(i)})
	}
	return all
}

// anySeat is the first seat of a side.
func (b *Battle) anySeat(side int) rules.Seat {
	return rules.Seat(max(0, slices.Index(b.sideOfSeat, side)))
}

// scatteredDeployment returns the one way to deploy a unit for which no block fits:
// scattered in the zone or, when that is full, on the board.
func (b *Battle) scatteredDeployment(i int, unit string, n int) []rules.Command {
	f := &b.troops[i]
	for _, z := range [...]ruling.Zone{b.zones[f.side], {XMin: 0, XMax: b.bareBoard.Width - 1, YMin: 0, YMax: b.bareBoard.Height - 1}} {
		if d := b.findPlaces(f, n, z); d != nil {
			d.Seat, d.Unit = f.seat, unit
			return []rules.Command{*d}
		}
	}
	return nil
}

// toDeploy lists the first troop of each unit, and each hero and monster, of a side that is
// still to be deployed.
func (b *Battle) toDeploy(side int) (all []int) {
	for i := range b.troops {
		f := &b.troops[i]
		if f.side == side && !b.s.Troops[i].Placed && (f.unit == noUnit || b.units[f.unit].troops[0] == i) {
			all = append(all, i)
		}
	}
	return all
}

// unitID is the id of the unit of a troop, or of a hero or monster itself.
func (b *Battle) unitID(i int) string {
	if u := b.troops[i].unit; u != noUnit {
		return b.units[u].id
	}
	return b.id(i)
}

// legalDeployments lists blocks at every place of the zone for the next unit.
func (b *Battle) legalDeployments() (all []rules.Command) {
	next := b.toDeploy(b.s.Side)
	if next == nil {
		return nil
	}
	unit := b.unitID(next[0])
	n := len(b.troopsOf(unit))
	for ranks := 1; ranks <= min(3, n); ranks++ {
		all = b.blockDeployments(all, next[0], unit, (n+ranks-1)/ranks)
	}
	if len(all) == 0 {
		all = b.scatteredDeployment(next[0], unit, n)
	}
	return all
}

// blockDeployments adds a unit in rows of a number of files at every place where it fits.
func (b *Battle) blockDeployments(all []rules.Command, i int, unit string, files int) []rules.Command {
	f, z := &b.troops[i], b.zones[b.troops[i].side]
	facing := facingInward(z, b.bareBoard)
	n := len(b.troopsOf(unit))
	for x := z.XMin; x <= z.XMax; x++ {
		for y := z.YMin; y <= z.YMax; y++ {
			cells := b.block(i, n, files, grid.Cell{X: x, Y: y})
			for _, hidden := range [...]bool{false, true} {
				c := Deploy{bySeat{f.seat}, unit, cells, facing, hidden}
				if (!hidden || f.mayHide) && b.checkDeploy(c) == nil {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// block is the cells of n troops in rows of a number of files; first is the cell of the
// first troop.
func (b *Battle) block(i, n, files int, first grid.Cell) []grid.Cell {
	facing := facingInward(b.zones[b.troops[i].side], b.bareBoard)
	deep := 1 + rules.BoolToInt(b.troops[i].profile.Mounted)
	cells := make([]grid.Cell, n)
	for k := range cells {
		back, right := k/files*deep, k%files
		cells[k] = first.Plus(facing.Ahead().Times(-back)).Plus(facing.Turned(1).Ahead().Times(right))
	}
	return cells
}

// facingInward is the facing from a zone towards the middle of the board.
func facingInward(z ruling.Zone, g *ruling.Ground) grid.Facing {
	dx, dy := g.Width-1-z.XMin-z.XMax, g.Height-1-z.YMin-z.YMax
	switch {
	case max(dx, -dx) > max(dy, -dy) && dx > 0:
		return grid.East
	case max(dx, -dx) > max(dy, -dy):
		return grid.West
	case dy >= 0:
		return grid.North
	}
	return grid.South
}

// A pooledAttack is the troops of a unit that may attack the same target together.
type pooledAttack struct {
	unit, target int
	long         bool
}

// attackPools are the pooled attacks of a step, in the order in which they were found.
type attackPools struct {
	order []pooledAttack
	who   map[pooledAttack][]string
}

func (p *attackPools) add(k pooledAttack, id string) {
	if p.who == nil {
		p.who = map[pooledAttack][]string{}
	}
	if p.who[k] == nil {
		p.order = append(p.order, k)
	}
	p.who[k] = append(p.who[k], id)
}

// attackTargets is the set of enemies that a troop of the acting side can shoot at or strike
// in this phase.
func (b *Battle) attackTargets(i int) (targets troopSet) {
	switch {
	case b.s.Phase != phaseCombat && b.hasShot(i):
		targets = *b.shootTargets(i)
	case b.s.Phase == phaseCombat && b.mayStrike(i) == nil:
		targets = *b.strikeTargets(i)
		for j := range targets.all() {
			if b.veiled(j) {
				targets.remove(j)
			}
		}
	}
	return targets
}

// attack is the shot or, in the combat phase, the melee attack of some troops.
func (b *Battle) attack(seat rules.Seat, who []string, j int) rules.Command {
	if b.s.Phase == phaseCombat {
		return Strike{bySeat: bySeat{seat}, Attackers: who, Target: b.id(j)}
	}
	return Shoot{bySeat: bySeat{seat}, Shooters: who, Target: b.id(j)}
}

// legalAttacks adds the shots or melee attacks of single troops, and those of all troops of a
// unit that can attack the same target.
func (b *Battle) legalAttacks(all []rules.Command) []rules.Command {
	var pools attackPools
	melee := b.s.Phase == phaseCombat
	for i := range b.living[b.s.Side].all() {
		if melee {
			all = b.legalSeconds(all, i)
		}
		for j := range b.attackTargets(i).all() {
			all = append(all, b.attack(b.seatOf(i), []string{b.id(i)}, j))
			if u := b.troops[i].unit; u != noUnit && !b.entranced(i) {
				pools.add(pooledAttack{u, j, !melee && b.distanceBetween(i, j) > b.troops[i].shortRange}, b.id(i))
			}
		}
	}
	for _, k := range pools.order {
		if who := pools.who[k]; len(who) > 1 && b.equalCover(k.target, nil) {
			all = append(all, b.attack(b.units[k.unit].seat, who, k.target))
		}
	}
	return all
}

// legalSeconds adds the second attacks of a Double Attack.
func (b *Battle) legalSeconds(all []rules.Command, i int) []rules.Command {
	if p := &b.s.Troops[i]; p.Attacks != 1 || !p.Hit || !b.troops[i].profile.has("double-attack") {
		return all
	}
	for j := range b.troops {
		if !b.inPlay(j) || b.s.Troops[j].Hidden || b.distanceBetween(i, j) > 2 {
			continue
		}
		k := b.strikeFactsOnBoard(i, j)
		c := Strike{bySeat: bySeat{b.seatOf(i)}, Attackers: []string{b.id(i)}, Target: b.id(j), Second: true}
		if b.checkSecond(i, j, &c, k) == nil {
			all = append(all, c)
			continue
		}
		for _, step := range grid.Compass() {
			to := b.s.Troops[i].Cell.Plus(step)
			if c.To = &to; b.checkSecond(i, j, &c, k) == nil {
				all = append(all, c)
			}
		}
	}
	return all
}

func (b *Battle) legalMoves(all []rules.Command) []rules.Command {
	memo := map[int]bool{}
	for i := range b.living[b.s.Side].all() {
		if b.mayMove(i) != nil || b.burdenOf(i).Blinded && b.guideOf(i) == noUnit {
			continue
		}
		seat, start := bySeat{b.seatOf(i)}, b.newMove(i)
		d := b.cohesionCheckOf(i)
		d.memo = memo
		for n := range ruling.Steps {
			if m := start; m.Step(&ruling.Steps[n]) == nil && !b.partsUnit(i, &d, &m) {
				all = append(all, Move{bySeat: seat, Troop: b.id(i), Path: []string{ruling.Steps[n].Word}})
			}
		}
	}
	return all
}

// drivenAnimals lists the animals that Kai Lords of the acting side control.
func (b *Battle) drivenAnimals() (all []int) {
	for i := range b.troops {
		if kaiLord := b.s.Troops[i].Animal; kaiLord != noUnit && b.inPlay(i) && b.inPlay(kaiLord) && b.sideOf(kaiLord) == b.s.Side {
			all = append(all, i)
		}
	}
	return all
}

func (b *Battle) legalDrives(all []rules.Command) []rules.Command {
	for _, i := range b.drivenAnimals() {
		c := Drive{bySeat: bySeat{b.seatOf(b.s.Troops[i].Animal)}, Troop: b.id(i), Facing: b.s.Troops[i].Facing}
		if b.measured() {
			all = append(all, c)
			continue
		}
		at := b.s.Troops[i].Cell
		for x := at.X - 1; x <= at.X+1; x++ {
			for y := at.Y - 1; y <= at.Y+1; y++ {
				for q := range 4 {
					c.To, c.Facing = &grid.Cell{X: x, Y: y}, grid.North.Turned(q)
					if _, f := b.checkDrive(c); f == nil {
						all = append(all, c)
					}
				}
			}
		}
	}
	return all
}

// legalSkills adds the uses of skills. At a measured table every target may be near enough.
func (b *Battle) legalSkills(all []rules.Command) []rules.Command {
	for i := range b.living[b.s.Side].all() {
		p := b.troops[i].profile
		if len(p.Powers) == 0 || !b.canAct(i) {
			continue
		}
		for _, skill := range skillNames {
			c := UseSkill{bySeat: bySeat{b.seatOf(i)}, Troop: b.id(i), Skill: skill}
			switch {
			case !p.hasSkill(skill):
				continue
			case skill == "sixth-sense":
				all = b.addSkill(all, c)
				continue
			case b.s.Phase != phaseFire1:
				continue
			}
			for j := range b.troops {
				if !b.inPlay(j) || i != j && !b.measured() && b.distanceBetween(i, j) > ruling.AnimalRange {
					continue
				}
				c.Target = b.id(j)
				if b.measured() && skill == "healing" {
					c.Distance = new(rules.BoolToInt(i != j))
				} else if b.measured() {
					c.Distance, c.Visible = &defaultDistance, &yes
				}
				for c.Wound = 0; c.Wound == 0 || skill == "healing" && c.Wound < b.s.Troops[j].Hurts; c.Wound++ {
					all = b.addSkill(all, c)
				}
			}
		}
	}
	return all
}

func (b *Battle) addSkill(all []rules.Command, c UseSkill) []rules.Command {
	if _, _, f := b.checkSkill(c); f == nil {
		return append(all, c)
	}
	return all
}

func (b *Battle) legalCasts(all []rules.Command) []rules.Command {
	for h := range b.s.Hands {
		b.eachCast(h, func(c Cast) bool {
			all = append(all, c)
			return true
		})
	}
	return all
}

// mayTarget is a quick test: it is false only for targets that checkTarget refuses.
func (b *Battle) mayTarget(i, j int, spell string, reach int) bool {
	if b.s.Troops[j].Hidden {
		return false
	}
	category := b.troops[j].profile.Category
	switch spell {
	case "doom-and-despair":
		if b.troops[j].unit == noUnit || b.sideOf(i) == b.sideOf(j) {
			return false
		}
	case "rust", "battle-madness", "enchanted-aim":
		if category == "monster" {
			return false
		}
	case "spell-theft":
		if category != "magician" {
			return false
		}
	case "heal":
		if category == "soldier" || b.s.Troops[j].Hurts == 0 {
			return false
		}
	}
	return b.measured() || reach == 0 || i == j || b.distanceBetween(i, j) <= reach
}

// eachCast calls found for each spell that a magician could cast now, by the index of the
// hand, until found returns false. It reports whether there was one. At a measured table one troop
// of each unit stands for the others as a target.
func (b *Battle) eachCast(h int, found func(Cast) bool) (any bool) {
	hand := &b.s.Hands[h]
	if !b.inPlay(hand.Troop) {
		return false
	}
	for n, spell := range hand.Cards {
		c := Cast{bySeat: bySeat{b.seatOf(hand.Troop)}, Caster: b.id(hand.Troop), Spell: spell}
		if _, f := b.checkCaster(c); f != nil || slices.Contains(hand.Cards[:n], spell) {
			continue
		}
		if !needsTarget(spell) {
			if any = true; !found(c) {
				return true
			}
			continue
		}
		book := ruling.Spells[spell]
		for j := range b.troops {
			if !b.inPlay(j) || !b.mayTarget(hand.Troop, j, spell, book.Reach) || b.measured() && !b.standsForUnit(j) {
				continue
			}
			if c.Target = b.id(j); b.measured() && j != hand.Troop {
				c.Distance, c.Visible = sampledDistance(book.Reach), &yes
			}
			for c.Wound = 0; c.Wound == 0 || spell == "heal" && c.Wound < b.s.Troops[j].Hurts; c.Wound++ {
				if why, f := b.refusesTarget(&c, &book, hand.Troop, j); why == "" && f == nil {
					if any = true; !found(c) {
						return true
					}
				}
			}
			c.Wound, c.Distance, c.Visible = 0, nil, nil
		}
	}
	return any
}
