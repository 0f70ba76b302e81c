package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"oriflamme/rules"
	"oriflamme/rules/shelf"
)

var replayCommand = command{
	name: "replay", args: "RECORD...",
	summary: "Play recorded battles again from their dice and compare every event.",
	example: "oriflamme replay rules/warcry/testdata/battles/*.jsonl",
	setup: func(f *flag.FlagSet) work {
		return func(ctx context.Context, w world, args []string) error {
			if len(args) == 0 {
				return usagef("name at least one record")
			}
			wrong := false
			for _, file := range args {
				if err := replayFile(w, file); err != nil {
					fmt.Fprintf(w.err, "%s: %v\n", file, err)
					wrong = true
				}
			}
			if wrong {
				return errFound
			}
			return nil
		}
	},
}

func replayFile(w world, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	g, r, err := rules.ReadRecord(f, shelf.Find)
	if err != nil {
		return err
	}
	b, err := rules.Replay(g, r)
	if err != nil {
		return err
	}
	how := "not over"
	if o, over := b.Outcome(); over {
		how = ending(r.Setup, o)
	}
	_, err = fmt.Fprintf(w.out, "%s: %s, %d steps, %s\n", file, g.Name, len(r.Steps), how)
	return err
}

// ending tells an outcome in one clause.
func ending(s rules.Setup, o rules.Outcome) string {
	if o.Winner == rules.Nobody {
		return fmt.Sprintf("a draw %v", o.Scores)
	}
	return fmt.Sprintf("won by %s %v", s.Rosters[o.Winner].Name, o.Scores)
}
