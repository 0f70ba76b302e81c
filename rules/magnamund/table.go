package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// coverFact is what covers a target from the fire of a unit, hero or monster at a measured
// table. It holds until a troop of either moves.
type coverFact struct {
	From   string   `json:"from"` // unit, hero or monster that shoots
	Target string   `json:"target"`
	Cover  []string `json:"cover"` // empty: nothing covers it
}

// Met is a troop that is next to enemies, as stated at a measured table (MG-DIST-3).
type Met struct {
	Troop   string   `json:"piece"`
	Enemies []string `json:"enemies"`
}

// CoverStated is what covers a target from the fire of a unit, as stated at a measured table.
type CoverStated struct {
	From   string   `json:"from"`
	Target string   `json:"target"`
	Cover  []string `json:"cover"`
}

// Kind returns the kind of the event in JSON.
func (Met) Kind() string         { return "met" }
func (CoverStated) Kind() string { return "cover-stated" }

// Rule returns the rule that the event follows.
func (Met) Rule() string         { return "MG-DIST-3" }
func (CoverStated) Rule() string { return "MG-FIRE-12" }

// remembersTable reports whether players state the facts of the battle, and it remembers them.
func (b *Battle) remembersTable() bool { return b.measured() && b.since(versionAnswers) }

// inTouch reports whether two troops are known to be next to each other.
func (b *Battle) inTouch(i, j int) bool {
	return slices.Contains(b.s.Contacts, [2]int{min(i, j), max(i, j)})
}

// isEngaged reports whether an enemy is next to a troop: measured on a board, remembered at a
// table.
func (b *Battle) isEngaged(i int) bool {
	if !b.measured() {
		return b.engaged(i)
	}
	return slices.ContainsFunc(b.s.Contacts, func(c [2]int) bool {
		return (c[0] == i || c[1] == i) && b.inPlay(c[0]) && b.inPlay(c[1]) && b.sideOf(c[0]) != b.sideOf(c[1])
	})
}

// applyMet remembers contacts.
func (b *Battle) applyMet(e Met) {
	b.conditionsVersion++
	i := b.find(e.Troop)
	for _, id := range e.Enemies {
		if j := b.find(id); !b.inTouch(i, j) {
			b.s.Contacts = append(b.s.Contacts, [2]int{min(i, j), max(i, j)})
		}
	}
}

// forgetPlace forgets what a table remembers of the place of a troop, which has changed.
func (b *Battle) forgetPlace(i int) {
	if b.measured() {
		b.forgetFormation(i)
	}
	if len(b.s.Contacts) > 0 {
		b.conditionsVersion++
		b.s.Contacts = slices.DeleteFunc(b.s.Contacts, func(c [2]int) bool { return c[0] == i || c[1] == i })
	}
	if len(b.s.Covers) > 0 {
		id, unit := b.id(i), b.unitID(i)
		b.s.Covers = slices.DeleteFunc(b.s.Covers, func(c coverFact) bool { return c.Target == id || c.From == unit })
	}
}

// emitMet records contacts that the table did not know yet.
func (b *Battle) emitMet(t *rules.Turn, i int, enemies ...int) {
	if len(enemies) == 1 && !b.inTouch(i, enemies[0]) {
		t.Emit(Met{b.id(i), b.troops[enemies[0]].idList})
		return
	}
	var ids []string
	for _, j := range enemies {
		if !b.inTouch(i, j) {
			ids = append(ids, b.id(j))
		}
	}
	if len(ids) > 0 {
		t.Emit(Met{b.id(i), ids})
	}
}

// mustState is the fault of a fact that a player has to state.
func mustState(field, rule string) *rules.Fault {
	f := rules.Faultf(rules.MissingField, field, "state it: the table does not know")
	f.Rule = rule
	return f
}

// needs returns the first fault of the facts that are not there.
func needs(missing bool, field, rule string) *rules.Fault {
	if missing {
		return mustState(field, rule)
	}
	return nil
}

// checkStatedShot refuses fire at a measured table without the facts that favour the shooters,
// and a statement that contradicts what the table remembers.
func (b *Battle) checkStatedShot(c *Shoot, i, target int) *rules.Fault {
	u := b.troops[i].unit
	deep := u != noUnit && b.strength(u) > ruling.FireRanksOf(b.troops[i].profile.Level)
	return rules.FirstFault(
		needs(c.Distance == nil, "distance", "MG-DIST-1"),
		needs(c.Visible == nil, "visible", "MG-FIRE-4"),
		needs(c.InArc == nil, "in_arc", "MG-ARC-1"),
		needs(deep && c.Rank == nil, "rank", "MG-FRANK-1"),
		needs(len(c.Shooters) > 1 && c.Alike == nil && b.hasMates(target), "covered_alike", "MG-POOL-2"),
		rules.ForbidIf(c.Engaged != nil && !*c.Engaged && b.isEngaged(i), "MG-FIRE-1", "engaged", "an enemy is next to it"),
		rules.ForbidIf(*b.distanceStated(c.Distance) != 1 && b.inTouch(i, target), "MG-DIST-3", "distance", "they are next to each other"),
	)
}

// distanceStated returns a stated distance, 0 for none.
func (b *Battle) distanceStated(d *int) *int {
	if d == nil {
		return new(int)
	}
	return d
}

// hasMates reports whether a troop is of a unit of several.
func (b *Battle) hasMates(i int) bool {
	u := b.troops[i].unit
	return u != noUnit && b.strength(u) > 1
}

// askCover completes fire at a measured table by what harms the shooters: the side of the
// target says what covers it, unless the table remembers.
func (b *Battle) askCover(t *rules.Turn, c *Shoot, i, target int) {
	from := b.unitID(i)
	known := slices.IndexFunc(b.s.Covers, func(f coverFact) bool { return f.From == from && f.Target == c.Target })
	switch options := b.troops[i].coverOptions; {
	case len(c.Cover) > 0:
	case known >= 0:
		c.Cover = b.s.Covers[known].Cover
		return
	case len(options) > 1:
		if n := t.Ask("MG-FIRE-12", b.seatOf(target), "cover", options...); n > 0 {
			c.Cover = options[n : n+1 : n+1]
		}
	default:
		return
	}
	if known < 0 || !slices.Equal(b.s.Covers[known].Cover, c.Cover) {
		t.Emit(CoverStated{from, c.Target, append([]string{}, c.Cover...)})
	}
}

// askCamouflage completes fire at a Kai Lord with Camouflage by where he stands.
func (b *Battle) askCamouflage(t *rules.Turn, c *Shoot, target int) {
	if p := b.troops[target].profile; c.Terrain != "" || p.Category != "kai-lord" || !p.has("camouflage") {
		return
	}
	if t.Ask("MG-KAI-2", b.seatOf(target), "camouflage", "no", "yes") == 1 {
		c.Terrain = "brush" // any terrain that hides him
	}
}

// checkStatedStrike refuses a melee attack at a measured table of a troop that the table does
// not know to be next to its target, unless the player states how far it is.
func (b *Battle) checkStatedStrike(c *Strike, i, target int) *rules.Fault {
	near := b.inTouch(i, target)
	if u := b.troops[target].unit; !near && u != noUnit && len(c.Attackers) > 1 {
		near = slices.ContainsFunc(b.units[u].troops, func(k int) bool { return b.inTouch(i, k) })
	}
	return rules.FirstFault(
		needs(!near && c.Distance == nil && c.Rank == nil, "distance", "MG-CBT-1"),
		needs(len(c.Attackers) > 1 && c.Alike == nil && b.hasMates(target), "covered_alike", "MG-CPOOL-2"),
		rules.ForbidIf(c.Distance != nil && *c.Distance != 1 && b.inTouch(i, target), "MG-DIST-3", "distance", "they are next to each other"),
	)
}

// noteStrike remembers that attackers of the first rank are next to their target.
func (b *Battle) noteStrike(t *rules.Turn, c *Strike, who []int, target int) {
	if b.remembersTable() && rules.ValueOr(c.Rank, 1) > 1 {
		b.noteRanks(t, c, who, target)
	}
	if !b.remembersTable() || rules.ValueOr(c.Rank, 1) != 1 || rules.ValueOr(c.Distance, 1) > 2 {
		return
	}
	for _, i := range who {
		if c.Distance != nil || c.Rank != nil {
			b.emitMet(t, i, target)
		}
	}
}

// checkStatedSkill refuses a skill at a measured table without the facts that favour its user.
func (b *Battle) checkStatedSkill(c *UseSkill, i, j int, sight bool) *rules.Fault {
	return rules.FirstFault(
		needs(i != j && c.Distance == nil, "distance", "MG-DIST-4"),
		needs(sight && c.Visible == nil, "visible", "MG-FIRE-4"),
		rules.ForbidIf(c.Engaged != nil && !*c.Engaged && b.isEngaged(i), "MG-DIST-3", "engaged", "an enemy is next to it"),
	)
}

// besideStated finds the enemies that the players state to be next to a troop after its move.
func (b *Battle) besideStated(i int, ids []string) (all []int, f *rules.Fault) {
	for n, id := range ids {
		j, f := b.visibleTroop(id, rules.At("beside", n))
		if f != nil || b.sideOf(j) == b.sideOf(i) {
			return nil, rules.FirstFault(f, rules.Breaks("MG-DIST-3", rules.At("beside", n), "%q is no enemy", id))
		}
		all = append(all, j)
	}
	return all, nil
}

// askNearest lets the other side of a failed spell name who is nearest: of those who may be.
func (b *Battle) askNearest(t *rules.Turn, rule string, i int, why string, ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return ids[t.Ask(rule, b.anySeat(1-b.sideOf(i)), why, ids...)]
}

// friendsAround lists the friends that a failed fireball may hit.
func (b *Battle) friendsAround(i, j int) (ids []string) {
	for k := range b.troops {
		if k != i && k != j && b.inPlay(k) && !b.s.Troops[k].Hidden && b.sideOf(k) == b.sideOf(i) {
			ids = append(ids, b.id(k))
		}
	}
	return ids
}

// unitsAround lists the units that a failed Doom and Despair may make test.
func (b *Battle) unitsAround(i int) (ids []string) {
	for u := range b.units {
		if b.units[u].side == b.troops[i].side && b.strength(u) > 0 {
			ids = append(ids, b.units[u].id)
		}
	}
	return ids
}

// askAuras lets the players of heroes with an aura say whether a unit met it this turn, for
// those auras that would make it test (MG-HERO-1, MG-EVIL-4); stated are known already.
func (b *Battle) askAuras(t *rules.Turn, u int, stated []string) []string {
	n := &b.s.Units[u]
	for a, h := range b.auraBearers {
		feared := map[string]string{"aura-of-goodness": "evil", "terror": "good"}[b.auraOf(h)]
		if !b.inPlay(h) || b.s.Troops[h].Hidden || b.troops[h].side == b.units[u].side || b.units[u].profile.Alignment != feared ||
			(n.Haunted|n.CarriedOn)&(1<<a) != 0 || slices.Contains(stated, b.id(h)) {
			continue
		}
		if t.Ask("MG-AMB-43", b.seatOf(h), "aura-met", "no", "yes") == 1 {
			stated = append(slices.Clone(stated), b.id(h))
		}
	}
	return stated
}

// testFeared makes the units of the side test that met an aura of which nobody had spoken. It
// reports whether one of them flees.
func (b *Battle) testFeared(t *rules.Turn) (flees bool) {
	for u := range b.units {
		if b.units[u].side != b.s.Side || b.s.Units[u].Tested || b.strength(u) == 0 {
			continue
		}
		c := TestMorale{bySeat: bySeat{b.units[u].seat}, Unit: b.units[u].id}
		if c.Auras = b.askAuras(t, u, nil); c.Auras == nil {
			continue
		}
		if o, f := b.moraleInputFor(&c, u); f == nil && len(o.Triggers()) > 0 {
			if b.testMorale(t, u, c, o); b.s.Fleeing > 0 {
				return true
			}
		}
	}
	return false
}
