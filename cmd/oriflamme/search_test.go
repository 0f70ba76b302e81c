package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// A bad line of a search is answered like any other and the rest goes on; with a
// single question a fault is the exit code too.
func TestSearchCommand(t *testing.T) {
	in := `{"id":"1","lang":"fr","game":"warcry","query":"désengagement"}
nonsense

{"id":"2","lang":"de","game":null,"query":"x"}
{"id":"3","lang":"en","game":"chess","query":"x"}
{"id":"4","lang":"en","game":"warmachine","query":"zzzz"}
{"id":"5","lang":"fr","game":null,"query":"de la"}
{"id":"6","lang":"fr","query":5}
{"id":"7","lang":"en","game":"underworlds","query":"A-9"}
{"id":"8","lang":"fr","query":"repousser"}`
	code, out, _ := call(t, in, "search", "--jsonl")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != 9 {
		t.Fatalf("exit %d, %d answers:\n%s", code, len(lines), out)
	}
	for i, want := range []string{
		`"id":"WC-DIS-1"`, `{"id":null,"error":{"code":"wrong-type"`, `{"id":"2","error":{"code":"out-of-range","field":"lang"`,
		`{"id":"3","error":{"code":"unknown-game","field":"game"`, `{"id":"4","hits":[]}`, `{"id":"5","hits":[]}`,
		`{"id":"6","error":{"code":"wrong-type","field":"query"`, `{"id":"A-9","title":`, `"hits":[{"id":"W`,
	} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("answer %d: %.200s, want %s", i+1, lines[i], want)
		}
	}
	var first struct {
		Hits []struct{ ID, Title, URL string }
	}
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || len(first.Hits) == 0 || !strings.HasSuffix(first.Hits[0].URL, "/#"+first.Hits[0].ID) {
		t.Errorf("the first answer is no place of a page: %+v (%v)", first, err)
	}
	if code, out, _ := call(t, `{"id":"1","lang":"en","query":"cover"}`, "search"); code != 0 || !strings.Contains(out, `"url"`) {
		t.Errorf("a single question: exit %d, %.200s", code, out)
	}
	if code, _, _ := call(t, `{}`, "search"); code != 1 {
		t.Errorf("a single bad question: exit %d, want 1", code)
	}
}
