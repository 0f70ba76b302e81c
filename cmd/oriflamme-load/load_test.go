package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"oriflamme/rules"
)

// TestShortDay plays a small event: nothing fails, every kind of request is made, streams deliver events, battles go
// on, and the database verifies afterwards.
func TestShortDay(t *testing.T) {
	e, err := newEvent(t.Context(), t.TempDir()+"/club.db", 4)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.close(); err != nil {
			t.Error(err)
		}
	}()
	got, kinds := newStats(), []string{"page", "visitor", "step", "act"}
	day, end := context.WithTimeout(t.Context(), 5*time.Minute)
	defer end()
	go func() {
		for ; day.Err() == nil && !got.hasAnswers(10, kinds...); time.Sleep(50 * time.Millisecond) {
		}
		end()
	}()
	e.run(day, time.Millisecond, got)
	if !got.hasAnswers(10, kinds...) {
		t.Errorf("%v, %d events after five minutes", got.kinds, got.events)
	}
	if got.failed() > 0 {
		t.Error(got.errors)
	}
	moved := 0
	for i := 0; i < len(e.phones); i += 2 {
		live, err := e.service.Live(t.Context(), e.club, e.phones[i].battle)
		if err != nil {
			t.Fatal(err)
		}
		moved += live.Number
		if live.Setup.Mode != rules.Board {
			t.Errorf("a battle of mode %s", live.Setup.Mode)
		}
	}
	if moved == 0 || moved > len(got.kinds["step"]) {
		t.Errorf("%d steps in the battles, %d sent", moved, len(got.kinds["step"]))
	}
	if err := e.verify(t.Context()); err != nil {
		t.Error(err)
	}
	var out bytes.Buffer
	got.print(&out)
	for _, want := range []string{"p50", "p99", "how long answers took", "answers in each second", "█", "0 failures"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// hasAnswers reports whether there were at least that many answers of every kind, and of events.
func (s *stats) hasAnswers(least int, kinds ...string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, kind := range kinds {
		if len(s.kinds[kind]) < least {
			return false
		}
	}
	return s.events >= least
}

func TestStats(t *testing.T) {
	got := newStats()
	for i := range 100 {
		got.add("page", time.Duration(i+1)*time.Millisecond, nil)
	}
	got.add("page", 0, errors.New("503"))
	all := got.allDurations()
	if all.quantile(0.5) != 51*time.Millisecond || all.quantile(0.99) != 100*time.Millisecond || got.failed() != 1 || durations(nil).quantile(0.5) != 0 {
		t.Errorf("p50 %v, p99 %v, %d failures", all.quantile(0.5), all.quantile(0.99), got.failed())
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"--phones", "1"}, {"--no-such-flag"}, {"extra"}} {
		if err := run(t.Context(), args, &bytes.Buffer{}); !errors.Is(err, errUsage) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
