package ruling

import (
	"slices"

	"oriflamme/rules"
)

// EngagedUnit is a unit of an engagement; it attacks and is attacked.
type EngagedUnit struct {
	ID               string            `json:"id" in:"1..64"`
	Type             string            `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines" default:"\"infantry\""`
	Attack           AttackValue       `json:"attack"`
	Hits             int               `json:"hits" in:"1..20"`
	Armour           string            `json:"armour" in:"0|6+|5+|4+|3+" default:"\"0\""`
	HitsMarked       int               `json:"hits_marked" in:"0..19" default:"0"`
	Protection       string            `json:"protection" in:"none|defended|fortified" default:"\"none\""`
	Charging         bool              `json:"charging" default:"false"`
	Pursuing         bool              `json:"pursuing" default:"false"`
	RetreatCm        *int              `json:"retreat_cm" in:"1..200" default:"-" null:"true"`
	Terrifying       bool              `json:"terrifying" default:"false"`
	Confused         bool              `json:"confused" default:"false"`
	Stands           []FightingStand   `json:"stands" len:"1..12"`
	CharacterAttacks []CharacterAttack `json:"character_attacks" len:"0..4" default:"[]"`
}

// Attacker is the unit as it attacks.
func (e EngagedUnit) Attacker() attacker {
	return attacker{e.Type, e.Attack, e.Charging, e.Pursuing, e.Terrifying, e.Confused, e.Stands, e.CharacterAttacks}
}

func (e EngagedUnit) attacked() AttackedUnit {
	return AttackedUnit{e.ID, e.Type, e.Protection, e.RetreatCm}
}

func (e EngagedUnit) roundUnit(suffered int) roundUnit {
	return roundUnit{e.ID, e.Type, len(e.Stands), e.Hits, e.HitsMarked, suffered, e.Protection}
}

type engagedSide struct {
	Units       []EngagedUnit `json:"units" len:"1..6"`
	Support     int           `json:"support" in:"0..40" default:"0"`
	ChargeShots int           `json:"charge_shooting_hits" in:"0..200" default:"0"`
}

// CombatInput is a round of an engagement.
type CombatInput struct {
	Round  int  `json:"round" in:"1..50" default:"1"`
	Floor  int  `json:"floor" in:"0..1" default:"0"`
	Active Side `json:"active" in:"a|b" default:"\"a\""`
	BySide[engagedSide]
}

// attackBlock is the attacks of a unit on one enemy unit, and their dice.
type attackBlock struct {
	Side        Side   `json:"side"`
	Unit        string `json:"unit"`
	Target      string `json:"target"`
	Dice        int    `json:"dice"`
	ToHit       int    `json:"to_hit"`
	HitsScored  int    `json:"hits_scored"`
	Saved       int    `json:"saved"`
	UnsavedHits int    `json:"unsaved_hits"`
	target      int    // index of the attacked unit
	save        int
}

// CombatResult is the result of a round with the dice of every block of attacks.
type CombatResult struct {
	Attacks []attackBlock `json:"attacks"`
	RoundResult
}

// Check refuses a round in which the units and their stands contradict each other.
func (in CombatInput) Check() *rules.Fault {
	if f := twiceInEngagement(in.A.Units, in.B.Units, func(e EngagedUnit) string { return e.ID }); f != nil {
		return f
	}
	for _, side := range sides {
		targets := in.Targets(side)
		for i, u := range in.Of(side).Units {
			at := rules.At(string(side)+".units", i)
			if f := rules.FirstFault(
				rules.OutOfRangeIf(u.HitsMarked >= u.Hits, at+".hits_marked", "would have removed a stand"),
				u.Attacker().checkTargets(at, targets),
			); f != nil {
				return f
			}
		}
	}
	for _, side := range sides {
		for i, u := range in.Of(side).Units {
			if f := u.Attacker().checkPursuit(rules.At(string(side)+".units", i), in.Round); f != nil {
				return f
			}
		}
	}
	return nil
}

// Targets lists the units that a side may attack.
func (in *CombatInput) Targets(side Side) (all []AttackedUnit) {
	for _, u := range in.Of(side.opponent()).Units {
		all = append(all, u.attacked())
	}
	return all
}

// blocks lists the attacks of the round in the order in which they are rolled, the active
// side's first.
func (in CombatInput) blocks() (all []attackBlock) {
	for _, side := range [2]Side{in.Active, in.Active.opponent()} {
		targets := in.Targets(side)
		for _, u := range in.Of(side).Units {
			for i, t := range u.Attacker().Attacks(targets, in.Round, in.Floor).ByTarget {
				if t.Dice > 0 {
					save := LeastSave(in.Of(side.opponent()).Units[i].Armour)
					all = append(all, attackBlock{Side: side, Unit: u.ID, Target: t.ID, Dice: t.Dice, ToHit: t.ToHit, target: i, save: save})
				}
			}
		}
	}
	return all
}

// throw rolls the attack dice of a block and the armour dice against its hits (WR-HIT-1 to
// WR-HIT-3).
func (b *attackBlock) throw(c *rules.Roller) {
	b.HitsScored, b.Saved = throwVolley(c, b.Dice, b.ToHit, b.save)
	b.UnsavedHits = b.HitsScored - b.Saved
}

// Resolve rolls all attacks, which are simultaneous, and settles the round.
func (in CombatInput) Resolve(c *rules.Roller) CombatResult {
	r := CombatResult{Attacks: in.blocks()}
	suffered := BySide[[]int]{make([]int, len(in.A.Units)), make([]int, len(in.B.Units))}
	for i := range r.Attacks {
		b := &r.Attacks[i]
		b.throw(c)
		(*suffered.Of(b.Side.opponent()))[b.target] += b.UnsavedHits
	}
	r.RoundResult = settleRound(c, in.Round, BySide[roundSide]{in.A.strength(suffered.A), in.B.strength(suffered.B)})
	return r
}

func (s engagedSide) strength(suffered []int) roundSide {
	g := roundSide{Support: s.Support, ChargeShots: s.ChargeShots}
	for i, u := range s.Units {
		g.Units = append(g.Units, u.roundUnit(suffered[i]))
	}
	return g
}

var combatRoundRuling = withComputedOdds(rules.CheckedRuling("combat-round",
	"WR-ATT-1 WR-ATT-2 WR-ATT-3 WR-ATT-4 WR-ATT-5 WR-ATT-6 WR-ATT-7 WR-ATT-8 WR-ATT-9 WR-ATT-10 WR-ATT-11 WR-ATT-12 "+
		"WR-HIT-1 WR-HIT-2 WR-HIT-3 WR-CAS-1 WR-CAS-2 WR-CAS-4 WR-RES-1 WR-RES-2 WR-RES-3 WR-RES-4 WR-RES-6 WR-RES-8 WR-RES-9 "+
		"WR-PUR-19 WR-PROV-6 WR-PROV-9",
	"counted_hits.a counted_hits.b inflicted.a inflicted.b totals.a totals.b signed_difference outcome retreat_cm "+
		"stands_removed.a stands_removed.b wiped_out.a wiped_out.b", CombatInput.Check,
	func(c *rules.Roller, in CombatInput) CombatResult { return in.Resolve(c) }), CombatInput.odds)

// Causes lists the rules that changed a unit's number of attacks (WR-ATT-4).
func (e EngagedUnit) Causes(targets []AttackedUnit, round int) (all []string) {
	a := e.Attacker()
	note := func(holds bool, rule string) {
		if holds && !slices.Contains(all, rule) {
			all = append(all, rule)
		}
	}
	for _, s := range a.Stands {
		if s.Target == "" {
			continue
		}
		target := targets[IndexByID(targets, s.Target, func(t AttackedUnit) string { return t.ID })]
		note(a.Charging && round == 1 && target.protection() == "none", "WR-ATT-5")
		note(a.Charging && round == 1 && target.protection() == "none" && ChargeBonus(a.Type) > 1, "WR-ATT-6")
		note(a.Pursuing && target.RetreatCm != nil, "WR-ATT-7")
		note(a.Pursuing && target.RetreatCm != nil && *target.RetreatCm >= 3, "WR-ATT-8")
		note(s.TouchesTerrifying && !a.Terrifying, "WR-ATT-9")
		note(s.Flanked, "WR-ATT-10")
	}
	note(a.Confused, "WR-ATT-11")
	note(len(a.CharacterAttacks) > 0, "WR-PROV-9")
	return all
}
