package ruling

import (
	"slices"
	"strings"

	"oriflamme/rules"
)

// Power is a Kai discipline, a heroic power or an evil power. The mastery of each weapon is
// a power of its own, with the weapon after a colon.
type Power string

// Powers that rules refer to by name.
const (
	MindBlast  Power = "evil-mind-blast"
	MindShield Power = "evil-mind-shield"
)

// Prefixes of masteries.
const (
	KaiMastery    = "kai-weapon-mastery:"
	HeroicMastery = "heroic-weapon-mastery:"
	EvilMastery   = "evil-weapon-mastery:"
)

// Weapons that can be mastered.
var (
	MeleeWeapons   = []string{"dagger", "sword", "axe", "mace", "long-sword", "two-handed-axe", "spear", "pike", "halberd"}
	RangedWeapons  = []string{"sling", "javelin", "short-bow", "long-bow", "crossbow", "arquebus"}
	masteredRanged = []string{"short-bow", "long-bow", "crossbow", "sling", "javelin"}

	// Powers by kind. Masteries are among them, one for each weapon.
	KaiDisciplines = append([]Power{
		"animal-kinship", "camouflage", "healing", "hunting", "kai-mind-blast", "kai-mind-shield", "mind-over-matter", "sixth-sense", "path-lore",
	}, masteries(KaiMastery, MeleeWeapons, masteredRanged)...)
	HeroicPowers = append([]Power{
		"aura-of-goodness", "immunity", "mental-strength", "rally", "double-attack", "salmon-leap", "secret-parry", "strength",
	}, masteries(HeroicMastery, MeleeWeapons, masteredRanged, []string{"arquebus"})...)
	EvilPowers = append([]Power{
		"brutality", "hard-as-iron", "hypnosis", "terror", MindBlast, MindShield, "poisoner",
	}, masteries(EvilMastery, MeleeWeapons, masteredRanged)...)
)

func masteries(prefix string, weapons ...[]string) []Power {
	var all []Power
	for _, w := range slices.Concat(weapons...) {
		all = append(all, Power(prefix+w))
	}
	return all
}

// DecodeJSON reads the id of a power and refuses unknown ones.
func (p *Power) DecodeJSON(tree any, path string) *rules.Fault {
	s, ok := tree.(string)
	if !ok {
		return rules.Faultf(rules.WrongType, path, "want a text")
	}
	*p = Power(s)
	if !p.IsKai() && !p.IsHeroic() && !p.IsEvil() {
		return rules.Faultf(rules.OutOfRange, path, "%q is no power", s)
	}
	return nil
}

// IsKai reports whether it is a Kai discipline.
func (p Power) IsKai() bool { return slices.Contains(KaiDisciplines, p) }

// IsHeroic reports whether it is a heroic power.
func (p Power) IsHeroic() bool { return slices.Contains(HeroicPowers, p) }

// IsEvil reports whether it is an evil power.
func (p Power) IsEvil() bool { return slices.Contains(EvilPowers, p) }

// MasteredWeapon returns the weapon of a mastery of any kind; ok is false for other powers.
func (p Power) MasteredWeapon() (weapon string, ok bool) {
	if !strings.Contains(string(p), "-weapon-mastery:") {
		return "", false
	}
	_, weapon, ok = strings.Cut(string(p), ":")
	return weapon, ok
}
