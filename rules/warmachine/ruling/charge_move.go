package ruling

import (
	"math"
	"slices"

	"oriflamme/rules"
)

// ChargeMoveInput is a charge with positions: the charger, its target and the bases in the
// way.
type ChargeMoveInput struct {
	Charger      Charger  `json:"charger"`
	Target       Disc     `json:"target"`
	Direction    *Degrees `json:"direction" in:"-360..360" default:"-"`
	Others       []Disc   `json:"others" len:"0..60" default:"[]"`
	BarrierAt    *Inches  `json:"barrier_at" in:"0..1000" default:"-"`
	StopAt       *Inches  `json:"stop_at" in:"0..1000" default:"-"`
	InActivation bool     `json:"in_activation" default:"true"`
}

// Charger is the model that charges.
type Charger struct {
	Disc
	Spd   int    `json:"spd" in:"0..20"`
	Bonus int    `json:"movement_bonus" in:"0..20" default:"0"`
	Reach Inches `json:"melee_range" in:"0..10" default:"0.5"`
}

type chargeMoveResult struct {
	DirectionLegal bool               `json:"direction_legal"`
	Offset         Inches             `json:"offset"`
	OffsetLimit    Inches             `json:"offset_limit"`
	MaxMove        Inches             `json:"max_move"`
	EntersRangeAt  *Inches            `json:"enters_range_at"`
	LeavesRangeAt  *Inches            `json:"leaves_range_at"`
	ContactAt      *Inches            `json:"contact_at"`
	ContactWith    rules.NullableText `json:"contact_with"`
	StopInterval   *[2]Inches         `json:"stop_interval"`
	DistanceMoved  *Inches            `json:"distance_moved"`
	Success        *bool              `json:"success"`
	ChargeAttack   *bool              `json:"charge_attack"`
	TargetLeft     *bool              `json:"target_left_range"`
	End            *Point             `json:"end"`
	FinalFacing    *Degrees           `json:"final_facing"`
	ActivationEnds *bool              `json:"activation_ends"`
}

// ChargeAttackFrom is the least movement of a charger whose first attack is a charge attack
// (WM-CHARGE-20).
const ChargeAttackFrom = 3 * Inch

// Course is a charge in a straight line.
type Course struct {
	From   Point
	Ux, Uy float64 // the direction, a unit vector
	Radius Inches
}

// Course returns the line of the charge: straight at the target, or in the given
// direction.
func (in *ChargeMoveInput) Course() Course {
	c := Course{From: in.Charger.Point(), Radius: in.Charger.Radius}
	if in.Direction != nil {
		c.Ux, c.Uy = in.Direction.Unit()
		return c
	}
	way := in.Target.Point().Minus(c.From)
	far := way.Length()
	c.Ux, c.Uy = float64(way.X)/far, float64(way.Y)/far
	return c
}

// Meets returns how far along the course a point lies and how far beside it, not rounded.
func (c Course) Meets(p Point) (along, off float64) {
	way := p.Minus(c.From)
	x, y := float64(way.X), float64(way.Y)
	return c.Ux*x + c.Uy*y, math.Abs(c.Ux*y - c.Uy*x)
}

// contact returns how far along the course the charger contacts a base; ok if it does
// (WM-CHARGE-14, ruling A-28).
func (c Course) contact(d Disc) (at Inches, ok bool) {
	along, off := c.Meets(d.Point())
	both := c.Radius + d.Radius
	if RoundInches(off) > both || RoundInches(along) <= 0 {
		return 0, false
	}
	return max(0, RoundInches(along-OtherLeg(both, off))), true
}

// OtherLeg returns the second leg of a right triangle, 0 when the first is longer than the
// hypotenuse.
func OtherLeg(hypotenuse Inches, off float64) float64 {
	h := float64(hypotenuse)
	return math.Sqrt(max(0, h*h-off*off))
}

// reaches returns from where to where along the course the target is within reach.
func (in *ChargeMoveInput) reaches(c Course) (enters, leaves Inches) {
	along, off := c.Meets(in.Target.Point())
	own := in.Charger.Radius + in.Charger.Reach
	enters = max(0, RoundInches(along-OtherLeg(own+in.Target.Radius, off)))
	beyond := float64(in.Target.Radius)
	if off > float64(own) {
		beyond = OtherLeg(in.Target.Radius, off-float64(own))
	}
	return enters, RoundInches(along + beyond)
}

// What stops a charge; a value from 0 is the index of the other base that does.
const (
	stoppedByNothing = -1 - iota
	stoppedByTarget
	stoppedByBarrier
)

// stopped returns the farthest that the charge can go and what stops it there.
func (in *ChargeMoveInput) stopped(c Course, most Inches) (limit Inches, by int) {
	limit, by = most, stoppedByNothing
	note := func(where Inches, what int) {
		if where <= most && (by == stoppedByNothing || where < limit) {
			limit, by = where, what
		}
	}
	if where, ok := c.contact(in.Target); ok {
		note(where, stoppedByTarget)
	}
	for i, o := range in.Others {
		if where, ok := c.contact(o); ok {
			note(where, i)
		}
	}
	if in.BarrierAt != nil {
		note(*in.BarrierAt, stoppedByBarrier)
	}
	return limit, by
}

// stopName returns the name in the result of what stops a charge.
func stopName(by int) rules.NullableText {
	switch by {
	case stoppedByNothing:
		return ""
	case stoppedByTarget:
		return "target"
	case stoppedByBarrier:
		return "barrier"
	}
	return rules.NullableText(rules.At("others", by))
}

func (in ChargeMoveInput) check() *rules.Fault { return in.CheckStops(in.StopRange()) }

// CheckStops refuses bases that overlap, and a stated stop where the charge cannot end.
func (in *ChargeMoveInput) CheckStops(l StopRange) *rules.Fault {
	if in.Charger.Overlaps(in.Target) {
		return rules.Breaks("WM-MOVE-2", "target", "the bases overlap")
	}
	for i, o := range in.Others {
		if in.Charger.Overlaps(o) {
			return rules.Breaks("WM-MOVE-2", rules.At("others", i), "the bases overlap")
		}
	}
	if in.StopAt == nil || !l.Legal {
		return nil
	}
	switch {
	case *in.StopAt > l.limit:
		return BadValue("stop_at", "the charge is stopped at %s", l.limit)
	case *in.StopAt < l.limit && (!l.stops() || *in.StopAt < l.enters):
		return rules.Breaks("WM-CHARGE-11", "stop_at", "the target is not in melee range yet")
	}
	return nil
}

// StopRange is where a charge may stop, before the player chooses the place.
type StopRange struct {
	Course
	Legal               bool // the direction brings the target within reach
	offset, offsetLimit Inches
	most, limit         Inches // of the movement; limit: where something stops it
	stoppedBy           int    // what stops it at limit
	enters, leaves      Inches // the part of the course with the target within reach
}

// last returns the farthest place where the charger may stop with the target within reach.
func (l *StopRange) last() Inches { return min(l.limit, l.leaves) }

// stops reports whether there is a place to stop with the target within reach.
func (l *StopRange) stops() bool { return l.enters <= l.last() }

// StopRange computes where a charge may stop (WM-CHARGE-9 to WM-CHARGE-14, ruling A-16).
func (in *ChargeMoveInput) StopRange() (l StopRange) {
	l.Course = in.Course()
	_, off := l.Meets(in.Target.Point())
	l.enters, l.leaves = in.reaches(l.Course)
	l.offset, l.offsetLimit = RoundInches(off), in.Charger.Radius+in.Target.Radius+in.Charger.Reach
	l.Legal = l.offset <= l.offsetLimit && l.leaves >= 0
	l.most = Inches(in.Charger.Spd+ChargeBonus) * Inch
	if in.InActivation {
		l.most += Inches(in.Charger.Bonus) * Inch
	}
	if l.Legal {
		l.limit, l.stoppedBy = in.stopped(l.Course, l.most)
	}
	return l
}

// ChargeEnd is the end of a charge.
type ChargeEnd struct {
	Distance Inches
	Success  bool
	Facing   Degrees
}

// CarryOut carries out the charge (WM-CHARGE-12 to WM-CHARGE-22).
func (in *ChargeMoveInput) CarryOut(l StopRange) (d ChargeEnd) {
	if d.Distance = l.limit; l.stops() {
		d.Distance = l.last()
	}
	d.Distance = valueOr(in.StopAt, d.Distance)
	d.Success = l.enters <= d.Distance && d.Distance <= l.leaves
	x, y := l.off(d.Distance)
	d.Facing = Heading(float64(in.Target.X)-x, float64(in.Target.Y)-y)
	return d
}

// off returns the point at a distance along the course, not rounded.
func (c Course) off(far Inches) (x, y float64) {
	return float64(c.From.X) + float64(far)*c.Ux, float64(c.From.Y) + float64(far)*c.Uy
}

// settle carries out the charge and returns where it ends and why.
func (in ChargeMoveInput) settle() chargeMoveResult {
	l := in.StopRange()
	r := chargeMoveResult{DirectionLegal: l.Legal, Offset: l.offset, OffsetLimit: l.offsetLimit, MaxMove: l.most}
	if !l.Legal {
		return r
	}
	r.EntersRangeAt, r.LeavesRangeAt, r.ContactWith = &l.enters, &l.leaves, stopName(l.stoppedBy)
	if l.stoppedBy != stoppedByNothing {
		r.ContactAt = &l.limit
	}
	if l.stops() {
		r.StopInterval = &[2]Inches{l.enters, l.last()}
	}
	d := in.CarryOut(l)
	attack := d.Success && d.Distance >= ChargeAttackFrom
	left := d.Distance > l.leaves
	ends := in.InActivation && !d.Success
	x, y := l.off(d.Distance)
	r.DistanceMoved, r.Success, r.ChargeAttack, r.TargetLeft = &d.Distance, &d.Success, &attack, &left
	r.End, r.FinalFacing, r.ActivationEnds = &Point{RoundInches(x), RoundInches(y)}, &d.Facing, &ends
	return r
}

var chargeMoveRuling = rules.DicelessRuling("charge-move",
	"WM-CHARGE-9 WM-CHARGE-10 WM-CHARGE-11 WM-CHARGE-12 WM-CHARGE-13 WM-CHARGE-14 WM-CHARGE-15 WM-CHARGE-16 WM-CHARGE-19 WM-CHARGE-20 WM-CHARGE-22 "+
		"WM-OOA-7 WM-B2B-1 WM-X-FACE-1 WM-X-MEAS-1 WM-X-MELEE-1",
	ChargeMoveInput.check, ChargeMoveInput.settle)

// At returns the point at a distance along the course.
func (c Course) At(far Inches) Point {
	return Point{RoundInches(float64(c.From.X) + float64(far)*c.Ux), RoundInches(float64(c.From.Y) + float64(far)*c.Uy)}
}

// EndPoint returns where a charge ends, rounded so that the bases touch and never overlap.
func (in *ChargeMoveInput) EndPoint(way Course, far Inches) Point {
	for ; far > 0; far-- {
		d := Disc{Place(way.At(far)), in.Charger.Radius}
		if !d.Overlaps(in.Target) && !slices.ContainsFunc(in.Others, d.Overlaps) {
			return d.Point()
		}
	}
	return way.From
}
