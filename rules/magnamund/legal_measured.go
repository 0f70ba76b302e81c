package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// statedCommands lists commands at a measured table. They are a sample: as far as the
// program knows every enemy may be in reach, and the players change the stated facts.
func (b *Battle) statedCommands() (all []rules.Command) {
	if u := b.s.Fleeing - 1; u >= 0 {
		return b.statedFlights(u)
	}
	switch b.s.Phase {
	case phaseFire1:
		all = b.legalSkills(b.statedShots(all))
	case phaseFire2:
		all = b.statedShots(all)
	case phaseMovement:
		all = b.legalDrives(all)
		for i := range b.living[b.s.Side].all() {
			for _, c := range b.statedSteps(nil, i) {
				all = append(all, c)
			}
		}
		all = b.legalSkills(all)
	case phaseCombat:
		all = b.statedStrikes(all)
	case phaseMorale:
		all = b.statedTests(all)
	}
	for i := range b.hiddenTroops.all() {
		all = append(all, Reveal{bySeat{b.seatOf(i)}, []string{b.id(i)}})
	}
	return b.statedCasts(b.statedEnds(all))
}

// statedEnds adds the ends of a step: the blinded are led, or they are not.
func (b *Battle) statedEnds(all []rules.Command) []rules.Command {
	if b.mayEnd() != nil {
		return all
	}
	end := EndStep{bySeat: bySeat{b.anySeat(b.s.Side)}}
	all = append(all, end)
	for i := range b.troops {
		if b.s.Phase == phaseMovement && b.inPlay(i) && b.sideOf(i) == b.s.Side && b.burdenOf(i).Blinded {
			end.Led = append(end.Led, b.id(i))
		}
	}
	if end.Led != nil {
		all = append(all, end)
	}
	return all
}

// statedDeployments lists the deployments of the units of the side.
func (b *Battle) statedDeployments() (all []rules.Command) {
	for _, i := range b.toDeploy(b.s.Side) {
		f := &b.troops[i]
		all = append(all, Deploy{bySeat{f.seat}, b.unitID(i), nil, "n", false})
		if f.mayHide {
			all = append(all, Deploy{bySeat{f.seat}, b.unitID(i), nil, "n", true})
		}
	}
	return all
}

// eachEnemy calls do for the first living troop of each unit, hero and monster that a troop
// may attack; it stands for the others of its unit.
func (b *Battle) eachEnemy(i int, do func(j int)) {
	var met uint64 // a bit for each unit seen; heroes and monsters have no unit
	for j := range b.troops {
		u := b.troops[j].unit
		if !b.inPlay(j) || b.s.Troops[j].Hidden || b.checkEnemy(i, j) != nil || u >= 0 && u < 64 && met&(1<<u) != 0 {
			continue
		}
		if u >= 0 && u < 64 {
			met |= 1 << u
		}
		do(j)
	}
}

// standsForUnit reports whether a troop that can be seen is the first such of its unit, or has no unit.
func (b *Battle) standsForUnit(j int) bool {
	if u := b.troops[j].unit; u != noUnit {
		for _, k := range b.units[u].troops {
			if b.inPlay(k) && !b.s.Troops[k].Hidden {
				return k == j
			}
		}
	}
	return true
}

// poolMembers lists the troops of a unit that may join one of them in a pool.
func (b *Battle) poolMembers(i int, ready func(k int) bool) (ids []string) {
	u := b.troops[i].unit
	if u == noUnit || b.entranced(i) {
		return nil
	}
	for _, k := range b.units[u].troops {
		if b.inPlay(k) && b.seatOf(k) == b.seatOf(i) && ready(k) {
			ids = append(ids, b.id(k))
		}
	}
	return ids
}

func (b *Battle) statedShots(all []rules.Command) []rules.Command {
	led := map[int]bool{}
	for i := range b.troops {
		if !b.readyToShoot(i) {
			continue
		}
		u := b.troops[i].unit
		b.eachEnemy(i, func(j int) {
			all = append(all, b.statedShot(i, j, false))
			if c := b.statedShot(i, j, true).(Shoot); !led[u] && len(c.Shooters) > 1 {
				all = append(all, c)
			}
		})
		if u != noUnit {
			led[u] = true
		}
	}
	return all
}

// readyToShoot reports whether a troop of the side has a shot in this phase.
func (b *Battle) readyToShoot(i int) bool {
	return b.inPlay(i) && b.sideOf(i) == b.s.Side && b.hasShotLeft(i)
}

// Facts of sampled commands before the players state their own: the distance of a shot, none, the
// first rank, the second, two troops side by side, and yes.
var (
	defaultDistance = ruling.MinRange
	noDistance      = 0
	firstRank       = 1
	secondRank      = 2
	sideBySide      = 1
	yes             = true
)

// sampledDistance is the distance of the target of a spell with a range: as near as can be.
func sampledDistance(reach int) *int {
	if reach == 0 {
		return &noDistance
	}
	return &sideBySide
}

// statedShot is the shot of a troop, alone or with the troops of its unit that are ready.
func (b *Battle) statedShot(i, j int, together bool) rules.Command {
	c := Shoot{bySeat: bySeat{b.seatOf(i)}, Shooters: b.troops[i].idList, Target: b.id(j), Distance: &defaultDistance, Rank: &firstRank, Visible: &yes, InArc: &yes}
	if together {
		if unitMates := b.poolMembers(i, b.readyToShoot); len(unitMates) > 1 {
			c.Shooters, c.Nearest, c.Alike = unitMates, b.unitMates(j), &yes
		}
	}
	return c
}

// unitMates lists the other troops of a unit: the next targets of a pool before the players
// state them.
func (b *Battle) unitMates(j int) (ids []string) {
	u := b.troops[j].unit
	if u == noUnit {
		return nil
	}
	for _, k := range b.units[u].troops {
		if k != j && b.inPlay(k) && !b.s.Troops[k].Hidden && !b.veiled(k) && len(ids) < 6 {
			ids = append(ids, b.id(k))
		}
	}
	return ids
}

// statedWays are the steps that stand for all: one ahead, one turn and one leap.
var statedWays = [...]*ruling.Step{ruling.StepForward, ruling.StepByName("pivot-e"), ruling.StepByName("leap-n")}

// statedSteps adds the steps of a troop, of those that stand for all.
func (b *Battle) statedSteps(all []Move, i int) []Move {
	if b.mayMove(i) != nil {
		return all
	}
	c := Move{bySeat: bySeat{b.seatOf(i)}, Troop: b.id(i)}
	if b.burdenOf(i).Blinded {
		if c.Guide = b.someGuide(i); c.Guide == "" {
			return all
		}
	}
	w := statedMove{costs: &b.troops[i].costs, left: b.pointsLeft(i), leaps: ruling.LeapsPerBattle - b.s.Troops[i].Leaps, facing: b.s.Troops[i].Facing}
	if !b.troops[i].profile.has("salmon-leap") {
		w.leaps = 0
	}
	for _, s := range statedWays {
		if way := w; way.take(s) == nil {
			c.Path, c.Over = s.Path, nil
			if s == ruling.StepForward {
				c.Over = openGround
			}
			all = append(all, c)
		}
	}
	return all
}

// openGround is the crossing of a step over open ground.
var openGround = []Crossing{{Terrain: "open-ground"}}

// someGuide returns a friend who could lead a blinded troop.
func (b *Battle) someGuide(i int) string {
	for k := range b.troops {
		if _, f := b.guideStated(Move{Guide: b.id(k), Path: []string{"forward"}}, i); f == nil {
			return b.id(k)
		}
	}
	return ""
}

func (b *Battle) statedStrikes(all []rules.Command) []rules.Command {
	led := map[int]bool{}
	for i := range b.living[b.s.Side].all() {
		u := b.troops[i].unit
		b.eachEnemy(i, func(j int) {
			c := b.statedStrike(i, j, false)
			if c == nil {
				return
			}
			all = append(all, c)
			if c := b.statedStrike(i, j, true).(Strike); !led[u] && len(c.Attackers) > 1 {
				all = append(all, c)
			}
		})
		if u != noUnit && b.mayStrike(i) == nil {
			led[u] = true
		}
	}
	return all
}

// statedStrike is the melee attack of a troop, alone or with the troops of its unit that are
// ready; nil if it cannot attack that enemy.
func (b *Battle) statedStrike(i, j int, together bool) rules.Command {
	c := Strike{bySeat: bySeat{b.seatOf(i)}, Attackers: b.troops[i].idList, Target: b.id(j), Aspect: "front", Second: b.s.Troops[i].Attacks == 1}
	if c.Distance = &sideBySide; c.Second {
		if b.checkSecond(i, j, &c, c.stated()) != nil {
			return nil
		}
		return c
	}
	if b.mayStrike(i) != nil || b.veiled(j) {
		return nil
	}
	if k := b.friendAhead(i, j); k != noUnit {
		c.Rank, c.Distance, c.Ahead = &secondRank, nil, b.troops[k].idList
	}
	if together {
		ready := func(k int) bool { return b.mayStrike(k) == nil }
		if unitMates := b.poolMembers(i, ready); len(unitMates) > 1 {
			c.Attackers, c.Within, c.Alike = unitMates, b.unitMates(j), &yes
			c.Rank, c.Distance, c.Ahead = nil, &sideBySide, nil
		}
	}
	return c
}

// friendAhead is a friend known to touch an enemy behind whom a troop could strike at it from the
// second rank, or noUnit.
func (b *Battle) friendAhead(i, j int) int {
	if !b.remembersTable() || b.inTouch(i, j) || b.reachOfRanks(i) < 2 {
		return noUnit
	}
	for _, c := range b.s.Contacts {
		if k := c[0] + c[1] - j; (c[0] == j || c[1] == j) && k != i && b.inPlay(k) && b.inOneFormation(i, k) {
			return k
		}
	}
	return noUnit
}

func (b *Battle) statedTests(all []rules.Command) []rules.Command {
	for u := range b.units {
		if b.units[u].side != b.s.Side || b.s.Units[u].Tested || b.strength(u) == 0 {
			continue
		}
		c := TestMorale{bySeat: bySeat{b.units[u].seat}, Unit: b.units[u].id}
		if b.mustTest(u) {
			all = append(all, c)
		}
		for i := range b.troops {
			if b.inPlay(i) && b.sideOf(i) == b.s.Side && b.canAct(i) && b.troops[i].profile.has("brutality") && !b.s.Units[u].Brutal {
				c.Brute = b.id(i)
			}
			if b.inPlay(i) && b.sideOf(i) == b.s.Side && b.troops[i].profile.has("rally") && !slices.Contains(c.Rally, b.id(i)) {
				c.Rally = append(c.Rally, b.id(i))
			}
		}
		if (c.Brute != "" || c.Rally != nil) && b.mustTest(u) {
			all = append(all, c)
		}
		for _, h := range b.auraBearers {
			c.Auras = []string{b.id(h)}
			if o, f := b.moraleInputFor(&c, u); f == nil && b.inPlay(h) && len(o.Triggers()) > 0 {
				all = append(all, c)
			}
		}
	}
	return all
}

// statedFlights lists flights of a unit: none of its troops left the table, or one did; and,
// for a rout, whether another unit saw it.
func (b *Battle) statedFlights(u int) (all []rules.Command) {
	c := Flee{bySeat: bySeat{b.units[u].seat}, Unit: b.units[u].id}
	all = append(all, c)
	for v := range b.units {
		if v != u && b.s.Units[u].Routed && b.units[v].side == b.units[u].side && !b.s.Units[v].Tested && b.strength(v) > 0 {
			c.Near = append(c.Near, b.units[v].id)
		}
	}
	c.Left = b.livingOf(u)[:1]
	return append(all, c)
}

func (b *Battle) statedCasts(all []rules.Command) []rules.Command {
	for _, c := range b.legalCasts(nil) {
		all = append(all, b.stateAround(c.(Cast)))
	}
	return all
}

// stateAround adds to a spell who is near enough to suffer from its failure.
func (b *Battle) stateAround(c Cast) Cast {
	i := b.find(c.Caster)
	switch c.Spell {
	case "fireball":
		for j := range b.troops {
			if j != i && b.inPlay(j) && !b.s.Troops[j].Hidden && b.sideOf(j) == b.sideOf(i) && c.Beside == "" && b.id(j) != c.Target {
				c.Beside = b.id(j)
			}
		}
	case "doom-and-despair":
		for u := range b.units {
			if b.units[u].side == b.troops[i].side && b.strength(u) > 0 && c.NearUnit == "" {
				c.NearUnit = b.units[u].id
			}
		}
	}
	return c
}
