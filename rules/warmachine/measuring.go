package warmachine

import "oriflamme/rules"

// Measured tells what the players of a measured table are asked of a command, and of
// whom: a push asks for no distance, and nobody but enemies who can strike is moved
// away from.
func (b *Battle) Measured(c rules.Command) []rules.Fact {
	switch c := c.(type) {
	case Activate:
		return b.measuredActivation(c)
	case Allocate:
		return asked("in_control_area")
	case Move:
		return b.measuredMove(c)
	case Attack:
		return b.measuredAttack(c)
	case PowerAttack:
		switch c.Attack {
		case trample:
			small := func(r ref) bool { return b.cards[r.i].base == 0 && r.i != b.s.Acting }
			return append(asked("distance"), rules.Fact{Name: "contacted", Among: b.modelIDs(small)})
		case slamming:
			return asked("distance", "los", "in_reach")
		}
		return asked("los", "in_reach")
	case Cast:
		return b.measuredSpell(c)
	case Feat:
		return b.measuredFeat()
	case Special:
		return asked("contact")
	}
	return nil
}

// asked are facts that are no lists of models.
func asked(names ...string) []rules.Fact {
	all := make([]rules.Fact, len(names))
	for i, name := range names {
		all[i].Name = name
	}
	return all
}

// modelIDs are the ids of the models in play that fit, enemies first.
func (b *Battle) modelIDs(fits func(ref) bool) []string {
	ids := []string{}
	for _, hostile := range [2]bool{true, false} {
		for i := range b.s.Troops {
			for k := range b.s.Troops[i].Models {
				if r := (ref{i, k}); b.hostile(b.cards[i].seat, b.s.Turn) == hostile && b.up(r) && fits(r) {
					ids = append(ids, b.id(r))
				}
			}
		}
	}
	return ids
}

func (b *Battle) measuredActivation(c Activate) []rules.Fact {
	var all []rules.Fact
	i := b.find(c.Unit)
	if i == none {
		return nil
	}
	if b.cards[i].p.Kind == "unit" {
		lead := ref{i, b.s.Troops[i].Lead}
		all = append(all, rules.Fact{Name: "strays", Among: b.modelIDs(func(r ref) bool { return r.i == i && r != lead })})
	}
	if by := b.cards[i].owner; b.combat && by != none && b.cards[by].p.JackMarshal {
		all = append(all, asked("in_command_range")...)
	}
	return all
}

func (b *Battle) measuredMove(c Move) []rules.Fact {
	others := func(r ref) bool { return r.i != b.s.Acting }
	strikers := func(r ref) bool {
		return b.hostile(b.cards[r.i].seat, b.s.Turn) && b.cards[r.i].reach() > 0 && !b.model(r).helpless() && !b.s.Troops[r.i].Fleeing && !b.inert(r.i)
	}
	switch {
	case c.Movement == forfeit:
		return nil
	case c.Movement == charge && b.combat && b.cards[b.s.Acting].p.rides():
		return append(asked("distance", "los", "in_reach"), rules.Fact{Name: "contacted", Among: b.modelIDs(others)})
	case c.Movement == charge:
		return asked("distance", "los", "in_reach")
	case b.combat:
		return append(asked("distance"), rules.Fact{Name: "strikers", Among: b.modelIDs(strikers)})
	}
	return asked("distance")
}

func (b *Battle) measuredAttack(c Attack) []rules.Fact {
	p := &b.cards[b.s.Acting].p
	w := p.weapon(c.Weapon)
	switch {
	case w == none:
		return nil
	case p.Weapons[w].Kind == melee && b.combat:
		return asked("los", "in_reach", "back_strike")
	case p.Weapons[w].Kind == melee:
		return asked("los", "in_reach")
	case !b.combat:
		return asked("los")
	}
	all := asked("los", "distance", "target_in_melee", "concealment", "cover", "elevated", "engaged", "back_strike")
	if p.Weapons[w].Spray {
		at := b.find(c.Target)
		all = append(all, rules.Fact{Name: "under", Among: b.modelIDs(func(r ref) bool { return r.i != b.s.Acting && (r.i != at || b.cards[at].size > 1) })})
	}
	return all
}

func (b *Battle) measuredSpell(c Cast) []rules.Fact {
	p := &b.cards[b.s.Acting].p
	n := p.spell(c.Spell)
	if n == none || p.Spells[n].On == "self" {
		return nil
	}
	all := asked("los", "distance")
	if p.Spells[n].Offensive {
		all = append(all, asked("target_in_melee", "concealment", "cover", "elevated")...)
	}
	if c.Through != "" {
		all = append(all, asked("node_open")...)
	}
	return all
}

func (b *Battle) measuredFeat() []rules.Fact {
	card := b.cards[b.s.Acting].p.Feat
	if card == nil {
		return nil
	}
	ids := []string{}
	for j := range b.cards {
		if b.alive(j) && b.hostile(b.cards[j].seat, b.s.Turn) == (card.On == "enemies") {
			ids = append(ids, b.cards[j].id)
		}
	}
	return []rules.Fact{{Name: "on", Among: ids}}
}
