package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// tryAbility adds the uses of an ability with every group of dice and every target.
func (s *sampler) tryAbility(k int) {
	b, i := s.b, s.i
	best := b.largestGroup(b.info[i].seat)
	core := b.core(i)
	if k < len(core) {
		if a := &ruling.CoreAbilities[core[k]]; a.Dice <= best && b.usefulWithoutActions(i, a.ID) {
			s.uses(a.ID, a.Dice, a.NeedsTarget, nil)
		}
		return
	}
	own := &b.field.Abilities[b.info[i].ownAbilities[k-len(core)]]
	cost := ruling.GroupDice[own.Cost]
	switch {
	case cost > best:
	case own.Effect != nil:
		s.uses(own.ID, cost, own.Effect.needsTarget(), own.Effect)
	default:
		for v, n := range b.s.Sides[b.info[i].seat].Dice {
			if n >= cost {
				s.collect(Manual{bySeat: bySeat{b.info[i].seat}, Ability: own.ID, Value: v, Fighter: b.info[i].id})
				if b.amends() {
					s.collect(Amend{bySeat: bySeat{b.info[i].seat}, Ability: own.ID, Value: v})
				}
			}
		}
	}
}

// uses adds the uses of an ability that the rules allow, for every target. Effect is the effect
// of a faction ability, or nil.
func (s *sampler) uses(ability string, cost int, needsTarget bool, effect *Effect) {
	b, i := s.b, s.i
	c := UseAbility{fighterCommand: b.fighterCommand(i), Ability: ability}
	one, yes := rules.One, true
	if b.tableKnows() && ability == "ferocious-demolition" {
		c.TerrainDistance = &one
	}
	switch {
	case ability == "ferocious-demolition" && b.board:
		seen := map[string]bool{}
		for k := range b.parts {
			if f := b.featureOf(k); b.partStands(k) && !seen[f] && b.partDistance(i, k) <= 1 {
				seen[f] = true
				c.Feature = f
				s.use(c, cost)
			}
		}
	case !needsTarget:
		s.use(c, cost)
	default:
		for j := range b.info {
			if j == i || !b.inPlay(j) || b.pointless(ability, effect, i, j) {
				continue
			}
			c.Target = b.info[j].id
			if b.tableKnows() {
				c.Distance, c.Visible, c.FreeSpot = nil, &yes, nil
				if two := 2 * one; !b.touching(i, j) {
					c.Distance = &two
				}
				if ability == "grab-and-maul" {
					c.FreeSpot = &yes
				}
			}
			if ability == "grab-and-maul" && b.board {
				c.At = b.grabSpot(i, j)
			}
			s.use(c, cost)
		}
	}
}

// use adds a use of an ability with each group of dice that is large enough, if the rules allow
// it.
func (s *sampler) use(c UseAbility, cost int) {
	dice := &s.b.s.Sides[s.b.info[s.i].seat].Dice
	for v, n := range dice {
		if n < cost {
			continue
		}
		if c.Value == 0 { // whether it may be used does not depend on the value
			c.Value = v
			if u, _, fault := s.b.abilityOf(&c, s.i); fault != nil || u.Forbidden() {
				return
			}
		}
		c.Value = v
		s.collect(c)
	}
}

// pointless is a quick test for targets that need not be tried.
func (b *Battle) pointless(ability string, effect *Effect, i, j int) bool {
	friend := b.info[i].seat == b.info[j].seat
	reach := int64(6)
	if effect != nil {
		reach = int64(effect.Within)
	}
	far := b.board && !plane.Within(b.s.Fighters[i].base, b.s.Fighters[j].base, reach*plane.One)
	if effect != nil {
		return far || friend != (effect.Kind == "heal-friend")
	}
	switch ability {
	case "inspiring-presence":
		return !friend || far || b.s.Fighters[j].Activated
	case "ropes", "taunt":
		return friend || far || !b.info[j].monster
	case "grab-and-maul":
		return friend || far
	}
	return false
}

// grabSpot returns a free place for a grabbed fighter beside the monster, or nil.
func (b *Battle) grabSpot(i, j int) *Point {
	r := b.info[i].radius + b.info[j].radius + 0.3
	me := &b.s.Fighters[i]
	for k := range 12 {
		sin, cos := ringAt(k, 12)
		at := pointAt(me.At.flat().add(vec{r * cos, r * sin}), me.At.z())
		if b.mayPlaceGrabbed(i, j, at) {
			return &at
		}
	}
	return nil
}
