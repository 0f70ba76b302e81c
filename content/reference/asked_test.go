package reference_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// What of a hundred names comes first, and of a hundred questions is among the first three.
const minNamesFirst, minQuestionsInThree = 95, 96

// TestAsked asks what stands in testdata/asked.txt: names, whose rule must come first, and
// questions as they are typed at the table.
func TestAsked(t *testing.T) {
	site := publishedSite(t)
	raw, err := os.ReadFile("testdata/asked.txt")
	if err != nil {
		t.Fatal(err)
	}
	type kind struct{ lang, what string }
	asked, right := map[kind]int{}, map[kind]int{}
	for _, line := range strings.Split(string(raw), "\n") {
		f := strings.Split(line, " | ")
		if strings.HasPrefix(line, "#") || len(f) != 5 {
			continue
		}
		of, most := kind{f[0], f[2]}, 3
		if of.what == "name" {
			most = 1
		}
		asked[of]++
		var got []string
		for _, h := range site.Find(of.lang, strings.TrimPrefix(f[1], "null"), f[3], most) {
			got = append(got, h.ID)
		}
		if slices.ContainsFunc(strings.Fields(f[4]), func(id string) bool { return slices.Contains(got, id) }) {
			right[of]++
		} else {
			t.Logf("%s %s %q: got %q, want one of %s", f[0], f[1], f[3], got, f[4])
		}
	}
	for _, lang := range []string{"fr", "en"} {
		for what, bar := range map[string]int{"name": minNamesFirst, "question": minQuestionsInThree} {
			k := kind{lang, what}
			t.Logf("%s: %d of %d %ss", lang, right[k], asked[k], what)
			if asked[k] < 80 || right[k]*100 < asked[k]*bar {
				t.Errorf("%s: %d of %d %ss are right", lang, right[k], asked[k], what)
			}
		}
	}
}
