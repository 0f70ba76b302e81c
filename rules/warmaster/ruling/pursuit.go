package ruling

import (
	"slices"

	"oriflamme/rules"
)

// WinningUnit is a unit of the side that won a round.
type WinningUnit struct {
	Type            string `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines"`
	Flying          bool   `json:"flying" default:"false"`
	Protection      string `json:"protection" in:"none|defended|fortified" default:"\"none\""`
	Engaged         bool   `json:"engaged" default:"true"`
	AlreadyAdvanced bool   `json:"already_advanced" default:"false"`
}

// Opponent is an enemy unit that it fought.
type Opponent struct {
	ID         string `json:"id" in:"1..64"`
	Type       string `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines" default:"\"infantry\""`
	Flying     bool   `json:"flying" default:"false"`
	Touched    bool   `json:"touched" default:"true"`
	Destroyed  bool   `json:"destroyed" default:"false"`
	RetreatCm  *int   `json:"retreat_cm" in:"1..200" default:"-" null:"true"`
	Direction  string `json:"direction" in:"1..64" default:"\"same\""`
	Impassable bool   `json:"through_impassable" default:"false"`
	FrontEdge  bool   `json:"front_edge_contact_possible" default:"true"`
}

// WinnerInput is a winning unit that chooses what to do after a round; lengths are in cm.
type WinnerInput struct {
	Round     int         `json:"round" in:"1..50"`
	Unit      WinningUnit `json:"unit"`
	Opponents []Opponent  `json:"opponents" len:"1..12"`
	Advance   *rules.Dec  `json:"advance_target_cm" in:"0..200" digits:"4" default:"-" null:"true"`
}

type pursuitResult struct {
	ID            string   `json:"id"`
	MayPursue     bool     `json:"may_pursue"`
	Reasons       []string `json:"reasons"`
	BonusPerStand int      `json:"bonus_per_stand"`
}

type advanceResult struct {
	Allowed   bool     `json:"allowed"`
	Reasons   []string `json:"reasons"`
	MaximumCm int      `json:"maximum_cm"`
}

type winnerResult struct {
	Options             []string        `json:"options"`
	Opponents           []pursuitResult `json:"opponents"`
	MustChooseDirection bool            `json:"must_choose_direction"`
	Advance             advanceResult   `json:"advance"`
}

func (in WinnerInput) check() *rules.Fault {
	if f := rules.RepeatedID("opponents", in.Opponents, func(o Opponent) string { return o.ID }); f != nil {
		return f
	}
	for i, o := range in.Opponents {
		if f := rules.MissingFieldIf(!o.Destroyed && o.RetreatCm == nil, rules.At("opponents", i)+".retreat_cm", "how far did it retreat?"); f != nil {
			return f
		}
	}
	return nil
}

// gone reports whether an opponent counts as destroyed: artillery does not survive a
// retreat (WR-RET-9).
func (o Opponent) gone() bool { return o.Destroyed || o.Type == "artillery" }

func (u WinningUnit) fortified() bool {
	return EffectiveProtection(u.Type, u.Protection) == "fortified"
}

// against lists the rules that forbid pursuing an opponent (WR-PUR-1 to WR-PUR-9).
func (u WinningUnit) against(o Opponent) []string {
	if o.gone() {
		return []string{"WR-RES-10"}
	}
	return Holding([]Condition{
		{!u.Engaged, "WR-PUR-1"},
		{u.Type == "infantry" && (o.Type == "cavalry" || o.Type == "chariots"), "WR-PUR-2"},
		{u.Type == "artillery", "WR-PUR-3"},
		{u.fortified(), "WR-PUR-4"},
		{o.Impassable, "WR-PUR-5"},
		{o.Flying && !u.Flying, "WR-PUR-6"},
		{!o.FrontEdge, "WR-PUR-7"},
		{!o.Touched, "WR-PUR-9"},
	})
}

// advance decides whether the unit may advance, and how far (WR-ADV-1 to WR-ADV-5).
func (in WinnerInput) advance() advanceResult {
	a := advanceResult{MaximumCm: 10}
	if in.Round == 1 {
		a.MaximumCm = 20
	}
	touched := slices.ContainsFunc(in.Opponents, func(o Opponent) bool { return o.Touched })
	alive := slices.ContainsFunc(in.Opponents, func(o Opponent) bool { return o.Touched && !o.gone() })
	a.Reasons = Holding([]Condition{
		{alive || !touched, "WR-ADV-1"},
		{!in.Unit.Engaged, "WR-SUP-7"},
		{in.Unit.fortified() || in.Unit.AlreadyAdvanced, "WR-ADV-2"},
		{in.Unit.Type == "artillery", "WR-PROV-12"},
		{in.Advance == nil, "WR-ADV-5"},
		{in.Advance != nil && *in.Advance > CM(a.MaximumCm), "WR-ADV-4"},
	})
	a.Allowed = len(a.Reasons) == 0
	return a
}

// Resolve lists what a unit of the winning side may do (WR-RES-10, WR-RES-14, WR-SUP-7).
func (in WinnerInput) Resolve() winnerResult {
	r := winnerResult{Advance: in.advance()}
	var directions []string
	for _, o := range in.Opponents {
		a := pursuitResult{ID: o.ID, Reasons: in.Unit.against(o)}
		a.MayPursue = len(a.Reasons) == 0
		if !o.gone() {
			a.BonusPerStand = pursuitBonus(*o.RetreatCm)
		}
		if a.MayPursue && !slices.Contains(directions, o.Direction) {
			directions = append(directions, o.Direction)
		}
		r.Opponents = append(r.Opponents, a)
	}
	r.MustChooseDirection = len(directions) > 1
	if !in.Unit.Engaged {
		return r
	}
	r.Options = []string{"fall-back", "hold"}
	if len(directions) > 0 {
		r.Options = append(r.Options, "pursue")
	}
	if r.Advance.Allowed {
		r.Options = append(r.Options, "advance")
	}
	return r
}

var winnerOptionsRuling = rules.DicelessRuling("winner-options",
	"WR-RES-10 WR-RES-14 WR-PUR-1 WR-PUR-2 WR-PUR-3 WR-PUR-4 WR-PUR-5 WR-PUR-6 WR-PUR-7 WR-PUR-8 WR-PUR-9 WR-PUR-19 "+
		"WR-ADV-1 WR-ADV-2 WR-ADV-3 WR-ADV-4 WR-ADV-5 WR-ADV-8 WR-ATT-7 WR-ATT-8 WR-RET-9 WR-SUP-7 WR-PROV-12", WinnerInput.check, WinnerInput.Resolve)
