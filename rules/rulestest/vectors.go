package rulestest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"reflect"
	"testing"

	"oriflamme/rules"
)

// A vector is one checked case of a contract of rulings.
type vector struct {
	ID        string             `json:"id"`
	Procedure string             `json:"procedure"`
	Input     json.RawMessage    `json:"input"`
	Dice      *json.RawMessage   `json:"dice,omitempty"`
	Seed      *json.RawMessage   `json:"seed,omitempty"`
	Expect    any                `json:"expect"`
	Error     *rules.Fault       `json:"expect_error"`
	Odds      any                `json:"expect_odds"`
	Mean      map[string]float64 `json:"expect_mean"`
	Title     string             `json:"title"`
}

// Vectors runs the checked cases of a contract through the same desk as
// "resolve --jsonl" and "odds --jsonl". It skips when the file is absent and
// fails when it is empty. Numbers of results may differ by tolerance.
func Vectors(t *testing.T, g *rules.Game, file string, tolerance float64) {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no vectors at " + file)
	}
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) == 0 {
		t.Fatal("no vectors in " + file)
	}
	desk := rules.Desk{Games: []*rules.Game{g}}
	for _, v := range vectors {
		line := request(t, g, v)
		if v.Expect != nil || v.Error != nil {
			checkResolve(t, desk, v, line, tolerance)
		}
		if v.Odds != nil || v.Mean != nil {
			checkOdds(t, desk, v, line)
		}
	}
	t.Logf("%d vectors of %s", len(vectors), g.ID)
}

func request(t *testing.T, g *rules.Game, v vector) []byte {
	line, err := json.Marshal(struct {
		ID        string           `json:"id"`
		Game      string           `json:"game"`
		Procedure string           `json:"procedure"`
		Input     json.RawMessage  `json:"input"`
		Dice      *json.RawMessage `json:"dice,omitempty"`
		Seed      *json.RawMessage `json:"seed,omitempty"`
	}{v.ID, g.ID, v.Procedure, v.Input, v.Dice, v.Seed})
	if err != nil {
		t.Fatal(err)
	}
	return line
}

func checkResolve(t *testing.T, desk rules.Desk, v vector, line []byte, tolerance float64) {
	t.Helper()
	a := desk.Resolve(line)
	if v.Error != nil {
		if a.Error == nil {
			t.Errorf("%s (%s) %s: want %s on %s, got a result %s", v.ID, v.Procedure, v.Title, v.Error.Code, v.Error.Field, a.Result)
		} else if a.Error.Code != v.Error.Code || a.Error.Field != v.Error.Field || v.Error.Rule != "" && a.Error.Rule != v.Error.Rule {
			t.Errorf("%s (%s) %s: want %s on %s %s, got %v", v.ID, v.Procedure, v.Title, v.Error.Code, v.Error.Field, v.Error.Rule, a.Error)
		}
		return
	}
	if a.Error != nil {
		t.Errorf("%s (%s) %s: got %v", v.ID, v.Procedure, v.Title, a.Error)
		return
	}
	var got any
	if err := json.Unmarshal(a.Result, &got); err != nil {
		t.Fatal(err)
	}
	if where := differs(got, v.Expect, tolerance, "result"); where != "" {
		t.Errorf("%s (%s) %s: %s", v.ID, v.Procedure, v.Title, where)
	}
}

func checkOdds(t *testing.T, desk rules.Desk, v vector, line []byte) {
	t.Helper()
	a := desk.Distribution(line)
	if a.Error != nil {
		t.Errorf("%s (%s) %s: odds: %v", v.ID, v.Procedure, v.Title, a.Error)
		return
	}
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Odds any                `json:"odds"`
		Mean map[string]float64 `json:"mean"`
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if v.Odds != nil {
		var whole any = got.Odds
		if parts, ok := v.Odds.(map[string]any); ok && (parts["odds"] != nil || parts["mean"] != nil) {
			// Some contracts give a part of the answer, others of its odds.
			whole = map[string]any{"odds": got.Odds, "mean": asAny(got.Mean)}
		}
		if where := differs(whole, v.Odds, 1e-12, "odds"); where != "" {
			t.Errorf("%s (%s) %s: %s", v.ID, v.Procedure, v.Title, where)
		}
	}
	for f, want := range v.Mean {
		if m, ok := got.Mean[f]; !ok || math.Abs(m-want) > 1e-9 {
			t.Errorf("%s (%s) %s: mean of %s is %v, want %v", v.ID, v.Procedure, v.Title, f, m, want)
		}
	}
}

func asAny(means map[string]float64) map[string]any {
	all := make(map[string]any, len(means))
	for f, m := range means {
		all[f] = m
	}
	return all
}

// differs says where got is not what want asks for: objects may hold more
// fields than wanted (but not more chances), lists must be of equal length.
func differs(got, want any, tolerance float64, at string) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s is %v, want an object", at, got)
		}
		for k, sub := range w {
			s, there := g[k]
			if !there {
				return at + "." + k + " is missing"
			}
			if where := differs(s, sub, tolerance, at+"."+k); where != "" {
				return where
			}
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Sprintf("%s is %v, want %v", at, got, want)
		}
		for i := range w {
			if where := differs(g[i], w[i], tolerance, fmt.Sprintf("%s[%d]", at, i)); where != "" {
				return where
			}
		}
	case float64:
		if g, ok := got.(float64); !ok || math.Abs(g-w) > tolerance {
			return fmt.Sprintf("%s is %v, want %v", at, got, want)
		}
	default:
		if !reflect.DeepEqual(got, want) {
			return fmt.Sprintf("%s is %v, want %v", at, got, want)
		}
	}
	return ""
}
