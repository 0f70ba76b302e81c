package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// Apply changes the battle as an event says.
func (b *Battle) Apply(e rules.Event) {
	s := &b.s
	switch e := e.(type) {
	case Deployed:
		for n, i := range b.troopsOf(e.Unit) {
			p := &s.Troops[i]
			p.Facing, p.Hidden, p.Placed = e.Facing, e.Hidden, true
			if !b.measured() {
				p.Cell = e.Cells[n]
			}
			b.occupy(i, true)
		}
		if s.Side = b.nextToDeploy(); s.Side == noUnit {
			s.Phase, s.Side = phaseInitiative, 0
		}
	case Attuned:
		b.applyAttuned(e)
	case SpellsDealt:
		s.Drawn = true
		h := b.spellHandOf(b.find(e.Troop))
		h.Cards = append(h.Cards, e.Cards...)
	case TurnBegan:
		b.applyTurn(e)
	case StepBegan:
		b.applyStep(e)
	case Shot:
		for _, id := range e.Shooters {
			p := b.troopState(id)
			p.Shots++
			p.Loading = p.Loading || s.Phase == phaseFire1
		}
	case Struck:
		b.applyStruck(e)
	case Wounded:
		b.conditionsVersion++ // changes who may move, and how far
		b.applyWound(e)
	case Killed:
		b.applyKilled(e)
	case Moved:
		b.applyMoved(e)
	case Left:
		i := b.find(e.Troop)
		b.occupy(i, false)
		b.forgetPlace(i)
		s.Troops[i].Out = true
	case Revealed:
		i := b.find(e.Troop)
		s.Troops[i].Hidden = false
		b.hiddenTroops.remove(i)
		b.placesVersion++
	case SkillUsed:
		b.applySkill(e)
	case Healed:
		b.conditionsVersion++
		p := b.troopState(e.Troop)
		w := ruling.DecodeWound(p.Wounds[e.Wound])
		if w.Severity = e.Severity; e.Severity == "" {
			rest := append(slices.Clone(p.Wounds[:e.Wound]), p.Wounds[e.Wound+1:]...)
			copy(p.Wounds[:], append(rest, 0))
			p.Hurts--
		} else {
			p.Wounds[e.Wound] = w.Encode()
		}
	case Entranced:
		p := b.troopState(e.Troop)
		p.StillOn, p.HeldFrom, p.HeldTo, p.HeldBy = s.Turn, s.Turn+1, e.Until, e.By
		b.placeAll() // it may have acted for another side till now
	case Corrected:
		b.applyCorrected(e)
	case Met:
		b.applyMet(e)
	case CoverStated:
		s.Covers = slices.DeleteFunc(s.Covers, func(c coverFact) bool { return c.From == e.From && c.Target == e.Target })
		s.Covers = append(s.Covers, coverFact(e))
	case FormationStated:
		for _, id := range e.Units {
			n := &s.Units[b.unitIndex(id)]
			n.Whole, n.Apart = e.Together, !e.Together
		}
	case MustCloseUp:
		s.Units[b.unitIndex(e.Unit)].Called = s.Turn
	case RankStated:
		i := b.find(e.Troop)
		s.Ranks = slices.DeleteFunc(s.Ranks, func(r [2]int) bool { return r[0] == i })
		s.Ranks = append(s.Ranks, [2]int{i, b.find(e.Ahead)})
	case Declined:
		s.Declined = append(s.Declined, e.Seat)
	case SpellCast:
		h := b.spellHandOf(b.find(e.Caster))
		h.Cards = withoutCard(h.Cards, e.Spell)
	case Enchanted:
		b.conditionsVersion++
		b.applyEnchanted(e)
	case CardTaken:
		from, to := b.spellHandOf(b.find(e.From)), b.spellHandOf(b.find(e.To))
		from.Cards = withoutCard(from.Cards, e.Card)
		to.Cards = append(to.Cards, e.Card)
	case Steeled:
		s.Units[b.unitIndex(e.Unit)].Steeled = true
	case Tested:
		b.applyTested(e)
	case Fled:
		s.Fleeing = 0
		for _, i := range b.units[b.unitIndex(e.Unit)].troops {
			b.forgetPlace(i)
		}
		for _, unit := range e.Near {
			s.Units[b.unitIndex(unit)].RoutNear = true
		}
	case BattleEnded:
		s.Phase, s.Winner, s.Reason = phaseOver, e.Winner, e.Reason
	}
}

func (b *Battle) troopState(id string) *troopState { return &b.s.Troops[b.find(id)] }

// withoutCard removes one card from a hand.
func withoutCard(cards []string, card string) []string {
	i := slices.Index(cards, card)
	return append(slices.Clone(cards[:i]), cards[i+1:]...)
}

// troopsOf lists the troops of a unit, or the single troop with that id.
func (b *Battle) troopsOf(unit string) []int {
	if u := b.unitIndex(unit); u >= 0 {
		return b.units[u].troops
	}
	if i := b.find(unit); i >= 0 {
		return []int{i}
	}
	return nil
}

// nextToDeploy is the side that deploys next: the first side until all its units are
// deployed, then the second.
func (b *Battle) nextToDeploy() int {
	for side := range 2 {
		if b.toDeploy(side) != nil {
			return side
		}
	}
	return noUnit
}

func (b *Battle) applyTurn(e TurnBegan) {
	s := &b.s
	s.Turn, s.Red = e.Turn, e.Red
	for i := range s.Troops {
		p := &s.Troops[i]
		p.Spent, p.Moved, p.Loading, p.Attacks, p.Hit, p.Animal = 0, false, false, 0, false, noUnit
	}
	for u := range s.Units {
		if !b.since(versionAnswers) {
			s.Units[u].endTurn()
		}
		s.Units[u].AtTurn = b.strength(u)
	}
	for i := range s.Troops {
		if b.sideOf(i) != b.sideOfSeat[b.seatOf(i)] {
			b.placeAll() // troops under Hypnosis change sides
			break
		}
	}
	for i := range s.Troops {
		b.noteAuras(i)
	}
}

// endTurn forgets what counts for one turn only.
func (n *unitState) endTurn() {
	*n = unitState{
		Brutal: n.Brutal, Steeled: n.Steeled, Rout: n.Rout, CarriedOn: n.CarriedOn,
		Caster: noUnit, Killer: noUnit, Flanker: noUnit, Monster: noUnit, Haunter: noUnit,
	}
}

func (b *Battle) applyStep(e StepBegan) {
	s := &b.s
	if s.Phase == phaseCombat && (e.Phase != phaseCombat || e.Side != s.Side) {
		for i := range s.Troops { // a parry costs one combat step, which is now over
			if s.Troops[i].Debt && b.sideOf(i) == s.Side {
				s.Troops[i].Debt = false
			}
		}
	}
	s.Phase, s.Side, s.Declined = e.Phase, e.Side, nil
	if e.Phase == phaseInitiative {
		for u := range s.Units {
			if b.since(versionAnswers) { // spells cast from now on belong to the next turn
				s.Units[u].endTurn()
			}
		}
		return
	}
	if e.Phase == phaseMovement && b.setup.Version >= versionWholeUnits && !b.measured() {
		for u := range s.Units {
			s.Units[u].Whole = b.units[u].side == e.Side && b.groupsOf(u, noUnit).groups < 2
		}
	}
	for i := range s.Troops {
		s.Troops[i].Shots = 0
	}
}

func (b *Battle) applyStruck(e Struck) {
	target := b.find(e.Target)
	u := b.troops[target].unit
	for _, id := range e.Attackers {
		i := b.find(id)
		p := &b.s.Troops[i]
		p.Attacks++
		p.Hit = len(e.Attackers) == 1 && e.Hits > 0
		if own := b.troops[i].unit; own != noUnit && b.troops[target].monster {
			b.s.Units[own].Fought, b.s.Units[own].Monster = true, target
		}
		if u != noUnit && b.troops[i].monster {
			b.s.Units[u].Fought, b.s.Units[u].Monster = true, i
		}
		if u != noUnit && (e.Aspect == "flank" || e.Aspect == "rear") {
			b.s.Units[u].Flanked, b.s.Units[u].Flanker = true, i
		}
	}
	if e.Parried {
		b.s.Troops[target].Debt = true
	}
}

func (b *Battle) applyWound(e Wounded) {
	p := b.troopState(e.Troop)
	if e.Ignored == "hard-as-iron" {
		p.IronUsed = true
	}
	if e.Ignored != "none" {
		return
	}
	w := ruling.Wound{Location: e.Location, Severity: e.Severity}
	if p.Hurts < maxWounds {
		p.Wounds[p.Hurts] = w.Encode()
		p.Hurts++
	}
	if b.troops[b.find(e.Troop)].damage.EffectOf(w).Stunned {
		p.StunnedOn = b.s.Turn + 1
	}
}

func (b *Battle) applyKilled(e Killed) {
	i, by := b.find(e.Troop), b.find(e.By)
	b.occupy(i, false)
	b.forgetPlace(i)
	b.s.Troops[i].Out = true
	f := &b.troops[i]
	if by >= 0 && b.troops[by].side != f.side {
		b.s.Troops[by].Kills++
	}
	if f.unit != noUnit {
		n := &b.s.Units[f.unit]
		n.Killer = by
		n.Executed += rules.BoolToInt(e.Cause == "brutality")
	}
	if e.Cause == "spell" {
		b.noteEnemySpell(i, by)
	}
	if b.general[f.side] == i {
		for u, t := range b.units {
			if t.side == f.side {
				b.s.Units[u].General = true
			}
		}
	}
}

func (b *Battle) applyMoved(e Moved) {
	i := b.find(e.Troop)
	p := &b.s.Troops[i]
	b.occupy(i, false)
	b.forgetPlace(i)
	p.Cell, p.Facing = e.Cell, e.Facing
	b.occupy(i, true)
	p.Spent += e.Spent
	p.Leaps += e.Leaps
	switch e.Cause {
	case "move", "guide", "stagger":
		p.Moved = true
	case "animal":
		p.Animal = noUnit
	case "wings":
		p.WingsOn = b.turnNow()
	}
	b.noteAuras(i)
}

// noteAuras records the units that came into an aura, or that an aura came to.
func (b *Battle) noteAuras(i int) {
	if b.measured() || !b.inPlay(i) {
		return
	}
	for a, h := range b.auraBearers {
		switch u := b.troops[i].unit; {
		case !b.inPlay(h):
		case h == i:
			for j := range b.troops {
				b.noteAura(a, h, j)
			}
		case u != noUnit:
			b.noteAura(a, h, i)
		}
	}
}

// noteAura records that the unit of a troop was in an aura.
func (b *Battle) noteAura(a, h, i int) {
	if u := b.troops[i].unit; u != noUnit && b.inPlay(i) && b.distanceBetween(h, i) <= ruling.AuraRadius {
		b.s.Units[u].Haunted |= 1 << a
		b.s.Units[u].Haunter = h
	}
}

func (b *Battle) applySkill(e SkillUsed) {
	i := b.find(e.Troop)
	p := &b.s.Troops[i]
	switch e.Skill {
	case "animal-kinship":
		p.Shots++
		if e.Success {
			b.troopState(e.Target).Animal = i
		}
	case "healing":
		p.Shots++
		p.Heals++
	case "mind-blast":
		p.Shots++
		p.Minds++
	case "hypnosis":
		p.Trances++
	case "sixth-sense":
		p.Sensed = b.s.Turn
	}
}

func (b *Battle) applyEnchanted(e Enchanted) {
	caster := b.find(e.Caster)
	for _, id := range e.Troops {
		i := b.find(id)
		p := &b.s.Troops[i]
		switch e.Spell {
		case "battle-madness":
			p.MadOn = e.Turn
		case "enchanted-aim":
			p.AimOn, p.AimPhase = e.Turn, e.Phase
		case "veil-of-protection":
			p.VeiledTo = e.Turn
		case "rust":
			p.Rusted = true
		}
		u := b.troops[i].unit
		if u == noUnit {
			continue
		}
		if e.Spell == "doom-and-despair" {
			b.s.Units[u].Doomed = true
			b.s.Units[u].Caster = caster
		} else if e.Spell == "rust" {
			b.noteEnemySpell(i, caster)
		}
	}
}

// noteEnemySpell records that an enemy spell affected a troop of a unit (MG-MOR-2a).
func (b *Battle) noteEnemySpell(i, caster int) {
	if u := b.troops[i].unit; u != noUnit && caster >= 0 && b.troops[caster].side != b.troops[i].side {
		b.s.Units[u].BySpell, b.s.Units[u].Caster = true, caster
	}
}

func (b *Battle) applyTested(e Tested) {
	u := b.unitIndex(e.Unit)
	n := &b.s.Units[u]
	n.Tested, n.Doomed = true, false
	n.Brutal = n.Brutal || e.Brutal
	n.Rout = 0
	for _, id := range e.Auras {
		n.Haunted |= 1 << slices.Index(b.auraBearers, b.find(id))
	}
	if b.measured() && e.Result != "carry-on" {
		b.s.Fleeing = u + 1
	}
	switch e.Result {
	case "carry-on":
		n.CarriedOn |= n.Haunted
	case "rout":
		n.Routed, n.Rout = true, b.units[u].profile.sheet.Morale.Rout
		if b.measured() {
			return // the players state who saw it
		}
		cells := b.cellsOf(u)
		for v, t := range b.units {
			if v != u && t.side == b.units[u].side && !b.s.Units[v].Tested && ruling.WithinDistance(b.cellsOf(v), cells, ruling.RoutRadius) {
				b.s.Units[v].RoutNear = true
			}
		}
	}
}

func (b *Battle) unitIndex(id string) int {
	return slices.IndexFunc(b.units, func(t unitInfo) bool { return t.id == id })
}
