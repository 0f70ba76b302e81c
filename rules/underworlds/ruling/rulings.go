package ruling

import "oriflamme/rules"

// Rulings are the single procedures that can be asked for without a battle, in
// the order of the contract. Each stands beside the rule that it asks.
var Rulings = []rules.Ruling{
	// Setup
	validateWarbandRuling,
	rollOffRuling,
	placeBoardsRuling,
	placeObjectiveRuling,
	placeFightersRuling,
	openingHandsRuling,
	// The battlefield
	hexInfoRuling,
	measureRuling,
	moveActionRuling,
	pushRuling,
	// Attacks
	attackContextRuling,
	superActionOptionsRuling,
	combatRuling,
	dealDamageRuling,
	// Actions and tokens
	fighterActionsRuling,
	tokenEventsRuling,
	// Cards
	cardActionRuling,
	playCardRuling,
	powerStepRuling,
	gambitDurationRuling,
	// Rounds and their steps
	roundSequenceRuling,
	endPhaseRuling,
	surgeStepRuling,
	inspireStepRuling,
	// Reactions and order
	reactionStepRuling,
	reactionWindowsRuling,
	simultaneousRuling,
	characteristicRuling,
	// The end
	battleRecordRuling,
	victoryRuling,
}
