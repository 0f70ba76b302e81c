package aftermath_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/aftermath"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// fought is a battle of two sides that only knows whether it is over.
type fought struct{ over bool }

func (fought) Legal() []rules.Command                { return nil }
func (fought) Play(*rules.Turn, rules.Command) error { return nil }
func (fought) Apply(rules.Event)                     {}
func (b fought) Outcome() (o rules.Outcome, ok bool) {
	return rules.Outcome{Scores: []int{2, 1}}, b.over
}
func (b fought) Clone() rules.Battle        { return b }
func (fought) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }
func (fought) View(rules.Seat) rules.View {
	return rules.View{Phase: "fight", Sides: make([]rules.SideView, 2), Units: []rules.UnitView{{ID: "ann", Ready: true}}}
}

// house names the rules of the aftermath.
type house struct{}

func (house) Rules() aftermath.RuleIDs {
	return aftermath.RuleIDs{Injury: "H-INJURY", Scar: "H-SCAR", Honour: "H-HONOUR", Experience: "H-EXPERIENCE",
		Resource: "H-RESOURCE", Offer: "H-OFFER", End: "H-END", Over: "H-OVER"}
}

// spend is the offer to spend gold on a feast.
type spend struct {
	Seat rules.Seat `json:"by" in:"0..1"`
	Gold int        `json:"gold" in:"0..9"`
}

func (spend) Kind() string     { return "spend" }
func (c spend) By() rules.Seat { return c.Seat }

// strike is a command of the battle.
type strike struct{ aftermath.Recover }

func (strike) Kind() string { return "strike" }

var (
	injuries = aftermath.Injuries{Roll: "injury", Lines: []aftermath.Line{{Then: &grave}, {From: 3, Fate: "rests"}}}
	grave    = aftermath.Injuries{Roll: "injury", Lines: []aftermath.Line{{Fate: aftermath.Lost}, {From: 4, Fate: "scar", Scar: true}}}
)

var definition = aftermath.Definition[fought]{
	Game: "Duel", Events: aftermath.UnitEvents[house](), Scars: []string{"limp", "stiff"}, Single: true,
	Units: func(fought) []aftermath.Unit {
		return []aftermath.Unit{
			{ID: "ann", Kills: 1, Experience: 2, Marks: []string{"old"}, Honours: []aftermath.Honour{{"brave", true}, {"old", true}, {"swift", false}}},
			{ID: "bea", Experience: 1, Marks: []string{"limp"}, Injuries: &injuries},
			{ID: "cid", Seat: 1, Experience: 1, Injuries: &injuries, Dice: 2},
		}
	},
	Gains: func(_ fought, seat rules.Seat) []aftermath.Gain {
		return []aftermath.Gain{{What: "gold", Amount: 3 - 2*int(seat)}}
	},
	Offers: func(_ fought, seat rules.Seat) []aftermath.Offer {
		return []aftermath.Offer{{Command: spend{seat, 0}}, {Command: spend{seat, 2}, Price: 2, Do: func(t *rules.Turn) {
			t.Emit(aftermath.Gained[house]{Seat: seat, Unit: "ann", What: "experience", Amount: 1, Law: "H-OFFER"})
		}}}
	},
	Kills: aftermath.Kills{Key: "points", Rule: "H-KILL", When: aftermath.AfterExperience},
	Save:  func(_ fought, after *json.RawMessage) ([]byte, error) { return *after, nil },
	Done:  "done", Recovered: "recovered", Resources: []aftermath.Resource{{What: "gold", Key: "coins"}}, InTurn: true, Over: "finished",
}

// play gives a command with dice and returns the battle after it, with the events in a line each.
func play(t *testing.T, b rules.Battle, c rules.Command, faces ...int) (after rules.Battle, events string) {
	t.Helper()
	after, step, err := rules.Play(b, c, dice.NewTape(faces...), nil)
	rulestest.Must(t, err)
	for _, e := range step.Events {
		text, err := rules.EncodeEvent(e)
		rulestest.Must(t, err)
		events += string(text) + "\n"
	}
	return after, events
}

// refused fails the test unless a command is refused by a rule.
func refused(t *testing.T, b rules.Battle, c rules.Command, rule string) {
	t.Helper()
	_, _, err := rules.Play(b, c, dice.NewTape(), nil)
	var f *rules.Fault
	if !errors.As(err, &f) || f.Rule != rule {
		t.Errorf("%#v: got %v, want a refusal by %q", c, err, rule)
	}
}

// TestAftermath plays a whole aftermath: what the sides may do at each moment, what the dice and the offers lead to, and
// that it can be saved and loaded in the middle.
func TestAftermath(t *testing.T) {
	b, err := definition.New(fought{over: true})
	rulestest.Must(t, err)
	if got := fmt.Sprint(b.Legal()); got != "[{0} {1}]" {
		t.Errorf("at first both sides may recover, got %s", got)
	}
	refused(t, b, spend{0, 0}, "H-OFFER")
	refused(t, b, strike{}, "H-OVER")
	refused(t, b, aftermath.Recover{Seat: 2}, "")

	// Bea is gravely hurt and rolls the scar that she has already; two dice for Cid, of which the lower counts, lose him.
	begun := b
	b, events := play(t, b, aftermath.Recover{Seat: 0}, 1, 5, 1)
	if want := `{"kind":"gained","rule":"H-EXPERIENCE","seat":0,"unit":"ann","what":"experience","amount":2,"law":"H-EXPERIENCE"}
{"kind":"honoured","rule":"H-HONOUR","unit":"ann","honour":"brave"}
{"kind":"recovered","rule":"H-INJURY","unit":"bea","injury":"scar","scar":""}
{"kind":"gained","rule":"H-EXPERIENCE","seat":0,"unit":"bea","what":"experience","amount":1,"law":"H-EXPERIENCE"}
{"kind":"gained","rule":"H-RESOURCE","seat":0,"unit":"","what":"gold","amount":3,"law":"H-RESOURCE"}
`; events != want {
		t.Errorf("the first side recovers by\n%swant\n%s", events, want)
	}
	if got := fmt.Sprint(begun.Legal()); got != "[{0} {1}]" {
		t.Errorf("a command changed the battle before it: %s", got)
	}
	refused(t, b, aftermath.Recover{Seat: 0}, "H-INJURY")
	b, events = play(t, b, aftermath.Recover{Seat: 1}, 6, 2, 3)
	if !strings.Contains(events, `"unit":"cid","injury":"lost"`) || strings.Contains(events, "experience") {
		t.Errorf("the second side recovers by\n%s", events)
	}
	if got := fmt.Sprint(b.Legal()); got != "[{0 0} {0 2} {1 0}]" {
		t.Errorf("each side may take what it can pay for, got %s", got)
	}
	refused(t, b, spend{1, 2}, "H-OFFER")

	b, events = play(t, b, spend{0, 2})
	if want := `"what":"gold","amount":-2,"law":"H-OFFER"`; !strings.Contains(events, want) || !strings.HasSuffix(events, `{"kind":"aftermath-ended","rule":"H-END","seat":0}`+"\n") {
		t.Errorf("the feast costs\n%s", events)
	}
	refused(t, b, spend{0, 0}, "H-OFFER")
	saved, err := b.MarshalJSON()
	rulestest.Must(t, err)
	for _, member := range []string{`"done":[true,false]`, `"recovered":[true,true]`, `"coins":[1,1]`} {
		if !strings.Contains(string(saved), member) {
			t.Errorf("the saved state lacks %s: %s", member, saved)
		}
	}
	b, err = definition.Load(fought{over: true}, saved)
	rulestest.Must(t, err)
	if v := b.View(0); v.Phase != "aftermath" || v.ToAct != 1 || v.Units[0].Ready || v.Sides[1].Counters[0].Value != 1 {
		t.Errorf("the second side has to act: %+v", v)
	}
	if _, over := b.Outcome(); over {
		t.Error("it is over before the second side is done")
	}
	b, _ = play(t, b, spend{1, 0})
	o, over := b.Outcome()
	var effects []string
	for _, e := range o.Effects {
		effects = append(effects, strings.Join(strings.Fields(fmt.Sprint(e.Seat, " ", e.Unit, " ", e.Kind, " ", e.Key, " ", e.Amount, " ", e.Rule)), " "))
	}
	if want := []string{
		"0 ann experience experience 2 H-EXPERIENCE", "0 ann kill points 1 H-KILL", "0 ann honour brave 1 H-HONOUR", "0 bea experience experience 1 H-EXPERIENCE", "0 resource gold 3 H-RESOURCE",
		"1 cid lost lost 1 H-INJURY", "1 resource gold 1 H-RESOURCE", "0 resource gold -2 H-OFFER", "0 ann experience experience 1 H-OFFER",
	}; !over || !slices.Equal(effects, want) {
		t.Errorf("over: %t, with the effects\n%s\nwant\n%s", over, strings.Join(effects, "\n"), strings.Join(want, "\n"))
	}
	if v := b.View(0); v.Phase != "finished" || v.ToAct != rules.Nobody || len(b.Legal()) > 0 {
		t.Errorf("it is over: %+v, %v", v, b.Legal())
	}
}

// TestRefusesBattles: an aftermath needs a battle of its game that is over, and a saved state that fits it.
func TestRefusesBattles(t *testing.T) {
	type another struct{ fought }
	for what, b := range map[string]rules.Battle{"a battle that goes on": fought{}, "a battle of another game": another{fought{over: true}}} {
		if _, err := definition.New(b); err == nil {
			t.Errorf("%s has an aftermath", what)
		}
	}
	for _, saved := range []string{`{"done":[true],"effects":[]}`, `{"done":[true,true,true],"effects":[]}`, `{"done":1,"effects":[]}`, `[]`} {
		if _, err := definition.Load(fought{over: true}, json.RawMessage(saved)); err == nil {
			t.Errorf("%s is loaded", saved)
		}
	}
}

// TestFightersAreCalledFighters checks the events of games whose records say "fighter".
func TestFightersAreCalledFighters(t *testing.T) {
	e := aftermath.FighterEvents[house]()
	for want, event := range map[string]rules.Event{
		`{"kind":"recovered","rule":"H-SCAR","fighter":"bea","injury":"scar","scar":"limp"}`:        e.Recovered(nil, aftermath.Injury{Unit: "bea", Fate: "scar", Scar: "limp"}),
		`{"kind":"honoured","rule":"H-HONOUR","fighter":"ann","honour":"brave"}`:                    e.Honoured("ann", "brave"),
		`{"kind":"gained","rule":"H-1","seat":1,"fighter":"","what":"gold","amount":2,"law":"H-1"}`: e.Gained(aftermath.Gain{Seat: 1, What: "gold", Amount: 2, Law: "H-1"}),
	} {
		if got, err := rules.EncodeEvent(event); err != nil || string(got) != want {
			t.Errorf("got %s, want %s (%v)", got, want, err)
		}
	}
}
