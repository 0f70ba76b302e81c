package ruling

import "oriflamme/rules"

// Rulings lists the procedures that can be asked for without a battle, in the order of the
// contract. Each is declared in the file of its rules.
var Rulings = []rules.Ruling{
	// Basics
	rollDiceRuling,
	whoDecidesRuling,
	measureDistanceRuling,
	checkVisibilityRuling,
	// Warband
	validateWarbandRuling,
	splitBattleGroupsRuling,
	// Setup
	checkTerrainRuling,
	deploymentOrderRuling,
	checkDeploymentRuling,
	// The round
	rollInitiativeRuling,
	useWildDiceRuling,
	turnSequenceRuling,
	fighterStatusRuling,
	checkActivationRuling,
	// Movement
	resolveMoveRuling,
	resolveFallRuling,
	terrainDamageRuling,
	resolveDisengageRuling,
	// Attack
	checkTargetRuling,
	checkCoverRuling,
	checkReactionRuling,
	resolveAttackRuling,
	fallTestRuling,
	allocateDamageRuling,
	// Abilities and monsters
	monsterRuling,
	useAbilityRuling,
	// Objectives and treasure
	controlObjectivesRuling,
	handleTreasureRuling,
	// Victory
	scoreRoundRuling,
	battleResultRuling,
}
