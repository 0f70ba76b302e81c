package rules_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

type throwIn struct {
	Count  int       `json:"count" in:"1..30" default:"1"`
	Need   *int      `json:"need" in:"2..6" default:"null" null:"true"`
	Length rules.Dec `json:"length" in:"-1..2.5" digits:"3" default:"0"`
	Names  []string  `json:"names" len:"0..3" each:"1..5" distinct:"true" default:"[]"`
	Deep   []struct {
		ID string `json:"id" in:"a|b|c"`
	} `json:"deep" len:"0..3" distinct:"id" default:"[]"`
}

type throwOut struct {
	Faces []int `json:"faces"`
	Total int   `json:"total"`
	Hits  *int  `json:"hits"`
	First bool  `json:"first"`
}

var toyGame = &rules.Game{ID: "toy", Rulings: []rules.Ruling{
	rules.NewRuling("throw", "T-1 T-2", "total hits", func(in throwIn) (rules.Resolver, error) {
		if in.Count == 13 {
			return nil, rules.Breaks("T-13", "count", "unlucky")
		}
		return func(c *rules.Roller) any {
			out := throwOut{Faces: c.Pool("throw", in.Count, 6)}
			hits := 0
			for _, f := range out.Faces {
				out.Total += f
				if in.Need != nil && f >= *in.Need {
					hits++
				}
			}
			if in.Need != nil {
				out.Hits = &hits
			}
			return out
		}, nil
	}),
	rules.NewRuling("off", "T-3", "first", func(struct{}) (rules.Resolver, error) {
		return func(c *rules.Roller) any {
			w, _ := c.RollOff("a", "b", 6)
			return throwOut{First: w == 0}
		}, nil
	}),
}}

func TestEndpoint(t *testing.T) {
	endpoint := rules.Endpoint{Games: []*rules.Game{toyGame}}
	for _, c := range []struct{ name, line, want string }{
		{"result", `{"id":"1","game":"toy","procedure":"throw","input":{"count":2},"dice":[3,4]}`, `"result":{"faces":[3,4],"total":7,"hits":null,"first":false},"dice":[{"sides":6,"value":3,"for":"throw"},{"sides":6,"value":4,"for":"throw"}],"rules":["T-1","T-2"]}`},
		{"too few", `{"id":"1","game":"toy","procedure":"throw","input":{"count":2},"dice":[3]}`, `"code":"not-enough-dice","field":"dice"`},
		{"too many", `{"id":"1","game":"toy","procedure":"throw","input":{"count":2},"dice":[3,3,3]}`, `"code":"too-many-dice","field":"dice"`},
		{"bad die", `{"id":"1","game":"toy","procedure":"throw","input":{"count":2},"dice":[3,7]}`, `"code":"bad-die","field":"dice[1]"`},
		{"die type", `{"id":"1","game":"toy","procedure":"throw","input":{"count":2},"dice":[3,"x"]}`, `"code":"wrong-type","field":"dice[1]"`},
		{"fraction die", `{"id":"1","game":"toy","procedure":"throw","input":{"count":2},"dice":[3.0,1]}`, `"code":"wrong-type","field":"dice[0]"`},
		{"no dice", `{"id":"1","game":"toy","procedure":"throw","input":{"count":2}}`, `"code":"missing-field","field":"dice"`},
		{"range", `{"id":"1","game":"toy","procedure":"throw","input":{"count":31}}`, `"code":"out-of-range","field":"count"`},
		{"integer", `{"id":"1","game":"toy","procedure":"throw","input":{"count":3.0}}`, `"code":"wrong-type","field":"count"`},
		{"null", `{"id":"1","game":"toy","procedure":"throw","input":{"count":null}}`, `"code":"wrong-type","field":"count"`},
		{"unknown", `{"id":"1","game":"toy","procedure":"throw","input":{"coutn":1}}`, `"code":"unknown-field","field":"coutn"`},
		{"deep unknown", `{"id":"1","game":"toy","procedure":"throw","input":{"deep":[{"id":"a","x":1}]}}`, `"code":"unknown-field","field":"deep[0].x"`},
		{"deep missing", `{"id":"1","game":"toy","procedure":"throw","input":{"deep":[{}]}}`, `"code":"missing-field","field":"deep[0].id"`},
		{"deep twice", `{"id":"1","game":"toy","procedure":"throw","input":{"deep":[{"id":"a"},{"id":"a"}]}}`, `"code":"out-of-range","field":"deep[1].id"`},
		{"twice", `{"id":"1","game":"toy","procedure":"throw","input":{"names":["x","x"]}}`, `"code":"out-of-range","field":"names[1]"`},
		{"decimals", `{"id":"1","game":"toy","procedure":"throw","input":{"length":0.0001}}`, `"code":"out-of-range","field":"length"`},
		{"decimal range", `{"id":"1","game":"toy","procedure":"throw","input":{"length":2.501}}`, `"code":"out-of-range","field":"length"`},
		{"decimal fine", `{"id":"1","game":"toy","procedure":"throw","input":{"length":25e-1},"dice":[1]}`, `"total":1`},
		{"huge exponent", `{"id":"1","game":"toy","procedure":"throw","input":{"length":1e999999999}}`, `"code":"out-of-range","field":"length"`},
		{"illegal", `{"id":"1","game":"toy","procedure":"throw","input":{"count":13}}`, `"code":"illegal","field":"count","message":"unlucky","rule":"T-13"`},
		{"no id", `{"game":"toy","procedure":"throw","input":{}}`, `{"id":null,"error":{"code":"missing-field","field":"id"`},
		{"id type", `{"id":7,"game":"toy","procedure":"throw","input":{}}`, `{"id":7,"error":{"code":"wrong-type","field":"id"`},
		{"game", `{"id":"1","game":"ludo","procedure":"throw","input":{}}`, `"code":"unknown-game","field":"game"`},
		{"procedure", `{"id":"1","game":"toy","procedure":"x","input":{}}`, `"code":"unknown-procedure","field":"procedure"`},
		{"junk", `{"id":`, `"error":{"code":"wrong-type"`},
		{"roll-off", `{"id":"1","game":"toy","procedure":"off","input":{},"dice":[3,3,4,2]}`, `"first":true`},
	} {
		out, err := json.Marshal(endpoint.Resolve([]byte(c.line)))
		rulestest.Must(t, err)
		if !strings.Contains(string(out), c.want) {
			t.Errorf("%s: got %s, want %s in it", c.name, out, c.want)
		}
	}
	seeded := endpoint.Resolve([]byte(`{"id":"1","game":"toy","procedure":"throw","input":{"count":5},"seed":18446744073709551615}`))
	if seeded.Error != nil || len(seeded.Dice) != 5 {
		t.Errorf("seeded: %+v", seeded)
	}
}

func TestDistributionSumsToOneAndAgreesByFace(t *testing.T) {
	for name, input := range map[string]map[string]any{
		"throw": {"count": json.Number("3"), "need": json.Number("4")},
		"off":   {},
	} {
		r := toyGame.Ruling(name)
		byClass, err := r.Distribution(input)
		rulestest.Must(t, err)
		byFace, err := r.DistributionByFace(input)
		rulestest.Must(t, err)
		for _, f := range r.Odds {
			if got := byClass.Odds[f].Total(); got.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("%s %s: sum is %s", name, f, got)
			}
			for v, p := range byFace.Odds[f] {
				if q := byClass.Odds[f][v]; q == nil || p.Cmp(q) != 0 {
					t.Errorf("%s %s %s: %v by class, %v by face", name, f, v, q, p)
				}
			}
		}
	}
	d, _ := toyGame.Ruling("off").Distribution(map[string]any{})
	if got := d.Odds["first"]["true"]; got.Cmp(big.NewRat(1, 2)) != 0 {
		t.Errorf("roll-off: got %v, want 1/2", got)
	}
}
