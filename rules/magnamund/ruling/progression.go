package ruling

import (
	"slices"

	"oriflamme/rules"
)

type progressionInput struct {
	Category        string  `json:"category" in:"hero|kai-lord|magician"`
	Method          string  `json:"method" in:"progression|random" default:"\"progression\""`
	BattlesSurvived int     `json:"battles_survived" in:"0..1000" default:"0"`
	Chosen          []Power `json:"chosen" len:"0..60" default:"[]"`
	LoneWolf        bool    `json:"lone_wolf" default:"false"`
}

type progressionResult struct {
	Roll          *int       `json:"roll"`
	Count         int        `json:"count"`
	StillToChoose int        `json:"still_to_choose"`
	Weapons       WeaponList `json:"weapons"`
}

// WeaponList is a list of weapons, null in results if there is none.
type WeaponList []string

// MarshalJSON writes nil as null.
func (w WeaponList) MarshalJSON() ([]byte, error) {
	if w == nil {
		return []byte("null"), nil
	}
	return rules.EncodeResult([]string(w))
}

// PowerCount is the number of powers or disciplines of a hero after a number of survived
// battles (MG-CAMP-1, MG-CAMP-3). A Kai Lord cannot have more than exist.
func PowerCount(category string, survived int) int {
	if category == "kai-lord" {
		return min(survived+1, len(KaiDisciplines))
	}
	return survived + 1
}

// LoneWolfWeapons lists the weapons that Lone Wolf's masteries give him; without a mastered
// melee weapon he has his sword (MG-R-14).
func LoneWolfWeapons(chosen []Power) WeaponList {
	var ranged, melee WeaponList
	for _, p := range chosen {
		w, ok := p.MasteredWeapon()
		switch {
		case !ok:
		case slices.Contains(MeleeWeapons, w):
			melee = append(melee, w)
		default:
			ranged = append(ranged, w)
		}
	}
	if melee == nil {
		melee = WeaponList{"sword"}
	}
	return append(ranged, melee...)
}

func (in progressionInput) check() *rules.Fault {
	kai := in.Category == "kai-lord"
	if f := rules.FirstFault(
		rules.ForbidIf(in.Category == "magician", "MG-R-11", "category", "magicians have no powers"),
		rules.ForbidIf(in.Method == "random" && !kai, "MG-CAMP-2", "method", "only Kai Lords throw for their disciplines"),
		rules.ForbidIf(in.LoneWolf && !kai, "MG-R-14", "lone_wolf", "Lone Wolf is a Kai Lord"),
	); f != nil {
		return f
	}
	for j, p := range in.Chosen {
		at := rules.At("chosen", j)
		if f := rules.FirstFault(
			rules.ForbidIf(kai && !p.IsKai(), "MG-R-9", at, "a Kai Lord has disciplines only"),
			rules.ForbidIf(!kai && p.IsKai(), "MG-R-10", at, "disciplines are for Kai Lords"),
			rules.ForbidIf(slices.Contains(in.Chosen[:j], p), "MG-AMB-56", at, "it is chosen twice"),
		); f != nil {
			return f
		}
	}
	if in.Method == "random" {
		return nil
	}
	rule := "MG-CAMP-3"
	if kai {
		rule = "MG-CAMP-1"
	}
	return rules.ForbidIf(len(in.Chosen) > PowerCount(in.Category, in.BattlesSurvived), rule, "chosen", "too many are chosen")
}

var heroProgressionRuling = rules.CheckedRuling("hero-progression",
	"MG-CAMP-1 MG-CAMP-2 MG-CAMP-3 MG-R-9 MG-R-10 MG-R-11 MG-R-14 MG-AMB-56", "count", progressionInput.check,
	func(c *rules.Roller, in progressionInput) (r progressionResult) {
		r.Count = PowerCount(in.Category, in.BattlesSurvived)
		if in.Method == "random" {
			roll := c.Roll("disciplines", 1, 10)[0]
			r.Roll, r.Count = &roll, roll
			if len(in.Chosen) > roll && c.Matters("still_to_choose") {
				c.Fail(rules.Breaks("MG-CAMP-2", "chosen", "%d are chosen, not %d", len(in.Chosen), roll))
			}
		}
		r.StillToChoose = r.Count - len(in.Chosen)
		if in.LoneWolf {
			r.Weapons = LoneWolfWeapons(in.Chosen)
		}
		return r
	}).WithOddsByField()
