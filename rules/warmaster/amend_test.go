package warmaster

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// amends plays an amendment to which the other player agrees or not, and checks that its step,
// written and read back, plays again alike.
func (d *diagram) amends(agrees bool, text string) []rules.Event {
	d.t.Helper()
	c, err := Game.DecodeCommand([]byte(text))
	rulestest.Must(d.t, err)
	var asked *rules.Question
	before := d.b
	after, step, err := rules.Play(before, c, dice.NewTape(), func(q *rules.Question) (rules.Reply, error) {
		asked = q
		return rules.Reply{Option: rules.BoolToInt(!agrees)}, nil
	})
	rulestest.Must(d.t, err)
	d.equal("who is asked", []any{asked.Why, asked.Seat}, []any{"amend", 1 - c.By()})
	line, err := rules.EncodeStep(step)
	rulestest.Must(d.t, err)
	read, err := Game.DecodeStep(line)
	rulestest.Must(d.t, err)
	_, again, err := rules.Play(before, read.Command, dice.NewTape(), rules.ChooseFrom(read.Choices))
	rulestest.Must(d.t, err)
	twice, err := rules.EncodeStep(again)
	rulestest.Must(d.t, err)
	if !bytes.Equal(line, twice) {
		d.t.Errorf("played again:\n%s\n%s", line, twice)
	}
	d.b = after.(*Battle)
	return step.Events
}

// amend is an amendment by seat 0 with one change.
func amend(change string) string {
	return `{"kind":"amend","by":0,"reason":"we forgot","changes":[{` + change + `}]}`
}

// TestAmend puts right each thing that can be put right.
func TestAmend(t *testing.T) {
	units := []diagramUnit{{"A", 0, "infantry", "3/1", 100, 40, north, "line", 3}, {"e", 1, "infantry", "", 100, 60, south, "line", 3}, {"f", 1, "infantry", "", 40, 100, south, "line", 3}}
	place := `"place":{"x_cm":60,"y_cm":50,"heading":[0,-1],"form":"column"}`
	d := newDiagram(t, "", units...)
	d.amends(true, amend(`"what":"points","value":-30`))
	d.equal("points", d.b.score(0), -30)
	d.amends(true, amend(`"what":"hits","unit":"e","value":2`))
	d.equal("hits", d.unit("e").Marked, 2)
	d.amends(true, amend(`"what":"confusion","unit":"e","value":1`))
	d.equal("confusion", d.unit("e").Confused, true)
	d.amends(true, amend(`"what":"confusion","unit":"e"`))
	d.equal("confusion ends", d.unit("e").Confused, false)
	d.amends(true, amend(`"what":"stands","unit":"e","value":2`))
	d.equal("stands", []any{d.unit("e").Stands, len(d.unit("e").Spots), d.unit("e").Form}, "[2 2 line]")
	d.amends(true, amend(`"what":"stands","unit":"e","value":3,"place":{"x_cm":100,"y_cm":60,"heading":[0,-1],"form":"line"}`))
	d.equal("stands back", len(d.unit("e").Spots), 3)
	d.amends(true, amend(`"what":"place","unit":"f",`+place))
	d.equal("place", []any{d.place("f"), d.unit("f").Form}, []any{spotAt(60, 51, south), "column"})
	d.amends(true, amend(`"what":"place","unit":"e","place":{"x_cm":100,"y_cm":40,"heading":[0,-1],"form":"line"}`))
	d.equal("into contact", d.b.engaged(d.b.find("e")), true)
	d.amends(true, amend(`"what":"leaves","unit":"e"`))
	d.equal("gone", []any{d.unit("e").Gone, d.unit("e").GoneBy, d.b.engaged(d.b.find("A"))}, "[true amended false]")
	d.amends(true, amend(`"what":"returns","unit":"e","value":1,"place":{"x_cm":100,"y_cm":70,"heading":[0,-1]}`))
	d.equal("back", []any{d.b.inPlay(d.b.find("e")), d.unit("e").Stands, d.unit("e").Form}, "[true 1 single]")
	d.do(orders("A"), 1, 1)
	d.amends(true, amend(`"what":"orders","unit":"A"`))
	d.equal("no order left", len(d.b.s.Moving), 0)
	d.amends(true, amend(`"what":"orders","unit":"A","value":1`))
	d.do(Move{bySeat: bySeat{0}, Unit: "A", Place: &Place{X: rules.One * 100, Y: rules.One * 45, Heading: headingOf(north), Form: "line"}})
	d.do(EndPhase{bySeat{0}})
	d.amends(true, amend(`"what":"shot","unit":"A","value":1`))
	d.equal("has shot", d.b.shotsOf(d.b.find("A")), "[]")
	d.do(EndPhase{bySeat{0}})
	d.equal("the other's turn", d.b.s.Turn, 1)
	d.amends(true, `{"kind":"amend","by":1,"reason":"too early","changes":[{"what":"turn","value":0},{"what":"shot","unit":"A","value":0}]}`)
	d.equal("whose turn", []any{d.b.s.Turn, d.b.s.Turns, d.b.s.Phase}, "[0 1 orders]")
	d.do(orders("A"), 1, 1)
	d.equal("nobody is on another", d.b.placementErrors(), "[]")

	d = newMeasuredDiagram(t, units...)
	d.amends(true, amend(`"what":"cover","unit":"e","state":"fortified"`))
	d.amends(true, amend(`"what":"formation","unit":"e","state":"column"`))
	d.amends(true, amend(`"what":"contact","unit":"A","other":"e","value":1`))
	d.equal("at a measured table", []any{d.unit("e").Cover, d.unit("e").Form, d.b.engaged(d.b.find("e"))}, "[fortified column true]")
	d.do(EndPhase{bySeat{0}})
	d.do(EndPhase{bySeat{0}})
	d.equal("they fight", d.b.s.Phase, phaseCombat)
	d.amends(true, amend(`"what":"contact","unit":"A","other":"e"`))
	d.equal("nobody is left to fight", []any{d.b.s.Turn, d.b.s.Phase}, "[1 orders]")
}

// TestAmendIsRefused leaves everything as it is when the other player refuses, and refuses what
// no rule allows.
func TestAmendIsRefused(t *testing.T) {
	units := []diagramUnit{{"A", 0, "infantry", "", 100, 40, north, "line", 3}, {"e", 1, "infantry", "", 100, 60, south, "line", 3}}
	d := newDiagram(t, "", units...)
	was := d.b.plainState()
	events := d.amends(false, amend(`"what":"hits","unit":"e","value":2`))
	d.equal("nothing changes", d.b.plainState(), was)
	d.equal("the refusal is told", events, "[{0   we forgot false}]")
	for change, want := range map[string]string{
		`"what":"hits","unit":"e","value":3`: "changes[0].value", `"what":"hits","unit":"nobody"`: "changes[0].unit", `"what":"hits","unit":"g0"`: "WR-HOUSE-8",
		`"what":"stands","unit":"e","value":4`: "changes[0].value", `"what":"stands","unit":"e","value":3,"place":{"x_cm":400}`: "changes[0].place.x_cm",
		`"what":"cover","unit":"e","state":"none"`: "WR-HOUSE-8", `"what":"contact","unit":"A","other":"e"`: "WR-HOUSE-8",
		`"what":"place","unit":"e"`: "changes[0].place", `"what":"place","unit":"e","place":{"x_cm":100,"y_cm":39}`: "WR-GAP-4",
		`"what":"place","unit":"e","place":{"x_cm":100,"y_cm":1}`: "WR-EDGE-1", `"what":"returns","unit":"e","value":1`: "WR-HOUSE-8",
		`"what":"orders","unit":"e","value":1`: "WR-CMD-17", `"what":"turn","value":2`: "changes[0].value",
	} {
		c, err := Game.DecodeCommand(json.RawMessage(amend(change)))
		if err == nil {
			_, _, err = rules.Play(d.b, c, dice.NewTape(), rules.ChooseFirst)
		}
		if f, ok := err.(*rules.Fault); !ok || f.Rule != want && f.Field != want {
			t.Errorf("%s: got %v, want %s", change, err, want)
		}
	}
	for text, want := range map[string]string{
		`{"kind":"amend","by":0,"changes":[{"what":"points","value":1}]}`: "reason", `{"kind":"amend","by":0,"reason":"x"}`: "changes",
		`{"kind":"amend","by":0,"name":"Fire","reason":"x"}`: "name",
	} {
		c, err := Game.DecodeCommand(json.RawMessage(text))
		rulestest.Must(t, err)
		_, _, err = rules.Play(d.b, c, dice.NewTape(), rules.ChooseFirst)
		if f, ok := err.(*rules.Fault); !ok || f.Field != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	d.do(charges("A", "e"))
	d.do(EndPhase{bySeat{0}})
	d.do(EndPhase{bySeat{0}})
	d.do(Engage{bySeat{0}, "A"})
	c, err := Game.DecodeCommand(json.RawMessage(amend(`"what":"leaves","unit":"e"`)))
	rulestest.Must(t, err)
	d.refused(c, "WR-SEQ-10")
	d.amends(true, amend(`"what":"hits","unit":"e","value":1`))
	d.equal("in the middle of a fight", d.unit("e").Marked, 1)
}

// TestSpellByHand plays a spell that only its name and text describe (WR-PROV-13).
func TestSpellByHand(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "line", 3})
	d.b.optionValues["magic"] = "by-hand"
	events := d.amends(true, `{"kind":"amend","by":0,"name":"Storm","text":"The enemy is confused.","changes":[{"what":"confusion","unit":"e","value":1},{"what":"hits","unit":"e","value":1}]}`)
	d.equal("what follows", []any{d.unit("e").Confused, d.unit("e").Marked}, "[true 1]")
	d.equal("rules", fmt.Sprint(events[0].Rule(), " ", events[1].Rule()), "WR-PROV-13 WR-HOUSE-8")
	d.amends(true, `{"kind":"amend","by":0,"name":"A spell that changes nothing here"}`)
}
