package rulestest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A statementRun is a battle that the lines of a statement change and check.
type statementRun struct {
	book    *statementBook
	setup   *rules.Setup // set until the battle begins
	battle  rules.Battle // nil until then
	events  []rules.Event
	found   int // events of the last step up to the one that was found last
	checked bool
}

// run carries the lines out.
func (r *statementRun) run(s *statement) error {
	for _, line := range s.lines {
		if err := r.line(line); err != nil {
			return fmt.Errorf("%s: %s %s: %w", s.at(line.number), line.verb, line.rest, err)
		}
	}
	return nil
}

// now returns the battle, which it begins when it has not begun.
func (r *statementRun) now() (rules.Battle, error) {
	if r.battle != nil {
		return r.battle, nil
	}
	if r.setup == nil {
		return nil, errors.New("no setup and no situation to begin from")
	}
	b, err := r.book.game.Begin(*r.setup)
	if err != nil {
		return nil, err
	}
	r.battle = b
	return b, nil
}

// line carries one line out.
func (r *statementRun) line(l statementLine) error {
	switch l.verb {
	case "from":
		if r.battle != nil || r.setup != nil {
			return errors.New("comes first")
		}
		b := r.book.begun[l.rest]
		if b == nil {
			return errors.New("no such situation")
		}
		r.battle = b.Clone()
		return nil
	case "setup":
		return r.readSetup(l.rest)
	case "with":
		return r.changeSetup(l.rest)
	case "begun", "not begun", "list accepted", "list refused":
		r.checked = true
		return r.checkSetup(l)
	}
	b, err := r.now()
	if err != nil {
		return err
	}
	switch l.verb {
	case "play":
		return r.play(b, l.rest)
	case "until":
		return r.playUntil(b, l.rest)
	case "set":
		return r.set(b, l.rest)
	case "aftermath":
		if r.battle, err = r.book.game.Aftermath(b); err != nil {
			return err
		}
		return nil
	}
	r.checked = true
	switch l.verb {
	case "refused":
		rule, command, _ := strings.Cut(l.rest, " ")
		return r.checkRefused(b, rule, command)
	case "offered", "not offered":
		return r.checkOffered(b, l.rest, l.verb == "offered")
	case "asks":
		why, command := cutName(l.rest)
		return r.checkAsks(b, why, command)
	case "rolls":
		why, command := cutName(l.rest)
		return r.checkRolls(b, why, command)
	case "event", "no event":
		return r.checkEvent(l.rest, l.verb == "event")
	case "now":
		return r.checkState(b, l.rest)
	case "phase":
		if got := b.View(rules.Nobody).Phase; got != l.rest {
			return fmt.Errorf("the phase is %s", got)
		}
	case "turn":
		if got := b.View(rules.Nobody).ToAct; fmt.Sprint(got) != l.rest {
			return fmt.Errorf("it is the turn of seat %d", got)
		}
	case "over", "not over":
		return checkOver(b, l.rest, l.verb == "over")
	}
	return nil
}

// cutName cuts the name of a question or of a roll from a line: a word, or words in quotes.
func cutName(text string) (name, rest string) {
	if quoted, is := strings.CutPrefix(text, `"`); is {
		name, rest, _ = strings.Cut(quoted, `"`)
		return name, strings.TrimSpace(rest)
	}
	name, rest, _ = strings.Cut(text, " ")
	return name, rest
}

// A statedCommand is a command of a statement with what comes behind its bars.
type statedCommand struct {
	fields map[string]any // with its kind
	raw    json.RawMessage
	parts  map[string]string // such as "dice" and "choose"
}

// parts that may stand behind a command, by verb.
var commandParts = map[string][]string{
	"play": {"dice", "choose"}, "refused": {"dice", "choose"}, "asks": {"dice", "choose", "of", "options", "without"},
	"rolls": {"dice", "choose", "count", "sides"}, "offered": nil,
}

// readCommand reads "kind name=value … | part … | part …".
func readCommand(text, verb string) (c statedCommand, err error) {
	sections := splitOutside(text, '|')
	c.parts = map[string]string{}
	for _, section := range sections[1:] {
		name, rest, _ := strings.Cut(strings.TrimSpace(section), " ")
		if !slices.Contains(commandParts[verb], name) {
			return c, fmt.Errorf("%q does not stand behind a command here", name)
		}
		c.parts[name] = strings.TrimSpace(rest)
	}
	if c.fields, err = readFields(sections[0], "kind"); err != nil {
		return c, err
	}
	c.raw, err = json.Marshal(c.fields)
	return c, err
}

// readFields reads "word name=value …"; the word becomes the field head.
func readFields(text, head string) (map[string]any, error) {
	words := splitOutside(strings.TrimSpace(text), ' ')
	fields := map[string]any{}
	for i, word := range words {
		if word == "" {
			continue
		}
		name, value, assigned := strings.Cut(word, "=")
		switch {
		case i == 0 && !assigned:
			fields[head] = word
		case !assigned:
			return nil, fmt.Errorf("%q is no name=value", word)
		default:
			fields[name] = readValue(value)
		}
	}
	return fields, nil
}

// readValue reads a value as JSON, or else as a plain text.
func readValue(text string) any {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil || dec.More() {
		return text
	}
	return v
}

// splitOutside splits a text at a byte outside brackets and quotes.
func splitOutside(text string, at byte) (list []string) {
	depth, quoted, from := 0, false, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == at && depth == 0:
			list = append(list, text[from:i])
			from = i + 1
		}
	}
	return append(list, text[from:])
}

// faces reads the dice behind a command.
func (c *statedCommand) faces() (faces []int, err error) {
	for _, word := range strings.Fields(c.parts["dice"]) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("die %q", word)
		}
		faces = append(faces, n)
	}
	return faces, nil
}

// chooser returns a Chooser that answers as the part "choose" says: the number of an option,
// the option's own name, or a value as JSON. Left holds the answers that are not used yet.
func (c *statedCommand) chooser() (choose rules.Chooser, left func() int) {
	var answers []string
	for _, word := range splitOutside(c.parts["choose"], ' ') {
		if word != "" {
			answers = append(answers, word)
		}
	}
	choose = func(q *rules.Question) (rules.Reply, error) {
		if len(answers) == 0 {
			return rules.Reply{}, q
		}
		answer := answers[0]
		answers = answers[1:]
		if i := slices.Index(q.Options, answer); i >= 0 {
			return rules.Reply{Option: i}, nil
		}
		var r rules.Reply
		if err := json.Unmarshal([]byte(answer), &r); err != nil {
			return r, fmt.Errorf("%q is none of %v", answer, q.Options)
		}
		return r, nil
	}
	return choose, func() int { return len(answers) }
}

// try plays a stated command and returns the battle after it.
func (r *statementRun) try(b rules.Battle, c statedCommand) (rules.Battle, rules.Step, error) {
	command, err := r.book.game.DecodeCommand(c.raw)
	if err != nil {
		return nil, rules.Step{}, err
	}
	faces, err := c.faces()
	if err != nil {
		return nil, rules.Step{}, err
	}
	choose, left := c.chooser()
	after, step, err := rules.Play(b, command, dice.NewTape(faces...), choose)
	if err == nil && left() > 0 {
		err = fmt.Errorf("%d choices are left over", left())
	}
	return after, step, err
}

func (r *statementRun) play(b rules.Battle, text string) error {
	c, err := readCommand(text, "play")
	if err != nil {
		return err
	}
	after, step, err := r.try(b, c)
	if err != nil {
		return err
	}
	r.battle, r.events, r.found = after, step.Events, 0
	return nil
}

// mostSteps is the number of commands after which a phase is taken never to come.
const mostSteps = 1000

// playUntil goes on with the first command that Sample returns, and the first answers, up to a
// phase.
func (r *statementRun) playUntil(b rules.Battle, phase string) error {
	src, pick := dice.Seeded("until "+phase), func(int) int { return 0 }
	for range mostSteps {
		if b.View(rules.Nobody).Phase == phase {
			r.battle = b
			return nil
		}
		c := rules.Sample(b, pick)
		if c == nil {
			return errors.New("the battle ends before")
		}
		after, _, err := rules.Play(b, c, src, rules.ChooseFirst)
		if err != nil {
			return err
		}
		b = after
	}
	return errors.New("that phase never comes")
}

// checkRefused checks that a command is refused by a rule, or with the code of a fault.
func (r *statementRun) checkRefused(b rules.Battle, rule, text string) error {
	c, err := readCommand(text, "refused")
	if err != nil {
		return err
	}
	_, _, err = r.try(b, c)
	var f *rules.Fault
	switch {
	case err == nil:
		return errors.New("it is accepted")
	case !errors.As(err, &f):
		return fmt.Errorf("it is not refused: %w", err)
	case f.Rule != rule && string(f.Code) != rule:
		return fmt.Errorf("it is refused otherwise: %w", f)
	}
	return nil
}

// checkOffered checks whether Legal holds a command with all stated fields.
func (r *statementRun) checkOffered(b rules.Battle, text string, want bool) error {
	c, err := readCommand(text, "offered")
	if err != nil {
		return err
	}
	kinds := map[string]bool{}
	for _, legal := range b.Legal() {
		kinds[legal.Kind()] = true
		if includes(toTree(commandJSON(legal)), c.fields) {
			if !want {
				return fmt.Errorf("%s is offered", commandJSON(legal))
			}
			return nil
		}
	}
	if want {
		return fmt.Errorf("it is not offered; offered are commands %v", slices.Sorted(maps.Keys(kinds)))
	}
	if !slices.ContainsFunc(r.book.game.Commands, func(zero rules.Command) bool { return zero.Kind() == c.fields["kind"] }) {
		return errors.New("the game has no such command")
	}
	return nil
}

// checkAsks checks that a command stops at a question.
func (r *statementRun) checkAsks(b rules.Battle, why, text string) error {
	c, err := readCommand(text, "asks")
	if err != nil {
		return err
	}
	_, _, err = r.try(b, c)
	var q *rules.Question
	switch {
	case err == nil:
		return errors.New("nothing is asked")
	case !errors.As(err, &q):
		return err
	case q.Why != why:
		return fmt.Errorf("the question is %s of seat %d: %v", q.Why, q.Seat, q.Options)
	case c.parts["of"] != "" && c.parts["of"] != fmt.Sprint(q.Seat):
		return fmt.Errorf("seat %d is asked", q.Seat)
	}
	for _, o := range strings.Fields(c.parts["options"]) {
		if !slices.Contains(q.Options, o) {
			return fmt.Errorf("%s is none of %v", o, q.Options)
		}
	}
	for _, o := range strings.Fields(c.parts["without"]) {
		if slices.Contains(q.Options, o) {
			return fmt.Errorf("%s is one of %v", o, q.Options)
		}
	}
	return nil
}

// checkRolls checks that a command stops at a roll.
func (r *statementRun) checkRolls(b rules.Battle, why, text string) error {
	c, err := readCommand(text, "rolls")
	if err != nil {
		return err
	}
	_, _, err = r.try(b, c)
	var need *dice.MissingError
	switch {
	case err == nil:
		return errors.New("no dice are missing")
	case !errors.As(err, &need):
		return err
	case need.Roll.Why != why:
		return fmt.Errorf("the roll is %s of %d dice with %d sides", need.Roll.Why, need.Roll.N, need.Roll.Sides)
	case c.parts["count"] != "" && c.parts["count"] != strconv.Itoa(need.Roll.N):
		return fmt.Errorf("%d dice are thrown", need.Roll.N)
	case c.parts["sides"] != "" && c.parts["sides"] != strconv.Itoa(need.Roll.Sides):
		return fmt.Errorf("the dice have %d sides", need.Roll.Sides)
	}
	return nil
}

// checkEvent checks whether the last step has an event with all stated fields, after those
// that were found before.
func (r *statementRun) checkEvent(text string, want bool) error {
	fields, err := readFields(text, "kind")
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(r.book.game.Events, func(zero rules.Event) bool { return zero.Kind() == fields["kind"] }) {
		return errors.New("the game has no such event")
	}
	var all []string
	for i, e := range r.events {
		raw, err := rules.EncodeEvent(e)
		if err != nil {
			return err
		}
		all = append(all, string(raw))
		if (i >= r.found || !want) && includes(toTree(raw), fields) {
			if !want {
				return fmt.Errorf("%s occurs", raw)
			}
			r.found = i + 1
			return nil
		}
	}
	if want {
		return fmt.Errorf("no such event among, after the %d before:\n  %s", r.found, strings.Join(all, "\n  "))
	}
	return nil
}

// checkOver checks the outcome.
func checkOver(b rules.Battle, text string, want bool) error {
	o, over := b.Outcome()
	if over != want {
		return fmt.Errorf("the battle is over: %t", over)
	}
	fields, err := readFields(text, "")
	if err != nil || !want {
		return err
	}
	raw, err := rules.EncodeResult(o)
	if err != nil {
		return err
	}
	if !includes(toTree(raw), fields) {
		return fmt.Errorf("the outcome is %s", raw)
	}
	return nil
}
