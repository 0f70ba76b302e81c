package ruling

import (
	"slices"

	"oriflamme/rules"
)

// InitiativeUnit is a unit that might act on its own initiative.
type InitiativeUnit struct {
	Type     string `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines"`
	Engaged  bool   `json:"engaged" default:"false"`
	Confused bool   `json:"confused" default:"false"`
	Moved    bool   `json:"moved" default:"false"`
}

// SightedEnemy is an enemy unit that might draw it; the distance is in cm.
type SightedEnemy struct {
	ID         string    `json:"id" in:"1..64"`
	Distance   rules.Dec `json:"distance_cm" in:"0..1000" digits:"4"`
	Visible    bool      `json:"visible"`
	Type       string    `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines" default:"\"infantry\""`
	Protection string    `json:"protection" in:"none|defended|fortified" default:"\"none\""`
	Separated  bool      `json:"separated" default:"false"`
}

// InitiativeInput is a unit at the start of the Orders phase, and the enemies around it.
type InitiativeInput struct {
	Unit            InitiativeUnit `json:"unit"`
	AnyOrder        bool           `json:"any_order_given" default:"false"`
	Enemies         []SightedEnemy `json:"enemies" len:"0..40"`
	IgnoreFortified bool           `json:"ignore_fortified" default:"false"`
	IgnoreSeparated bool           `json:"ignore_separated" default:"false"`
}

type initiativeResult struct {
	MayAct              bool               `json:"may_act"`
	Reason              rules.NullableText `json:"reason"`
	Targets             []string           `json:"targets"`
	PlayerChoosesTarget bool               `json:"player_chooses_target"`
	Choices             []string           `json:"choices"`
}

func (in InitiativeInput) check() *rules.Fault {
	return rules.RepeatedID("enemies", in.Enemies, func(e SightedEnemy) string { return e.ID })
}

// Nearest lists the enemies that draw the unit: all those at the least distance, if that is
// near enough (WR-INIT-2, WR-INIT-7, WR-INIT-8).
func (in InitiativeInput) Nearest() (ids []string) {
	near := slices.DeleteFunc(slices.Clone(in.Enemies), func(e SightedEnemy) bool {
		ignored := in.IgnoreFortified && EffectiveProtection(e.Type, e.Protection) == "fortified" || in.IgnoreSeparated && e.Separated
		return !e.Visible || ignored || e.Distance > NearEnemy
	})
	for _, e := range LeastOf(near, func(e SightedEnemy) rules.Dec { return e.Distance }) {
		ids = append(ids, e.ID)
	}
	return ids
}

// Resolve decides whether a unit may act on its own initiative, against which enemy, and
// how.
func (in InitiativeInput) Resolve() (r initiativeResult) {
	near := in.Nearest()
	switch u := in.Unit; {
	case in.AnyOrder:
		r.Reason = "WR-INIT-1"
	case u.Engaged:
		r.Reason = "WR-STATE-3"
	case u.Confused:
		r.Reason = "WR-CONF-1"
	case u.Moved:
		r.Reason = "WR-SEQ-6"
	case len(near) == 0:
		r.Reason = "WR-INIT-2"
	default:
		r.MayAct, r.Targets, r.PlayerChoosesTarget = true, near, len(near) > 1
		r.Choices = initiativeChoices(u.Type)
	}
	return r
}

var initiativeRuling = rules.DicelessRuling("initiative",
	"WR-INIT-1 WR-INIT-2 WR-INIT-4 WR-INIT-5 WR-INIT-6 WR-INIT-7 WR-INIT-8 WR-SEQ-6 WR-CONF-1 WR-STATE-3", InitiativeInput.check, InitiativeInput.Resolve)
