package warcry_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// coverRequest is a request for check-cover.
type coverRequest struct {
	Board struct {
		Attacker coverBase         `json:"attacker"`
		Target   coverBase         `json:"target"`
		Terrain  []json.RawMessage `json:"terrain"`
	} `json:"board"`
}

type coverBase struct {
	X          json.Number `json:"x"`
	Y          json.Number `json:"y"`
	Z          json.Number `json:"z"`
	Radius     json.Number `json:"radius"`
	OnPlatform *bool       `json:"on_platform,omitempty"`
}

func inches(v float64) json.Number { return json.Number(fmt.Sprintf("%.3f", v)) }

func baseOf(v rules.View, id string) (b coverBase, onPlatform bool) {
	for _, u := range v.Units {
		if u.ID == id {
			s := u.Spot
			return coverBase{X: inches(s.X), Y: inches(s.Y), Z: inches(s.Z), Radius: inches(s.Width / 2)}, s.Z > 0 && !slices.Contains(u.Tags, "climbing")
		}
	}
	return b, false
}

// coverTerrain returns the terrain of a setup that still stands and may give cover, as input for
// check-cover.
func coverTerrain(t *testing.T, s rules.Setup, v rules.View) (list []json.RawMessage) {
	var field struct{ Terrain []map[string]any }
	if err := json.Unmarshal(s.Field, &field); err != nil {
		t.Fatal(err)
	}
	for _, p := range field.Terrain {
		if !slices.ContainsFunc(v.Board.Pieces, func(q rules.Piece) bool { return q.ID == p["id"] }) {
			continue
		}
		if !slices.Contains([]any{"obstacle", "deadly", "stairs", "ladder", "unclimbable"}, p["kind"]) {
			continue
		}
		for name := range p {
			if !slices.Contains([]string{"id", "polygon", "bottom", "top"}, name) {
				delete(p, name)
			}
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	return list
}

// ruledCover returns the answer of check-cover for an attack action, and the request.
func ruledCover(t *testing.T, s rules.Setup, v rules.View, a warcry.Attacked) (request []byte, inCover bool) {
	var in coverRequest
	var onPlatform bool
	in.Board.Attacker, _ = baseOf(v, a.Fighter)
	in.Board.Target, onPlatform = baseOf(v, a.Target)
	in.Board.Target.OnPlatform = &onPlatform
	in.Board.Terrain = coverTerrain(t, s, v)
	request, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	result, _, err := warcry.Game.Ruling("check-cover").Resolve(rulestest.Tree(t, string(request)), dice.NewTape())
	if err != nil {
		t.Fatalf("%s: %v", request, err)
	}
	answer, err := rules.EncodeResult(result)
	if err != nil {
		t.Fatal(err)
	}
	return request, rulestest.Tree(t, string(answer)).(map[string]any)["in_cover"] == true
}

// TestCoverOnBoardsIsThatOfTheRuling compares the cover of every attack action in battles on
// boards with check-cover.
func TestCoverOnBoardsIsThatOfTheRuling(t *testing.T) {
	list, names := rulestest.Setups(t, "board")
	asked, covered := 0, 0
	for n := range 24 {
		setup := list[n%len(list)]
		b, err := warcry.Game.Begin(setup)
		if err != nil {
			t.Fatal(err)
		}
		pick := rand.New(rand.NewPCG(uint64(n), 3)).IntN
		src := dice.Seeded(fmt.Sprint("cover ", n))
		for c := rules.Sample(b, pick); c != nil; c = rules.Sample(b, pick) {
			before := b.View(rules.Nobody)
			step, err := rules.PlayInPlace(b, c, src, rules.ChooseFirst)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range step.Events {
				a, is := e.(warcry.Attacked)
				if !is {
					continue
				}
				asked++
				if a.Cover {
					covered++
				}
				if request, want := ruledCover(t, setup, before, a); want != a.Cover {
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
