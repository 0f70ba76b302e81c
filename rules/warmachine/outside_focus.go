package warmachine

// This file holds facts from outside the rulebook: focus.

// MostAllocated is how much focus a warjack is allocated at most (WM-X-FOC-2);
// UpkeepCost is what keeps an upkeep spell in play (WM-X-FOC-4).
const (
	MostAllocated = 3
	UpkeepCost    = 1
)

// ControlArea is how far a control area reaches: twice the current FOCUS (WM-X-FOC-1).
func ControlArea(focus int) Inches { return 2 * Inches(focus) * Inch }
