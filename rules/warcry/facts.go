package warcry

import (
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// FactsOf returns the fields that players fill in: the division of a warband, the counts at the end
// of a round and, in a measured battle, the facts of an action. That a target fits an ability
// follows from its choice.
func (b *Battle) FactsOf(c rules.Command) []rules.Fact {
	switch c := c.(type) {
	case Divide:
		own := b.ids(func(i int) bool { return b.info[i].seat == c.Seat })
		var groups []rules.Fact
		for _, name := range ruling.GroupNames {
			groups = append(groups, rules.Fact{Name: name, AllowedIDs: own, Decision: true, EachOnce: true})
		}
		return groups
	case Tally:
		return b.tallyFacts()
	case ReportControl:
		return b.controlFacts()
	case Amend:
		return []rules.Fact{{Name: "changes", Decision: true}, {Name: "reason", Decision: true}}
	case Deploy:
		if b.tableKnows() && b.s.Phase == phaseReserve {
			return []rules.Fact{{Name: "contacts", AllowedIDs: b.ids(func(i int) bool {
				return b.inPlay(i) && b.info[i].seat != c.Seat || b.info[i].seat == c.Seat && b.s.Fighters[i].Group == groupIndex(c.Group)
			})}}
		}
	case Move:
		return b.moveFactFields(c)
	case Attack:
		if b.keepsFacts() {
			return b.attackFactFields(c)
		}
		return factsNamed("distance", "horizontal", "visible", "in_cover", "enemies_within_1", "other_friend_distance", "near_open_edge")
	case Disengage:
		if b.keepsFacts() {
			return factsNamed("nearest_enemy_at_end", "path_length")
		}
		foes := b.ids(func(i int) bool { return b.info[i].seat != c.Seat && b.inPlay(i) })
		return append(factsNamed("normal_moves_only", "nearest_enemy_at_start", "nearest_enemy_at_end", "path_length"),
			rules.Fact{Name: "strikers", AllowedIDs: foes})
	case UseAbility:
		if b.tableKnows() && c.Target != "" {
			return b.targetFactFields(c)
		}
		if c.Ability == "ferocious-demolition" {
			return append(factsNamed("terrain_distance"), rules.Fact{Name: "moved", AllowedIDs: b.ids(b.inPlay)})
		}
	}
	return nil
}

func factsNamed(names ...string) []rules.Fact {
	facts := make([]rules.Fact, len(names))
	for i, name := range names {
		facts[i].Name = name
	}
	return facts
}

// ids returns the ids of the fighters that fit, in order.
func (b *Battle) ids(fits func(i int) bool) []string {
	ids := []string{}
	for i := range b.info {
		if fits(i) {
			ids = append(ids, b.info[i].id)
		}
	}
	return ids
}

// tallyFacts returns the fields of a Tally. The form starts with no fighter near any objective.
func (b *Battle) tallyFacts() (facts []rules.Fact) {
	if n := len(b.field.Victory.Objectives); n > 0 {
		counts := make([]Count, n)
		for k, m := range b.field.Victory.Objectives {
			counts[k].ID = m.ID
		}
		facts = append(facts, rules.Fact{Name: "objectives", Value: counts})
	}
	if b.countsThrough() {
		facts = append(facts, rules.Fact{Name: "through", Value: []rules.Seat{}})
	}
	return facts
}

// moveFactFields returns the facts of a move, without those that only matter to monsters, flyers
// and fighters that pick up treasure.
func (b *Battle) moveFactFields(c Move) []rules.Fact {
	facts := factsNamed("path", "end", "end_drop", "centre_on_surface_after_drop")
	if b.keepsFacts() {
		facts = append(facts, rules.Fact{Name: "ends_near", AllowedIDs: b.ids(func(i int) bool { return b.info[i].seat != c.Seat && b.inPlay(i) })})
	} else {
		facts = append(facts, factsNamed("nearest_enemy")...)
	}
	if i := b.find(c.Fighter); i >= 0 && b.info[i].monster {
		facts = append(facts, factsNamed("base_wholly_on_surface")...)
	}
	if c.PickUp != "" {
		facts = append(facts, factsNamed("treasure_distance")...)
	}
	return facts
}

// attackFactFields returns the facts of an attack action that the table does not know.
func (b *Battle) attackFactFields(c Attack) (facts []rules.Fact) {
	i, j := b.find(c.Fighter), b.find(c.Target)
	if i < 0 || j < 0 {
		return nil
	}
	known := b.pair(i, j)
	if known == nil && !b.touching(i, j) {
		facts = factsNamed("distance", "horizontal")
	}
	if known == nil || !known.Seen {
		facts = append(facts, factsNamed("visible")...)
	}
	if known == nil {
		facts = append(facts, factsNamed("near_open_edge")...)
	}
	return facts
}

// targetFactFields returns the facts of the target of an ability that the table does not know.
func (b *Battle) targetFactFields(c UseAbility) (facts []rules.Fact) {
	if i, j := b.find(c.Fighter), b.find(c.Target); i >= 0 && j >= 0 && !b.touching(i, j) {
		facts = factsNamed("distance")
	}
	if b.ability(c.Ability) >= 0 || needsSight[c.Ability] {
		facts = append(facts, factsNamed("visible")...)
	}
	if c.Ability == "grab-and-maul" {
		facts = append(facts, factsNamed("free_spot")...)
	}
	return facts
}

// controlFacts returns the fields of a ReportControl. The form starts with what the table knows.
func (b *Battle) controlFacts() (facts []rules.Fact) {
	if len(b.field.Victory.Objectives) > 0 {
		facts = append(facts, rules.Fact{Name: "objectives", Value: b.knownPresence(), AllowedIDs: b.ids(b.inPlay)})
	}
	if b.countsThrough() {
		facts = append(facts, rules.Fact{Name: "through", AllowedIDs: b.ids(b.inPlay)})
	}
	return facts
}

// fieldLabels returns labels for the objectives, treasures and terrain, which have no names: each
// gets a number among those of its kind.
func (b *Battle) fieldLabels() map[string]rules.Note {
	all := map[string]rules.Note{}
	count := map[string]int{}
	name := func(id, of string) {
		if _, there := all[id]; there || id == "" {
			return
		}
		count[of]++
		all[id] = rules.Note{Key: strings.TrimRight(id, "-0123456789"), With: map[string]string{"of": of, "n": strconv.Itoa(count[of])}}
	}
	for _, m := range b.field.Victory.Objectives {
		name(m.ID, "objective")
	}
	for _, m := range b.field.Victory.Treasures {
		name(m.ID, "treasure")
	}
	for k := range b.field.Terrain {
		name(b.field.Terrain[k].feature(), "feature")
	}
	for k := range b.field.Terrain {
		name(b.field.Terrain[k].ID, b.field.Terrain[k].Kind)
	}
	return all
}
