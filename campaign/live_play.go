package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A Move is a command sent to a live battle.
type Move struct {
	Part    Part            `json:"part"`              // "" for the part that was opened last
	Number  int             `json:"number"`            // the number of steps that the sender has seen; another is Stale
	Command json.RawMessage `json:"command"`           // the command as JSON, with its kind
	Dice    []int           `json:"dice,omitempty"`    // faces rolled at the table, in order
	Choices []rules.Reply   `json:"choices,omitempty"` // answers to the questions of the command, in order
	Roll    Roll            `json:"roll,omitempty"`    // who throws the dice that are in neither Dice nor DiceBySeat; "" for the players
	Key     string          `json:"key"`               // idempotency key: the same key from the same member plays once

	// DiceBySeat has dice by the seat that throws them, in order. Dice are used before them.
	DiceBySeat map[rules.Seat][]int `json:"hands,omitempty"`
}

// Play carries out a command and returns the battle after it, once the step is durable. It
// returns the errors *dice.MissingError, *dice.FaceError, *rules.Question and *rules.Fault
// of the game, and then stores nothing. It returns Stale while a pending move has dice or
// choices. Permission: play, for one's own seat and its choices; for the seats of others,
// others.
func (s *Service) Play(ctx context.Context, by Actor, club, battle ID, m Move) (*LiveSnapshot, error) {
	st, b, g, err := s.battle(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	if err := st.require(by, ActionPlay); err != nil {
		return nil, err
	}
	if err := checkLength("key", m.Key, 1, 100); err != nil {
		return nil, err
	}
	if len(b.EngineParts) == 0 || g == nil {
		return nil, notFound("battle", "live", battle)
	}
	if m.Part == "" {
		m.Part = b.EngineParts[len(b.EngineParts)-1].Part
	}
	t, err := s.liveBattle(ctx, liveKey{club, battle, m.Part})
	if err != nil {
		return nil, err
	}
	command, err := g.DecodeCommand(m.Command)
	if err != nil {
		return nil, err
	}
	if !st.ActsFor(b, command.By(), by.Member) {
		return nil, refuse(Forbidden, "command", "not-your-seat", "CAMP-ROLE-2", "seat", fmt.Sprint(command.By()+1))
	}
	if p, _ := t.pendingMove(); p != nil && p.HasInput() && m.Number == p.Move.Number && (p.By != by.Member || p.Move.Key != m.Key) {
		return nil, refuse(Stale, "number", "move-waits", "CAMP-BAT-8")
	}
	mine := func(q *rules.Question) error { return st.checkChooser(b, q, by) }
	return s.playStep(ctx, t, b, by, m, command, "", mine)
}

// checkChooser refuses the answer to a question that is asked of a seat that the actor may
// not act for.
func (s *State) checkChooser(b *Battle, q *rules.Question, by Actor) error {
	if s.ActsFor(b, q.Seat, by.Member) {
		return nil
	}
	return refuse(Forbidden, "choices", "not-your-choice", "CAMP-ROLE-2", "seat", fmt.Sprint(q.Seat+1))
}

// chooser returns a rules.Chooser that answers questions with the choices of a move. may,
// unless nil, refuses questions that another seat must answer.
func chooser(choices []rules.Reply, may func(*rules.Question) error) rules.Chooser {
	pick, n := rules.ChooseFrom(choices), 0
	return func(q *rules.Question) (rules.Reply, error) {
		if n < len(choices) && may != nil {
			if err := may(q); err != nil {
				return rules.Reply{}, err
			}
		}
		n++
		return pick(q)
	}
}

// playStep carries out a command and stores the step. stamp is that of the pending move
// with the command, "" if none is pending. may, unless nil, refuses choices as in chooser.
func (s *Service) playStep(ctx context.Context, t *liveBattle, b *Battle, by Actor, m Move, command rules.Command, stamp string, may func(*rules.Question) error) (*LiveSnapshot, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, row := range t.live.Rows {
		if row.By == by.Member && row.Key == m.Key {
			return t.repeatedStep(i, command)
		}
	}
	switch p := b.enginePart(m.Part); {
	case p == nil:
		return nil, notFound("part", "live", b.ID)
	case p.Record != "" || m.Part == PartBattle && b.Status != Scheduled || b.Status == Final:
		return nil, refuse(Conflict, "battle", "finished", "CAMP-BAT-8")
	case m.Number != t.live.Number:
		return nil, refuse(Stale, "number", "changed-since", "CAMP-BAT-8", "number", strconv.Itoa(t.live.Number))
	case t.live.Over:
		return nil, refuse(Conflict, "battle", "over", "CAMP-BAT-8")
	}
	src, err := t.diceOf(&m, command)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	after, step, err := rules.Play(t.live.Battle, command, src, chooser(m.Choices, may))
	s.taskDone(TaskEngine, began)
	left := src.unused()
	if err != nil && (left == 0 || !needsInput(err)) {
		return nil, err
	}
	if left > 0 {
		return nil, rules.Faultf(rules.TooManyDice, "dice", "%d dice are left over", left)
	}
	if len(step.Choices) < len(m.Choices) {
		return nil, rules.Faultf(rules.OutOfRange, rules.At("choices", len(step.Choices)), "nothing more was asked")
	}
	line, err := rules.EncodeStep(step)
	if err != nil {
		return nil, err
	}
	row := StepRow{Club: t.head.Club, Battle: t.head.Battle, Part: t.head.Part, Number: m.Number + 1,
		By: by.Member, At: s.now().UTC().Truncate(1e6), Roll: src.rollOf(m.Roll), Key: m.Key, Line: line, Stamp: stamp}
	if m.Number > 0 {
		row.After = t.live.Rows[m.Number-1].Key
	}
	// If the client disconnects, it must still be known whether the step was stored.
	if err := s.steps.AppendStep(context.WithoutCancel(ctx), row); err != nil {
		s.dropLive(t.key())
		return nil, err
	}
	s.wroteLive(t)
	t.live, t.pendingStamp = t.live.withStep(after, step, row), ""
	s.watch.step(t.head.Club, t.head.Battle, t.live.Number)
	return t.live.withOwnBattle(), nil
}

// diceOf returns the source of the dice of a move.
func (l *liveBattle) diceOf(m *Move, c rules.Command) (*diceSource, error) {
	switch m.Roll {
	case "":
		m.Roll = RollTable
	case RollTable, RollApp:
	default:
		return nil, refuse(Invalid, "roll", "unknown-roll", "", "roll", string(m.Roll))
	}
	var seeded dice.Source
	if l.head.Seed != "" {
		seeded = dice.Seeded(l.head.Seed + "/" + strconv.Itoa(m.Number+1))
	}
	return &diceSource{fromSeed: seeded, secret: l.game.Secret, turnSeat: c.By(), typed: m.Dice, bySeat: maps.Clone(m.DiceBySeat), throwMissing: m.Roll == RollApp}, nil
}

// repeatedStep answers a key that was played before. It is a Conflict if the command was
// another.
func (l *liveBattle) repeatedStep(i int, command rules.Command) (*LiveSnapshot, error) {
	if err := checkRepeated(l.live.Steps[i].Command, command); err != nil {
		return nil, err
	}
	return l.live.withOwnBattle(), nil
}

// Undo takes back the last step. Its author may do so unless the program threw its dice
// (CAMP-BAT-9); a member who may act for others always may.
func (s *Service) Undo(ctx context.Context, by Actor, club, battle ID, number int) (*LiveSnapshot, error) {
	st, b, _, err := s.battle(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	if err := st.require(by, ActionPlay); err != nil {
		return nil, err
	}
	if len(b.EngineParts) == 0 {
		return nil, notFound("battle", "live", battle)
	}
	played := b.EngineParts[len(b.EngineParts)-1]
	at := liveKey{club, battle, played.Part}
	t, err := s.liveBattle(ctx, at)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if played.Record != "" {
		return nil, refuse(Conflict, "battle", "finished", "CAMP-BAT-8")
	}
	if number != t.live.Number || number == 0 {
		return nil, refuse(Stale, "number", "changed-since", "CAMP-BAT-8", "number", strconv.Itoa(t.live.Number))
	}
	if !Can(st.Members[by.Member].Role, ActionOthers) && (t.live.Rows[number-1].By != by.Member || s.LastDiceByProgram(t.live)) {
		return nil, refuse(Forbidden, "number", "not-undoable", "CAMP-BAT-9")
	}
	if err := s.steps.DropStep(context.WithoutCancel(ctx), club, battle, played.Part, number); err != nil {
		s.dropLive(at)
		return nil, err
	}
	s.wroteLive(t)
	back, err := s.replay(ctx, t.head)
	if err != nil {
		return nil, err
	}
	t.live, t.pendingStamp = back.live, back.pendingStamp
	s.watch.step(club, battle, t.live.Number)
	return t.live.withOwnBattle(), nil
}

// LastDiceByProgram reports whether the last step has visible dice that the program threw.
func (s *Service) LastDiceByProgram(l *LiveSnapshot) bool {
	if l.Number == 0 {
		return false
	}
	var secret []string
	if g := s.Game(l.Setup.Game); g != nil {
		secret = g.Secret
	}
	fell := l.Steps[l.Number-1].Dice
	for i, thrown := range l.Rows[l.Number-1].Roll.Thrown(len(fell)) {
		if thrown && !slices.Contains(secret, fell[i].For) {
			return true
		}
	}
	return false
}

// FinishBattle turns a part that is over into an act, which reveals the seed. A battle
// becomes the report of the actor's seat, which the other side must still confirm. An
// aftermath becomes its effects and makes the battle final.
func (s *Service) FinishBattle(ctx context.Context, by Actor, club, battle ID, key string) (Act, error) {
	st, b, _, err := s.battle(ctx, club, battle)
	if err != nil {
		return Act{}, err
	}
	live, err := s.Live(ctx, club, battle)
	if err != nil {
		return Act{}, err
	}
	if !live.Over {
		return Act{}, refuse(Conflict, "battle", "not-over", "CAMP-BAT-5")
	}
	head, err := s.steps.Live(ctx, club, battle, live.Part)
	if err != nil {
		return Act{}, err
	}
	record := recordHash(head, live.Rows)
	o := live.Outcome
	var body Body = Aftermath{battle, rules.Nobody, o.Effects, record, head.Seed, live.Number}
	if live.Part == PartBattle {
		body = Report{battle, st.Seat(b, by.Member), Result{o.Winner, o.Scores, o.Reason, o.Rule, o.Effects, false}, "", record, head.Seed, live.Number}
	}
	return s.Do(ctx, by, club, key, ActRequest{Body: body})
}

// recordHash returns the SHA-256 of a part's record in the form of rules.WriteRecord: the
// setup, then one step on each line.
func recordHash(head LiveHead, rows []StepRow) string {
	var b bytes.Buffer
	b.Write(head.Setup)
	b.WriteByte('\n')
	for _, r := range rows {
		b.Write(r.Line)
		b.WriteByte('\n')
	}
	return sha256Hex(b.Bytes())
}

func sameStep(want, got rules.Step) error {
	a, err1 := rules.EncodeStep(want)
	b, err2 := rules.EncodeStep(got)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("differs:\nrecorded %s\nreplayed %s", a, b)
	}
	return nil
}

func stepError(head LiveHead, row StepRow, err error) error {
	return fmt.Errorf("battle %s, %s, step %d: %w", head.Battle, head.Part, row.Number, err)
}

// MaxClockMinutes is the longest that a clock may be set to.
const MaxClockMinutes = 600

// A BattleClock counts down, for the battle or for each side. It only informs: nothing is
// refused because it has run out.
type BattleClock struct {
	Minutes  int         // time for the battle, or for each side
	Each     bool        // each side has its own time
	Switches []time.Time // times at which it was started, stopped, started again …
}

// SetClock sets the clock of a battle and starts or stops it. Another length or another
// way of counting makes a new clock; 0 minutes remove it.
type SetClock struct {
	Battle  ID   `json:"battle"`
	Minutes int  `json:"minutes"`
	Each    bool `json:"each"`
	Runs    bool `json:"runs"`
}

// Kind returns "clock".
func (SetClock) Kind() Kind { return KindClock }

func (b SetClock) subject() Subject { return ofBattle(b.Battle) }

func (b SetClock) ownedBy(s *State, by ID) bool { return s.hasSeat(by, b.Battle) }

func (b SetClock) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Status != Scheduled:
		return refuse(Conflict, "battle", "clock-over", "")
	case b.Minutes < 0 || b.Minutes > MaxClockMinutes:
		return refuse(Invalid, "minutes", "clock-length", "")
	}
	n := f.editAndNote(b.Battle, a)
	if b.Minutes == 0 {
		n.Clock = nil
		return nil
	}
	clock := BattleClock{Minutes: b.Minutes, Each: b.Each}
	if c := old.Clock; c != nil && c.Minutes == b.Minutes && c.Each == b.Each {
		clock.Switches = append(clock.Switches, c.Switches...)
	}
	if clock.Runs() != b.Runs {
		clock.Switches = append(clock.Switches, a.At)
	}
	n.Clock = &clock
	return nil
}

// Runs reports whether the clock is running.
func (c *BattleClock) Runs() bool { return len(c.Switches)%2 == 1 }

// Elapsed returns how long the clock ran between two times.
func (c *BattleClock) Elapsed(from, to time.Time) time.Duration {
	var sum time.Duration
	for i := 0; i < len(c.Switches); i += 2 {
		start, stop := c.Switches[i], to
		if i+1 < len(c.Switches) && c.Switches[i+1].Before(to) {
			stop = c.Switches[i+1]
		}
		if start.Before(from) {
			start = from
		}
		if d := stop.Sub(start); d > 0 {
			sum += d
		}
	}
	return sum
}

// Remaining returns the time that is left, negative after the end: one value, or with Each
// one for each seat. The time before a step counts for the seat that gave its command, and
// the time since the last step for the seat that must act.
func (c *BattleClock) Remaining(l *LiveSnapshot, seats int, now time.Time) []time.Duration {
	whole := time.Duration(c.Minutes) * time.Minute
	if l != nil && l.Over && len(l.Rows) > 0 {
		now = l.Rows[len(l.Rows)-1].At
	}
	if !c.Each || l == nil {
		return []time.Duration{whole - c.Elapsed(time.Time{}, now)}
	}
	left := make([]time.Duration, seats)
	for i := range left {
		left[i] = whole
	}
	spend := func(seat rules.Seat, from, to time.Time) {
		if seat >= 0 && int(seat) < seats {
			left[seat] -= c.Elapsed(from, to)
		}
	}
	var before time.Time
	for i, row := range l.Rows {
		spend(l.Steps[i].Command.By(), before, row.At)
		before = row.At
	}
	if !l.Over {
		spend(l.Battle.View(rules.Nobody).ToAct, before, now)
	}
	return left
}

// SetClock does the act and notifies the battle's watchers. Permission: clock, for one's
// own battle.
func (s *Service) SetClock(ctx context.Context, by Actor, club ID, key string, body SetClock) error {
	if _, err := s.Do(ctx, by, club, key, ActRequest{Body: body}); err != nil {
		return err
	}
	s.watch.step(club, body.Battle, len(key))
	return nil
}
