package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// ObjectivesInPlay is the number of objective tokens (WU-SETUP-6).
const ObjectivesInPlay = 5

// placeObjectiveInput asks where the next objective token may be placed.
type placeObjectiveInput struct {
	Board             Board  `json:"board"`
	Tokens            []Hex  `json:"tokens" len:"0..4" distinct:"true" default:"[]"`
	FirstBoardChooser Player `json:"first_board_chooser" in:"a|b"`
	Hex               *Hex   `json:"hex" default:"-"`
}

type placeObjectiveResult struct {
	TokenNumber int           `json:"token_number"`
	Player      Player        `json:"player"`
	Order       []Player      `json:"order"`
	TokensLeft  byPlayer[int] `json:"tokens_left"`
	Exception   string        `json:"exception"`
	LegalHexes  []hex.Cell    `json:"legal_hexes"`
	Legal       *bool         `json:"legal"`
	Violations  *violations   `json:"violations"`
}

// ObjectiveOrder returns the player who places each token (WU-SETUP-7).
func ObjectiveOrder(chooser Player) []Player {
	order := make([]Player, ObjectivesInPlay)
	for i := range order {
		if order[i] = chooser; i%2 == 1 {
			order[i] = chooser.Opponent()
		}
	}
	return order
}

// Gap returns the smallest distance from a hex to a token, hex.None without a token within
// reach.
func (g *Battlefield) Gap(at int, tokens []int) int {
	least := hex.None
	for _, t := range tokens {
		if d := g.Distance(t, at); d != hex.None && (least == hex.None || d < least) {
			least = d
		}
	}
	return least
}

// Least distances between objective tokens, and the names of the exceptions made when no hex
// has them (WU-SETUP-8, WU-SETUP-9, ruling A-34).
const (
	ObjectiveGap     = 3
	ExceptNone       = "none"
	exceptEdge       = "edge"
	exceptEverywhere = "fallback"
)

// ObjectiveHexes returns the legal hexes for the next token, the exception that
// applies, and the greatest gap of all hexes that are neither starting nor blocked.
func (g *Battlefield) ObjectiveHexes(tokens []int) (legal hex.Set, exception string, widest int) {
	open := g.All().Without(g.Starting).Without(g.Blocked)
	spaced := open
	for i := range open.All {
		if d := g.Gap(i, tokens); d != hex.None {
			widest = max(widest, d)
			if d < ObjectiveGap {
				spaced.Remove(i)
			}
		}
	}
	if legal = spaced.Without(g.EdgeHexes()); !legal.Empty() {
		return legal, ExceptNone, widest
	}
	if !spaced.Empty() {
		return spaced, exceptEdge, widest
	}
	for i := range open.All {
		if d := g.Gap(i, tokens); d == 0 || d < widest {
			open.Remove(i)
		}
	}
	return open, exceptEverywhere, widest
}

// objectiveViolations returns the rules that a hex breaks for the next token.
func (g *Battlefield) objectiveViolations(at int, tokens []int, exception string, widest int) violations {
	list := violations{}
	add := list.add
	d := g.Gap(at, tokens)
	near := d != hex.None && d < ObjectiveGap
	add(g.Blocked.Has(at), "WU-SETUP-8", "blocked-hex")
	add(exception == ExceptNone && g.Edge(at), "WU-SETUP-8", "edge-hex")
	add(near && exception != exceptEverywhere || d == 0, "WU-SETUP-8", "near-token")
	add(g.Starting.Has(at), "WU-SETUP-8", "starting-hex")
	add(exception == exceptEverywhere && d >= 1 && d < widest, "WU-SETUP-9", "not-farthest")
	return list
}

var placeObjectiveRuling = rules.NewRuling("place-objective", "WU-SETUP-6 WU-SETUP-7 WU-SETUP-8 WU-SETUP-9", "",
	func(in placeObjectiveInput) (rules.Resolver, error) {
		g, fault := in.Board.battlefield()
		if fault != nil {
			return nil, fault
		}
		var tokens []int
		for i, h := range in.Tokens {
			at, fault := g.hexIndex(h, rules.At("tokens", i))
			if fault != nil {
				return nil, fault
			}
			tokens = append(tokens, at)
		}
		at := hex.None
		if in.Hex != nil {
			if at, fault = g.hexIndex(*in.Hex, "hex"); fault != nil {
				return nil, fault
			}
		}
		return func(*rules.Roller) any { return in.resolve(g, tokens, at) }, nil
	})

func (in placeObjectiveInput) resolve(g *Battlefield, tokens []int, at int) placeObjectiveResult {
	r := placeObjectiveResult{TokenNumber: len(tokens) + 1, Order: ObjectiveOrder(in.FirstBoardChooser)}
	r.Player = r.Order[len(tokens)]
	for _, p := range r.Order[len(tokens):] {
		*r.TokensLeft.of(p)++
	}
	legal, exception, widest := g.ObjectiveHexes(tokens)
	r.Exception, r.LegalHexes = exception, g.cellsOf(legal)
	if at != hex.None {
		list := g.objectiveViolations(at, tokens, exception, widest)
		fine := len(list) == 0
		r.Legal, r.Violations = &fine, &list
	}
	return r
}

// placeFightersInput asks which player places a fighter next, and where.
type placeFightersInput struct {
	Board      Board       `json:"board"`
	First      Player      `json:"first" in:"a|b"`
	FightersA  int         `json:"fighters_a" in:"1..20"`
	FightersB  int         `json:"fighters_b" in:"1..20"`
	Placements []placement `json:"placements" len:"0..40" default:"[]"`
}

type placement struct {
	Player Player `json:"player" in:"a|b"`
	Hex    Hex    `json:"hex"`
}

type placeFightersResult struct {
	Order         []Player       `json:"order"`
	FinishedFirst Player         `json:"finished_first"`
	NextPlayer    Player         `json:"next_player"`
	FightersLeft  byPlayer[int]  `json:"fighters_left"`
	LegalHexes    []hex.Cell     `json:"legal_hexes"`
	Enough        byPlayer[bool] `json:"enough_starting_hexes"`
}

// placingOrder returns who places each fighter (WU-SETUP-13, WU-SETUP-14), and who finishes
// first (WU-SETUP-15).
func placingOrder(first Player, fighters byPlayer[int]) (order []Player, done Player) {
	left := fighters
	for next := first; left.A+left.B > 0; next = next.Opponent() {
		if *left.of(next) == 0 {
			continue
		}
		order = append(order, next)
		if *left.of(next)--; *left.of(next) == 0 && done == "" {
			done = next
		}
	}
	return order, done
}

// Bases returns the starting hexes of a player on which a fighter can stand.
func (g *Battlefield) Bases(p Player) hex.Set {
	side := 0
	if p == "b" {
		side = 1
	}
	return g.Starting.And(g.Territory[side]).Without(g.Blocked)
}

var placeFightersRuling = rules.NewRuling("place-fighters", "WU-SETUP-13 WU-SETUP-14 WU-SETUP-15 WU-SETUP-16", "",
	func(in placeFightersInput) (rules.Resolver, error) {
		g, fault := in.Board.battlefield()
		if fault != nil {
			return nil, fault
		}
		r := placeFightersResult{FightersLeft: byPlayer[int]{in.FightersA, in.FightersB}}
		r.Order, r.FinishedFirst = placingOrder(in.First, r.FightersLeft)
		var taken hex.Set
		for i, p := range in.Placements {
			path := rules.At("placements", i)
			at, fault := g.hexIndex(p.Hex, path+".hex")
			if fault != nil {
				return nil, fault
			}
			free := g.Bases(p.Player).Without(taken)
			switch {
			case i >= len(r.Order):
				return nil, rules.Breaks("WU-SETUP-14", path, "every fighter is placed")
			case r.Order[i] != p.Player:
				return nil, rules.Breaks("WU-SETUP-13", path+".player", "it is the go of %s", r.Order[i])
			case !free.Has(at):
				return nil, rules.Breaks("WU-SETUP-13", path+".hex", "is no empty starting hex of the own territory")
			}
			taken.Add(at)
			*r.FightersLeft.of(p.Player)--
		}
		r.Enough = byPlayer[bool]{new(g.Bases("a")).Len() >= in.FightersA, new(g.Bases("b")).Len() >= in.FightersB}
		r.LegalHexes = []hex.Cell{}
		if n := len(in.Placements); n < len(r.Order) {
			r.NextPlayer = r.Order[n]
			r.LegalHexes = g.cellsOf(g.Bases(r.NextPlayer).Without(taken))
		}
		return func(*rules.Roller) any { return r }, nil
	})
