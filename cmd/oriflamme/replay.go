package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"

	"oriflamme/rules"
	"oriflamme/rules/games"
)

var replayCommand = command{
	name: "replay", args: "RECORD...",
	summary: "Play recorded battles again from their dice and compare every event.",
	example: "oriflamme replay rules/warcry/testdata/battles/*.jsonl",
	setup: func(f *flag.FlagSet) action {
		hash := f.String("hash", "", "`SHA-256` that the act of the battle's report names: another record is refused, whatever it plays like")
		return func(ctx context.Context, w streams, args []string) error {
			if len(args) == 0 {
				return usagef("name at least one record")
			}
			if *hash != "" && len(args) != 1 {
				return usagef("--hash is of one record")
			}
			wrong := false
			for _, file := range args {
				if err := replayFile(w, file, *hash); err != nil {
					fmt.Fprintf(w.err, "%s: %v\n", file, err)
					wrong = true
				}
			}
			if wrong {
				return errProblemsFound
			}
			return nil
		}
	},
}

// replayFile replays one record and compares its events. A changed die that leads to the same events breaks no rule:
// only the hash shows it, which replay prints for every record and a club's chain keeps.
func replayFile(w streams, file, hash string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(text))
	if hash != "" && hash != sum {
		return fmt.Errorf("is another record: its SHA-256 is %s, not %s", sum, hash)
	}
	g, r, err := rules.ReadRecord(bytes.NewReader(text), games.Find)
	if err != nil {
		return err
	}
	b, err := rules.Replay(g, r)
	if err != nil {
		return err
	}
	how := "not over"
	if o, over := b.Outcome(); over {
		how = outcomeText(r.Setup, o)
	}
	_, err = fmt.Fprintf(w.out, "%s: %s, %d steps, %s, SHA-256 %s\n", file, g.Name, len(r.Steps), how, sum)
	return err
}

// outcomeText describes an outcome in one clause.
func outcomeText(s rules.Setup, o rules.Outcome) string {
	if o.Winner == rules.Nobody {
		return fmt.Sprintf("a draw %v", o.Scores)
	}
	return fmt.Sprintf("won by %s %v", s.Rosters[o.Winner].Name, o.Scores)
}
