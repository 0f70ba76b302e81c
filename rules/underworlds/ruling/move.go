package ruling

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// mover is the fighter that moves in requests about Move actions.
type mover struct {
	Move      int   `json:"move" in:"0..20"`
	Modifiers []int `json:"move_modifiers" len:"0..8" each:"-6..6" default:"[]"`
	Flying    bool  `json:"flying" default:"false"`
}

func (w mover) steps() int { return withModifiers(w.Move, w.Modifiers) }

// moveActionInput asks where a Move action can end.
type moveActionInput struct {
	positions
	Fighter string `json:"fighter" in:"1..60"`
	mover
	Path []Hex `json:"path" len:"1..40" default:"-"`
}

type moveActionResult struct {
	Move           int              `json:"move"`
	CanMove        bool             `json:"can_move"`
	Destinations   []destination    `json:"destinations"`
	PathLegal      *bool            `json:"path_legal"`
	PathViolations *[]pathViolation `json:"path_violations"`
}

// destination is a legal end of a Move action with the fewest steps to it.
type destination struct {
	Hex   hex.Cell `json:"hex"`
	Steps int      `json:"steps"`
}

type pathViolation struct {
	Index int    `json:"index"`
	Rule  string `json:"rule"`
	Code  string `json:"code"`
}

// pathFaults collects violations of a path.
type pathFaults []pathViolation

func (p *pathFaults) add(broken bool, index int, rule, code string) {
	if broken {
		*p = append(*p, pathViolation{index, rule, code})
	}
}

func (p pathFaults) sorted() (legal *bool, list *[]pathViolation) {
	slices.SortStableFunc(p, func(x, y pathViolation) int {
		return cmp.Or(cmp.Compare(x.Index, y.Index), cmp.Compare(x.Code, y.Code))
	})
	fine, all := len(p) == 0, []pathViolation(p)
	return &fine, &all
}

// eachRing calls show with the cells first reached after 1, 2 … steps from a cell, with
// every step within the cells of enter.
func eachRing(g *hex.Grid, from, steps int, enter hex.Set, show func(step int, ring hex.Set)) {
	var frontier hex.Set
	frontier.Add(from)
	enter.Remove(from)
	for step := 1; step <= steps; step++ {
		if frontier = g.Spread(&frontier, &enter); frontier.Empty() {
			return
		}
		enter = enter.Without(frontier)
		show(step, frontier)
	}
}

// ReachByRings calls show with the end hexes of a Move action by the fewest steps to them
// (WU-MOVE-1 to WU-MOVE-3, WU-MOVE-6, ruling A-14).
func ReachByRings(g *hex.Grid, from, steps int, flying bool, empty, all hex.Set, show func(step int, ring hex.Set)) {
	if !flying {
		eachRing(g, from, steps, empty, show)
		return
	}
	eachRing(g, from, steps, all, func(step int, ring hex.Set) { show(step, ring.And(empty)) })
}

// reachable returns all end hexes of a Move action.
func reachable(g *hex.Grid, from, steps int, flying bool, empty, all hex.Set) (ends hex.Set) {
	ReachByRings(g, from, steps, flying, empty, all, func(_ int, ring hex.Set) { ends = ends.Or(ring) })
	return ends
}

func (f *occupiedField) ends(p fighterPlace, w mover) hex.Set {
	return reachable(f.Grid, p.at, w.steps(), w.Flying, f.empty(), f.All())
}

func (in moveActionInput) resolve(f *occupiedField) moveActionResult {
	p, _ := f.find(in.Fighter, "fighter")
	r := moveActionResult{Move: in.steps()}
	ReachByRings(f.Grid, p.at, in.steps(), in.Flying, f.empty(), f.All(), func(step int, ring hex.Set) {
		for i := range ring.All {
			r.Destinations = append(r.Destinations, destination{f.Cell(i), step})
		}
	})
	slices.SortStableFunc(r.Destinations, func(x, y destination) int { return hex.Compare(x.Hex, y.Hex) })
	r.CanMove = len(r.Destinations) > 0
	if in.Path != nil {
		r.PathLegal, r.PathViolations = in.checkPath(f, p).sorted()
	}
	return r
}

// checkPath returns every violation of the path of a Move action.
func (in moveActionInput) checkPath(f *occupiedField, p fighterPlace) pathFaults {
	var faults pathFaults
	steps, last := in.steps(), len(in.Path)-1
	faults.add(len(in.Path) > steps, steps, "WU-MOVE-1", "too-long")
	before := f.Cell(p.at)
	others := f.without(p)
	for i, h := range in.Path {
		c := hex.Cell(h)
		faults.add(!c.Adjacent(before), i, "WU-MOVE-1", "not-adjacent")
		before = c
		at := f.Find(c)
		if at == hex.None {
			faults.add(true, i, "WU-HEX-2", "off-battlefield")
			continue
		}
		switch {
		case !in.Flying:
			faults.add(f.Blocked.Has(at), i, "WU-HEX-3", "blocked")
			faults.add(others.occupied.Has(at), i, "WU-MOVE-2", "occupied")
		case i == last:
			faults.add(f.Blocked.Has(at), i, "WU-MOVE-6", "blocked")
			faults.add(others.occupied.Has(at), i, "WU-MOVE-6", "occupied")
		}
		faults.add(i == last && at == p.at, i, "WU-MOVE-3", "ends-at-start")
	}
	return faults
}

var moveActionRuling = newFieldRuling("move-action", "WU-MOVE-1 WU-MOVE-2 WU-MOVE-3 WU-MOVE-6 WU-HEX-3",
	func(in moveActionInput, f *occupiedField) *rules.Fault {
		_, fault := f.find(in.Fighter, "fighter")
		return fault
	}, moveActionInput.resolve)

// pushInput asks where a push can end.
type pushInput struct {
	positions
	Fighter        string `json:"fighter" in:"1..60"`
	Hexes          int    `json:"hexes" in:"1..6"` // exact number
	Direction      string `json:"direction" in:"any|away|toward" default:"\"any\""`
	Reference      *Hex   `json:"reference" default:"-"`
	CannotBePushed bool   `json:"cannot_be_pushed" default:"false"`
	Path           []Hex  `json:"path" len:"1..10" default:"-"`
}

type pushResult struct {
	Possible       bool             `json:"possible"`
	EndHexes       []hex.Cell       `json:"end_hexes"`
	PathLegal      *bool            `json:"path_legal"`
	PathViolations *[]pathViolation `json:"path_violations"`
}

// goesDirection reports whether a step goes in the direction of a push (WU-HEX-8, WU-HEX-9).
func goesDirection(g *hex.Grid, direction string, reference, from, to int) bool {
	switch direction {
	case "away":
		return g.Farther(reference, to, from)
	case "toward":
		return g.Nearer(reference, to, from)
	}
	return true
}

// PushEnds returns the hexes in which a push of an exact number of steps can end (WU-PUSH-1
// to WU-PUSH-4, ruling A-18). free are the hexes that may be entered, including the
// fighter's own.
func PushEnds(g *hex.Grid, from, steps int, direction string, reference int, free hex.Set) hex.Set {
	var at hex.Set
	at.Add(from)
	for range steps {
		var next hex.Set
		for i := range at.All {
			for _, j := range g.Neighbours(i) {
				if j != hex.None && free.Has(int(j)) && goesDirection(g, direction, reference, i, int(j)) {
					next.Add(int(j))
				}
			}
		}
		at = next
	}
	at.Remove(from)
	return at
}

func (in pushInput) check(f *occupiedField) *rules.Fault {
	if in.Direction != "any" && in.Reference == nil {
		return rules.Missing("reference")
	}
	if in.Reference != nil {
		if _, fault := f.hexIndex(*in.Reference, "reference"); fault != nil {
			return fault
		}
	}
	_, fault := f.find(in.Fighter, "fighter")
	return fault
}

func (in pushInput) reference(f *occupiedField) int {
	if in.Reference == nil {
		return hex.None
	}
	return f.Find(hex.Cell(*in.Reference))
}

func (in pushInput) resolve(f *occupiedField) pushResult {
	p, _ := f.find(in.Fighter, "fighter")
	var found hex.Set
	if !in.CannotBePushed {
		found = PushEnds(f.Grid, p.at, in.Hexes, in.Direction, in.reference(f), f.without(p).empty())
	}
	r := pushResult{Possible: !found.Empty(), EndHexes: f.cellsOf(found)}
	if in.Path != nil {
		r.PathLegal, r.PathViolations = in.checkPath(f, p).sorted()
	}
	return r
}

// checkPath returns every violation of the path of a push.
func (in pushInput) checkPath(f *occupiedField, p fighterPlace) pathFaults {
	var faults pathFaults
	faults.add(in.CannotBePushed, -1, "WU-GEN-1", "cannot-be-pushed")
	faults.add(len(in.Path) != in.Hexes, -1, "WU-PUSH-4", "wrong-length")
	before, reference := f.Cell(p.at), in.reference(f)
	others := f.without(p)
	for i, h := range in.Path {
		c := hex.Cell(h)
		from, at := f.Find(before), f.Find(c)
		faults.add(!c.Adjacent(before), i, "WU-PUSH-1", "not-adjacent")
		before = c
		if at == hex.None {
			faults.add(true, i, "WU-PUSH-3", "off-battlefield")
			continue
		}
		faults.add(f.Blocked.Has(at), i, "WU-PUSH-3", "blocked")
		faults.add(others.occupied.Has(at), i, "WU-PUSH-3", "occupied")
		if from != hex.None && !goesDirection(f.Grid, in.Direction, reference, from, at) {
			faults.add(in.Direction == "away", i, "WU-HEX-8", "not-farther")
			faults.add(in.Direction == "toward", i, "WU-HEX-9", "not-nearer")
		}
		faults.add(i == len(in.Path)-1 && at == p.at, i, "WU-PUSH-2", "ends-at-start")
	}
	return faults
}

var pushRuling = newFieldRuling("push", "WU-PUSH-1 WU-PUSH-2 WU-PUSH-3 WU-PUSH-4 WU-HEX-8 WU-HEX-9 WU-GEN-1",
	pushInput.check, pushInput.resolve)
