package warcry

import (
	"encoding/json"
	"errors"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// answerOf returns a chooser that answers the first question with a value, and later ones with their
// first option.
func answerOf(v any) rules.Chooser {
	given := false
	return func(*rules.Question) (rules.Reply, error) {
		if given {
			return rules.Reply{}, nil
		}
		given = true
		text, err := json.Marshal(v)
		return rules.Reply{Value: text}, err
	}
}

// fallOf lets the first fighter fall from the deck at x 3.5 to 8, y 9 to 13, to a point, and returns
// the step.
func fallOf(b *Battle, at Point) (*Battle, rules.Step, error) {
	next := b.Clone().(*Battle)
	step, err := rules.PlayInPlace(&falling{next}, Wait{next.fighterCommand(0)}, dice.Seeded("fall"), answerOf(at))
	return next, step, err
}

// falling is a battle in which any command lets the first fighter fall.
type falling struct{ *Battle }

func (f *falling) Play(t *rules.Turn, _ rules.Command) error {
	f.fall(t, 0, "fall-test")
	return nil
}

// TestFallAnywhere lets a fighter fall to any point within 2 inches of its base that is below it and
// free (WC-FALL-2, WC-FALL-3).
func TestFallAnywhere(t *testing.T) {
	b := battleOnDeck(t, 3)
	b.s.Fighters[0].put(Point{3_500_000, 11 * rules.One, 3 * rules.One})
	r := b.info[0].profile.Base / 2
	for name, c := range map[string]struct {
		at   Point
		rule string
	}{
		"beside":      {Point{2_300_000, 11_100_000, 0}, ""},
		"reach":       {Point{3_500_000 - 2*rules.One - r, 11 * rules.One, 0}, ""},
		"out of it":   {Point{3_500_000 - 2*rules.One - r - 2_000, 11 * rules.One, 0}, "WC-FALL-2"},
		"not below":   {Point{4 * rules.One, 11 * rules.One, 3 * rules.One}, "WC-FALL-2"},
		"in the air":  {Point{2_300_000, 11 * rules.One, rules.One}, "WC-FALL-2"},
		"on somebody": {Point{2_300_000, 12 * rules.One, 0}, "WC-FALL-3"},
	} {
		t.Run(name, func(t *testing.T) {
			b := b.Clone().(*Battle)
			b.s.Fighters[1].put(Point{2_300_000, 13 * rules.One, 0})
			next, step, err := fallOf(b, c.at)
			var f *rules.Fault
			if c.rule != "" {
				if !errors.As(err, &f) || f.Rule != c.rule || f.Field != "choices[0]" {
					t.Errorf("got %v, want %s", err, c.rule)
				}
				return
			}
			rulestest.Must(t, err)
			if next.s.Fighters[0].At != c.at || len(step.Choices) == 0 || step.Choices[0].Value == nil {
				t.Errorf("lies at %v, the record holds %v", next.s.Fighters[0].At, step.Choices)
			}
		})
	}
	q := &rules.Question{Why: "fall-point", Unit: b.id(0)}
	text, _, fault := b.ReplyAt(q, []rules.Spot{{X: 2.31, Y: 11.2}})
	if fault != nil {
		t.Fatal(fault)
	}
	var p Point
	rulestest.Must(t, rules.Decode(text, &p))
	if f := b.fallFault(0, p); f != nil {
		t.Errorf("a finger points at %v: %v", p, f)
	}
}

// TestTreasureFallsAnywhere lets the owner of a fallen carrier put its treasure at any point in sight
// within 1 inch of its base (WC-TRE-9).
func TestTreasureFallsAnywhere(t *testing.T) {
	b := battleOnDeck(t, 3)
	b.s.Treasures = []treasureState{{Carrier: 0}}
	b.s.Fighters[0].Carrying = 0
	r := b.info[0].profile.Base / 2
	for at, rule := range map[Point]string{
		{3_500_000, 11*rules.One + r + 990_000, 3 * rules.One}:   "",
		{3_500_000, 11*rules.One + r + 1_010_000, 3 * rules.One}: "WC-TRE-9",
		{3_500_000, 11*rules.One + r, 4 * rules.One}:             "WC-TRE-9",
	} {
		next := b.Clone().(*Battle)
		_, err := rules.PlayInPlace(&dropping{next}, Wait{next.fighterCommand(0)}, dice.Seeded("drop"), answerOf(at))
		var f *rules.Fault
		if rule == "" {
			rulestest.Must(t, err)
			if next.s.Treasures[0].At != at {
				t.Errorf("lies at %v, want %v", next.s.Treasures[0].At, at)
			}
		} else if !errors.As(err, &f) || f.Rule != rule {
			t.Errorf("at %v: got %v, want %s", at, err, rule)
		}
	}
}

// dropping is a battle in which any command takes the first fighter down.
type dropping struct{ *Battle }

func (d *dropping) Play(t *rules.Turn, _ rules.Command) error {
	d.takeDown(t, 0, noUnit, "impact")
	return nil
}

// TestDisengageBends leaves round a corner: the whole way counts (WC-DIS-1).
func TestDisengageBends(t *testing.T) {
	b := battleOnDeck(t, 3)
	foe := b.enemy(0)
	b.s.Fighters[0].put(Point{11 * rules.One, 4 * rules.One, 0})
	b.s.Fighters[foe].put(Point{11 * rules.One, 4*rules.One - b.info[0].profile.Base/2 - b.info[foe].profile.Base/2 - rules.One/2, 0})
	d := Disengage{fighterCommand: b.fighterCommand(0), Via: []Point{{12 * rules.One, 4 * rules.One, 0}}, To: &Point{12 * rules.One, 6 * rules.One, 0}}
	if next := after(t, b, d, ""); next.s.Fighters[0].At != *d.To {
		t.Errorf("stands at %v", next.s.Fighters[0].At)
	}
	d.To = &Point{12 * rules.One, 6_100_000, 0}
	wantFault(t, b, d, "WC-DIS-1", "path_length")
	old := battleOnDeck(t, 2)
	old.s.Fighters = b.s.Fighters
	wantFault(t, old, d, "WC-DIS-1", "via")
}

// TestDebris asks where a fighter from a demolished feature is placed that has no room below: on the
// floor, as near as possible (WC-MABL-3).
func TestDebris(t *testing.T) {
	b := battleOnDeck(t, 3)
	b.s.Fighters[1].put(Point{3_500_000, 11 * rules.One, 0})
	below := Point{3_500_000, 11 * rules.One, 0}
	for at, rule := range map[Point]string{
		{2 * rules.One, 11 * rules.One, 0}: "WC-MABL-3", // too far
		below:                              "WC-MABL-3", // taken
	} {
		next := b.Clone().(*Battle)
		_, err := rules.PlayInPlace(&clearing{next, below}, Wait{next.fighterCommand(0)}, dice.Seeded("debris"), answerOf(at))
		var f *rules.Fault
		if !errors.As(err, &f) || f.Rule != rule {
			t.Errorf("at %v: got %v, want %s", at, err, rule)
		}
	}
	next := b.Clone().(*Battle)
	_, err := rules.PlayInPlace(&clearing{next, below}, Wait{next.fighterCommand(0)}, dice.Seeded("debris"), rules.ChooseFirst)
	rulestest.Must(t, err)
	if w := &next.s.Fighters[0]; w.At.Z != 0 || w.At == below {
		t.Errorf("is placed at %v", w.At)
	}
}

// clearing is a battle in which any command places the first fighter where it stood, on the floor.
type clearing struct {
	*Battle
	below Point
}

func (c *clearing) Play(t *rules.Turn, _ rules.Command) error {
	c.s.Fighters[0].Placed = false
	at := c.askDebris(t, 0, 0, c.below)
	c.s.Fighters[0].Placed = true
	t.Emit(Placed{Fighter: c.id(0), At: at, Law: "WC-MABL-3"})
	return nil
}
