package ruling

import (
	"slices"

	"oriflamme/rules"
)

// aimedInput is a spell on a target that the caster must see.
type aimedInput struct {
	CastInput
	Distance     int  `json:"distance" in:"0..200"`
	Visible      bool `json:"visible" default:"true"`
	TargetVeiled bool `json:"target_veiled" default:"false"`
}

func (s *aimedInput) check() *rules.Fault {
	return rules.FirstFault(s.CastInput.check(), s.checkAim(s.Distance, s.Visible))
}

// bystander is a troop of the caster's side that a failed fireball may hit.
type bystander struct {
	ID       string `json:"id" in:"1..64"`
	Distance int    `json:"distance" in:"0..200"` // cells from the target
	Caster   bool   `json:"caster" default:"false"`
	Victim
	Veiled bool `json:"veiled" default:"false"`
}

type fireballInput struct {
	aimedInput
	Target  Victim      `json:"target"`
	Friends []bystander `json:"friends" len:"0..200" default:"[]"`
}

// spellHitResult is what the results of fireball and lightning have in addition.
type spellHitResult struct {
	CastResult
	Struck         string             `json:"struck"`
	StruckID       rules.NullableText `json:"struck_id"`
	Wound          *WoundRecord       `json:"wound"`
	HardAsIronUsed bool               `json:"hard_as_iron_used"`
	MoraleCheck    bool               `json:"morale_check"`
}

// hitBySpell applies the hit of a spell to a troop, unless a veil protects it.
func (r *spellHitResult) hitBySpell(c *rules.Roller, hitTroop string, who Victim, veiled bool) {
	r.Struck = hitTroop
	if veiled {
		return
	}
	h := HitSource{Source: "spell"}.Hit(c, &who, false)
	r.Outcome, r.Wound, r.HardAsIronUsed = h.Outcome, h.Wound, h.HardAsIronUsed
	r.MoraleCheck = hitTroop == "target" && who.Soldier()
}

func (f *fireballInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.RepeatedID("friends", f.Friends, func(b bystander) string { return b.ID }),
		f.aimedInput.check(),
		f.Target.check("target"),
		firstFaultOf("friends", f.Friends, func(at string, b bystander) *rules.Fault { return b.Victim.check(at) }),
	)
}

// nearest returns the friend nearest to the target except the caster, or nil.
func (f *fireballInput) nearest() (found *bystander) {
	for i := range f.Friends {
		if b := &f.Friends[i]; !b.Caster && (found == nil || b.Distance < found.Distance) {
			found = b
		}
	}
	return found
}

// resolve hits the target or, after a failed roll, a friend near it (MG-SPELL-1).
func (f *fireballInput) resolve(c *rules.Roller) any {
	r := spellHitResult{CastResult: f.Throw(c), Struck: "none"}
	if r.Success {
		r.hitBySpell(c, "target", f.Target, f.TargetVeiled)
	} else if b := f.nearest(); b != nil {
		r.StruckID = rules.NullableText(b.ID)
		r.hitBySpell(c, "friend", b.Victim, b.Veiled)
	}
	return r
}

type lightningInput struct {
	CastInput
	Visible      bool    `json:"visible" default:"true"`
	TargetVeiled bool    `json:"target_veiled" default:"false"`
	Target       *Victim `json:"target" default:"-"` // nil if the cell is empty
}

func (l *lightningInput) check() *rules.Fault {
	if f := rules.FirstFault(l.CastInput.check(), l.checkAim(0, l.Visible)); f != nil || l.Target == nil {
		return f
	}
	return l.Target.check("target")
}

// resolve hits the cell or, after a failed roll, the caster (MG-SPELL-7).
func (l *lightningInput) resolve(c *rules.Roller) any {
	r := spellHitResult{CastResult: l.Throw(c), Struck: "none"}
	if !r.Success {
		r.hitBySpell(c, "caster", Victim{Category: "magician"}, false)
	} else if l.Target != nil {
		r.hitBySpell(c, "target", *l.Target, l.TargetVeiled)
	}
	return r
}

type rustInput struct {
	aimedInput
	TargetKind string `json:"target_kind" in:"hero|unit"`
	Armour     string `json:"armour" in:"none|mail|plate"`
	Shield     bool   `json:"shield" default:"false"`
}

type rustResult struct {
	CastResult
	MoraleCheck bool   `json:"morale_check"`
	ArmourAfter string `json:"armour_after"`
	ShieldAfter bool   `json:"shield_after"`
}

// resolve removes the target's armour; shields stay (MG-SPELL-8).
func (u *rustInput) resolve(c *rules.Roller) any {
	r := rustResult{CastResult: u.Throw(c), ArmourAfter: u.Armour, ShieldAfter: u.Shield}
	if r.Success && !u.TargetVeiled {
		r.MoraleCheck = u.TargetKind == "unit"
		if u.Armour != "none" {
			r.Outcome, r.ArmourAfter = "armour-destroyed", "none"
		}
	}
	return r
}

type doomInput struct {
	CastInput
	Distance         int            `json:"distance" in:"0..200"`
	Visible          bool           `json:"visible" default:"true"`
	Unit             string         `json:"unit" in:"1..64"`
	MoraleStepPassed bool           `json:"morale_step_passed" default:"false"`
	FriendlyUnits    []friendlyUnit `json:"friendly_units" len:"0..100" default:"[]"`
}

type friendlyUnit struct {
	ID               string `json:"id" in:"1..64"`
	Distance         int    `json:"distance" in:"0..200"`
	MoraleStepPassed bool   `json:"morale_step_passed" default:"false"`
}

type doomResult struct {
	CastResult
	Tests      rules.NullableText `json:"tests"`
	TestMoment rules.NullableText `json:"test_moment"`
}

func (d *doomInput) check() *rules.Fault {
	ids := []string{d.Unit}
	for _, u := range d.FriendlyUnits {
		ids = append(ids, u.ID)
	}
	if i, found := firstRepeated(ids...); found {
		return rules.Faultf(rules.OutOfRange, rules.At("friendly_units", i-1)+".id", "%q is named already", ids[i])
	}
	return rules.FirstFault(d.CastInput.check(), d.checkAim(d.Distance, d.Visible))
}

// resolve makes the unit test its morale or, after a failed roll, the nearest friendly unit
// (MG-SPELL-6, ruling MG-AMB-59).
func (d *doomInput) resolve(c *rules.Roller) any {
	r := doomResult{CastResult: d.Throw(c)}
	passed := d.MoraleStepPassed
	switch {
	case r.Success:
		r.Tests = rules.NullableText(d.Unit)
	case len(d.FriendlyUnits) == 0:
		return r
	default:
		nearest := slices.MinFunc(d.FriendlyUnits, func(u, v friendlyUnit) int { return u.Distance - v.Distance })
		r.Tests, passed = rules.NullableText(nearest.ID), nearest.MoraleStepPassed
	}
	r.Outcome, r.TestMoment = "test", "morale-step"
	if passed {
		r.TestMoment = "at-once"
	}
	return r
}
