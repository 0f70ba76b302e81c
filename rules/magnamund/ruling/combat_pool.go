package ruling

import (
	"slices"

	"oriflamme/rules"
)

// CombatPoolInput is the pooled combat of troops of one unit.
type CombatPoolInput struct {
	Attackers     []Pooled     `json:"attackers" len:"1..100"`
	BattleMadness bool         `json:"battle_madness" default:"false"`
	TargetStunned bool         `json:"target_stunned" default:"false"`
	TargetArmours []string     `json:"target_armours" len:"0..200" each:"none|mail|plate" default:"[]"`
	TargetCovers  []string     `json:"target_covers" len:"0..200" each:"1..64" default:"[]"`
	Targets       []PoolTarget `json:"targets" len:"1..200"`
	SecretParry   bool         `json:"secret_parry" default:"false"`
}

type combatPoolHit struct {
	ID      string       `json:"id"`
	Outcome string       `json:"outcome"`
	Wound   *WoundRecord `json:"wound"`
}

// CombatPoolResult is the outcome of pooled combat.
type CombatPoolResult struct {
	HitPool
	Parried  bool            `json:"parried"`
	Struck   []combatPoolHit `json:"struck"`
	Killed   []string        `json:"killed"`
	HitsLost int             `json:"hits_lost"`
}

func (s CombatPoolInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.RepeatedID("targets", s.Targets, func(q PoolTarget) string { return q.ID }),
		firstFaultOf("attackers", s.Attackers, func(at string, a Pooled) *rules.Fault {
			return rules.ForbidIf(a.Unit != s.Attackers[0].Unit, "MG-CPOOL-2", at+".unit", "all attackers are of one unit")
		}),
		rules.ForbidIf(hasDifferent(s.TargetArmours), "MG-CPOOL-2", "target_armours", "the targets are not armoured alike"),
		rules.ForbidIf(hasDifferent(s.TargetCovers), "MG-CPOOL-2", "target_covers", "the targets are not covered alike"),
		firstFaultOf("targets", s.Targets, func(at string, t PoolTarget) *rules.Fault {
			return rules.ForbidIf(t.Veiled, "MG-SPELL-4", at+".veiled", "a veiled piece cannot be attacked")
		}),
		rules.ForbidIf(s.TargetStunned && len(s.Targets) > 1, "MG-CBT-6", "target_stunned", "only a single target counts as stunned"),
		rules.ForbidIf(s.SecretParry && (len(s.Targets) != 1 || s.Targets[0].Category != "hero"), "MG-HERO-7", "secret_parry", "only a hero alone parries so"),
		firstFaultOf("targets", s.Targets, func(at string, t PoolTarget) *rules.Fault { return t.check(at) }),
	)
}

// Resolve throws for the hits; each hits the first target that is still alive (MG-CPOOL-3,
// MG-CPOOL-4, ruling MG-AMB-30).
func (s CombatPoolInput) Resolve(c *rules.Roller) (r CombatPoolResult) {
	for _, a := range s.Attackers {
		r.Add(FinalCombat(a.Modified(), rules.BoolToInt(s.BattleMadness)+rules.BoolToInt(s.TargetStunned), 0), a.Count)
	}
	if r.Parried = s.SecretParry; r.Parried {
		return r
	}
	r.throw(c)
	if !c.Matters("struck") {
		return r
	}
	s.Targets = slices.Clone(s.Targets) // a hit troop uses up its Hard as Iron
	alive := 0                          // index of the first target that is alive
	for n := range r.Hits {
		if alive == len(s.Targets) {
			r.HitsLost = r.Hits - n
			break
		}
		t := &s.Targets[alive]
		h := HitSource{Source: "melee"}.Hit(c, &t.Victim, false)
		r.Struck = append(r.Struck, combatPoolHit{t.ID, h.Outcome, h.Wound})
		if h.Outcome == "killed" {
			r.Killed = append(r.Killed, t.ID)
			alive++
		}
	}
	return r
}

var meleePoolRuling = rules.CheckedRuling("melee-pool",
	"MG-CPOOL-1 MG-CPOOL-2 MG-CPOOL-3 MG-CPOOL-4 MG-CBT-6 MG-HERO-7 MG-SPELL-4 MG-AMB-18 MG-AMB-26 MG-AMB-30 MG-AMB-36", "hits", CombatPoolInput.check,
	func(c *rules.Roller, s CombatPoolInput) CombatPoolResult { return s.Resolve(c) }).WithOddsByField()
