package rulestest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"reflect"
	"slices"
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

// Vectors runs the checked cases of a contract through the same rules.Endpoint as
// "resolve --jsonl" and "odds --jsonl". It skips the test when the file is absent and fails it
// when the file is empty. Numbers in results may differ by tolerance.
func Vectors(t *testing.T, g *rules.Game, file string, tolerance float64) {
	t.Helper()
	endpoint := rules.Endpoint{Games: []*rules.Game{g}}
	n := VectorsThrough(t, g, file, tolerance, func(command string, lines []byte) []byte {
		answer := endpoint.Resolve
		if command == "odds" {
			answer = endpoint.Distribution
		}
		var out bytes.Buffer
		Must(t, endpoint.Serve(bytes.NewReader(lines), &out, answer))
		return out.Bytes()
	})
	t.Logf("%d vectors of %s", n, g.ID)
}

// VectorsThrough is Vectors with another program that answers: for the command "resolve" or
// "odds", answer returns one line for each request line, in the same order. VectorsThrough
// returns the number of cases.
func VectorsThrough(t *testing.T, g *rules.Game, file string, tolerance float64, answer func(command string, lines []byte) []byte) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no vectors at " + file)
	}
	Must(t, err)
	var vectors []vector
	Must(t, json.Unmarshal(text, &vectors))
	if len(vectors) == 0 {
		t.Fatal("no vectors in " + file)
	}
	for _, of := range []struct {
		command string
		asks    func(vector) bool
		check   func(vector, []byte)
	}{
		{"resolve", func(v vector) bool { return v.Expect != nil || v.Error != nil }, func(v vector, a []byte) { checkResolve(t, v, a, tolerance) }},
		{"odds", func(v vector) bool { return v.Odds != nil || v.Mean != nil }, func(v vector, a []byte) { checkOdds(t, v, a) }},
	} {
		var asked []vector
		var lines bytes.Buffer
		for _, v := range vectors {
			if of.asks(v) {
				asked = append(asked, v)
				lines.Write(request(t, g, v))
				lines.WriteByte('\n')
			}
		}
		answers := bytes.Split(bytes.TrimSuffix(answer(of.command, lines.Bytes()), []byte("\n")), []byte("\n"))
		if len(asked) == 0 {
			continue
		}
		if len(answers) != len(asked) {
			t.Fatalf("%s answers %d lines with %d", of.command, len(asked), len(answers))
		}
		for i, v := range asked {
			of.check(v, answers[i])
		}
	}
	if untested := slices.DeleteFunc(slices.Clone(vectors), func(v vector) bool {
		return v.Expect != nil || v.Error != nil || v.Odds != nil || v.Mean != nil
	}); len(untested) > 0 {
		t.Errorf("%d vectors expect nothing, as %s", len(untested), untested[0].ID)
	}
	return len(vectors)
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
	Must(t, err)
	return line
}

func checkResolve(t *testing.T, v vector, answer []byte, tolerance float64) {
	t.Helper()
	var a struct {
		ID     string          `json:"id"`
		Result json.RawMessage `json:"result"`
		Error  *rules.Fault    `json:"error"`
	}
	if err := json.Unmarshal(answer, &a); err != nil || a.ID != v.ID {
		t.Errorf("%s (%s) %s: answered by %.200s", v.ID, v.Procedure, v.Title, answer)
		return
	}
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
	Must(t, json.Unmarshal(a.Result, &got))
	if where := diffVector(got, v.Expect, tolerance, "result"); where != "" {
		t.Errorf("%s (%s) %s: %s", v.ID, v.Procedure, v.Title, where)
	}
}

func checkOdds(t *testing.T, v vector, answer []byte) {
	t.Helper()
	var got struct {
		ID    string             `json:"id"`
		Error *rules.Fault       `json:"error"`
		Odds  any                `json:"odds"`
		Mean  map[string]float64 `json:"mean"`
	}
	if err := json.Unmarshal(answer, &got); err != nil || got.ID != v.ID {
		t.Errorf("%s (%s) %s: odds answered by %.200s", v.ID, v.Procedure, v.Title, answer)
		return
	}
	if got.Error != nil {
		t.Errorf("%s (%s) %s: odds: %v", v.ID, v.Procedure, v.Title, got.Error)
		return
	}
	if v.Odds != nil {
		var whole any = got.Odds
		if parts, ok := v.Odds.(map[string]any); ok && (parts["odds"] != nil || parts["mean"] != nil) {
			// Some contracts state a part of the whole answer, others a part of its odds.
			whole = map[string]any{"odds": got.Odds, "mean": asAny(got.Mean)}
		}
		if where := diffVector(whole, v.Odds, 1e-12, "odds"); where != "" {
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

// diffVector describes where got differs from want, or returns "". Objects may have more
// fields than wanted (but not more odds); lists must have equal length.
func diffVector(got, want any, tolerance float64, at string) string {
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
			if where := diffVector(s, sub, tolerance, at+"."+k); where != "" {
				return where
			}
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Sprintf("%s is %v, want %v", at, got, want)
		}
		for i := range w {
			if where := diffVector(g[i], w[i], tolerance, fmt.Sprintf("%s[%d]", at, i)); where != "" {
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
