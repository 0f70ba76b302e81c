// Package ruling holds the procedures of Warhammer Underworlds, the rules of the
// Starter Set of the Wyrdhollow season for two players: functions of typed facts
// and, where dice fall, a rules.Roller. Begin with rulings.go, the list of the
// procedures that can be asked for without a battle; battles (package underworlds)
// call the same functions.
//
// The package knows no battle, keeps no state and reads no pack: the book prints no
// fighter, no whole card and no board, so these come with the input. Malformed input
// is refused with a *rules.Fault; a breach of a rule is part of the result, with the
// rule's id.
//
// The chapters, by file:
//
//	army.go                          warbands and decks (WU-BUILD)
//	rolloff.go                       the dice and the roll-off (WU-DICE)
//	setup.go, placement.go           boards, objective tokens, placing fighters (WU-SETUP)
//	geometry.go, distance.go         hexes, distance and line of sight (WU-HEX, WU-LOS)
//	cards.go, cards_hands.go         cards in hand and how they are played (WU-CARD, WU-POWER,
//	                                 WU-GAMBIT, WU-UPG, WU-CYCLE)
//	move.go                          moves and pushes (WU-MOVE, WU-PUSH)
//	attack.go                        targets, support and keywords of an attack (WU-ATK, WU-SUP, WU-KW)
//	combat.go                        the combat sequence (WU-COMBAT); its odds: odds_combat.go, wide_fast.go
//	damage.go                        damage, fighters out of action, bounty (WU-DMG, WU-OOA, WU-BOUNTY)
//	activation.go, tokens.go         the other actions, tokens on fighters (WU-ACT, WU-GUARD, WU-STAG,
//	                                 WU-STUN, WU-SHOCK, WU-CHARGE, WU-TOK)
//	round.go, round_steps.go         rounds, turns and their steps, simultaneous abilities (WU-SEQ,
//	                                 WU-INSP, WU-SURGE, WU-END, WU-ORDER)
//	reaction.go                      reactions (WU-REACT)
//	scoring.go, victory.go           glory and victory (WU-VIC)
//
// Hexagons, distances and lines are those of package hex.
//
// Rulings taken where the book is silent or doubtful, by id; those marked * are
// options of a battle:
//
//	A-1   faces of a die: two with the first symbol, one with each other symbol
//	A-3*  a roll-off compares criticals, then single supports, then double supports
//	A-9*  a fighter on Guard is trapped by attacks with Knockback only; an option spares it always
//	A-10* whether a target is cornered is checked in step 4 and again in step 7
//	A-11* Knockback adds its hexes on a draw too; an option asks for success
//	A-12* a line exactly between two hexes, one of them off the battlefield, leaves the battlefield
//	A-13* distance is the shortest route over hexes of the battlefield
//	A-14  only flying fighters move through other fighters
//	A-15  a Move token bars Charge alone
//	A-16* Scything against several targets is a super-action, and may be the attack of a Charge
//	A-17  Charge and Shock need an end hex from which they can be completed
//	A-18* a push is made over its exact number of hexes or not at all
//	A-19  each player makes at most one reaction in a reaction step
//	A-20* a player who declined to open a chain may still join it
//	A-21  chains are resolved in the order in which they were announced
//	A-22* before the first activation the player whose turn it is goes first
//	A-23* Surge cards are revealed by choice; they are not scored in the end phase
//	      (the latter is no option: WU-SURGE-4 leaves no step in which it could be done)
//	A-24* an Inspire condition that was met once counts at the next step
//	A-25* cycling with an empty deck is allowed and draws nothing
//	A-26* drawing with an empty deck is allowed and draws nothing; an objective is replaced only
//	      by discarding one
//	A-27* modified values are not below 0; they are clamped once, after all modifiers
//	A-29  a fighter's bounty goes to its owner's opponent, whichever player took it out of action
//	A-30  Large is checked before upgrades stop working
//	A-31  a tie in which no fighter survives is a draw
//	A-32  the second player knows the first player's mulligan
//	A-34  an objective for which no legal hex is left goes as far from the others as possible
//	A-35  boards must have enough starting hexes
//	A-36  completed hexes count at the join of the boards, unless the caller gives the count; no
//	      option: boards list their half hexes, and on a measured table the players state the join
//	A-38  glory and fighter are checked before an upgrade is revealed
//	A-39  the success for a trapped target is no critical
//	A-40* Nemesis decks: the usual sizes, cards of at most two decks
//	A-41  the re-roll against a staggered target is made in step 2
//	A-42  a target out of action gets no Stagger token
//	A-43* passing is an activation
//	A-44* a gambit about the next activation waits for one that begins after it
//	A-52  a Charge token does not bar what another rule lets a fighter do
//	A-54  Move and Charge tokens come before the reaction step of the action
//	A-55* bounty and clean-up come before the reaction step of the check
package ruling
