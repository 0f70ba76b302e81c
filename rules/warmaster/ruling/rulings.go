package ruling

import "oriflamme/rules"

// Rulings are the procedures that can be asked for without a battle, in the order of the
// contract. Each is declared beside the function that resolves it.
var Rulings = []rules.Ruling{
	// Army and setup
	validateArmyRuling,
	profileRuling,
	rollRuling,
	setupRuling,
	// Orders and movement
	ordersPhaseRuling,
	commandTestRuling,
	movementAllowanceRuling,
	terrainEntryRuling,
	passageRuling,
	initiativeRuling,
	moveAwayRuling,
	tableEdgeRuling,
	// Shooting
	shootingTargetRuling,
	shootingVolleyRuling,
	chargeShootingRuling,
	driveBackRuling,
	// Combat
	attackDiceRuling,
	supportRuling,
	combatResultRuling,
	combatRoundRuling,
	retreatRuling,
	fallBackRuling,
	winnerOptionsRuling,
	endOfBattleRuling,
	// On the board
	unitDistanceRuling,
	lineOfSightRuling,
	sightFactsRuling,
	contactsRuling,
	formationRuling,
	chargePlacementRuling,
}
