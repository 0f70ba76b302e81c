// Package contenttest holds what the tests of content share. Begin with HousePack.
package contenttest

import (
	"testing"

	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
)

// HousePack returns the pack of a game that comes with the program. A pack with faults fails the test.
func HousePack(t testing.TB, game *rules.Game) rules.Pack {
	t.Helper()
	all, faults := packs.Load(content.FS, game)
	for _, f := range faults {
		t.Error(f)
	}
	if len(all) != 1 {
		t.Fatalf("%d packs, want the house pack", len(all))
	}
	return all[0]
}

// Members decodes the members of a part of a pack strictly.
func Members[T any](t testing.TB, pack rules.Pack, part string) []T {
	t.Helper()
	members := make([]T, len(pack.Parts[part]))
	for i, raw := range pack.Parts[part] {
		if err := rules.Decode(raw, &members[i]); err != nil {
			t.Fatalf("%s[%d]: %v", part, i, err)
		}
	}
	return members
}

// ReadyLists returns the lists of a pack that are ready to play.
func ReadyLists(t testing.TB, pack rules.Pack) []packs.ReadyList {
	t.Helper()
	return Members[packs.ReadyList](t, pack, "warbands")
}
