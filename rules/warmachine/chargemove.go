package warmachine

import (
	"math"

	"oriflamme/rules"
)

type chargeMove struct {
	Charger      charger  `json:"charger"`
	Target       Disc     `json:"target"`
	Direction    *Degrees `json:"direction" in:"-360..360" default:"-"`
	Others       []Disc   `json:"others" len:"0..60" default:"[]"`
	BarrierAt    *Inches  `json:"barrier_at" in:"0..1000" default:"-"`
	StopAt       *Inches  `json:"stop_at" in:"0..1000" default:"-"`
	InActivation bool     `json:"in_activation" default:"true"`
}

type charger struct {
	Disc
	Spd   int    `json:"spd" in:"0..20"`
	Bonus int    `json:"movement_bonus" in:"0..20" default:"0"`
	Reach Inches `json:"melee_range" in:"0..10" default:"0.5"`
}

type chargeMoveResult struct {
	DirectionLegal bool       `json:"direction_legal"`
	Offset         Inches     `json:"offset"`
	OffsetLimit    Inches     `json:"offset_limit"`
	MaxMove        Inches     `json:"max_move"`
	EntersRangeAt  *Inches    `json:"enters_range_at"`
	LeavesRangeAt  *Inches    `json:"leaves_range_at"`
	ContactAt      *Inches    `json:"contact_at"`
	ContactWith    orNull     `json:"contact_with"`
	StopInterval   *[2]Inches `json:"stop_interval"`
	DistanceMoved  *Inches    `json:"distance_moved"`
	Success        *bool      `json:"success"`
	ChargeAttack   *bool      `json:"charge_attack"`
	TargetLeft     *bool      `json:"target_left_range"`
	End            *Point     `json:"end"`
	FinalFacing    *Degrees   `json:"final_facing"`
	ActivationEnds *bool      `json:"activation_ends"`
}

// chargeAttackFrom is how far a charger must move for its first attack to be a
// charge attack (WM-CHARGE-20).
const chargeAttackFrom = 3 * Inch

// course is a charge in a straight line.
type course struct {
	from   Point
	ux, uy float64 // the direction
	radius Inches
}

func (in chargeMove) course() course {
	c := course{from: in.Charger.point(), radius: in.Charger.Radius}
	if in.Direction != nil {
		c.ux, c.uy = in.Direction.unit()
		return c
	}
	way := in.Target.point().minus(c.from)
	far := way.length()
	c.ux, c.uy = float64(way.X)/far, float64(way.Y)/far
	return c
}

// meets is how far along the course a point lies and how far beside it, not rounded.
func (c course) meets(p Point) (along, off float64) {
	way := p.minus(c.from)
	x, y := float64(way.X), float64(way.Y)
	return c.ux*x + c.uy*y, math.Abs(c.ux*y - c.uy*x)
}

// contact is where the charger would contact a base, if it does (WM-CHARGE-14, ruling A-28).
func (c course) contact(d Disc) (at Inches, ok bool) {
	along, off := c.meets(d.point())
	both := c.radius + d.Radius
	if round(off) > both || round(along) <= 0 {
		return 0, false
	}
	return max(0, round(along-leg(both, off))), true
}

// leg is the other leg of a right triangle; 0 when the first is too long.
func leg(hypotenuse Inches, off float64) float64 {
	h := float64(hypotenuse)
	return math.Sqrt(max(0, h*h-off*off))
}

// reaches tells where along the course the target is within reach.
func (in chargeMove) reaches(c course) (enters, leaves Inches) {
	along, off := c.meets(in.Target.point())
	own := in.Charger.Radius + in.Charger.Reach
	enters = max(0, round(along-leg(own+in.Target.Radius, off)))
	beyond := float64(in.Target.Radius)
	if off > float64(own) {
		beyond = leg(in.Target.Radius, off-float64(own))
	}
	return enters, round(along + beyond)
}

// stopped is where the charge stops at the latest and what stops it.
func (in chargeMove) stopped(c course, most Inches) (limit Inches, at *Inches, with string) {
	const nothing, target, barrier = -1, -2, -3 // or the index of another base
	limit = most
	what := nothing
	note := func(where Inches, by int) {
		if where <= most && (what == nothing || where < limit) {
			limit, what = where, by
		}
	}
	if where, ok := c.contact(in.Target); ok {
		note(where, target)
	}
	for i, o := range in.Others {
		if where, ok := c.contact(o); ok {
			note(where, i)
		}
	}
	if in.BarrierAt != nil {
		note(*in.BarrierAt, barrier)
	}
	switch what {
	case nothing:
		return most, nil, ""
	case target:
		return limit, &limit, "target"
	case barrier:
		return limit, &limit, "barrier"
	}
	return limit, &limit, rules.At("others", what)
}

func (in chargeMove) check() *rules.Fault {
	if in.Charger.overlaps(in.Target) {
		return rules.Breaks("WM-MOVE-2", "target", "the bases overlap")
	}
	for i, o := range in.Others {
		if in.Charger.overlaps(o) {
			return rules.Breaks("WM-MOVE-2", rules.At("others", i), "the bases overlap")
		}
	}
	r, limit := in.lay()
	if in.StopAt == nil || !r.DirectionLegal {
		return nil
	}
	early := *in.StopAt < limit && (r.StopInterval == nil || *in.StopAt < r.StopInterval[0])
	switch {
	case *in.StopAt > limit:
		return strange("stop_at", "the charge is stopped at %s", limit)
	case early:
		return rules.Breaks("WM-CHARGE-11", "stop_at", "the target is not in melee range yet")
	}
	return nil
}

// lay works out where a charge may stop, before the player says where it does
// (WM-CHARGE-9 to WM-CHARGE-14, ruling A-16).
func (in chargeMove) lay() (r chargeMoveResult, limit Inches) {
	c := in.course()
	_, off := c.meets(in.Target.point())
	enters, leaves := in.reaches(c)
	r.Offset = round(off)
	r.OffsetLimit = in.Charger.Radius + in.Target.Radius + in.Charger.Reach
	r.DirectionLegal = r.Offset <= r.OffsetLimit && leaves >= 0
	r.MaxMove = Inches(in.Charger.Spd+chargeBonus) * Inch
	if in.InActivation {
		r.MaxMove += Inches(in.Charger.Bonus) * Inch
	}
	if !r.DirectionLegal {
		return r, 0
	}
	r.EntersRangeAt, r.LeavesRangeAt = &enters, &leaves
	var with string
	limit, r.ContactAt, with = in.stopped(c, r.MaxMove)
	r.ContactWith = orNull(with)
	if last := min(limit, leaves); enters <= last {
		r.StopInterval = &[2]Inches{enters, last}
	}
	return r, limit
}

// settle carries the charge out (WM-CHARGE-12 to WM-CHARGE-22).
func (in chargeMove) settle() chargeMoveResult {
	r, limit := in.lay()
	if !r.DirectionLegal {
		return r
	}
	far := limit
	if r.StopInterval != nil {
		far = r.StopInterval[1]
	}
	far = orElse(in.StopAt, far)
	success := *r.EntersRangeAt <= far && far <= *r.LeavesRangeAt
	attack := success && far >= chargeAttackFrom
	left := far > *r.LeavesRangeAt
	ends := in.InActivation && !success
	c := in.course()
	x, y := float64(c.from.X)+float64(far)*c.ux, float64(c.from.Y)+float64(far)*c.uy
	facing := heading(float64(in.Target.X)-x, float64(in.Target.Y)-y)
	r.DistanceMoved, r.Success, r.ChargeAttack, r.TargetLeft = &far, &success, &attack, &left
	r.End, r.FinalFacing, r.ActivationEnds = &Point{round(x), round(y)}, &facing, &ends
	return r
}

var chargeMoveRuling = plain("charge-move",
	"WM-CHARGE-9 WM-CHARGE-10 WM-CHARGE-11 WM-CHARGE-12 WM-CHARGE-13 WM-CHARGE-14 WM-CHARGE-15 WM-CHARGE-16 WM-CHARGE-19 WM-CHARGE-20 WM-CHARGE-22 "+
		"WM-OOA-7 WM-B2B-1 WM-X-FACE-1 WM-X-MEAS-1 WM-X-MELEE-1",
	chargeMove.check, chargeMove.settle)
