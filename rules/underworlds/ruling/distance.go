package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// hexInfoInput asks about one hex of a battlefield.
type hexInfoInput struct {
	Board           Board            `json:"board"`
	Hex             Hex              `json:"hex"`
	Fighters        []Fighter        `json:"fighters" len:"0..20" distinct:"id" default:"[]"`
	ObjectiveTokens []objectiveToken `json:"objective_tokens" len:"0..5" default:"[]"`
	Player          Player           `json:"player" in:"a|b" default:"\"a\""`
}

type objectiveToken struct {
	Hex   Hex `json:"hex"`
	Value int `json:"value" in:"1..5"`
}

type hexInfoResult struct {
	Neighbours         []hex.Cell         `json:"neighbours"`
	Edge               bool               `json:"edge"`
	Blocked            bool               `json:"blocked"`
	Starting           bool               `json:"starting"`
	Occupied           bool               `json:"occupied"`
	Empty              bool               `json:"empty"`
	Occupant           rules.NullableText `json:"occupant"`
	Territory          string             `json:"territory"`
	TerritoryForPlayer string             `json:"territory_for_player"`
	ObjectiveValue     *int               `json:"objective_value"`
	ObjectiveHeldBy    Player             `json:"objective_held_by"`
	HeldObjectives     byPlayer[[]int]    `json:"held_objectives"`
	EdgeHexes          []hex.Cell         `json:"edge_hexes"`
}

func (in hexInfoInput) field() (*occupiedField, *rules.Fault) {
	return in.Board.occupiedField(in.Fighters)
}

func (in hexInfoInput) check(f *occupiedField) *rules.Fault {
	for i, t := range in.ObjectiveTokens {
		path := rules.At("objective_tokens", i)
		if _, fault := f.hexIndex(t.Hex, path+".hex"); fault != nil {
			return fault
		}
		for _, before := range in.ObjectiveTokens[:i] {
			if before.Hex == t.Hex {
				return rules.Faultf(rules.OutOfRange, path+".hex", "another token lies there")
			}
			if before.Value == t.Value {
				return rules.Faultf(rules.OutOfRange, path+".value", "is there twice")
			}
		}
	}
	_, fault := f.hexIndex(in.Hex, "hex")
	return fault
}

// holder returns the fighter on a hex (WU-SETUP-11); ok if there is one.
func (f *occupiedField) holder(at int) (p fighterPlace, ok bool) {
	i := slices.IndexFunc(f.pieces, func(p fighterPlace) bool { return p.at == at })
	if i < 0 {
		return fighterPlace{}, false
	}
	return f.pieces[i], true
}

func (in hexInfoInput) resolve(f *occupiedField) hexInfoResult {
	at := f.Find(hex.Cell(in.Hex))
	there, occupied := f.holder(at)
	r := hexInfoResult{
		Neighbours: f.cellsOf(f.NeighbourSet(at)), Edge: f.Edge(at), Blocked: f.Blocked.Has(at), Starting: f.Starting.Has(at),
		Occupied: occupied, Empty: !occupied && !f.Blocked.Has(at), Occupant: rules.NullableText(there.id),
		Territory: "none", TerritoryForPlayer: "no-ones", EdgeHexes: f.cellsOf(f.EdgeHexes()),
	}
	for i, p := range Players {
		if f.Territory[i].Has(at) {
			r.Territory = string(p)
			if r.TerritoryForPlayer = "enemy"; p == in.Player {
				r.TerritoryForPlayer = "own"
			}
		}
	}
	for _, t := range in.ObjectiveTokens {
		token := f.Find(hex.Cell(t.Hex))
		by, held := f.holder(token)
		if held {
			list := r.HeldObjectives.of(by.player)
			*list = append(*list, t.Value)
		}
		if token == at {
			r.ObjectiveValue, r.ObjectiveHeldBy = &t.Value, by.player
		}
	}
	slices.Sort(r.HeldObjectives.A)
	slices.Sort(r.HeldObjectives.B)
	return r
}

var hexInfoRuling = newFieldRuling("hex-info", "WU-HEX-4 WU-HEX-5 WU-HEX-6 WU-SETUP-5 WU-SETUP-11 WU-SETUP-12",
	hexInfoInput.check, hexInfoInput.resolve)

// measureInput asks for distance and line of sight between two hexes.
type measureInput struct {
	Board    Board     `json:"board"`
	From     Hex       `json:"from"`
	To       Hex       `json:"to"`
	Fighters []Fighter `json:"fighters" len:"0..20" distinct:"id" default:"[]"`
}

func (in measureInput) field() (*occupiedField, *rules.Fault) {
	return in.Board.occupiedField(in.Fighters)
}

type measureResult struct {
	Distance          *int       `json:"distance"`
	Adjacent          bool       `json:"adjacent"`
	LineOfSight       bool       `json:"line_of_sight"`
	TouchedBlocked    []hex.Cell `json:"touched_blocked"`
	CrossedOff        []hex.Cell `json:"crossed_off"`
	LeavesBattlefield bool       `json:"leaves_battlefield"`
}

// distance returns the distance between two hexes, nil without a route (WU-HEX-7, ruling
//
func (g *Battlefield) distance(i, j int) *int {
	if d := g.Distance(i, j); d != hex.None {
		return &d
	}
	return nil
}

var measureRuling = newFieldRuling("measure", "WU-HEX-7 WU-HEX-10 WU-LOS-1 WU-LOS-2 WU-LOS-3 WU-LOS-4",
	func(in measureInput, f *occupiedField) *rules.Fault {
		_, from := f.hexIndex(in.From, "from")
		_, to := f.hexIndex(in.To, "to")
		return rules.FirstFault(from, to)
	},
	func(in measureInput, f *occupiedField) measureResult {
		from, to := f.Find(hex.Cell(in.From)), f.Find(hex.Cell(in.To))
		line := f.Line(from, to, &f.Blocked)
		return measureResult{
			Distance: f.distance(from, to), Adjacent: hex.Cell(in.From).Adjacent(hex.Cell(in.To)),
			LineOfSight: line.Clear(), TouchedBlocked: line.Touched, CrossedOff: line.Crossed, LeavesBattlefield: line.Leaves,
		}
	})
