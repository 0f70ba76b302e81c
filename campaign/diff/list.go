package diff

import (
	"encoding/json"
	"fmt"
	"slices"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// The kinds of difference between two versions of an army list.
const (
	ListRenamed = "named"   // the name of the list
	ListFaction = "faction" // the faction of the list
	ListExtra   = "extra"   // a value of the game's own data outside the units; Field is its JSON path
	UnitAdded   = "added"
	UnitDropped = "dropped"
	UnitRenamed = "renamed"
	UnitChanged = "changed" // a value of the unit's profile; Field is its JSON path
)

// A ListChange is one difference between two versions of an army list. Was and Now
// are names or JSON values; "" means that the version has no such value.
type ListChange struct {
	What       string // one of the constants above
	Unit, Name string // ID and name of the unit; "" for a difference of the list itself
	Field      string
	Was, Now   string
}

// OfLists returns the differences between two versions of a list: first those of the
// list itself, then those of each unit.
func OfLists(was, now rules.Roster) []ListChange {
	var all []ListChange
	note := func(x ListChange) {
		if x.Was != x.Now {
			all = append(all, x)
		}
	}
	note(ListChange{What: ListRenamed, Was: was.Name, Now: now.Name})
	note(ListChange{What: ListFaction, Was: was.Faction, Now: now.Faction})
	fields := func(x ListChange, a, b json.RawMessage) {
		before, after := jsonLeaves(a), jsonLeaves(b)
		for _, x.Field = range keysOf(before, after) {
			x.Was, x.Now = before[x.Field], after[x.Field]
			note(x)
		}
	}
	fields(ListChange{What: ListExtra}, was.Extra, now.Extra)
	for _, u := range was.Units {
		i := slices.IndexFunc(now.Units, func(o rules.Unit) bool { return o.ID == u.ID })
		if i < 0 {
			all = append(all, ListChange{What: UnitDropped, Unit: u.ID, Name: u.Name, Was: u.Name})
			continue
		}
		n := now.Units[i]
		note(ListChange{What: UnitRenamed, Unit: u.ID, Name: n.Name, Was: u.Name, Now: n.Name})
		fields(ListChange{What: UnitChanged, Unit: u.ID, Name: n.Name}, u.Profile, n.Profile)
	}
	for _, u := range now.Units {
		if !campaign.ListHasUnit(was, u.ID) {
			all = append(all, ListChange{What: UnitAdded, Unit: u.ID, Name: u.Name, Now: u.Name})
		}
	}
	return all
}

// jsonLeaves returns the scalar values of a JSON document by their paths; nulls are left out.
func jsonLeaves(raw json.RawMessage) map[string]string {
	var doc any
	found := map[string]string{}
	if json.Unmarshal(raw, &doc) != nil {
		return found
	}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, x := range v {
				walk(rules.Join(path, k), x)
			}
		case []any:
			for i, x := range v {
				walk(rules.At(path, i), x)
			}
		case nil:
		default:
			found[path] = fmt.Sprint(v)
		}
	}
	walk("", doc)
	return found
}
