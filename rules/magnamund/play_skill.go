package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// skillPowers lists the powers that give each skill.
var skillPowers = map[string][]ruling.Power{
	"animal-kinship": {"animal-kinship"}, "healing": {"healing"}, "mind-blast": {"kai-mind-blast", ruling.MindBlast},
	"hypnosis": {"hypnosis"}, "sixth-sense": {"sixth-sense"},
}

var skillNames = [...]string{"animal-kinship", "healing", "mind-blast", "hypnosis", "sixth-sense"}

func (p *Profile) hasSkill(skill string) bool {
	return slices.ContainsFunc(skillPowers[skill], p.has)
}

// hasSkillLeft reports whether a troop has a skill to use in Fire 1.
func (b *Battle) hasSkillLeft(i int) bool {
	p, s := b.troops[i].profile, &b.s.Troops[i]
	return s.Shots == 0 && (p.has("animal-kinship") || p.has("healing") && s.Heals < ruling.HealingsPerBattle || p.hasSkill("mind-blast") && s.Minds < ruling.PsychicsPerBattle) ||
		p.has("hypnosis") && s.Trances == 0
}

// checkSkill checks the use of a skill, and returns its user and target.
func (b *Battle) checkSkill(c UseSkill) (i, j int, fault *rules.Fault) {
	if i, fault = b.ownTroop(c.Seat, c.Troop, "piece"); fault != nil {
		return
	}
	if !b.troops[i].profile.hasSkill(c.Skill) || !b.canAct(i) {
		return i, noUnit, rules.Breaks("MG-R-9", "skill", "the piece cannot use it")
	}
	if c.Skill == "sixth-sense" {
		return i, noUnit, b.checkSense(i)
	}
	if j, fault = b.visibleTroop(c.Target, "target"); fault != nil {
		return
	}
	if b.veiled(j) {
		return i, j, rules.Breaks("MG-SPELL-4", "target", "it is under a veil")
	}
	r, fault := b.skillFactsOf(&c, i, j, c.Skill == "mind-blast" || c.Skill == "hypnosis")
	if fault != nil {
		return i, j, fault
	}
	switch c.Skill {
	case "healing":
		return i, j, b.checkHealing(i, j, c.Wound, r)
	case "animal-kinship":
		in := ruling.AnimalInput{Phase: b.s.Phase, ShotThisPhase: b.s.Troops[i].Shots > 0, Target: "animal", Distance: r.distance}
		return i, j, rules.FirstFault(rules.ForbidIf(!b.troops[j].profile.Animal || b.troops[j].profile.Category == "monster", "MG-KAI-1", "target", "it is no animal"), in.Check())
	case "mind-blast":
		return i, j, rules.FirstFault(b.checkEnemy(i, j), b.psychicInputFor(i, j, r).Check())
	}
	return i, j, rules.FirstFault(b.checkEnemy(i, j), b.hypnosisInputFor(i, j, r).Check())
}

func (b *Battle) checkSense(i int) *rules.Fault {
	if b.s.Phase != phaseMovement || b.s.Troops[i].Sensed == b.s.Turn {
		return rules.Breaks("MG-KAI-8", "skill", "it is used once, in the movement step")
	}
	for j := range b.troops {
		if b.inPlay(j) && b.s.Troops[j].Hidden && b.sideOf(j) != b.sideOf(i) {
			return nil
		}
	}
	return rules.Breaks("MG-KAI-8", "skill", "nobody is hidden")
}

func (b *Battle) checkHealing(i, j, at int, r skillFacts) *rules.Fault {
	if b.sideOf(i) != b.sideOf(j) || at >= b.s.Troops[j].Hurts {
		return rules.Breaks("MG-KAI-3", "wound", "there is no such wound of a friend")
	}
	in := ruling.HealingInput{
		Phase: b.s.Phase, Uses: b.s.Troops[i].Heals, ShotThisPhase: b.s.Troops[i].Shots > 0,
		PatientCategory: b.troops[j].profile.Category, Wound: b.woundsOf(j)[at],
	}
	if i != j {
		in.Distance = r.distance
	}
	return in.Check()
}

func (b *Battle) psychicInputFor(i, j int, r skillFacts) ruling.PsychicInput {
	shield := b.troops[j].profile.has("kai-mind-shield") || b.troops[j].profile.has(ruling.MindShield)
	return ruling.PsychicInput{
		Phase: b.s.Phase, Uses: b.s.Troops[i].Minds, ShotThisPhase: b.s.Troops[i].Shots > 0, UserWounded: b.s.Troops[i].Hurts > 0,
		AdjacentEnemy: r.engaged, Distance: r.distance, TargetVisible: r.visible, Target: b.victimOf(j), PsychicShield: shield && b.canAct(j),
	}
}

func (b *Battle) hypnosisInputFor(i, j int, r skillFacts) ruling.HypnosisInput {
	return ruling.HypnosisInput{
		Phase: b.s.Phase, Turn: b.s.Turn, Uses: b.s.Troops[i].Trances, AdjacentEnemy: r.engaged, Distance: r.distance, TargetVisible: r.visible,
		TargetCategory: b.troops[j].profile.Category, MentalStrength: b.troops[j].profile.has("mental-strength"),
	}
}

func (b *Battle) playSkill(t *rules.Turn, c UseSkill) *rules.Fault {
	i, j, fault := b.checkSkill(c)
	if fault != nil {
		return fault
	}
	if b.askAnswers(t, c.Seat) {
		if !b.canAct(i) {
			return nil
		}
		if i, j, fault = b.checkSkill(c); fault != nil {
			t.Emit(SkillUsed{Troop: c.Troop, Skill: c.Skill, Target: c.Target}) // its target is gone
			return nil
		}
	}
	switch c.Skill {
	case "sixth-sense":
		roll, success := ruling.ThrowPercent(t.Roller, "skill", ruling.SixthSenseChance)
		t.Emit(SkillUsed{c.Troop, c.Skill, "", roll, success})
		for k := range b.troops {
			if success && b.inPlay(k) && b.s.Troops[k].Hidden && b.sideOf(k) != b.sideOf(i) {
				t.Emit(Revealed{b.id(k)})
			}
		}
	case "animal-kinship":
		roll, success := ruling.ThrowPercent(t.Roller, "skill", ruling.AnimalChance)
		t.Emit(SkillUsed{c.Troop, c.Skill, c.Target, roll, success})
	case "healing":
		roll, success := ruling.ThrowPercent(t.Roller, "skill", ruling.HealingChance)
		t.Emit(SkillUsed{c.Troop, c.Skill, c.Target, roll, success})
		if success {
			t.Emit(newHealed(c.Target, c.Wound, b.woundsOf(j)[c.Wound].HealedByKai(), "MG-KAI-3"))
		}
	case "mind-blast":
		r := b.psychicInputFor(i, j, skillFacts{}).Resolve(t.Roller)
		t.Emit(SkillUsed{c.Troop, c.Skill, c.Target, r.Roll, r.AttackHit})
		if r.ShieldRoll != nil {
			t.Emit(SkillUsed{c.Target, "mind-shield", c.Troop, *r.ShieldRoll, r.Shielded})
		}
		b.emitHit(t, j, i, r.Outcome, r.Wound, "mind-blast")
	case "hypnosis":
		r := b.hypnosisInputFor(i, j, skillFacts{}).Resolve(t.Roller)
		t.Emit(SkillUsed{c.Troop, c.Skill, c.Target, r.Roll, r.Outcome != "failed"})
		if r.Outcome == "hypnotised" {
			t.Emit(Entranced{c.Target, c.Seat, *r.ControlUntil})
		}
	}
	return nil
}

// newHealed is the event of a treated wound.
func newHealed(troop string, at int, w *ruling.Wound, law string) Healed {
	h := Healed{Troop: troop, Wound: at, Law: law}
	if w != nil {
		h.Severity = w.Severity
	}
	return h
}

// checkDrive checks the move of an animal that a Kai Lord controls (MG-KAI-1, ruling
// MG-AMB-42).
func (b *Battle) checkDrive(c Drive) (i int, fault *rules.Fault) {
	if fault = b.checkPhase(phaseMovement); fault != nil {
		return noUnit, fault
	}
	i = b.find(c.Troop)
	if i < 0 || !b.inPlay(i) {
		return noUnit, rules.Faultf(rules.OutOfRange, "piece", "there is no piece %q", c.Troop)
	}
	lord := b.s.Troops[i].Animal
	if lord == noUnit || !b.inPlay(lord) || b.seatOf(lord) != c.Seat {
		return noUnit, rules.Breaks("MG-KAI-1", "piece", "nobody of yours leads it")
	}
	if b.measured() {
		return i, rules.ForbidIf(c.To != nil, "MG-KAI-1", "to", "the players move it")
	}
	now := b.troopPlace(i)
	then := now
	if then.Facing = c.Facing; c.To != nil {
		then.Cell = *c.To
	}
	if then == now || grid.Distance(now.Cell, then.Cell) > 1 {
		return noUnit, rules.Breaks("MG-KAI-1", "to", "it goes to an adjacent cell or turns")
	}
	g := b.boardOf(b.sideOf(i))
	for _, cell := range then.Cells() {
		if !g.OnBoard(cell) || b.troops[i].costs.Land[g.Terrain(cell)] == ruling.Impassable {
			return noUnit, rules.Breaks("MG-KAI-1", "to", "it cannot stand there")
		}
		if k := int(b.troopAt[g.Index(cell)]); k >= 0 && k != i {
			return noUnit, rules.Breaks("MG-KAI-1", "to", "the cell is not free")
		}
	}
	return i, nil
}

func (b *Battle) playDrive(t *rules.Turn, c Drive) *rules.Fault {
	i, fault := b.checkDrive(c)
	if fault != nil {
		return fault
	}
	to := b.s.Troops[i].Cell
	if c.To != nil {
		to = *c.To
	}
	beside, fault := b.besideStated(i, c.Beside)
	if fault != nil {
		return fault
	}
	t.Emit(Moved{c.Troop, to, c.Facing, 0, 0, "animal"})
	if b.remembersTable() {
		b.emitMet(t, i, beside...)
	}
	b.revealSeen(t)
	return nil
}
