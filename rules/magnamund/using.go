package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// skillPowers are the powers that a skill may come from.
var skillPowers = map[string][]Power{
	"animal-kinship": {"animal-kinship"}, "healing": {"healing"}, "mind-blast": {"kai-mind-blast", mindBlast},
	"hypnosis": {"hypnosis"}, "sixth-sense": {"sixth-sense"},
}

var skillNames = [...]string{"animal-kinship", "healing", "mind-blast", "hypnosis", "sixth-sense"}

func (p *Profile) skilled(skill string) bool {
	for _, power := range skillPowers[skill] {
		if p.has(power) {
			return true
		}
	}
	return false
}

// skilled reports whether a piece has a skill left for Fire 1.
func (b *Battle) skilled(i int) bool {
	p, s := b.figures[i].p, &b.s.Pieces[i]
	return s.Shots == 0 && (p.has("animal-kinship") || p.has("healing") && s.Heals < healingsPerBattle || p.skilled("mind-blast") && s.Minds < psychicsPerBattle) ||
		p.has("hypnosis") && s.Trances == 0
}

// skill checks the use of a skill and returns who uses it on whom.
func (b *Battle) skill(c UseSkill) (i, j int, fault *rules.Fault) {
	if i, fault = b.own(c.Seat, c.Piece, "piece"); fault != nil {
		return
	}
	if !b.figures[i].p.skilled(c.Skill) || !b.free(i) {
		return i, none, rules.Breaks("MG-R-9", "skill", "the piece cannot use it")
	}
	if c.Skill == "sixth-sense" {
		return i, none, b.checkSense(i)
	}
	if j, fault = b.seen(c.Target, "target"); fault != nil {
		return
	}
	if b.veiled(j) {
		return i, j, rules.Breaks("MG-SPELL-4", "target", "it is under a veil")
	}
	r, fault := b.regardOf(&c, i, j, c.Skill == "mind-blast" || c.Skill == "hypnosis")
	if fault != nil {
		return i, j, fault
	}
	switch c.Skill {
	case "healing":
		return i, j, b.checkHealing(i, j, c.Wound, r)
	case "animal-kinship":
		in := animalInput{Phase: b.s.Phase, ShotThisPhase: b.s.Pieces[i].Shots > 0, Target: "animal", Distance: r.distance}
		return i, j, first(forbid(!b.figures[j].p.Animal || b.figures[j].p.Category == "monster", "MG-KAI-1", "target", "it is no animal"), in.check())
	case "mind-blast":
		return i, j, first(b.enemies(i, j), b.mindAttack(i, j, r).check())
	}
	return i, j, first(b.enemies(i, j), b.trance(i, j, r).check())
}

func (b *Battle) checkSense(i int) *rules.Fault {
	if b.s.Phase != phaseMovement || b.s.Pieces[i].Sensed == b.s.Turn {
		return rules.Breaks("MG-KAI-8", "skill", "it is used once, in the movement step")
	}
	for j := range b.figures {
		if b.alive(j) && b.s.Pieces[j].Hidden && b.sideOf(j) != b.sideOf(i) {
			return nil
		}
	}
	return rules.Breaks("MG-KAI-8", "skill", "nobody is hidden")
}

func (b *Battle) checkHealing(i, j, at int, r regard) *rules.Fault {
	if b.sideOf(i) != b.sideOf(j) || at >= b.s.Pieces[j].Hurts {
		return rules.Breaks("MG-KAI-3", "wound", "there is no such wound of a friend")
	}
	in := healingInput{
		Phase: b.s.Phase, Uses: b.s.Pieces[i].Heals, ShotThisPhase: b.s.Pieces[i].Shots > 0,
		PatientCategory: b.figures[j].p.Category, Wound: b.woundsOf(j)[at],
	}
	if i != j {
		in.Distance = r.distance
	}
	return in.check()
}

func (b *Battle) mindAttack(i, j int, r regard) mindAttack {
	shield := b.figures[j].p.has("kai-mind-shield") || b.figures[j].p.has(mindShield)
	return mindAttack{
		Phase: b.s.Phase, Uses: b.s.Pieces[i].Minds, ShotThisPhase: b.s.Pieces[i].Shots > 0, UserWounded: b.s.Pieces[i].Hurts > 0,
		AdjacentEnemy: r.engaged, Distance: r.distance, TargetVisible: r.visible, Target: b.victim(j), PsychicShield: shield && b.free(j),
	}
}

func (b *Battle) trance(i, j int, r regard) trance {
	return trance{
		Phase: b.s.Phase, Turn: b.s.Turn, Uses: b.s.Pieces[i].Trances, AdjacentEnemy: r.engaged, Distance: r.distance, TargetVisible: r.visible,
		TargetCategory: b.figures[j].p.Category, MentalStrength: b.figures[j].p.has("mental-strength"),
	}
}

func (b *Battle) playSkill(t *rules.Turn, c UseSkill) *rules.Fault {
	i, j, fault := b.skill(c)
	if fault != nil {
		return fault
	}
	switch c.Skill {
	case "sixth-sense":
		roll, success := throwAgainst(t.Cup, "skill", sixthSenseChance)
		t.Emit(SkillUsed{c.Piece, c.Skill, "", roll, success})
		for k := range b.figures {
			if success && b.alive(k) && b.s.Pieces[k].Hidden && b.sideOf(k) != b.sideOf(i) {
				t.Emit(Revealed{b.id(k)})
			}
		}
	case "animal-kinship":
		roll, success := throwAgainst(t.Cup, "skill", animalChance)
		t.Emit(SkillUsed{c.Piece, c.Skill, c.Target, roll, success})
	case "healing":
		roll, success := throwAgainst(t.Cup, "skill", healingChance)
		t.Emit(SkillUsed{c.Piece, c.Skill, c.Target, roll, success})
		if success {
			t.Emit(healedTo(c.Target, c.Wound, b.woundsOf(j)[c.Wound].healed(), "MG-KAI-3"))
		}
	case "mind-blast":
		r := b.mindAttack(i, j, regard{}).resolve(t.Cup)
		t.Emit(SkillUsed{c.Piece, c.Skill, c.Target, r.Roll, r.AttackHit})
		if r.ShieldRoll != nil {
			t.Emit(SkillUsed{c.Target, "mind-shield", c.Piece, *r.ShieldRoll, r.Shielded})
		}
		b.suffer(t, j, i, r.Outcome, r.Wound, "mind-blast")
	case "hypnosis":
		r := b.trance(i, j, regard{}).resolve(t.Cup)
		t.Emit(SkillUsed{c.Piece, c.Skill, c.Target, r.Roll, r.Outcome != "failed"})
		if r.Outcome == "hypnotised" {
			t.Emit(Entranced{c.Target, c.Seat, *r.ControlUntil})
		}
	}
	return nil
}

// healedTo tells what became of a wound.
func healedTo(piece string, at int, w *wound, law string) Healed {
	h := Healed{Piece: piece, Wound: at, Law: law}
	if w != nil {
		h.Severity = w.Severity
	}
	return h
}

// driven checks the move of an animal that a Kai Lord leads (MG-KAI-1, ruling MG-AMB-42).
func (b *Battle) driven(c Drive) (i int, fault *rules.Fault) {
	if fault = b.in(phaseMovement); fault != nil {
		return none, fault
	}
	i = b.find(c.Piece)
	if i < 0 || !b.alive(i) {
		return none, rules.Faultf(rules.OutOfRange, "piece", "there is no piece %q", c.Piece)
	}
	lord := b.s.Pieces[i].Animal
	if lord == none || !b.alive(lord) || b.seatOf(lord) != c.Seat {
		return none, rules.Breaks("MG-KAI-1", "piece", "nobody of yours leads it")
	}
	if b.measured() {
		return i, forbid(c.To != nil, "MG-KAI-1", "to", "the players move it")
	}
	now := b.piece(i)
	then := now
	if then.Facing = c.Facing; c.To != nil {
		then.Cell = *c.To
	}
	if then == now || grid.Distance(now.Cell, then.Cell) > 1 {
		return none, rules.Breaks("MG-KAI-1", "to", "it goes to an adjacent cell or turns")
	}
	g := b.ground(b.sideOf(i))
	for _, cell := range then.cells() {
		if !g.on(cell) || b.figures[i].costs.land[g.terrain(cell)] == impassable {
			return none, rules.Breaks("MG-KAI-1", "to", "it cannot stand there")
		}
		if k := int(b.at[g.index(cell)]); k >= 0 && k != i {
			return none, rules.Breaks("MG-KAI-1", "to", "the cell is not free")
		}
	}
	return i, nil
}

func (b *Battle) playDrive(t *rules.Turn, c Drive) *rules.Fault {
	i, fault := b.driven(c)
	if fault != nil {
		return fault
	}
	to := b.s.Pieces[i].Cell
	if c.To != nil {
		to = *c.To
	}
	t.Emit(Moved{c.Piece, to, c.Facing, 0, 0, "animal"})
	b.reveal(t)
	return nil
}
