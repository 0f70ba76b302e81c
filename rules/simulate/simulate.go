// Package trial has bots fight whole battles and counts how they end, to tell how even a battle is. All chance comes from
// a text, so that the same text gives the same battles on every machine.
package simulate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// MaxSteps ends a battle that would never end: a fault of the rules, not a result.
const MaxSteps = 100_000

// A Simulation is battles to be fought over and over.
type Simulation struct {
	Game  *rules.Game
	Setup rules.Setup
	Bots  []rules.Bot // one a seat
	Seed  string
}

// BattleSeed is the seed of one battle of the trial, from 0.
func (t Simulation) BattleSeed(i int) string { return fmt.Sprintf("%s/%d", t.Seed, i+1) }

// Play fights one battle, from 0, to its end. It stops with the error of ctx when that is done.
func (t Simulation) Play(ctx context.Context, i int) (rules.Record, rules.Outcome, error) {
	rec := rules.Record{Setup: t.Setup}
	b, err := t.Game.Begin(t.Setup)
	if err != nil {
		return rec, rules.Outcome{}, err
	}
	src := dice.Seeded(t.BattleSeed(i))
	toss := rand.New(rand.NewPCG(uint64(i), 0x0f1a33e)).IntN
	pick := func(q *rules.Question) (int, error) { return toss(len(q.Options)), nil }
	for len(rec.Steps) < MaxSteps {
		if o, over := b.Outcome(); over {
			return rec, o, nil
		}
		if err := ctx.Err(); err != nil {
			return rec, rules.Outcome{}, err
		}
		c := rules.Choose(b, t.Bots, toss)
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

// FindBot is the bot of a game with that name, or its best where none has it. A game with a trial has bots.
func FindBot(g *rules.Game, name string) rules.Bot {
	for _, b := range g.Bots {
		if b.Name == name {
			return b
		}
	}
	return g.Bots[len(g.Bots)-1]
}

// A Tally is how battles ended.
type Tally struct {
	Battles int   `json:"battles"`
	Draws   int   `json:"draws"`
	Steps   int   `json:"steps"`
	Wins    []int `json:"wins"` // by seat
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

// Interval is the 95 % score interval (Wilson) of k successes in n.
func Interval(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	p, m := float64(k)/float64(n), float64(n)
	mid := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, mid-half), min(1, mid+half)
}
