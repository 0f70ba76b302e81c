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
	if f := b.mayCast(i); f != nil {
		return none, f
	}
	if !slices.Contains(h.Cards, c.Spell) {
		return none, rules.Breaks("MG-MAG-5", "spell", "the caster has no such card")
	}
	return i, nil
}

// noSpells refuses magicians who cannot cast now (ruling MG-AMB-35).
var noSpells = rules.Breaks("MG-AMB-35", "caster", "the caster cannot cast now")

// mayCast refuses a magician who cannot cast now, whatever the spell.
func (b *Battle) mayCast(i int) *rules.Fault {
	if !b.free(i) || b.entranced(i) || b.s.Pieces[i].Hidden {
		return noSpells
	}
	return nil
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
	p := b.figures[j].p
	switch c.Spell {
	case "doom-and-despair":
		f = forbid(!foe || b.figures[j].unit == none, book.rule, "target", "it is for units of the enemy")
	case "rust", "battle-madness", "enchanted-aim":
		f = forbid(p.Category == "monster", book.rule, "target", "it is for heroes and units")
	case "spell-theft":
		f = forbid(i == j || b.hand(j) == nil, book.rule, "target", "it is for other magicians")
	case "fireball", "lightning":
		f = forbid(i == j, book.rule, "target", "it strikes others")
	}
	if f != nil {
		return none, f
	}
	if c.Spell == "heal" && (p.Category == "soldier" || p.Category == "monster" || c.Wound >= b.s.Pieces[j].Hurts) {
		return none, rules.Breaks(book.rule, "target", "there is no such wound of a hero")
	}
	r, f := b.regardOfSpell(&c, i, j, book.reach)
	if f != nil {
		return none, f
	}
	if book.reach > 0 && r.distance > book.reach {
		return none, rules.Breaks(book.rule, "target", "it is out of range")
	}
	if sighted(c.Spell) && !r.visible {
		return none, rules.Breaks(book.rule, "target", "the caster does not see it")
	}
	return j, nil
}

// sighted are the spells whose target the caster must see.
func sighted(spell string) bool {
	switch spell {
	case "fireball", "doom-and-despair", "lightning", "rust", "spell-theft":
		return true
	}
	return false
}

// regardOfSpell is what a spell needs to know of the table. Of a target out of
// range nobody asks whether it is seen.
func (b *Battle) regardOfSpell(c *Cast, i, j, reach int) (regard, *rules.Fault) {
	if b.measured() {
		r := regard{distance: said(c.Distance, min(1, reach)), visible: said(c.Visible, true)}
		if i == j {
			r.distance = 0
		}
		return r, b.statedAround(c)
	}
	far := 0
	if i != j {
		far = b.reaches(i, j)
	}
	asked := sighted(c.Spell) && (reach == 0 || far <= reach)
	r := regard{distance: far}
	if asked && i != j {
		r.visible, _ = b.sees(i, j)
	}
	return r, first(
		countFact("distance", "MG-DIST-4", c.Distance, far),
		forbid(asked && c.Visible != nil && *c.Visible != r.visible, "MG-FIRE-4", "visible", "the board says otherwise"),
		forbid(c.Spell == "fireball" && c.Beside != "" && c.Beside != b.id(b.beside(i, j)), "MG-SPELL-1", "beside", "the board says otherwise"),
		forbid(c.Spell == "doom-and-despair" && c.NearUnit != "" && c.NearUnit != b.troopID(b.nearUnit(i)), "MG-SPELL-6", "nearest_unit", "the board says otherwise"),
	)
}

// statedAround checks whom the players name for the failure of a spell.
func (b *Battle) statedAround(c *Cast) *rules.Fault {
	i := b.find(c.Caster)
	if c.Beside != "" {
		if k := b.find(c.Beside); k < 0 || k == i || !b.alive(k) || b.s.Pieces[k].Hidden || b.sideOf(k) != b.sideOf(i) {
			return rules.Breaks("MG-SPELL-1", "beside", "%q is no friend of the caster", c.Beside)
		}
	}
	if c.NearUnit != "" {
		if u := b.troopOf(c.NearUnit); u < 0 || b.strength(u) == 0 || b.troops[u].side != b.figures[i].side {
			return rules.Breaks("MG-SPELL-6", "nearest_unit", "%q is no unit of the caster's side", c.NearUnit)
		}
	}
	return nil
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
		if !r.Success && b.measured() {
			j = b.find(c.Beside)
		} else if !r.Success {
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
		u := b.figures[j].unit
		if !r.Success && b.measured() {
			u = b.troopOf(c.NearUnit)
		} else if !r.Success {
			u = b.nearUnit(i)
		}
		b.dread(t, i, j, u, r.Success)
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
		v = victim{Category: "magician", mortal: b.walked}
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
func (b *Battle) dread(t *rules.Turn, i, j, u int, success bool) {
	if u == none || success && b.veiled(j) && b.strength(u) == 1 {
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
		b.test(t, u, TestMorale{}, b.ordeal(u))
	}
}

// nearUnit finds the friendly unit nearest to a caster, none when there is none.
func (b *Battle) nearUnit(i int) int {
	least, u := 0, none
	for v, troop := range b.troops {
		if troop.side != b.figures[i].side || b.strength(v) == 0 {
			continue
		}
		if d := grid.Nearest(b.piece(i).cells(), b.cellsOf(v)); u == none || d < least {
			u, least = v, d
		}
	}
	return u
}

// troopID names a unit, "" for none.
func (b *Battle) troopID(u int) string {
	if u < 0 {
		return ""
	}
	return b.troops[u].id
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
	cause := "wings"
	if !success {
		cause = "wings-astray"
	}
	if b.measured() {
		t.Emit(Moved{b.id(i), grid.Cell{}, b.s.Pieces[i].Facing, 0, 0, cause})
		return
	}
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
	t.Emit(Moved{b.id(i), cells[n], b.s.Pieces[i].Facing, 0, 0, cause})
	b.reveal(t)
}
