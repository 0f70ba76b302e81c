package warmachine

// This file holds facts from outside the rulebook: melee ranges (WM-X-MELEE-1).

const (
	shortReach = Inch / 2
	longReach  = 2 * Inch
)

// reach is the melee range of a weapon; none of a ranged one.
func (w *WeaponProfile) reach() Inches {
	switch {
	case w.Kind != Melee:
		return 0
	case w.Reach:
		return longReach
	}
	return shortReach
}
