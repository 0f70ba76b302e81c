// Package simulate lets bots fight whole battles and counts how they end, to measure how even a
// battle is. All dice and choices follow from a seed, so that the same seed gives the same
// battles on every machine. It knows no rule of any game. Begin reading with Simulation.Play,
// then Balance.Run, which weighs several forces against each other.
package simulate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// MaxSteps is the number of steps after which Play gives up: a battle that long is a fault of
// the rules, not a result.
const MaxSteps = 100_000

// A Simulation is a battle that bots fight over and over.
type Simulation struct {
	Game  *rules.Game
	Setup rules.Setup
	Bots  []rules.Bot // by seat
	Seed  string
}

// BattleSeed returns the seed of battle i, from 0.
func (s Simulation) BattleSeed(i int) string { return fmt.Sprintf("%s/%d", s.Seed, i+1) }

// Play fights battle i, from 0, to its end. It fails with the error of ctx when ctx is done, and
// when the battle does not end.
func (s Simulation) Play(ctx context.Context, i int) (rules.Record, rules.Outcome, error) {
	rec := rules.Record{Setup: s.Setup}
	b, err := s.Game.Begin(s.Setup)
	if err != nil {
		return rec, rules.Outcome{}, err
	}
	b = rules.Remembering(b)
	src := dice.Seeded(s.BattleSeed(i))
	toss := rand.New(rand.NewPCG(uint64(i), 0x0f1a33e)).IntN
	pick := rules.ChooseRandom(toss)
	for len(rec.Steps) < MaxSteps {
		if o, over := b.Outcome(); over {
			return rec, o, nil
		}
		if err := ctx.Err(); err != nil {
			return rec, rules.Outcome{}, err
		}
		c := rules.Choose(b, s.Bots, toss)
		if c == nil {
			return rec, rules.Outcome{}, fmt.Errorf("no legal command after %d steps, and the battle is not over", len(rec.Steps))
		}
		step, err := rules.PlayInPlace(b, c, src, pick)
		if err != nil {
			return rec, rules.Outcome{}, err
		}
		rec.Steps = append(rec.Steps, step)
	}
	return rec, rules.Outcome{}, fmt.Errorf("not over after %d steps", MaxSteps)
}

// FindBot returns the bot of a game with that name, or else the game's last and best one. The game
// must have bots.
func FindBot(g *rules.Game, name string) rules.Bot {
	for _, b := range g.Bots {
		if b.Name == name {
			return b
		}
	}
	return g.Bots[len(g.Bots)-1]
}

// A Tally counts how battles ended.
type Tally struct {
	Battles int   `json:"battles"`
	Draws   int   `json:"draws"`
	Steps   int   `json:"steps"` // of all battles together
	Wins    []int `json:"wins"`  // by seat
}

// Add counts a battle.
func (t *Tally) Add(o rules.Outcome, steps int) {
	t.Battles++
	t.Steps += steps
	if o.Winner == rules.Nobody {
		t.Draws++
		return
	}
	for len(t.Wins) <= int(o.Winner) {
		t.Wins = append(t.Wins, 0)
	}
	t.Wins[o.Winner]++
}

// plus returns the sum of two tallies of two seats.
func (t Tally) plus(o Tally) Tally {
	return Tally{t.Battles + o.Battles, t.Draws + o.Draws, t.Steps + o.Steps, []int{t.Wins[0] + o.Wins[0], t.Wins[1] + o.Wins[1]}}
}

// Share returns the share of a seat in the battles, from 0 to 1, with its 95 % score interval: a
// draw is half a win. Of no battles it is a half.
func (t Tally) Share(seat rules.Seat) (share, low, high float64) {
	if t.Battles == 0 {
		return 0.5, 0, 1
	}
	share = (float64(t.Wins[seat]) + float64(t.Draws)/2) / float64(t.Battles)
	low, high = scoreInterval(share, float64(t.Battles))
	return share, low, high
}

// Interval returns the 95 % score interval (Wilson) of k successes in n.
func Interval(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	return scoreInterval(float64(k)/float64(n), float64(n))
}

// scoreInterval returns the 95 % score interval of a share p of m trials.
func scoreInterval(p, m float64) (low, high float64) {
	const z = 1.959963984540054
	mid := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, mid-half), min(1, mid+half)
}
