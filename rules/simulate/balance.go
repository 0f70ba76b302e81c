package simulate

import (
	"context"
	"fmt"
	"sync"

	"oriflamme/rules"
)

// A Balance has forces fight each other, every one against every other from both seats, to see
// how evenly they win.
type Balance struct {
	Game    *rules.Game
	Bot     rules.Bot                                    // plays both seats
	Forces  []string                                     // ids
	Setup   func(first, second int) (rules.Setup, error) // of a battle between two forces, by seat
	Battles int                                          // of each force against each other from each seat
	Seed    string                                       // the battles of a pair depend on it and the ids of the two, not on other forces
	Workers int                                          // the battles fought at the same time; the table does not depend on it
}

// A Table tells how the battles of a Balance ended.
type Table struct {
	Forces []string
	Pairs  [][]Tally // the first index is the force in seat 0, the second that in seat 1
	Seats  Tally     // of all battles, by seat
	Turns  Tally     // of the battles that tell who plays first: seat 0 is who does, seat 1 the other
}

// A duel is a battle of a Balance and how it ended.
type duel struct {
	first, second int // force by seat
	battle        int // from 0, among those of the two from these seats
	fought        bool
	outcome       rules.Outcome
	opener        rules.Seat // who plays first, or Nobody
	steps         int
	err           error
}

// Total returns the number of battles.
func (b *Balance) Total() int { return len(b.Forces) * (len(b.Forces) - 1) * b.Battles }

// Run fights all battles. It calls progress, if not nil, after each with the number fought so
// far. When ctx is done it returns the table of the battles fought and the error of ctx; the
// error of a battle names the battle.
func (b *Balance) Run(ctx context.Context, progress func(fought int)) (Table, error) {
	duels := b.duels()
	setups := map[[2]int]rules.Setup{}
	for _, d := range duels {
		if d.battle > 0 {
			break // the first round has every pair
		}
		s, err := b.Setup(d.first, d.second)
		if err != nil {
			return b.table(nil), fmt.Errorf("%s against %s: %w", b.Forces[d.first], b.Forces[d.second], err)
		}
		setups[[2]int{d.first, d.second}] = s
	}
	var workers sync.WaitGroup
	var mu sync.Mutex // guards the three below
	next, fought, failed := 0, 0, false
	take := func() *duel {
		mu.Lock()
		defer mu.Unlock()
		if failed || ctx.Err() != nil || next == len(duels) {
			return nil
		}
		next++
		return &duels[next-1]
	}
	for range max(1, b.Workers) {
		workers.Go(func() {
			for d := take(); d != nil; d = take() {
				b.fight(ctx, d, setups[[2]int{d.first, d.second}])
				mu.Lock()
				if failed = failed || d.err != nil; d.fought {
					if fought++; progress != nil {
						progress(fought)
					}
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	for _, d := range duels {
		if d.err != nil && ctx.Err() == nil {
			return b.table(duels), fmt.Errorf("%s against %s, battle %d: %w", b.Forces[d.first], b.Forces[d.second], d.battle+1, d.err)
		}
	}
	return b.table(duels), ctx.Err()
}

// duels returns all battles, one of each pair and seat after the other, so that all have about
// as many when the run is stopped.
func (b *Balance) duels() []duel {
	var all []duel
	for i := range b.Battles {
		for first := range b.Forces {
			for second := range b.Forces {
				if first != second {
					all = append(all, duel{first: first, second: second, battle: i})
				}
			}
		}
	}
	return all
}

// fight plays a battle and notes how it ended.
func (b *Balance) fight(ctx context.Context, d *duel, setup rules.Setup) {
	s := Simulation{Game: b.Game, Setup: setup, Bots: []rules.Bot{b.Bot, b.Bot}, Seed: fmt.Sprintf("%s/%s/%s", b.Seed, b.Forces[d.first], b.Forces[d.second])}
	record, outcome, err := s.Play(ctx, d.battle)
	d.outcome, d.steps, d.opener, d.err, d.fought = outcome, len(record.Steps), opener(record), err, err == nil
}

// opener returns the seat that plays first, or Nobody when no event tells.
func opener(r rules.Record) rules.Seat {
	for _, step := range r.Steps {
		for _, e := range step.Events {
			if e, ok := e.(rules.TurnStart); ok {
				return e.TurnOf()
			}
		}
	}
	return rules.Nobody
}

// table counts the battles that were fought.
func (b *Balance) table(duels []duel) Table {
	t := Table{Forces: b.Forces, Seats: newTally(), Turns: newTally()}
	for range b.Forces {
		row := make([]Tally, len(b.Forces))
		for k := range row {
			row[k] = newTally()
		}
		t.Pairs = append(t.Pairs, row)
	}
	for _, d := range duels {
		if !d.fought {
			continue
		}
		t.Pairs[d.first][d.second].Add(d.outcome, d.steps)
		t.Seats.Add(d.outcome, d.steps)
		if d.opener == rules.Nobody {
			continue
		}
		if d.outcome.Winner != rules.Nobody {
			d.outcome.Winner ^= d.opener // who opens counts as seat 0
		}
		t.Turns.Add(d.outcome, d.steps)
	}
	return t
}

func newTally() Tally { return Tally{Wins: make([]int, 2)} }

// Against tells how force a fared against force b from both seats: seat 0 of the tally is a.
func (t *Table) Against(a, b int) Tally {
	first, second := t.Pairs[a][b], t.Pairs[b][a]
	second.Wins = []int{second.Wins[1], second.Wins[0]}
	return first.plus(second)
}

// Force tells how a force fared against all others: seat 0 of the tally is the force.
func (t *Table) Force(a int) Tally {
	sum := newTally()
	for b := range t.Forces {
		if b != a {
			sum = sum.plus(t.Against(a, b))
		}
	}
	return sum
}
