package ruling

import (
	"slices"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// attackContextInput asks what follows from the positions for an Attack action.
type attackContextInput struct {
	positions
	Attacker           string   `json:"attacker" in:"1..60"`
	Range              int      `json:"range" in:"0..20"`
	RangeModifiers     []int    `json:"range_modifiers" len:"0..8" each:"-6..6" default:"[]"`
	Keywords           Keywords `json:"keywords" default:"{}"`
	OnGuard            []string `json:"on_guard" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
	CannotBeDrivenBack []string `json:"cannot_be_driven_back" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
	GuardNeverTrapped  bool     `json:"guard_never_trapped" default:"false"` // ruling A-9
}

type attackContextResult struct {
	Range        int             `json:"range"`
	Targets      []targetContext `json:"targets"`
	ValidTargets []string        `json:"valid_targets"`
	Scything     *scythingCount  `json:"scything"`
}

// scythingCount is the number of Attack actions with Scything, and whether they are a
// super-action.
type scythingCount struct {
	AttackActions int  `json:"attack_actions"`
	SuperAction   bool `json:"super_action"`
}

// targetContext is what follows from the positions for one target.
type targetContext struct {
	ID                 string       `json:"id"`
	Distance           *int         `json:"distance"`
	LineOfSight        bool         `json:"line_of_sight"`
	InRange            bool         `json:"in_range"`
	Valid              bool         `json:"valid"`
	AttackerSupporters []string     `json:"attacker_supporters"`
	TargetSupporters   []string     `json:"target_supporters"`
	FartherEmptyHexes  []hex.Cell   `json:"farther_empty_hexes"`
	Cornered           bool         `json:"cornered"`
	CanBeDrivenBack    bool         `json:"can_be_driven_back"`
	Trapped            bool         `json:"trapped"`
	DriveBackPaths     [][]hex.Cell `json:"drive_back_paths"`
}

// InReach reports whether a hex is within most hexes of another (WU-ATK-2).
func InReach(g *hex.Grid, from, to, most int) bool {
	d := g.Distance(from, to)
	return d != hex.None && d <= most
}

// validTarget reports whether an Attack action from a hex may target an enemy on another: in
// range, in sight, and adjacent with Scything (WU-ATK-2, WU-KW-4).
func (g *Battlefield) validTarget(from, to, reach int, scything bool) bool {
	return InReach(g.Grid, from, to, reach) && (!scything || g.Cell(from).Adjacent(g.Cell(to))) && g.CanSee(from, to)
}

// CanBeDriven reports whether an Attack action could drive back a target if there is room
// (WU-GUARD-2, ruling A-9). exempt targets cannot be driven back at all.
func CanBeDriven(exempt, onGuard bool, knockback int) bool {
	return !exempt && (!onGuard || knockback >= 1)
}

// IsTrapped reports whether a target is trapped: cornered and not protected (WU-COMBAT-6).
func IsTrapped(cornered, movable, onGuard, guardNeverTrapped bool) bool {
	return cornered && movable && !(onGuard && guardNeverTrapped)
}

// FartherEmpty returns the empty hexes beside a target that are farther from the attacker.
func FartherEmpty(g *hex.Grid, attacker, target int, empty hex.Set) hex.Set {
	var s hex.Set
	for _, j := range g.Neighbours(target) {
		if j != hex.None && empty.Has(int(j)) && g.Farther(attacker, int(j), target) {
			s.Add(int(j))
		}
	}
	return s
}

// DriveBackWay returns the path of a target that is driven back to a first hex: up to
// knockback further hexes in the same direction as long as they are empty and farther
// (WU-KW-10).
func DriveBackWay(g *hex.Grid, attacker, target, first, knockback int, empty hex.Set) []int {
	path := []int{first}
	step := g.Cell(first).Sub(g.Cell(target))
	for range knockback {
		last := path[len(path)-1]
		next := g.Find(g.Cell(last).Add(step))
		if next == hex.None || !empty.Has(next) || !g.Farther(attacker, next, last) {
			break
		}
		path = append(path, next)
	}
	return path
}

// beside returns the friends of a fighter, other than that one, beside a hex, by id
// (WU-SUP-1, WU-SUP-2).
func (f *occupiedField) beside(friend fighterPlace, at int) []string {
	var ids []string
	for _, p := range f.pieces {
		if p.player == friend.player && p.id != friend.id && f.Cell(p.at).Adjacent(f.Cell(at)) {
			ids = append(ids, p.id)
		}
	}
	slices.Sort(ids)
	return ids
}

// enemies returns the fighters of the other player, sorted by id.
func (f *occupiedField) enemies(of Player) []fighterPlace {
	var list []fighterPlace
	for _, p := range f.pieces {
		if p.player != of {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(x, y fighterPlace) int { return strings.Compare(x.id, y.id) })
	return list
}

func (in attackContextInput) check(f *occupiedField) *rules.Fault {
	_, fault := f.find(in.Attacker, "attacker")
	return rules.FirstFault(fault, f.checkKnown(in.OnGuard, "on_guard"), f.checkKnown(in.CannotBeDrivenBack, "cannot_be_driven_back"))
}

func (in attackContextInput) resolve(f *occupiedField) attackContextResult {
	attacker, _ := f.find(in.Attacker, "attacker")
	r := attackContextResult{Range: withModifiers(in.Range, in.RangeModifiers)}
	for _, target := range f.enemies(attacker.player) {
		t := in.target(f, attacker, target, r.Range)
		r.Targets = append(r.Targets, t)
		if t.Valid {
			r.ValidTargets = append(r.ValidTargets, t.ID)
		}
	}
	if in.Keywords.Scything {
		r.Scything = &scythingCount{len(r.ValidTargets), len(r.ValidTargets) > 1}
	}
	return r
}

func (in attackContextInput) target(f *occupiedField, attacker, target fighterPlace, reach int) targetContext {
	onGuard := slices.Contains(in.OnGuard, target.id)
	room := FartherEmpty(f.Grid, attacker.at, target.at, f.empty())
	t := targetContext{
		ID: target.id, Distance: f.distance(attacker.at, target.at), LineOfSight: f.CanSee(attacker.at, target.at),
		InRange:            InReach(f.Grid, attacker.at, target.at, reach),
		Valid:              f.validTarget(attacker.at, target.at, reach, in.Keywords.Scything),
		AttackerSupporters: f.beside(attacker, target.at), TargetSupporters: f.beside(target, attacker.at),
		FartherEmptyHexes: f.cellsOf(room), Cornered: room.Empty(),
		CanBeDrivenBack: CanBeDriven(slices.Contains(in.CannotBeDrivenBack, target.id), onGuard, in.Keywords.Knockback),
	}
	t.Trapped = IsTrapped(t.Cornered, t.CanBeDrivenBack, onGuard, in.GuardNeverTrapped)
	if !t.CanBeDrivenBack {
		return t
	}
	for first := range room.All {
		var path []hex.Cell
		for _, i := range DriveBackWay(f.Grid, attacker.at, target.at, first, in.Keywords.Knockback, f.empty()) {
			path = append(path, f.Cell(i))
		}
		t.DriveBackPaths = append(t.DriveBackPaths, path)
	}
	return t
}

var attackContextRuling = newFieldRuling("attack-context",
	"WU-ATK-2 WU-SUP-1 WU-SUP-2 WU-SUP-4 WU-COMBAT-6 WU-COMBAT-11 WU-GUARD-2 WU-KW-4 WU-KW-5 WU-KW-7 WU-KW-10",
	attackContextInput.check, attackContextInput.resolve)

// superActionsInput asks in which hexes a Charge or Shock action can be completed.
type superActionsInput struct {
	positions
	Fighter string `json:"fighter" in:"1..60"`
	mover
	Range          int      `json:"range" in:"0..20"`
	RangeModifiers []int    `json:"range_modifiers" len:"0..8" each:"-6..6" default:"[]"`
	Scything       bool     `json:"scything" default:"false"`
	Staggered      []string `json:"staggered" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
}

type superActionsResult struct {
	AttackNow      []string    `json:"attack_now"`
	StunNow        []string    `json:"stun_now"`
	CanMove        bool        `json:"can_move"`
	Charge         []superMove `json:"charge"`
	ChargePossible bool        `json:"charge_possible"`
	Shock          []superMove `json:"shock"`
	ShockPossible  bool        `json:"shock_possible"`
}

// superMove is an end hex with the targets of the rest of the action from there.
type superMove struct {
	Hex     hex.Cell `json:"hex"`
	Targets []string `json:"targets"`
}

func (in superActionsInput) resolve(f *occupiedField) superActionsResult {
	p, _ := f.find(in.Fighter, "fighter")
	reach, enemies := withModifiers(in.Range, in.RangeModifiers), f.enemies(p.player)
	enemiesWho := func(holds func(e fighterPlace) bool) (ids []string) {
		for _, e := range enemies {
			if holds(e) {
				ids = append(ids, e.id)
			}
		}
		return ids
	}
	attackable := func(from int) []string {
		return enemiesWho(func(e fighterPlace) bool { return f.validTarget(from, e.at, reach, in.Scything) })
	}
	stunnable := func(from int) []string {
		return enemiesWho(func(e fighterPlace) bool {
			return f.Cell(from).Adjacent(f.Cell(e.at)) && !slices.Contains(in.Staggered, e.id)
		})
	}
	r := superActionsResult{AttackNow: attackable(p.at), StunNow: stunnable(p.at)}
	for i := range new(f.ends(p, in.mover)).All {
		r.CanMove = true
		if ids := attackable(i); ids != nil {
			r.Charge = append(r.Charge, superMove{f.Cell(i), ids})
		}
		if ids := stunnable(i); ids != nil {
			r.Shock = append(r.Shock, superMove{f.Cell(i), ids})
		}
	}
	r.ChargePossible, r.ShockPossible = len(r.Charge) > 0, len(r.Shock) > 0
	return r
}

var superActionOptionsRuling = newFieldRuling("super-action-options", "WU-CHARGE-2 WU-SHOCK-2 WU-STUN-1 WU-ATK-2 WU-MOVE-3",
	func(in superActionsInput, f *occupiedField) *rules.Fault {
		_, fault := f.find(in.Fighter, "fighter")
		return rules.FirstFault(fault, f.checkKnown(in.Staggered, "staggered"))
	}, superActionsInput.resolve)
