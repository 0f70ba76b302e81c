package ruling

import (
	"encoding/json"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// A Hex is a hexagon of a request: [q, r], integers from -50 to 50.
type Hex hex.Cell

// DecodeJSON reads [q, r].
func (h *Hex) DecodeJSON(tree any, path string) *rules.Fault {
	c, fault := decodeCell(tree, path, 50)
	*h = Hex(c)
	return fault
}

// decodeCell reads [q, r], each at most most away from 0.
func decodeCell(tree any, path string, most int64) (hex.Cell, *rules.Fault) {
	list, ok := tree.([]any)
	if !ok || len(list) != 2 {
		return hex.Cell{}, rules.Faultf(rules.WrongType, path, "want a list of two integers")
	}
	var pair [2]int
	for i, v := range list {
		n, ok := rules.Integer(v)
		if !ok {
			return hex.Cell{}, rules.Faultf(rules.WrongType, path, "want a list of two integers")
		}
		pair[i] = int(n)
	}
	for _, n := range pair {
		if int64(n) < -most || int64(n) > most {
			return hex.Cell{}, rules.Faultf(rules.OutOfRange, path, "%d is not from %d to %d", n, -most, most)
		}
	}
	return hex.Cell{Q: pair[0], R: pair[1]}, nil
}

// MarshalJSON writes [q, r].
func (h Hex) MarshalJSON() ([]byte, error) { return hex.Cell(h).MarshalJSON() }

// UnmarshalJSON reads [q, r].
func (h *Hex) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, (*hex.Cell)(h)) }

// CellsOf returns hexes as cells.
func CellsOf(list []Hex) []hex.Cell {
	cells := make([]hex.Cell, len(list))
	for i, h := range list {
		cells[i] = hex.Cell(h)
	}
	return cells
}

// A Board is the battlefield of a request. A hex that is not in Cells is off the
// battlefield.
type Board struct {
	Cells      []Hex `json:"cells" len:"1..400" distinct:"true"`
	Blocked    []Hex `json:"blocked" len:"0..400" distinct:"true" default:"[]"`
	Starting   []Hex `json:"starting" len:"0..400" distinct:"true" default:"[]"`
	TerritoryA []Hex `json:"territory_a" len:"0..400" distinct:"true" default:"[]"`
	TerritoryB []Hex `json:"territory_b" len:"0..400" distinct:"true" default:"[]"`
}

// A Fighter is a fighter on a hex of the battlefield.
type Fighter struct {
	ID     string `json:"id" in:"1..60"`
	Player Player `json:"player" in:"a|b"`
	Hex    Hex    `json:"hex"`
}

// Battlefield is a battlefield with numbered cells, for queries.
type Battlefield struct {
	*hex.Grid
	Blocked   hex.Set
	Starting  hex.Set
	Territory [2]hex.Set // of a and of b
}

// battlefield numbers the cells of a board and refuses hexes outside the board.
func (b Board) battlefield() (*Battlefield, *rules.Fault) {
	g := &Battlefield{Grid: hex.NewGrid(CellsOf(b.Cells))}
	for _, part := range []struct {
		name string
		list []Hex
		set  *hex.Set
	}{
		{"blocked", b.Blocked, &g.Blocked}, {"starting", b.Starting, &g.Starting},
		{"territory_a", b.TerritoryA, &g.Territory[0]}, {"territory_b", b.TerritoryB, &g.Territory[1]},
	} {
		for i, h := range part.list {
			at := g.Find(hex.Cell(h))
			if at == hex.None {
				return nil, rules.Faultf(rules.OutOfRange, rules.At("board."+part.name, i), "is not on the battlefield")
			}
			if part.name == "territory_b" && g.Territory[0].Has(at) {
				return nil, rules.Faultf(rules.OutOfRange, rules.At("board."+part.name, i), "is territory of a")
			}
			part.set.Add(at)
		}
	}
	return g, nil
}

// hexIndex returns the number of a hex of the request; it refuses a hex outside the
// battlefield.
func (g *Battlefield) hexIndex(h Hex, path string) (int, *rules.Fault) {
	i := g.Find(hex.Cell(h))
	return i, rules.FaultIf(i == hex.None, rules.Faultf(rules.OutOfRange, path, "is not on the battlefield"))
}

// All returns the set of all cells.
func (g *Battlefield) All() hex.Set {
	var s hex.Set
	for i := range g.Len() {
		s.Add(i)
	}
	return s
}

// cellsOf returns the cells of a set in order.
func (g *Battlefield) cellsOf(s hex.Set) []hex.Cell {
	cells := make([]hex.Cell, 0, s.Len())
	for i := range s.All {
		cells = append(cells, g.Cell(i))
	}
	return cells
}

// CanSee reports whether nothing blocks the line between two hexes (WU-LOS-2 to WU-LOS-4).
func (g *Battlefield) CanSee(i, j int) bool { return g.Sees(i, j, &g.Blocked) }

// EdgeHexes returns the hexes with fewer than six neighbours (WU-HEX-4).
func (g *Battlefield) EdgeHexes() hex.Set {
	var s hex.Set
	for i := range g.Len() {
		if g.Edge(i) {
			s.Add(i)
		}
	}
	return s
}

// A fighterPlace is a fighter on a numbered cell.
type fighterPlace struct {
	id     string
	player Player
	at     int
}

// occupiedField is a battlefield with the fighters on it.
type occupiedField struct {
	*Battlefield
	pieces   []fighterPlace
	occupied hex.Set
}

// occupiedField puts the fighters of a request on its board.
func (b Board) occupiedField(fighters []Fighter) (*occupiedField, *rules.Fault) {
	g, fault := b.battlefield()
	if fault != nil {
		return nil, fault
	}
	f := &occupiedField{Battlefield: g}
	for i, fighter := range fighters {
		path := rules.At("fighters", i) + ".hex"
		at, fault := g.hexIndex(fighter.Hex, path)
		switch {
		case fault != nil:
			return nil, fault
		case g.Blocked.Has(at):
			return nil, rules.Breaks("WU-HEX-3", path, "nobody stands on a blocked hex")
		case f.occupied.Has(at):
			return nil, rules.Breaks("WU-SETUP-16", path, "another fighter stands there")
		}
		f.occupied.Add(at)
		f.pieces = append(f.pieces, fighterPlace{fighter.ID, fighter.Player, at})
	}
	return f, nil
}

// find returns the fighter with an id and refuses an unknown id.
func (f *occupiedField) find(id, path string) (fighterPlace, *rules.Fault) {
	for _, p := range f.pieces {
		if p.id == id {
			return p, nil
		}
	}
	return fighterPlace{}, rules.Faultf(rules.OutOfRange, path, "no fighter %q", id)
}

// checkKnown refuses ids that name no fighter.
func (f *occupiedField) checkKnown(ids []string, path string) *rules.Fault {
	for i, id := range ids {
		if _, fault := f.find(id, rules.At(path, i)); fault != nil {
			return fault
		}
	}
	return nil
}

// empty returns the hexes that are neither occupied nor blocked (WU-HEX-5).
func (f *occupiedField) empty() hex.Set { return f.All().Without(f.Blocked).Without(f.occupied) }

// without returns the field after a fighter has left its hex.
func (f *occupiedField) without(p fighterPlace) *occupiedField {
	c := *f
	c.occupied.Remove(p.at)
	return &c
}

// positions are a battlefield with at least one fighter.
type positions struct {
	Board    Board     `json:"board"`
	Fighters []Fighter `json:"fighters" len:"1..20" distinct:"id"`
}

func (p positions) field() (*occupiedField, *rules.Fault) { return p.Board.occupiedField(p.Fighters) }

// fieldInput is an input about a battlefield with fighters.
type fieldInput interface {
	field() (*occupiedField, *rules.Fault)
}

// newFieldRuling returns a ruling about a battlefield with fighters, which is built once,
// when the input is checked.
func newFieldRuling[I fieldInput, O any](name, ids string, check func(I, *occupiedField) *rules.Fault, settle func(I, *occupiedField) O) rules.Ruling {
	return rules.NewRuling(name, ids, "", func(in I) (rules.Resolver, error) {
		f, fault := in.field()
		if fault == nil {
			fault = check(in, f)
		}
		if fault != nil {
			return nil, fault
		}
		return func(*rules.Roller) any { return settle(in, f) }, nil
	})
}
