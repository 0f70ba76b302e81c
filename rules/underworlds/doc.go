// Package underworlds is the game Warhammer Underworlds: the rules of the Starter
// Set of the Wyrdhollow season, for two players.
//
// It covers warbands and decks (WU-BUILD), the roll-off (WU-DICE), boards,
// objective tokens and the placing of fighters (WU-SETUP), hexes, distance and
// line of sight (WU-HEX, WU-LOS), cards in hand and their play (WU-CARD, WU-POWER,
// WU-GAMBIT, WU-UPG, WU-CYCLE), moves and pushes (WU-MOVE, WU-PUSH), the combat
// sequence with support and keywords (WU-ATK, WU-COMBAT, WU-SUP, WU-KW), damage and
// bounty (WU-DMG, WU-OOA, WU-BOUNTY), the other actions and tokens (WU-ACT,
// WU-GUARD, WU-STAG, WU-STUN, WU-SHOCK, WU-CHARGE, WU-TOK), rounds, turns and their
// steps (WU-SEQ, WU-INSP, WU-SURGE, WU-END), reactions (WU-REACT), simultaneous
// abilities (WU-ORDER) and victory (WU-VIC). The book prints no fighter, no whole
// card and no board: those come with requests, rosters and packs.
//
// Every rule is a plain function of typed facts and, where dice fall, a cup; the
// Rulings and the battle call the same ones. Hexagons, distances and lines are
// those of package hex.
//
// A battle goes by whole activations: what a player decides in the middle of one
// (reactions, drive backs, re-rolls, choices of a card) is a question. It is fought
// on a board, whose hexes the battle knows, or on a measured table, where the
// players state what the rules ask: how far a target is and whether it is seen and
// cornered (Aim), and where a fighter stands after it moved (Standing). Both share
// all rules after the facts; stated facts that contradict a board are refused.
//
// A card is data and the id of a small function (effects.go, orders.go), or of
// conditions (facts.go). A View shows a hand to its own seat alone, and the values
// of objective tokens once all lie; a record holds the dice of the shuffles and so
// is for both players' eyes when the battle is over. The house settles one thing:
// a move takes a shortest way.
//
// Rulings taken where the book is silent or doubtful, by id; those marked * are
// options of the battle:
//
//	A-1   faces of the dice: two of the first symbol, one of each other
//	A-3*  a roll-off compares criticals, then single, then double supports
//	A-9*  a fighter on Guard is trapped by attacks with Knockback only; a switch spares it always
//	A-10* whether a target is cornered is looked at in step 4 and again in step 7
//	A-11* Knockback adds its hexes on a draw too; a switch asks for success
//	A-12* a line exactly between two cells off the battlefield leaves it
//	A-13* distance is the shortest route over hexes of the battlefield
//	A-14  nobody moves through fighters, except flying
//	A-15  a Move token bars Charge alone
//	A-16* Scything against several targets is a super-action, and may be the attack of a Charge
//	A-17  Charge and Shock need an end hex from which they can be completed
//	A-18* a push is of exactly so many hexes, or cannot be made
//	A-19  one reaction per player and reaction step
//	A-20* who declined to open a chain may still join it
//	A-21  chains are resolved in the order in which they were announced
//	A-22* before any activation the player whose turn it is goes first
//	A-23* Surge cards are revealed by choice; they are not scored in the end phase,
//	      which is no option: WU-SURGE-4 leaves no step in which it could be done
//	A-24* an Inspire condition that was met once counts at the next step
//	A-25* cycling with an empty deck draws nothing
//	A-26* so does drawing; an objective is replaced only by discarding one
//	A-27* modified values are not below 0, clamped once at the end
//	A-29  a fighter's bounty goes to its owner's opponent, whoever did it
//	A-30  Large is looked at before upgrades stop working
//	A-31  a tie in which nobody survives is a draw
//	A-32  the second player knows the first one's mulligan
//	A-34  without any other hex an objective goes as far from the others as can be
//	A-35  boards must have enough starting hexes
//	A-36  completed hexes count for a join, unless the caller counts; no option:
//	      boards tell their half hexes, and at a table the players state the join
//	A-38  glory and fighter are looked at before an upgrade is revealed
//	A-39  the success for a trapped target is no critical
//	A-40* Nemesis decks: the usual sizes, cards of at most two decks
//	A-41  the re-roll against a staggered target is made in step 2
//	A-42  a target out of action gets no Stagger token
//	A-43* passing is an activation
//	A-44* a gambit about the next activation waits for one that begins after it
//	A-52  a Charge token does not bar what another rule lets a fighter do
//	A-54  Move and Charge tokens come before the reaction step of the action
//	A-55* bounty and clean-up come before the reaction step of the check
package underworlds
