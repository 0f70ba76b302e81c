package warmaster

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rect"
)

// A diagram is a table with units on it, set up as a diagram of the book shows them.
type diagram struct {
	t *testing.T
	b *Battle
}

// diagramUnit is a unit of a diagram: its type; the middle of its front rank in centimetres,
// its facing and its formation; and its number of stands.
type diagramUnit struct {
	id     string
	seat   rules.Seat
	troop  string
	attack string
	x, y   int
	dir    int
	form   string
	stands int
}

// newDiagram places units on a board, with terrain if any is given, at the start of seat 0's
// orders.
func newDiagram(t *testing.T, terrain string, units ...diagramUnit) *diagram {
	t.Helper()
	d := beginDiagram(t, rules.Board, terrain, units...)
	b := d.b
	for i := range b.info {
		k := slices.IndexFunc(units, func(u diagramUnit) bool { return u.id == b.id(i) })
		if k < 0 {
			at := Spot{170 * boardUnitsPerCM, (5 + 110*int(b.info[i].seat)) * boardUnitsPerCM, 5}
			b.Apply(Placed{Unit: b.id(i), Form: "single", Spots: b.formationSpots(i, rect.Point{X: int64(at[0]), Y: int64(at[1])}, 5, "line")})
			continue
		}
		u := units[k]
		spots := b.formationSpots(i, rect.Point{X: int64(u.x) * boardUnitsPerCM, Y: int64(u.y) * boardUnitsPerCM}, u.dir, u.form)
		b.Apply(Placed{Unit: u.id, Form: classifyBlocks(b.blocksOf(i, spots)), Spots: spots})
	}
	b.Apply(TurnBegan{Seat: 0, Turn: 1})
	b.Apply(PhaseBegan{Phase: phaseOrders})
	return d
}

// newMeasuredDiagram makes a measured table with units at the start of seat 0's orders.
func newMeasuredDiagram(t *testing.T, units ...diagramUnit) *diagram {
	t.Helper()
	d := beginDiagram(t, rules.Measured, "", units...)
	d.b.Apply(Placed{Seat: 0})
	d.b.Apply(Placed{Seat: 1})
	d.b.Apply(TurnBegan{Seat: 0, Turn: 1})
	d.b.Apply(PhaseBegan{Phase: phaseOrders})
	return d
}

// beginDiagram begins a battle with some units and a General on each side.
func beginDiagram(t *testing.T, mode rules.Mode, terrain string, units ...diagramUnit) *diagram {
	t.Helper()
	rosters := [2]rules.Roster{{Name: "a"}, {Name: "b"}}
	for seat := range rosters {
		general := `{"id":"g","name":"G","type":"general","size":1,"command":9,"points":0}`
		rosters[seat].Units = append(rosters[seat].Units, rules.Unit{ID: fmt.Sprintf("g%d", seat), Name: "G", Profile: json.RawMessage(general)})
	}
	for _, u := range units {
		attack := u.attack
		if attack == "" {
			attack = "3"
		}
		profile := fmt.Sprintf(`{"id":%q,"name":%q,"type":%q,"attack":%q,"hits":3,"armour":"0","size":%d,"points":50}`, u.id, u.id, u.troop, attack, u.stands)
		rosters[u.seat].Units = append(rosters[u.seat].Units, rules.Unit{ID: u.id, Name: u.id, Profile: json.RawMessage(profile)})
	}
	for seat := range rosters {
		if len(rosters[seat].Units) == 1 {
			rosters[seat].Units = append(rosters[seat].Units, rules.Unit{ID: fmt.Sprintf("spare%d", seat), Name: "spare",
				Profile: json.RawMessage(`{"id":"spare","name":"spare","type":"infantry","attack":3,"hits":3,"points":0}`)})
		}
	}
	if terrain == "" {
		terrain = "[]"
	}
	field := json.RawMessage(`{"table":{"terrain":` + terrain + `}}`)
	started, err := begin(rules.Setup{Game: gameID, Version: currentVersion, Mode: mode, Rosters: rosters[:], Field: field})
	if err != nil {
		t.Fatal(err)
	}
	return &diagram{t, started.(*Battle)}
}

// do plays a command with dice; it answers questions with the first option.
func (d *diagram) do(c rules.Command, faces ...int) []rules.Event {
	d.t.Helper()
	after, step, err := rules.Play(d.b, c, dice.NewTape(faces...), rules.ChooseFirst)
	if err != nil {
		raw, _ := rules.EncodeCommand(c)
		d.t.Fatalf("%s: %v", raw, err)
	}
	d.b = after.(*Battle)
	return step.Events
}

// refused fails unless a rule forbids a command.
func (d *diagram) refused(c rules.Command, rule string) {
	d.t.Helper()
	_, _, err := rules.Play(d.b, c, dice.Seeded("x"), rules.ChooseFirst)
	if f, ok := err.(*rules.Fault); !ok || f.Rule != rule {
		d.t.Errorf("%s: got %v, want %s", c.Kind(), err, rule)
	}
}

func (d *diagram) blocks(id string) []rect.Block { return d.b.s.Units[d.b.find(id)].blocks }

func (d *diagram) equal(what string, got, want any) {
	d.t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		d.t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// touching counts the stands of a unit that touch a stand of another.
func (d *diagram) touching(id, other string) (n int) {
	for _, r := range d.blocks(id) {
		n += rules.BoolToInt(anyTouching([]rect.Block{r}, d.blocks(other)))
	}
	return n
}

const (
	north = 5
	south = 15
	east  = 0
	west  = 10
)

func charges(unit, target string) Charge {
	return Charge{bySeat: bySeat{0}, Unit: unit, Target: target, Side: "left", Ignore: "none"}
}

func orders(unit string, with ...string) Order {
	return Order{bySeat: bySeat{0}, Character: "g0", Unit: unit, With: with}
}
