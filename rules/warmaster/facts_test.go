package warmaster

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster/ruling"
)

// unstated fails unless a command is refused because a field lacks a fact.
func (d *diagram) unstated(text, field string) {
	d.t.Helper()
	c, err := Game.DecodeCommand([]byte(text))
	rulestest.Must(d.t, err)
	_, _, err = rules.Play(d.b, c, dice.Seeded("x"), rules.ChooseFirst)
	if f, ok := err.(*rules.Fault); !ok || f.Code != rules.MissingField || f.Field != field {
		d.t.Errorf("%s: got %v, want the fact %s", text, err, field)
	}
}

// says plays a command that is given as JSON; choices answers its questions.
func (d *diagram) says(text string, choices []int, faces ...int) []rules.Event {
	d.t.Helper()
	c, err := Game.DecodeCommand([]byte(text))
	rulestest.Must(d.t, err)
	n := 0
	after, step, err := rules.Play(d.b, c, dice.NewTape(faces...), func(q *rules.Question) (rules.Reply, error) {
		if n == len(choices) {
			return rules.Reply{}, q
		}
		n++
		return rules.Reply{Option: choices[n-1]}, nil
	})
	if err != nil {
		d.t.Fatalf("%s: %v", text, err)
	}
	d.equal("questions of "+text, n, len(choices))
	d.b = after.(*Battle)
	return step.Events
}

// unit returns the state of a unit.
func (d *diagram) unit(id string) *unitState { return &d.b.s.Units[d.b.find(id)] }

// TestFactsThatHelpAreStated requires the facts that help who gives a command at a measured
// table; battles of version 2 take them for granted.
func TestFactsThatHelpAreStated(t *testing.T) {
	units := []diagramUnit{{"A", 0, "infantry", "3/1", 0, 0, north, "line", 3}, {"B", 0, "infantry", "", 0, 0, north, "line", 3},
		{"C", 0, "cavalry", "", 0, 0, north, "line", 3}, {"e", 1, "infantry", "3/1", 0, 0, south, "line", 3}}
	d := newMeasuredDiagram(t, units...)
	d.unstated(`{"kind":"order","by":0,"character":"g0","unit":"A","distance_cm":5}`, "enemy_within_20")
	d.unstated(`{"kind":"order","by":0,"character":"g0","unit":"A","distance_cm":5,"enemy_within_20":false}`, "in_dense_terrain")
	d.unstated(`{"kind":"order","by":0,"character":"g0","unit":"A","with":["B"],"distance_cm":5,"enemy_within_20":false,"in_dense_terrain":false}`, "touching")
	d.unstated(`{"kind":"charge","by":0,"unit":"A","target":"e","distance_cm":12}`, "visible")
	d.unstated(`{"kind":"charge","by":0,"unit":"A","target":"e","distance_cm":12,"visible":true}`, "nearest")
	d.unstated(`{"kind":"evade","by":0,"unit":"A","enemy":"e","distance_cm":12,"enemy_distance_cm":9,"end_enemy_distance_cm":20}`, "visible")
	d.unstated(`{"kind":"evade","by":0,"unit":"A","enemy":"e","distance_cm":12,"enemy_distance_cm":9,"end_enemy_distance_cm":20,"visible":true}`, "bursts_through")
	d.unstated(`{"kind":"evade","by":0,"unit":"A","enemy":"e","distance_cm":12,"enemy_distance_cm":9,"end_enemy_distance_cm":20,"visible":true,"bursts_through":true}`, "through")
	d.says(`{"kind":"order","by":0,"character":"g0","unit":"C","distance_cm":5,"enemy_within_20":false,"in_dense_terrain":false}`, nil, 1, 1)
	d.unstated(`{"kind":"move","by":0,"unit":"C","distance_cm":10}`, "enters")
	d.unstated(`{"kind":"move","by":0,"unit":"C","distance_cm":10,"enters":"open-ground"}`, "passes_enemy")
	d.unstated(`{"kind":"move","by":0,"unit":"C","distance_cm":10,"enters":"open-ground","passes_enemy":true}`, "gap_cm")
	d.says(`{"kind":"move","by":0,"unit":"C","distance_cm":10,"enters":"open-ground","passes_enemy":false}`, nil)
	d.do(EndPhase{bySeat{0}})
	d.unstated(`{"kind":"shoot","by":0,"unit":"A","target":"e","distance_cm":12}`, "stands")
	d.unstated(`{"kind":"shoot","by":0,"unit":"A","target":"e","distance_cm":12,"stands":3}`, "nearest")
	d.says(`{"kind":"shoot","by":0,"unit":"A","target":"e","distance_cm":12,"stands":3,"nearest":true}`, nil, 4, 4, 1)
	d.do(EndPhase{bySeat{0}})
	d.unstated(`{"kind":"drive-back","by":1,"unit":"e"}`, "way_clear")
	d.unstated(`{"kind":"drive-back","by":1,"unit":"e","way_clear":false}`, "obstacles")
	d.unstated(`{"kind":"drive-back","by":1,"unit":"e","obstacles":[{"what":"friend-makes-way","at_cm":1}]}`, "obstacles[0].friend")
	d.says(`{"kind":"drive-back","by":1,"unit":"e","way_clear":true}`, nil, 1, 1)

	d = newMeasuredDiagram(t, units...)
	d.b.setup.Version = 2
	d.says(`{"kind":"order","by":0,"character":"g0","unit":"C","distance_cm":5}`, nil, 1, 1)
	d.says(`{"kind":"move","by":0,"unit":"C","distance_cm":10}`, nil)
}

// TestFactsOfACombat requires what the active player's units do in a combat, asks the other
// player for what is stated of his, and requires that the way of a retreat is stated.
func TestFactsOfACombat(t *testing.T) {
	d := newMeasuredDiagram(t, diagramUnit{"A", 0, "infantry", "", 0, 0, north, "line", 3}, diagramUnit{"e", 1, "infantry", "3/1", 0, 0, south, "line", 3})
	events := d.says(`{"kind":"charge","by":0,"unit":"A","target":"e","distance_cm":12,"visible":true,"nearest":true}`, nil)
	d.equal("charged archers may shoot without being named", rulestest.EventsOf[Charged](events)[0].Shooters, "[e]")
	d.unstated(`{"kind":"shoot-charger","by":1,"unit":"e"}`, "stands")
	d.says(`{"kind":"shoot-charger","by":1,"unit":"e","stands":2}`, nil, 1, 1)
	d.engage("A")
	d.unstated(`{"kind":"fight","by":0}`, "units")
	own := `{"unit":"A","stands":[{"target":"e"},{"target":"e"},{"target":"e"}]}`
	both := `{"kind":"fight","by":0,"units":[` + own + `,{"unit":"e","stands":[{"target":"A"},{"target":"A"},{}]}]}`
	c, err := Game.DecodeCommand([]byte(both))
	rulestest.Must(t, err)
	var asked *rules.Question
	_, _, err = rules.Play(d.b, c, dice.Seeded("x"), func(q *rules.Question) (rules.Reply, error) { asked = q; return rules.Reply{Option: 1}, nil })
	f, ok := err.(*rules.Fault)
	d.equal("the other player refuses", ok && f.Rule == "WR-ATT-3" && f.Field == "units", true)
	d.equal("who is asked", []any{asked.Seat, asked.Why}, []any{rules.Seat(1), "sheet"})
	d.says(both, []int{0}, append([]int{6, 6}, ones(16)...)...)
	d.unstated(`{"kind":"result","by":0}`, "support_a")
	settled := d.says(`{"kind":"result","by":0,"support_a":1,"support_b":0}`, []int{1})
	d.equal("each side states its supports", rulestest.EventsOf[RoundSettled](settled)[0].Support, "[1 1]")
	d.unstated(`{"kind":"retreat","by":1,"unit":"e"}`, "way_clear")
	d.says(`{"kind":"retreat","by":1,"unit":"e","way_clear":true}`, nil)
	d.unstated(`{"kind":"pursue","by":0,"unit":"A","target":"e"}`, "front_edge_contact_possible")
	d.unstated(`{"kind":"pursue","by":0,"unit":"A","target":"e","front_edge_contact_possible":true}`, "through_impassable")
	d.says(`{"kind":"pursue","by":0,"unit":"A","target":"e","front_edge_contact_possible":true,"through_impassable":false}`, nil)
	d.equal("round", d.b.s.Fight.Round, 2)
}

// TestTheTableRemembers keeps the formation and the cover of a unit at a measured table until
// something changes them.
func TestTheTableRemembers(t *testing.T) {
	d := beginDiagram(t, rules.Measured, "", diagramUnit{"A", 0, "infantry", "3/1", 0, 0, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 0, 0, south, "line", 3},
		diagramUnit{"f", 1, "infantry", "", 0, 0, south, "line", 3}, diagramUnit{"k", 1, "cavalry", "", 0, 0, south, "line", 3})
	d.do(Start{Separation: ruling.LeastSeparation}, 6, 1)
	deploy := func(by int, units string) string {
		return fmt.Sprintf(`{"kind":"deploy","by":%d,"units":[%s]}`, by, units)
	}
	d.says(deploy(1, `{"unit":"e","form":"column","cover":"fortified"}`), nil)
	d.says(deploy(0, `{"unit":"A","form":"irregular"}`), nil)
	d.equal("e", []string{d.unit("e").Form, d.unit("e").Cover}, "[column fortified]")
	d.equal("A", []string{d.unit("A").Form, d.unit("A").Cover}, "[irregular none]")
	d.equal("f", []string{d.unit("f").Form, d.unit("f").Cover}, "[line none]")

	d.says(`{"kind":"order","by":0,"character":"g0","unit":"A","distance_cm":5,"enemy_within_20":false,"in_dense_terrain":false}`, nil, 1, 1)
	d.says(`{"kind":"move","by":0,"unit":"A","distance_cm":10,"passes_enemy":false}`, nil)
	d.equal("A stays irregular", d.unit("A").Form, "irregular")
	d.do(EndPhase{bySeat{0}})
	d.says(`{"kind":"shoot","by":0,"unit":"A","target":"e","distance_cm":12,"stands":3,"nearest":true}`, nil, 6, 6, 6)
	d.equal("a stand is lost", d.unit("e").Stands, 2)
	d.do(EndPhase{bySeat{0}})
	events := d.says(`{"kind":"drive-back","by":1,"unit":"e","obstacles":[{"what":"friend-makes-way","at_cm":2,"friend":"f"}]}`, []int{0}, 5, 1, 6)
	d.equal("driven out of its position", d.unit("e").Cover, "none")
	d.equal("who is confused", rulestest.EventsOf[Confused](events), "[{f WR-DRIVE-11}]")

	d = beginDiagram(t, rules.Measured, "", diagramUnit{"A", 0, "infantry", "", 0, 0, north, "line", 3}, diagramUnit{"k", 1, "cavalry", "", 0, 0, south, "line", 3})
	d.do(Start{Separation: ruling.LeastSeparation}, 6, 1, 6, 1)
	d.says(deploy(0, `{"unit":"A"}`), nil)
	d.says(deploy(1, ""), nil)
	d.says(`{"kind":"order","by":0,"character":"g0","unit":"A","distance_cm":5,"enemy_within_20":false,"in_dense_terrain":false}`, nil, 1, 1)
	d.says(`{"kind":"move","by":0,"unit":"A","distance_cm":3,"cover":"defended","passes_enemy":false}`, nil)
	d.says(`{"kind":"order","by":0,"character":"g0","unit":"A","distance_cm":5,"enemy_within_20":false,"in_dense_terrain":false}`, nil, 1, 1)
	d.says(`{"kind":"move","by":0,"unit":"A","distance_cm":0,"form":"column"}`, nil)
	d.equal("still in its position", []string{d.unit("A").Cover, d.unit("A").Form}, "[defended column]")
	d.equal("tags", slices.Contains(d.b.tags(d.b.find("A")), "defended"), true)
}

// TestStationsAreRefused refuses stations at a measured table that no rule allows.
func TestStationsAreRefused(t *testing.T) {
	for units, want := range map[string]string{
		`{"unit":"k","cover":"defended"}`: "WR-PROV-5", `{"unit":"A"}`: "WR-SET-2", `{"unit":"nobody"}`: "", `{"unit":"g1"}`: "WR-SET-2",
	} {
		d := beginDiagram(t, rules.Measured, "", diagramUnit{"A", 0, "infantry", "", 0, 0, north, "line", 3}, diagramUnit{"k", 1, "cavalry", "", 0, 0, south, "line", 3},
			diagramUnit{"l", 1, "cavalry", "", 0, 0, south, "line", 3})
		d.do(Start{Separation: ruling.LeastSeparation}, 6, 1)
		c, err := Game.DecodeCommand(json.RawMessage(`{"kind":"deploy","by":1,"units":[` + units + `]}`))
		rulestest.Must(t, err)
		_, _, err = rules.Play(d.b, c, dice.Seeded("x"), rules.ChooseFirst)
		if f, ok := err.(*rules.Fault); !ok || f.Rule != want {
			t.Errorf("%s: got %v, want %s", units, err, want)
		}
	}
}
