package ruling

import (
	"slices"

	"oriflamme/rules"
)

// PoolTarget is a troop that pooled fire or combat may hit.
type PoolTarget struct {
	ID string `json:"id" in:"1..64"`
	Victim
	Veiled bool `json:"veiled" default:"false"`
}

// Neighbour is a troop with its distance from the target in cells.
type Neighbour struct {
	ID       string `json:"id" in:"1..64"`
	Distance int    `json:"distance" in:"1..200"`
	Victim
	Veiled bool `json:"veiled" default:"false"`
}

// Pooled is a number of shooters or attackers with exactly these values.
type Pooled struct {
	Unit           string `json:"unit" in:"1..64"`
	Count          int    `json:"count" in:"1..100" default:"1"`
	BasePercentage int    `json:"base_percentage" in:"0..100"`
	Modifiers      []int  `json:"modifiers" len:"0..20" each:"-100..100" default:"[]"`
}

// Modified is the percentage with modifiers, before halving and doubling.
func (p Pooled) Modified() int { return p.BasePercentage + sum(p.Modifiers) }

// PooledShooter is a group of shooters with equal values.
type PooledShooter struct {
	Pooled
	LongRange bool `json:"long_range"`
	InArc     bool `json:"in_arc" default:"true"`
}

// FirePoolInput is the pooled fire of troops of one unit.
type FirePoolInput struct {
	Shooters      []PooledShooter `json:"shooters" len:"1..100"`
	EnchantedAim  bool            `json:"enchanted_aim" default:"false"`
	TargetArmours []string        `json:"target_armours" len:"0..200" each:"none|mail|plate" default:"[]"`
	TargetCovers  []string        `json:"target_covers" len:"0..200" each:"1..64" default:"[]"`
	FirstTarget   PoolTarget      `json:"first_target"`
	Others        []Neighbour     `json:"others" len:"0..200" default:"[]"`
}

type poolHit struct {
	ID         string       `json:"id"`
	Candidates []string     `json:"candidates"`
	Outcome    string       `json:"outcome"`
	Wound      *WoundRecord `json:"wound"`
}

// FirePoolResult is the outcome of pooled fire.
type FirePoolResult struct {
	HitPool
	Deflected bool      `json:"deflected"`
	Struck    []poolHit `json:"struck"`
	Killed    []string  `json:"killed"`
	HitsLost  int       `json:"hits_lost"`
}

func (v FirePoolInput) check() *rules.Fault {
	ids := []string{v.FirstTarget.ID}
	for _, o := range v.Others {
		ids = append(ids, o.ID)
	}
	if i, found := firstRepeated(ids...); found {
		return rules.Faultf(rules.OutOfRange, rules.At("others", i-1)+".id", "%q is there twice", ids[i])
	}
	return rules.FirstFault(
		firstFaultOf("shooters", v.Shooters, func(at string, s PooledShooter) *rules.Fault {
			return rules.ForbidIf(s.Unit != v.Shooters[0].Unit, "MG-POOL-2", at+".unit", "all shooters are of one unit")
		}),
		rules.ForbidIf(hasDifferent(v.TargetArmours), "MG-POOL-2", "target_armours", "the targets are not armoured alike"),
		rules.ForbidIf(hasDifferent(v.TargetCovers), "MG-POOL-2", "target_covers", "the targets are not covered alike"),
		firstFaultOf("shooters", v.Shooters, func(at string, s PooledShooter) *rules.Fault {
			return rules.ForbidIf(s.LongRange != v.Shooters[0].LongRange, "MG-POOL-2", at+".long_range", "the ranges are not equal")
		}),
		firstFaultOf("shooters", v.Shooters, func(at string, s PooledShooter) *rules.Fault {
			return rules.ForbidIf(!s.InArc, "MG-POOL-2", at+".in_arc", "a target is out of arc")
		}),
		v.FirstTarget.check("first_target"),
		firstFaultOf("others", v.Others, func(at string, o Neighbour) *rules.Fault { return o.check(at) }),
	)
}

// Resolve throws for the hits and distributes them (MG-POOL-3 to MG-POOL-6).
func (v FirePoolInput) Resolve(c *rules.Roller) (r FirePoolResult) {
	for _, s := range v.Shooters {
		r.Add(finalFire(s.Modified(), s.LongRange, rules.BoolToInt(v.EnchantedAim), 0), s.Count)
	}
	if r.Deflected = v.FirstTarget.Veiled; r.Deflected {
		return r
	}
	r.throw(c)
	if c.Matters("struck") {
		v.deal(c, &r)
	}
	return r
}

// deal applies the hits one by one. A target that is not a soldier takes all of them;
// otherwise one hits the target and the others the troops nearest to it, friend or foe
// (rulings MG-AMB-29 and MG-AMB-30).
func (v FirePoolInput) deal(c *rules.Roller, r *FirePoolResult) {
	v.Others = slices.Clone(v.Others) // a hit troop uses up its Hard as Iron
	dead := make([]bool, len(v.Others))
	targetDead := false
	for n := range r.Hits {
		if n == 0 || !v.FirstTarget.Soldier() && !targetDead {
			t := &v.FirstTarget
			targetDead = r.strike(c, t.ID, []string{t.ID}, &t.Victim, false)
			continue
		}
		i, candidates := -1, []string(nil)
		if v.FirstTarget.Soldier() {
			i, candidates = nearest(v.Others, dead)
		}
		if i < 0 {
			r.HitsLost = r.Hits - n
			return
		}
		o := &v.Others[i]
		dead[i] = r.strike(c, o.ID, candidates, &o.Victim, o.Veiled)
	}
}

// strike applies one hit to a troop; it reports whether the troop died.
func (r *FirePoolResult) strike(c *rules.Roller, id string, candidates []string, who *Victim, veiled bool) (dead bool) {
	s := poolHit{ID: id, Candidates: candidates, Outcome: "deflected"}
	if !veiled {
		h := HitSource{Source: "ranged"}.Hit(c, who, false)
		s.Outcome, s.Wound = h.Outcome, h.Wound
	}
	r.Struck = append(r.Struck, s)
	if dead = s.Outcome == "killed"; dead {
		r.Killed = append(r.Killed, id)
	}
	return dead
}

// nearest returns the first of the living troops at the least distance, and the ids of all
// of them; at is -1 if none is alive.
func nearest(others []Neighbour, dead []bool) (at int, candidates []string) {
	at = -1
	for i, o := range others {
		if !dead[i] && (at < 0 || o.Distance < others[at].Distance) {
			at = i
		}
	}
	for i, o := range others {
		if at >= 0 && !dead[i] && o.Distance == others[at].Distance {
			candidates = append(candidates, o.ID)
		}
	}
	return at, candidates
}

var firePoolRuling = rules.CheckedRuling("fire-pool",
	"MG-POOL-1 MG-POOL-2 MG-POOL-3 MG-POOL-4 MG-POOL-5 MG-POOL-6 MG-AMB-11 MG-AMB-26 MG-AMB-29 MG-AMB-36 MG-SPELL-4", "hits", FirePoolInput.check,
	func(c *rules.Roller, v FirePoolInput) FirePoolResult { return v.Resolve(c) }).WithOddsByField()
