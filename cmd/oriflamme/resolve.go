package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"oriflamme/rules"
	"oriflamme/rules/games"
)

var resolveCommand = command{
	name:    "resolve",
	summary: "Settle single rulings with given dice or a seed; JSON in, JSON out.",
	example: `echo '{"id":"1","game":"warcry","procedure":"roll-dice","input":{"notation":"d6","count":2},"dice":[3,5]}' | oriflamme resolve --jsonl`,
	setup:   func(f *flag.FlagSet) action { return serveRequests(f, rules.Endpoint.Resolve) },
}

var oddsCommand = command{
	name:    "odds",
	summary: "Tell the exact odds of single rulings; JSON in, JSON out.",
	example: `echo '{"id":"1","game":"warcry","procedure":"fall-test","input":{"resting_on":"ladder"}}' | oriflamme odds --jsonl`,
	setup:   func(f *flag.FlagSet) action { return serveRequests(f, rules.Endpoint.Distribution) },
}

// serveRequests answers requests from standard input. With --jsonl each line is a request, and a bad line is answered
// like any other. Without, the whole input is one request, and a fault in it also sets the exit code.
func serveRequests(f *flag.FlagSet, answer func(rules.Endpoint, []byte) rules.Answer) action {
	lines := f.Bool("jsonl", false, "one request a line, one answer a line; otherwise the input is one request")
	return func(_ context.Context, w streams, args []string) error {
		if err := noArgs(args); err != nil {
			return err
		}
		d := rules.Endpoint{Games: games.All}
		if *lines {
			return d.Serve(w.in, w.out, func(line []byte) rules.Answer { return answer(d, line) })
		}
		return answerOnce(w, 16<<20, func(text []byte) (any, bool) {
			a := answer(d, text)
			return a, a.Error != nil
		})
	}
}

// answerOnce reads the whole input, at most that many bytes, as one request and writes the answer indented. A fault
// in the request also sets the exit code.
func answerOnce(w streams, most int64, answer func(text []byte) (reply any, fault bool)) error {
	text, err := io.ReadAll(io.LimitReader(w.in, most))
	if err != nil {
		return err
	}
	reply, fault := answer(text)
	out, err := json.Marshal(reply)
	if err != nil {
		return err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, out, "", "  "); err != nil {
		return err
	}
	fmt.Fprintln(w.out, pretty.String())
	if fault {
		return errProblemsFound
	}
	return nil
}
