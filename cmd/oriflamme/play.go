package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/shelf"
)

var playCommand = command{
	name:    "play",
	summary: "Play a battle: a command a line in, what came of it a line out.",
	example: `oriflamme play --setup battle.json --record battle.jsonl <<'END'
{"legal": true}
{"command": {"kind": "…"}, "dice": [3, 5], "choices": []}
END`,
	setup: func(f *flag.FlagSet) work {
		setup := f.String("setup", "", "`file` with the setup of the battle as JSON (the first line of a record will do); required")
		record := f.String("record", "", "`file` that gets the record of the battle when the input ends")
		seed := f.String("seed", "", "roll missing dice from this `text`; without it a line that lacks dice is answered with the roll that is needed")
		return func(_ context.Context, w world, args []string) error {
			if err := noArgs(args); err != nil {
				return err
			}
			g, s, err := readSetup(*setup)
			if err != nil {
				return err
			}
			b, err := g.Begin(s)
			if err != nil {
				return err
			}
			t := table{game: g, battle: b, record: rules.Record{Setup: s}}
			if *seed != "" {
				t.src = dice.Seeded(*seed)
			}
			if err := t.serve(w.in, w.out); err != nil {
				return err
			}
			if *record == "" {
				return nil
			}
			return writeRecord(*record, t.record)
		}
	},
}

// readSetup reads the setup of a battle: a JSON object alone, or the first line of a record.
func readSetup(file string) (*rules.Game, rules.Setup, error) {
	var s rules.Setup
	if file == "" {
		return nil, s, usagef("--setup is required")
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, s, err
	}
	defer f.Close()
	var first json.RawMessage
	if err := json.NewDecoder(bufio.NewReader(f)).Decode(&first); err != nil {
		return nil, s, fmt.Errorf("%s: %w", file, err)
	}
	if err := rules.Decode(first, &s); err != nil {
		return nil, s, fmt.Errorf("%s: %w", file, err)
	}
	g := shelf.Find(s.Game)
	if g == nil || g.Begin == nil {
		return nil, s, fmt.Errorf("%s: %w", file, rules.Faultf(rules.UnknownGame, "game", "no battles of %q here", s.Game))
	}
	return g, s, nil
}

func writeRecord(file string, r rules.Record) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(rules.WriteRecord(f, r), f.Close())
}

// table is a battle in progress at the command line.
type table struct {
	game   *rules.Game
	battle rules.Battle
	record rules.Record
	src    dice.Source // rolls for the players; nil: dice come with the commands
}

type tableLine struct {
	Legal   bool            `json:"legal" default:"false"`
	View    *int            `json:"view" default:"-"`
	Command json.RawMessage `json:"command" default:"-"`
	Dice    []int           `json:"dice" default:"-"`
	Choices []int           `json:"choices" default:"[]"`
}

// tableAnswer has exactly one member.
type tableAnswer struct {
	Step    json.RawMessage   `json:"step,omitempty"`
	Legal   []json.RawMessage `json:"legal,omitempty"`
	View    json.RawMessage   `json:"view,omitempty"`
	Need    *need             `json:"need,omitempty"`
	Ask     *rules.Question   `json:"ask,omitempty"`
	Outcome json.RawMessage   `json:"outcome,omitempty"`
	Error   *rules.Fault      `json:"error,omitempty"`
}

type need struct {
	For   string `json:"for"`
	Dice  int    `json:"dice"`
	Sides int    `json:"sides"`
}

func (t *table) serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	enc := json.NewEncoder(out)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			for _, a := range t.answer(line) {
				if err := enc.Encode(a); err != nil {
					return err
				}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (t *table) answer(text []byte) []tableAnswer {
	var line tableLine
	if err := rules.Decode(text, &line); err != nil {
		return []tableAnswer{refusal(err)}
	}
	switch {
	case line.Legal:
		a := tableAnswer{Legal: []json.RawMessage{}}
		for _, c := range t.battle.Legal() {
			raw, err := rules.EncodeCommand(c)
			if err != nil {
				return []tableAnswer{refusal(err)}
			}
			a.Legal = append(a.Legal, raw)
		}
		return []tableAnswer{a}
	case line.View != nil:
		raw, err := rules.EncodeResult(t.battle.View(rules.Seat(*line.View)))
		if err != nil {
			return []tableAnswer{refusal(err)}
		}
		return []tableAnswer{{View: raw}}
	}
	return t.play(line)
}

func (t *table) play(line tableLine) []tableAnswer {
	c, err := t.game.DecodeCommand(line.Command)
	if err != nil {
		return []tableAnswer{refusal(err)}
	}
	var src dice.Source = dice.NewTape(line.Dice...)
	if t.src != nil && line.Dice == nil {
		src = t.src
	}
	after, step, err := rules.Play(t.battle, c, src, rules.Picks(line.Choices))
	if err != nil {
		return []tableAnswer{refusal(err)}
	}
	t.battle, t.record.Steps = after, append(t.record.Steps, step)
	raw, err := rules.EncodeStep(step)
	if err != nil {
		return []tableAnswer{refusal(err)}
	}
	answers := []tableAnswer{{Step: raw}}
	if o, over := after.Outcome(); over {
		raw, err := rules.EncodeResult(o)
		if err != nil {
			return []tableAnswer{refusal(err)}
		}
		answers = append(answers, tableAnswer{Outcome: raw})
	}
	return answers
}

func refusal(err error) tableAnswer {
	var n *dice.Need
	var q *rules.Question
	var f *rules.Fault
	switch {
	case errors.As(err, &n):
		return tableAnswer{Need: &need{n.Roll.Label(len(n.Given)), n.Roll.N - len(n.Given), n.Roll.Sides}}
	case errors.As(err, &q):
		return tableAnswer{Ask: q}
	case errors.As(err, &f):
		return tableAnswer{Error: f}
	}
	return tableAnswer{Error: rules.Faultf(rules.OutOfRange, "", "%v", err)}
}
