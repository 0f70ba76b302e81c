package warmachine

// This file holds facts from outside the rulebook: focus.

// mostAllocated is how much focus a warjack is allocated at most (WM-X-FOC-2);
// upkeepCost is what keeps an upkeep spell in play (WM-X-FOC-4).
const (
	mostAllocated = 3
	upkeepCost    = 1
)

// controlArea is how far a control area reaches: twice the current FOCUS (WM-X-FOC-1).
func controlArea(focus int) Inches { return 2 * Inches(focus) * Inch }
