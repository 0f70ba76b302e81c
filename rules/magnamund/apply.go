package magnamund

import (
	"slices"

	"oriflamme/rules"
)

// Apply changes the battle as an event says.
func (b *Battle) Apply(e rules.Event) {
	s := &b.s
	switch e := e.(type) {
	case Deployed:
		for n, i := range b.company(e.Unit) {
			p := &s.Pieces[i]
			p.Facing, p.Hidden, p.Placed = e.Facing, e.Hidden, true
			if !b.measured() {
				p.Cell = e.Cells[n]
			}
			b.occupy(i, true)
		}
		if s.Side = b.nextToDeploy(); s.Side == none {
			s.Phase, s.Side = phaseInitiative, 0
		}
	case Attuned:
		b.applyAttuned(e)
	case SpellsDealt:
		s.Drawn = true
		h := b.hand(b.find(e.Piece))
		h.Cards = append(h.Cards, e.Cards...)
	case TurnBegan:
		b.applyTurn(e)
	case StepBegan:
		b.applyStep(e)
	case Shot:
		for _, id := range e.Shooters {
			p := b.p(id)
			p.Shots++
			p.Loading = p.Loading || s.Phase == phaseFire1
		}
	case Struck:
		b.applyStruck(e)
	case Wounded:
		b.plight++ // who may move, and how far
		b.applyWound(e)
	case Killed:
		b.applyKilled(e)
	case Moved:
		b.applyMoved(e)
	case Left:
		i := b.find(e.Piece)
		b.occupy(i, false)
		s.Pieces[i].Out = true
	case Revealed:
		i := b.find(e.Piece)
		s.Pieces[i].Hidden = false
		b.unseen.drop(i)
		b.scene++
	case SkillUsed:
		b.applySkill(e)
	case Healed:
		b.plight++
		p := b.p(e.Piece)
		w := decodeWound(p.Wounds[e.Wound])
		if w.Severity = e.Severity; e.Severity == "" {
			rest := append(slices.Clone(p.Wounds[:e.Wound]), p.Wounds[e.Wound+1:]...)
			copy(p.Wounds[:], append(rest, 0))
			p.Hurts--
		} else {
			p.Wounds[e.Wound] = w.code()
		}
	case Entranced:
		p := b.p(e.Piece)
		p.StillOn, p.HeldFrom, p.HeldTo, p.HeldBy = s.Turn, s.Turn+1, e.Until, e.By
		b.stand() // it may have been under another's till now
	case SpellCast:
		h := b.hand(b.find(e.Caster))
		h.Cards = without(h.Cards, e.Spell)
	case Enchanted:
		b.plight++
		b.applyEnchanted(e)
	case CardTaken:
		from, to := b.hand(b.find(e.From)), b.hand(b.find(e.To))
		from.Cards = without(from.Cards, e.Card)
		to.Cards = append(to.Cards, e.Card)
	case Steeled:
		s.Units[b.troopOf(e.Unit)].Steeled = true
	case Tested:
		b.applyTested(e)
	case Fled:
		s.Fleeing = 0
		for _, unit := range e.Near {
			s.Units[b.troopOf(unit)].RoutNear = true
		}
	case BattleEnded:
		s.Phase, s.Winner, s.Reason = phaseOver, e.Winner, e.Reason
	}
}

func (b *Battle) p(id string) *pieceState { return &b.s.Pieces[b.find(id)] }

// without takes one card out of a hand.
func without(cards []string, card string) []string {
	i := slices.Index(cards, card)
	return append(slices.Clone(cards[:i]), cards[i+1:]...)
}

// company lists the pieces of a unit, or the one piece of that id.
func (b *Battle) company(unit string) []int {
	for _, t := range b.troops {
		if t.id == unit {
			return t.figures
		}
	}
	if i := b.find(unit); i >= 0 {
		return []int{i}
	}
	return nil
}

// nextToDeploy is the side that deploys next: the first side all of its own, then the second.
func (b *Battle) nextToDeploy() int {
	for side := range 2 {
		for i, f := range b.figures {
			if f.side == side && !b.s.Pieces[i].Placed {
				return side
			}
		}
	}
	return none
}

func (b *Battle) applyTurn(e TurnBegan) {
	s := &b.s
	s.Turn, s.Red = e.Turn, e.Red
	for i := range s.Pieces {
		p := &s.Pieces[i]
		p.Spent, p.Moved, p.Loading, p.Attacks, p.Hit, p.Animal = 0, false, false, 0, false, none
	}
	for u := range s.Units {
		n := &s.Units[u]
		*n = unitState{
			AtTurn: b.strength(u), Brutal: n.Brutal, Steeled: n.Steeled, Rout: n.Rout, CarriedOn: n.CarriedOn,
			Caster: none, Killer: none, Flanker: none, Monster: none, Haunter: none,
		}
	}
	for i := range s.Pieces {
		if b.sideOf(i) != b.sides[b.seatOf(i)] {
			b.stand() // who is under Hypnosis changes sides
			break
		}
	}
	for i := range s.Pieces {
		b.haunt(i)
	}
}

func (b *Battle) applyStep(e StepBegan) {
	s := &b.s
	if s.Phase == phaseCombat && (e.Phase != phaseCombat || e.Side != s.Side) {
		for i := range s.Pieces { // a parry costs one combat step, which is over
			if s.Pieces[i].Debt && b.sideOf(i) == s.Side {
				s.Pieces[i].Debt = false
			}
		}
	}
	s.Phase, s.Side = e.Phase, e.Side
	if e.Phase == phaseInitiative {
		return
	}
	if e.Phase == phaseMovement && b.setup.Version >= wholeUnits && !b.measured() {
		for u := range s.Units {
			s.Units[u].Whole = b.troops[u].side == e.Side && b.kinOf(u, none).groups < 2
		}
	}
	for i := range s.Pieces {
		s.Pieces[i].Shots = 0
	}
}

func (b *Battle) applyStruck(e Struck) {
	target := b.find(e.Target)
	u := b.figures[target].unit
	for _, id := range e.Attackers {
		i := b.find(id)
		p := &b.s.Pieces[i]
		p.Attacks++
		p.Hit = len(e.Attackers) == 1 && e.Hits > 0
		if own := b.figures[i].unit; own != none && b.figures[target].monster {
			b.s.Units[own].Fought, b.s.Units[own].Monster = true, target
		}
		if u != none && b.figures[i].monster {
			b.s.Units[u].Fought, b.s.Units[u].Monster = true, i
		}
		if u != none && (e.Aspect == "flank" || e.Aspect == "rear") {
			b.s.Units[u].Flanked, b.s.Units[u].Flanker = true, i
		}
	}
	if e.Parried {
		b.s.Pieces[target].Debt = true
	}
}

func (b *Battle) applyWound(e Wounded) {
	p := b.p(e.Piece)
	if e.Ignored == "hard-as-iron" {
		p.IronUsed = true
	}
	if e.Ignored != "none" {
		return
	}
	w := wound{e.Location, e.Severity}
	if p.Hurts < maxWounds {
		p.Wounds[p.Hurts] = w.code()
		p.Hurts++
	}
	if b.figures[b.find(e.Piece)].table.does(w).Stunned {
		p.StunnedOn = b.s.Turn + 1
	}
}

func (b *Battle) applyKilled(e Killed) {
	i, by := b.find(e.Piece), b.find(e.By)
	b.occupy(i, false)
	b.s.Pieces[i].Out = true
	f := &b.figures[i]
	if by >= 0 && b.figures[by].side != f.side {
		b.s.Pieces[by].Kills++
	}
	if f.unit != none {
		n := &b.s.Units[f.unit]
		n.Killer = by
		n.Executed += count(e.Cause == "brutality")
	}
	if e.Cause == "spell" {
		b.frighten(i, by)
	}
	if b.general[f.side] == i {
		for u, t := range b.troops {
			if t.side == f.side {
				b.s.Units[u].General = true
			}
		}
	}
}

func (b *Battle) applyMoved(e Moved) {
	i := b.find(e.Piece)
	p := &b.s.Pieces[i]
	b.occupy(i, false)
	p.Cell, p.Facing = e.Cell, e.Facing
	b.occupy(i, true)
	p.Spent += e.Spent
	p.Leaps += e.Leaps
	switch e.Cause {
	case "move", "guide", "stagger":
		p.Moved = true
	case "animal":
		p.Animal = none
	case "wings":
		p.WingsOn = b.s.Turn
	}
	b.haunt(i)
}

// haunt notes units that have come into an aura, or whom it has come to.
func (b *Battle) haunt(i int) {
	if b.measured() || !b.alive(i) {
		return
	}
	for a, h := range b.haunters {
		switch u := b.figures[i].unit; {
		case !b.alive(h):
		case h == i:
			for j := range b.figures {
				b.meet(a, h, j)
			}
		case u != none:
			b.meet(a, h, i)
		}
	}
}

// meet notes the unit of a piece that stands in an aura.
func (b *Battle) meet(a, h, i int) {
	if u := b.figures[i].unit; u != none && b.alive(i) && b.reaches(h, i) <= auraRadius {
		b.s.Units[u].Haunted |= 1 << a
		b.s.Units[u].Haunter = h
	}
}

func (b *Battle) applySkill(e SkillUsed) {
	i := b.find(e.Piece)
	p := &b.s.Pieces[i]
	switch e.Skill {
	case "animal-kinship":
		p.Shots++
		if e.Success {
			b.p(e.Target).Animal = i
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
	for _, id := range e.Pieces {
		i := b.find(id)
		p := &b.s.Pieces[i]
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
		u := b.figures[i].unit
		if u == none {
			continue
		}
		if e.Spell == "doom-and-despair" {
			b.s.Units[u].Doomed = true
			b.s.Units[u].Caster = caster
		} else if e.Spell == "rust" {
			b.frighten(i, caster)
		}
	}
}

// frighten notes that an enemy spell worked on a piece of a unit (MG-MOR-2a).
func (b *Battle) frighten(i, caster int) {
	if u := b.figures[i].unit; u != none && caster >= 0 && b.figures[caster].side != b.figures[i].side {
		b.s.Units[u].BySpell, b.s.Units[u].Caster = true, caster
	}
}

func (b *Battle) applyTested(e Tested) {
	u := b.troopOf(e.Unit)
	n := &b.s.Units[u]
	n.Tested, n.Doomed = true, false
	n.Brutal = n.Brutal || e.Brutal
	n.Rout = 0
	for _, id := range e.Auras {
		n.Haunted |= 1 << slices.Index(b.haunters, b.find(id))
	}
	if b.measured() && e.Result != "carry-on" {
		b.s.Fleeing = u + 1
	}
	switch e.Result {
	case "carry-on":
		n.CarriedOn |= n.Haunted
	case "rout":
		n.Routed, n.Rout = true, b.troops[u].p.sheet.Morale.Rout
		if b.measured() {
			return // the players say who saw it
		}
		cells := b.cellsOf(u)
		for v, t := range b.troops {
			if v != u && t.side == b.troops[u].side && !b.s.Units[v].Tested && near(b.cellsOf(v), cells, routRadius) {
				b.s.Units[v].RoutNear = true
			}
		}
	}
}

func (b *Battle) troopOf(id string) int {
	return slices.IndexFunc(b.troops, func(t troop) bool { return t.id == id })
}
