package main

import (
	"context"
	"flag"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/rules"
	"oriflamme/rules/games"
)

var searchCommand = command{
	name:    "search",
	summary: "Find rules in the reference by the index of its pages; JSON in, JSON out.",
	example: `echo '{"id":"1","lang":"fr","game":"warcry","query":"à couvert"}' | oriflamme search --jsonl`,
	setup: func(f *flag.FlagSet) action {
		lines := f.Bool("jsonl", false, "one question a line, one answer a line; otherwise the input is one question")
		return func(_ context.Context, w streams, args []string) error {
			if err := noArgs(args); err != nil {
				return err
			}
			site, err := reference.Build(content.FS, games.All, build.Options{})
			if err != nil {
				return err
			}
			if *lines {
				return rules.ServeLines(w.in, w.out, func(line []byte) any { return site.Answer(line) })
			}
			return answerOnce(w, 1<<20, func(text []byte) (any, bool) {
				reply := site.Answer(text)
				return reply, reply.Error != nil
			})
		}
	},
}
