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
	By      ID // who offered it
	Move    Move
	Command rules.Command
	Err     error // the *dice.Need or *rules.Question that it waits for
	Fell    []int // its dice so far, typed or thrown, up to the first that is missing
	Turn    int   // counts what was said about it, from 1
	said    string
}

// An Answer carries a pending move on. One of its fields Drop, Back and Choice is used,
// in this order, else Dice and App. With a Hand, dice are no answer to one Turn: what the
// sender has not seen is not given again, and Turn does not count.
type Answer struct {
	Turn   int    // what the sender has seen, another is Stale; 0 does not ask
	Key    string // the same key from the same member, sent again at once, changes nothing; "" for none
	Drop   bool   // give the move up
	Back   bool   // take the last die back
	App    bool   // the program throws the dice that are missing: of the roll, those of the Hand; without one, of the whole move
	Dice   []int  // the next faces, before those that the program throws
	Choice *int   // index of an option of the question
	Hand   *Hand  // whose dice are meant by Back, App and Dice; nil: whoever's come next
}

// Offer is Play that remembers: when dice or a choice are missing, the move is
// kept for all at the table to see and to answer, and the battle is returned as
// it stands, with its Pending. The dice of a command that waits already are added
// to it. Permission: that of Play.
func (h *Hall) Offer(ctx context.Context, by Actor, club, battle ID, m Move) (*Live, error) {
	if live, done, err := h.joined(ctx, by, club, battle, m); done {
		return live, err
	}
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
	was := t.now().Pending
	if was != nil && was.By == by.Member && was.Move.Key == m.Key {
		return h.offeredAgain(t, was, command)
	}
	var need *dice.Need
	if errors.As(err, &need) {
		m.Choices = nil // who may answer a question is known once it is asked
	}
	return h.wait(ctx, t, was, &Pending{By: by.Member, Move: m, Command: command, Err: err, Turn: 1}, m.Number)
}

// joined adds the hands of an offered move to the same command where that waits already,
// somebody having been quicker; done is false where it does not.
func (h *Hall) joined(ctx context.Context, by Actor, club, battle ID, m Move) (live *Live, done bool, err error) {
	t, _, err := h.tableNow(ctx, club, battle)
	if err != nil || len(m.Dice) > 0 || len(m.Choices) > 0 || m.Roll != "" {
		return nil, false, nil // Play says what is wrong
	}
	p, _ := t.waiting()
	if t.heard(p, m.Number, by, m.Key) {
		return t.now(), true, nil // its hands were added before, and are sent again
	}
	if p == nil || p.Move.Number != m.Number || !p.Begun() || p.By == by.Member && p.Move.Key == m.Key {
		return nil, false, nil
	}
	command, err := t.game.DecodeCommand(m.Command)
	if err != nil {
		return nil, false, nil
	}
	if same, err := sameDeed(p, command); err != nil || !same {
		return nil, err != nil, err
	}
	live = t.now()
	for _, seat := range slices.Sorted(maps.Keys(m.Hands)) {
		live, err = h.Answer(ctx, by, club, battle, m.Number, Answer{Key: m.Key, Dice: m.Hands[seat], Hand: &Hand{Seat: seat}})
		if err != nil {
			break
		}
	}
	return live, true, err
}

// sameDeed reports whether a command is that of a pending move, or, where the dice of
// several seats are thrown together, the same for whoever gives it.
func sameDeed(p *Pending, c rules.Command) (bool, error) {
	same, err := sameCommand(p.Command, c)
	if need := p.need(); err != nil || same || need == nil || need.Roll.Of == nil || p.Command.Kind() != c.Kind() {
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

// offeredAgain answers an offer that came twice with what became of the first.
func (h *Hall) offeredAgain(t *table, p *Pending, command rules.Command) (*Live, error) {
	same, err := sameCommand(p.Command, command)
	if err != nil {
		return nil, err
	}
	if !same {
		return nil, refuse(Conflict, "key", "key-reused", "CAMP-ACT-4")
	}
	return t.now(), nil
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
	p, stamp := t.waiting()
	if t.heard(p, number, by, a.Key) {
		return t.now(), nil
	}
	if a.Hand != nil && (p == nil && number+1 == t.now().Number || p != nil && number == p.Move.Number) {
		if err := t.unseen(p, &a); err != nil {
			return nil, err
		}
	}
	if p == nil || number != p.Move.Number || a.Turn != 0 && a.Turn != p.Turn && (a.Hand == nil || a.Turn > p.Turn) {
		return nil, refuse(Stale, "number", "changed-since", "CAMP-BAT-8", "number", fmt.Sprint(t.now().Number))
	}
	if !Can(s.Members[by.Member].Role, ActionOthers) {
		if err := p.mayAnswer(s, b, by, a); err != nil {
			return nil, err
		}
	}
	next := *p
	next.Turn, next.said = p.Turn+1, saying(by, a.Key)
	if a.Drop {
		return h.wait(ctx, t, p, nil, number)
	}
	if err := next.take(a); err != nil {
		return nil, err
	}
	live, err := h.playOn(ctx, t, b, Actor{p.By}, next.Move, p.Command, stamp, nil)
	if err == nil {
		t.end(next.said)
	}
	if err == nil || !waits(err) {
		return live, err
	}
	next.Err = err
	return h.wait(ctx, t, p, &next, number)
}

// unseen drops the dice of an answer that lie in its hand already, unknown to who sends
// them. It is Stale when none are left, and tells which lie there.
func (t *table) unseen(p *Pending, a *Answer) error {
	if len(a.Dice) == 0 {
		return nil
	}
	there := []string{}
	if p == nil {
		live := t.now()
		for _, d := range live.Steps[live.Number-1].Dice {
			if !slices.Contains(t.game.Secret, d.For) {
				there = append(there, fmt.Sprint(d.Value))
			}
		}
	} else {
		held := p.Move.Hands[a.Hand.Seat]
		over := min(max(0, len(held)-a.Hand.At), len(a.Dice))
		if a.Dice = a.Dice[over:]; over == 0 || len(a.Dice) > 0 {
			return nil
		}
		for _, f := range held {
			if f != byApp {
				there = append(there, fmt.Sprint(f))
			}
		}
	}
	return refuse(Stale, "dice", "dice-there", "CAMP-BAT-8", "faces", strings.Join(there, " "), "n", fmt.Sprint(len(there)))
}

// take adds an answer to the move.
func (p *Pending) take(a Answer) error {
	var q *rules.Question
	switch {
	case a.Back && a.Hand != nil:
		if held := p.Move.Hands[a.Hand.Seat]; p.Typed(a.Hand.Seat) {
			p.Move.hold(a.Hand.Seat)
			p.Move.Hands[a.Hand.Seat] = held[:len(held)-1]
		}
	case a.Back:
		p.Move.Dice = p.Move.Dice[:max(0, len(p.Move.Dice)-1)]
	case a.Choice != nil && !errors.As(p.Err, &q):
		return refuse(Stale, "choice", "changed-since", "CAMP-BAT-8", "number", fmt.Sprint(p.Move.Number))
	case a.Choice != nil:
		p.Move.Choices = append(slices.Clip(p.Move.Choices), *a.Choice)
	case a.Hand != nil:
		p.Move.hold(a.Hand.Seat, typedIn(a.Dice)...)
		if a.App {
			for range p.Missing(a.Hand.Seat) - len(a.Dice) {
				p.Move.hold(a.Hand.Seat, byApp)
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
func (p *Pending) need() *dice.Need {
	var need *dice.Need
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
	case a.Drop && (by.Member != p.By || p.thrown()):
		return refuse(Forbidden, "", "not-undoable", "CAMP-BAT-9")
	case a.Choice != nil && errors.As(p.Err, &q) && !s.ActsFor(b, q.Seat, by.Member):
		return refuse(Forbidden, "choice", "not-your-choice", "CAMP-ROLE-2", "seat", fmt.Sprint(q.Seat+1))
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

// waiting is the pending move of a table and its stamp in the store.
func (t *table) waiting() (*Pending, string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.live.Pending, t.stamp
}

// end notes whose answer made the last step, and endedBy reports whether it was that one, so that who never heard so and
// sends it again is not told that the battle has moved on. It is forgotten with the table, which refuses it then.
func (t *table) end(said string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = said
}

func (t *table) endedBy(said string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended == said
}

// saying is an answer by who gives it and its key.
func saying(by Actor, key string) string { return by.Member + " " + key }

// heard reports whether an answer with a key is the last one that the waiting move took, or the one that ended it. One
// without a key never is.
func (t *table) heard(p *Pending, number int, by Actor, key string) bool {
	said := saying(by, key)
	return key != "" && (p != nil && number == p.Move.Number && said == p.said || t.endedBy(said))
}

// wait puts a pending move on the table in place of the one that was there, or
// takes it off, and tells those who watch. It is Stale when another answer came first.
func (h *Hall) wait(ctx context.Context, t *table, was, p *Pending, number int) (*Live, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.live.Number != number || t.live.Pending != was {
		return nil, refuse(Stale, "number", "changed-since", "CAMP-BAT-8", "number", fmt.Sprint(t.live.Number))
	}
	if p != nil {
		if src, err := t.try(p); err == nil {
			p.Fell = src.fell
		}
	}
	row := PendingRow{Club: t.head.Club, Battle: t.head.Battle, Part: t.head.Part, Number: number}
	if p != nil {
		move, err := encode(p.Move)
		if err != nil {
			return nil, err
		}
		row.Stamp, row.Turn, row.By, row.Said, row.Move = NewToken(), p.Turn, p.By, p.said, move
	}
	// A phone that hangs up must not leave the table unsure of what was stored.
	if err := h.moves.SavePending(context.WithoutCancel(ctx), row, t.stamp); err != nil {
		h.leave(tableKey{t.head.Club, t.head.Battle, t.head.Part})
		return nil, err
	}
	n := *t.live
	n.Pending = p
	t.live, t.stamp = &n, row.Stamp
	h.watch.step(t.head.Club, t.head.Battle, n.Number)
	return t.live.apart(), nil
}

// resume puts a stored move back on the table. What it waits for is found by
// trying it; one that would not wait, because the program is another by now, has
// to be offered again.
func (t *table) resume(row PendingRow) error {
	if t.stamp = row.Stamp; row.Stamp == "" || row.Number != t.live.Number {
		return nil
	}
	p := &Pending{By: row.By, Turn: row.Turn, said: row.Said}
	if err := json.Unmarshal(row.Move, &p.Move); err != nil {
		return fmt.Errorf("battle %s, %s, the move that waits: %w", row.Battle, row.Part, err)
	}
	var err error
	if p.Command, err = t.game.DecodeCommand(p.Move.Command); err != nil {
		return nil
	}
	if src, err := t.try(p); err == nil && waits(p.Err) {
		p.Fell, t.live.Pending = src.fell, p
	}
	return nil
}

// try plays a move that waits as far as it goes and notes what it waits for.
func (t *table) try(p *Pending) (*hands, error) {
	src, err := t.source(&p.Move, p.Command)
	if err != nil {
		return nil, err
	}
	_, _, p.Err = rules.Play(t.live.Battle, p.Command, src, rules.Picks(p.Move.Choices))
	return src, nil
}
