package ruling

import "oriflamme/rules"

// ContactTolerance is the largest gap between two bases that count as in contact.
const ContactTolerance Inches = 1

type contactInput struct {
	A             Point  `json:"a"`
	RadiusA       Inches `json:"radius_a" in:"0.1..5"`
	B             Point  `json:"b"`
	RadiusB       Inches `json:"radius_b" in:"0.1..5"`
	AAfter        *Point `json:"a_after" default:"-"`
	MovesToward   *bool  `json:"moves_toward" default:"-"`
	PassesThrough bool   `json:"passes_through" default:"false"`
}

type contactResult struct {
	GapBefore       Inches  `json:"gap_before"`
	ContactBefore   bool    `json:"in_contact_before"`
	OverlapBefore   bool    `json:"overlap_before"`
	GapAfter        *Inches `json:"gap_after"`
	ContactAfter    *bool   `json:"in_contact_after"`
	OverlapAfter    *bool   `json:"overlap_after"`
	MovesToward     bool    `json:"moves_toward"`
	Contacts        bool    `json:"contacts"`
	ContactsPassing bool    `json:"in_contact_while_passing"`
}

// contact reports whether two bases are in contact (WM-B2B-1), and whether they overlap.
func contact(gap Inches) (inContact, overlap bool) {
	return gap >= -ContactTolerance && gap <= ContactTolerance, gap < -ContactTolerance
}

// resolveContact reports whether a movement makes one model contact another: by reaching or
// passing through it, or by moving toward it when they already touch (WM-B2B-2 to WM-B2B-4).
func resolveContact(in contactInput) contactResult {
	r := contactResult{GapBefore: BaseGap(in.A, in.RadiusA, in.B, in.RadiusB), ContactsPassing: in.PassesThrough}
	r.ContactBefore, r.OverlapBefore = contact(r.GapBefore)
	arrives := in.PassesThrough
	if in.AAfter != nil {
		after := BaseGap(*in.AAfter, in.RadiusA, in.B, in.RadiusB)
		touch, overlap := contact(after)
		r.GapAfter, r.ContactAfter, r.OverlapAfter = &after, &touch, &overlap
		r.MovesToward = Dot(in.B.Minus(in.A), in.AAfter.Minus(in.A)) > 0
		arrives = arrives || touch
	}
	r.MovesToward = valueOr(in.MovesToward, r.MovesToward)
	if r.ContactBefore {
		r.Contacts = r.MovesToward
	} else {
		r.Contacts = arrives
	}
	return r
}

var baseContactRuling = rules.DicelessRuling("base-contact", "WM-B2B-1 WM-B2B-2 WM-B2B-3 WM-B2B-4", nil, resolveContact)
