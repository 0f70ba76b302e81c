package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
	"oriflamme/rules/warcry"
)

// TestDemoIsAlwaysTheSame makes the demo twice: every battle goes the same way, with the same dice.
func TestDemoIsAlwaysTheSame(t *testing.T) {
	t.Parallel()
	rulestest.Slow(t)
	text, err := demoFile()
	must(t, err)
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first.db"), filepath.Join(dir, "second.db")
	must(t, os.WriteFile(first, text, 0o600))
	must(t, makeDemo(context.Background(), second, time.Now().Add(36*time.Hour)))
	if a, b := battleLog(t, first), battleLog(t, second); a != b {
		t.Errorf("once\n%s\nand again\n%s", a, b)
	}
}

// battleLog describes how every battle of a database went, in a line each.
func battleLog(t *testing.T, file string) string {
	t.Helper()
	service, s, err := openService(file, false)
	must(t, err)
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	clubs, err := service.Clubs(t.Context())
	must(t, err)
	var log strings.Builder
	dice := 0
	for _, club := range clubs {
		state, err := service.State(t.Context(), club)
		must(t, err)
		for _, b := range state.AllBattles() {
			fmt.Fprintf(&log, "%s %d %s %v %d effects", state.Campaigns[b.Campaign].Settings.Game, b.Number, b.Status, b.Result, len(b.Effects))
			for _, part := range b.EngineParts {
				live, err := service.LivePart(t.Context(), club, b.ID, part.Part)
				must(t, err)
				for _, step := range live.Steps {
					for _, die := range step.Dice {
						fmt.Fprint(&log, " ", die.Value)
						dice++
					}
				}
			}
			log.WriteByte('\n')
		}
	}
	if dice < 100 {
		t.Fatalf("only %d dice", dice)
	}
	return log.String()
}

// TestDemoSkipsWhatGamesCannotGive makes the campaigns of the other games for a game without a pack and for one
// without bots and aftermath. The site names both.
func TestDemoSkipsWhatGamesCannotGive(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "demo.db"))
	must(t, err)
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	bare := &rules.Game{ID: "dice-duel", Name: "Le Duel des dés", Edition: "1", Begin: magnamund.Game.Begin}
	alone := *underworlds.Game
	alone.Bots, alone.Aftermath = nil, nil
	d := newDemo(t.Context(), s, []*rules.Game{warcry.Game, bare, &alone}, time.Now())
	must(t, d.found())
	must(t, d.playOtherGames())
	state, err := d.service.State(t.Context(), d.club)
	must(t, err)
	battles := map[string]int{}
	for _, c := range state.AllCampaigns() {
		battles[c.Settings.Game] = len(state.BattlesOf(c.ID))
	}
	if want := map[string]int{"warcry": 0, "underworlds": 1}; !maps.Equal(battles, want) {
		t.Errorf("campaigns with battles: %v, not %v", battles, want)
	}
	people, err := demoPeople(t.Context(), d.service)
	must(t, err)
	site := web.New(web.Config{Service: d.service, Catalogs: content.Catalogs(), Games: d.games, Packs: map[string][]rules.Pack{}, Reference: sharedReference(), Now: time.Now, Demo: people})
	answer := httptest.NewRecorder()
	site.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
	if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), bare.Name) {
		t.Errorf("home: status %d, want 200 and the name %q", answer.Code, bare.Name)
	}
}
