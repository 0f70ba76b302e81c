package scene_test

import (
	"encoding/json"
	"reflect"
	"strconv"

	"oriflamme/rules"
)

// skirmish is a game of two sides of two fighters, small enough to follow by eye.
var skirmish = &rules.Game{
	ID: "skirmish", Name: "Skirmish", Version: 1,
	Begin: begin,
	Measures: []rules.Measure{
		{Name: "down", Of: func(_, after rules.Battle, events []rules.Event) string {
			for _, e := range events {
				if s, ok := e.(struck); ok {
					return strconv.FormatBool(after.(*fray).wounds[s.Target] == 0)
				}
			}
			return "false"
		}},
		{Name: "damage", Of: func(_, _ rules.Battle, events []rules.Event) string {
			n := 0
			for _, e := range events {
				if s, ok := e.(struck); ok {
					n += s.Damage
				}
			}
			return strconv.Itoa(n)
		}},
	},
	Commands: []rules.Command{strike{}, walk{}, scatter{}, pass{}},
	Events:   []rules.Event{struck{}, walked{}, parried{}, passed{}},
}

type fray struct {
	mode   rules.Mode
	turn   rules.Seat
	wounds map[string]int
	at     map[string]point
	passes int
	round  int
}

type point struct {
	X rules.Dec `json:"x" in:"0..20"`
	Y rules.Dec `json:"y" in:"0..20"`
}

var fighters = []string{"anna", "bruno", "carl", "dora"}

func seatOf(id string) rules.Seat {
	if id == "anna" || id == "bruno" {
		return 0
	}
	return 1
}

func begin(s rules.Setup) (rules.Battle, error) {
	f := &fray{mode: s.Mode, wounds: map[string]int{}, at: map[string]point{}, round: 1}
	for i, id := range fighters {
		f.wounds[id] = 6
		f.at[id] = point{rules.Dec(i*4+2) * rules.One, 5 * rules.One}
	}
	return f, nil
}

type given struct {
	Seat rules.Seat `json:"by" in:"0..1"`
}

func (g given) By() rules.Seat { return g.Seat }

type strike struct {
	given
	Fighter  string    `json:"fighter" in:"1..64"`
	Target   string    `json:"target" in:"1..64"`
	Weapon   int       `json:"weapon" in:"0..1" default:"0"`
	Distance rules.Dec `json:"distance" in:"0..20" default:"1" fact:"true"`
	Cover    *bool     `json:"cover" default:"null" null:"true" fact:"true"`
}

type walk struct {
	given
	Fighter string `json:"fighter" in:"1..64"`
	To      point  `json:"to"`
}

type scatter struct {
	given
	Fighter string   `json:"fighter" in:"1..64"`
	Whom    []string `json:"whom" len:"0..4" distinct:"true" default:"[]" fact:"true"`
}

type pass struct{ given }

func (strike) Kind() string  { return "strike" }
func (walk) Kind() string    { return "walk" }
func (scatter) Kind() string { return "scatter" }
func (pass) Kind() string    { return "pass" }

type struck struct {
	Fighter string `json:"fighter"`
	Target  string `json:"target"`
	Damage  int    `json:"damage"`
}
type walked struct {
	Fighter string `json:"fighter"`
	To      point  `json:"to"`
}
type parried struct {
	Seat rules.Seat `json:"seat"`
}
type passed struct {
	Seat rules.Seat `json:"seat"`
}

func (struck) Kind() string  { return "struck" }
func (struck) Rule() string  { return "SK-2" }
func (walked) Kind() string  { return "walked" }
func (walked) Rule() string  { return "SK-1" }
func (parried) Kind() string { return "parried" }
func (parried) Rule() string { return "SK-3" }
func (passed) Kind() string  { return "passed" }
func (passed) Rule() string  { return "SK-4" }

func (f *fray) Legal() []rules.Command {
	if _, over := f.Outcome(); over {
		return nil
	}
	var all []rules.Command
	g, no := given{f.turn}, false
	for _, id := range fighters {
		if seatOf(id) != f.turn || f.wounds[id] == 0 {
			continue
		}
		for _, t := range fighters {
			if seatOf(t) != f.turn && f.wounds[t] > 0 {
				for w := range 2 {
					all = append(all, strike{g, id, t, w, rules.One, &no})
				}
			}
		}
		here := f.at[id]
		for d := range 3 {
			all = append(all, walk{g, id, point{here.X, here.Y + rules.Dec(d+1)*rules.One}})
		}
		all = append(all, scatter{given: g, Fighter: id, Whom: []string{}})
	}
	return append(all, pass{g})
}

func (f *fray) Play(t *rules.Turn, c rules.Command) error {
	if c.By() != f.turn {
		return rules.Breaks("SK-0", "by", "not the turn of %d", c.By())
	}
	switch c := c.(type) {
	case strike:
		if c.Distance > 2*rules.One {
			return rules.Breaks("SK-2", "distance", "more than 2 away")
		}
		need := 4
		if c.Cover != nil && *c.Cover {
			need = 5
		}
		if t.Ask("SK-3", 1-f.turn, "parry", "parry", "no") == 0 {
			t.Emit(parried{1 - f.turn})
			need++
		}
		n := t.Count("hit", 2+c.Weapon, 6, need, 6+1)
		t.Emit(struck{c.Fighter, c.Target, 2 * n[1]})
	case walk:
		t.Emit(walked{c.Fighter, c.To})
	case scatter:
		for range c.Whom {
			t.Roll("scatter", 1, 6)
		}
		t.Emit(passed{f.turn})
	case pass:
		t.Emit(passed{f.turn})
	}
	return nil
}

func (f *fray) Apply(e rules.Event) {
	switch e := e.(type) {
	case struck:
		f.wounds[e.Target] = max(0, f.wounds[e.Target]-e.Damage)
		f.turn = 1 - f.turn
	case walked:
		f.at[e.Fighter] = e.To
	case passed:
		f.passes++
		f.turn = 1 - f.turn
	}
}

func (f *fray) Outcome() (rules.Outcome, bool) {
	for seat := range rules.Seat(2) {
		alive := false
		for _, id := range fighters {
			alive = alive || seatOf(id) == seat && f.wounds[id] > 0
		}
		if !alive {
			return rules.Outcome{Winner: 1 - seat, Scores: []int{0, 0}, Reason: "wiped-out", Rule: "SK-9"}, true
		}
	}
	return rules.Outcome{}, false
}

func (f *fray) Clone() rules.Battle {
	c := *f
	c.wounds, c.at = map[string]int{}, map[string]point{}
	for k, v := range f.wounds {
		c.wounds[k] = v
	}
	for k, v := range f.at {
		c.at[k] = v
	}
	return &c
}

func (f *fray) MarshalJSON() ([]byte, error) { return json.Marshal(f.wounds) }

func (f *fray) View(rules.Seat) rules.View {
	v := rules.View{Round: f.round, Phase: "fight", ToAct: f.turn, Sides: []rules.SideView{
		{Seat: 0, Name: "Reds", Counters: []rules.Counter{{Key: "dice", Faces: []int{1, 6}}}}, {Seat: 1, Name: "Blues"}}}
	for _, id := range fighters {
		u := rules.UnitView{ID: id, Seat: seatOf(id), Name: "Name of " + id, Type: "spear", Ready: seatOf(id) == f.turn,
			Tracks: []rules.Track{{Key: "wounds", Now: 6 - f.wounds[id], Max: 6}}, Gone: f.wounds[id] == 0}
		if f.mode == rules.Board {
			u.Spot = &rules.Spot{X: f.at[id].X.Float(), Y: f.at[id].Y.Float(), Width: 1}
		}
		v.Units = append(v.Units, u)
	}
	if f.mode == rules.Board {
		v.Board = &rules.BoardView{Shape: "plane", Width: 20, Height: 20, Pieces: []rules.Piece{{Key: "wall", Seat: rules.Nobody, Shape: [][2]float64{{1, 1}, {3, 1}, {3, 2}}}}}
	}
	return v
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }
