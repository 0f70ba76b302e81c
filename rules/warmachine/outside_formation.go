package warmachine

// This file holds facts from outside the rulebook: how far formation reaches.

// InFormation tells whether a trooper is within the command range of its unit
// commander (WM-X-FORM-1).
func InFormation(trooper, commander Disc, commandRange Inches) bool {
	return BaseGap(trooper.Point(), trooper.Radius, commander.Point(), commander.Radius) <= commandRange
}
