package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// checkCaster checks the caster of a spell.
func (b *Battle) checkCaster(c Cast) (int, *rules.Fault) {
	if !b.betweenTurns() || !b.since(versionAnswers) || !b.s.Drawn {
		if f := b.checkPhase(ruling.Phases[:]...); f != nil {
			return noUnit, f
		}
	}
	i, f := b.ownTroop(c.Seat, c.Caster, "caster")
	if f != nil {
		return noUnit, f
	}
	h := b.spellHandOf(i)
	if h == nil {
		return noUnit, rules.Breaks("MG-MAG-1", "caster", "it is no magician")
	}
	if f := b.mayCast(i); f != nil {
		return noUnit, f
	}
	if !slices.Contains(h.Cards, c.Spell) {
		return noUnit, rules.Breaks("MG-MAG-5", "spell", "the caster has no such card")
	}
	return i, nil
}

// errNoSpells refuses a magician who cannot cast now (ruling MG-AMB-35).
var errNoSpells = rules.Breaks("MG-AMB-35", "caster", "the caster cannot cast now")

// mayCast refuses a magician who cannot cast any spell now.
func (b *Battle) mayCast(i int) *rules.Fault {
	if !b.canAct(i) || b.entranced(i) || b.s.Troops[i].Hidden {
		return errNoSpells
	}
	return nil
}

// needsTarget reports whether a spell needs a target; Wings of Ether affects the caster.
func needsTarget(spell string) bool { return spell != "wings-of-ether" }

// checkTarget checks the target of a spell.
func (b *Battle) checkTarget(i int, c Cast) (int, *rules.Fault) {
	if !needsTarget(c.Spell) {
		return noUnit, rules.ForbidIf(c.Target != "", ruling.Spells[c.Spell].Rule, "target", "it works on the caster")
	}
	j, f := b.visibleTroop(c.Target, "target")
	if f != nil {
		return noUnit, f
	}
	book := ruling.Spells[c.Spell]
	why, f := b.refusesTarget(&c, &book, i, j)
	return j, rules.FirstFault(f, rules.ForbidIf(why != "", book.Rule, "target", why))
}

// refusesTarget says why the rule of a spell refuses a troop as its target, "" if it does not, or what
// is wrong with the facts. Most troops are refused when targets are looked for, so that it makes no
// fault of the rule.
func (b *Battle) refusesTarget(c *Cast, book *ruling.Spell, i, j int) (why string, f *rules.Fault) {
	enemy := b.sideOf(i) != b.sideOf(j)
	p := b.troops[j].profile
	switch c.Spell {
	case "doom-and-despair":
		if !enemy || b.troops[j].unit == noUnit {
			return "it is for units of the enemy", nil
		}
	case "rust", "battle-madness", "enchanted-aim":
		if p.Category == "monster" {
			return "it is for heroes and units", nil
		}
	case "spell-theft":
		if i == j || b.spellHandOf(j) == nil {
			return "it is for other magicians", nil
		}
	case "fireball", "lightning":
		if i == j {
			return "it strikes others", nil
		}
	case "heal":
		if p.Category == "soldier" || p.Category == "monster" || c.Wound >= b.s.Troops[j].Hurts {
			return "there is no such wound of a hero", nil
		}
	}
	r, f := b.spellFactsOf(c, i, j, book.Reach)
	switch {
	case f != nil:
	case book.Reach > 0 && r.distance > book.Reach:
		why = "it is out of range"
	case needsSight(c.Spell) && !r.visible:
		why = "the caster does not see it"
	}
	return why, f
}

// needsSight reports whether the caster of a spell must see its target.
func needsSight(spell string) bool {
	switch spell {
	case "fireball", "doom-and-despair", "lightning", "rust", "spell-theft":
		return true
	}
	return false
}

// spellFactsOf returns the facts of a spell. For a target out of range, sight is not needed.
func (b *Battle) spellFactsOf(c *Cast, i, j, reach int) (skillFacts, *rules.Fault) {
	if b.measured() {
		r := skillFacts{distance: rules.ValueOr(c.Distance, min(1, reach)), visible: rules.ValueOr(c.Visible, true)}
		if i == j {
			r.distance = 0
		}
		if b.remembersTable() {
			return r, rules.FirstFault(
				needs(i != j && reach > 0 && c.Distance == nil, "distance", "MG-DIST-4"),
				needs(i != j && needsSight(c.Spell) && c.Visible == nil, "visible", "MG-FIRE-4"), b.statedAround(c),
			)
		}
		return r, b.statedAround(c)
	}
	far := 0
	if i != j {
		far = b.distanceBetween(i, j)
	}
	asked := needsSight(c.Spell) && (reach == 0 || far <= reach)
	r := skillFacts{distance: far}
	if asked && i != j {
		r.visible, _ = b.sees(i, j)
	}
	return r, rules.FirstFault(
		contradicts("distance", "MG-DIST-4", c.Distance, far),
		rules.ForbidIf(asked && c.Visible != nil && *c.Visible != r.visible, "MG-FIRE-4", "visible", "the board says otherwise"),
		rules.ForbidIf(c.Spell == "fireball" && c.Beside != "" && c.Beside != b.id(b.nearestFriend(i, j)), "MG-SPELL-1", "beside", "the board says otherwise"),
		rules.ForbidIf(c.Spell == "doom-and-despair" && c.NearUnit != "" && c.NearUnit != b.troopID(b.nearestFriendlyUnit(i)), "MG-SPELL-6", "nearest_unit", "the board says otherwise"),
	)
}

// statedAround checks the troops that the players name for the failure of a spell.
func (b *Battle) statedAround(c *Cast) *rules.Fault {
	i := b.find(c.Caster)
	if c.Beside != "" {
		if k := b.find(c.Beside); k < 0 || k == i || !b.inPlay(k) || b.s.Troops[k].Hidden || b.sideOf(k) != b.sideOf(i) {
			return rules.Breaks("MG-SPELL-1", "beside", "%q is no friend of the caster", c.Beside)
		}
	}
	if c.NearUnit != "" {
		if u := b.unitIndex(c.NearUnit); u < 0 || b.strength(u) == 0 || b.units[u].side != b.troops[i].side {
			return rules.Breaks("MG-SPELL-6", "nearest_unit", "%q is no unit of the caster's side", c.NearUnit)
		}
	}
	return nil
}

// checkCast checks a spell, and returns its caster and target.
func (b *Battle) checkCast(c Cast) (i, j int, f *rules.Fault) {
	if i, f = b.checkCaster(c); f != nil {
		return i, noUnit, f
	}
	j, f = b.checkTarget(i, c)
	return i, j, f
}

func (b *Battle) playCast(t *rules.Turn, c Cast) *rules.Fault {
	if _, _, f := b.checkCast(c); f != nil {
		return f
	}
	if b.askAnswers(t, c.Seat) {
		if _, f := b.checkCaster(c); f != nil {
			return nil // the caster is gone, or the card
		}
		if _, _, f := b.checkCast(c); f != nil { // the target is gone, and the card with it
			t.Emit(SpellCast{Caster: c.Caster, Spell: c.Spell, Target: c.Target})
			return nil
		}
	}
	b.carryOutCast(t, c)
	return nil
}

// carryOutCast rolls for a spell that was checked, and applies it.
func (b *Battle) carryOutCast(t *rules.Turn, c Cast) {
	i, j := b.find(c.Caster), noUnit
	if needsTarget(c.Spell) {
		j = b.find(c.Target)
	}
	r := ruling.CastInput{Spell: c.Spell, MagicPower: b.troops[i].profile.MagicPower}.Throw(t.Roller)
	t.Emit(SpellCast{c.Caster, c.Spell, c.Target, r.Chance, r.Roll, r.Success})
	if j != noUnit && b.veiled(j) && (r.Success || c.Spell != "fireball" && c.Spell != "lightning" && c.Spell != "doom-and-despair") {
		return // Veil of Protection: magic has no effect on it (MG-SPELL-4)
	}
	switch c.Spell {
	case "fireball":
		if !r.Success && b.measured() {
			if c.Beside == "" && b.since(versionAnswers) {
				c.Beside = b.askNearest(t, "MG-SPELL-1", i, "nearest-friend", b.friendsAround(i, j))
			}
			j = b.find(c.Beside)
		} else if !r.Success {
			j = b.nearestFriend(i, j)
		}
		b.spellHit(t, i, j)
	case "lightning":
		if !r.Success {
			j = i
		}
		b.spellHit(t, i, j)
	case "heal":
		b.treatWound(t, i, j, c.Wound, r.Success)
	case "doom-and-despair":
		u := b.troops[j].unit
		if !r.Success && b.measured() {
			if c.NearUnit == "" && b.since(versionAnswers) {
				c.NearUnit = b.askNearest(t, "MG-SPELL-6", i, "nearest-unit", b.unitsAround(i))
			}
			u = b.unitIndex(c.NearUnit)
		} else if !r.Success {
			u = b.nearestFriendlyUnit(i)
		}
		b.causeTest(t, i, j, u, r.Success)
	case "spell-theft":
		b.stealCard(t, i, j, r.Success)
	case "wings-of-ether":
		b.flyCaster(t, i, r.Success)
	default:
		if r.Success {
			b.applyLasting(t, i, j, c.Spell)
		}
	}
}

// nearestFriend finds the friend nearest to a fireball's target, which a failed fireball
// hits (MG-SPELL-1).
func (b *Battle) nearestFriend(i, j int) int {
	least, at := 0, noUnit
	for k := range b.troops {
		if k != i && k != j && b.inPlay(k) && !b.s.Troops[k].Hidden && b.sideOf(k) == b.sideOf(i) {
			if d := b.distanceBetween(j, k); at == noUnit || d < least {
				least, at = d, k
			}
		}
	}
	return at
}

// spellHit applies the hit of a spell to a troop, if there is one and no veil protects it.
func (b *Battle) spellHit(t *rules.Turn, i, j int) {
	if j == noUnit || b.veiled(j) {
		return
	}
	v := b.victimOf(j)
	if j == i {
		v = ruling.Victim{Category: "magician", Mortal: b.forOdds}
	}
	h := ruling.HitSource{Source: "spell"}.Hit(t.Roller, &v, false)
	b.emitHit(t, j, i, h.Outcome, h.Wound, "spell")
}

// treatWound makes a wound one step better or worse (MG-SPELL-5).
func (b *Battle) treatWound(t *rules.Turn, i, j, at int, success bool) {
	w := b.woundsOf(j)[at]
	if success {
		t.Emit(newHealed(b.id(j), at, w.Worsen(-1), "MG-SPELL-5"))
		return
	}
	if w.Severity == "critical" {
		return
	}
	after := w.Worsen(1)
	t.Emit(newHealed(b.id(j), at, after, "MG-SPELL-5"))
	if b.troops[j].damage.EffectOf(*after).Dead {
		t.Emit(Killed{b.id(j), b.id(i), "spell"})
	}
}

// affectedTroops lists the troops that a spell on a hero or a whole unit affects.
func (b *Battle) affectedTroops(j int) []string {
	if u := b.troops[j].unit; u != noUnit {
		return b.livingOf(u)
	}
	return []string{b.id(j)}
}

// livingOf lists the troops of a unit on the board.
func (b *Battle) livingOf(u int) (ids []string) {
	for _, k := range b.units[u].troops {
		if b.inPlay(k) {
			ids = append(ids, b.id(k))
		}
	}
	return ids
}

// applyLasting applies the success of a lasting spell (MG-SPELL-2, MG-SPELL-3, MG-SPELL-4,
// MG-SPELL-8).
func (b *Battle) applyLasting(t *rules.Turn, i, j int, spell string) {
	e := Enchanted{Spell: spell, Troops: b.affectedTroops(j), Caster: b.id(i), Turn: b.turnNow()}
	now, side := b.s.Phase, b.sideOf(j)
	started := side == b.s.Side || side == b.s.Red // its step of this phase has begun
	if b.betweenTurns() {
		now, started = phaseFire1, false
	}
	switch spell {
	case "battle-madness":
		e.Phase, e.Turn = ruling.NextPhase(e.Turn, now, started, "combat")
	case "enchanted-aim":
		e.Phase, e.Turn = ruling.NextPhase(e.Turn, now, started, "fire-1", "fire-2")
	case "veil-of-protection":
		e.Troops, e.Turn = []string{b.id(j)}, e.Turn+ruling.VeilTurns
	}
	t.Emit(e)
}

// causeTest makes an enemy unit test its morale or, after a failed roll, the nearest
// friendly one; at once if its morale step is over (MG-SPELL-6, ruling MG-AMB-59).
func (b *Battle) causeTest(t *rules.Turn, i, j, u int, success bool) {
	if u == noUnit || success && b.veiled(j) && b.strength(u) == 1 {
		return
	}
	t.Emit(Enchanted{"doom-and-despair", b.livingOf(u), b.id(i), "", b.s.Turn})
	side := b.units[u].side
	if b.s.Phase == phaseMorale && side != b.s.Side && side == b.s.Red && !b.s.Units[u].Tested {
		b.testMorale(t, u, TestMorale{}, b.moraleInputOf(u))
	}
}

// nearestFriendlyUnit finds the friendly unit nearest to a caster, or noUnit.
func (b *Battle) nearestFriendlyUnit(i int) int {
	least, u := 0, noUnit
	for v, troop := range b.units {
		if troop.side != b.troops[i].side || b.strength(v) == 0 {
			continue
		}
		if d := grid.Nearest(b.troopPlace(i).Cells(), b.cellsOf(v)); u == noUnit || d < least {
			u, least = v, d
		}
	}
	return u
}

// troopID is the id of a unit, "" for none.
func (b *Battle) troopID(u int) string {
	if u < 0 {
		return ""
	}
	return b.units[u].id
}

// stealCard moves a card to the caster or, after a failed roll, to the victim (MG-SPELL-9).
func (b *Battle) stealCard(t *rules.Turn, i, j int, success bool) {
	from, to := j, i
	if !success {
		from, to = i, j
	}
	cards := slices.Clone(b.spellHandOf(from).Cards)
	if len(cards) == 0 {
		return
	}
	slices.Sort(cards)
	cards = slices.Compact(cards)
	n := t.Ask("MG-SPELL-9", b.seatOf(to), "steal-card", cards...)
	t.Emit(CardTaken{b.id(from), b.id(to), cards[n]})
}

// flyCaster puts the caster on a free cell of the player's choice or, after a failed roll,
// of an opponent's (MG-SPELL-10).
func (b *Battle) flyCaster(t *rules.Turn, i int, success bool) {
	cause := "wings"
	if !success {
		cause = "wings-astray"
	}
	if b.measured() {
		t.Emit(Moved{b.id(i), grid.Cell{}, b.s.Troops[i].Facing, 0, 0, cause})
		return
	}
	asked := b.seatOf(i)
	g := b.boardOf(b.sideOf(i))
	if !success {
		asked = rules.Seat(slices.Index(b.sideOfSeat, 1-b.sideOf(i)))
	}
	var cells []grid.Cell
	for at := range g.Land {
		cell := grid.Cell{X: at % g.Width, Y: at / g.Width}
		there := ruling.Place{Position: ruling.Position{Cell: cell, Facing: b.s.Troops[i].Facing}, Mounted: b.troops[i].profile.Mounted}
		fits := true
		for _, c := range there.Cells() {
			fits = fits && g.OnBoard(c) && g.Holder(c) == ruling.Nobody && b.troops[i].costs.Land[g.Terrain(c)] != ruling.Impassable && (success || !g.Engaged(c))
		}
		if fits {
			cells = append(cells, cell)
		}
	}
	if cells == nil {
		return
	}
	at := b.askCell(t, rules.ValueQuestion{Rule: "MG-SPELL-10", Seat: asked, Why: "wings", Unit: b.id(i)}, cells)
	t.Emit(Moved{b.id(i), at, b.s.Troops[i].Facing, 0, 0, cause})
	b.revealSeen(t)
}
