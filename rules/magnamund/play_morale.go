package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// moraleInputOf is everything of this turn that affects a unit's morale.
func (b *Battle) moraleInputOf(u int) ruling.MoraleInput {
	o := b.moraleInputAt(u, b.cellsOf(u))
	t := &b.units[u]
	m := t.profile.sheet.Morale
	o.OtherModifiers = []int{t.profile.levelModifier(m.Weak, m.Veteran)}
	if o.StrengthNow == 0 || o.StrengthAtStartOfTurn == 0 || b.measured() {
		return o
	}
	for _, i := range b.rallies {
		if b.inPlay(i) && b.sideOf(i) == t.side {
			o.RallyCells = append(o.RallyCells, b.s.Troops[i].Cell)
		}
	}
	return o
}

// moraleInputAt is the part of moraleInputOf that makes the unit test, for troops on given
// cells.
func (b *Battle) moraleInputAt(u int, cells []grid.Cell) ruling.MoraleInput {
	t, n := &b.units[u], &b.s.Units[u]
	m := t.profile.sheet.Morale
	o := ruling.MoraleInput{
		Category: "soldier", Alignment: t.profile.Alignment,
		StartingStrength: len(t.troops), StrengthAtStartOfTurn: n.AtTurn, StrengthNow: b.strength(u), ExecutedThisTurn: n.Executed,
		LossThresholdPercent: m.LossThreshold, SheetTriggers: m.Triggers,
		AffectedByEnemySpell: n.BySpell, AttackedFlankOrRear: n.Flanked, FightsMonster: n.Fought, GeneralKilled: n.General, DoomAndDespair: n.Doomed,
		EarlierRoutModifier: n.Rout, TestedThisTurn: n.Tested,
	}
	if o.StrengthNow == 0 || n.AtTurn == 0 {
		return o
	}
	if o.UnitCells = cells; b.measured() {
		o.UnitCells = o.UnitCells[:1] // all share one cell: what is near is stated
	}
	if n.RoutNear {
		o.RoutingCells = o.UnitCells[:1]
	}
	for a, h := range b.auraBearers {
		if n.Haunted&(1<<a) != 0 {
			o.Auras = append(o.Auras, ruling.Aura{Kind: b.auraOf(h), Cell: b.s.Troops[h].Cell, InZoneEarlier: true, CarriedOn: n.CarriedOn&(1<<a) != 0})
		}
	}
	return o
}

// anyCells stands for the cells of a unit where they make no difference.
var anyCells [1]grid.Cell

// mustTest reports whether a unit must test its morale (MG-MOR-3).
func (b *Battle) mustTest(u int) bool {
	if n := &b.s.Units[u]; n.Tested || b.strength(u) == 0 || !b.mayHaveToTest(u) {
		return false
	}
	o := b.moraleInputAt(u, anyCells[:])
	return len(o.Triggers()) > 0
}

// mayHaveToTest is a quick test: it is false only for units that need not test.
func (b *Battle) mayHaveToTest(u int) bool {
	n := &b.s.Units[u]
	return n.BySpell || n.Flanked || n.Fought || n.General || n.Doomed || n.RoutNear || n.Haunted&^n.CarriedOn != 0 ||
		b.strength(u) < n.AtTurn || 2*b.strength(u) <= len(b.units[u].troops)
}

// unitsToTest lists the units of the acting side that must test.
func (b *Battle) unitsToTest() (all []int) {
	for u := range b.units {
		if b.units[u].side == b.s.Side && b.mustTest(u) {
			all = append(all, u)
		}
	}
	return all
}

// anyUnitToTest reports whether a unit of the acting side must test.
func (b *Battle) anyUnitToTest() bool {
	for u := range b.units {
		if b.units[u].side == b.s.Side && b.mustTest(u) {
			return true
		}
	}
	return false
}

func (b *Battle) playTest(t *rules.Turn, c TestMorale) *rules.Fault {
	if f := b.checkPhase(phaseMorale); f != nil {
		return f
	}
	u := b.unitIndex(c.Unit)
	if u < 0 || b.units[u].seat != c.Seat {
		return rules.Breaks("MG-MOR-3", "unit", "no test of %q is due", c.Unit)
	}
	o, f := b.moraleInputFor(&c, u)
	if f != nil {
		return f
	}
	if b.remembersTable() && !b.s.Units[u].Tested && b.strength(u) > 0 && len(o.Triggers()) > 0 {
		c.Auras = b.askAuras(t, u, c.Auras)
		if o, f = b.moraleInputFor(&c, u); f != nil {
			return f
		}
	}
	if b.s.Units[u].Tested || b.strength(u) == 0 || len(o.Triggers()) == 0 {
		return rules.Breaks("MG-MOR-3", "unit", "no test of %q is due", c.Unit)
	}
	b.testMorale(t, u, c, o)
	return nil
}

// moraleInputFor is moraleInputOf with the heroes near the unit as players state them; it
// refuses statements that differ from the board.
func (b *Battle) moraleInputFor(c *TestMorale, u int) (o ruling.MoraleInput, f *rules.Fault) {
	o = b.moraleInputOf(u)
	for n, id := range c.Auras {
		at := rules.At("auras", n)
		h := b.find(id)
		a := slices.Index(b.auraBearers, h)
		if a < 0 || b.troops[h].side == b.units[u].side {
			return o, rules.Breaks("MG-AMB-43", at, "%q has no aura that it fears", id)
		}
		if !b.measured() {
			if b.s.Units[u].Haunted&(1<<a) == 0 {
				return o, rules.Breaks("MG-AMB-43", at, "the board says otherwise")
			}
			continue
		}
		o.Auras = append(o.Auras, ruling.Aura{Kind: b.auraOf(h), Cell: grid.Cell{}, InZoneEarlier: true, CarriedOn: b.s.Units[u].CarriedOn&(1<<a) != 0})
	}
	for n, id := range c.Rally {
		h := b.find(id)
		if h < 0 || !b.inPlay(h) || !b.troops[h].profile.has("rally") || b.sideOf(h) != b.units[u].side ||
			!b.measured() && !ruling.WithinDistance(b.troopPlace(h).Cells(), b.cellsOf(u), 1) {
			return o, rules.Breaks("MG-HERO-4", rules.At("rally", n), "%q does not rally it", id)
		}
		if b.measured() && o.StrengthNow > 0 {
			o.RallyCells = append(o.RallyCells, o.UnitCells[0])
		}
	}
	if c.Brute != "" && b.brutalHeroFor(c, u) == noUnit {
		return o, rules.Breaks("MG-EVIL-1", "brute", "%q does not drive it on", c.Brute)
	}
	return o, nil
}

func (b *Battle) auraOf(h int) string {
	if b.troops[h].profile.has("aura-of-goodness") {
		return "aura-of-goodness"
	}
	return "terror"
}

// testMorale makes a unit test its morale, or lets a hero drive it on by Brutality (MG-MOR-4
// to MG-MOR-10, MG-EVIL-1).
func (b *Battle) testMorale(t *rules.Turn, u int, c TestMorale, o ruling.MoraleInput) {
	r := o.Resolve()
	m, seat := b.units[u].profile.sheet.Morale, b.units[u].seat
	e := Tested{Unit: b.units[u].id, Trigger: string(r.WorstTrigger), Auras: c.Auras}
	if hero := b.brutalHeroFor(&c, u); hero != noUnit && t.Ask("MG-EVIL-1", seat, "brutality", "yes", "no") == 0 {
		names := b.livingOf(u)
		victim := names[t.Ask("MG-EVIL-1", seat, "brutality-victim", names...)]
		e.Result, e.Brutal = "carry-on", true
		t.Emit(e)
		t.Emit(Killed{victim, b.id(hero), "brutality"})
		return
	}
	index := ruling.MoraleTestInput{Category: "soldier", IndexFixed: *m.Fixed, IndexDice: *m.Dice, Modifiers: []int{r.TotalModifier}, Bands: m.Bands}
	n := index.Resolve(t.Roller)
	if n.Result != "carry-on" && b.askRetest(t, u) {
		n = index.Resolve(t.Roller)
	}
	threat := noUnit
	if !b.measured() {
		threat = b.threat(u, string(r.WorstTrigger))
	}
	e.Modifier, e.Morale, e.Result = r.TotalModifier, *n.ModifiedMorale, string(n.Result)
	t.Emit(e)
	if n.Result != "carry-on" {
		b.fleeUnit(t, u, string(n.Result), threat)
	}
}

// playFlee records how a unit fled at a measured table.
func (b *Battle) playFlee(t *rules.Turn, c Flee) *rules.Fault {
	u := b.unitIndex(c.Unit)
	if u < 0 || b.s.Fleeing != u+1 || b.units[u].seat != c.Seat {
		return rules.Breaks("MG-MOR-8", "unit", "%q does not flee", c.Unit)
	}
	for n, id := range c.Left {
		if i := b.find(id); i < 0 || !b.inPlay(i) || b.troops[i].unit != u {
			return rules.Breaks("MG-MOR-9", rules.At("left", n), "%q is no piece of the unit", id)
		}
	}
	for n, id := range c.Near {
		v := b.unitIndex(id)
		if v < 0 || v == u || b.units[v].side != b.units[u].side || b.s.Units[v].Tested || !b.s.Units[u].Routed {
			return rules.Breaks("MG-MOR-10", rules.At("near", n), "%q has seen no rout", id)
		}
	}
	for _, id := range c.Left {
		t.Emit(Left{id})
	}
	t.Emit(Fled{c.Unit, c.Near})
	return nil
}

// brutalHeroFor returns the hero whose Brutality may drive a unit on, or noUnit.
func (b *Battle) brutalHeroFor(c *TestMorale, u int) int {
	if !b.measured() {
		if h := b.brutalHeroNear(u); c.Brute == "" || b.id(h) == c.Brute {
			return h
		}
		return noUnit
	}
	h := b.find(c.Brute)
	if h < 0 || b.s.Units[u].Brutal || !b.canAct(h) || !b.troops[h].profile.has("brutality") || b.sideOf(h) != b.units[u].side {
		return noUnit
	}
	return h
}

// brutalHeroNear finds a friendly hero with Brutality next to a unit on which it was not
// used yet.
func (b *Battle) brutalHeroNear(u int) int {
	if b.s.Units[u].Brutal {
		return noUnit
	}
	for i := range b.troops {
		if b.canAct(i) && b.troops[i].profile.has("brutality") && b.sideOf(i) == b.units[u].side && ruling.WithinDistance(b.troopPlace(i).Cells(), b.cellsOf(u), 1) {
			return i
		}
	}
	return noUnit
}

// threat is the troop from which a unit flees, by the trigger of its test; the nearest enemy
// if that troop is gone (ruling MG-AMB-33).
func (b *Battle) threat(u int, trigger string) int {
	n := &b.s.Units[u]
	cause, known := map[string]int{
		"caster": n.Caster, "unit-that-caused-most-losses": n.Killer, "flank-attacker": n.Flanker, "monster": n.Monster, "hero-with-aura": n.Haunter,
	}[ruling.ThreatBehind(trigger)]
	if known && cause != noUnit && b.inPlay(cause) {
		return cause
	}
	at, cells, least := noUnit, b.cellsOf(u), 0
	for i := range b.troops {
		if b.inPlay(i) && b.sideOf(i) != b.units[u].side && !b.s.Troops[i].Hidden {
			if d := grid.Nearest(cells, b.troopPlace(i).Cells()); at == noUnit || d < least {
				at, least = i, d
			}
		}
	}
	return at
}
