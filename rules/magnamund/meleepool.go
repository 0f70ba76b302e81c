package magnamund

import (
	"slices"

	"oriflamme/rules"
)

// scrum is the pooled combat of pieces of one unit.
type scrum struct {
	Attackers     []pooled `json:"attackers" len:"1..100"`
	BattleMadness bool     `json:"battle_madness" default:"false"`
	TargetStunned bool     `json:"target_stunned" default:"false"`
	TargetArmours []string `json:"target_armours" len:"0..200" each:"none|mail|plate" default:"[]"`
	TargetCovers  []string `json:"target_covers" len:"0..200" each:"1..64" default:"[]"`
	Targets       []quarry `json:"targets" len:"1..200"`
	SecretParry   bool     `json:"secret_parry" default:"false"`
}

type scrumStruck struct {
	ID      string       `json:"id"`
	Outcome string       `json:"outcome"`
	Wound   *woundRecord `json:"wound"`
}

type scrumResult struct {
	pool
	Parried  bool          `json:"parried"`
	Struck   []scrumStruck `json:"struck"`
	Killed   []string      `json:"killed"`
	HitsLost int           `json:"hits_lost"`
}

func (s scrum) check() *rules.Fault {
	if f := twice("targets", s.Targets, func(q quarry) string { return q.ID }); f != nil {
		return f
	}
	for i, a := range s.Attackers {
		if a.Unit != s.Attackers[0].Unit {
			return rules.Breaks("MG-CPOOL-2", rules.At("attackers", i)+".unit", "all attackers are of one unit")
		}
	}
	if f := first(
		forbid(uneven(s.TargetArmours), "MG-CPOOL-2", "target_armours", "the targets are not armoured alike"),
		forbid(uneven(s.TargetCovers), "MG-CPOOL-2", "target_covers", "the targets are not covered alike"),
	); f != nil {
		return f
	}
	for i, t := range s.Targets {
		if t.Veiled {
			return rules.Breaks("MG-SPELL-4", rules.At("targets", i)+".veiled", "a veiled piece cannot be attacked")
		}
	}
	if f := first(
		forbid(s.TargetStunned && len(s.Targets) > 1, "MG-CBT-6", "target_stunned", "only a single target counts as stunned"),
		forbid(s.SecretParry && (len(s.Targets) != 1 || s.Targets[0].Category != "hero"), "MG-HERO-7", "secret_parry", "only a hero alone parries so"),
	); f != nil {
		return f
	}
	for i, t := range s.Targets {
		if f := t.check(rules.At("targets", i)); f != nil {
			return f
		}
	}
	return nil
}

// resolve throws for the hits; each strikes the first target that is still alive
// (MG-CPOOL-3, MG-CPOOL-4, ruling MG-AMB-30).
func (s scrum) resolve(c *rules.Cup) (r scrumResult) {
	for _, a := range s.Attackers {
		r.add(finalCombat(a.modified(), count(s.BattleMadness)+count(s.TargetStunned), 0), a.Count)
	}
	if r.Parried = s.SecretParry; r.Parried {
		return r
	}
	r.throw(c)
	if !c.Matters("struck") {
		return r
	}
	s.Targets = slices.Clone(s.Targets) // a struck piece uses up its Hard as Iron
	alive := 0                          // the first target that is
	for n := range r.Hits {
		if alive == len(s.Targets) {
			r.HitsLost = r.Hits - n
			break
		}
		t := &s.Targets[alive]
		h := blow{source: "melee"}.strike(c, &t.victim, false)
		r.Struck = append(r.Struck, scrumStruck{t.ID, h.Outcome, h.Wound})
		if h.Outcome == "killed" {
			r.Killed = append(r.Killed, t.ID)
			alive++
		}
	}
	return r
}

var meleePoolRuling = fieldByField(ruling("melee-pool",
	"MG-CPOOL-1 MG-CPOOL-2 MG-CPOOL-3 MG-CPOOL-4 MG-CBT-6 MG-HERO-7 MG-SPELL-4 MG-AMB-18 MG-AMB-26 MG-AMB-30 MG-AMB-36", "hits", scrum.check,
	func(c *rules.Cup, s scrum) scrumResult { return s.resolve(c) }))
