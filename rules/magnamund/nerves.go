package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// ordeal is what a unit has been through this turn, as morale looks at it.
func (b *Battle) ordeal(u int) ordeal {
	t, n := &b.troops[u], &b.s.Units[u]
	m := t.p.sheet.Morale
	o := ordeal{
		Category: "soldier", Alignment: t.p.Alignment,
		StartingStrength: len(t.figures), StrengthAtStartOfTurn: n.AtTurn, StrengthNow: b.strength(u), ExecutedThisTurn: n.Executed,
		LossThresholdPercent: m.LossThreshold, SheetTriggers: m.Triggers,
		AffectedByEnemySpell: n.BySpell, AttackedFlankOrRear: n.Flanked, FightsMonster: n.Fought, GeneralKilled: n.General, DoomAndDespair: n.Doomed,
		EarlierRoutModifier: n.Rout, OtherModifiers: []int{t.p.minded(m.Weak, m.Veteran)}, TestedThisTurn: n.Tested,
	}
	if o.StrengthNow == 0 || n.AtTurn == 0 {
		return o
	}
	o.UnitCells = b.cellsOf(u)
	if n.RoutNear {
		o.RoutingCells = o.UnitCells[:1]
	}
	for a, h := range b.haunters {
		kind := "terror"
		if b.figures[h].p.has("aura-of-goodness") {
			kind = "aura-of-goodness"
		}
		if n.Haunted&(1<<a) != 0 {
			o.Auras = append(o.Auras, aura{kind, b.s.Pieces[h].Cell, true, n.CarriedOn&(1<<a) != 0})
		}
	}
	for i := range b.figures {
		if b.alive(i) && b.figures[i].p.has("rally") && b.sideOf(i) == t.side {
			o.RallyCells = append(o.RallyCells, b.s.Pieces[i].Cell)
		}
	}
	return o
}

// due reports whether a unit must test its morale (MG-MOR-3).
func (b *Battle) due(u int) bool {
	return !b.s.Units[u].Tested && b.strength(u) > 0 && len(b.ordeal(u).triggers()) > 0
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

func (b *Battle) playTest(t *rules.Turn, c TestMorale) *rules.Fault {
	if f := b.in(phaseMorale); f != nil {
		return f
	}
	u := b.troopOf(c.Unit)
	if u < 0 || b.troops[u].seat != c.Seat || !b.due(u) {
		return rules.Breaks("MG-MOR-3", "unit", "no test of %q is due", c.Unit)
	}
	b.test(t, u)
	return nil
}

// test has a unit test its morale, or a hero drive it on by Brutality (MG-MOR-4
// to MG-MOR-10, MG-EVIL-1).
func (b *Battle) test(t *rules.Turn, u int) {
	o := b.ordeal(u)
	r := o.weigh()
	m, seat := b.troops[u].p.sheet.Morale, b.troops[u].seat
	if hero := b.brute(u); hero != none && t.Ask("MG-EVIL-1", seat, "brutality", "yes", "no") == 0 {
		names := b.members(b.troops[u].figures[b.firstAlive(u)])
		victim := names[t.Ask("MG-EVIL-1", seat, "brutality-victim", names...)]
		t.Emit(Tested{b.troops[u].id, string(r.WorstTrigger), 0, 0, "carry-on", true})
		t.Emit(Killed{victim, b.id(hero), "brutality"})
		return
	}
	n := nerve{Category: "soldier", IndexFixed: *m.Fixed, IndexDice: *m.Dice, Modifiers: []int{r.TotalModifier}, Bands: m.Bands}.test(t.Cup)
	threat := b.threat(u, string(r.WorstTrigger))
	t.Emit(Tested{b.troops[u].id, string(r.WorstTrigger), r.TotalModifier, *n.ModifiedMorale, string(n.Result), false})
	if n.Result != "carry-on" {
		b.flee(t, u, string(n.Result), threat)
	}
}

func (b *Battle) firstAlive(u int) int {
	for n, i := range b.troops[u].figures {
		if b.alive(i) {
			return n
		}
	}
	return 0
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
