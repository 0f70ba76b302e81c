package warmachine

import "oriflamme/rules"

// weapon is a weapon of a model; only ranged ones have a rate of fire.
type weapon struct {
	ID   string `json:"id" in:"1..80"`
	Kind string `json:"kind" in:"melee|ranged"`
	Rof  int    `json:"rof" in:"1..20" default:"-"` // 0: none
}

// Kinds of attacks.
const (
	Melee    = "melee"
	Ranged   = "ranged"
	Magic    = "magic"
	noAttack = "neither"
)

func checkWeapons(list []weapon) *rules.Fault {
	if f := repeatedID(list, "weapons", func(w weapon) string { return w.ID }); f != nil {
		return f
	}
	for i, w := range list {
		if f := CheckPresence(w.Kind == Ranged, w.Rof > 0, MemberPath("weapons", i, "rof")); f != nil {
			return f
		}
	}
	return nil
}

// weaponOf finds a weapon by id, -1 when there is none.
func weaponOf(list []weapon, id string) int {
	for i, w := range list {
		if w.ID == id {
			return i
		}
	}
	return -1
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

type weaponBudget struct {
	ID            string `json:"id"`
	First         int    `json:"first"`
	MaxAdditional int    `json:"max_additional"`
	MaxTotal      int    `json:"max_total"`
}

func (in budgetInput) check() *rules.Fault {
	if f := checkWeapons(in.Weapons); f != nil {
		return f
	}
	special := in.Option == "special-attack"
	return FirstFault(
		FaultIf(in.SpecialWeapon != "" && !special, UnknownField("special_weapon")),
		FaultIf(in.SpecialWeapon != "" && weaponOf(in.Weapons, in.SpecialWeapon) < 0, BadValue("special_weapon", "no weapon %q", in.SpecialWeapon)),
		FaultIf(in.AfterModelSpecial != "" && (!special || in.SpecialWeapon != ""), UnknownField("after_model_special")),
	)
}

// firstAttacks is the kind of the option, what kind of additional attacks may follow
// it, and which weapons make the first attacks (WM-COMBAT-3 to WM-COMBAT-6,
// WM-COMBAT-14, WM-COMBAT-15).
func (in budgetInput) firstAttacks() (kind, follow string, firstWith func(weapon) bool) {
	ofKind := func(w weapon) bool { return w.Kind == kind }
	switch in.Option {
	case "initial-melee":
		kind = Melee
		return kind, kind, ofKind
	case "initial-ranged":
		kind = Ranged
		return kind, kind, ofKind
	case "power-attack":
		return Melee, Melee, func(weapon) bool { return false }
	}
	if i := weaponOf(in.Weapons, in.SpecialWeapon); i >= 0 {
		kind = in.Weapons[i].Kind
	} else {
		return noAttack, in.AfterModelSpecial, func(weapon) bool { return false }
	}
	return kind, kind, func(w weapon) bool { return w.ID == in.SpecialWeapon }
}

// additional is how many additional attacks may be made with a weapon: melee as
// many as are paid for, ranged no more than its ROF allows (WM-COMBAT-8, WM-COMBAT-9).
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

var attackBudgetRuling = newRulingWithoutDice("attack-budget",
	"WM-COMBAT-3 WM-COMBAT-4 WM-COMBAT-5 WM-COMBAT-6 WM-COMBAT-7 WM-COMBAT-8 WM-COMBAT-9 WM-COMBAT-11 WM-COMBAT-12 WM-COMBAT-13 WM-COMBAT-14 "+
		"WM-COMBAT-15 WM-COMBAT-16",
	budgetInput.check, resolveBudget)
