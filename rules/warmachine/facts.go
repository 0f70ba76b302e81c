package warmachine

import (
	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// FactsOf returns the facts that the players of a measured table must state for a command,
// and the models concerned: a push needs no distance, and only enemies that can strike are
// candidates for free strikes.
func (b *Battle) FactsOf(c rules.Command) []rules.Fact {
	b = b.reader()
	switch c := c.(type) {
	case Activate:
		return b.measuredActivation(c)
	case Allocate:
		return factsNamed("in_control_area")
	case Move:
		return b.measuredMove(c)
	case Attack:
		return b.measuredAttack(c)
	case PowerAttack:
		switch c.Attack {
		case trample:
			small := func(r modelRef) bool { return b.info[r.unit].base == 0 && r.unit != b.s.Acting }
			return append(factsNamed("distance"), rules.Fact{Name: "contacted", AllowedIDs: b.modelIDs(small)})
		case slamming:
			return factsNamed("distance", "los", "in_reach")
		}
		return factsNamed("los", "in_reach")
	case Cast:
		return b.measuredSpell(c)
	case Feat:
		return b.measuredFeat()
	case Special:
		return factsNamed("contact")
	}
	return nil
}

// factsNamed returns facts that are not lists of models.
func factsNamed(names ...string) []rules.Fact {
	all := make([]rules.Fact, len(names))
	for i, name := range names {
		all[i].Name = name
	}
	return all
}

// modelIDs returns the ids of the models in play for which fits is true, enemies first.
func (b *Battle) modelIDs(fits func(modelRef) bool) []string {
	ids, models := []string{}, b.modelsWhere(fits)
	for _, hostile := range [2]bool{true, false} {
		for _, r := range models {
			if b.hostile(b.info[r.unit].seat, b.s.Turn) == hostile {
				ids = append(ids, b.id(r))
			}
		}
	}
	return ids
}

func (b *Battle) measuredActivation(c Activate) []rules.Fact {
	var all []rules.Fact
	i := b.find(c.Unit)
	if i == noUnit {
		return nil
	}
	if b.info[i].profile.Kind == "unit" {
		lead := b.lead(i)
		all = append(all, rules.Fact{Name: "strays", AllowedIDs: b.modelIDs(func(r modelRef) bool { return r.unit == i && r != lead })})
	}
	if by := b.info[i].controller; b.combat && by != noUnit && b.info[by].profile.JackMarshal {
		all = append(all, factsNamed("in_command_range")...)
	}
	return all
}

func (b *Battle) measuredMove(c Move) []rules.Fact {
	others := func(r modelRef) bool { return r.unit != b.s.Acting }
	strikers := func(r modelRef) bool {
		return b.hostile(b.info[r.unit].seat, b.s.Turn) && b.info[r.unit].reach() > 0 && !b.model(r).helpless() && !b.s.Units[r.unit].Fleeing && !b.inert(r.unit)
	}
	switch {
	case c.Movement == ruling.Forfeit:
		return nil
	case c.Movement == ruling.Charge && b.combat && b.info[b.s.Acting].profile.rides():
		return append(factsNamed("distance", "los", "in_reach"), rules.Fact{Name: "contacted", AllowedIDs: b.modelIDs(others)})
	case c.Movement == ruling.Charge:
		return factsNamed("distance", "los", "in_reach")
	case b.combat:
		return append(factsNamed("distance"), rules.Fact{Name: "strikers", AllowedIDs: b.modelIDs(strikers)})
	}
	return factsNamed("distance")
}

func (b *Battle) measuredAttack(c Attack) []rules.Fact {
	p := &b.info[b.s.Acting].profile
	w := p.weapon(c.Weapon)
	switch {
	case w == noUnit:
		return nil
	case p.Weapons[w].Kind == ruling.Melee && b.combat:
		return factsNamed("los", "in_reach", "back_strike")
	case p.Weapons[w].Kind == ruling.Melee:
		return factsNamed("los", "in_reach")
	case !b.combat:
		return factsNamed("los")
	}
	all := factsNamed("los", "distance", "target_in_melee", "concealment", "cover", "elevated", "engaged", "back_strike")
	if p.Weapons[w].Spray {
		at := b.find(c.Target)
		all = append(all, rules.Fact{Name: "under", AllowedIDs: b.modelIDs(func(r modelRef) bool { return r.unit != b.s.Acting && (r.unit != at || b.info[at].size > 1) })})
	}
	return all
}

func (b *Battle) measuredSpell(c Cast) []rules.Fact {
	p := &b.info[b.s.Acting].profile
	n := p.spell(c.Spell)
	if n == noUnit || p.Spells[n].On == "self" {
		return nil
	}
	all := factsNamed("los", "distance")
	if p.Spells[n].Offensive {
		all = append(all, factsNamed("target_in_melee", "concealment", "cover", "elevated")...)
	}
	if c.Through != "" {
		all = append(all, factsNamed("node_open")...)
	}
	return all
}

func (b *Battle) measuredFeat() []rules.Fact {
	profile := b.info[b.s.Acting].profile.Feat
	if profile == nil {
		return nil
	}
	return []rules.Fact{{Name: "on", AllowedIDs: b.featIDs(profile)}}
}
