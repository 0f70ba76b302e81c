// Package ruling holds the procedures of the Warcry rulebook (core rules of the second
// edition, 2022: initiative from reactions, saved wild dice, thralls and monsters) as
// pure functions of their inputs and, where dice fall, of a rules.Roller. Rulings lists
// those that can be asked for by themselves; the battle in the parent package calls the
// same functions. Lengths are inches, as rules.Dec.
//
// The package knows no battle and keeps no state. It refuses inputs that contradict
// themselves or that a rule forbids, with a *rules.Fault. It holds no profile, faction
// ability or battleplan card, because the book prints none: they come with the input.
//
// Begin reading with rulings.go, the list in the order of the contract, then attack.go as
// an example of one procedure. The chapters of the book lie in these files:
//
//	basics, dice, geometry  dice, distances and what all files share (WC-GEN)
//	decision                who decides, goes first or wins a roll-off (WC-GEN-10, WC-GEN-12)
//	sight                   visibility (WC-VIS)
//	army*, deployment       warband and battle groups (WC-R), setup and deployment (WC-SET)
//	initiative*, turn       initiative, wild dice and reserves (WC-INIT, WC-RES)
//	activation*             activations and waiting (WC-ACT, WC-WAIT)
//	move, fall, terrain     movement, falls, impact damage and terrain (WC-MOVE, WC-FALL, WC-IMP, WC-TER)
//	attack*, cover          attacks and cover (WC-ATK, WC-COV)
//	damage*                 damage (WC-DMG)
//	reaction, disengage     reactions and disengaging (WC-REA, WC-DIS)
//	ability, monster        abilities of fighters and monsters (WC-ABL, WC-HUNT, WC-MABL, WC-MON)
//	objectives, treasure    objectives and treasure (WC-OBJ, WC-TRE)
//	scoring, victory        both printed battles (WC-SCN)
//
// Where the book is silent or doubtful, the rules follow these rulings, by id:
//
//	A-2   terrain exactly 1 inch high is low terrain
//	A-3   five or six dice of one score are one quadruple
//	A-4   a wild die used as a single cannot be upgraded; one wild die upgrades a score each round
//	A-5   several wild dice may be used in a round, each for another single or group
//	A-8   singles that tie again after an earlier tie are not rolled off: the initiative stays
//	A-9   a player who has only a waiting fighter left must activate it
//	A-10  actions that cannot be made are lost
//	A-12  an enemy action allows one reaction in all
//	A-13  bonus actions can be reacted to
//	A-14  a waiting fighter reacts once, and this ends its wait
//	A-15  Counter deals its damage first, but the hit rolls still count; the option counter-stops-attack cancels them
//	A-18  changes to Move apply in this order: lasting losses, additions, carried treasure
//	A-19  a penalty with a floor never raises a value
//	A-21  a fall point is strictly lower than the fighter; enemies may be near
//	A-22  a fall never ends off the battlefield
//	A-24  flyers pass every fall test, also on stairs
//	A-25  the active player orders impact and deadly terrain after a fall
//	A-26  deadly and unclimbable terrain, stairs and ladders give cover
//	A-27  a move that ends on unclimbable terrain deals damage once; the fall that follows may deal more
//	A-29  mounts climb stairs but no ladders
//	A-34  treasure may be in reach already when the move begins
//	A-39  a battle goes on to its last round even when one side has no fighter left
//	A-42  fighters in reserve neither activate nor react
//	A-43  an ability with several runemarks needs a fighter with all of them
//	A-46  thralls and monsters of the own faction count towards the limits and never lead
//	A-47  a monster of either side counts as a monster in play
//	A-48  several Ropes, and several Aim for the Eyes, add up, down to their floor
//	A-49  a taunted monster may attack its taunter although other enemies are near
//	A-50  Grab and Maul needs a free place beside the monster
//	A-51  Ferocious Demolition moves and damages any fighter, friend or enemy
//	A-52  damage beyond Wounds is lost, whatever its cause
//	A-53  before a player has the initiative, a roll-off settles the order
//	A-56  reactions are not abilities
//	A-57  a wait ends the activation: abilities must be used before it
//	A-58  a climb counts the distance through the air
//	A-61  distances ignore walls and floors
package ruling
