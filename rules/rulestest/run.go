package rulestest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// maxSteps is the number of commands after which a battle counts as endless.
const maxSteps = 20_000

// closeLookEvery is the average number of commands between two calls of lookClosely.
const closeLookEvery = 40

// Wrong commands are tried before each of the first openingSteps commands, at the start of
// every phase, and before about one in wrongEvery other commands.
const openingSteps, wrongEvery = 12, 12

// Run plays battles of random legal commands, and their aftermaths, and checks what the frame
// promises: Play accepts all commands of Legal and Sample; a refused command changes nothing;
// applying the events gives the state; a battle can be saved and loaded at any moment; missing
// dice and choices are reported; records replay; odds are exact; several goroutines may read a
// battle at once, which changes nothing in it. Run prints the kinds of
// commands and events and the covered rules that occurred, and fails when one never did. Each
// function in wrong returns, as JSON, commands that rules may forbid at that moment; a rule
// that forbids one counts as seen. With -short, or under the race detector, Run plays one
// battle and requires no kinds.
func Run(t *testing.T, g *rules.Game, setups []rules.Setup, battles int, wrong ...func(rules.Battle) []string) {
	t.Helper()
	if len(setups) == 0 || battles <= 0 {
		t.Fatal("no battles to play")
	}
	brief := RaceDetector || testing.Short()
	if brief {
		battles = 1
	}
	for n := range setups {
		checkReads(t, g, setups[n], uint64(n))
		if t.Failed() {
			t.Fatalf("in setup %d", n)
		}
		if brief {
			break
		}
	}
	l := newOccurrences(g)
	for n := range battles {
		r := &runner{t: t, g: g, seen: l, wrong: wrong, seed: fmt.Sprintf("%s/%d", g.ID, n), rng: rand.New(rand.NewPCG(uint64(n), 1))}
		r.run(setups[n%len(setups)])
		if t.Failed() {
			t.Fatalf("in battle %d, setup %d", n, n%len(setups))
		}
	}
	if !brief {
		l.report(t)
	}
}

// runner plays one battle.
type runner struct {
	t           *testing.T
	g           *rules.Game
	seen        *occurrences
	wrong       []func(rules.Battle) []string
	seed        string
	rng         *rand.Rand
	phase       string // before the last step
	oddsChecked int    // commands of this battle whose odds were checked
}

func (r *runner) run(setup rules.Setup) {
	b, fold := Begin(r.t, r.g, setup), Begin(r.t, r.g, setup)
	r.checkTracks(b, true)
	record := rules.Record{Setup: setup}
	b = r.playOut(b, fold, &record)
	if r.t.Failed() {
		return
	}
	r.seen.addOutcome(b)
	r.checkRecord(record, b)
	if r.g.Aftermath == nil {
		return
	}
	after, err := r.g.Aftermath(b)
	if err != nil {
		r.t.Errorf("aftermath: %v", err)
		return
	}
	fresh, _ := r.g.Aftermath(b)
	r.seen.addOutcome(r.playOut(after, fresh, &rules.Record{}))
}

// checkTracks checks that every track counts what is lost or spent: from 0 to its limit, and 0
// in a fresh battle.
func (r *runner) checkTracks(b rules.Battle, fresh bool) {
	r.t.Helper()
	for _, u := range b.View(rules.Nobody).Units {
		for _, track := range u.Tracks {
			if track.Now < 0 || track.Now > track.Max || fresh && track.Now != 0 {
				r.t.Errorf("%s of %s: %d of %d is lost, before the first command: %t", track.Key, u.ID, track.Now, track.Max, fresh)
			}
		}
	}
}

// playOut plays random legal commands to the end. Fold is a second battle that only gets the
// events.
func (r *runner) playOut(b, fold rules.Battle, record *rules.Record) rules.Battle {
	src := dice.Seeded(r.seed)
	for range maxSteps {
		legal := b.Legal()
		if _, over := b.Outcome(); over {
			if len(legal) > 0 {
				r.t.Errorf("the battle is over but %s is legal", legal[0].Kind())
			}
			if c := rules.Sample(b, r.rng.IntN); c != nil {
				r.t.Errorf("the battle is over but %s is sampled", c.Kind())
			}
			r.same(b, fold, "the fold of all events")
			return b
		}
		if len(legal) == 0 {
			r.t.Errorf("no command is legal and the battle is not over: %s", battleJSON(r.t, b))
			return b
		}
		look := r.rng.IntN(closeLookEvery) == 0 || len(record.Steps) < 3
		if look {
			r.lookClosely(b, legal)
		}
		if r.triesWrongAt(b, len(record.Steps)) {
			r.tryWrong(b)
		}
		c := r.pick(legal)
		after, step, err := rules.Play(b, c, src, r.chooser())
		if err != nil {
			r.t.Errorf("legal command %s is refused: %v", commandJSON(c), err)
			return b
		}
		for _, e := range step.Events {
			fold.Apply(e)
		}
		r.seen.addStep(step)
		record.Steps = append(record.Steps, step)
		if look {
			r.checkTracks(after, false)
			r.same(after, fold, "the fold of the events")
			r.checkTape(b, step)
			r.checkChoices(b, step)
			r.checkLoad(b, step)
			r.checkOdds(b, step)
		}
		if r.t.Failed() {
			r.t.Logf("after %s", commandJSON(c))
			return b
		}
		b = after
	}
	r.t.Errorf("the battle does not end after %d commands", maxSteps)
	return b
}

// pick returns a random command. Half of the time it first picks a random kind, so that rare
// kinds come up, too.
func (r *runner) pick(legal []rules.Command) rules.Command {
	c := legal[r.rng.IntN(len(legal))]
	if r.rng.IntN(2) == 0 {
		return c
	}
	var kinds []string
	of := map[string][]rules.Command{}
	for _, c := range legal {
		if of[c.Kind()] == nil {
			kinds = append(kinds, c.Kind())
		}
		of[c.Kind()] = append(of[c.Kind()], c)
	}
	same := of[kinds[r.rng.IntN(len(kinds))]]
	return same[r.rng.IntN(len(same))]
}

// chooser returns a Chooser that answers at random and records the rules of the questions.
func (r *runner) chooser() rules.Chooser {
	return func(q *rules.Question) (rules.Reply, error) {
		r.seen.addRule(q.Rule)
		r.seen.questions[q.Why] = true
		return rules.Reply{Option: r.rng.IntN(len(q.Options))}, nil
	}
}

// lookClosely plays every legal command and broken variants of them, and makes the views.
func (r *runner) lookClosely(b rules.Battle, legal []rules.Command) {
	before := battleJSON(r.t, b)
	for _, c := range legal {
		_, _, err := rules.Play(b, c, dice.Seeded(r.seed), r.chooser())
		if err != nil {
			r.t.Errorf("Legal lies: %s is refused: %v", commandJSON(c), err)
		}
		again, err := r.g.DecodeCommand(commandJSON(c))
		if err != nil {
			r.t.Errorf("%s cannot be decoded: %v", commandJSON(c), err)
		} else if !bytes.Equal(commandJSON(again), commandJSON(c)) {
			r.t.Errorf("%s is decoded as %s", commandJSON(c), commandJSON(again))
		}
	}
	r.checkSample(b, legal)
	for range 8 {
		r.tryBroken(b, legal[r.rng.IntN(len(legal))])
	}
	for seat := rules.Nobody; seat < 2; seat++ {
		if _, err := json.Marshal(b.View(seat)); err != nil {
			r.t.Errorf("view: %v", err)
		}
	}
	if now := battleJSON(r.t, b); !bytes.Equal(before, now) {
		r.t.Errorf("commands that were only tried changed the battle:\nbefore %s\nafter  %s", before, now)
	}
}

// tryBroken plays a broken variant of a command. When it is refused, the error must be one
// that a caller can handle.
func (r *runner) tryBroken(b rules.Battle, c rules.Command) {
	raw := mutate(commandJSON(c), r.rng)
	broken, err := r.g.DecodeCommand(raw)
	if err == nil {
		_, _, err = rules.Play(b, broken, dice.Seeded(r.seed), r.chooser())
	}
	if err == nil {
		return
	}
	var fault *rules.Fault
	if !errors.As(err, &fault) {
		r.t.Errorf("%s is refused by %T: %v", raw, err, err)
		return
	}
	r.seen.refused++
	r.seen.addRule(fault.Rule)
}

// triesWrongAt reports whether wrong commands are tried before a step.
func (r *runner) triesWrongAt(b rules.Battle, step int) bool {
	if len(r.wrong) == 0 {
		return false
	}
	was := r.phase
	r.phase = b.View(rules.Nobody).Phase
	return step < openingSteps || r.phase != was || r.rng.IntN(wrongEvery) == 0
}

// tryWrong plays the wrong commands of the game's test and records the rules that forbid them.
func (r *runner) tryWrong(b rules.Battle) {
	for _, wrong := range r.wrong {
		for _, raw := range wrong(b) {
			c, err := r.g.DecodeCommand([]byte(raw))
			var step rules.Step
			if err == nil {
				_, step, err = rules.Play(b, c, dice.Seeded(r.seed), rules.ChooseFirst)
			}
			var fault *rules.Fault
			switch {
			case err == nil: // commands that no bot gives, such as manual ones, count as seen, too
				r.seen.addEvents(step.Events)
			case !errors.As(err, &fault):
				r.t.Errorf("%s is refused by %T: %v", raw, err, err)
			default:
				r.seen.refused++
				r.seen.addRule(fault.Rule)
			}
		}
	}
}

// checkTape plays a step again with too few and with too many dice.
func (r *runner) checkTape(b rules.Battle, s rules.Step) {
	faces := rules.Faces(s.Dice)
	if len(faces) > 0 {
		_, _, err := rules.Play(b, s.Command, dice.NewTape(faces[:len(faces)-1]...), rules.ChooseFrom(s.Choices))
		var need *dice.MissingError
		if !errors.As(err, &need) || need.Roll.Why == "" {
			r.t.Errorf("%s with a die too few: got %v, want a need that names the roll", commandJSON(s.Command), err)
		}
		faces := append([]int{0}, faces[1:]...)
		_, _, err = rules.Play(b, s.Command, dice.NewTape(faces...), rules.ChooseFrom(s.Choices))
		var bad *dice.FaceError
		if !errors.As(err, &bad) || bad.Index != 0 {
			r.t.Errorf("%s with a die of 0: got %v", commandJSON(s.Command), err)
		}
	}
	_, _, err := rules.Play(b, s.Command, dice.NewTape(append(faces, 1)...), rules.ChooseFrom(s.Choices))
	var fault *rules.Fault
	if !errors.As(err, &fault) || fault.Code != rules.TooManyDice {
		r.t.Errorf("%s with a die too many: got %v", commandJSON(s.Command), err)
	}
}

// checkChoices plays a step again without its last choice.
func (r *runner) checkChoices(b rules.Battle, s rules.Step) {
	if len(s.Choices) == 0 {
		return
	}
	_, _, err := rules.Play(b, s.Command, dice.NewTape(rules.Faces(s.Dice)...), rules.ChooseFrom(s.Choices[:len(s.Choices)-1]))
	var q *rules.Question
	if !errors.As(err, &q) || q.Why == "" || q.Rule == "" {
		r.t.Errorf("%s without its last choice: got %v, want a question", commandJSON(s.Command), err)
	}
}

// checkLoad saves and loads the battle and plays the step on both.
func (r *runner) checkLoad(b rules.Battle, s rules.Step) {
	loaded, err := r.g.Load(battleJSON(r.t, b))
	if err != nil {
		r.t.Errorf("load: %v", err)
		return
	}
	r.same(b, loaded, "the loaded battle")
	_, again, err := rules.Play(loaded, s.Command, dice.NewTape(rules.Faces(s.Dice)...), rules.ChooseFrom(s.Choices))
	if err != nil {
		r.t.Errorf("on the loaded battle %s: %v", commandJSON(s.Command), err)
		return
	}
	got, err1 := rules.EncodeStep(again)
	want, err2 := rules.EncodeStep(s)
	if err := errors.Join(err1, err2); err != nil || !bytes.Equal(got, want) {
		r.t.Errorf("on the loaded battle a step differs (%v):\ngot  %s\nwant %s", err, got, want)
	}
}

// checkRecord writes, reads and replays the record of a battle.
func (r *runner) checkRecord(rec rules.Record, end rules.Battle) {
	var text bytes.Buffer
	if err := rules.WriteRecord(&text, rec); err != nil {
		r.t.Errorf("write: %v", err)
		return
	}
	g, again, err := rules.ReadRecord(bytes.NewReader(text.Bytes()), func(string) *rules.Game { return r.g })
	if err != nil {
		r.t.Errorf("read: %v", err)
		return
	}
	replayed, err := rules.Replay(g, again)
	if err != nil {
		r.t.Errorf("replay: %v", err)
		return
	}
	r.same(end, replayed, "the replayed battle")
	var twice bytes.Buffer
	if err := rules.WriteRecord(&twice, again); err != nil || !bytes.Equal(text.Bytes(), twice.Bytes()) {
		r.t.Errorf("a record read and written again differs (%v)", err)
	}
}

func (r *runner) same(want, got rules.Battle, what string) {
	if w, g := battleJSON(r.t, want), battleJSON(r.t, got); !bytes.Equal(w, g) {
		r.t.Errorf("%s differs from the battle:\nbattle %s\n%s %s", what, w, what, g)
	}
}

func battleJSON(t testing.TB, b rules.Battle) []byte {
	text, err := b.MarshalJSON()
	if err != nil {
		t.Fatalf("state: %v", err)
	}
	return text
}

func commandJSON(c rules.Command) json.RawMessage {
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		panic(err)
	}
	return raw
}

// occurrences counts the commands, events and rules that occurred.
type occurrences struct {
	g         *rules.Game
	battles   int
	steps     int
	refused   int
	odds      int
	samples   int
	draws     int
	commands  map[string]int
	events    map[string]int
	rules     map[string]int
	questions map[string]bool
}

func newOccurrences(g *rules.Game) *occurrences {
	return &occurrences{g: g, commands: map[string]int{}, events: map[string]int{}, rules: map[string]int{}, questions: map[string]bool{}}
}

func (l *occurrences) addRule(id string) {
	if id != "" {
		l.rules[id]++
	}
}

// addEvents counts events and the rules they name.
func (l *occurrences) addEvents(events []rules.Event) {
	for _, e := range events {
		l.events[e.Kind()]++
		l.addRule(e.Rule())
		if c, ok := e.(rules.Citer); ok {
			for _, id := range c.AlsoRules() {
				l.addRule(id)
			}
		}
	}
}

func (l *occurrences) addStep(s rules.Step) {
	l.steps++
	l.commands[s.Command.Kind()]++
	l.addEvents(s.Events)
}

func (l *occurrences) addOutcome(b rules.Battle) {
	o, over := b.Outcome()
	if !over {
		return
	}
	l.battles++
	l.addRule(o.Rule)
	for _, e := range o.Effects {
		l.addRule(e.Rule)
	}
	if o.Winner == rules.Nobody {
		l.draws++
	}
}

// report prints the counts and fails for every kind and rule that did not occur.
func (l *occurrences) report(t *testing.T) {
	t.Helper()
	t.Logf("%s: %d battles and aftermaths, %d commands, %d refused, %d sampled, %d odds", l.g.ID, l.battles, l.steps, l.refused, l.samples, l.odds)
	var kinds []string
	for _, c := range l.g.Commands {
		kinds = append(kinds, c.Kind())
	}
	reportSeen(t, "command", kinds, l.commands)
	kinds = nil
	for _, e := range l.g.Events {
		kinds = append(kinds, e.Kind())
	}
	reportSeen(t, "event", kinds, l.events)
	reportSeen(t, "rule", l.g.Covered, l.rules)
	t.Logf("rules that are not promised: %s", strings.Join(l.undeclared(), ", "))
	if l.odds == 0 {
		t.Error("no odds were compared")
	}
	if l.refused == 0 {
		t.Error("no command was refused")
	}
}

// undeclared returns the rules that occurred but are not in Game.Covered.
func (l *occurrences) undeclared() []string {
	var list []string
	for id, n := range l.rules {
		if !slices.Contains(l.g.Covered, id) {
			list = append(list, fmt.Sprintf("%s %d", id, n))
		}
	}
	sort.Strings(list)
	return list
}

func reportSeen(t *testing.T, what string, want []string, got map[string]int) {
	t.Helper()
	var line []string
	for _, k := range want {
		line = append(line, fmt.Sprintf("%s %d", k, got[k]))
		if got[k] == 0 {
			t.Errorf("%s %s never occurred", what, k)
		}
	}
	sort.Strings(line)
	t.Logf("%ss: %s", what, strings.Join(line, ", "))
}

// Slow skips a long test with -short and under the race detector: what such a test does again
// and again runs in one goroutine, or is done once by a shorter test, so the detector would
// find nothing.
func Slow(t testing.TB) {
	t.Helper()
	if RaceDetector || testing.Short() {
		t.Skip("too long for -short and for the race detector")
	}
}
