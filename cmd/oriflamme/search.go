package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/rules"
	"oriflamme/rules/shelf"
)

var searchCommand = command{
	name:    "search",
	summary: "Find rules in the reference by the index of its pages; JSON in, JSON out.",
	example: `echo '{"id":"1","lang":"fr","game":"warcry","query":"à couvert"}' | oriflamme search --jsonl`,
	setup: func(f *flag.FlagSet) work {
		lines := f.Bool("jsonl", false, "one question a line, one answer a line; otherwise the input is one question")
		return func(_ context.Context, w world, args []string) error {
			if err := noArgs(args); err != nil {
				return err
			}
			site, err := reference.Build(content.FS, shelf.Games, reference.Options{})
			if err != nil {
				return err
			}
			if *lines {
				return rules.ServeLines(w.in, w.out, func(line []byte) any { return site.Answer(line) })
			}
			return searchOnce(site, w)
		}
	},
}

// searchOnce takes the whole input as one question; a fault in it is the exit code too.
func searchOnce(site *reference.Site, w world) error {
	text, err := io.ReadAll(io.LimitReader(w.in, 1<<20))
	if err != nil {
		return err
	}
	reply := site.Answer(text)
	out, err := json.Marshal(reply)
	if err != nil {
		return err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, out, "", "  "); err != nil {
		return err
	}
	fmt.Fprintln(w.out, pretty.String())
	if reply.Error != nil {
		return errFound
	}
	return nil
}
