package warmachine

// This file holds facts from outside the rulebook: stats as damage, spells and
// focus leave them.

// system indices of DamageGrid.crippled.
const (
	cortexSystem   = 3
	movementSystem = 4
	nodeSystem     = 5
)

// crippled tells whether a system of a troop is; never without a grid.
func (b *Battle) crippled(i, system int) bool {
	c := &b.info[i]
	return len(c.profile.Grid) > 0 && c.gridDepths.Crippled(system, b.s.Units[i].Filled)
}

// effectBonus is what spells and feats in play add to a figure of a troop.
func (b *Battle) effectBonus(i int, what string) int {
	sum := 0
	for n := range b.s.Effects {
		e := &b.s.Effects[n]
		if e.On != i {
			continue
		}
		for _, x := range b.effectsOf(e.By, e.Spell) {
			if x.Kind == what {
				sum += x.Amount
			}
		}
	}
	return sum
}

// effectsOf are those of a spell or feat of a troop.
func (b *Battle) effectsOf(by int, id string) []Effect {
	p := &b.info[by].profile
	for i := range p.Spells {
		if p.Spells[i].ID == id {
			return p.Spells[i].Effects
		}
	}
	if p.Feat != nil && p.Feat.ID == id {
		return p.Feat.Effects
	}
	return nil
}

// spd is SPD as damage and spells leave it (WM-X-GRID-4, WM-MOVE-10).
func (b *Battle) spd(i int) int {
	spd := b.info[i].profile.Spd
	if b.combat && b.crippled(i, movementSystem) {
		spd = LameSpd
	}
	return max(0, spd+b.effectBonus(i, "spd"))
}

// def is DEF likewise.
func (b *Battle) def(i int) int {
	def := b.info[i].profile.Def
	if b.crippled(i, movementSystem) {
		def = min(LameDef, def)
	}
	return max(0, def+b.effectBonus(i, "def"))
}

// arm counts the focus left on a warcaster (WM-X-FOC-5).
func (b *Battle) arm(i int) int {
	arm := b.info[i].profile.Arm + b.effectBonus(i, "arm")
	if b.info[i].profile.Kind == "warcaster" {
		arm += b.s.Units[i].Focus
	}
	return arm
}

// weaponCrippled tells whether the system that bears a weapon is crippled (WM-X-GRID-5).
func (b *Battle) weaponCrippled(i, w int) bool {
	bearer := b.info[i].profile.Weapons[w].System
	if bearer == "" {
		return false
	}
	for s := range Systems {
		if Systems[s].Name == bearer {
			return b.crippled(i, s)
		}
	}
	return false
}
