package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A MoveStore stores the moves that wait for dice or a choice.
type MoveStore interface {
	// SavePending replaces the pending move that has the stamp was ("" for none) by
	// another; a row without a move removes it. It returns Stale if the stored move
	// has another stamp, or the part another number of steps.
	SavePending(ctx context.Context, p PendingRow, was string) error
	// Pending returns the pending move of a part; a row without a stamp if there is none.
	Pending(ctx context.Context, club, battle ID, part Part) (PendingRow, error)
}

// A Pending is a move that was offered and waits for dice or a choice. It is stored apart
// from the battle's record, and removed when its step is made.
type Pending struct {
	By         ID // the member who offered it
	Move       Move
	Command    rules.Command
	Err        error // the *dice.MissingError or *rules.Question that it waits for
	Faces      []int // its dice so far, typed or thrown, up to the first that is missing
	Turn       int   // counts the offer and its answers, from 1
	lastAnswer string
}

// An Answer continues a pending move. The first of the fields Drop, Back and Choice that is
// set is used, else Dice and App. With SeatDice, Turn is not checked; instead, dice that
// were there already without the sender having seen them are not added again.
type Answer struct {
	Turn     int          // the Turn that the sender has seen; another is Stale; 0 skips the check
	Key      string       // a repeated answer with the same key from the same member changes nothing; "" for none
	Drop     bool         // give the move up
	Back     bool         // take the last die back
	App      bool         // the program throws missing dice: with SeatDice those of that seat in the roll, else all of the move
	Dice     []int        // the next faces; the program throws after them
	Choice   *rules.Reply // the reply to the question
	SeatDice *SeatDice    // the seat that Back, App and Dice are about; nil for the seat whose dice come next
}

// Offer is like Play, but if dice or a choice are missing, it stores the move as pending, so
// that all players see it and can answer, and returns the battle with its Pending. If the
// same command is pending already, it adds the dice to it. Permission: that of Play.
func (s *Service) Offer(ctx context.Context, by Actor, club, battle ID, m Move) (*LiveSnapshot, error) {
	if live, done, err := s.joinPending(ctx, by, club, battle, m); done {
		return live, err
	}
	live, err := s.Play(ctx, by, club, battle, m)
	if err == nil || !needsInput(err) {
		return live, err
	}
	t, part, err2 := s.currentLive(ctx, club, battle)
	if err2 != nil {
		return nil, err2
	}
	m.Part = part
	command, err2 := t.game.DecodeCommand(m.Command)
	if err2 != nil {
		return nil, err2
	}
	was := t.snapshot().Pending
	if was != nil && was.By == by.Member && was.Move.Key == m.Key {
		return repeatedOffer(t, was, command)
	}
	var need *dice.MissingError
	if errors.As(err, &need) {
		m.Choices = nil // choices are dropped: who may answer a question is known only when it is asked
	}
	return s.setPending(ctx, t, was, &Pending{By: by.Member, Move: m, Command: command, Err: err, Turn: 1}, m.Number)
}

// joinPending adds the dice of an offered move to the pending one if that has the same
// command, because another player was quicker. done is false if it has not.
func (s *Service) joinPending(ctx context.Context, by Actor, club, battle ID, m Move) (live *LiveSnapshot, done bool, err error) {
	t, _, err := s.currentLive(ctx, club, battle)
	if err != nil || len(m.Dice) > 0 || len(m.Choices) > 0 || m.Roll != "" {
		return nil, false, nil // playStep reports the error
	}
	p, _ := t.pendingMove()
	if t.isRepeat(p, m.Number, by, m.Key) {
		return t.snapshot(), true, nil // its dice were added before; the request is a repetition
	}
	if p == nil || p.Move.Number != m.Number || !p.HasInput() || p.By == by.Member && p.Move.Key == m.Key {
		return nil, false, nil
	}
	command, err := t.game.DecodeCommand(m.Command)
	if err != nil {
		return nil, false, nil
	}
	if same, err := sameAction(p, command); err != nil || !same {
		return nil, err != nil, err
	}
	live = t.snapshot()
	for _, seat := range slices.Sorted(maps.Keys(m.DiceBySeat)) {
		live, err = s.Answer(ctx, by, club, battle, m.Number, Answer{Key: m.Key, Dice: m.DiceBySeat[seat], SeatDice: &SeatDice{Seat: seat}})
		if err != nil {
			break
		}
	}
	return live, true, err
}

// sameAction reports whether a command is that of a pending move. If the dice of several
// seats are thrown together, it ignores which seat gives the command.
func sameAction(p *Pending, c rules.Command) (bool, error) {
	same, err := sameCommand(p.Command, c)
	if need := p.need(); err != nil || same || need == nil || need.Roll.Seats == nil || p.Command.Kind() != c.Kind() {
		return same, err
	}
	var fields [2]map[string]any
	for i, c := range [2]rules.Command{p.Command, c} {
		raw, err := rules.EncodeCommand(c)
		if err != nil {
			return false, err
		}
		if err := json.Unmarshal(raw, &fields[i]); err != nil {
			return false, err
		}
		for _, giver := range []string{"by", "seat"} {
			if fields[i][giver] == float64(c.By()) {
				delete(fields[i], giver)
			}
		}
	}
	return reflect.DeepEqual(fields[0], fields[1]), nil
}

// sameCommand compares two commands by their encoded form.
func sameCommand(a, b rules.Command) (bool, error) {
	was, err1 := rules.EncodeCommand(a)
	is, err2 := rules.EncodeCommand(b)
	return bytes.Equal(was, is), errors.Join(err1, err2)
}

// repeatedOffer answers a repeated offer with the result of the first.
func repeatedOffer(t *liveBattle, p *Pending, command rules.Command) (*LiveSnapshot, error) {
	if err := checkRepeated(p.Command, command); err != nil {
		return nil, err
	}
	return t.snapshot(), nil
}

// checkRepeated refuses a key that was sent before with another command.
func checkRepeated(was, is rules.Command) error {
	same, err := sameCommand(was, is)
	if err == nil && !same {
		err = refuse(Conflict, "key", "key-reused", "CAMP-ACT-4")
	}
	return err
}

// Answer continues the pending move. Every player may give dice; only the seat that is
// asked may choose. The member who offered the move may drop it, unless the program threw
// dice of it. A member who may act for others may do all of this.
func (s *Service) Answer(ctx context.Context, by Actor, club, battle ID, number int, a Answer) (*LiveSnapshot, error) {
	st, b, _, err := s.battle(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	if err := st.require(by, ActionPlay); err != nil {
		return nil, err
	}
	t, _, err := s.currentLive(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	p, stamp := t.pendingMove()
	if t.isRepeat(p, number, by, a.Key) {
		return t.snapshot(), nil
	}
	if a.SeatDice != nil && (p == nil && number+1 == t.snapshot().Number || p != nil && number == p.Move.Number) {
		if err := t.dropSeenDice(p, &a); err != nil {
			return nil, err
		}
	}
	if p == nil || number != p.Move.Number || a.Turn != 0 && a.Turn != p.Turn && (a.SeatDice == nil || a.Turn > p.Turn) {
		return nil, refuse(Stale, "number", "changed-since", "CAMP-BAT-8", "number", fmt.Sprint(t.snapshot().Number))
	}
	if !Can(st.Members[by.Member].Role, ActionOthers) {
		if err := p.mayAnswer(st, b, by, a); err != nil {
			return nil, err
		}
	}
	next := *p
	next.Turn, next.lastAnswer = p.Turn+1, answerID(by, a.Key)
	if a.Drop {
		return s.setPending(ctx, t, p, nil, number)
	}
	if err := next.addAnswer(a); err != nil {
		return nil, err
	}
	live, err := s.playStep(ctx, t, b, Actor{p.By}, next.Move, p.Command, stamp, nil)
	if err == nil {
		t.noteEnd(next.lastAnswer)
	}
	if err == nil || !needsInput(err) {
		return live, err
	}
	next.Err = err
	return s.setPending(ctx, t, p, &next, number)
}

// dropSeenDice removes from an answer the dice that the move already has from another
// phone, without the sender having seen them. If none are left it returns Stale with the
// dice that are there.
func (l *liveBattle) dropSeenDice(p *Pending, a *Answer) error {
	if len(a.Dice) == 0 {
		return nil
	}
	there := []string{}
	if p == nil {
		live := l.snapshot()
		for _, d := range live.Steps[live.Number-1].Dice {
			if !slices.Contains(l.game.Secret, d.For) {
				there = append(there, fmt.Sprint(d.Value))
			}
		}
	} else {
		held := p.Move.DiceBySeat[a.SeatDice.Seat]
		over := min(max(0, len(held)-a.SeatDice.Seen), len(a.Dice))
		if a.Dice = a.Dice[over:]; over == 0 || len(a.Dice) > 0 {
			return nil
		}
		for _, f := range held {
			if f != programDie {
				there = append(there, fmt.Sprint(f))
			}
		}
	}
	return refuse(Stale, "dice", "dice-there", "CAMP-BAT-8", "faces", strings.Join(there, " "), "n", fmt.Sprint(len(there)))
}

// addAnswer changes the move as an answer says.
func (p *Pending) addAnswer(a Answer) error {
	var q *rules.Question
	switch {
	case a.Back && a.SeatDice != nil:
		if held := p.Move.DiceBySeat[a.SeatDice.Seat]; p.Typed(a.SeatDice.Seat) {
			p.Move.addDice(a.SeatDice.Seat)
			p.Move.DiceBySeat[a.SeatDice.Seat] = held[:len(held)-1]
		}
	case a.Back:
		p.Move.Dice = p.Move.Dice[:max(0, len(p.Move.Dice)-1)]
	case a.Choice != nil && !errors.As(p.Err, &q):
		return refuse(Stale, "choice", "changed-since", "CAMP-BAT-8", "number", fmt.Sprint(p.Move.Number))
	case a.Choice != nil:
		p.Move.Choices = append(slices.Clip(p.Move.Choices), *a.Choice)
	case a.SeatDice != nil:
		p.Move.addDice(a.SeatDice.Seat, typedFaces(a.Dice)...)
		if a.App {
			for range p.Missing(a.SeatDice.Seat) - len(a.Dice) {
				p.Move.addDice(a.SeatDice.Seat, programDie)
			}
		}
	default:
		p.Move.Dice = append(slices.Clip(p.Move.Dice), a.Dice...)
		if a.App {
			p.Move.Roll = RollApp
		}
	}
	return nil
}

// need returns the roll that the move waits for, nil if it waits for a choice.
func (p *Pending) need() *dice.MissingError {
	var need *dice.MissingError
	if errors.As(p.Err, &need) {
		return need
	}
	return nil
}

func (p *Pending) mayAnswer(s *State, b *Battle, by Actor, a Answer) error {
	var q *rules.Question
	switch {
	case s.Seat(b, by.Member) == rules.Nobody:
		return refuse(Forbidden, "", "not-your-seat", "CAMP-ROLE-2", "seat", fmt.Sprint(p.Command.By()+1))
	case a.Drop && (by.Member != p.By || p.byProgram()):
		return refuse(Forbidden, "", "not-undoable", "CAMP-BAT-9")
	case a.Choice != nil && errors.As(p.Err, &q) && !s.ActsFor(b, q.Seat, by.Member):
		return refuse(Forbidden, "choice", "not-your-choice", "CAMP-ROLE-2", "seat", fmt.Sprint(q.Seat+1))
	}
	return nil
}

// needsInput reports whether err says that a move lacks only dice or a choice.
func needsInput(err error) bool {
	var need *dice.MissingError
	var q *rules.Question
	return errors.As(err, &need) || errors.As(err, &q)
}

// currentLive returns the live battle of the part that was opened last.
func (s *Service) currentLive(ctx context.Context, club, battle ID) (*liveBattle, Part, error) {
	_, b, _, err := s.battle(ctx, club, battle)
	if err != nil {
		return nil, "", err
	}
	if len(b.EngineParts) == 0 {
		return nil, "", notFound("battle", "live", battle)
	}
	part := b.EngineParts[len(b.EngineParts)-1].Part
	t, err := s.liveBattle(ctx, liveKey{club, battle, part})
	return t, part, err
}

// pendingMove returns the pending move and its stamp in the store.
func (l *liveBattle) pendingMove() (*Pending, string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.live.Pending, l.pendingStamp
}

// noteEnd remembers the answer that made the last step. endedByAnswer reports whether it was
// the given one, so that a phone that got no response and repeats its answer gets no
// error. After a restart the repetition is refused as Stale.
func (l *liveBattle) noteEnd(answer string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lastAnswer = answer
}

func (l *liveBattle) endedByAnswer(answer string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lastAnswer == answer
}

// answerID identifies an answer by its author and key.
func answerID(by Actor, key string) string { return by.Member + " " + key }

// isRepeat reports whether an answer is the last one that the pending move took, or the one
// that completed it. An answer without a key never is.
func (l *liveBattle) isRepeat(p *Pending, number int, by Actor, key string) bool {
	answer := answerID(by, key)
	return key != "" && (p != nil && number == p.Move.Number && answer == p.lastAnswer || l.endedByAnswer(answer))
}

// setPending replaces the pending move was by p in memory and in the store, or removes it
// if p is nil, and notifies watchers. It returns Stale if another answer came first.
func (s *Service) setPending(ctx context.Context, t *liveBattle, was, p *Pending, number int) (*LiveSnapshot, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.live.Number != number || t.live.Pending != was {
		return nil, refuse(Stale, "number", "changed-since", "CAMP-BAT-8", "number", fmt.Sprint(t.live.Number))
	}
	if p != nil {
		if src, err := t.tryMove(p); err == nil {
			p.Faces = src.faces
		}
	}
	row := PendingRow{Club: t.head.Club, Battle: t.head.Battle, Part: t.head.Part, Number: number}
	if p != nil {
		move, err := encode(p.Move)
		if err != nil {
			return nil, err
		}
		row.Stamp, row.Turn, row.By, row.LastAnswer, row.Move = NewToken(), p.Turn, p.By, p.lastAnswer, move
	}
	// If the client disconnects, it must still be known whether the move was stored.
	if err := s.moves.SavePending(context.WithoutCancel(ctx), row, t.pendingStamp); err != nil {
		s.dropLive(t.key())
		return nil, err
	}
	s.wroteLive(t)
	n := *t.live
	n.Pending = p
	t.live, t.pendingStamp = &n, row.Stamp
	s.watch.step(t.head.Club, t.head.Battle, n.Number)
	return t.live.withOwnBattle(), nil
}

// restorePending loads a stored pending move. It tries the move to find what it waits for.
// A move that now waits for nothing, because the program has changed, is dropped and must
// be offered again.
func (l *liveBattle) restorePending(row PendingRow) error {
	if l.pendingStamp = row.Stamp; row.Stamp == "" || row.Number != l.live.Number {
		return nil
	}
	p := &Pending{By: row.By, Turn: row.Turn, lastAnswer: row.LastAnswer}
	if err := json.Unmarshal(row.Move, &p.Move); err != nil {
		return fmt.Errorf("battle %s, %s, the move that waits: %w", row.Battle, row.Part, err)
	}
	var err error
	if p.Command, err = l.game.DecodeCommand(p.Move.Command); err != nil {
		return nil
	}
	if src, err := l.tryMove(p); err == nil && needsInput(p.Err) {
		p.Faces, l.live.Pending = src.faces, p
	}
	return nil
}

// tryMove plays a pending move as far as possible and sets what it waits for.
func (l *liveBattle) tryMove(p *Pending) (*diceSource, error) {
	src, err := l.diceOf(&p.Move, p.Command)
	if err != nil {
		return nil, err
	}
	_, _, p.Err = rules.Play(l.live.Battle, p.Command, src, rules.ChooseFrom(p.Move.Choices))
	return src, nil
}
