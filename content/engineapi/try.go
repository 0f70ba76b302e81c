package engineapi

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A TryRequest is a command to be tried on a battle.
type TryRequest struct {
	Lang  string          `json:"lang"`
	Game  string          `json:"game"`
	Seat  rules.Seat      `json:"seat"`  // whose view of the battle the answer describes
	State json.RawMessage `json:"state"` // the battle as JSON
	Form  string          `json:"form"`  // as a browser would send it to the site
}

// Verdicts on a TryRequest.
const (
	VerdictDone    = "done"    // the rules allow it; Lines describe what happens
	VerdictWaits   = "waits"   // the rules allow it so far; dice or a choice are still missing
	VerdictRefused = "refused" // the rules forbid it; Problem says why
)

// A TryResult is what the rules say of a TryRequest. The battle itself is not changed.
type TryResult struct {
	Verdict string   `json:"verdict"`
	Command string   `json:"deed"`  // the command in words
	Lines   []string `json:"lines"` // what happened, in order; or what is missing
	Problem *Problem `json:"wrong"`
}

func (e *Engine) try(request []byte) (any, error) {
	var a TryRequest
	if err := json.Unmarshal(request, &a); err != nil {
		return nil, err
	}
	g, describer, err := e.find(a.Lang, a.Game)
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
	t := describe.NewBattleDescriber(describer.Catalog, g.ID, nil, battle.View(a.Seat))
	command, err := g.DecodeCommand([]byte(q.Get("command")))
	if err == nil && q.Get("stated") != "" {
		command, err = describe.Form{Describer: t.Describer, IDsChosen: true}.WithFacts(g, command, q)
	}
	if err != nil {
		return newTryResult(t, nil, rules.Step{}, err)
	}
	src := seatDice{seat: command.By(), giver: command.By(), faces: DiceFromForm(q)}
	if of, err := strconv.Atoi(q.Get("of")); err == nil {
		src.seat = rules.Seat(of)
	}
	_, step, err := rules.Play(battle, command, &src, rules.ChooseFrom(nil))
	if err == nil && len(src.faces) > 0 {
		err = rules.Faultf(rules.TooManyDice, "dice", "%d dice are left over", len(src.faces))
	}
	return newTryResult(t, command, step, err)
}

// seatDice are the dice that one seat rolled for a command. Each settles a die that this seat throws, also in rolls
// to which other seats add dice of their own.
type seatDice struct {
	seat, giver rules.Seat
	faces       []int
	used        int
}

// Roll implements dice.Source. It fails with *dice.MissingError when dice are missing.
func (d *seatDice) Roll(r dice.Roll) ([]int, error) {
	slots := make([]int, r.N)
	for i := range slots {
		if rules.Thrower(r, i, d.giver) != d.seat || len(d.faces) == 0 {
			continue
		}
		if slots[i] = d.faces[0]; slots[i] < 1 || slots[i] > r.Sides {
			return nil, &dice.FaceError{Roll: r, Index: d.used, Face: slots[i]}
		}
		d.faces, d.used = d.faces[1:], d.used+1
	}
	if first := slices.Index(slots, 0); first >= 0 {
		return nil, &dice.MissingError{Roll: r, Present: slots[:first:first], Slots: slots}
	}
	return slots, nil
}

// missingDice returns the seat of the first missing die of a roll and how many dice of that seat are missing.
func missingDice(n *dice.MissingError, giver rules.Seat) (seat rules.Seat, missing int) {
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

// newTryResult puts the outcome of a command into words. It returns an error that does not come from the rules
// unchanged.
func newTryResult(t *describe.BattleDescriber, c rules.Command, step rules.Step, err error) (any, error) {
	v := TryResult{Verdict: VerdictWaits, Lines: []string{}}
	if c != nil {
		v.Command = t.Command(c)
	}
	var fault *rules.Fault
	var bad *dice.FaceError
	var need *dice.MissingError
	var ask *rules.Question
	switch {
	case err == nil:
		v.Verdict = VerdictDone
		for _, e := range step.Events {
			v.Lines = append(v.Lines, t.Event(e))
		}
	case errors.As(err, &need):
		with := t.FieldTexts(c)
		seat, missing := missingDice(need, c.By())
		with["n"], with["sides"], with["who"] = strconv.Itoa(missing), strconv.Itoa(need.Roll.Sides), t.SideName(seat)
		with["what"] = t.Say(with, "roll."+need.Roll.Why, need.Roll.Why)
		key := "fight.roll"
		switch {
		case need.Roll.Seats != nil:
			key = "fight.roll-theirs"
		case need.Roll.Sides != 6:
			key = "fight.roll-sided"
		}
		v.Lines = append(v.Lines, t.Catalog.SayMap(key, with))
	case errors.As(err, &ask):
		v.Lines = append(v.Lines, t.Say(map[string]string{"seat": t.SideName(ask.Seat)}, "ask."+ask.Why, "question."+ask.Why, ask.Why))
	case errors.As(err, &bad):
		fault = &rules.Fault{Code: rules.BadDie, Field: "dice"}
	case !errors.As(err, &fault):
		return nil, err
	}
	if fault != nil {
		v.Verdict, v.Problem = VerdictRefused, &Problem{describe.Fault(t.Catalog, t.Game, fault, t.Names), fault.Field, fault.Rule}
	}
	return v, nil
}

// DiceFromForm returns the faces stated in a form: "faces" where a script collected them, else the single "face" of a
// button. What is not a number becomes 0, a face that no die has.
func DiceFromForm(form url.Values) []int {
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
