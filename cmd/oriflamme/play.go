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
	"oriflamme/rules/games"
)

var playCommand = command{
	name:    "play",
	summary: "Play a battle: a command a line in, what came of it a line out.",
	example: `oriflamme play --setup battle.json --record battle.jsonl <<'END'
{"legal": true}
{"command": {"kind": "…"}, "dice": [3, 5], "choices": []}
END`,
	setup: func(f *flag.FlagSet) action {
		setup := f.String("setup", "", "`file` with the setup of the battle as JSON (the first line of a record will do); required")
		record := f.String("record", "", "`file` that gets the record of the battle when the input ends")
		seed := f.String("seed", "", "roll missing dice from this `text`; without it a line that lacks dice is answered with the roll that is needed")
		return func(_ context.Context, w streams, args []string) error {
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
			t := playSession{game: g, battle: b, record: rules.Record{Setup: s}}
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

// readSetup reads the setup of a battle from a file: a single JSON object, or the first line of a record.
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
	g := games.Find(s.Game)
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

// playSession is a battle in progress on the command line.
type playSession struct {
	game   *rules.Game
	battle rules.Battle
	record rules.Record
	src    dice.Source // rolls for the players; nil when the dice come with the commands
}

type playLine struct {
	Legal   bool            `json:"legal" default:"false"`
	View    *int            `json:"view" default:"-"`
	Command json.RawMessage `json:"command" default:"-"`
	Dice    []int           `json:"dice" default:"-"`
	Choices []rules.Reply   `json:"choices" default:"[]"`
}

// playAnswer is an answer line; it has exactly one member.
type playAnswer struct {
	Step    json.RawMessage   `json:"step,omitempty"`
	Legal   []json.RawMessage `json:"legal,omitempty"`
	View    json.RawMessage   `json:"view,omitempty"`
	Need    *diceNeed         `json:"need,omitempty"`
	Ask     *rules.Question   `json:"ask,omitempty"`
	Outcome json.RawMessage   `json:"outcome,omitempty"`
	Error   *rules.Fault      `json:"error,omitempty"`
}

type diceNeed struct {
	For   string `json:"for"`
	Dice  int    `json:"dice"`
	Sides int    `json:"sides"`
}

func (s *playSession) serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	enc := json.NewEncoder(out)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			for _, a := range s.answer(line) {
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

func (s *playSession) answer(text []byte) []playAnswer {
	var line playLine
	if err := rules.Decode(text, &line); err != nil {
		return []playAnswer{errorAnswer(err)}
	}
	switch {
	case line.Legal:
		a := playAnswer{Legal: []json.RawMessage{}}
		for _, c := range s.battle.Legal() {
			raw, err := rules.EncodeCommand(c)
			if err != nil {
				return []playAnswer{errorAnswer(err)}
			}
			a.Legal = append(a.Legal, raw)
		}
		return []playAnswer{a}
	case line.View != nil:
		raw, err := rules.EncodeResult(s.battle.View(rules.Seat(*line.View)))
		if err != nil {
			return []playAnswer{errorAnswer(err)}
		}
		return []playAnswer{{View: raw}}
	}
	return s.play(line)
}

func (s *playSession) play(line playLine) []playAnswer {
	c, err := s.game.DecodeCommand(line.Command)
	if err != nil {
		return []playAnswer{errorAnswer(err)}
	}
	var src dice.Source = dice.NewTape(line.Dice...)
	if s.src != nil && line.Dice == nil {
		src = s.src
	}
	after, step, err := rules.Play(s.battle, c, src, rules.ChooseFrom(line.Choices))
	if err != nil {
		return []playAnswer{errorAnswer(err)}
	}
	s.battle, s.record.Steps = after, append(s.record.Steps, step)
	raw, err := rules.EncodeStep(step)
	if err != nil {
		return []playAnswer{errorAnswer(err)}
	}
	answers := []playAnswer{{Step: raw}}
	if o, over := after.Outcome(); over {
		raw, err := rules.EncodeResult(o)
		if err != nil {
			return []playAnswer{errorAnswer(err)}
		}
		answers = append(answers, playAnswer{Outcome: raw})
	}
	return answers
}

func errorAnswer(err error) playAnswer {
	var n *dice.MissingError
	var q *rules.Question
	var f *rules.Fault
	switch {
	case errors.As(err, &n):
		return playAnswer{Need: &diceNeed{n.Roll.Label(len(n.Present)), n.Roll.N - len(n.Present), n.Roll.Sides}}
	case errors.As(err, &q):
		return playAnswer{Ask: q}
	case errors.As(err, &f):
		return playAnswer{Error: f}
	}
	return playAnswer{Error: rules.Faultf(rules.OutOfRange, "", "%v", err)}
}
