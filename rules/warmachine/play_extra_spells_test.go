package warmachine

import (
	"testing"

	"oriflamme/rules/warmachine/ruling"
)

// TestPlacing is WM-PLACE-1 to WM-PLACE-6: a model is placed without suffering a free
// strike, where there is room, and a trooper in formation stays in formation.
func TestPlacing(t *testing.T) {
	x := newAmbush(t, 1400)
	x.b.info[0].profile.Spells = []SpellProfile{{ID: "tide", Cost: 1, On: "self", Effects: []Effect{{placing, 4}}}}
	c := Cast{Spell: "tide", Open: yes}
	c.LOS = yes
	x.refused(c, "")
	for rule, to := range map[string]ruling.Point{"WM-X-FOC-7": {X: 15_000, Y: 20_000}, "WM-PLACE-3": {X: 21_000, Y: 20_500}} {
		c.To = &to
		x.refused(c, rule)
	}
	c.To = &ruling.Point{X: 17_000, Y: 20_000}
	events := x.do(c, nil)
	if x.at("a") != *c.To || len(events) != 3 {
		t.Errorf("a at %v after %+v", x.at("a"), events)
	}
	if d := x.b.s.Activation.Models[0]; d.Movement != "" {
		t.Errorf("its movement is used: %q", d.Movement)
	}

	unit := newAmbush(t, 20_000)
	unit.b.info[0].profile.Kind, unit.b.info[0].profile.Cmd, unit.b.info[0].size = "unit", 3, 2
	tr := &unit.b.s.Units[0]
	tr.Models, tr.Left = []modelState{{Spot: Spot{X: 20_000, Y: 20_000}}, {Spot: Spot{X: 20_000, Y: 22_000}}}, 2
	far, near := unit.b.placement(modelRef{0, 1}, ruling.Point{X: 20_000, Y: 26_000}), unit.b.placement(modelRef{0, 1}, ruling.Point{X: 20_000, Y: 22_500})
	if far.Resolve().Legal || !near.Resolve().Legal || !unit.b.placement(modelRef{0, 0}, ruling.Point{X: 20_000, Y: 27_000}).Resolve().Legal {
		t.Error("a trooper is put in formation, its commander anywhere")
	}
}
