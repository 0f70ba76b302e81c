// Package warcry is the game Warcry: the core rules of the second edition (2022,
// inferred from reactions, saved wild dice, thralls and monsters).
//
// It covers the warband (WC-R), the setup and deployment (WC-SET), the round with
// its initiative and wild dice (WC-INIT), reserves (WC-RES), activations (WC-ACT,
// WC-WAIT), movement, falls and terrain (WC-MOVE, WC-FALL, WC-IMP, WC-TER), attacks,
// cover and visibility (WC-ATK, WC-COV, WC-VIS), damage (WC-DMG), reactions (WC-REA),
// disengaging (WC-DIS), abilities of fighters and monsters (WC-ABL, WC-HUNT, WC-MABL,
// WC-MON), objectives and treasure (WC-OBJ, WC-TRE) and both printed battles
// (WC-SCN). The book prints no profile, no faction ability and no battleplan card:
// those come with packs and requests.
//
// Every rule is a plain function of typed facts and, where dice fall, a cup; the
// Rulings and the battle call the same ones. Lengths are inches as rules.Dec.
//
// Rulings taken where the book is silent or doubtful, by id:
//
//	A-2   terrain exactly 1 inch high is low terrain
//	A-3   five or six dice of one score are one quadruple
//	A-4   a wild die used as a single cannot be joined; one wild die joins a score a round
//	A-5   several wild dice may be used in a round, each elsewhere
//	A-8   a tie of singles that was one before is not rolled off again
//	A-9   a player who has only a waiting fighter left must activate it
//	A-10  actions that cannot be made are lost
//	A-12  one reaction to an enemy action in all
//	A-13  bonus actions can be reacted to
//	A-14  a waiting fighter reacts once, which ends its waiting
//	A-15  Counter hurts first, but the dice rolled still count; a house switch stops them
//	A-18  changes to Move: lasting losses, additions, then the burden of treasure
//	A-19  a penalty with a floor never raises a value
//	A-21  a fall point is strictly lower than the fighter; enemies may be near
//	A-22  a fall never ends off the battlefield
//	A-24  flyers pass every fall test, on stairs too
//	A-25  the active player orders impact and deadly terrain after a fall
//	A-26  deadly and unclimbable terrain, stairs and ladders give cover
//	A-27  ending on unclimbable terrain hurts once, and the fall after it may again
//	A-29  mounts climb stairs but no ladders
//	A-34  treasure may be near already when the move begins
//	A-39  a battle goes on to its last round even when a side has nobody left
//	A-42  fighters in reserve neither activate nor react
//	A-43  an ability with several runemarks needs all of them
//	A-46  own thralls and monsters count to their limits and never lead
//	A-47  monsters of either side are monsters in play
//	A-48  Ropes and Aim for the Eyes add up, down to their floor
//	A-49  a taunted monster strikes its taunter past other enemies
//	A-50  Grab and Maul needs a free place beside the monster
//	A-51  Ferocious Demolition moves and hurts any fighter
//	A-52  damage beyond Wounds is lost, wherever it comes from
//	A-53  before anyone has the initiative the order is rolled off
//	A-56  reactions are no abilities
//	A-57  a wait ends the activation: abilities come before
//	A-58  a climb counts its way through the air
//	A-61  distances ignore walls and floors
package warcry
