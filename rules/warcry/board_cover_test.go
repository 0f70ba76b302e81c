package warcry

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// ruledCover returns the answer of check-cover for an attack action, and the request.
func ruledCover(t *testing.T, b *Battle, a Attacked) (request []byte, inCover bool) {
	type object = map[string]any
	base := func(i int) object {
		w := &b.s.Fighters[i]
		return object{"x": w.At.X, "y": w.At.Y, "z": w.At.Z, "radius": thousandths(b.info[i].radius)}
	}
	target, terrain := base(b.find(a.Target)), []object{}
	target["on_platform"] = b.w(a.Target).At.Z > 0 && b.w(a.Target).ClimbsOn == ""
	for k, p := range b.field.Terrain {
		if b.partStands(k) && slices.Contains([]string{"obstacle", "deadly", "stairs", "ladder", "unclimbable", "platform"}, p.Kind) {
			terrain = append(terrain, object{"id": p.ID, "polygon": p.Polygon, "bottom": p.Bottom, "top": p.Top})
		}
	}
	request, err := json.Marshal(object{"board": object{"attacker": base(b.find(a.Fighter)), "target": target, "terrain": terrain}})
	rulestest.Must(t, err)
	return request, resolve(t, "check-cover", string(request))["in_cover"] == true
}

// TestCoverOnBoardsIsThatOfTheRuling compares the cover of every attack action in battles on
// boards with check-cover.
func TestCoverOnBoardsIsThatOfTheRuling(t *testing.T) {
	list, names := rulestest.Setups(t, "board")
	asked, covered := 0, 0
	for n := range 24 {
		b, err := begin(list[n%len(list)])
		rulestest.Must(t, err)
		pick := rand.New(rand.NewPCG(uint64(n), 3)).IntN
		src := dice.Seeded(fmt.Sprint("cover ", n))
		for c := rules.Sample(b, pick); c != nil; c = rules.Sample(b, pick) {
			before := b.Clone().(*Battle)
			step, err := rules.PlayInPlace(b, c, src, rules.ChooseFirst)
			rulestest.Must(t, err)
			for _, e := range step.Events {
				a, is := e.(Attacked)
				if !is {
					continue
				}
				asked++
				covered += rules.BoolToInt(a.Cover)
				if request, want := ruledCover(t, before, a); want != a.Cover {
					t.Errorf("%s: cover %v in the battle, %v for %s", names[n%len(list)], a.Cover, want, request)
				}
			}
		}
	}
	t.Logf("%d attack actions, %d in cover", asked, covered)
	if asked < 200 || covered < 20 {
		t.Errorf("only %d attack actions, %d in cover", asked, covered)
	}
}
