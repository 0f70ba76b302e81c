package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: spells and feats (WM-X-FOC-4,
// WM-X-FOC-6 to WM-X-FOC-9).

// needsModule refuses what the book does not tell.
func (b *Battle) needsModule() *rules.Fault {
	if b.combat {
		return nil
	}
	return rules.Breaks("WM-COMBAT-17", "", "the book does not tell; it is played by hand")
}

// sorcerer is the rule that keeps the active troop from casting or using its feat
// now, or "" (WM-RUN-3).
func (b *Battle) sorcerer() string {
	d := &b.s.Act.Doing[0]
	if d.Movement == run || d.Done && d.Movement == charge {
		return "WM-RUN-3"
	}
	return b.s.Troops[b.s.Acting].Models[0].idle()
}

// playCast casts a spell of the active model.
func (b *Battle) playCast(t *rules.Turn, c Cast) *rules.Fault {
	s, card, fault := b.spelled(c)
	if fault != nil {
		return fault
	}
	to, _ := b.spotOf(c, card, s.at)
	i := b.s.Acting
	id := b.cards[i].id
	e := SpellCast{Unit: id, Spell: c.Spell, Through: c.Through, Law: "WM-X-FOC-7"}
	if c.Through != "" {
		e.Law = "WM-X-FOC-8"
	}
	e.Target = b.id(s.at)
	t.Emit(FocusSpent{id, "spell", card.Cost, "WM-X-FOC-7"})
	t.Emit(e)
	if !card.Offensive {
		if card.places() > 0 {
			t.Emit(Shifted{b.id(s.at), to})
		}
		b.enchant(t, card, i, s.at)
		return nil
	}
	b.bewitch(t, &s, card)
	return nil
}

// spellLaw is the rule of the attack roll of a spell, which is no attack of a combat action.
const spellLaw = "WM-X-ATK-1"

// bewitch rolls an offensive spell to hit, and lets it do what it does.
func (b *Battle) bewitch(t *rules.Turn, s *strike, card *SpellCard) {
	in := b.roll(s)
	in.Boosted = in.automatic() == "" && b.boost(t, s.boostAttack, s.by.i, "boost-attack")
	r := toHit(t.Cup, in)
	t.Emit(AttackRolled{
		Unit: b.id(s.by), Target: b.id(s.at), Weapon: s.name, Total: r.Total, Def: r.TargetDef, Hit: r.Hit, Critical: r.Critical, Law: spellLaw,
	})
	switch {
	case r.Hit:
		b.land(t, s, r.Critical)
		if b.up(s.at) {
			b.enchant(t, card, s.by.i, s.at)
		}
	case s.aoe > 0:
		b.deviate(t, s)
	}
	b.judge(t)
}

// enchant puts the effects of a spell on a model's troop; each upkeep spell of a
// caster is in play once (WM-X-FOC-7).
func (b *Battle) enchant(t *rules.Turn, card *SpellCard, by int, at ref) {
	lasting := false
	for _, e := range card.Effects {
		if lasting = lasting || e.lasts(); !e.lasts() {
			b.happen(t, e, at)
		}
	}
	if !lasting || !b.alive(at.i) || b.s.Stage == stageOver {
		return
	}
	until := 0
	if !card.Upkeep {
		until = b.s.Turns + len(b.teams)
	}
	if b.inPlay(by, card.ID) {
		t.Emit(SpellEnded{b.cards[by].id, card.ID, "WM-X-FOC-7"})
	}
	t.Emit(Enchanted{b.cards[by].id, card.ID, b.cards[at.i].id, until, "WM-X-FOC-7"})
}

// inPlay tells whether a spell of a caster is in play.
func (b *Battle) inPlay(by int, spell string) bool {
	return slices.ContainsFunc(b.s.Effects, func(e enchantment) bool { return e.By == by && e.Spell == spell })
}

// happen does what an effect does at once.
func (b *Battle) happen(t *rules.Turn, e Effect, at ref) {
	switch e.Kind {
	case healing:
		b.heal(t, at, e.Amount, "WM-X-FOC-7")
	case placing: // done when the spell is cast
	case onward:
		b.urge(t, at)
	case energy:
		tr := &b.s.Troops[at.i]
		if b.cards[at.i].p.Kind == "warjack" && !b.crippled(at.i, cortexSystem) && tr.Focus < mostAllocated {
			t.Emit(FocusReceived{b.cards[at.i].id, min(mostAllocated, tr.Focus+e.Amount), "WM-X-FOC-2"})
		}
	default:
		b.afflict(t, at, e.Kind)
	}
}

// heal takes damage off a model; off a grid from the first column that has any.
func (b *Battle) heal(t *rules.Turn, at ref, most int, law string) {
	tr := &b.s.Troops[at.i]
	if len(tr.Filled) == 0 {
		if n := min(most, tr.Models[at.k].Damage); n > 0 {
			t.Emit(Healed{Unit: b.id(at), Amount: n, Law: law})
		}
		return
	}
	e := Healed{Unit: b.id(at), Filled: slices.Clone(tr.Filled), Law: law}
	for c := range e.Filled {
		n := min(most-e.Amount, e.Filled[c])
		e.Filled[c] -= n
		e.Amount += n
	}
	if e.Amount > 0 {
		t.Emit(e)
	}
}

// spelled reads a spell: whether it may be cast, at whom and from where.
func (b *Battle) spelled(c Cast) (s strike, card *SpellCard, fault *rules.Fault) {
	i := b.s.Acting
	p := &b.cards[i].p
	n := p.spell(c.Spell)
	if fault := b.needsModule(); fault != nil {
		return s, nil, fault
	}
	if n < 0 {
		return s, nil, strange("spell", "%q is no spell of its own", c.Spell)
	}
	card = &p.Spells[n]
	if rule := b.sorcerer(); rule != "" {
		return s, nil, rules.Breaks(rule, "spell", "it may cast nothing more")
	}
	if b.s.Troops[i].Focus < card.Cost {
		return s, nil, rules.Breaks("WM-X-FOC-7", "spell", "it costs %d focus", card.Cost)
	}
	s = strike{
		by: ref{i, 0}, weapon: none, name: card.ID, kind: magic, power: card.Power, aoe: card.Aoe, far: card.Range,
		boostAttack: c.BoostAttack, boostDamage: c.BoostDamage, facts: c.shotFacts,
	}
	if card.On == "self" {
		s.at = s.by
		if c.Target != "" || c.Through != "" {
			fault = strange("target", "it is on the caster alone")
		}
		if fault == nil {
			_, fault = b.spotOf(c, card, s.at)
		}
		return s, card, fault
	}
	origin, fault := b.origin(c)
	if fault != nil {
		return s, nil, fault
	}
	if d := b.spellTarget(c, &s, card, origin); d.rule != "" {
		return s, card, d.fault("the spell may not be cast so")
	}
	_, fault = b.spotOf(c, card, s.at)
	return s, card, fault
}

// origin is where a spell begins: at the caster, or at an arc node of its
// battlegroup that is in its control area and not engaged (WM-X-FOC-8).
func (b *Battle) origin(c Cast) (ref, *rules.Fault) {
	i := b.s.Acting
	if c.Through == "" {
		return ref{i, 0}, nil
	}
	r, known := b.ids[c.Through]
	open := c.Open
	if known && b.board && b.alive(r.i) {
		open = b.inControl(i, r.i, true) && !b.engaged(r)
	}
	switch {
	case !known || b.cards[r.i].owner != i || !b.cards[r.i].p.has("arc-node") || !b.alive(r.i):
		return r, strange("through", "%q is no arc node of its own", c.Through)
	case b.crippled(r.i, nodeSystem):
		return r, rules.Breaks("WM-X-GRID-5", "through", "its arc node is crippled")
	case !open:
		return r, rules.Breaks("WM-X-FOC-8", "node_open", "it is out of the control area or engaged")
	}
	return r, nil
}

// spellTarget finds whom a spell is on and holds it against what the table tells.
func (b *Battle) spellTarget(c Cast, s *strike, card *SpellCard, origin ref) denial {
	target, known := b.ids[c.Target]
	if !known || (card.On == "enemy") != b.hostile(b.cards[target.i].seat, b.s.Turn) {
		return denial{odd, "target"}
	}
	var d denial
	var seen bool
	if s.at, seen, d = b.victim(origin, target, &WeaponCard{Kind: ranged, Range: card.Range}); d.rule != "" {
		return d
	}
	los := c.LOS
	if b.board {
		los = seen || s.at == origin || b.sees(origin, s.at)
		if d := b.shotAt(s.by, origin, s); d.rule != "" {
			return d
		}
	}
	switch {
	case b.board && los && !c.LOS:
		return denial{odd, "los"}
	case !los:
		return denial{"WM-LOS-1", "los"}
	case !card.Offensive && inchesOf(s.facts.Distance) > card.Range:
		return denial{"WM-X-FOC-7", "distance"}
	}
	return denial{}
}

// playFeat uses the feat of the active warcaster, once a game (WM-X-FOC-6).
func (b *Battle) playFeat(t *rules.Turn, c Feat) *rules.Fault {
	if fault := b.needsModule(); fault != nil {
		return fault
	}
	i := b.s.Acting
	card := b.cards[i].p.Feat
	switch {
	case card == nil:
		return rules.Breaks("WM-X-FOC-6", "", "it has no feat")
	case b.s.Troops[i].Feat:
		return rules.Breaks("WM-X-FOC-6", "", "it is used already")
	}
	if rule := b.sorcerer(); rule != "" {
		return rules.Breaks(rule, "", "it may not use it now")
	}
	on, fault := b.inspired(i, card, c.On)
	if fault != nil {
		return fault
	}
	t.Emit(FeatUsed{b.cards[i].id, card.ID})
	for _, j := range on {
		if b.s.Stage == stageOver {
			break
		}
		lasting := false
		for _, e := range card.Effects {
			if lasting = lasting || e.lasts(); !e.lasts() {
				b.happenAll(t, e, j)
			}
		}
		if lasting && b.alive(j) && b.s.Stage != stageOver {
			t.Emit(Enchanted{b.cards[i].id, card.ID, b.cards[j].id, b.s.Turns + len(b.teams), "WM-X-FOC-6"})
		}
	}
	return nil
}

// happenAll does what an effect does at once to every model of a troop.
func (b *Battle) happenAll(t *rules.Turn, e Effect, j int) {
	for k := range b.s.Troops[j].Models {
		if r := (ref{j, k}); b.up(r) {
			b.happen(t, e, r)
		}
	}
}

// inspired are the troops that a feat is on: as the players say, or on a board
// those with a model in the control area.
func (b *Battle) inspired(i int, card *FeatCard, told []string) (on []int, fault *rules.Fault) {
	fits := func(j int) bool {
		return b.alive(j) && b.hostile(b.cards[j].seat, b.s.Turn) == (card.On == "enemies")
	}
	for n, id := range told {
		j := b.find(id)
		if j < 0 || !fits(j) || slices.Contains(on, j) {
			return nil, strange(rules.At("on", n), "%q is not touched by it", id)
		}
		on = append(on, j)
	}
	if !b.board {
		return on, nil
	}
	on = on[:0]
	for j := range b.cards {
		if fits(j) && (j == i || b.inControl(i, j, true)) {
			on = append(on, j)
		}
	}
	return on, when(len(told) > 0 && len(told) != len(on), strange("on", "%d are in the control area", len(on)))
}

// playMend heals the active warcaster, a point of damage for one of focus (WM-X-FOC-5).
func (b *Battle) playMend(t *rules.Turn, c Mend) *rules.Fault {
	i := b.s.Acting
	tr := &b.s.Troops[i]
	switch {
	case !b.combat || b.cards[i].p.Kind != "warcaster":
		return rules.Breaks("WM-X-FOC-5", "", "only warcasters mend")
	case tr.Focus < c.Points:
		return rules.Breaks("WM-X-FOC-5", "points", "it has %d", tr.Focus)
	case tr.Models[0].Damage < c.Points:
		return rules.Breaks("WM-X-FOC-5", "points", "it has suffered %d", tr.Models[0].Damage)
	}
	t.Emit(FocusSpent{b.cards[i].id, "mend", c.Points, "WM-X-FOC-5"})
	t.Emit(Healed{Unit: b.cards[i].id, Amount: c.Points, Law: "WM-X-FOC-5"})
	return nil
}
