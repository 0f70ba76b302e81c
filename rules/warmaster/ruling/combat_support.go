package ruling

import (
	"slices"

	"oriflamme/rules"
)

// FrontStand is a stand that fights an enemy, perhaps to its front.
type FrontStand struct {
	Type    string `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines" default:"\"infantry\""`
	ToFront bool   `json:"fought_to_front"`
	Removed bool   `json:"removed" default:"false"`
}

// SupportContact is a friendly stand that a supporter touches, by its index among the
// fighting stands.
type SupportContact struct {
	Stand      int  `json:"stand" in:"0..39"`
	SameFacing bool `json:"same_facing"`
}

// Supporter is a stand that might support others.
type Supporter struct {
	Type         string           `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines" default:"\"infantry\""`
	UnitConfused bool             `json:"unit_confused" default:"false"`
	TouchesEnemy bool             `json:"touches_enemy" default:"false"`
	Removed      bool             `json:"removed" default:"false"`
	NextTo       []SupportContact `json:"next_to" len:"0..4"`
}

// SupportInput is the fighting stands of a side and the stands that might support them.
type SupportInput struct {
	Fighting   []FrontStand `json:"fighting" len:"0..40"`
	Candidates []Supporter  `json:"candidates" len:"0..40"`
}

type supportResult struct {
	Supports []bool `json:"supports"`
	Support  int    `json:"support"`
}

func (in SupportInput) check() *rules.Fault {
	for i, s := range in.Candidates {
		for j, n := range s.NextTo {
			at := rules.At(rules.At("candidates", i)+".next_to", j) + ".stand"
			if f := rules.OutOfRangeIf(n.Stand >= len(in.Fighting), at, "there is no such stand"); f != nil {
				return f
			}
		}
	}
	return nil
}

// supports reports whether a stand supports one that fought to its front (WR-SUP-1 to WR-SUP-4).
func (in SupportInput) supports(s Supporter) bool {
	return s.Type == "infantry" && !s.UnitConfused && !s.TouchesEnemy && !s.Removed &&
		slices.ContainsFunc(s.NextTo, func(n SupportContact) bool {
			f := in.Fighting[n.Stand]
			return n.SameFacing && f.Type == "infantry" && f.ToFront && !f.Removed
		})
}

// Resolve counts the supporting stands (WR-SUP-1 to WR-SUP-5).
func (in SupportInput) Resolve() (r supportResult) {
	for _, s := range in.Candidates {
		helps := in.supports(s)
		r.Supports = append(r.Supports, helps)
		r.Support += rules.BoolToInt(helps)
	}
	return r
}

var supportRuling = rules.DicelessRuling("support", "WR-SUP-1 WR-SUP-2 WR-SUP-3 WR-SUP-4 WR-SUP-5 WR-CONF-9", SupportInput.check, SupportInput.Resolve)
