package warmaster_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/warmaster"
)

var desk = rules.Desk{Games: []*rules.Game{warmaster.Game}}

// TestExamples plays testdata/examples.txt: a title, a request and its answer.
func TestExamples(t *testing.T) {
	text, err := os.ReadFile("testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	title, request, cases := "", "", 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			title = line
		case line != "" && request == "":
			request = line
		case line != "":
			var want any
			if err := json.Unmarshal([]byte(line), &want); err != nil {
				t.Fatalf("%s: %v", title, err)
			}
			answer := desk.Resolve
			if _, odds := want.(map[string]any)["odds"]; odds {
				answer = desk.Distribution
			}
			if where := unequal(decoded(t, answer([]byte(request))), want, ""); where != "" {
				t.Errorf("%s: %s", title, where)
			}
			request = ""
			cases++
		}
	}
	if request != "" || cases == 0 {
		t.Errorf("%d cases, and a request without an answer: %q", cases, request)
	}
}

func decoded(t *testing.T, a rules.Answer) any {
	t.Helper()
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// unequal says where two JSON values differ; the message of an error is free.
func unequal(got, want any, at string) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return fmt.Sprintf("%s is %v, want %v", at, got, want)
		}
		for k := range w {
			if k == "message" {
				continue
			}
			if where := unequal(g[k], w[k], at+"."+k); where != "" {
				return where
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Sprintf("%s is %v, want %v", at, got, want)
		}
		for i := range w {
			if where := unequal(g[i], w[i], fmt.Sprintf("%s[%d]", at, i)); where != "" {
				return where
			}
		}
		return ""
	case float64:
		if g, ok := got.(float64); ok && math.Abs(g-w) <= 1e-6 {
			return ""
		}
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Sprintf("%s is %v, want %v", at, got, want)
	}
	return ""
}
