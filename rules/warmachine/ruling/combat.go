package ruling

import (
	"slices"

	"oriflamme/rules"
)

// combatInput is the record of a combat action.
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
	Legal          bool               `json:"legal"`
	Violations     []attackViolation  `json:"violations"`
	Option         rules.NullableText `json:"option"`
	Kind           rules.NullableText `json:"kind"`
	Accepted       int                `json:"accepted"`
	AdditionalUsed int                `json:"additional_used"`
	WeaponAttacks  []weaponAttacks    `json:"weapon_attacks"`
	Normal         []bool             `json:"normal"`
}

// attackViolation is an attack that breaks a rule.
type attackViolation struct {
	Index int    `json:"index"`
	Rule  string `json:"rule"`
}

// weaponAttacks is the number of attacks made with a weapon.
type weaponAttacks struct {
	ID      string `json:"id"`
	Attacks int    `json:"attacks"`
}

func (in combatInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.FaultIf(in.ChargeSuccess != nil && in.NormalMovement != Charge, rules.Unexpected("charge_success")),
		checkWeapons(in.Weapons),
		EachFault(in.Attacks, in.checkAttack),
	)
}

func (in combatInput) checkAttack(i int, b attackEntry) *rules.Fault {
	at := MemberPath("attacks", i, "weapon")
	return rules.FirstFault(
		rules.FaultIf(b.Type == power && b.Weapon != "", rules.Unexpected(at)),
		rules.FaultIf((b.Type == initial || b.Type == Additional) && b.Weapon == "", rules.Missing(at)),
		rules.FaultIf(b.Weapon != "" && weaponOf(in.Weapons, b.Weapon) < 0, BadValue(at, "no weapon %q", b.Weapon)),
	)
}

// kind returns the kind of an attack (WM-COMBAT-6, WM-COMBAT-14, WM-COMBAT-15).
func (in combatInput) kind(b attackEntry) string {
	switch {
	case b.Type == power:
		return Melee
	case b.Weapon == "":
		return noAttack
	}
	return in.Weapons[weaponOf(in.Weapons, b.Weapon)].Kind
}

// combatAction is the state of a combat action between two attacks.
type combatAction struct {
	combatInput
	option    string // type of the first attack accepted
	of        string // kind of the first attack accepted
	extras    int
	began     []bool // by weapon: its initial attack was made
	made      []int  // by weapon: number of attacks accepted
	additions bool   // an additional attack was accepted
}

// refusal returns the first rule that an attack breaks, or "".
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

// accept counts an attack that breaks no rule.
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

// followCombat checks the attacks of a combat action one by one (WM-COMBAT-10).
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
	r.Option, r.Kind, r.AdditionalUsed = rules.NullableText(a.option), rules.NullableText(a.of), a.extras
	for i, w := range in.Weapons {
		r.WeaponAttacks = append(r.WeaponAttacks, weaponAttacks{w.ID, a.made[i]})
	}
	return r
}

var combatSequenceRuling = rules.DicelessRuling("combat-sequence",
	"WM-CHARGE-17 WM-CHARGE-19 WM-COMBAT-1 WM-COMBAT-2 WM-COMBAT-3 WM-COMBAT-4 WM-COMBAT-5 WM-COMBAT-6 WM-COMBAT-7 WM-COMBAT-8 WM-COMBAT-9 "+
		"WM-COMBAT-10 WM-COMBAT-11 WM-COMBAT-12 WM-COMBAT-13 WM-COMBAT-14 WM-COMBAT-15 WM-COMBAT-16",
	combatInput.check, followCombat)

// weapon is a weapon of a model. Only ranged weapons have a rate of fire.
type weapon struct {
	ID   string `json:"id" in:"1..80"`
	Kind string `json:"kind" in:"melee|ranged"`
	Rof  int    `json:"rof" in:"1..20" default:"-"` // 0: melee
}

// Kinds of attacks.
const (
	Melee    = "melee"
	Ranged   = "ranged"
	Magic    = "magic"
	noAttack = "neither"
)

func checkWeapons(list []weapon) *rules.Fault {
	return rules.FirstFault(
		rules.RepeatedID("weapons", list, func(w weapon) string { return w.ID }),
		EachFault(list, func(i int, w weapon) *rules.Fault {
			return CheckPresence(w.Kind == Ranged, w.Rof > 0, MemberPath("weapons", i, "rof"))
		}),
	)
}

// weaponOf returns the index of the weapon with an id, -1 when there is none.
func weaponOf(list []weapon, id string) int {
	return slices.IndexFunc(list, func(w weapon) bool { return w.ID == id })
}

type budgetInput struct {
	Option            string   `json:"option" in:"initial-melee|initial-ranged|special-attack|power-attack"`
	Weapons           []weapon `json:"weapons" len:"0..12"`
	SpecialWeapon     string   `json:"special_weapon" in:"1..80" default:"-"`
	AfterModelSpecial string   `json:"after_model_special" in:"none|melee|ranged" default:"-"`
	Payable           int      `json:"payable" in:"0..50" default:"0"`
}

type budgetResult struct {
	Kind          string         `json:"kind"`
	FirstAttacks  int            `json:"first_attacks"`
	Weapons       []weaponBudget `json:"weapons"`
	MaxAdditional int            `json:"max_additional"`
	MaxAttacks    int            `json:"max_attacks"`
}

// weaponBudget is the number of attacks that a weapon may make.
type weaponBudget struct {
	ID            string `json:"id"`
	First         int    `json:"first"`
	MaxAdditional int    `json:"max_additional"`
	MaxTotal      int    `json:"max_total"`
}

func (in budgetInput) check() *rules.Fault {
	special := in.Option == "special-attack"
	return rules.FirstFault(
		checkWeapons(in.Weapons),
		rules.FaultIf(in.SpecialWeapon != "" && !special, rules.Unexpected("special_weapon")),
		rules.FaultIf(in.SpecialWeapon != "" && weaponOf(in.Weapons, in.SpecialWeapon) < 0, BadValue("special_weapon", "no weapon %q", in.SpecialWeapon)),
		rules.FaultIf(in.AfterModelSpecial != "" && (!special || in.SpecialWeapon != ""), rules.Unexpected("after_model_special")),
	)
}

// firstAttacks returns the kind of the option, the kind of additional attacks that may
// follow it, and which weapons make the first attacks (WM-COMBAT-3 to WM-COMBAT-6,
// WM-COMBAT-14, WM-COMBAT-15).
func (in budgetInput) firstAttacks() (kind, follow string, firstWith func(weapon) bool) {
	none := func(weapon) bool { return false }
	special := weaponOf(in.Weapons, in.SpecialWeapon)
	switch {
	case in.Option == "power-attack":
		return Melee, Melee, none
	case in.Option == "special-attack" && special < 0:
		return noAttack, in.AfterModelSpecial, none
	case in.Option == "special-attack":
		kind = in.Weapons[special].Kind
		return kind, kind, func(w weapon) bool { return w.ID == in.SpecialWeapon }
	}
	kind = Melee
	if in.Option == "initial-ranged" {
		kind = Ranged
	}
	return kind, kind, func(w weapon) bool { return w.Kind == kind }
}

// additional returns how many additional attacks a weapon may make: in melee as many as are
// paid for, at range at most what its ROF leaves (WM-COMBAT-8, WM-COMBAT-9).
func (w weapon) additional(first, payable int) int {
	if w.Kind == Ranged {
		return min(payable, w.Rof-first)
	}
	return payable
}

func resolveBudget(in budgetInput) budgetResult {
	kind, follow, firstWith := in.firstAttacks()
	r := budgetResult{Kind: kind}
	initial := in.Option == "initial-melee" || in.Option == "initial-ranged"
	if !initial {
		r.FirstAttacks = 1
	}
	for _, w := range in.Weapons {
		b := weaponBudget{ID: w.ID}
		if firstWith(w) {
			b.First = 1
		}
		if initial {
			r.FirstAttacks += b.First
		}
		if w.Kind == follow {
			b.MaxAdditional = w.additional(b.First, in.Payable)
		}
		b.MaxTotal = b.First + b.MaxAdditional
		r.MaxAdditional += b.MaxAdditional
		r.Weapons = append(r.Weapons, b)
	}
	r.MaxAdditional = min(in.Payable, r.MaxAdditional)
	r.MaxAttacks = r.FirstAttacks + r.MaxAdditional
	return r
}

var attackBudgetRuling = rules.DicelessRuling("attack-budget",
	"WM-COMBAT-3 WM-COMBAT-4 WM-COMBAT-5 WM-COMBAT-6 WM-COMBAT-7 WM-COMBAT-8 WM-COMBAT-9 WM-COMBAT-11 WM-COMBAT-12 WM-COMBAT-13 WM-COMBAT-14 "+
		"WM-COMBAT-15 WM-COMBAT-16",
	budgetInput.check, resolveBudget)
