// Package ruling holds the procedures of Warmaster (the French rulebook in its
// update of October 2006, pages 1 to 49) as pure functions of a typed request
// and of dice. Each one answers without a battle; the battles of package
// warmaster call the same functions.
//
// Begin with rulings.go, the list of all procedures, then basics.go. Each
// procedure is an input (XInput) with two methods: check refuses requests that
// contradict themselves or that a rule forbids before any die is rolled; resolve
// (Resolve) carries the procedure out and returns the result (XResult).
// The fields of both are the published contract.
//
// The files by chapter of the book:
//
//	armies and profiles      army.go, profile.go                    WR-ARMY, WR-PROF
//	start and end            setup.go, victory.go                   WR-SET, WR-END
//	the Orders phase         orders_phase.go, orders_command.go,
//	                         orders.go, initiative.go               WR-SEQ, WR-INIT, WR-CMD, WR-BRIG, WR-CHAR
//	movement                 move.go, move_passage.go, terrain.go,
//	                         formation.go                           WR-MOVE, WR-FORM, WR-TERR, WR-GAP, WR-EVADE
//	the table edge           table_edge.go                          WR-EDGE
//	sight and shooting       sight.go, sight_facts.go, target.go,
//	                         shooting.go, charge_shooting.go,
//	                         drive_back.go                          WR-LOS, WR-SHOOT, WR-CSHOT, WR-DRIVE, WR-CONF
//	charges and contacts     charge.go, contacts.go, distance.go    WR-CHARGE, WR-GEOM, WR-ENG
//	combat                   attack.go, combat.go,
//	                         combat_support.go, combat_result.go    WR-ATT, WR-HIT, WR-CAS, WR-SUP, WR-RES
//	after combat             retreat.go, fall_back.go, pursuit.go   WR-RET, WR-FALL, WR-PUR, WR-ADV
//
// odds_shooting.go and odds_combat.go work the odds out without a walk over all dice.
//
// Lengths are centimetres as rules.Dec with at most four decimals. A stand is a
// rectangle whose heading has a whole length, so that every comparison is exact
// (package rect).
//
// The package knows no battle, turn or player, and no army list: the book prints
// none, so profiles, points, ranges and the moves of machines come with each
// request. A request that lacks one of them is refused.
//
// Where the book is silent or doubtful, these rulings apply, by id:
//
//	A-1   A command distance of exactly 40, 60 … cm belongs to the nearer band.
//	A-2   A distance of exactly 20 cm is within 20 cm, in every rule.
//	A-3   A test that cannot succeed may be made; it fails.
//	A-4   The formation at the start of a move sets the pace of the move.
//	A-5   A brigade is the units that touch when the orders begin, after initiative moves.
//	A-6   A stand passes a gap that is at least as wide as it needs; of terrain, only what the stand cannot enter bounds a gap.
//	A-7   An evading unit may stop short of its full pace.
//	A-8   Friendly stands hide a target from shooters, but not from chargers.
//	A-9   Penalties reduce Attacks to 0 at the lowest, or to the minimum that the request names.
//	A-10  Hits without support decide which side removes casualties first; equal sides roll off.
//	A-11  A unit falls back by at least its lowest die.
//	A-14  Hits that armour saves do not drive a unit back.
//	A-16  One fortified stand is enough to ignore two hits.
//	A-17  Two sides that destroy each other draw the combat.
//	A-19  The pursuit bonus of a stand depends on the enemy that it attacks.
//	A-22  Players with equal numbers of units roll off for who deploys first.
//	A-23  Equal dice of a roll-off are rolled again.
//	A-24  A unit that returns to the table edge in mid-turn may do what the phase allows.
//	A-27  A supporting stand adds 1 in all, however many stands it supports.
//	A-29  Artillery never charges.
//	A-30  The charge bonus of a stand depends on the enemy that it attacks.
//	A-31  A stand that cannot shoot at the common target shoots at the target nearest to itself.
//	A-32  Infantry may enter marshes.
//	A-33  A line of sight goes through up to 2 cm of each wood.
//	A-34  Characters do not count as enemies for initiative and command.
//	A-38  Formation does not slow characters.
//	A-40  An enemy that the unit cannot see still modifies an order.
//	A-42  A unit whose return is pending rolls in each turn.
package ruling
