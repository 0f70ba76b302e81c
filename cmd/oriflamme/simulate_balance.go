package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/simulate"
)

const (
	armyBattles = 1000 // that an army fights by default, for an error of about 3 %
	equalPoints = 1.15 // armies fight each other up to this ratio of their points
)

// A balance shows how evenly the armies of packs fare against each other.
type balance struct {
	games   []*rules.Game
	within  [2]float64 // per cent
	strict  bool       // an army outside of within is an error
	bot     string     // "": the best of each game
	battles int        // of two armies from each seat; 0: as many as armyBattles asks for
	seed    string
}

// balanceFlags declares the flags of --balance. The function that it returns checks them against those that were
// given, and returns nil without --balance.
func balanceFlags(f *flag.FlagSet) func(given map[string]bool) (*balance, error) {
	on := f.Bool("balance", false, "show how evenly the shipped armies of a game win, each against each other of about equal points")
	game := f.String("game", "all", "with --balance: the `games`, separated by commas")
	within := f.String("within", "42,58", "with --balance: the least and greatest `share` of wins, in per cent; when given, exit with 1 if an army is outside")
	return func(given map[string]bool) (*balance, error) {
		for _, name := range []string{"game", "within"} {
			if !*on && given[name] {
				return nil, usagef("--%s needs --balance", name)
			}
		}
		for _, name := range []string{"setup", "record"} {
			if *on && given[name] {
				return nil, usagef("--%s and --balance exclude each other", name)
			}
		}
		if !*on {
			return nil, nil
		}
		b := &balance{strict: given["within"]}
		var err error
		if b.within, err = parseRange(*within); err != nil {
			return nil, err
		}
		b.games, err = gamesWithBots(*game)
		return b, err
	}
}

// parseRange reads two percentages, such as "42,58".
func parseRange(text string) (r [2]float64, err error) {
	low, high, ok := strings.Cut(text, ",")
	for i, part := range []string{low, high} {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(n >= 0 && n <= 100) {
			ok = false
		}
		r[i] = n
	}
	if !ok || r[0] > r[1] {
		return r, usagef("--within must be two percentages such as 42,58, not %q", text)
	}
	return r, nil
}

// gamesWithBots returns the games named in a list separated by commas, or for "all" those that bots can play.
func gamesWithBots(list string) (found []*rules.Game, err error) {
	if list == "all" {
		return slices.DeleteFunc(slices.Clone(games.All), func(g *rules.Game) bool { return g.Begin == nil || len(g.Bots) == 0 }), nil
	}
	for _, id := range strings.Split(list, ",") {
		g := games.Find(strings.TrimSpace(id))
		if g == nil || g.Begin == nil || len(g.Bots) == 0 {
			return nil, usagef("no battles of bots of %q here", id)
		}
		found = append(found, g)
	}
	return found, nil
}

// run shows the tables of all games. When ctx is done it shows the battles fought so far.
func (b *balance) run(ctx context.Context, w streams) error {
	for _, g := range b.games {
		if b.bot != "" && simulate.FindBot(g, b.bot).Name != b.bot {
			return usagef("no bot %q in %s", b.bot, g.Name)
		}
	}
	outside := false
	for _, g := range b.games {
		all, faults := packs.Load(content.FS, g)
		for _, f := range faults {
			return f
		}
		for _, pack := range all {
			for _, armies := range equalArmies(pack) {
				if len(armies) < 2 {
					continue
				}
				run := b.newRun(g, pack, armies)
				bar := progressBar{out: w.err, total: run.Total(), shown: isTerminal(w.err)}
				table, err := run.Run(ctx, bar.update)
				bar.done()
				if err != nil && ctx.Err() == nil {
					return fmt.Errorf("%s: %w", g.ID, err)
				}
				outside = b.show(w.out, run, armies, table) || outside
				if err != nil {
					return errors.New("stopped before all battles were fought")
				}
			}
		}
	}
	if b.strict && outside {
		return errProblemsFound
	}
	return nil
}

// An army is a ready list of a pack with its points.
type army struct {
	packs.ReadyList
	points int
}

// equalArmies returns the ready lists of a pack in groups of about equal points, the smallest first.
func equalArmies(pack rules.Pack) (groups [][]army) {
	points := map[string]int{}
	for _, u := range pack.Units {
		points[u.ID] = u.Points
	}
	var all []army
	for _, list := range packs.ReadyLists(pack) {
		a := army{list, 0}
		for _, id := range list.Units {
			a.points += points[id]
		}
		all = append(all, a)
	}
	slices.SortStableFunc(all, func(a, b army) int { return cmp.Compare(a.points, b.points) })
	for i, a := range all {
		if i == 0 || float64(a.points) > equalPoints*float64(groups[len(groups)-1][0].points) {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], a)
	}
	return groups
}

// newRun makes the battles of armies on the battlefield with which a new battle begins.
func (b *balance) newRun(g *rules.Game, pack rules.Pack, armies []army) *simulate.Balance {
	run := &simulate.Balance{Game: g, Bot: simulate.FindBot(g, b.bot), Battles: b.battles, Seed: b.seed, Workers: runtime.GOMAXPROCS(0)}
	if run.Battles == 0 {
		each := 2 * (len(armies) - 1)
		run.Battles = (armyBattles + each - 1) / each
	}
	for _, a := range armies {
		run.Forces = append(run.Forces, a.ID)
	}
	mode := rules.Board
	if !g.Plays(mode) {
		mode = rules.Measured
	}
	run.Setup = func(first, second int) (rules.Setup, error) {
		s := rules.Setup{Game: g.ID, Version: g.Version, Mode: mode, Options: map[string]string{}, Field: json.RawMessage("{}")}
		for seat, i := range []int{first, second} {
			r, err := packs.NewRoster(pack, armies[i].Faction, string(rune('a'+seat)), armies[i].Units, 1)
			if err != nil {
				return s, err
			}
			r.Name = armies[i].Name.In("en")
			s.Rosters = append(s.Rosters, r)
		}
		var err error
		s.Field, err = packs.DrawField(pack, g, packs.FirstCards(pack, g), s.Rosters...)
		return s, err
	}
	return run
}

// show writes the table of a group of armies and reports whether one of them is outside the range.
func (b *balance) show(out io.Writer, run *simulate.Balance, armies []army, t simulate.Table) (outside bool) {
	fmt.Fprintf(out, "%s, %s: %d battles", run.Game.Name, pointsOf(armies), t.Seats.Battles)
	if all := run.Total(); t.Seats.Battles < all {
		fmt.Fprintf(out, " of %d", all)
	}
	fmt.Fprintf(out, " of the bot %s, %d of each two armies from each seat, seed %q\n", run.Bot.Name, run.Battles, run.Seed)
	wide := 4
	for _, a := range armies {
		wide = max(wide, len(a.ID))
	}
	fmt.Fprintf(out, "\n     %-*s  points  battles    wins   95 %% interval   %g to %g %%\n", wide, "army", b.within[0], b.within[1])
	for i, a := range armies {
		tally := t.Force(i)
		share, low, high := tally.Share(0)
		verdict := "yes"
		if share*100 < b.within[0] || share*100 > b.within[1] {
			verdict, outside = "NO", true
		}
		fmt.Fprintf(out, "%3d  %-*s  %6d  %7d  %4.1f %%  %5.1f to %5.1f   %s\n", i+1, wide, a.ID, a.points, tally.Battles, 100*share, 100*low, 100*high, verdict)
	}
	fmt.Fprintln(out)
	for _, line := range []struct {
		who   string
		tally simulate.Tally
	}{{"who plays first", t.Turns}, {"seat 0", t.Seats}} {
		if line.tally.Battles > 0 {
			share, low, high := line.tally.Share(0)
			fmt.Fprintf(out, "     %-*s  %6s  %7d  %4.1f %%  %5.1f to %5.1f\n", wide, line.who, "", line.tally.Battles, 100*share, 100*low, 100*high)
		}
	}
	fmt.Fprintf(out, "     a draw counts half: %.1f %% of the battles; %.0f steps a battle\n", percent(t.Seats.Draws, t.Seats.Battles), float64(t.Seats.Steps)/float64(max(1, t.Seats.Battles)))
	fmt.Fprintf(out, "\n     wins of the row against the column, in per cent\n     %-*s", wide, "")
	for i := range armies {
		fmt.Fprintf(out, " %5d", i+1)
	}
	fmt.Fprintln(out)
	for i, a := range armies {
		fmt.Fprintf(out, "%3d  %-*s", i+1, wide, a.ID)
		for k := range armies {
			tally := t.Against(i, k)
			if share, _, _ := tally.Share(0); tally.Battles > 0 {
				fmt.Fprintf(out, " %5.1f", 100*share)
			} else {
				fmt.Fprintf(out, " %5s", "-")
			}
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out)
	return outside
}

// pointsOf tells the points of armies that are sorted by them.
func pointsOf(armies []army) string {
	least, most := armies[0].points, armies[len(armies)-1].points
	switch {
	case most == 0:
		return "without points"
	case least == most:
		return fmt.Sprintf("%d points", most)
	}
	return fmt.Sprintf("%d to %d points", least, most)
}
