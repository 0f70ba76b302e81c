// Package magnamund is the game La Bataille pour le Magnamund: the skirmish rules
// of the French core set (Megara Entertainment), set in the world of Lone Wolf.
//
// It covers the forces and their composition (MG-R, MG-CAMP), the deployment zone
// of a quick battle and hidden troops (MG-SETUP, MG-HIDE), the initiative and the
// five phases (MG-TURN, MG-PHASE), distances, arcs, aspects and the line of sight
// (MG-DIST, MG-ARC, MG-HIGH), fire, single and pooled, in ranks (MG-FIRE, MG-FRANK,
// MG-POOL), melee, single and pooled, in ranks (MG-CBT, MG-CRANK, MG-CPOOL), wounds
// and blindness (MG-WND, MG-BLIND), movement and its costs over every terrain
// (MG-MOVE, MG-TERR), cohesion (MG-COH), morale, retreat and rout (MG-MOR), Kai
// disciplines, heroic and evil powers (MG-KAI, MG-HERO, MG-EVIL), the ten spells
// (MG-MAG, MG-SPELL) and the end of a quick battle (MG-SCEN).
//
// A battle is played on a board or on a measured table from the deployment to its
// last turn: all of the above, with the four aims of a Scenario besides the quick
// battle's. On a measured table the players state distances, arcs, cover, sight,
// ranks, contacts and what a path leads over, and how a unit fled; the rest is the
// same code. Afterwards the heroes who lived and whose powers are not printed choose
// one more (MG-CAMP-1, MG-CAMP-3), unless Kai Lords throw for their disciplines
// before each battle (MG-CAMP-2, an option).
//
// The printed rules hold no Game Sheet: percentages, ranges, movement points and
// costs, morale bands and the damage tables of monsters come with every request,
// and for battles from packs. A battle that needs a number that its sheets do not
// have is refused, and the number named (MG-GEO-6).
//
// Odds of a command count the pieces that it kills and wounds; of a wound they tell
// no more than whether it kills, and they end before the blind stray in a step that
// is passed over after it.
//
// Distances are cells. Percentages are integers, rounded half up in exact
// arithmetic where a rule halves them.
//
// Rulings taken where the book is silent or doubtful, by id:
//
//	MG-AMB-02  the face 0 is 10 on 1D10, and double zero is 100 on 1D100
//	MG-AMB-03  sides are chosen with 1D10 each, and ties are rolled again
//	MG-AMB-04  the arc opens 45° to both sides; the cells on the diagonals are in
//	MG-AMB-05  a rear rank has the arc of the foremost piece of its file
//	MG-AMB-06  front and rear are three cells each, flanks the two beside
//	MG-AMB-07  a rider is as near as the nearer of its cells; its rear swings on a free side
//	MG-AMB-08  the first band of severity is the light wound
//	MG-AMB-09  directions of the blind run clockwise from straight ahead
//	MG-AMB-10  a half is rounded up
//	MG-AMB-11  equal range means the same range band
//	MG-AMB-12  sight runs from centre to centre; trees hide only what stands in trees behind trees
//	MG-AMB-13  javelins fire in both phases
//	MG-AMB-14  two pieces with two empty cells between them do not hang together
//	MG-AMB-15  who can close a gap does; no other penalty follows
//	MG-AMB-16  a hero with a long weapon may stand in a rank, and strikes singly
//	MG-AMB-17  Hypnosis controls for 1D6 turns from the next
//	MG-AMB-18  Secret Parry is declared before the roll and blocks one attack, pooled or not
//	MG-AMB-19  Salmon Leap goes exactly four cells in one of eight directions
//	MG-AMB-20  Double Attack reaches enemies within two cells
//	MG-AMB-21  the wound of a spell is a whole wound roll
//	MG-AMB-23  lost points count in melee; halves and doubles come last and are rounded once
//	MG-AMB-24  the stunned do nothing for the whole next turn
//	MG-AMB-25  who cannot fight neither strikes nor shoots, but may cast and use skills
//	MG-AMB-26  no movement below 0, no severity above 100; percentages have no natural hit or miss
//	MG-AMB-27  a monster without a table of its own uses that of the heroes
//	MG-AMB-28  Ironhide is a hero
//	MG-AMB-29  more hits of a volley strike what is nearest to its target, friend or foe
//	MG-AMB-30  hits in melee strike in the order of the targets' owner
//	MG-AMB-31  the trigger of the lowest modifier counts, with what is no trigger added
//	MG-AMB-33  one flees along the longer axis away from the threat; its owner settles a tie
//	MG-AMB-34  those who flee pass enemies but no occupied cell
//	MG-AMB-35  stunned, veiled and hypnotised magicians do not cast
//	MG-AMB-36  doubling lasts one combat or fire phase, the next whose step begins
//	MG-AMB-37  a failed Heal makes the wound graver and may kill; nobody steals from an empty hand
//	MG-AMB-39  any pivot costs 1
//	MG-AMB-40  a diagonal step pays the cheaper way round its corner, doubled
//	MG-AMB-41  who is engaged is read anew from who stands next to whom before each command
//	MG-AMB-42  an engaged mount may be moved by Animal Communication
//	MG-AMB-43  auras count for who was near at any time of the turn
//	MG-AMB-44  Psychic Power is not used next to an enemy; Kai Lords resist like heroes
//	MG-AMB-45  failed uses count
//	MG-AMB-46  Strength ignores light wounds of melee only
//	MG-AMB-49  losses are measured from the start of the turn and of the battle
//	MG-AMB-50  the deck holds three of each spell
//	MG-AMB-53  who has no unit and no hero left has lost a quick battle
//	MG-AMB-54  Mind over Matter turns a whole volley, which strikes once
//	MG-AMB-55  hidden troops may move unseen
//	MG-AMB-56  nobody has a power twice
//	MG-AMB-57  whose armour has rusted moves by the points without armour
//	MG-AMB-58  the victim of Brutality counts for the losses in all, not for those of the turn
//	MG-AMB-59  after the morale step, Doom and Despair tests at once
//
// House rules of battles:
//
//	MG-HOUSE-1  a movement step does not end while the move of one piece would close a gap
//	            in its unit (MG-COH-1, ruling MG-AMB-15); on a measured table players see to it
//	MG-HOUSE-2  a unit for which the zone has no room left is deployed beside it
//	MG-HOUSE-3  where pieces equally near have several players, the one of the first chooses
//	            which the further hits of a volley strike; the pieces of a fleeing unit run in the order of their distance from
//	            the threat; an obstacle is passed by the way that leads farthest from it
//	MG-HOUSE-4  a steadfast unit tests its morale again, once a battle
package magnamund
