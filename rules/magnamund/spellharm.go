package magnamund

import "oriflamme/rules"

// byStander is a piece of the caster's side that a fireball may hit instead.
type byStander struct {
	ID       string `json:"id" in:"1..64"`
	Distance int    `json:"distance" in:"0..200"` // from the target
	Caster   bool   `json:"caster" default:"false"`
	victim
	Veiled bool `json:"veiled" default:"false"`
}

type fireball struct {
	casting
	Distance     int         `json:"distance" in:"0..200"`
	Visible      bool        `json:"visible" default:"true"`
	TargetVeiled bool        `json:"target_veiled" default:"false"`
	Target       victim      `json:"target"`
	Friends      []byStander `json:"friends" len:"0..200" default:"[]"`
}

// scorched is what fireball and lightning tell besides.
type scorched struct {
	cast
	Struck         string       `json:"struck"`
	StruckID       orNull       `json:"struck_id"`
	Wound          *woundRecord `json:"wound"`
	HardAsIronUsed bool         `json:"hard_as_iron_used"`
	MoraleCheck    bool         `json:"morale_check"`
}

// burn is the hit of a spell on a piece, whom the veil protects.
func (r *scorched) burn(c *rules.Cup, struck string, who victim, veiled bool) {
	r.Struck = struck
	if veiled {
		return
	}
	h := blow{source: "spell"}.strike(c, &who, false)
	r.Outcome, r.Wound, r.HardAsIronUsed = h.Outcome, h.Wound, h.HardAsIronUsed
	r.MoraleCheck = struck == "target" && who.soldier()
}

func (f *fireball) check() *rules.Fault {
	if fault := first(
		twice("friends", f.Friends, func(b byStander) string { return b.ID }),
		f.casting.check(),
		f.checkAim(f.Distance, f.Visible),
		f.Target.check("target"),
	); fault != nil {
		return fault
	}
	for i, b := range f.Friends {
		if fault := b.victim.check(rules.At("friends", i)); fault != nil {
			return fault
		}
	}
	return nil
}

// nearest finds the friend nearest to the target, the caster left out; nil with none.
func (f *fireball) nearest() (found *byStander) {
	for i := range f.Friends {
		if b := &f.Friends[i]; !b.Caster && (found == nil || b.Distance < found.Distance) {
			found = b
		}
	}
	return found
}

// resolve burns the target or, on a failure, a friend near it (MG-SPELL-1).
func (f *fireball) resolve(c *rules.Cup) any {
	r := scorched{cast: f.throw(c), Struck: "none"}
	if r.Success {
		r.burn(c, "target", f.Target, f.TargetVeiled)
	} else if b := f.nearest(); b != nil {
		r.StruckID = orNull(b.ID)
		r.burn(c, "friend", b.victim, b.Veiled)
	}
	return r
}

type lightning struct {
	casting
	Visible      bool    `json:"visible" default:"true"`
	TargetVeiled bool    `json:"target_veiled" default:"false"`
	Target       *victim `json:"target" default:"-"` // nil: the cell is empty
}

func (l *lightning) check() *rules.Fault {
	if f := first(l.casting.check(), l.checkAim(0, l.Visible)); f != nil || l.Target == nil {
		return f
	}
	return l.Target.check("target")
}

// resolve strikes the cell or, on a failure, the caster (MG-SPELL-7).
func (l *lightning) resolve(c *rules.Cup) any {
	r := scorched{cast: l.throw(c), Struck: "none"}
	if !r.Success {
		r.burn(c, "caster", victim{Category: "magician"}, false)
	} else if l.Target != nil {
		r.burn(c, "target", *l.Target, l.TargetVeiled)
	}
	return r
}

type rust struct {
	casting
	Distance     int    `json:"distance" in:"0..200"`
	Visible      bool   `json:"visible" default:"true"`
	TargetVeiled bool   `json:"target_veiled" default:"false"`
	TargetKind   string `json:"target_kind" in:"hero|unit"`
	Armour       string `json:"armour" in:"none|mail|plate"`
	Shield       bool   `json:"shield" default:"false"`
}

type rusted struct {
	cast
	MoraleCheck bool   `json:"morale_check"`
	ArmourAfter string `json:"armour_after"`
	ShieldAfter bool   `json:"shield_after"`
}

func (u *rust) check() *rules.Fault {
	return first(u.casting.check(), u.checkAim(u.Distance, u.Visible))
}

// resolve eats the armour; shields stay (MG-SPELL-8).
func (u *rust) resolve(c *rules.Cup) any {
	r := rusted{cast: u.throw(c), ArmourAfter: u.Armour, ShieldAfter: u.Shield}
	if r.Success && !u.TargetVeiled {
		r.MoraleCheck = u.TargetKind == "unit"
		if u.Armour != "none" {
			r.Outcome, r.ArmourAfter = "armour-destroyed", "none"
		}
	}
	return r
}

type doom struct {
	casting
	Distance         int    `json:"distance" in:"0..200"`
	Visible          bool   `json:"visible" default:"true"`
	Unit             string `json:"unit" in:"1..64"`
	MoraleStepPassed bool   `json:"morale_step_passed" default:"false"`
	FriendlyUnits    []struct {
		ID               string `json:"id" in:"1..64"`
		Distance         int    `json:"distance" in:"0..200"`
		MoraleStepPassed bool   `json:"morale_step_passed" default:"false"`
	} `json:"friendly_units" len:"0..100" default:"[]"`
}

type doomed struct {
	cast
	Tests      orNull `json:"tests"`
	TestMoment orNull `json:"test_moment"`
}

func (d *doom) check() *rules.Fault {
	ids := []string{d.Unit}
	for _, u := range d.FriendlyUnits {
		ids = append(ids, u.ID)
	}
	if i, found := repeated(ids...); found {
		return rules.Faultf(rules.OutOfRange, rules.At("friendly_units", i-1)+".id", "%q is named already", ids[i])
	}
	return first(d.casting.check(), d.checkAim(d.Distance, d.Visible))
}

// resolve has the unit test or, on a failure, the nearest friendly one (MG-SPELL-6,
// ruling MG-AMB-59).
func (d *doom) resolve(c *rules.Cup) any {
	r := doomed{cast: d.throw(c)}
	passed := d.MoraleStepPassed
	if r.Success {
		r.Tests = orNull(d.Unit)
	} else {
		least := -1
		for i, u := range d.FriendlyUnits {
			if least < 0 || u.Distance < d.FriendlyUnits[least].Distance {
				least = i
			}
		}
		if least < 0 {
			return r
		}
		r.Tests, passed = orNull(d.FriendlyUnits[least].ID), d.FriendlyUnits[least].MoraleStepPassed
	}
	r.Outcome, r.TestMoment = "test", "morale-step"
	if passed {
		r.TestMoment = "at-once"
	}
	return r
}
