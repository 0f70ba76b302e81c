package warmachine

import (
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// TestMeasured expects no more facts than a command needs, and only about models that they
// may concern.
func TestMeasured(t *testing.T) {
	x := newAmbush(t, 12_000, "cavalry")
	x.b.board = false
	x.b.info[0].profile.Weapons = append(x.b.info[0].profile.Weapons, WeaponProfile{ID: "gun", Kind: ruling.Ranged, Rof: 1, Range: 8 * ruling.Inch})
	x.b.info[0].profile.Spells = []SpellProfile{{ID: "ward", On: "self", Cost: 1}}
	for _, c := range []struct {
		command rules.Command
		want    []string
	}{
		{Move{Movement: ruling.Forfeit}, nil},
		{Move{Movement: ruling.Run}, []string{"distance", "strikers"}},
		{Move{Movement: ruling.Charge, Target: "b"}, []string{"distance", "los", "in_reach"}},
		{Attack{Weapon: "sword", Target: "b"}, []string{"los", "in_reach", "back_strike"}},
		{Attack{Weapon: "gun", Target: "b"}, []string{"los", "distance", "target_in_melee", "concealment", "cover", "elevated", "engaged", "back_strike"}},
		{PowerAttack{Attack: pushing, Target: "b"}, []string{"los", "in_reach"}},
		{PowerAttack{Attack: trample}, []string{"distance", "contacted"}},
		{Cast{Spell: "ward"}, nil},
		{EndActivation{}, nil},
	} {
		var got []string
		for _, f := range x.b.FactsOf(c.command) {
			got = append(got, f.Name)
			if f.Name == "strikers" && !slices.Equal(f.AllowedIDs, []string{"b"}) { // the other has no weapon
				t.Errorf("who may strike: %v", f.AllowedIDs)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v asks for %v, want %v", c.command, got, c.want)
		}
	}
}
