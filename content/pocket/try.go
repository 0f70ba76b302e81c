package pocket

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
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
	src := handed{seat: command.By(), giver: command.By(), faces: Faces(q)}
	if of, err := strconv.Atoi(q.Get("of")); err == nil {
		src.seat = rules.Seat(of)
	}
	_, step, err := rules.Play(battle, command, &src, rules.Picks(nil))
	if err == nil && len(src.faces) > 0 {
		err = rules.Faultf(rules.TooManyDice, "dice", "%d dice are left over", len(src.faces))
	}
	return verdict(t, command, step, err)
}

// handed is the dice that one seat gives to a command: each goes where a die of that seat is thrown, whoever else throws
// beside it.
type handed struct {
	seat, giver rules.Seat
	faces       []int
	used        int
}

// Roll implements dice.Source. It fails with *dice.Need when dice are missing.
func (h *handed) Roll(r dice.Roll) ([]int, error) {
	slots := make([]int, r.N)
	for i := range slots {
		if rules.Thrower(r, i, h.giver) != h.seat || len(h.faces) == 0 {
			continue
		}
		if slots[i] = h.faces[0]; slots[i] < 1 || slots[i] > r.Sides {
			return nil, &dice.Bad{Roll: r, Index: h.used, Face: slots[i]}
		}
		h.faces, h.used = h.faces[1:], h.used+1
	}
	if first := slices.Index(slots, 0); first >= 0 {
		return nil, &dice.Need{Roll: r, Given: slots[:first:first], Slots: slots}
	}
	return slots, nil
}

// lacking is the seat whose dice of a roll are missing first, and how many of them.
func lacking(n *dice.Need, giver rules.Seat) (seat rules.Seat, missing int) {
	seat = rules.Nobody
	for i, face := range n.Faces() {
		of := rules.Thrower(n.Roll, i, giver)
		if face == 0 && seat == rules.Nobody {
			seat = of
		}
		if face == 0 && of == seat {
			missing++
		}
	}
	return seat, missing
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
		seat, missing := lacking(need, c.By())
		with["n"], with["sides"], with["who"] = strconv.Itoa(missing), strconv.Itoa(need.Roll.Sides), t.Side(seat)
		with["what"] = t.Say(with, "roll."+need.Roll.Why, need.Roll.Why)
		key := "fight.roll"
		switch {
		case need.Roll.Of != nil:
			key = "fight.roll-theirs"
		case need.Roll.Sides != 6:
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
