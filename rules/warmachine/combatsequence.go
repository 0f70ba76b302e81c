package warmachine

import "oriflamme/rules"

// combatAsked is a recorded combat action.
type combatAsked struct {
	NormalMovement    string   `json:"normal_movement" in:"none|full-advance|run|charge" default:"\"none\""`
	ChargeSuccess     *bool    `json:"charge_success" default:"-"`
	Weapons           []weapon `json:"weapons" len:"0..12"`
	Attacks           []blow   `json:"attacks" len:"0..60"`
	AfterModelSpecial string   `json:"after_model_special" in:"none|melee|ranged" default:"\"none\""`
	Payable           int      `json:"payable" in:"0..60" default:"60"`
	MixingAllowed     bool     `json:"mixing_allowed" default:"false"`
}

// blow is an attack of the action.
type blow struct {
	Type   string `json:"type" in:"initial|special|power|additional"`
	Weapon string `json:"weapon" in:"1..80" default:"-"`
}

// Types of attacks.
const (
	initial    = "initial"
	power      = "power"
	additional = "additional"
)

type combatResult struct {
	Legal          bool            `json:"legal"`
	Violations     []badBlow       `json:"violations"`
	Option         orNull          `json:"option"`
	Kind           orNull          `json:"kind"`
	Accepted       int             `json:"accepted"`
	AdditionalUsed int             `json:"additional_used"`
	WeaponAttacks  []weaponAttacks `json:"weapon_attacks"`
	Normal         []bool          `json:"normal"`
}

type badBlow struct {
	Index int    `json:"index"`
	Rule  string `json:"rule"`
}

type weaponAttacks struct {
	ID      string `json:"id"`
	Attacks int    `json:"attacks"`
}

func (in combatAsked) check() *rules.Fault {
	fault := first(
		when(in.ChargeSuccess != nil && in.NormalMovement != charge, unknown("charge_success")),
		checkWeapons(in.Weapons),
	)
	if fault != nil {
		return fault
	}
	for i, b := range in.Attacks {
		at := under("attacks", i, "weapon")
		fault := first(
			when(b.Type == power && b.Weapon != "", unknown(at)),
			when((b.Type == initial || b.Type == additional) && b.Weapon == "", missing(at)),
			when(b.Weapon != "" && weaponOf(in.Weapons, b.Weapon) < 0, strange(at, "no weapon %q", b.Weapon)),
		)
		if fault != nil {
			return fault
		}
	}
	return nil
}

// kind is that of an attack (WM-COMBAT-6, WM-COMBAT-14, WM-COMBAT-15).
func (in combatAsked) kind(b blow) string {
	switch {
	case b.Type == power:
		return melee
	case b.Weapon == "":
		return neither
	}
	return in.Weapons[weaponOf(in.Weapons, b.Weapon)].Kind
}

// combatAction is how far the action has come.
type combatAction struct {
	combatAsked
	option    string // type of the first attack accepted
	of        string // and its kind
	extras    int
	began     []bool // by weapon: its initial attack is made
	made      []int  // by weapon: attacks accepted
	additions bool   // an additional attack was accepted
}

// refusal is the first rule that an attack breaks, or "".
func (a *combatAction) refusal(b blow) string {
	kind, charged := a.kind(b), a.NormalMovement == charge
	w := weaponOf(a.Weapons, b.Weapon)
	switch {
	case a.NormalMovement == run:
		return "WM-COMBAT-1"
	case charged && !orElse(a.ChargeSuccess, true):
		return "WM-CHARGE-19"
	case b.Type == additional && a.option == "":
		return "WM-COMBAT-7"
	case (b.Type == special || b.Type == power) && a.option != "":
		return "WM-COMBAT-16"
	case b.Type == initial && a.option == special:
		return "WM-COMBAT-5"
	case b.Type == initial && a.option == power:
		return "WM-COMBAT-6"
	case b.Type == initial && a.additions:
		return "WM-COMBAT-7"
	case charged && b.Type == power:
		return "WM-COMBAT-6"
	case charged && b.Type != additional && kind != melee:
		return "WM-CHARGE-17"
	case b.Type == initial && a.began[w] && kind == melee:
		return "WM-COMBAT-3"
	case b.Type == initial && a.began[w]:
		return "WM-COMBAT-4"
	case a.of == neither && kind != a.AfterModelSpecial:
		return "WM-COMBAT-15"
	case (a.of == melee || a.of == ranged) && kind != a.of && !a.MixingAllowed:
		return "WM-COMBAT-12"
	case w >= 0 && kind == ranged && a.made[w] >= a.Weapons[w].Rof:
		return "WM-COMBAT-9"
	case b.Type == additional && a.extras >= a.Payable:
		return "WM-COMBAT-11"
	}
	return ""
}

func (a *combatAction) accept(b blow) {
	if a.option == "" {
		a.option, a.of = b.Type, a.kind(b)
	}
	if w := weaponOf(a.Weapons, b.Weapon); w >= 0 {
		a.made[w]++
		a.began[w] = a.began[w] || b.Type == initial
	}
	if b.Type == additional {
		a.additions = true
		a.extras++
	}
}

// followCombat judges the attacks of a combat action one by one (WM-COMBAT-10).
func followCombat(in combatAsked) combatResult {
	a := combatAction{combatAsked: in, began: make([]bool, len(in.Weapons)), made: make([]int, len(in.Weapons))}
	var r combatResult
	for i, b := range in.Attacks {
		r.Normal = append(r.Normal, b.Type == initial || b.Type == additional)
		if rule := a.refusal(b); rule != "" {
			r.Violations = append(r.Violations, badBlow{i, rule})
			continue
		}
		a.accept(b)
		r.Accepted++
	}
	r.Legal = len(r.Violations) == 0
	r.Option, r.Kind, r.AdditionalUsed = orNull(a.option), orNull(a.of), a.extras
	for i, w := range in.Weapons {
		r.WeaponAttacks = append(r.WeaponAttacks, weaponAttacks{w.ID, a.made[i]})
	}
	return r
}

var combatSequenceRuling = plain("combat-sequence",
	"WM-CHARGE-17 WM-CHARGE-19 WM-COMBAT-1 WM-COMBAT-2 WM-COMBAT-3 WM-COMBAT-4 WM-COMBAT-5 WM-COMBAT-6 WM-COMBAT-7 WM-COMBAT-8 WM-COMBAT-9 "+
		"WM-COMBAT-10 WM-COMBAT-11 WM-COMBAT-12 WM-COMBAT-13 WM-COMBAT-14 WM-COMBAT-15 WM-COMBAT-16",
	combatAsked.check, followCombat)
