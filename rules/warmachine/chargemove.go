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

func (in *chargeMove) course() course {
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
func (in *chargeMove) reaches(c course) (enters, leaves Inches) {
	along, off := c.meets(in.Target.point())
	own := in.Charger.Radius + in.Charger.Reach
	enters = max(0, round(along-leg(own+in.Target.Radius, off)))
	beyond := float64(in.Target.Radius)
	if off > float64(own) {
		beyond = leg(in.Target.Radius, off-float64(own))
	}
	return enters, round(along + beyond)
}

// What stops a charge; from 0 on the other base of that index.
const (
	stoppedByNothing = -1 - iota
	stoppedByTarget
	stoppedByBarrier
)

// stopped is where the charge stops at the latest and what stops it.
func (in *chargeMove) stopped(c course, most Inches) (limit Inches, by int) {
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

// stopName is what stops a charge, as the result has it.
func stopName(by int) orNull {
	switch by {
	case stoppedByNothing:
		return ""
	case stoppedByTarget:
		return "target"
	case stoppedByBarrier:
		return "barrier"
	}
	return orNull(rules.At("others", by))
}

func (in chargeMove) check() *rules.Fault { return in.sound(in.lay()) }

// sound refuses bases that overlap, and a stop where the charge cannot end.
func (in *chargeMove) sound(l chargeLay) *rules.Fault {
	if in.Charger.overlaps(in.Target) {
		return rules.Breaks("WM-MOVE-2", "target", "the bases overlap")
	}
	for i, o := range in.Others {
		if in.Charger.overlaps(o) {
			return rules.Breaks("WM-MOVE-2", rules.At("others", i), "the bases overlap")
		}
	}
	if in.StopAt == nil || !l.legal {
		return nil
	}
	switch {
	case *in.StopAt > l.limit:
		return strange("stop_at", "the charge is stopped at %s", l.limit)
	case *in.StopAt < l.limit && (!l.stops() || *in.StopAt < l.enters):
		return rules.Breaks("WM-CHARGE-11", "stop_at", "the target is not in melee range yet")
	}
	return nil
}

// chargeLay is where a charge may stop, before the player says where it does.
type chargeLay struct {
	course
	legal          bool // the direction leads to the target
	offset, within Inches
	most, limit    Inches // of the move; limit: where something stops it
	by             int    // what does
	enters, leaves Inches // the target's part of the way
}

// last is the farthest that the charger may stop with the target in reach.
func (l *chargeLay) last() Inches { return min(l.limit, l.leaves) }

// stops tells whether it may stop with the target in reach at all.
func (l *chargeLay) stops() bool { return l.enters <= l.last() }

// lay works out where a charge may stop (WM-CHARGE-9 to WM-CHARGE-14, ruling A-16).
func (in *chargeMove) lay() (l chargeLay) {
	l.course = in.course()
	_, off := l.meets(in.Target.point())
	l.enters, l.leaves = in.reaches(l.course)
	l.offset, l.within = round(off), in.Charger.Radius+in.Target.Radius+in.Charger.Reach
	l.legal = l.offset <= l.within && l.leaves >= 0
	l.most = Inches(in.Charger.Spd+chargeBonus) * Inch
	if in.InActivation {
		l.most += Inches(in.Charger.Bonus) * Inch
	}
	if l.legal {
		l.limit, l.by = in.stopped(l.course, l.most)
	}
	return l
}

// arrival is a charge carried out.
type arrival struct {
	far     Inches
	success bool
	facing  Degrees
}

// carry carries the charge out (WM-CHARGE-12 to WM-CHARGE-22).
func (in *chargeMove) carry(l chargeLay) (d arrival) {
	if d.far = l.limit; l.stops() {
		d.far = l.last()
	}
	d.far = orElse(in.StopAt, d.far)
	d.success = l.enters <= d.far && d.far <= l.leaves
	x, y := l.off(d.far)
	d.facing = heading(float64(in.Target.X)-x, float64(in.Target.Y)-y)
	return d
}

// off is the point so far along a course, not rounded.
func (c course) off(far Inches) (x, y float64) {
	return float64(c.from.X) + float64(far)*c.ux, float64(c.from.Y) + float64(far)*c.uy
}

func (in chargeMove) settle() chargeMoveResult {
	l := in.lay()
	r := chargeMoveResult{DirectionLegal: l.legal, Offset: l.offset, OffsetLimit: l.within, MaxMove: l.most}
	if !l.legal {
		return r
	}
	r.EntersRangeAt, r.LeavesRangeAt, r.ContactWith = &l.enters, &l.leaves, stopName(l.by)
	if l.by != stoppedByNothing {
		r.ContactAt = &l.limit
	}
	if l.stops() {
		r.StopInterval = &[2]Inches{l.enters, l.last()}
	}
	d := in.carry(l)
	attack := d.success && d.far >= chargeAttackFrom
	left := d.far > l.leaves
	ends := in.InActivation && !d.success
	x, y := l.off(d.far)
	r.DistanceMoved, r.Success, r.ChargeAttack, r.TargetLeft = &d.far, &d.success, &attack, &left
	r.End, r.FinalFacing, r.ActivationEnds = &Point{round(x), round(y)}, &d.facing, &ends
	return r
}

var chargeMoveRuling = plain("charge-move",
	"WM-CHARGE-9 WM-CHARGE-10 WM-CHARGE-11 WM-CHARGE-12 WM-CHARGE-13 WM-CHARGE-14 WM-CHARGE-15 WM-CHARGE-16 WM-CHARGE-19 WM-CHARGE-20 WM-CHARGE-22 "+
		"WM-OOA-7 WM-B2B-1 WM-X-FACE-1 WM-X-MEAS-1 WM-X-MELEE-1",
	chargeMove.check, chargeMove.settle)
