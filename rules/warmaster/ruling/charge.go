package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
)

type chargingStand struct {
	Stand
	CanLead bool `json:"can_lead" default:"true"`
}

type chargedTarget struct {
	Stand
	Accessible []string `json:"accessible" len:"0..4" each:"front|left|right|rear" default:"[\"front\", \"left\", \"right\", \"rear\"]"`
}

type chargeInput struct {
	Allowance rules.Dec       `json:"allowance_cm" in:"0..200" digits:"4"`
	Charger   []chargingStand `json:"charger" len:"1..6"`
	Target    []chargedTarget `json:"target" len:"1..6"`
	Choice    int             `json:"choice" in:"0..35" default:"0"`
	Side      string          `json:"side" in:"left|right" default:"\"left\""`
}

type chargeResult struct {
	CanCharge    bool               `json:"can_charge"`
	Reason       rules.NullableText `json:"reason"`
	Candidates   [][2]int           `json:"candidates"`
	LeadStand    *int               `json:"lead_stand"`
	TargetStand  *int               `json:"target_stand"`
	Edge         rules.NullableText `json:"edge"`
	DecidedBy    rules.NullableText `json:"decided_by"`
	End          *standPosition     `json:"end"`
	GreatestMove *rules.Dec         `json:"greatest_move_cm"`
}

// TableOrder is the order in which the edges of a stand are tried.
var TableOrder = [4]rect.Side{rect.Front, rect.Left, rect.Right, rect.Rear}

// ChargeGeometry is a charge on the board: the stands of both units and the edges that
// the charger can reach, in table order.
type ChargeGeometry struct {
	Charger, Target []rect.Rect
	CanLead         []bool
	Edges           [][]rect.Side
}

// geometry converts the request to exact rectangles.
func (in chargeInput) geometry() (a ChargeGeometry) {
	for _, s := range in.Charger {
		a.Charger, a.CanLead = append(a.Charger, s.rect()), append(a.CanLead, s.CanLead)
	}
	for _, s := range in.Target {
		var edges []rect.Side
		for _, e := range TableOrder {
			if slices.Contains(s.Accessible, SideNames[e]) {
				edges = append(edges, e)
			}
		}
		a.Target, a.Edges = append(a.Target, s.rect()), append(a.Edges, edges)
	}
	return a
}

func (in chargeInput) check() *rules.Fault {
	for j, t := range in.Target {
		for k, e := range t.Accessible {
			if slices.Contains(t.Accessible[:k], e) {
				return rules.Faultf(rules.OutOfRange, rules.At(rules.At("target", j)+".accessible", k), "%s is there twice", e)
			}
		}
	}
	a := in.geometry()
	for i, r := range a.Charger {
		if touchesAny(r, a.Target) {
			return rules.Breaks("WR-STATE-3", rules.At("charger", i), "already touches the target")
		}
	}
	n := len(a.Nearest().Pairs)
	return rules.OutOfRangeIf(n > 0 && in.Choice >= n, "choice", "there are fewer candidates")
}

// Nearest returns the closest pairs of a stand that can lead and a target stand with an edge
// that can be reached (WR-CHARGE-4, WR-CHARGE-7).
func (a ChargeGeometry) Nearest() (g ClosestPairs) {
	for i, lead := range a.Charger {
		for j := range a.Target {
			if a.CanLead[i] && len(a.Edges[j]) > 0 {
				square, _ := a.nearestEdges(lead, j)
				g.add(square, i, j)
			}
		}
	}
	return g
}

// nearestEdges returns the edges of a target stand that are nearest to a stand, with the
// squared distance.
func (a ChargeGeometry) nearestEdges(lead rect.Rect, target int) (square rect.Num, edges []rect.Side) {
	for _, e := range a.Edges[target] {
		s, _, _ := rect.Nearest(lead, a.Target[target].EdgeRect(e))
		if edges == nil || s.Less(square) {
			square, edges = s, nil
		}
		if s.Cmp(square) == 0 {
			edges = append(edges, e)
		}
	}
	return square, edges
}

// facesWithin reports whether an inner point of an edge, not only an end, is as near to a
// stand as the whole edge is.
func facesWithin(lead, edge rect.Rect, square rect.Num) bool {
	from, to := edge.Edge(rect.Front)
	near := func(p rect.Vec) bool { return lead.Closest(p).Minus(p).Square().Cmp(square) == 0 }
	if near(from) && near(to) {
		return true
	}
	return slices.ContainsFunc(lead.Corners[:], func(c rect.Vec) bool {
		q := edge.Closest(c)
		return !q.Equal(from) && !q.Equal(to) && q.Minus(c).Square().Cmp(square) == 0
	})
}

// Edge picks the edge that the lead stand charges (WR-CHARGE-5, WR-CHARGE-6). by says what
// decided.
func (a ChargeGeometry) Edge(lead rect.Rect, target int, prefer string) (edge rect.Side, by string) {
	square, edges := a.nearestEdges(lead, target)
	var inside []rect.Side
	for _, e := range edges {
		if facesWithin(lead, a.Target[target].EdgeRect(e), square) {
			inside = append(inside, e)
		}
	}
	switch {
	case len(edges) == 1:
		return edges[0], "nearest-edge"
	case len(inside) == 1:
		return inside[0], "nearest-edge"
	case len(edges) == 2:
		if corner, ok := shared(edges[0], edges[1]); ok {
			c := a.Target[target].Corners[corner]
			if p := lead.Closest(c); p.Minus(c).Square().Cmp(square) == 0 {
				return a.byFrontage(p, c, a.Target[target], edges, prefer)
			}
		}
	}
	return edges[0], "order"
}

// shared returns the corner in which two edges meet.
func shared(e, f rect.Side) (corner rect.Corner, ok bool) {
	switch {
	case (e+1)%4 == f:
		return rect.Corner(f), true
	case (f+1)%4 == e:
		return rect.Corner(e), true
	}
	return 0, false
}

// byFrontage picks the edge on the side of the corner c on which more of the unit's frontage
// lies, seen from the point p of the lead stand.
func (a ChargeGeometry) byFrontage(p, c rect.Vec, target rect.Rect, edges []rect.Side, prefer string) (edge rect.Side, by string) {
	u := c.Minus(p)
	var left, right rect.Num
	for _, r := range a.Charger {
		l := frontageShares(p, u, r)
		left = left.Plus(r.Front.Times(l[0]))
		right = right.Plus(r.Front.Times(l[1]))
	}
	leftward, rightward := edges[0], edges[1]
	if u.Cross(edgeDirection(target, leftward, c)).Less(u.Cross(edgeDirection(target, rightward, c))) {
		leftward, rightward = rightward, leftward
	}
	switch left.Cmp(right) {
	case 1:
		return leftward, "frontage"
	case -1:
		return rightward, "frontage"
	}
	if prefer == "left" {
		return leftward, "choice"
	}
	return rightward, "choice"
}

// frontageShares is how much of a stand's front edge lies left and right of a line through p
// in the direction u, each from 0 to 1.
func frontageShares(p, u rect.Vec, r rect.Rect) [2]rect.Num {
	from, to := r.Edge(rect.Front)
	a, b := u.Cross(from.Minus(p)), u.Cross(to.Minus(p))
	var shares [2]rect.Num
	for _, n := range []rect.Num{a, b} {
		if n.Sign() > 0 {
			shares[0] = shares[0].Plus(n)
		} else {
			shares[1] = shares[1].Minus(n)
		}
	}
	whole := shares[0].Plus(shares[1])
	if whole.Sign() == 0 {
		return shares
	}
	return [2]rect.Num{shares[0].Over(whole), shares[1].Over(whole)}
}

// edgeDirection is the unit vector along an edge, away from one of its ends.
func edgeDirection(r rect.Rect, e rect.Side, corner rect.Vec) rect.Vec {
	from, to := r.Edge(e)
	along := r.EdgeRect(e).ToLeft().Times(rect.Int(-1)) // from the first end to the second
	if to.Equal(corner) && !from.Equal(corner) {
		return along.Times(rect.Int(-1))
	}
	return along
}

// place finds the lead stand of a charge and its end position, and whether it can get there
// (WR-CHARGE-10, WR-CHARGE-11).
func (in chargeInput) place() chargeResult {
	a := in.geometry()
	r := chargeResult{Reason: "WR-CHARGE-7", Candidates: a.Nearest().Pairs}
	if r.Candidates == nil {
		return r
	}
	pair := r.Candidates[in.Choice]
	lead, target := a.Charger[pair[0]], a.Target[pair[1]]
	edge, by := a.Edge(lead, pair[1], in.Side)
	end := standOnEdge(lead, target, edge)
	var square rect.Num
	for i, c := range lead.Corners {
		if s := end.Corners[i].Minus(c).Square(); square.Less(s) {
			square = s
		}
	}
	allowance, greatest := exactNum(in.Allowance), roundedRoot(square)
	r.LeadStand, r.TargetStand, r.Edge, r.DecidedBy = &pair[0], &pair[1], rules.NullableText(SideNames[edge]), rules.NullableText(by)
	r.End = &standPosition{rounded(end.Centre.X), rounded(end.Centre.Y), Heading(end.Heading)}
	r.GreatestMove = &greatest
	r.Reason = ""
	if r.CanCharge = !allowance.Times(allowance).Less(square); !r.CanCharge {
		r.Reason = "WR-CHARGE-11"
	}
	return r
}

// standOnEdge is the lead stand placed with its front edge on an edge of the target,
// centred.
func standOnEdge(lead, target rect.Rect, edge rect.Side) rect.Rect {
	e := target.EdgeRect(edge)
	facing := (rect.Heading{-e.Heading[0], -e.Heading[1]}).Reduced()
	centre := e.Centre.Plus(e.Ahead.Times(lead.Depth.Times(rect.Ratio(1, 2))))
	return rect.New(centre, facing, lead.Front, lead.Depth)
}

var chargePlacementRuling = rules.DicelessRuling("charge-placement",
	"WR-CHARGE-4 WR-CHARGE-5 WR-CHARGE-6 WR-CHARGE-7 WR-CHARGE-10 WR-CHARGE-11 WR-GEOM-8", chargeInput.check, chargeInput.place)
