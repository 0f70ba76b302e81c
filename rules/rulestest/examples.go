package rulestest

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"oriflamme/rules"
)

// Examples sends every request of testdata/examples.txt to the endpoint of a game. Each
// example has three lines: a title after "#", a request in JSON and the whole answer. When the
// answer has odds, the request is for odds. Numbers may differ by 1e-6. The message of an
// error is not compared, nor are the fields of the answer named in free.
func Examples(t *testing.T, g *rules.Game, free ...string) {
	t.Helper()
	text, err := os.ReadFile("testdata/examples.txt")
	Must(t, err)
	endpoint := rules.Endpoint{Games: []*rules.Game{g}}
	title, request, cases := "", "", 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			title = line
		case line != "" && request == "":
			request = line
		case line != "":
			if where := compareAnswer(t, endpoint, request, line, free); where != "" {
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

// compareAnswer describes where the answer to a request differs from the wanted one, or
// returns "".
func compareAnswer(t *testing.T, endpoint rules.Endpoint, request, answer string, free []string) string {
	t.Helper()
	var want map[string]any
	if err := json.Unmarshal([]byte(answer), &want); err != nil {
		t.Fatalf("%s: %v", answer, err)
	}
	ask := endpoint.Resolve
	if _, odds := want["odds"]; odds {
		ask = endpoint.Distribution
	}
	text, err := json.Marshal(ask([]byte(request)))
	Must(t, err)
	var got map[string]any
	Must(t, json.Unmarshal(text, &got))
	for _, field := range free {
		if _, there := got[field]; there && want[field] != nil {
			got[field] = want[field]
		}
	}
	return diffJSON(got, want, "")
}

// diffJSON describes where two JSON values differ, apart from messages of errors, or returns
// "".
func diffJSON(got, want any, at string) string {
	differ := fmt.Sprintf("%s is %v, want %v", at, got, want)
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return differ
		}
		for k := range w {
			if k == "message" {
				continue
			}
			if where := diffJSON(g[k], w[k], at+"."+k); where != "" {
				return where
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return differ
		}
		for i := range w {
			if where := diffJSON(g[i], w[i], fmt.Sprintf("%s[%d]", at, i)); where != "" {
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
		return differ
	}
	return ""
}
