package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oriflamme/rules/rulestest"
)

// TestDemoIsAlwaysTheSame makes the demonstration twice: every battle is fought alike, with the same dice.
func TestDemoIsAlwaysTheSame(t *testing.T) {
	rulestest.Slow(t)
	text, err := demoFile()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first.db"), filepath.Join(dir, "second.db")
	if err := os.WriteFile(first, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := makeDemo(context.Background(), second, time.Now().Add(36*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if a, b := battleLog(t, first), battleLog(t, second); a != b {
		t.Errorf("once\n%s\nand again\n%s", a, b)
	}
}

// battleLog tells of every battle of a database how it went, a line each.
func battleLog(t *testing.T, file string) string {
	t.Helper()
	service, s, err := openService(file, false)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	clubs, err := service.Clubs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	dice := 0
	for _, club := range clubs {
		state, err := service.State(t.Context(), club)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range state.AllBattles() {
			fmt.Fprintf(&told, "%s %d %s %v %d effects", state.Campaigns[b.Campaign].Settings.Game, b.Number, b.Status, b.Result, len(b.Effects))
			for _, part := range b.EngineParts {
				live, err := service.LivePart(t.Context(), club, b.ID, part.Part)
				if err != nil {
					t.Fatal(err)
				}
				for _, step := range live.Steps {
					for _, die := range step.Dice {
						fmt.Fprint(&told, " ", die.Value)
						dice++
					}
				}
			}
			told.WriteByte('\n')
		}
	}
	if dice < 100 {
		t.Fatalf("only %d dice", dice)
	}
	return told.String()
}
