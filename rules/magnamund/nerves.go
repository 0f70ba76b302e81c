package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// ordeal is what a unit has been through this turn, as morale looks at it.
func (b *Battle) ordeal(u int) ordeal {
	o := b.trial(u, b.cellsOf(u))
	t := &b.troops[u]
	m := t.p.sheet.Morale
	o.OtherModifiers = []int{t.p.minded(m.Weak, m.Veteran)}
	if o.StrengthNow == 0 || o.StrengthAtStartOfTurn == 0 || b.measured() {
		return o
	}
	for _, i := range b.rallies {
		if b.alive(i) && b.sideOf(i) == t.side {
			o.RallyCells = append(o.RallyCells, b.s.Pieces[i].Cell)
		}
	}
	return o
}

// trial is an ordeal as far as it makes the unit test, wherever its pieces stand.
func (b *Battle) trial(u int, cells []grid.Cell) ordeal {
	t, n := &b.troops[u], &b.s.Units[u]
	m := t.p.sheet.Morale
	o := ordeal{
		Category: "soldier", Alignment: t.p.Alignment,
		StartingStrength: len(t.figures), StrengthAtStartOfTurn: n.AtTurn, StrengthNow: b.strength(u), ExecutedThisTurn: n.Executed,
		LossThresholdPercent: m.LossThreshold, SheetTriggers: m.Triggers,
		AffectedByEnemySpell: n.BySpell, AttackedFlankOrRear: n.Flanked, FightsMonster: n.Fought, GeneralKilled: n.General, DoomAndDespair: n.Doomed,
		EarlierRoutModifier: n.Rout, TestedThisTurn: n.Tested,
	}
	if o.StrengthNow == 0 || n.AtTurn == 0 {
		return o
	}
	if o.UnitCells = cells; b.measured() {
		o.UnitCells = o.UnitCells[:1] // all are at one place: what is near is stated
	}
	if n.RoutNear {
		o.RoutingCells = o.UnitCells[:1]
	}
	for a, h := range b.haunters {
		if n.Haunted&(1<<a) != 0 {
			o.Auras = append(o.Auras, aura{b.auraOf(h), b.s.Pieces[h].Cell, true, n.CarriedOn&(1<<a) != 0})
		}
	}
	return o
}

// somewhere stands for the cells of a unit where it does not matter which they are.
var somewhere [1]grid.Cell

// due reports whether a unit must test its morale (MG-MOR-3).
func (b *Battle) due(u int) bool {
	if n := &b.s.Units[u]; n.Tested || b.strength(u) == 0 || !b.shaken(u) {
		return false
	}
	o := b.trial(u, somewhere[:])
	return len(o.triggers()) > 0
}

// shaken finds units at a glance that may have a test to make: nothing was done to the others.
func (b *Battle) shaken(u int) bool {
	n := &b.s.Units[u]
	return n.BySpell || n.Flanked || n.Fought || n.General || n.Doomed || n.RoutNear || n.Haunted&^n.CarriedOn != 0 ||
		b.strength(u) < n.AtTurn || 2*b.strength(u) <= len(b.troops[u].figures)
}

// testers are the units of the acting side that must test.
func (b *Battle) testers() (all []int) {
	for u := range b.troops {
		if b.troops[u].side == b.s.Side && b.due(u) {
			all = append(all, u)
		}
	}
	return all
}

// testing reports whether a unit of the acting side must test.
func (b *Battle) testing() bool {
	for u := range b.troops {
		if b.troops[u].side == b.s.Side && b.due(u) {
			return true
		}
	}
	return false
}

func (b *Battle) playTest(t *rules.Turn, c TestMorale) *rules.Fault {
	if f := b.in(phaseMorale); f != nil {
		return f
	}
	u := b.troopOf(c.Unit)
	if u < 0 || b.troops[u].seat != c.Seat {
		return rules.Breaks("MG-MOR-3", "unit", "no test of %q is due", c.Unit)
	}
	o, f := b.ordealOf(&c, u)
	if f != nil {
		return f
	}
	if b.s.Units[u].Tested || b.strength(u) == 0 || len(o.triggers()) == 0 {
		return rules.Breaks("MG-MOR-3", "unit", "no test of %q is due", c.Unit)
	}
	b.test(t, u, c, o)
	return nil
}

// ordealOf is what a unit has been through, with what the players of a measured
// battle say of heroes near it; on a board they must not say otherwise.
func (b *Battle) ordealOf(c *TestMorale, u int) (o ordeal, f *rules.Fault) {
	o = b.ordeal(u)
	for n, id := range c.Auras {
		at := rules.At("auras", n)
		h := b.find(id)
		a := slices.Index(b.haunters, h)
		if a < 0 || b.figures[h].side == b.troops[u].side {
			return o, rules.Breaks("MG-AMB-43", at, "%q has no aura that it fears", id)
		}
		if !b.measured() {
			if b.s.Units[u].Haunted&(1<<a) == 0 {
				return o, rules.Breaks("MG-AMB-43", at, "the board says otherwise")
			}
			continue
		}
		o.Auras = append(o.Auras, aura{b.auraOf(h), grid.Cell{}, true, b.s.Units[u].CarriedOn&(1<<a) != 0})
	}
	for n, id := range c.Rally {
		h := b.find(id)
		if h < 0 || !b.alive(h) || !b.figures[h].p.has("rally") || b.sideOf(h) != b.troops[u].side ||
			!b.measured() && !near(b.piece(h).cells(), b.cellsOf(u), 1) {
			return o, rules.Breaks("MG-HERO-4", rules.At("rally", n), "%q does not rally it", id)
		}
		if b.measured() && o.StrengthNow > 0 {
			o.RallyCells = append(o.RallyCells, o.UnitCells[0])
		}
	}
	if c.Brute != "" && b.bruteOf(c, u) == none {
		return o, rules.Breaks("MG-EVIL-1", "brute", "%q does not drive it on", c.Brute)
	}
	return o, nil
}

func (b *Battle) auraOf(h int) string {
	if b.figures[h].p.has("aura-of-goodness") {
		return "aura-of-goodness"
	}
	return "terror"
}

// test has a unit test its morale, or a hero drive it on by Brutality (MG-MOR-4
// to MG-MOR-10, MG-EVIL-1).
func (b *Battle) test(t *rules.Turn, u int, c TestMorale, o ordeal) {
	r := o.weigh()
	m, seat := b.troops[u].p.sheet.Morale, b.troops[u].seat
	e := Tested{Unit: b.troops[u].id, Trigger: string(r.WorstTrigger), Auras: c.Auras}
	if hero := b.bruteOf(&c, u); hero != none && t.Ask("MG-EVIL-1", seat, "brutality", "yes", "no") == 0 {
		names := b.members(b.troops[u].figures[b.firstAlive(u)])
		victim := names[t.Ask("MG-EVIL-1", seat, "brutality-victim", names...)]
		e.Result, e.Brutal = "carry-on", true
		t.Emit(e)
		t.Emit(Killed{victim, b.id(hero), "brutality"})
		return
	}
	index := nerve{Category: "soldier", IndexFixed: *m.Fixed, IndexDice: *m.Dice, Modifiers: []int{r.TotalModifier}, Bands: m.Bands}
	n := index.test(t.Cup)
	if n.Result != "carry-on" && b.stands(t, u) {
		n = index.test(t.Cup)
	}
	threat := none
	if !b.measured() {
		threat = b.threat(u, string(r.WorstTrigger))
	}
	e.Modifier, e.Morale, e.Result = r.TotalModifier, *n.ModifiedMorale, string(n.Result)
	t.Emit(e)
	if n.Result != "carry-on" {
		b.flee(t, u, string(n.Result), threat)
	}
}

// playFlee takes note of how a unit fled on a measured table.
func (b *Battle) playFlee(t *rules.Turn, c Flee) *rules.Fault {
	u := b.troopOf(c.Unit)
	if u < 0 || b.s.Fleeing != u+1 || b.troops[u].seat != c.Seat {
		return rules.Breaks("MG-MOR-8", "unit", "%q does not flee", c.Unit)
	}
	for n, id := range c.Left {
		if i := b.find(id); i < 0 || !b.alive(i) || b.figures[i].unit != u {
			return rules.Breaks("MG-MOR-9", rules.At("left", n), "%q is no piece of the unit", id)
		}
	}
	for n, id := range c.Near {
		v := b.troopOf(id)
		if v < 0 || v == u || b.troops[v].side != b.troops[u].side || b.s.Units[v].Tested || !b.s.Units[u].Routed {
			return rules.Breaks("MG-MOR-10", rules.At("near", n), "%q has seen no rout", id)
		}
	}
	for _, id := range c.Left {
		t.Emit(Left{id})
	}
	t.Emit(Fled{c.Unit, c.Near})
	return nil
}

func (b *Battle) firstAlive(u int) int {
	for n, i := range b.troops[u].figures {
		if b.alive(i) {
			return n
		}
	}
	return 0
}

// bruteOf is the hero whose Brutality may drive a unit on.
func (b *Battle) bruteOf(c *TestMorale, u int) int {
	if !b.measured() {
		if h := b.brute(u); c.Brute == "" || b.id(h) == c.Brute {
			return h
		}
		return none
	}
	h := b.find(c.Brute)
	if h < 0 || b.s.Units[u].Brutal || !b.free(h) || !b.figures[h].p.has("brutality") || b.sideOf(h) != b.troops[u].side {
		return none
	}
	return h
}

// brute finds a friendly hero with Brutality next to a unit that has not suffered it.
func (b *Battle) brute(u int) int {
	if b.s.Units[u].Brutal {
		return none
	}
	for i := range b.figures {
		if b.free(i) && b.figures[i].p.has("brutality") && b.sideOf(i) == b.troops[u].side && near(b.piece(i).cells(), b.cellsOf(u), 1) {
			return i
		}
	}
	return none
}

// threat is the piece from which a unit flees, by what made it test; the nearest
// enemy where that one is gone (ruling MG-AMB-33).
func (b *Battle) threat(u int, trigger string) int {
	n := &b.s.Units[u]
	at := none
	switch threatOf(trigger) {
	case "caster":
		at = n.Caster
	case "unit-that-caused-most-losses":
		at = n.Killer
	case "flank-attacker":
		at = n.Flanker
	case "monster":
		at = n.Monster
	case "hero-with-aura":
		at = n.Haunter
	}
	if at != none && b.alive(at) {
		return at
	}
	cells, least := b.cellsOf(u), 0
	at = none
	for i := range b.figures {
		if b.alive(i) && b.sideOf(i) != b.troops[u].side && !b.s.Pieces[i].Hidden {
			if d := grid.Nearest(cells, b.piece(i).cells()); at == none || d < least {
				at, least = i, d
			}
		}
	}
	return at
}
