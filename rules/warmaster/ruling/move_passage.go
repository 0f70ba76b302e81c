package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/rect"
)

// GapToPass is a gap between two things: its width in cm, or the stands that bound it.
type GapToPass struct {
	First   string     `json:"first" in:"terrain|friend|enemy"`
	Second  string     `json:"second" in:"terrain|friend|enemy"`
	Width   *rules.Dec `json:"width_cm" in:"0..1000" digits:"4" default:"-" null:"true"`
	Stand1  *Stand     `json:"first_stand" default:"-" null:"true"`
	Stand2  *Stand     `json:"second_stand" default:"-" null:"true"`
	Charges bool       `json:"charges_bounding_enemy" default:"false"`
}

func (g GapToPass) enemy() bool { return g.First == "enemy" || g.Second == "enemy" }

// square is the squared width of the gap.
func (g GapToPass) square() rect.Num {
	if g.Width != nil {
		w := exactNum(*g.Width)
		return w.Times(w)
	}
	square, _, _ := rect.Nearest(g.Stand1.rect(), g.Stand2.rect())
	return square
}

type passedOver struct {
	What    string `json:"what" in:"friend-unit|enemy-unit|own-stand|character"`
	Engaged bool   `json:"engaged" default:"false"`
	Moved   bool   `json:"moved" default:"false"`
	FarSide bool   `json:"far_side" default:"false"`
}

// PassageInput is a stand on its way through a gap and over other things; front and depth
// are in cm.
type PassageInput struct {
	Front  rules.Dec    `json:"front_cm" in:"0.1..50" digits:"4"`
	Depth  rules.Dec    `json:"depth_cm" in:"0.1..50" digits:"4"`
	Flying bool         `json:"flying" default:"false"`
	Move   string       `json:"move" in:"normal|charge|evade" default:"\"normal\""`
	Gap    *GapToPass   `json:"gap" default:"-" null:"true"`
	Over   []passedOver `json:"over" len:"0..12" default:"[]"`
}

type gapResult struct {
	Width   rules.Dec `json:"width_cm"`
	Needed  rules.Dec `json:"needed_cm"`
	MayPass bool      `json:"may_pass"`
}

type overResult struct {
	Allowed  bool `json:"allowed"`
	Confuses bool `json:"confuses"`
}

type passageResult struct {
	Gap     *gapResult   `json:"gap"`
	Over    []overResult `json:"over"`
	Allowed bool         `json:"allowed"`
}

func (in PassageInput) check() *rules.Fault {
	g := in.Gap
	if g == nil {
		return nil
	}
	none := g.Stand1 == nil && g.Stand2 == nil
	return rules.FirstFault(
		rules.UnknownFieldIf(g.Width != nil && g.Stand1 != nil, "gap.first_stand", "the width is told"),
		rules.UnknownFieldIf(g.Width != nil && g.Stand2 != nil, "gap.second_stand", "the width is told"),
		rules.MissingFieldIf(g.Width == nil && none, "gap.width_cm", "how wide is it?"),
		rules.MissingFieldIf(g.Width == nil && g.Stand1 == nil, "gap.first_stand", "there is only the other"),
		rules.MissingFieldIf(g.Width == nil && g.Stand2 == nil, "gap.second_stand", "there is only the other"),
		rules.OutOfRangeIf(in.Move == "charge" && g.Charges && !g.enemy(), "gap.charges_bounding_enemy", "no enemy bounds the gap"),
	)
}

// needed is the width that a gap must have, in cm (WR-GAP-1 to WR-GAP-3).
func (in PassageInput) needed(g GapToPass) rules.Dec {
	switch {
	case in.Flying:
		return 0
	case g.enemy() && !(in.Move == "charge" && g.Charges):
		return in.Front
	}
	return min(in.Front, in.Depth)
}

// passOver decides whether the stand may pass over something, and what happens to it
// (WR-GAP-4 to WR-GAP-6, WR-EVADE-5, WR-EVADE-7, WR-EVADE-8, WR-CHAR-5, WR-PROV-10).
func (in PassageInput) passOver(o passedOver) (a overResult) {
	switch {
	case in.Flying || o.What == "character":
		a.Allowed = true
	case o.What == "own-stand":
		a.Allowed = !o.Moved && !o.Engaged
	case o.What == "friend-unit":
		a.Allowed = in.Move == "evade" && !o.Engaged && o.FarSide
		a.Confuses = a.Allowed
	}
	return a
}

// Resolve decides whether the stand passes the gap and each thing in its way.
func (in PassageInput) Resolve() passageResult {
	r := passageResult{Allowed: true}
	if in.Gap != nil {
		square, needed := in.Gap.square(), in.needed(*in.Gap)
		least := exactNum(needed)
		r.Gap = &gapResult{roundedRoot(square), needed, !square.Less(least.Times(least))}
		r.Allowed = r.Gap.MayPass
	}
	for _, o := range in.Over {
		a := in.passOver(o)
		r.Over = append(r.Over, a)
		r.Allowed = r.Allowed && a.Allowed
	}
	return r
}

var passageRuling = rules.DicelessRuling("passage",
	"WR-GAP-1 WR-GAP-2 WR-GAP-3 WR-GAP-4 WR-GAP-5 WR-GAP-6 WR-EVADE-5 WR-EVADE-7 WR-EVADE-8 WR-CHAR-5 WR-PROV-10", PassageInput.check, PassageInput.Resolve)
