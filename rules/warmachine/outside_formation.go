package warmachine

// This file holds facts from outside the rulebook: how far formation reaches.

// inFormation tells whether a trooper is within the command range of its unit
// commander (WM-X-FORM-1).
func inFormation(trooper, commander Disc, commandRange Inches) bool {
	return gap(trooper.point(), trooper.Radius, commander.point(), commander.Radius) <= commandRange
}
