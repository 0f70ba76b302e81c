package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

var simulateCommand = command{
	name:    "simulate",
	summary: "Have bots fight a battle many times and sum up how it ends.",
	example: "oriflamme simulate --setup battle.json --battles 1000 --bots greedy,random --seed club-night",
	setup: func(f *flag.FlagSet) work {
		setup := f.String("setup", "", "`file` with the setup of the battle as JSON; required")
		n := f.Int("battles", 1000, "how many battles")
		bots := f.String("bots", "", "a bot for each seat, separated by commas; default: the weakest for all")
		seed := f.String("seed", "oriflamme", "`text` that all chance comes from; the same text gives the same battles")
		record := f.String("record", "", "`file` that gets the record of the first battle")
		return func(ctx context.Context, w world, args []string) error {
			if err := noArgs(args); err != nil {
				return err
			}
			if *n < 1 {
				return usagef("--battles must be at least 1")
			}
			g, s, err := readSetup(*setup)
			if err != nil {
				return err
			}
			players, err := seatBots(g, s, *bots)
			if err != nil {
				return err
			}
			sim := simulation{game: g, setup: s, bots: players, seed: *seed, wins: make([]int, len(s.Rosters))}
			if err := sim.run(ctx, w, *n); err != nil {
				return err
			}
			if *record != "" {
				if err := writeRecord(*record, sim.first); err != nil {
					return err
				}
			}
			sim.summary(w.out)
			return nil
		}
	},
}

func seatBots(g *rules.Game, s rules.Setup, list string) ([]rules.Bot, error) {
	if len(g.Bots) == 0 {
		return nil, fmt.Errorf("%s has no bots", g.Name)
	}
	bots := make([]rules.Bot, len(s.Rosters))
	for i := range bots {
		bots[i] = g.Bots[0]
	}
	if list == "" {
		return bots, nil
	}
	names := strings.Split(list, ",")
	if len(names) != len(bots) {
		return nil, usagef("--bots names %d, the setup has %d seats", len(names), len(bots))
	}
	for i, name := range names {
		found := false
		for _, b := range g.Bots {
			if b.Name == strings.TrimSpace(name) {
				bots[i], found = b, true
			}
		}
		if !found {
			return nil, usagef("no bot %q in %s", name, g.Name)
		}
	}
	return bots, nil
}

// simulation is a run of battles and what came of them.
type simulation struct {
	game  *rules.Game
	setup rules.Setup
	bots  []rules.Bot
	seed  string
	first rules.Record

	battles, draws, steps int
	wins                  []int
	took                  time.Duration
}

func (s *simulation) run(ctx context.Context, w world, n int) error {
	bar := progress{out: w.err, total: n, shown: isTerminal(w.err)}
	start := time.Now()
	for i := range n {
		if err := ctx.Err(); err != nil {
			break // what was fought so far is summed up
		}
		rec, o, err := s.fight(i)
		if err != nil {
			return fmt.Errorf("battle %d (seed %q): %w", i+1, s.battleSeed(i), err)
		}
		if i == 0 {
			s.first = rec
		}
		s.battles++
		s.steps += len(rec.Steps)
		if o.Winner == rules.Nobody {
			s.draws++
		} else {
			s.wins[o.Winner]++
		}
		bar.at(i + 1)
	}
	s.took = time.Since(start)
	bar.done()
	return nil
}

func (s *simulation) battleSeed(i int) string { return fmt.Sprintf("%s/%d", s.seed, i+1) }

// maxSteps ends a battle that would never end: a fault of the rules, not a result.
const maxSteps = 100_000

func (s *simulation) fight(i int) (rules.Record, rules.Outcome, error) {
	rec := rules.Record{Setup: s.setup}
	b, err := s.game.Begin(s.setup)
	if err != nil {
		return rec, rules.Outcome{}, err
	}
	src := dice.Seeded(s.battleSeed(i))
	coins := rand.New(rand.NewPCG(uint64(i), 0x0f1a33e))
	toss := coins.IntN
	pick := func(q *rules.Question) (int, error) { return toss(len(q.Options)), nil }
	for len(rec.Steps) < maxSteps {
		if o, over := b.Outcome(); over {
			return rec, o, nil
		}
		c := rules.Choose(b, s.bots, toss)
		if c == nil {
			return rec, rules.Outcome{}, fmt.Errorf("no legal command after %d steps, and the battle is not over", len(rec.Steps))
		}
		step, err := rules.PlayOn(b, c, src, pick)
		if err != nil {
			return rec, rules.Outcome{}, err
		}
		rec.Steps = append(rec.Steps, step)
	}
	return rec, rules.Outcome{}, fmt.Errorf("not over after %d steps", maxSteps)
}

func (s *simulation) summary(out io.Writer) {
	fmt.Fprintf(out, "%s: %d battles, %.1f steps each, %.0f battles a second\n",
		s.game.Name, s.battles, float64(s.steps)/float64(max(1, s.battles)), float64(s.battles)/s.took.Seconds())
	for seat, won := range s.wins {
		low, high := wilson(won, s.battles)
		fmt.Fprintf(out, "  %-24s %-8s won %5.1f %%  (95 %% interval %.1f to %.1f)\n",
			s.setup.Rosters[seat].Name, s.bots[seat].Name, percent(won, s.battles), 100*low, 100*high)
	}
	fmt.Fprintf(out, "  %-33s     %5.1f %%\n", "draws", percent(s.draws, s.battles))
}

func percent(k, n int) float64 { return 100 * float64(k) / float64(max(1, n)) }

// wilson returns the 95 % score interval of k successes in n.
func wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	p, m := float64(k)/float64(n), float64(n)
	mid := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, mid-half), min(1, mid+half)
}

// progress draws a bar on a terminal and nothing elsewhere.
type progress struct {
	out   io.Writer
	total int
	shown bool
	last  int
}

func (p *progress) at(n int) {
	const width = 40
	filled := n * width / p.total
	if !p.shown || filled == p.last && n != p.total {
		return
	}
	p.last = filled
	fmt.Fprintf(p.out, "\r[%s%s] %d/%d", strings.Repeat("=", filled), strings.Repeat(" ", width-filled), n, p.total)
}

func (p *progress) done() {
	if p.shown {
		fmt.Fprintln(p.out)
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
