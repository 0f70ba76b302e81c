package ruling

import (
	"slices"

	"oriflamme/rules"
)

// GroupSizes holds the number of fighters in each battle group.
type GroupSizes struct {
	Dagger int `json:"dagger" in:"0..15"`
	Shield int `json:"shield" in:"0..15"`
	Hammer int `json:"hammer" in:"0..15"`
}

type groupsInput struct {
	Fighters     int         `json:"fighters" in:"3..15"`
	Monster      bool        `json:"monster" default:"false"`
	Sizes        *GroupSizes `json:"sizes" default:"null" null:"true"`
	MonsterGroup string      `json:"monster_group" in:"dagger|shield|hammer" default:"null" null:"true"`
}

type groupsResult struct {
	MonsterGroupSize *int     `json:"monster_group_size"`
	OtherSizes       []int    `json:"other_sizes"`
	Valid            *bool    `json:"valid"`
	Faults           []string `json:"faults"`
}

// evenSizes divides fighters into groups as evenly as possible and returns the sizes,
// ascending.
func evenSizes(fighters, groups int) []int {
	sizes := make([]int, groups)
	for i := range sizes {
		sizes[i] = (fighters + i) / groups
	}
	return sizes
}

// groupSizesOf returns the required sizes of the battle groups: a monster is a group by itself,
// which is not listed, and the others differ by at most 1 (WC-R-17, WC-R-18).
func groupSizesOf(fighters int, monster bool) []int {
	if monster {
		return evenSizes(fighters-1, 2)
	}
	return evenSizes(fighters, 3)
}

// DividedWell reports whether a division has the required sizes. MonsterGroup is the group of
// the monster, or "" without one.
func (g GroupSizes) DividedWell(fighters int, monsterGroup string) bool {
	others := []int{g.Dagger, g.Shield, g.Hammer}
	if k := slices.Index(GroupNames[:], monsterGroup); k >= 0 {
		if others[k] != 1 {
			return false
		}
		others = slices.Delete(others, k, k+1)
	}
	slices.Sort(others)
	return slices.Equal(others, groupSizesOf(fighters, monsterGroup != ""))
}

var splitBattleGroupsRuling = rules.CheckedRuling("split-battle-groups", "WC-R-17 WC-R-18", "",
	func(in groupsInput) *rules.Fault {
		return rules.FaultIf(in.Monster && in.Sizes != nil && in.MonsterGroup == "",
			rules.Faultf(rules.MissingField, "monster_group", "is needed to check a division with a monster"))
	},
	func(_ *rules.Roller, in groupsInput) groupsResult {
		r := groupsResult{OtherSizes: groupSizesOf(in.Fighters, in.Monster)}
		rule, monsterGroup := "WC-R-17", ""
		if in.Monster {
			one := 1
			r.MonsterGroupSize = &one
			rule, monsterGroup = "WC-R-18", in.MonsterGroup
		}
		if in.Sizes != nil {
			valid := in.Sizes.DividedWell(in.Fighters, monsterGroup)
			r.Valid = &valid
			if !valid {
				r.Faults = []string{rule}
			}
		}
		return r
	})
