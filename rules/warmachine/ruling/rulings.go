package ruling

import "oriflamme/rules"

// Rulings are the single procedures that can be asked for without a battle, in
// the order of the contract. Each stands beside the rule that it asks.
var Rulings = []rules.Ruling{
	// Army building
	armyLimitsRuling,
	armyValidateRuling,
	sidesValidateRuling,
	// Set-up
	startingRollRuling,
	teamOrderRuling,
	freeForAllOrderRuling,
	deploymentZonesRuling,
	deploymentCheckRuling,
	// Turn and activation
	turnCounterRuling,
	maintenancePhaseRuling,
	controlPhaseRuling,
	activationCheckRuling,
	// Line of sight and contact
	lineOfSightFactsRuling,
	lineOfSightRuling,
	baseContactRuling,
	// Movement, charge, placement
	movementAllowanceRuling,
	movePathRuling,
	chargeDeclareRuling,
	chargeMoveRuling,
	chargeResultRuling,
	placementCheckRuling,
	// Actions
	actionOptionsRuling,
	attackBudgetRuling,
	combatSequenceRuling,
	skillCheckRuling,
	// Victory
	victoryCheckRuling,
	// From outside the rulebook
	attackRollRuling,
	damageRollRuling,
	attackSequenceRuling,
	damageGridRuling,
	bestFocusRuling,
}
