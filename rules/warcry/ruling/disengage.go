package ruling

import (
	"oriflamme/rules"
)

// DisengageInput is a disengage action and the reaction to it.
type DisengageInput struct {
	Fighter struct {
		Carrying bool `json:"carrying" default:"false"`
		Health
	} `json:"fighter"`
	NearestEnemyAtStart *rules.Dec      `json:"nearest_enemy_at_start" in:"0..1000" digits:"3" null:"true"`
	NormalMovesOnly     bool            `json:"normal_moves_only" default:"true"`
	PathLength          rules.Dec       `json:"path_length" in:"0..100" digits:"3"`
	NearestEnemyAtEnd   *rules.Dec      `json:"nearest_enemy_at_end" in:"0..1000" digits:"3" default:"null" null:"true"`
	Reaction            *strikeThemDown `json:"reaction" default:"null" null:"true"`
}

// strikeThemDown is the reaction to a disengage action (WC-REA-12).
type strikeThemDown struct {
	Visible  bool       `json:"visible"`
	Distance rules.Dec  `json:"distance" in:"0..1000" digits:"3"`
	Reactor  Engagement `json:"reactor" default:"{}"`
}

// DisengageFault is a rule that a disengage action breaks, and the fact that breaks it.
type DisengageFault struct {
	Rule  string `json:"rule"`
	Field string `json:"field"`
}

type disengageResult struct {
	Legal          bool             `json:"legal"`
	Faults         []DisengageFault `json:"faults"`
	Struck         *bool            `json:"struck"`
	Damage         int              `json:"damage"`
	AllocatedAfter int              `json:"allocated_after"`
	TakenDown      bool             `json:"taken_down"`
	Moves          bool             `json:"moves"`
}

// disengageReach is the greatest length of a disengage action in inches, whatever the Move
// (WC-DIS-1).
const disengageReach = 3 * rules.One

// Faults returns the rules that the action breaks (WC-DIS-1 to WC-DIS-4).
func (d DisengageInput) Faults() []DisengageFault {
	var faults []DisengageFault
	broken := func(is bool, rule, field string) {
		if is {
			faults = append(faults, DisengageFault{rule, field})
		}
	}
	broken(d.NearestEnemyAtStart == nil || *d.NearestEnemyAtStart > engagementRange, "WC-DIS-1", "nearest_enemy_at_start")
	broken(d.Fighter.Carrying, "WC-DIS-4", "fighter.carrying")
	broken(!d.NormalMovesOnly, "WC-DIS-3", "normal_moves_only")
	broken(d.PathLength > disengageReach, "WC-DIS-1", "path_length")
	broken(d.NearestEnemyAtEnd != nil && *d.NearestEnemyAtEnd <= engagementRange, "WC-DIS-1", "nearest_enemy_at_end")
	return faults
}

// ThrowStrikeDown throws for the reaction to a disengage action: on 4 or more the fighter
// suffers a die of damage before it moves (WC-REA-12).
func ThrowStrikeDown(c *rules.Roller, h *Health) (hit bool, damage int) {
	if c.Pool("strike-them-down", 1, 6, 4)[0] < 4 {
		return false, 0
	}
	return true, h.Suffer(c.Roll("strike-them-down-damage", 1, 6)[0])
}

// resolveDisengage carries out a disengage action. A fighter that the reaction takes down does
// not move (WC-DIS-1 to WC-DIS-5).
func resolveDisengage(c *rules.Roller, d DisengageInput) disengageResult {
	h := d.Fighter.Health
	r := disengageResult{Faults: d.Faults()}
	r.Legal = len(r.Faults) == 0
	if r.Legal && d.Reaction != nil {
		hit, damage := ThrowStrikeDown(c, &h)
		r.Struck, r.Damage = &hit, damage
	}
	r.AllocatedAfter, r.TakenDown = h.Allocated, h.TakenDown()
	r.Moves = r.Legal && !r.TakenDown
	return r
}

// check returns a fault for a reaction that cannot be made.
func (d DisengageInput) check() *rules.Fault {
	if fault := d.Fighter.check("fighter"); fault != nil || d.Reaction == nil {
		return fault
	}
	if fault := d.Reaction.Reactor.check("reaction.reactor"); fault != nil {
		return fault
	}
	rule := d.Reaction.Reactor.CannotReact()
	return rules.FirstFault(
		rules.FaultIf(rule != "", rules.Breaks(rule, "reaction.reactor", "this fighter cannot react")),
		rules.FaultIf(!d.Reaction.Visible || d.Reaction.Distance > engagementRange, rules.Breaks("WC-REA-12", "reaction", "the fighter that leaves must be visible and within 1 inch")),
	)
}

var resolveDisengageRuling = rules.CheckedRuling("resolve-disengage",
	"WC-DIS-1 WC-DIS-2 WC-DIS-3 WC-DIS-4 WC-DIS-5 WC-TRE-5 WC-REA-2 WC-REA-7 WC-REA-9 WC-REA-12 WC-DMG-2 WC-DMG-4",
	"damage taken_down", DisengageInput.check, resolveDisengage)
