package ruling

import "oriflamme/rules"

// Rulings are the procedures that can be asked for without a battle, in the order of the
// contract. Each is declared beside the function that resolves it.
var Rulings = []rules.Ruling{
	// Basics
	percentileRuling,
	rollOffRuling,
	deploymentZoneRuling,
	// Forces
	armyValidateRuling,
	heroProgressionRuling,
	// The board
	positionRuling,
	lineOfSightRuling,
	fireRanksRuling,
	meleeRanksRuling,
	// Attacks
	fireRuling,
	firePoolRuling,
	meleeRuling,
	meleePoolRuling,
	woundRuling,
	troopStateRuling,
	// Movement
	movementRuling,
	cohesionRuling,
	randomMoveRuling,
	// Morale
	moraleTriggersRuling,
	moraleTestRuling,
	retreatRuling,
	// Disciplines and powers
	animalCommunicationRuling,
	healingRuling,
	psychicPowerRuling,
	mindOverMatterRuling,
	hypnosisRuling,
	hiddenTroopsRuling,
	// Magic
	spellRuling,
	dealSpellsRuling,
	// Victory
	victoryRuling,
}
