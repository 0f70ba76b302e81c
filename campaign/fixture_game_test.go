package campaign_test

import (
	"encoding/json"

	"oriflamme/rules"
)

// duel is a toy game. In turn each side throws two dice and takes out one enemy for every 5
// or more; a side without units has lost. In the aftermath a die is thrown for each unit
// that was taken out: on a 1 it is lost for good, else it gains a scar.
type duel struct {
	Up   [2][]string `json:"up"`
	Down [2][]string `json:"down"`
	Turn rules.Seat  `json:"turn"`
	Past bool        `json:"past"` // the aftermath
	Fx   []rules.Effect
}

type attack struct {
	Seat rules.Seat `json:"seat"`
}

func (attack) Kind() string     { return "strike" }
func (a attack) By() rules.Seat { return a.Seat }

type attacked struct {
	Units []string `json:"units"`
}

func (attacked) Kind() string { return "struck" }
func (attacked) Rule() string { return "TOY-1" }

type tended struct {
	Effect rules.Effect `json:"effect"`
}

func (tended) Kind() string { return "tended" }
func (tended) Rule() string { return "TOY-2" }

var toy = &rules.Game{
	ID: "toy", Name: "Toy", Version: 1,
	Options:     []rules.Option{{ID: "fog", Rule: "TOY-9", Values: []string{"on", "off"}, Default: "off"}},
	CheckRoster: checkToy,
	Begin:       beginDuel,
	Aftermath:   afterDuel,
	Commands:    []rules.Command{attack{}},
	Events:      []rules.Event{attacked{}, tended{}},
}

func checkToy(l rules.Roster) []rules.Fault {
	if len(l.Units) < 2 {
		return []rules.Fault{*rules.Breaks("TOY-3", "units", "has %d units, not 2 or more", len(l.Units))}
	}
	return nil
}

func beginDuel(s rules.Setup) (rules.Battle, error) {
	d := &duel{}
	for i, r := range s.Rosters {
		if len(r.Units) == 0 {
			return nil, rules.Breaks("TOY-3", rules.At("rosters", i), "nobody came")
		}
		for _, u := range r.Units {
			d.Up[i] = append(d.Up[i], u.ID)
		}
	}
	return d, nil
}

func afterDuel(b rules.Battle) (rules.Battle, error) {
	d := b.Clone().(*duel)
	d.Past, d.Turn = true, 0
	return d, nil
}

func (d *duel) Legal() []rules.Command {
	if _, over := d.Outcome(); over {
		return nil
	}
	return []rules.Command{attack{d.Turn}}
}

func (d *duel) Play(t *rules.Turn, c rules.Command) error {
	seat := c.(attack).Seat
	if d.Past {
		for s := range d.Down {
			for _, u := range d.Down[s] {
				e := rules.Effect{Seat: rules.Seat(s), Unit: u, Kind: "scar", Key: "limp", Rule: "TOY-2"}
				if t.Roll("fate", 1, 6)[0] == 1 {
					e.Kind = "lost"
				}
				t.Emit(tended{e})
			}
		}
		d.Turn = rules.Nobody
		return nil
	}
	if seat != d.Turn {
		return rules.Breaks("TOY-1", "seat", "not your turn")
	}
	hits := t.Count("hit", 2, 6, 5)[1]
	foes := d.Up[1-seat]
	t.Emit(attacked{append([]string{}, foes[:min(hits, len(foes))]...)})
	return nil
}

func (d *duel) Apply(e rules.Event) {
	switch e := e.(type) {
	case attacked:
		foe := 1 - d.Turn
		d.Up[foe] = d.Up[foe][len(e.Units):]
		d.Down[foe] = append(d.Down[foe], e.Units...)
		d.Turn = foe
	case tended:
		d.Fx = append(d.Fx, e.Effect)
	}
}

func (d *duel) Outcome() (rules.Outcome, bool) {
	if d.Past {
		return rules.Outcome{Winner: rules.Nobody, Effects: d.Fx}, d.Turn == rules.Nobody
	}
	for s := range d.Up {
		if len(d.Up[s]) == 0 {
			won := 1 - s
			return rules.Outcome{Winner: rules.Seat(won), Scores: []int{len(d.Down[1]), len(d.Down[0])}, Reason: "routed", Rule: "TOY-1",
				Effects: []rules.Effect{{Seat: rules.Seat(won), Unit: d.Up[won][0], Kind: "kill", Amount: len(d.Down[s]), Rule: "TOY-1"}}}, true
		}
	}
	return rules.Outcome{}, false
}

func (d *duel) Clone() rules.Battle {
	c := *d
	for s := range d.Up {
		c.Up[s], c.Down[s] = append([]string{}, d.Up[s]...), append([]string{}, d.Down[s]...)
	}
	c.Fx = append([]rules.Effect{}, d.Fx...)
	return &c
}

func (d *duel) View(rules.Seat) rules.View { return rules.View{ToAct: d.Turn} }

func (d *duel) MarshalJSON() ([]byte, error) {
	type plain duel
	return json.Marshal((*plain)(d))
}
