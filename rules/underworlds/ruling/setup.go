package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// A BoardFace is one face of a board in its own coordinates.
type BoardFace struct {
	Hexes     []Hex `json:"hexes" len:"1..200" distinct:"true"`
	HalfHexes []Hex `json:"half_hexes" len:"0..100" distinct:"true" default:"[]"` // half hexes of its rim that a join can complete
	Blocked   []Hex `json:"blocked" len:"0..200" distinct:"true" default:"[]"`
	Starting  []Hex `json:"starting" len:"0..200" distinct:"true" default:"[]"`
}

// Check refuses half hexes that are also hexes of the board, and blocked or starting hexes
// that are not.
func (f BoardFace) Check(path string) *rules.Fault {
	within := func(name string, list []Hex, want bool) *rules.Fault {
		for i, h := range list {
			if slices.Contains(f.Hexes, h) != want {
				return rules.Faultf(rules.OutOfRange, rules.At(rules.Join(path, name), i), "does not fit the hexes of the board")
			}
		}
		return nil
	}
	return rules.FirstFault(within("half_hexes", f.HalfHexes, false), within("blocked", f.Blocked, true), within("starting", f.Starting, true))
}

// A Shift is how far a board is moved: [q, r], each from -100 to 100.
type Shift hex.Cell

// DecodeJSON reads [q, r].
func (s *Shift) DecodeJSON(tree any, path string) *rules.Fault {
	c, fault := decodeCell(tree, path, 100)
	*s = Shift(c)
	return fault
}

// MarshalJSON writes [q, r].
func (s Shift) MarshalJSON() ([]byte, error) { return hex.Cell(s).MarshalJSON() }

// BoardsInput is how two boards are placed side by side.
type BoardsInput struct {
	BoardA        BoardFace `json:"board_a"`
	BoardB        BoardFace `json:"board_b"`
	Rotation      int       `json:"rotation" in:"0..180" default:"0"` // of board_b about its own origin
	Translation   Shift     `json:"translation"`                      // of board_b after the rotation
	EdgeA         string    `json:"edge_a" in:"long|short"`
	EdgeB         string    `json:"edge_b" in:"long|short"`
	CompleteHexes *int      `json:"complete_hexes" in:"0..50" default:"-"` // nil: counted
}

func (j BoardsInput) check() *rules.Fault {
	return rules.FirstFault(j.BoardA.Check("board_a"), j.BoardB.Check("board_b"),
		rules.FaultIf(j.Rotation != 0 && j.Rotation != 180, rules.Faultf(rules.OutOfRange, "rotation", "is neither 0 nor 180")))
}

type boardsResult struct {
	Legal               bool               `json:"legal"`
	Violations          violations         `json:"violations"`
	CompleteHexes       int                `json:"complete_hexes"`
	CompleteHexesNeeded *int               `json:"complete_hexes_needed"`
	Completed           []hex.Cell         `json:"completed"`
	Incomplete          []hex.Cell         `json:"incomplete"`
	Overlaps            []hex.Cell         `json:"overlaps"`
	Board               *joinedBattlefield `json:"board"`
}

// joinedBattlefield is the battlefield of two joined boards.
type joinedBattlefield struct {
	Cells      []hex.Cell `json:"cells"`
	Blocked    []hex.Cell `json:"blocked"`
	Starting   []hex.Cell `json:"starting"`
	TerritoryA []hex.Cell `json:"territory_a"`
	TerritoryB []hex.Cell `json:"territory_b"`
}

// CompleteHexesNeeded are the completed hexes that a join needs, by the kind of its edges
// (WU-SETUP-4).
var CompleteHexesNeeded = map[string]int{"long": 4, "short": 2}

// Placed returns the hexes of board_b after its rotation and translation.
func (j BoardsInput) Placed(list []Hex) []hex.Cell {
	cells := CellsOf(list)
	for i, c := range cells {
		if j.Rotation == 180 {
			c = c.HalfTurned()
		}
		cells[i] = c.Add(hex.Cell(j.Translation))
	}
	return cells
}

// Overlaps returns the cells that the join completes, those that it leaves incomplete, and
// those that overlap.
func (j BoardsInput) Overlaps() (completed, incomplete, overlaps []hex.Cell) {
	const wholeA, halfA, wholeB, halfB = 1, 2, 4, 8
	kinds := map[hex.Cell]int{}
	for bit, list := range map[int][]hex.Cell{
		wholeA: CellsOf(j.BoardA.Hexes), halfA: CellsOf(j.BoardA.HalfHexes),
		wholeB: j.Placed(j.BoardB.Hexes), halfB: j.Placed(j.BoardB.HalfHexes),
	} {
		for _, c := range list {
			kinds[c] |= bit
		}
	}
	for c, k := range kinds {
		switch k {
		case halfA | halfB:
			completed = append(completed, c)
		case halfA, halfB:
			incomplete = append(incomplete, c)
		case wholeA, wholeB:
		default:
			overlaps = append(overlaps, c)
		}
	}
	for _, list := range [][]hex.Cell{completed, incomplete, overlaps} {
		slices.SortStableFunc(list, hex.Compare)
	}
	return completed, incomplete, overlaps
}

// resolve places the boards, checks the join and describes the battlefield (WU-SETUP-3 to
// WU-SETUP-5, ruling A-36).
func (j BoardsInput) resolve() boardsResult {
	var r boardsResult
	r.Completed, r.Incomplete, r.Overlaps = j.Overlaps()
	r.CompleteHexes = len(r.Completed)
	if j.CompleteHexes != nil {
		r.CompleteHexes = *j.CompleteHexes
	}
	if len(r.Overlaps) == 0 {
		r.Board = j.battlefield(r.Completed)
	}
	r.Violations.add(r.Board == nil, "WU-SETUP-3", "overlap")
	r.Violations.add(j.EdgeA != j.EdgeB, "WU-SETUP-4", "edge-mismatch")
	if j.EdgeA == j.EdgeB {
		r.CompleteHexesNeeded = new(CompleteHexesNeeded[j.EdgeA])
		r.Violations.add(r.CompleteHexes < *r.CompleteHexesNeeded, "WU-SETUP-4", "too-few-complete-hexes")
	}
	r.Legal = len(r.Violations) == 0
	return r
}

func (j BoardsInput) battlefield(completed []hex.Cell) *joinedBattlefield {
	sorted := func(lists ...[]hex.Cell) []hex.Cell {
		all := slices.Concat(lists...)
		slices.SortStableFunc(all, hex.Compare)
		return all
	}
	a, b := j.BoardA, j.BoardB
	return &joinedBattlefield{
		Cells:      sorted(CellsOf(a.Hexes), j.Placed(b.Hexes), completed),
		Blocked:    sorted(CellsOf(a.Blocked), j.Placed(b.Blocked)),
		Starting:   sorted(CellsOf(a.Starting), j.Placed(b.Starting)),
		TerritoryA: sorted(CellsOf(a.Hexes)),
		TerritoryB: sorted(j.Placed(b.Hexes)),
	}
}

var placeBoardsRuling = rules.DicelessRuling("place-boards", "WU-SETUP-2 WU-SETUP-3 WU-SETUP-4 WU-SETUP-5", BoardsInput.check, BoardsInput.resolve)
