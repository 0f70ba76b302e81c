package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A Pending is a move that was offered and waits for dice or for a choice. It is
// kept in memory alone: after a restart the player gives the command again.
type Pending struct {
	By      ID // who offered it
	Move    Move
	Command rules.Command
	Err     error // the *dice.Need or *rules.Question that it waits for
	Turn    int   // counts what was said about it, from 1
}

// An Answer carries a pending move on. One of its fields is used, in this order.
type Answer struct {
	Drop   bool  // give the move up
	Back   bool  // take the last die back
	App    bool  // the program throws all dice of the move
	Dice   []int // the next faces
	Choice *int  // index of an option of the question
}

// Offer is Play that remembers: when dice or a choice are missing, the move is
// kept for all at the table to see and to answer, and the battle is returned as
// it stands, with its Pending. Permission: that of Play.
func (h *Hall) Offer(ctx context.Context, by Actor, club, battle ID, m Move) (*Live, error) {
	live, err := h.Play(ctx, by, club, battle, m)
	if err == nil || !waits(err) {
		return live, err
	}
	t, part, err2 := h.tableNow(ctx, club, battle)
	if err2 != nil {
		return nil, err2
	}
	m.Part = part
	command, err2 := t.game.DecodeCommand(m.Command)
	if err2 != nil {
		return nil, err2
	}
	return h.wait(t, t.now().Pending, &Pending{By: by.Member, Move: m, Command: command, Err: err, Turn: 1}, m.Number)
}

// Answer carries the pending move on. Dice may be given by either player, a
// choice by the seat that is asked; who offered the move may drop it unless the
// program threw its dice. Who may act for others may do all of it.
func (h *Hall) Answer(ctx context.Context, by Actor, club, battle ID, number int, a Answer) (*Live, error) {
	s, b, _, err := h.battle(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	if err := s.require(by, ActionPlay); err != nil {
		return nil, err
	}
	t, _, err := h.tableNow(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	p := t.now().Pending
	if p == nil || number != p.Move.Number {
		return nil, refuse(Stale, "number", "changed-since", "CAMP-BAT-8", "number", fmt.Sprint(t.now().Number))
	}
	if !Can(s.Members[by.Member].Role, ActionOthers) {
		if err := p.mayAnswer(s.Seat(b, by.Member), by, a); err != nil {
			return nil, err
		}
	}
	next := *p
	next.Turn++
	switch {
	case a.Drop:
		return h.wait(t, p, nil, number)
	case a.Back:
		next.Move.Dice = next.Move.Dice[:max(0, len(next.Move.Dice)-1)]
	case a.App:
		next.Move.Dice, next.Move.Roll = nil, RollApp
	case a.Choice != nil:
		next.Move.Choices = append(slices.Clip(next.Move.Choices), *a.Choice)
	default:
		next.Move.Dice = append(slices.Clip(next.Move.Dice), a.Dice...)
	}
	live, err := h.playOn(ctx, t, b, Actor{p.By}, next.Move, p.Command)
	if err == nil || !waits(err) {
		return live, err
	}
	next.Err = err
	return h.wait(t, p, &next, number)
}

func (p *Pending) mayAnswer(seat rules.Seat, by Actor, a Answer) error {
	var q *rules.Question
	switch {
	case seat == rules.Nobody:
		return refuse(Forbidden, "", "not-your-seat", "CAMP-ROLE-2", "seat", fmt.Sprint(p.Command.By()+1))
	case a.Drop && (by.Member != p.By || p.Move.Roll == RollApp):
		return refuse(Forbidden, "", "not-undoable", "CAMP-BAT-9")
	case a.Choice != nil && errors.As(p.Err, &q) && q.Seat != seat:
		return refuse(Forbidden, "choice", "not-your-seat", "CAMP-ROLE-2", "seat", fmt.Sprint(q.Seat+1))
	}
	return nil
}

// waits reports whether a move lacks only dice or a choice.
func waits(err error) bool {
	var need *dice.Need
	var q *rules.Question
	return errors.As(err, &need) || errors.As(err, &q)
}

// tableNow returns the table of the part that is played now.
func (h *Hall) tableNow(ctx context.Context, club, battle ID) (*table, Part, error) {
	_, b, _, err := h.battle(ctx, club, battle)
	if err != nil {
		return nil, "", err
	}
	if len(b.Engine) == 0 {
		return nil, "", missing("battle", "live", battle)
	}
	part := b.Engine[len(b.Engine)-1].Part
	t, err := h.table(ctx, tableKey{club, battle, part})
	return t, part, err
}

// wait puts a pending move on the table in place of the one that was there, or
// takes it off, and tells those who watch. It is Stale when another answer came first.
func (h *Hall) wait(t *table, was, p *Pending, number int) (*Live, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.live.Number != number || t.live.Pending != was {
		return nil, refuse(Stale, "number", "changed-since", "CAMP-BAT-8", "number", fmt.Sprint(t.live.Number))
	}
	n := *t.live
	n.Pending = p
	t.live = &n
	h.watch.step(t.head.Club, t.head.Battle, n.Number)
	return t.live.apart(), nil
}
