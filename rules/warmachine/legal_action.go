package warmachine

import "oriflamme/rules"

// settlements are outcomes of an attack that waits for them.
func (b *Battle) settlements() []rules.Command {
	w := b.s.Pending
	if w.Power == 0 {
		return []rules.Command{Settle{b.s.Turn, 0, false}, Settle{b.s.Turn, 1, false}, Settle{b.s.Turn, 3, false}, Settle{b.s.Turn, 0, true}}
	}
	all := []rules.Command{Blast{b.s.Turn, []string{}}}
	t := &b.s.Units[w.At]
	for k := range t.Models {
		if !t.Models[k].Gone && k != w.On {
			return append(all, Blast{b.s.Turn, []string{b.info[w.At].models[k]}})
		}
	}
	return all
}

// attacks are all attacks that the active troop may make now: by weapon and target
// troop, as they are made by the first model that can.
func (b *Battle) attacks() []rules.Command {
	var all []rules.Command
	p := &b.info[b.s.Acting].profile
	focus := b.combat && p.spendsFocus() && b.s.Units[b.s.Acting].Focus > 0
	for _, j := range b.enemies() {
		for w := range p.Weapons {
			for _, extra := range [2]bool{false, true} {
				c := b.plainAttack(w, j, extra)
				s, d := b.attackOf(c)
				if d.rule != "" || b.board && s.weaponRange > 0 && InchesOf(s.facts.Distance) > s.weaponRange {
					continue
				}
				all = append(all, c)
				if focus && (!extra || b.s.Units[b.s.Acting].Focus > 1) {
					c.BoostAttack, c.BoostDamage = true, true
					all = append(all, c)
				}
				if together, ok := b.withJoiners(c, s); ok {
					all = append(all, together)
				}
			}
		}
	}
	return all
}

// plainAttack is an attack with facts that let it succeed.
func (b *Battle) plainAttack(w, j int, extra bool) Attack {
	profile := &b.info[b.s.Acting].profile.Weapons[w]
	c := Attack{Seat: b.s.Turn, Target: b.info[j].id, Weapon: profile.ID, With: []string{}, Under: []string{}, InReach: true, Additional: extra}
	c.LOS = true
	if !b.board {
		c.Distance = profile.Range.Dec()
	}
	return c
}

// withJoiners is an attack with everybody who can join in.
func (b *Battle) withJoiners(c Attack, s attackState) (Attack, bool) {
	if b.info[s.attacker.unit].size == 1 || !b.mayCombine(&c, &s) {
		return c, false
	}
	c.Who, c.Target = b.id(s.attacker), b.id(s.target)
	c.BoostAttack, c.BoostDamage = false, false
	for k := range b.s.Activation.Models {
		if b.canJoin(&c, &s, modelRef{s.attacker.unit, k}) {
			c.With = append(c.With, b.info[s.attacker.unit].models[k])
		}
	}
	return c, len(c.With) > 0
}

// casts are the spells, the feat and the mending of the active model.
func (b *Battle) casts() []rules.Command {
	i := b.s.Acting
	p := &b.info[i].profile
	if !b.combat || b.castingBarRule() != "" {
		return nil
	}
	var all []rules.Command
	for n := range p.Spells {
		if b.s.Units[i].Focus < p.Spells[n].Cost {
			continue
		}
		for j := -1; j < len(b.info); j++ {
			for _, c := range b.castings(n, j, "") {
				all = append(all, c)
			}
			for node := range b.info {
				if j >= 0 && b.info[node].controller == i && b.info[node].profile.hasAbility("arc-node") {
					for _, c := range b.castings(n, j, b.info[node].id) {
						all = append(all, c)
					}
				}
			}
		}
	}
	if p.Feat != nil && !b.s.Units[i].Feat {
		c := Feat{b.s.Turn, []string{}}
		all = append(all, c)
		if !b.board {
			for j := range b.info {
				if b.unitInPlay(j) && b.hostile(b.info[j].seat, b.s.Turn) == (p.Feat.On == "enemies") {
					c.On = append(c.On, b.info[j].id)
				}
			}
			all = append(all, c)
		}
	}
	if n := b.mendable(); n > 0 {
		all = append(all, Mend{b.s.Turn, 1})
		if n > 1 {
			all = append(all, Mend{b.s.Turn, n})
		}
	}
	return all
}

// mendable is how much the active warcaster may mend.
func (b *Battle) mendable() int {
	i := b.s.Acting
	if !b.combat || b.info[i].profile.Kind != "warcaster" {
		return 0
	}
	return min(b.s.Units[i].Focus, b.s.Units[i].Models[0].Damage)
}

// castings are the ways to cast a spell on a troop, or on the caster for none.
func (b *Battle) castings(n, j int, through string) []Cast {
	if b.board && b.info[b.s.Acting].profile.Spells[n].places() > 0 {
		if c, ok := b.aimedCast(n, j, through); ok {
			return b.spots(c)
		}
		return nil
	}
	if c, ok := b.casting(n, j, through); ok {
		return []Cast{c}
	}
	return nil
}

// casting is a spell on a troop, or on the caster for none, when it may be cast.
func (b *Battle) casting(n, j int, through string) (Cast, bool) {
	c, ok := b.aimedCast(n, j, through)
	if !ok {
		return c, false
	}
	s, _, fault := b.castOf(c)
	if fault != nil || b.board && s.weaponRange > 0 && InchesOf(s.facts.Distance) > s.weaponRange {
		return c, false
	}
	return c, true
}

// aimedCast is that spell before it is looked at closely.
func (b *Battle) aimedCast(n, j int, through string) (Cast, bool) {
	profile := &b.info[b.s.Acting].profile.Spells[n]
	if (profile.On == "self") != (j < 0) || j >= 0 && (!b.unitInPlay(j) || b.hostile(b.info[j].seat, b.s.Turn) != (profile.On == "enemy")) {
		return Cast{}, false
	}
	origin := modelRef{b.s.Acting, 0}
	if through != "" {
		origin.unit = b.find(through)
	}
	if b.board && j >= 0 && !b.unitWithin(origin, j, profile.Range) {
		return Cast{}, false
	}
	c := Cast{Seat: b.s.Turn, Spell: profile.ID, Through: through, Open: true}
	c.LOS = true
	if j >= 0 {
		c.Target = b.info[j].id
	}
	return c, true
}

func (b *Battle) specials() []rules.Command {
	var all []rules.Command
	p := &b.info[b.s.Acting].profile
	for n := range p.Actions {
		for j := range b.info {
			if b.info[j].seat != b.s.Turn || b.info[j].profile.Kind != "warjack" || !b.unitInPlay(j) {
				continue
			}
			c := Special{Seat: b.s.Turn, Action: p.Actions[n].ID, Target: b.info[j].id, Contact: true}
			if _, d := b.actor(c, modelRef{j, 0}); d.rule == "" {
				all = append(all, c)
			}
		}
	}
	return all
}
