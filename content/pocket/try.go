package pocket

import (
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"oriflamme/content/telling"
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// An Attempt is a command tried on a battle.
type Attempt struct {
	Lang  string          `json:"lang"`
	Game  string          `json:"game"`
	Seat  rules.Seat      `json:"seat"`  // who looks on
	State json.RawMessage `json:"state"` // of the battle, as it writes itself
	Form  string          `json:"form"`  // as a browser would send it to the site
}

// Verdicts on an Attempt.
const (
	Done    = "done"    // the rules allow it and Lines tell what comes of it
	Waits   = "waits"   // the rules allow it so far; dice or a choice are still missing
	Refused = "refused" // the rules forbid it, and Wrong says why
)

// A Verdict is what the rules say of an Attempt. The battle itself is as it was.
type Verdict struct {
	Verdict string   `json:"verdict"`
	Deed    string   `json:"deed"`  // the command in words
	Lines   []string `json:"lines"` // what happened, in order; or what is missing
	Wrong   *Wrong   `json:"wrong"`
}

func (p *Pocket) try(question []byte) (any, error) {
	var a Attempt
	if err := json.Unmarshal(question, &a); err != nil {
		return nil, err
	}
	g, words, err := p.speak(a.Lang, a.Game)
	if err != nil {
		return nil, err
	}
	battle, err := g.Load(a.State)
	if err != nil {
		return nil, err
	}
	q, err := url.ParseQuery(a.Form)
	if err != nil {
		return nil, err
	}
	t := telling.NewTeller(words.Book, g.ID, nil, battle.View(a.Seat))
	command, err := g.DecodeCommand([]byte(q.Get("command")))
	if err == nil && q.Get("stated") != "" {
		command, err = telling.Form{Words: t.Words, Named: true}.State(g, command, q)
	}
	if err != nil {
		return verdict(t, nil, rules.Step{}, err)
	}
	_, step, err := rules.Play(battle, command, dice.NewTape(Faces(q)...), rules.Picks(nil))
	return verdict(t, command, step, err)
}

// verdict words what the rules said; an error that is none of theirs is passed on.
func verdict(t *telling.Teller, c rules.Command, step rules.Step, err error) (any, error) {
	v := Verdict{Verdict: Waits, Lines: []string{}}
	if c != nil {
		v.Deed = t.Command(c)
	}
	var fault *rules.Fault
	var bad *dice.Bad
	var need *dice.Need
	var ask *rules.Question
	switch {
	case err == nil:
		v.Verdict = Done
		for _, e := range step.Events {
			v.Lines = append(v.Lines, t.Event(e))
		}
	case errors.As(err, &need):
		with := t.Figures(c)
		with["n"], with["sides"] = strconv.Itoa(need.Roll.N), strconv.Itoa(need.Roll.Sides)
		with["what"] = t.Say(with, "roll."+need.Roll.Why, need.Roll.Why)
		key := "fight.roll"
		if need.Roll.Sides != 6 {
			key = "fight.roll-sided"
		}
		v.Lines = append(v.Lines, t.Book.SayMap(key, with))
	case errors.As(err, &ask):
		v.Lines = append(v.Lines, t.Say(map[string]string{"seat": t.Side(ask.Seat)}, "ask."+ask.Why, "question."+ask.Why, ask.Why))
	case errors.As(err, &bad):
		fault = &rules.Fault{Code: rules.BadDie, Field: "dice"}
	case !errors.As(err, &fault):
		return nil, err
	}
	if fault != nil {
		v.Verdict, v.Wrong = Refused, &Wrong{telling.Fault(t.Book, t.Game, fault, t.Names), fault.Field, fault.Rule}
	}
	return v, nil
}

// Faces are the dice of a form: those tapped with a script, or the one button
// pressed without. What is no number becomes a face that no die has.
func Faces(form url.Values) []int {
	texts := strings.Fields(form.Get("faces"))
	if len(texts) == 0 {
		texts = form["face"]
	}
	var fs []int
	for _, t := range texts {
		n, err := strconv.Atoi(t)
		if err != nil {
			n = 0
		}
		fs = append(fs, n)
	}
	return fs
}
