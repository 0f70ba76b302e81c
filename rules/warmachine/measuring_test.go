package warmachine

import (
	"slices"
	"testing"

	"oriflamme/rules"
)

// TestMeasured asks for no more than a command needs, and only about whom it may be.
func TestMeasured(t *testing.T) {
	x := ambush(t, 12_000, "cavalry")
	x.b.board = false
	x.b.cards[0].p.Weapons = append(x.b.cards[0].p.Weapons, WeaponCard{ID: "gun", Kind: ranged, Rof: 1, Range: 8 * Inch})
	x.b.cards[0].p.Spells = []SpellCard{{ID: "ward", On: "self", Cost: 1}}
	for _, c := range []struct {
		command rules.Command
		want    []string
	}{
		{Move{Movement: forfeit}, nil},
		{Move{Movement: run}, []string{"distance", "strikers"}},
		{Move{Movement: charge, Target: "b"}, []string{"distance", "los", "in_reach"}},
		{Attack{Weapon: "sword", Target: "b"}, []string{"los", "in_reach", "back_strike"}},
		{Attack{Weapon: "gun", Target: "b"}, []string{"los", "distance", "target_in_melee", "concealment", "cover", "elevated", "engaged", "back_strike"}},
		{PowerAttack{Attack: pushing, Target: "b"}, []string{"los", "in_reach"}},
		{PowerAttack{Attack: trample}, []string{"distance", "contacted"}},
		{Cast{Spell: "ward"}, nil},
		{EndActivation{}, nil},
	} {
		var got []string
		for _, f := range x.b.Measured(c.command) {
			got = append(got, f.Name)
			if f.Name == "strikers" && !slices.Equal(f.Among, []string{"b"}) { // the other has no weapon
				t.Errorf("who may strike: %v", f.Among)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v asks for %v, want %v", c.command, got, c.want)
		}
	}
}
