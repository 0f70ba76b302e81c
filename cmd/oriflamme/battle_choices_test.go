package main

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"oriflamme/campaign/web/battleview"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
	playviews "oriflamme/views/play"
)

// TestEveryChoiceReadsAsSomething replays golden battles of all games and looks at the questions on their pages: no
// button may be blank. From each question it follows one choice, a different one each time.
func TestEveryChoiceReadsAsSomething(t *testing.T) {
	t.Parallel()
	rulestest.Slow(t)
	for _, g := range games.All {
		t.Run(g.ID, func(t *testing.T) {
			files, err := filepath.Glob("../../rules/" + g.ID + "/testdata/battles/*.jsonl")
			if err != nil || len(files) == 0 {
				t.Fatalf("no battles: %v", err)
			}
			seen, sketches := 0, 0
			for _, file := range files {
				text, err := os.ReadFile(file)
				must(t, err)
				_, rec, err := rules.ReadRecord(bytes.NewReader(text), func(string) *rules.Game { return g })
				must(t, err)
				for at := 0; at < len(rec.Steps); at += 1 + at/4 {
					b, err := rules.Replay(g, rules.Record{Setup: rec.Setup, Steps: rec.Steps[:at]})
					if err != nil {
						t.Fatalf("%s, %d steps: %v", file, at, err)
					}
					page := battleview.Presenter{Game: g, Setup: rec.Setup, Battle: b, Seats: []rules.Seat{0, 1}, Catalog: content.Catalogs()["fr"], RuleURL: func(string) string { return "" }, Path: "/b"}
					q := url.Values{}
					for deep := 0; q != nil && deep < 5; deep++ {
						ask := page.Page(q).Ask
						for _, c := range ask.Choices {
							seen++
							if c.Sketch != nil {
								sketches++
							}
							if c.Label == "" {
								t.Errorf("%s, %d steps: a blank choice of %q: %+v", file, at, ask.Title, c)
							}
						}
						q = firstFollowUp(t, ask, at+deep)
					}
				}
			}
			if seen == 0 {
				t.Error("nothing was to be chosen")
			}
			if g.ID == "underworlds" && sketches == 0 {
				t.Error("boards are joined unseen")
			}
		})
	}
}

// firstFollowUp returns the query of a choice that does not end the question; n selects among several.
func firstFollowUp(t *testing.T, ask playviews.Ask, n int) url.Values {
	t.Helper()
	var links []string
	for _, c := range ask.Choices {
		if c.Href != "" {
			links = append(links, c.Href)
		}
	}
	for _, u := range ask.Units {
		links = append(links, u.Href)
	}
	if len(links) == 0 {
		return nil
	}
	u, err := url.Parse(links[n%len(links)])
	must(t, err)
	return u.Query()
}
