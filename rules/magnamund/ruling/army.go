package ruling

import (
	"cmp"
	"slices"

	"oriflamme/rules"
)

// ArmyInput is the forces of one side as they are checked.
type ArmyInput struct {
	Commander *string       `json:"commander" in:"1..64" default:"-"`
	Scenario  bool          `json:"scenario" default:"false"`
	Units     []ArmyUnit    `json:"units" len:"0..100" default:"[]"`
	Heroes    []ArmyHero    `json:"heroes" len:"0..100" default:"[]"`
	Monsters  []ArmyMonster `json:"monsters" len:"0..100" default:"[]"`
}

// ArmyUnit is a unit of soldiers with the ids of its troops.
type ArmyUnit struct {
	ID        string   `json:"id" in:"1..64"`
	Alignment string   `json:"alignment" in:"good|neutral|evil"`
	Level     string   `json:"level" in:"1..64"`
	Troops    []string `json:"pieces" len:"1..200" each:"1..64"`
}

// ArmyHero is a hero, a Kai Lord or a magician.
type ArmyHero struct {
	ID           string   `json:"id" in:"1..64"`
	Category     string   `json:"category" in:"hero|kai-lord|magician"`
	Race         string   `json:"race" in:"1..64"`
	Alignment    string   `json:"alignment" in:"good|neutral|evil"`
	Level        *string  `json:"level" in:"1..64" default:"-"`
	Card         string   `json:"card" in:"captain-moriel|prince-pelathar|captain-kootak|ironhide|captain-hegez|lone-wolf|akenoor|malafax|rotzon|banedon|vonotar|krasia" default:"-"`
	Powers       []Power  `json:"powers" len:"0..60" default:"[]"`
	Allowance    int      `json:"allowance" in:"0..100" default:"1"`
	SheetWeapons []string `json:"sheet_weapons" len:"0..30" each:"sling|javelin|short-bow|long-bow|crossbow|arquebus|dagger|sword|axe|mace|long-sword|two-handed-axe|spear|pike|halberd" default:"-"`
	Spells       []string `json:"spells" len:"0..60" each:"fireball|battle-madness|enchanted-aim|veil-of-protection|heal|doom-and-despair|lightning|rust|spell-theft|wings-of-ether" default:"[]"`
	MagicPower   *int     `json:"magic_power" in:"0..100" default:"-"`
}

// ArmyMonster is a monster of the army.
type ArmyMonster struct {
	ID        string `json:"id" in:"1..64"`
	Alignment string `json:"alignment" in:"good|neutral|evil"`
}

// violation is a broken rule of composition.
type violation struct {
	Rule string `json:"rule"`
	Path string `json:"path"`
}

type armyResult struct {
	Legal      bool        `json:"legal"`
	Violations []violation `json:"violations"`
}

// PrintedPowers are the powers on the hero cards; Lone Wolf's are chosen (MG-R-17).
var PrintedPowers = map[string][]Power{
	"captain-moriel":  {"salmon-leap", "secret-parry"},
	"prince-pelathar": {"rally", "mental-strength", "heroic-weapon-mastery:spear"},
	"captain-kootak":  {"poisoner", "hard-as-iron"},
	"ironhide":        {"poisoner", "hypnosis", "terror"},
	"captain-hegez":   {"hypnosis", "hard-as-iron"},
}

// magicianCards is the number of spells with which each magician begins, and their Magic
// Power (MG-R-18).
var magicianCards = map[string]struct{ spells, power int }{
	"akenoor": {3, 60}, "malafax": {6, 50}, "rotzon": {3, 60}, "banedon": {5, 55}, "vonotar": {8, 45}, "krasia": {3, 55},
}

// check refuses an id that occurs twice in the three lists.
func (a ArmyInput) check() *rules.Fault {
	var ids, at []string
	for i, u := range a.Units {
		ids, at = append(ids, u.ID), append(at, rules.At("units", i))
	}
	for i, h := range a.Heroes {
		ids, at = append(ids, h.ID), append(at, rules.At("heroes", i))
	}
	for i, m := range a.Monsters {
		ids, at = append(ids, m.ID), append(at, rules.At("monsters", i))
	}
	if i, found := firstRepeated(ids...); found {
		return rules.Faultf(rules.OutOfRange, at[i]+".id", "%q is there twice", ids[i])
	}
	return nil
}

// Violations lists every broken rule, sorted by rule and path.
func (a ArmyInput) Violations() []violation {
	var all []violation
	breach := func(broken bool, rule, path string) {
		if broken {
			all = append(all, violation{rule, path})
		}
	}
	sides, commanded := map[string]bool{}, false
	meet := func(id, alignment string) {
		sides[alignment] = true
		commanded = commanded || a.Commander != nil && *a.Commander == id
	}
	for i, u := range a.Units {
		meet(u.ID, u.Alignment)
		breach(hasDifferent(u.Troops), "MG-R-2", rules.At("units", i)+".pieces")
		breach(u.Level != "weak" && u.Level != "standard" && u.Level != "veteran", "MG-R-3", rules.At("units", i)+".level")
	}
	for i, h := range a.Heroes {
		meet(h.ID, h.Alignment)
		breach(h.Level != nil && *h.Level != "veteran", "MG-R-4", rules.At("heroes", i)+".level")
		if h.Category == "magician" {
			h.checkMagician(rules.At("heroes", i), a.Scenario, breach)
		} else {
			h.checkFighter(rules.At("heroes", i), breach)
		}
	}
	for _, m := range a.Monsters {
		meet(m.ID, m.Alignment)
	}
	breach(sides["good"] && sides["evil"], "MG-R-1", "army")
	breach(!commanded, "MG-R-6", "commander")
	slices.SortStableFunc(all, func(v, w violation) int { return cmp.Or(cmp.Compare(v.Rule, w.Rule), cmp.Compare(v.Path, w.Path)) })
	return slices.Compact(all)
}

// checkMagician checks the spells and the Magic Power of a magician.
func (h ArmyHero) checkMagician(at string, scenario bool, breach func(bool, string, string)) {
	breach(len(h.Powers) > 0, "MG-R-11", at+".powers")
	if card, ok := magicianCards[h.Card]; ok && !scenario {
		breach(len(h.Spells) != card.spells, "MG-R-18", at+".spells")
		breach(h.MagicPower != nil && *h.MagicPower != card.power, "MG-R-18", at+".magic_power")
	}
}

// checkFighter checks the powers of a hero or Kai Lord.
func (h ArmyHero) checkFighter(at string, breach func(bool, string, string)) {
	kai := h.Category == "kai-lord"
	for j, p := range h.Powers {
		path := rules.At(at+".powers", j)
		breach(slices.Contains(h.Powers[:j], p), "MG-AMB-56", path)
		breach(kai && !p.IsKai() || !kai && (h.Alignment == "evil" && p.IsHeroic() || h.Alignment == "good" && p.IsEvil()), "MG-R-9", path)
		breach(!kai && p.IsKai(), "MG-R-10", path)
		breach(!kai && (p == MindBlast || p == MindShield) && h.Race != "vordak" && h.Race != "helghast", "MG-R-12", path)
		breach(!kai && !p.IsKai() && h.StrangeWeapon(p), "MG-R-13", path)
	}
	if printed, ok := PrintedPowers[h.Card]; ok {
		breach(!slices.Equal(slices.Sorted(slices.Values(h.Powers)), slices.Sorted(slices.Values(printed))), "MG-R-17", at+".powers")
		return
	}
	rule := "MG-R-15"
	if kai {
		rule = "MG-CAMP-1"
	}
	breach(len(h.Powers) > h.Allowance, rule, at+".powers")
}

// StrangeWeapon reports whether a power is the mastery of a weapon that the hero's race does
// not use (MG-R-13).
func (h ArmyHero) StrangeWeapon(p Power) bool {
	w, ok := p.MasteredWeapon()
	return ok && (w == "arquebus" && h.Race != "dwarf" ||
		slices.Contains(RangedWeapons, w) && h.Race == "gourgaz" ||
		h.SheetWeapons != nil && !slices.Contains(h.SheetWeapons, w))
}

var armyValidateRuling = rules.CheckedRuling("army-validate",
	"MG-R-1 MG-R-2 MG-R-3 MG-R-4 MG-R-6 MG-R-9 MG-R-10 MG-R-11 MG-R-12 MG-R-13 MG-R-15 MG-R-17 MG-R-18 MG-CAMP-1 MG-AMB-56", "", ArmyInput.check,
	func(_ *rules.Roller, a ArmyInput) armyResult {
		v := a.Violations()
		return armyResult{len(v) == 0, v}
	})
