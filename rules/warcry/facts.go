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
	case Move:
		return b.moveFactFields(c)
	case Attack:
		return factsNamed("distance", "horizontal", "visible", "in_cover", "enemies_within_1", "other_friend_distance", "near_open_edge")
	case Disengage:
		foes := b.ids(func(i int) bool { return b.info[i].seat != c.Seat && b.inPlay(i) })
		return append(factsNamed("normal_moves_only", "nearest_enemy_at_start", "nearest_enemy_at_end", "path_length"),
			rules.Fact{Name: "strikers", AllowedIDs: foes})
	case UseAbility:
		if c.Ability == "ferocious-demolition" {
			return []rules.Fact{{Name: "moved", AllowedIDs: b.ids(b.inPlay)}}
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
	facts := factsNamed("path", "end", "end_drop", "centre_on_surface_after_drop", "nearest_enemy")
	if i := b.find(c.Fighter); i >= 0 && b.info[i].monster {
		facts = append(facts, factsNamed("base_wholly_on_surface")...)
	}
	if c.PickUp != "" {
		facts = append(facts, factsNamed("treasure_distance")...)
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
