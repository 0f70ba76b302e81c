package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// castBy checks the caster of a spell.
func (b *Battle) castBy(c Cast) (int, *rules.Fault) {
	if f := b.in(phases[:]...); f != nil {
		return none, f
	}
	i, f := b.own(c.Seat, c.Caster, "caster")
	if f != nil {
		return none, f
	}
	h := b.hand(i)
	if h == nil {
		return none, rules.Breaks("MG-MAG-1", "caster", "it is no magician")
	}
	if b.stunned(i) || b.veiled(i) || b.still(i) || b.entranced(i) || b.s.Pieces[i].Hidden {
		return none, rules.Breaks("MG-AMB-35", "caster", "the caster cannot cast now")
	}
	if !slices.Contains(h.Cards, c.Spell) {
		return none, rules.Breaks("MG-MAG-5", "spell", "the caster has no such card")
	}
	return i, nil
}

// aimed are the spells that need no target: those on the caster.
func aimed(spell string) bool { return spell != "wings-of-ether" }

// castAt checks the target of a spell.
func (b *Battle) castAt(i int, c Cast) (int, *rules.Fault) {
	book := spellBook[c.Spell]
	if !aimed(c.Spell) {
		return none, forbid(c.Target != "", book.rule, "target", "it works on the caster")
	}
	j, f := b.seen(c.Target, "target")
	if f != nil {
		return none, f
	}
	foe := b.sideOf(i) != b.sideOf(j)
	distance := 0
	if i != j {
		distance = b.reaches(i, j)
	}
	p := b.figures[j].p
	switch c.Spell {
	case "battle-madness", "enchanted-aim", "veil-of-protection", "heal":
		f = forbid(foe, book.rule, "target", "it is for friends")
	case "doom-and-despair":
		f = forbid(!foe || b.figures[j].unit == none, book.rule, "target", "it is for units of the enemy")
	case "rust", "fireball":
		f = forbid(!foe, book.rule, "target", "it is for enemies")
	case "spell-theft":
		f = forbid(i == j || b.hand(j) == nil, book.rule, "target", "it is for other magicians")
	case "lightning":
		f = forbid(i == j, book.rule, "target", "it strikes others")
	}
	if f != nil {
		return none, f
	}
	if c.Spell == "heal" && (p.Category == "soldier" || p.Category == "monster" || c.Wound >= b.s.Pieces[j].Hurts) {
		return none, rules.Breaks(book.rule, "target", "there is no such wound of a hero")
	}
	if book.reach > 0 && distance > book.reach {
		return none, rules.Breaks(book.rule, "target", "it is out of range")
	}
	switch c.Spell {
	case "fireball", "doom-and-despair", "lightning", "rust", "spell-theft":
		if visible, _ := b.sees(i, j); !visible {
			return none, rules.Breaks(book.rule, "target", "the caster does not see it")
		}
	}
	return j, nil
}

func (b *Battle) playCast(t *rules.Turn, c Cast) *rules.Fault {
	i, f := b.castBy(c)
	if f != nil {
		return f
	}
	j, f := b.castAt(i, c)
	if f != nil {
		return f
	}
	r := casting{Spell: c.Spell, MagicPower: b.figures[i].p.MagicPower}.throw(t.Cup)
	t.Emit(SpellCast{c.Caster, c.Spell, c.Target, r.Chance, r.Roll, r.Success})
	if j != none && b.veiled(j) && (r.Success || c.Spell != "fireball" && c.Spell != "lightning" && c.Spell != "doom-and-despair") {
		return nil // magic has no effect on it (MG-SPELL-4)
	}
	switch c.Spell {
	case "fireball":
		if !r.Success {
			j = b.beside(i, j)
		}
		b.scorch(t, i, j)
	case "lightning":
		if !r.Success {
			j = i
		}
		b.scorch(t, i, j)
	case "heal":
		b.mend(t, i, j, c.Wound, r.Success)
	case "doom-and-despair":
		b.dread(t, i, j, r.Success)
	case "spell-theft":
		b.steal(t, i, j, r.Success)
	case "wings-of-ether":
		b.fly(t, i, r.Success)
	default:
		if r.Success {
			b.enchant(t, i, j, c.Spell)
		}
	}
	return nil
}

// beside finds the friend nearest to a fireball's target, whom a failure strikes (MG-SPELL-1).
func (b *Battle) beside(i, j int) int {
	least, at := 0, none
	for k := range b.figures {
		if k != i && k != j && b.alive(k) && !b.s.Pieces[k].Hidden && b.sideOf(k) == b.sideOf(i) {
			if d := b.reaches(j, k); at == none || d < least {
				least, at = d, k
			}
		}
	}
	return at
}

// scorch is the hit of a spell, if it strikes anybody whom no veil protects.
func (b *Battle) scorch(t *rules.Turn, i, j int) {
	if j == none || b.veiled(j) {
		return
	}
	v := b.victim(j)
	if j == i {
		v = victim{Category: "magician"}
	}
	h := blow{source: "spell"}.strike(t.Cup, &v, false)
	b.suffer(t, j, i, h.Outcome, h.Wound, "spell")
}

// mend treats a wound, for better or worse (MG-SPELL-5).
func (b *Battle) mend(t *rules.Turn, i, j, at int, success bool) {
	w := b.woundsOf(j)[at]
	if success {
		t.Emit(healedTo(b.id(j), at, w.graver(-1), "MG-SPELL-5"))
		return
	}
	if w.Severity == "critical" {
		return
	}
	after := w.graver(1)
	t.Emit(healedTo(b.id(j), at, after, "MG-SPELL-5"))
	if b.figures[j].table.does(*after).Dead {
		t.Emit(Killed{b.id(j), b.id(i), "spell"})
	}
}

// members lists the pieces on which a spell for a hero or a whole unit works.
func (b *Battle) members(j int) (ids []string) {
	u := b.figures[j].unit
	if u == none {
		return []string{b.id(j)}
	}
	for _, k := range b.troops[u].figures {
		if b.alive(k) {
			ids = append(ids, b.id(k))
		}
	}
	return ids
}

// enchant is the success of the spells that last (MG-SPELL-2, MG-SPELL-3, MG-SPELL-4, MG-SPELL-8).
func (b *Battle) enchant(t *rules.Turn, i, j int, spell string) {
	e := Enchanted{Spell: spell, Pieces: b.members(j), Caster: b.id(i), Turn: b.s.Turn}
	side := b.sideOf(j)
	begun := side == b.s.Side || side == b.s.Red // its step of this phase
	switch spell {
	case "battle-madness":
		e.Phase, e.Turn = nextPhase(b.s.Turn, b.s.Phase, begun, "combat")
	case "enchanted-aim":
		e.Phase, e.Turn = nextPhase(b.s.Turn, b.s.Phase, begun, "fire-1", "fire-2")
	case "veil-of-protection":
		e.Pieces, e.Turn = []string{b.id(j)}, b.s.Turn+veilTurns
	}
	t.Emit(e)
}

// dread has an enemy unit test or, on a failure, the nearest friendly one; at once
// when its step is over (MG-SPELL-6, ruling MG-AMB-59).
func (b *Battle) dread(t *rules.Turn, i, j int, success bool) {
	u := b.figures[j].unit
	if success && b.veiled(j) && b.strength(u) == 1 {
		return
	}
	if !success {
		least := 0
		u = none
		for v, troop := range b.troops {
			if troop.side != b.figures[i].side || b.strength(v) == 0 {
				continue
			}
			if d := grid.Nearest(b.piece(i).cells(), b.cellsOf(v)); u == none || d < least {
				u, least = v, d
			}
		}
	}
	if u == none {
		return
	}
	var pieces []string
	for _, k := range b.troops[u].figures {
		if b.alive(k) {
			pieces = append(pieces, b.id(k))
		}
	}
	t.Emit(Enchanted{"doom-and-despair", pieces, b.id(i), "", b.s.Turn})
	side := b.troops[u].side
	if b.s.Phase == phaseMorale && side != b.s.Side && side == b.s.Red && !b.s.Units[u].Tested {
		b.test(t, u)
	}
}

// steal moves a card to the caster or, on a failure, to his victim (MG-SPELL-9).
func (b *Battle) steal(t *rules.Turn, i, j int, success bool) {
	from, to := j, i
	if !success {
		from, to = i, j
	}
	cards := slices.Clone(b.hand(from).Cards)
	if len(cards) == 0 {
		return
	}
	slices.Sort(cards)
	cards = slices.Compact(cards)
	n := t.Ask("MG-SPELL-9", b.seatOf(to), "steal-card", cards...)
	t.Emit(CardTaken{b.id(from), b.id(to), cards[n]})
}

// fly puts the caster on any free cell, or where an opponent wants him (MG-SPELL-10).
func (b *Battle) fly(t *rules.Turn, i int, success bool) {
	asked := b.seatOf(i)
	g := b.ground(b.sideOf(i))
	if !success {
		asked = rules.Seat(slices.Index(b.sides, 1-b.sideOf(i)))
	}
	var cells []grid.Cell
	var options []string
	for at := range g.land {
		cell := grid.Cell{X: at % g.width, Y: at / g.width}
		there := piece{stand{cell, b.s.Pieces[i].Facing}, b.figures[i].p.Mounted}
		fits := true
		for _, c := range there.cells() {
			fits = fits && g.on(c) && g.holder(c) == nobody && b.figures[i].costs.land[g.terrain(c)] != impassable && (success || !g.engaged(c))
		}
		if fits {
			cells, options = append(cells, cell), append(options, cellName(cell))
		}
	}
	if cells == nil {
		return
	}
	n := t.Ask("MG-SPELL-10", asked, "wings", options...)
	cause := "wings"
	if !success {
		cause = "wings-astray"
	}
	t.Emit(Moved{b.id(i), cells[n], b.s.Pieces[i].Facing, 0, 0, cause})
	b.reveal(t)
}
