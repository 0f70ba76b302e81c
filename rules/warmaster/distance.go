package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/oblong"
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

// measure tells how far two units are from each other (WR-GEN-5, WR-GEOM-2, WR-GEOM-7).
func (in distanceInput) measure() distanceResult {
	g := gapBetween(rects(in.A), rects(in.B))
	r := distanceResult{
		Distance: toldRoot(g.square), Touching: g.square.Sign() == 0, ClosestPairs: g.pairs,
		CommandPenalty: distancePenalty(g.square),
	}
	for _, l := range in.Limits {
		limit := exact(l)
		r.Within = append(r.Within, !limit.Times(limit).Less(g.square))
	}
	return r
}

var unitDistanceRuling = plainRuling("unit-distance", "WR-GEN-5 WR-GEOM-2 WR-GEOM-7 WR-CMD-2", nil, distanceInput.measure)

type awayInput struct {
	Purpose  string     `json:"purpose" in:"evade|drive-back"`
	Movers   []Stand    `json:"movers" len:"1..6"`
	From     []Stand    `json:"from" len:"1..6"`
	Distance rules.Dec  `json:"distance_cm" in:"0..200" digits:"4"`
	FullPace *rules.Dec `json:"full_pace_cm" in:"0..200" digits:"4" default:"-" null:"true"`
	Choice   int        `json:"choice" in:"0..35" default:"0"`
	Facing   *Heading   `json:"facing" default:"-" null:"true"`
	EndEnemy *rules.Dec `json:"end_enemy_distance_cm" in:"0..1000" digits:"4" default:"-" null:"true"`
}

type awayResult struct {
	Separation rules.Dec    `json:"separation_cm"`
	Pairs      [][2]int     `json:"pairs"`
	LeadStand  int          `json:"lead_stand"`
	FromStand  int          `json:"from_stand"`
	Direction  [2]rules.Dec `json:"direction"`
	LeadEnd    position     `json:"lead_end"`
	EndLegal   *bool        `json:"end_legal"`
}

func (in awayInput) check() *rules.Fault {
	evade := in.Purpose == "evade"
	if f := first(
		lacking(evade && in.FullPace == nil, "full_pace_cm", "an evade has a pace"),
		surplus(!evade && in.FullPace != nil, "full_pace_cm", "a drive-back has no pace"),
		surplus(!evade && in.Facing != nil, "facing", "who is driven back does not turn"),
		surplus(!evade && in.EndEnemy != nil, "end_enemy_distance_cm", "a drive-back is not judged so"),
	); f != nil {
		return f
	}
	touching := "WR-SHOOT-3"
	if evade {
		touching = "WR-STATE-3"
	}
	g := gapBetween(rects(in.Movers), rects(in.From))
	return first(
		forbid(g.square.Sign() == 0, touching, "movers", "the units touch"),
		outside(in.Choice >= len(g.pairs), "choice", "there are fewer pairs"),
		forbid(evade && in.Distance > *orZero(in.FullPace), "WR-EVADE-2", "distance_cm", "is farther than the full pace"),
	)
}

func orZero(d *rules.Dec) *rules.Dec {
	if d == nil {
		return new(rules.Dec)
	}
	return d
}

// lead tells where the stand nearest to the enemy goes: straight away from it
// (WR-EVADE-1, WR-EVADE-6, WR-DRIVE-6, WR-DRIVE-7).
func (in awayInput) lead() (r awayResult) {
	movers, from := rects(in.Movers), rects(in.From)
	g := gapBetween(movers, from)
	r.Separation, r.Pairs = toldRoot(g.square), g.pairs
	r.LeadStand, r.FromStand = g.pairs[in.Choice][0], g.pairs[in.Choice][1]
	square, to, start := oblong.Nearest(movers[r.LeadStand], from[r.FromStand])
	way := to.Minus(start)
	r.Direction = [2]rules.Dec{
		told(oblong.Towards(oblong.Num{}, oblong.Int(1), way.X, square)),
		told(oblong.Towards(oblong.Num{}, oblong.Int(1), way.Y, square)),
	}
	stand := in.Movers[r.LeadStand]
	r.LeadEnd = position{
		told(oblong.Towards(exact(stand.X), exact(in.Distance), way.X, square)),
		told(oblong.Towards(exact(stand.Y), exact(in.Distance), way.Y, square)), stand.Heading,
	}
	if in.Facing != nil {
		r.LeadEnd.Heading = *in.Facing
	}
	if in.EndEnemy != nil {
		legal := *in.EndEnemy >= leastGap
		r.EndLegal = &legal
	}
	return r
}

var moveAwayRuling = plainRuling("move-away", "WR-EVADE-1 WR-EVADE-2 WR-EVADE-6 WR-DRIVE-6 WR-DRIVE-7 WR-STATE-3 WR-SHOOT-3", awayInput.check, awayInput.lead)
