package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"oriflamme/rules"
	"oriflamme/rules/simulate"
)

var simulateCommand = command{
	name:    "simulate",
	summary: "Have bots fight a battle many times, or all armies of a pack against each other, and sum up how it ends.",
	example: `oriflamme simulate --setup battle.json --battles 1000 --bots greedy,random --seed club-night
oriflamme simulate --balance --game warcry --within 42,58`,
	setup: func(f *flag.FlagSet) action {
		setup := f.String("setup", "", "`file` with the setup of the battle as JSON; required without --balance")
		n := f.Int("battles", 1000, "how many battles; with --balance of each two armies from each seat, by default as many as give each army a thousand")
		bots := f.String("bots", "", "a bot for each seat, separated by commas; default: the weakest for all. With --balance one for both; default: the best")
		balanced := balanceFlags(f)
		seed := f.String("seed", "oriflamme", "`text` that all chance comes from; the same text gives the same battles")
		record := f.String("record", "", "`file` that gets the record of the first battle")
		return func(ctx context.Context, w streams, args []string) error {
			if err := noArgs(args); err != nil {
				return err
			}
			if *n < 1 {
				return usagef("--battles must be at least 1")
			}
			given := map[string]bool{}
			f.Visit(func(g *flag.Flag) { given[g.Name] = true })
			weigh, err := balanced(given)
			if err != nil {
				return err
			}
			if weigh != nil {
				if weigh.bot, weigh.seed = *bots, *seed; given["battles"] {
					weigh.battles = *n
				}
				return weigh.run(ctx, w)
			}
			g, s, err := readSetup(*setup)
			if err != nil {
				return err
			}
			players, err := seatBots(g, s, *bots)
			if err != nil {
				return err
			}
			sim := simulation{Simulation: simulate.Simulation{Game: g, Setup: s, Bots: players, Seed: *seed}, Tally: simulate.Tally{Wins: make([]int, len(s.Rosters))}}
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

// seatBots returns a bot for each seat: those named in a list separated by commas, or the weakest when the list is
// empty.
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

// simulation is a series of battles and their results.
type simulation struct {
	simulate.Simulation
	simulate.Tally
	first rules.Record
	took  time.Duration
}

func (s *simulation) run(ctx context.Context, w streams, n int) error {
	bar := progressBar{out: w.err, total: n, shown: isTerminal(w.err)}
	start := time.Now()
	for i := range n {
		rec, o, err := s.Play(ctx, i)
		if ctx.Err() != nil {
			break // the summary covers the battles fought so far
		}
		if err != nil {
			return fmt.Errorf("battle %d (seed %q): %w", i+1, s.BattleSeed(i), err)
		}
		if i == 0 {
			s.first = rec
		}
		s.Add(o, len(rec.Steps))
		bar.update(i + 1)
	}
	s.took = time.Since(start)
	bar.done()
	return nil
}

func (s *simulation) summary(out io.Writer) {
	fmt.Fprintf(out, "%s: %d battles, %.1f steps each, %.0f battles a second\n",
		s.Game.Name, s.Battles, float64(s.Steps)/float64(max(1, s.Battles)), float64(s.Battles)/s.took.Seconds())
	for seat, won := range s.Wins {
		low, high := simulate.Interval(won, s.Battles)
		fmt.Fprintf(out, "  %-24s %-8s won %5.1f %%  (95 %% interval %.1f to %.1f)\n",
			s.Setup.Rosters[seat].Name, s.Bots[seat].Name, percent(won, s.Battles), 100*low, 100*high)
	}
	fmt.Fprintf(out, "  %-33s     %5.1f %%\n", "draws", percent(s.Draws, s.Battles))
}

func percent(k, n int) float64 { return 100 * float64(k) / float64(max(1, n)) }

// progressBar draws a bar on a terminal and nothing elsewhere.
type progressBar struct {
	out   io.Writer
	total int
	shown bool
	last  int
}

func (p *progressBar) update(n int) {
	const width = 40
	filled := n * width / p.total
	if !p.shown || filled == p.last && n != p.total {
		return
	}
	p.last = filled
	fmt.Fprintf(p.out, "\r[%s%s] %d/%d", strings.Repeat("=", filled), strings.Repeat(" ", width-filled), n, p.total)
}

func (p *progressBar) done() {
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
