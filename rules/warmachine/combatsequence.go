package warmachine

import "oriflamme/rules"

// combatInput is a recorded combat action.
type combatInput struct {
	NormalMovement    string        `json:"normal_movement" in:"none|full-advance|run|charge" default:"\"none\""`
	ChargeSuccess     *bool         `json:"charge_success" default:"-"`
	Weapons           []weapon      `json:"weapons" len:"0..12"`
	Attacks           []attackEntry `json:"attacks" len:"0..60"`
	AfterModelSpecial string        `json:"after_model_special" in:"none|melee|ranged" default:"\"none\""`
	Payable           int           `json:"payable" in:"0..60" default:"60"`
	MixingAllowed     bool          `json:"mixing_allowed" default:"false"`
}

// attackEntry is an attack of the action.
type attackEntry struct {
	Type   string `json:"type" in:"initial|special|power|additional"`
	Weapon string `json:"weapon" in:"1..80" default:"-"`
}

// Types of attacks.
const (
	initial    = "initial"
	power      = "power"
	Additional = "additional"
)

type combatResult struct {
	Legal          bool              `json:"legal"`
	Violations     []attackViolation `json:"violations"`
	Option         NullableText      `json:"option"`
	Kind           NullableText      `json:"kind"`
	Accepted       int               `json:"accepted"`
	AdditionalUsed int               `json:"additional_used"`
	WeaponAttacks  []weaponAttacks   `json:"weapon_attacks"`
	Normal         []bool            `json:"normal"`
}

type attackViolation struct {
	Index int    `json:"index"`
	Rule  string `json:"rule"`
}

type weaponAttacks struct {
	ID      string `json:"id"`
	Attacks int    `json:"attacks"`
}

func (in combatInput) check() *rules.Fault {
	fault := FirstFault(
		FaultIf(in.ChargeSuccess != nil && in.NormalMovement != Charge, UnknownField("charge_success")),
		checkWeapons(in.Weapons),
	)
	if fault != nil {
		return fault
	}
	for i, b := range in.Attacks {
		at := MemberPath("attacks", i, "weapon")
		fault := FirstFault(
			FaultIf(b.Type == power && b.Weapon != "", UnknownField(at)),
			FaultIf((b.Type == initial || b.Type == Additional) && b.Weapon == "", MissingField(at)),
			FaultIf(b.Weapon != "" && weaponOf(in.Weapons, b.Weapon) < 0, BadValue(at, "no weapon %q", b.Weapon)),
		)
		if fault != nil {
			return fault
		}
	}
	return nil
}

// kind is that of an attack (WM-COMBAT-6, WM-COMBAT-14, WM-COMBAT-15).
func (in combatInput) kind(b attackEntry) string {
	switch {
	case b.Type == power:
		return Melee
	case b.Weapon == "":
		return noAttack
	}
	return in.Weapons[weaponOf(in.Weapons, b.Weapon)].Kind
}

// combatAction is how far the action has come.
type combatAction struct {
	combatInput
	option    string // type of the first attack accepted
	of        string // and its kind
	extras    int
	began     []bool // by weapon: its initial attack is made
	made      []int  // by weapon: attacks accepted
	additions bool   // an additional attack was accepted
}

// refusal is the first rule that an attack breaks, or "".
func (a *combatAction) refusal(b attackEntry) string {
	kind, charged := a.kind(b), a.NormalMovement == Charge
	w := weaponOf(a.Weapons, b.Weapon)
	switch {
	case a.NormalMovement == Run:
		return "WM-COMBAT-1"
	case charged && !valueOr(a.ChargeSuccess, true):
		return "WM-CHARGE-19"
	case b.Type == Additional && a.option == "":
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
	case charged && b.Type != Additional && kind != Melee:
		return "WM-CHARGE-17"
	case b.Type == initial && a.began[w] && kind == Melee:
		return "WM-COMBAT-3"
	case b.Type == initial && a.began[w]:
		return "WM-COMBAT-4"
	case a.of == noAttack && kind != a.AfterModelSpecial:
		return "WM-COMBAT-15"
	case (a.of == Melee || a.of == Ranged) && kind != a.of && !a.MixingAllowed:
		return "WM-COMBAT-12"
	case w >= 0 && kind == Ranged && a.made[w] >= a.Weapons[w].Rof:
		return "WM-COMBAT-9"
	case b.Type == Additional && a.extras >= a.Payable:
		return "WM-COMBAT-11"
	}
	return ""
}

func (a *combatAction) accept(b attackEntry) {
	if a.option == "" {
		a.option, a.of = b.Type, a.kind(b)
	}
	if w := weaponOf(a.Weapons, b.Weapon); w >= 0 {
		a.made[w]++
		a.began[w] = a.began[w] || b.Type == initial
	}
	if b.Type == Additional {
		a.additions = true
		a.extras++
	}
}

// followCombat judges the attacks of a combat action one by one (WM-COMBAT-10).
func followCombat(in combatInput) combatResult {
	a := combatAction{combatInput: in, began: make([]bool, len(in.Weapons)), made: make([]int, len(in.Weapons))}
	var r combatResult
	for i, b := range in.Attacks {
		r.Normal = append(r.Normal, b.Type == initial || b.Type == Additional)
		if rule := a.refusal(b); rule != "" {
			r.Violations = append(r.Violations, attackViolation{i, rule})
			continue
		}
		a.accept(b)
		r.Accepted++
	}
	r.Legal = len(r.Violations) == 0
	r.Option, r.Kind, r.AdditionalUsed = NullableText(a.option), NullableText(a.of), a.extras
	for i, w := range in.Weapons {
		r.WeaponAttacks = append(r.WeaponAttacks, weaponAttacks{w.ID, a.made[i]})
	}
	return r
}

var combatSequenceRuling = newRulingWithoutDice("combat-sequence",
	"WM-CHARGE-17 WM-CHARGE-19 WM-COMBAT-1 WM-COMBAT-2 WM-COMBAT-3 WM-COMBAT-4 WM-COMBAT-5 WM-COMBAT-6 WM-COMBAT-7 WM-COMBAT-8 WM-COMBAT-9 "+
		"WM-COMBAT-10 WM-COMBAT-11 WM-COMBAT-12 WM-COMBAT-13 WM-COMBAT-14 WM-COMBAT-15 WM-COMBAT-16",
	combatInput.check, followCombat)
