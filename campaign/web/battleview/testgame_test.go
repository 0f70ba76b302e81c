package battleview_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"strconv"

	"oriflamme/rules"
)

// testGame is a game of two sides of two fighters, small enough to follow by hand.
var testGame = &rules.Game{
	ID: "skirmish", Name: "Skirmish", Version: 1,
	Begin: begin,
	Measures: []rules.Measure{
		{Name: "down", Of: func(_, after rules.Battle, events []rules.Event) string {
			for _, e := range events {
				if s, ok := e.(hitEvent); ok {
					return strconv.FormatBool(after.(*testBattle).wounds[s.Target] == 0)
				}
			}
			return "false"
		}},
		{Name: "damage", Of: func(_, _ rules.Battle, events []rules.Event) string {
			n := 0
			for _, e := range events {
				if s, ok := e.(hitEvent); ok {
					n += s.Damage
				}
			}
			return strconv.Itoa(n)
		}},
	},
	Commands: []rules.Command{strikeCommand{}, moveCommand{}, scatterCommand{}, passCommand{}},
	Events:   []rules.Event{hitEvent{}, moveEvent{}, parryEvent{}, passEvent{}},
}

type testBattle struct {
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
	f := &testBattle{mode: s.Mode, wounds: map[string]int{}, at: map[string]point{}, round: 1}
	for i, id := range fighters {
		f.wounds[id] = 6
		f.at[id] = point{rules.Dec(i*4+2) * rules.One, 5 * rules.One}
	}
	return f, nil
}

type bySeat struct {
	Seat rules.Seat `json:"by" in:"0..1"`
}

func (b bySeat) By() rules.Seat { return b.Seat }

type strikeCommand struct {
	bySeat
	Fighter  string    `json:"fighter" in:"1..64"`
	Target   string    `json:"target" in:"1..64"`
	Weapon   int       `json:"weapon" in:"0..1" default:"0"`
	Distance rules.Dec `json:"distance" in:"0..20" default:"1" fact:"true"`
	Cover    *bool     `json:"cover" default:"null" null:"true" fact:"true"`
}

type moveCommand struct {
	bySeat
	Fighter string `json:"fighter" in:"1..64"`
	To      point  `json:"to"`
}

type scatterCommand struct {
	bySeat
	Fighter string   `json:"fighter" in:"1..64"`
	Whom    []string `json:"whom" len:"0..4" distinct:"true" default:"[]" fact:"true"`
}

type passCommand struct{ bySeat }

func (strikeCommand) Kind() string  { return "strike" }
func (moveCommand) Kind() string    { return "walk" }
func (scatterCommand) Kind() string { return "scatter" }
func (passCommand) Kind() string    { return "pass" }

type hitEvent struct {
	Fighter string `json:"fighter"`
	Target  string `json:"target"`
	Damage  int    `json:"damage"`
}
type moveEvent struct {
	Fighter string `json:"fighter"`
	To      point  `json:"to"`
}
type parryEvent struct {
	Seat rules.Seat `json:"seat"`
}
type passEvent struct {
	Seat rules.Seat `json:"seat"`
}

func (hitEvent) Kind() string   { return "struck" }
func (hitEvent) Rule() string   { return "SK-2" }
func (moveEvent) Kind() string  { return "walked" }
func (moveEvent) Rule() string  { return "SK-1" }
func (parryEvent) Kind() string { return "parried" }
func (parryEvent) Rule() string { return "SK-3" }
func (passEvent) Kind() string  { return "passed" }
func (passEvent) Rule() string  { return "SK-4" }

func (b *testBattle) Legal() []rules.Command {
	if _, over := b.Outcome(); over {
		return nil
	}
	var all []rules.Command
	g, no := bySeat{b.turn}, false
	for _, id := range fighters {
		if seatOf(id) != b.turn || b.wounds[id] == 0 {
			continue
		}
		for _, t := range fighters {
			if seatOf(t) != b.turn && b.wounds[t] > 0 {
				for w := range 2 {
					all = append(all, strikeCommand{g, id, t, w, rules.One, &no})
				}
			}
		}
		here := b.at[id]
		for d := range 3 {
			all = append(all, moveCommand{g, id, point{here.X, here.Y + rules.Dec(d+1)*rules.One}})
		}
		all = append(all, scatterCommand{bySeat: g, Fighter: id, Whom: []string{}})
	}
	return append(all, passCommand{g})
}

func (b *testBattle) Play(t *rules.Turn, c rules.Command) error {
	if c.By() != b.turn {
		return rules.Breaks("SK-0", "by", "not the turn of %d", c.By())
	}
	switch c := c.(type) {
	case strikeCommand:
		if c.Distance > 2*rules.One {
			return rules.Breaks("SK-2", "distance", "more than 2 away")
		}
		need := 4
		if c.Cover != nil && *c.Cover {
			need = 5
		}
		if t.Ask("SK-3", 1-b.turn, "parry", "parry", "no") == 0 {
			t.Emit(parryEvent{1 - b.turn})
			need++
		}
		n := t.Count("hit", 2+c.Weapon, 6, need, 6+1)
		t.Emit(hitEvent{c.Fighter, c.Target, 2 * n[1]})
	case moveCommand:
		t.Emit(moveEvent{c.Fighter, c.To})
	case scatterCommand:
		for range c.Whom {
			t.Roll("scatter", 1, 6)
		}
		t.Emit(passEvent{b.turn})
	case passCommand:
		t.Emit(passEvent{b.turn})
	}
	return nil
}

func (b *testBattle) Apply(e rules.Event) {
	switch e := e.(type) {
	case hitEvent:
		b.wounds[e.Target] = max(0, b.wounds[e.Target]-e.Damage)
		b.turn = 1 - b.turn
	case moveEvent:
		b.at[e.Fighter] = e.To
	case passEvent:
		b.passes++
		b.turn = 1 - b.turn
	}
}

func (b *testBattle) Outcome() (rules.Outcome, bool) {
	for seat := range rules.Seat(2) {
		alive := false
		for _, id := range fighters {
			alive = alive || seatOf(id) == seat && b.wounds[id] > 0
		}
		if !alive {
			return rules.Outcome{Winner: 1 - seat, Scores: []int{0, 0}, Reason: "wiped-out", Rule: "SK-9"}, true
		}
	}
	return rules.Outcome{}, false
}

func (b *testBattle) Clone() rules.Battle {
	c := *b
	c.wounds, c.at = maps.Clone(b.wounds), maps.Clone(b.at)
	return &c
}

func (b *testBattle) MarshalJSON() ([]byte, error) { return json.Marshal(b.wounds) }

func (b *testBattle) View(rules.Seat) rules.View {
	v := rules.View{Round: b.round, Phase: "fight", ToAct: b.turn, Sides: []rules.SideView{
		{Seat: 0, Name: "Reds", Counters: []rules.Counter{{Key: "dice", Faces: []int{1, 6}}}}, {Seat: 1, Name: "Blues"}}}
	for _, id := range fighters {
		u := rules.UnitView{ID: id, Seat: seatOf(id), Name: "Name of " + id, Type: "spear", Ready: seatOf(id) == b.turn,
			Tracks: []rules.Track{{Key: "wounds", Now: 6 - b.wounds[id], Max: 6}}, Gone: b.wounds[id] == 0}
		if b.mode == rules.Board {
			u.Spot = &rules.Spot{X: b.at[id].X.Float(), Y: b.at[id].Y.Float(), Width: 1}
		}
		v.Units = append(v.Units, u)
	}
	if b.mode == rules.Board {
		v.Board = &rules.BoardView{Shape: "plane", Width: 20, Height: 20, Pieces: []rules.Piece{{Key: "wall", Seat: rules.Nobody, Shape: [][2]float64{{1, 1}, {3, 1}, {3, 2}}}}}
	}
	return v
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }
