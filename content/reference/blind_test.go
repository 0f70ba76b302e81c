package reference_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules/rulestest"
)

// blind are the queries of testdata/blind.txt.
func blindQueries(t *testing.T) []query { return readQueries(t, "testdata/blind.txt") }

func readQueries(t *testing.T, file string) []query {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []query
	for _, line := range strings.Split(string(raw), "\n") {
		if f := strings.Split(line, " | "); !strings.HasPrefix(line, "#") && len(f) == 4 {
			list = append(list, query{lang: f[0], game: f[1], text: f[2], want: strings.Fields(f[3])})
		}
	}
	return list
}

// TestBlind asks queries that were written before the search was tried on them: at
// least 95 of 100 in each language must be right among the first three answers.
func TestBlind(t *testing.T) {
	rulestest.Slow(t)
	wantShare(t, blindQueries(t), 95)
}

// TestPlayersWords asks in the words of players: at least 94 of 100 in each language
// must be right. They were 80 and 83 before the search knew phrases and the words
// of other editions.
func TestPlayersWords(t *testing.T) { wantShare(t, readQueries(t, "testdata/players.txt"), 94) }

// TestQuarrels asks as players type at the table in the middle of a quarrel: at least 92 of 100 in each language must be right.
func TestDisputeQueries(t *testing.T) { wantShare(t, readQueries(t, "testdata/quarrels.txt"), 92) }

// holds asks queries and wants so many in a hundred of them right among three.
func wantShare(t *testing.T, queries []query, bar int) {
	t.Helper()
	site := publishedSite(t)
	asked, right := map[string]int{}, map[string]int{}
	for _, q := range queries {
		q.game = strings.TrimPrefix(q.game, "null")
		asked[q.lang]++
		var got []string
		ok := false
		for _, h := range site.Find(q.lang, q.game, q.text, 3) {
			got = append(got, h.ID)
			ok = ok || slices.Contains(q.want, h.ID)
		}
		if ok {
			right[q.lang]++
		} else {
			t.Logf("%s %s %q: got %q, want one of %q", q.lang, q.game, q.text, got, q.want)
		}
	}
	for _, lang := range []string{"fr", "en"} {
		t.Logf("%s: %d of %d", lang, right[lang], asked[lang])
		if asked[lang] < 60 || right[lang]*100 < asked[lang]*bar {
			t.Errorf("%s: %d of %d are right", lang, right[lang], asked[lang])
		}
	}
}
