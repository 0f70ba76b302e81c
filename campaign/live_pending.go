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

// A MoveStore keeps the moves that wait for dice or a choice.
type MoveStore interface {
	// SavePending stores the move that waits for dice or a choice in place of the
	// one that has a stamp, "" for none; one without a move drops it. When another
	// waits by now, or the number of steps is another, it is Stale.
	SavePending(ctx context.Context, p PendingRow, was string) error
	// Pending returns the move that waits in a part; one without a stamp for none.
	Pending(ctx context.Context, club, battle ID, part Part) (PendingRow, error)
}

// A Pending is a move that was offered and waits for dice or for a choice. It is
// stored apart from the battle's record, and gone when its step is made.
type Pending struct {
	By         ID // who offered it
	Move       Move
	Command    rules.Command
	Err        error // the *dice.MissingError or *rules.Question that it waits for
	Faces      []int // its dice so far, typed or thrown, up to the first that is missing
	Turn       int   // counts what was said about it, from 1
	lastAnswer string
}

// An Answer carries a pending move on. One of its fields Drop, Back and Choice is used,
// in this order, else Dice and App. With a SeatDice, dice are no answer to one Turn: what the
// sender has not seen is not given again, and Turn does not count.
type Answer struct {
	Turn     int       // what the sender has seen, another is Stale; 0 does not ask
	Key      string    // the same key from the same member, sent again at once, changes nothing; "" for none
	Drop     bool      // give the move up
	Back     bool      // take the last die back
	App      bool      // the program throws the dice that are missing: of the roll, those of the SeatDice; without one, of the whole move
	Dice     []int     // the next faces, before those that the program throws
	Choice   *int      // index of an option of the question
	SeatDice *SeatDice // whose dice are meant by Back, App and Dice; nil: whoever's come next
}

// Offer is Play that remembers: when dice or a choice are missing, the move is
// kept for all at the table to see and to answer, and the battle is returned as
// it stands, with its Pending. The dice of a command that waits already are added
// to it. Permission: that of Play.
func (h *Service) Offer(ctx context.Context, by Actor, club, battle ID, m Move) (*LiveSnapshot, error) {
	if live, done, err := h.joinPending(ctx, by, club, battle, m); done {
		return live, err
	}
	live, err := h.Play(ctx, by, club, battle, m)
	if err == nil || !needsInput(err) {
		return live, err
	}
	t, part, err2 := h.currentLive(ctx, club, battle)
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
		return h.repeatedOffer(t, was, command)
	}
	var need *dice.MissingError
	if errors.As(err, &need) {
		m.Choices = nil // who may answer a question is known once it is asked
	}
	return h.setPending(ctx, t, was, &Pending{By: by.Member, Move: m, Command: command, Err: err, Turn: 1}, m.Number)
}

// joinPending adds the hands of an offered move to the same command where that waits already,
// somebody having been quicker; done is false where it does not.
func (h *Service) joinPending(ctx context.Context, by Actor, club, battle ID, m Move) (live *LiveSnapshot, done bool, err error) {
	t, _, err := h.currentLive(ctx, club, battle)
	if err != nil || len(m.Dice) > 0 || len(m.Choices) > 0 || m.Roll != "" {
		return nil, false, nil // Play says what is wrong
	}
	p, _ := t.pendingMove()
	if t.isRepeat(p, m.Number, by, m.Key) {
		return t.snapshot(), true, nil // its hands were added before, and are sent again
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
		live, err = h.Answer(ctx, by, club, battle, m.Number, Answer{Key: m.Key, Dice: m.DiceBySeat[seat], SeatDice: &SeatDice{Seat: seat}})
		if err != nil {
			break
		}
	}
	return live, true, err
}

// sameAction reports whether a command is that of a pending move, or, where the dice of
// several seats are thrown together, the same for whoever gives it.
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

// sameCommand compares commands by how they are written.
func sameCommand(a, b rules.Command) (bool, error) {
	was, err1 := rules.EncodeCommand(a)
	is, err2 := rules.EncodeCommand(b)
	return bytes.Equal(was, is), errors.Join(err1, err2)
}

// repeatedOffer answers an offer that came twice with what became of the first.
func (h *Service) repeatedOffer(t *liveBattle, p *Pending, command rules.Command) (*LiveSnapshot, error) {
	same, err := sameCommand(p.Command, command)
	if err != nil {
		return nil, err
	}
	if !same {
		return nil, refuse(Conflict, "key", "key-reused", "CAMP-ACT-4")
	}
	return t.snapshot(), nil
}

// Answer carries the pending move on. Dice may be given by either player, a
// choice by the seat that is asked; who offered the move may drop it unless the
// program threw its dice. Who may act for others may do all of it.
func (h *Service) Answer(ctx context.Context, by Actor, club, battle ID, number int, a Answer) (*LiveSnapshot, error) {
	s, b, _, err := h.battle(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	if err := s.require(by, ActionPlay); err != nil {
		return nil, err
	}
	t, _, err := h.currentLive(ctx, club, battle)
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
	if !Can(s.Members[by.Member].Role, ActionOthers) {
		if err := p.mayAnswer(s, b, by, a); err != nil {
			return nil, err
		}
	}
	next := *p
	next.Turn, next.lastAnswer = p.Turn+1, answerID(by, a.Key)
	if a.Drop {
		return h.setPending(ctx, t, p, nil, number)
	}
	if err := next.addAnswer(a); err != nil {
		return nil, err
	}
	live, err := h.playStep(ctx, t, b, Actor{p.By}, next.Move, p.Command, stamp, nil)
	if err == nil {
		t.noteEnd(next.lastAnswer)
	}
	if err == nil || !needsInput(err) {
		return live, err
	}
	next.Err = err
	return h.setPending(ctx, t, p, &next, number)
}

// dropSeenDice drops the dice of an answer that lie in its hand already, unknown to who sends
// them. It is Stale when none are left, and tells which lie there.
func (t *liveBattle) dropSeenDice(p *Pending, a *Answer) error {
	if len(a.Dice) == 0 {
		return nil
	}
	there := []string{}
	if p == nil {
		live := t.snapshot()
		for _, d := range live.Steps[live.Number-1].Dice {
			if !slices.Contains(t.game.Secret, d.For) {
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

// addAnswer adds an answer to the move.
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

// need is the roll that the move waits for, nil when it waits for a choice.
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

// needsInput reports whether a move lacks only dice or a choice.
func needsInput(err error) bool {
	var need *dice.MissingError
	var q *rules.Question
	return errors.As(err, &need) || errors.As(err, &q)
}

// currentLive returns the table of the part that is played now.
func (h *Service) currentLive(ctx context.Context, club, battle ID) (*liveBattle, Part, error) {
	_, b, _, err := h.battle(ctx, club, battle)
	if err != nil {
		return nil, "", err
	}
	if len(b.EngineParts) == 0 {
		return nil, "", notFound("battle", "live", battle)
	}
	part := b.EngineParts[len(b.EngineParts)-1].Part
	t, err := h.liveBattle(ctx, liveKey{club, battle, part})
	return t, part, err
}

// pendingMove is the pending move of a table and its stamp in the store.
func (t *liveBattle) pendingMove() (*Pending, string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.live.Pending, t.pendingStamp
}

// noteEnd notes whose answer made the last step, and endedBy reports whether it was that one, so that who never heard so and
// sends it again is not told that the battle has moved on. It is forgotten with the table, which refuses it then.
func (t *liveBattle) noteEnd(answer string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastAnswer = answer
}

func (t *liveBattle) endedByAnswer(answer string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lastAnswer == answer
}

// answerID is an answer by who gives it and its key.
func answerID(by Actor, key string) string { return by.Member + " " + key }

// isRepeat reports whether an answer with a key is the last one that the waiting move took, or the one that ended it. One
// without a key never is.
func (t *liveBattle) isRepeat(p *Pending, number int, by Actor, key string) bool {
	answer := answerID(by, key)
	return key != "" && (p != nil && number == p.Move.Number && answer == p.lastAnswer || t.endedByAnswer(answer))
}

// setPending puts a pending move on the table in place of the one that was there, or
// takes it off, and tells those who watch. It is Stale when another answer came first.
func (h *Service) setPending(ctx context.Context, t *liveBattle, was, p *Pending, number int) (*LiveSnapshot, error) {
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
	// A phone that hangs up must not leave the table unsure of what was stored.
	if err := h.moves.SavePending(context.WithoutCancel(ctx), row, t.pendingStamp); err != nil {
		h.dropLive(liveKey{t.head.Club, t.head.Battle, t.head.Part})
		return nil, err
	}
	n := *t.live
	n.Pending = p
	t.live, t.pendingStamp = &n, row.Stamp
	h.watch.step(t.head.Club, t.head.Battle, n.Number)
	return t.live.withOwnBattle(), nil
}

// restorePending puts a stored move back on the table. What it waits for is found by
// trying it; one that would not wait, because the program is another by now, has
// to be offered again.
func (t *liveBattle) restorePending(row PendingRow) error {
	if t.pendingStamp = row.Stamp; row.Stamp == "" || row.Number != t.live.Number {
		return nil
	}
	p := &Pending{By: row.By, Turn: row.Turn, lastAnswer: row.LastAnswer}
	if err := json.Unmarshal(row.Move, &p.Move); err != nil {
		return fmt.Errorf("battle %s, %s, the move that waits: %w", row.Battle, row.Part, err)
	}
	var err error
	if p.Command, err = t.game.DecodeCommand(p.Move.Command); err != nil {
		return nil
	}
	if src, err := t.tryMove(p); err == nil && needsInput(p.Err) {
		p.Faces, t.live.Pending = src.faces, p
	}
	return nil
}

// tryMove plays a move that waits as far as it goes and notes what it waits for.
func (t *liveBattle) tryMove(p *Pending) (*diceSource, error) {
	src, err := t.diceOf(&p.Move, p.Command)
	if err != nil {
		return nil, err
	}
	_, _, p.Err = rules.Play(t.live.Battle, p.Command, src, rules.ChooseFrom(p.Move.Choices))
	return src, nil
}
