package warmachine

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// amends plays an amendment to which the other player agrees or not, and checks that its step,
// written and read back, plays again alike.
func (x *scriptedDuel) amends(agrees bool, text string) []rules.Event {
	x.t.Helper()
	c, err := Game.DecodeCommand([]byte(text))
	rulestest.Must(x.t, err)
	var asked *rules.Question
	after, step, err := rules.Play(x.b, c, dice.NewTape(), func(q *rules.Question) (rules.Reply, error) {
		asked = q
		return rules.Reply{Option: rules.BoolToInt(!agrees)}, nil
	})
	rulestest.Must(x.t, err)
	if asked.Why != "amend" || asked.Seat != 1-c.By() {
		x.t.Errorf("asked %+v", asked)
	}
	line, err := rules.EncodeStep(step)
	rulestest.Must(x.t, err)
	read, err := Game.DecodeStep(line)
	rulestest.Must(x.t, err)
	_, again, err := rules.Play(x.b, read.Command, dice.NewTape(), rules.ChooseFrom(read.Choices))
	rulestest.Must(x.t, err)
	if twice, err := rules.EncodeStep(again); err != nil || !bytes.Equal(line, twice) {
		x.t.Errorf("played again (%v):\n%s\n%s", err, line, twice)
	}
	x.b = after.(*Battle)
	return step.Events
}

// amendOf is an amendment by seat 0 with one change.
func amendOf(change string) string {
	return `{"kind":"amend","by":0,"reason":"we forgot","changes":[{` + change + `}]}`
}

func (x *scriptedDuel) is(what string, got any, want string) {
	x.t.Helper()
	if fmt.Sprint(got) != want {
		x.t.Errorf("%s: %v, want %s", what, got, want)
	}
}

// newAmendable returns a duel between two activations: the warjack "a" of seat 0, and the
// warcaster "b" with five boxes of seat 1.
func newAmendable(t *testing.T) *scriptedDuel {
	x := newScriptedDuel(t, figureModel{"b", "medium", 14_000, 20_000}, figureModel{"c", "small", 30_000, 30_000})
	x.setVersion(currentVersion)
	x.b.Apply(ActivationEnded{Unit: "a"})
	for i := range x.b.s.Units {
		x.b.s.Units[i].Placed = true
	}
	return x
}

// TestAmend puts right each thing that can be put right.
func TestAmend(t *testing.T) {
	x := newAmendable(t)
	unit := func(id string) *unitState { return &x.b.s.Units[x.b.find(id)] }
	x.amends(true, amendOf(`"what":"points","value":-7`))
	x.is("points", x.b.destroyedBy(0), "-7")
	x.amends(true, amendOf(`"what":"boxes","unit":"b","value":3`))
	x.is("boxes", unit("b").Models[0].Damage, "3")
	x.amends(true, amendOf(`"what":"columns","unit":"a","columns":[2,0,0,1,0,4]`))
	x.is("grid", unit("a").Filled, "[2 0 0 1 0 4]")
	x.amends(true, amendOf(`"what":"focus","unit":"a","value":1`))
	x.is("focus", unit("a").Focus, "1")
	x.amends(true, amendOf(`"what":"columns","unit":"a","columns":[0,0,0,2,0,0]`))
	x.is("focus without a cortex", unit("a").Focus, "0")
	x.amends(true, amendOf(`"what":"place","unit":"b","place":{"x":25,"y":12.5,"facing":-90}`))
	x.is("place", unit("b").Models[0].Spot, "{25 12.5 270000}")
	for what, is := range map[string]func() bool{
		"knocked-down": func() bool { return unit("b").Models[0].Down }, "fire": func() bool { return unit("b").Models[0].Fire },
		"corrosion": func() bool { return unit("b").Models[0].Corrode }, "stationary": func() bool { return unit("b").Models[0].StationaryUntil > 0 },
		"fleeing": func() bool { return unit("b").Fleeing },
	} {
		x.amends(true, amendOf(`"what":"`+what+`","unit":"b","value":1`))
		x.is(what, is(), "true")
		x.amends(true, amendOf(`"what":"`+what+`","unit":"b","value":0`))
		x.is(what+" ends", is(), "false")
	}
	x.amends(true, amendOf(`"what":"activated","unit":"a","value":0`))
	x.is("not activated", unit("a").Activated, "false")
	x.amends(true, amendOf(`"what":"leaves","unit":"c"`))
	x.is("gone", []any{unit("c").Left, unit("c").Models[0].Gone}, "[0 true]")
	x.amends(true, amendOf(`"what":"returns","unit":"c","value":4,"place":{"x":31,"y":30,"facing":0}`))
	x.is("back", []any{unit("c").Left, unit("c").Models[0].Damage, unit("c").Models[0].X}, "[1 4 31]")
	x.b.info[x.b.find("b")].profile.Feat = &FeatProfile{ID: "tide", On: "enemies", Effects: []Effect{{"spd", -1}}}
	x.amends(true, amendOf(`"what":"feat-used","unit":"b","value":1`))
	x.is("feat", unit("b").Feat, "true")
	x.amends(true, amendOf(`"what":"spell","unit":"a","other":"b","spell":"tide","value":1`))
	x.is("in play", x.b.spd(x.b.find("a")), "4")
}

// TestAmendIsRefused leaves everything as it is when the other side refuses, and refuses what
// cannot be.
func TestAmendIsRefused(t *testing.T) {
	x := newAmendable(t)
	events := x.amends(false, amendOf(`"what":"boxes","unit":"b","value":3`))
	x.is("boxes", x.b.s.Units[x.b.find("b")].Models[0].Damage, "0")
	x.is("told", events, "[{0   we forgot false}]")
	for change, want := range map[string]string{
		`"what":"boxes","unit":"b","value":5`: "changes[0].value", `"what":"boxes","unit":"nobody"`: "changes[0].unit", `"what":"boxes","unit":"a","value":1`: "changes[0].value",
		`"what":"columns","unit":"a","columns":[5,0,0,0,0,0]`: "changes[0].columns[0]", `"what":"columns","unit":"a","columns":[4,4,4,4,4,4]`: "changes[0].columns",
		`"what":"place","unit":"b"`: "changes[0].place", `"what":"place","unit":"b","place":{"x":30,"y":30,"facing":0}`: "WM-PLACE-3",
		`"what":"returns","unit":"b","value":1`: amendRule, `"what":"contact","unit":"a","other":"b","value":1`: amendRule,
		`"what":"feat-used","unit":"c","value":1`: "WM-X-FOC-6", `"what":"turn","value":5`: "changes[0].value", `"what":"activated","unit":"b"`: "WM-ACTP-1",
	} {
		c, err := Game.DecodeCommand([]byte(amendOf(change)))
		rulestest.Must(t, err)
		_, _, err = rules.Play(x.b, c, dice.NewTape(), rules.ChooseFirst)
		var f *rules.Fault
		if !errors.As(err, &f) || f.Rule != want && f.Field != want {
			t.Errorf("%s: got %v, want %s", change, err, want)
		}
	}
	for text, want := range map[string]string{
		`{"kind":"amend","by":0,"changes":[{"what":"points","value":1}]}`: "reason", `{"kind":"amend","by":0,"reason":"x"}`: "changes",
	} {
		c, err := Game.DecodeCommand([]byte(text))
		rulestest.Must(t, err)
		var f *rules.Fault
		if _, _, err = rules.Play(x.b, c, dice.NewTape(), rules.ChooseFirst); !errors.As(err, &f) || f.Field != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	x.setVersion(4)
	c, err := Game.DecodeCommand([]byte(amendOf(`"what":"points","value":1`)))
	rulestest.Must(t, err)
	x.refused(c, amendRule)
}

// TestByHand plays a feat that only its name and text describe, in the middle of an activation.
func TestByHand(t *testing.T) {
	x := newAmendable(t)
	x.b.s.Units[0].Activated = false
	x.do(Activate{Unit: "a", Order: "none", Rise: "movement"}, nil)
	events := x.amends(true, `{"kind":"amend","by":0,"name":"Storm","text":"Once, in its activation: an enemy falls.","changes":[{"what":"knocked-down","unit":"b","value":1},{"what":"boxes","unit":"b","value":2}]}`)
	x.is("what follows", []any{len(events), x.b.s.Units[1].Models[0].Down, x.b.s.Units[1].Models[0].Damage, x.b.s.Acting}, "[3 true 2 0]")
	x.amends(true, `{"kind":"amend","by":0,"name":"What changes nothing here"}`)
	c, err := Game.DecodeCommand([]byte(amendOf(`"what":"leaves","unit":"b"`)))
	rulestest.Must(t, err)
	x.refused(c, "WM-ACT-3")
}

// TestAmendEndsBattles: when the last warcaster leaves, the battle is over.
func TestAmendEndsBattles(t *testing.T) {
	x := newAmendable(t)
	x.amends(true, `{"kind":"amend","by":0,"reason":"he fell a turn ago","changes":[{"what":"leaves","unit":"b"},{"what":"leaves","unit":"c"}]}`)
	if o, over := x.b.Outcome(); !over || o.Winner != 0 {
		t.Errorf("over %v: %+v", over, o)
	}
}
