package ruling

import (
	"slices"

	"oriflamme/rules"
)

// ShootableEnemy is an enemy unit with its distance in cm from each shooting stand, and
// which stands see it.
type ShootableEnemy struct {
	ID       string      `json:"id" in:"1..64"`
	Engaged  bool        `json:"engaged" default:"false"`
	Distance []rules.Dec `json:"distance_cm" len:"1..12" each:"0..1000" digits:"4"`
	Visible  []bool      `json:"visible" len:"1..12"`
}

// TargetInput is a unit that shoots, and the enemies that it might shoot at.
type TargetInput struct {
	Attacks     int              `json:"attacks" in:"0..20"`
	Range       rules.Dec        `json:"range_cm" in:"0..1000" digits:"4" default:"30"`
	Size        int              `json:"size" in:"1..12"`
	Engaged     bool             `json:"engaged" default:"false"`
	AlreadyShot bool             `json:"already_shot" default:"false"`
	Enemies     []ShootableEnemy `json:"enemies" len:"0..40"`
	Choice      string           `json:"choice" in:"1..64" default:"-" null:"true"`
}

type targetShots struct {
	ID     string `json:"id"`
	Stands int    `json:"stands"`
	Dice   int    `json:"dice"`
}

type targetResult struct {
	MayShoot     bool                 `json:"may_shoot"`
	Reason       rules.NullableText   `json:"reason"`
	Nearest      []string             `json:"nearest"`
	Target       rules.NullableText   `json:"target"`
	StandTargets []rules.NullableText `json:"stand_targets"`
	ByTarget     []targetShots        `json:"by_target"`
	TotalDice    int                  `json:"total_dice"`
}

// Enemy returns the index of an enemy, or -1.
func (in TargetInput) Enemy(id string) int {
	return IndexByID(in.Enemies, id, func(e ShootableEnemy) string { return e.ID })
}

// Check refuses enemies whose lists do not fit the number of stands.
func (in TargetInput) Check() *rules.Fault {
	if f := rules.RepeatedID("enemies", in.Enemies, func(e ShootableEnemy) string { return e.ID }); f != nil {
		return f
	}
	for i, e := range in.Enemies {
		at := rules.At("enemies", i)
		if f := rules.FirstFault(
			rules.OutOfRangeIf(len(e.Distance) != in.Size, at+".distance_cm", "one value a stand"),
			rules.OutOfRangeIf(len(e.Visible) != in.Size, at+".visible", "one value a stand"),
		); f != nil {
			return f
		}
	}
	if in.Choice == "" {
		return nil
	}
	if in.Enemy(in.Choice) < 0 {
		return rules.Faultf(rules.OutOfRange, "choice", "there is no enemy %q", in.Choice)
	}
	return rules.ForbidIf(!slices.Contains(in.Nearest(), in.Enemy(in.Choice)), "WR-SHOOT-4", "choice", "another enemy is nearer")
}

// candidates lists the enemies that can be shot at: not engaged, and seen by a stand
// (WR-SHOOT-3, WR-SHOOT-4).
func (in TargetInput) candidates() (all []int) {
	for i, e := range in.Enemies {
		if !e.Engaged && slices.Contains(e.Visible, true) {
			all = append(all, i)
		}
	}
	return all
}

// Nearest lists the nearest candidates in range, all those at the same distance. What counts
// is the least distance from any shooting stand, whether it sees the enemy or not.
func (in TargetInput) Nearest() []int {
	return LeastOf(in.candidates(), func(i int) rules.Dec { return slices.Min(in.Enemies[i].Distance) })
}

// aim returns the enemy that a stand shoots at, the common target first, or -1 (WR-SHOOT-6,
// WR-SHOOT-7, ruling A-31).
func (in TargetInput) aim(stand, common int) int {
	can := func(i int) bool { return in.Enemies[i].Visible[stand] && in.Enemies[i].Distance[stand] <= in.Range }
	if can(common) {
		return common
	}
	best := -1
	for _, i := range in.candidates() {
		if can(i) && (best < 0 || in.Enemies[i].Distance[stand] < in.Enemies[best].Distance[stand]) {
			best = i
		}
	}
	return best
}

// Resolve finds the target of each stand.
func (in TargetInput) Resolve() targetResult {
	r := targetResult{StandTargets: make([]rules.NullableText, in.Size)}
	near := in.Nearest()
	for _, i := range near {
		r.Nearest = append(r.Nearest, in.Enemies[i].ID)
	}
	common := -1
	if len(near) > 0 {
		common = near[0]
		if in.Choice != "" {
			common = in.Enemy(in.Choice)
		}
		r.Target = rules.NullableText(in.Enemies[common].ID)
	}
	switch {
	case in.Engaged:
		r.Reason = "WR-SHOOT-2"
	case in.AlreadyShot || in.Attacks == 0:
		r.Reason = "WR-SHOOT-1"
	case common < 0:
		r.Reason = "WR-SHOOT-4"
	default:
		in.share(common, &r)
	}
	r.MayShoot = r.Reason == ""
	return r
}

// Refusal is the fault of a unit that may not shoot at a target. When the target is out of
// range it names the range, and the distance if the request has it.
func (in TargetInput) Refusal(r targetResult, target string) *rules.Fault {
	f := rules.ForbidIf(!r.MayShoot, string(r.Reason), "unit", "it may not shoot at it")
	if f == nil || f.Rule != "WR-SHOOT-7" {
		return f
	}
	f.With = map[string]string{"range": in.Range.String(), "distance": ""}
	if i := in.Enemy(target); i >= 0 && slices.Contains(in.Enemies[i].Visible, true) {
		f.With["distance"] = slices.Min(in.Enemies[i].Distance).String()
	}
	return f
}

// share assigns each stand its target and adds up the dice of each target.
func (in TargetInput) share(common int, r *targetResult) {
	stands := make([]int, len(in.Enemies))
	for s := range in.Size {
		if i := in.aim(s, common); i >= 0 {
			r.StandTargets[s] = rules.NullableText(in.Enemies[i].ID)
			stands[i]++
		}
	}
	for i, n := range stands {
		if n > 0 {
			r.ByTarget = append(r.ByTarget, targetShots{in.Enemies[i].ID, n, n * in.Attacks})
			r.TotalDice += n * in.Attacks
		}
	}
	if r.ByTarget == nil {
		r.Reason = "WR-SHOOT-7"
	}
}

var shootingTargetRuling = rules.DicelessRuling("shooting-target",
	"WR-SHOOT-1 WR-SHOOT-2 WR-SHOOT-3 WR-SHOOT-4 WR-SHOOT-5 WR-SHOOT-6 WR-SHOOT-7 WR-SHOOT-8 WR-SHOOT-9", TargetInput.Check, TargetInput.Resolve)
