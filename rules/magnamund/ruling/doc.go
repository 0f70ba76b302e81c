// Package ruling holds the procedures of La Bataille pour le Magnamund (the
// skirmish rules of the French core set) as pure functions of a typed request and
// of dice. Each one answers without a battle; the battles of package magnamund
// call the same functions.
//
// Begin with rulings.go, the list of all procedures, then basics.go. Each
// procedure is an input (xInput) with two methods: check refuses requests that
// contradict themselves or that a rule forbids before any die is rolled; resolve
// (Resolve) carries the procedure out and returns the result (xResult). The fields
// of both are the published contract.
//
// The files by chapter of the book:
//
//	dice                     dice.go, rolloff.go                    MG-DICE, MG-TURN
//	forces                   army.go, progression.go                MG-R, MG-CAMP
//	deployment and hiding    deployment.go                          MG-SETUP
//	the board                geometry.go, sight.go                  MG-DIST, MG-ARC, MG-HIGH
//	ranks                    formation.go, formation_ranks.go       MG-FRANK, MG-CRANK, MG-COH
//	fire                     shooting.go, shooting_pool.go          MG-FIRE, MG-POOL
//	melee                    combat.go, combat_pool.go              MG-CBT, MG-CPOOL
//	wounds and conditions    damage.go, condition.go                MG-WND
//	movement                 move.go, move_costs.go, terrain.go     MG-MOVE, MG-TERR
//	the blind                move_blind.go                          MG-BLIND
//	morale and flight        morale.go, morale_triggers.go,
//	                         retreat.go                             MG-MOR
//	skills and powers        skill.go, skill_psychic.go, ability.go MG-KAI, MG-HERO, MG-EVIL, MG-HIDE
//	magic                    magic.go, magic_harm.go, magic_help.go MG-MAG, MG-SPELL
//	end of a quick battle    victory.go                             MG-SCEN
//
// Two files make an answer fast: engagement_fast.go finds engaged cells with bits of
// rows, odds_damage.go adds up the odds of a wound without a walk over all dice.
//
// Distances are cells. Percentages are integers; where a rule halves them, the
// result is rounded half up in exact arithmetic.
//
// The package knows no battle, turn or player. The printed rules hold no Game
// Sheet: percentages, ranges, movement points and costs, morale bands and the
// damage tables of monsters come with each request.
//
// Where the book is silent or doubtful, these rulings apply, by id:
//
//	MG-AMB-02  The face 0 is 10 on 1D10, and double zero is 100 on 1D100.
//	MG-AMB-03  Each player rolls 1D10 for the choice of sides; ties are rolled again.
//	MG-AMB-04  The arc opens 45° to both sides and includes the cells on its diagonals.
//	MG-AMB-05  A troop in a rear rank has the arc of the foremost troop of its file.
//	MG-AMB-06  Front and rear are three cells each; the flanks are the two cells beside.
//	MG-AMB-07  The nearer of a rider's two cells gives its distance; its rear cell swings round on a free side.
//	MG-AMB-08  The first band of severity is the light wound.
//	MG-AMB-09  The directions of the blind run clockwise from straight ahead.
//	MG-AMB-10  Halves are rounded up.
//	MG-AMB-11  Equal range means the same range band.
//	MG-AMB-12  Sight runs from centre to centre; trees hide only troops that stand in trees behind other trees.
//	MG-AMB-13  Javelins fire in both fire phases.
//	MG-AMB-14  Two troops with two empty cells between them are not cohesive.
//	MG-AMB-15  A troop that can close a gap in its unit must do so; there is no other penalty.
//	MG-AMB-16  A hero with a long weapon may stand in a rank, but strikes on its own.
//	MG-AMB-17  Hypnosis controls its victim for 1D6 turns, beginning with the next.
//	MG-AMB-18  Secret Parry is declared before the roll and blocks one attack, pooled or not.
//	MG-AMB-19  Salmon Leap goes exactly four cells in one of eight directions.
//	MG-AMB-20  Double Attack reaches enemies within two cells.
//	MG-AMB-21  The wound of a spell is a full roll on the damage table.
//	MG-AMB-23  Lost points count in melee; halving and doubling come last, with one rounding.
//	MG-AMB-24  A stunned troop does nothing for the whole of the next turn.
//	MG-AMB-25  A troop that cannot fight neither strikes nor shoots, but may cast spells and use skills.
//	MG-AMB-26  Movement never falls below 0 and severity never exceeds 100; percentages have no natural hit or miss.
//	MG-AMB-27  A monster without a damage table of its own uses that of the heroes.
//	MG-AMB-28  Ironhide is a hero.
//	MG-AMB-29  The further hits of a volley strike the troops nearest to its target, friend or foe.
//	MG-AMB-30  The owner of the targets orders the hits in melee.
//	MG-AMB-31  The trigger with the lowest modifier counts; modifiers that are not triggers are added to it.
//	MG-AMB-33  A troop flees along the longer axis away from the threat; its owner settles a tie.
//	MG-AMB-34  A fleeing troop passes enemies, but enters no occupied cell.
//	MG-AMB-35  Stunned, veiled and hypnotised magicians cast no spells.
//	MG-AMB-36  Doubling lasts for one combat or fire phase: the next whose step begins.
//	MG-AMB-37  A failed Heal makes the wound worse and may kill; nothing can be stolen from an empty hand.
//	MG-AMB-39  A pivot by any angle costs 1.
//	MG-AMB-40  A diagonal step costs twice the cheaper of the two ways round its corner.
//	MG-AMB-41  Engagement is determined anew before each command, from which troops stand next to each other.
//	MG-AMB-42  Animal Communication may move an engaged mount.
//	MG-AMB-43  An aura affects every troop that was near its source at any time of the turn.
//	MG-AMB-44  Psychic Power cannot be used next to an enemy; Kai Lords resist it as heroes do.
//	MG-AMB-45  Failed uses of a skill count as uses.
//	MG-AMB-46  Strength ignores only light wounds taken in melee.
//	MG-AMB-49  Losses are measured from the start of the turn and from the start of the battle.
//	MG-AMB-50  The deck holds three copies of each spell.
//	MG-AMB-53  A player who has neither a unit nor a hero left has lost a quick battle.
//	MG-AMB-54  Mind over Matter deflects a whole volley; the deflected volley strikes once.
//	MG-AMB-55  Hidden troops may move unseen.
//	MG-AMB-56  No hero has the same power twice.
//	MG-AMB-57  A troop whose armour has rusted moves by the points of a troop without armour.
//	MG-AMB-58  The victim of Brutality counts for the losses of the battle, not for those of the turn.
//	MG-AMB-59  Doom and Despair, cast after the morale step, cause tests at once.
package ruling
