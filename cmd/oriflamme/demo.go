package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/rules/games"
)

var demoCommand = command{
	name:    "demo",
	summary: "Make a demo club with a running campaign, unless it is there already, and serve it.",
	example: "oriflamme demo --addr 127.0.0.1:8080 --db demo.db",
	setup: func(f *flag.FlagSet) action {
		o := siteFlags(f)
		f.StringVar(&o.db, "db", "demo.db", "database `file`, made when it is not there")
		return func(ctx context.Context, w streams, args []string) (err error) {
			if err := noArgs(args); err != nil {
				return err
			}
			if _, err := os.Stat(o.db); errors.Is(err, fs.ErrNotExist) {
				start := time.Now()
				if err := makeDemo(ctx, o.db, start); err != nil {
					return fmt.Errorf("demo club: %w", err)
				}
				fmt.Fprintf(w.out, "made a demo club in %s (%v)\n", o.db, time.Since(start).Round(time.Millisecond))
			}
			service, s, err := openService(o.db, false)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			people, err := demoPeople(ctx, service)
			if err != nil {
				return err
			}
			o.mailer = &notify.PrintMailer{Out: w.out}
			return o.serve(ctx, w, s, web.Config{Service: service, Metrics: web.NewMetrics(), Log: o.newLogger(w), Demo: people})
		}
	},
}

// makeDemo writes the demo club into a new file, which is left out when the demo cannot be finished.
func makeDemo(ctx context.Context, file string, now time.Time) (err error) {
	unfinished := file + ".unfinished"
	for _, f := range []string{unfinished, unfinished + "-wal", unfinished + "-shm"} {
		if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	s, err := store.Open(unfinished)
	if err != nil {
		return err
	}
	err = errors.Join(newDemo(ctx, s, games.All, now).run(), s.Close())
	if err != nil {
		return err
	}
	return os.Rename(unfinished, file)
}

// numberedSeeds returns a function that returns the seeds "NAME 1", "NAME 2" and so on.
func numberedSeeds(name string) func() string {
	n := 0
	return func() string { n++; return name + " " + strconv.Itoa(n) }
}

// demoPeople returns the members as whom a visitor of the demo may sign in.
func demoPeople(ctx context.Context, service *campaign.Service) ([]web.DemoPerson, error) {
	states, err := clubStates(ctx, service)
	var people []web.DemoPerson
	for _, state := range states {
		for _, m := range state.AllMembers() {
			people = append(people, web.DemoPerson{Club: state.Club.ID, Member: m.ID})
		}
	}
	return people, err
}
