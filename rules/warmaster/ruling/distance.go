package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/rect"
)

type distanceInput struct {
	A      []Stand     `json:"a" len:"1..6"`
	B      []Stand     `json:"b" len:"1..6"`
	Limits []rules.Dec `json:"limits_cm" len:"0..10" each:"0..3000" digits:"4" default:"[20, 30]"`
}

type distanceResult struct {
	Distance       rules.Dec `json:"distance_cm"`
	Touching       bool      `json:"touching"`
	ClosestPairs   [][2]int  `json:"closest_pairs"`
	Within         []bool    `json:"within"`
	CommandPenalty int       `json:"command_penalty"`
}

// resolve measures how far two units are from each other (WR-GEN-5, WR-GEOM-2, WR-GEOM-7).
func (in distanceInput) resolve() distanceResult {
	g := gapBetween(rects(in.A), rects(in.B))
	r := distanceResult{
		Distance: roundedRoot(g.square), Touching: g.square.Sign() == 0, ClosestPairs: g.Pairs,
		CommandPenalty: distancePenalty(g.square),
	}
	for _, l := range in.Limits {
		limit := exactNum(l)
		r.Within = append(r.Within, !limit.Times(limit).Less(g.square))
	}
	return r
}

var unitDistanceRuling = rules.DicelessRuling("unit-distance", "WR-GEN-5 WR-GEOM-2 WR-GEOM-7 WR-CMD-2", nil, distanceInput.resolve)

type moveAwayInput struct {
	Purpose  string     `json:"purpose" in:"evade|drive-back"`
	Movers   []Stand    `json:"movers" len:"1..6"`
	From     []Stand    `json:"from" len:"1..6"`
	Distance rules.Dec  `json:"distance_cm" in:"0..200" digits:"4"`
	FullPace *rules.Dec `json:"full_pace_cm" in:"0..200" digits:"4" default:"-" null:"true"`
	Choice   int        `json:"choice" in:"0..35" default:"0"`
	Facing   *Heading   `json:"facing" default:"-" null:"true"`
	EndEnemy *rules.Dec `json:"end_enemy_distance_cm" in:"0..1000" digits:"4" default:"-" null:"true"`
}

type moveAwayResult struct {
	Separation rules.Dec     `json:"separation_cm"`
	Pairs      [][2]int      `json:"pairs"`
	LeadStand  int           `json:"lead_stand"`
	FromStand  int           `json:"from_stand"`
	Direction  [2]rules.Dec  `json:"direction"`
	LeadEnd    standPosition `json:"lead_end"`
	EndLegal   *bool         `json:"end_legal"`
}

func (in moveAwayInput) check() *rules.Fault {
	evade := in.Purpose == "evade"
	if f := rules.FirstFault(
		rules.MissingFieldIf(evade && in.FullPace == nil, "full_pace_cm", "an evade has a pace"),
		rules.UnknownFieldIf(!evade && in.FullPace != nil, "full_pace_cm", "a drive-back has no pace"),
		rules.UnknownFieldIf(!evade && in.Facing != nil, "facing", "who is driven back does not turn"),
		rules.UnknownFieldIf(!evade && in.EndEnemy != nil, "end_enemy_distance_cm", "a drive-back is not judged so"),
	); f != nil {
		return f
	}
	touching := "WR-SHOOT-3"
	if evade {
		touching = "WR-STATE-3"
	}
	g := gapBetween(rects(in.Movers), rects(in.From))
	return rules.FirstFault(
		rules.ForbidIf(g.square.Sign() == 0, touching, "movers", "the units touch"),
		rules.OutOfRangeIf(in.Choice >= len(g.Pairs), "choice", "there are fewer pairs"),
		rules.ForbidIf(evade && in.Distance > rules.ValueOr(in.FullPace, 0), "WR-EVADE-2", "distance_cm", "is farther than the full pace"),
	)
}

// resolve finds where the stand nearest to the enemy goes: straight away from it
// (WR-EVADE-1, WR-EVADE-6, WR-DRIVE-6, WR-DRIVE-7).
func (in moveAwayInput) resolve() (r moveAwayResult) {
	movers, from := rects(in.Movers), rects(in.From)
	g := gapBetween(movers, from)
	r.Separation, r.Pairs = roundedRoot(g.square), g.Pairs
	r.LeadStand, r.FromStand = g.Pairs[in.Choice][0], g.Pairs[in.Choice][1]
	square, to, start := rect.Nearest(movers[r.LeadStand], from[r.FromStand])
	way := to.Minus(start)
	r.Direction = [2]rules.Dec{
		rounded(rect.Towards(rect.Num{}, rect.Int(1), way.X, square)),
		rounded(rect.Towards(rect.Num{}, rect.Int(1), way.Y, square)),
	}
	stand := in.Movers[r.LeadStand]
	r.LeadEnd = standPosition{
		rounded(rect.Towards(exactNum(stand.X), exactNum(in.Distance), way.X, square)),
		rounded(rect.Towards(exactNum(stand.Y), exactNum(in.Distance), way.Y, square)), rules.ValueOr(in.Facing, stand.Heading),
	}
	if in.EndEnemy != nil {
		legal := *in.EndEnemy >= LeastGap
		r.EndLegal = &legal
	}
	return r
}

var moveAwayRuling = rules.DicelessRuling("move-away", "WR-EVADE-1 WR-EVADE-2 WR-EVADE-6 WR-DRIVE-6 WR-DRIVE-7 WR-STATE-3 WR-SHOOT-3", moveAwayInput.check, moveAwayInput.resolve)
