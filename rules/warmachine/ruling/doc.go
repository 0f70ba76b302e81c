// Package ruling holds the procedures of WARMACHINE, second edition (MkII, 2010),
// after its French core rules: functions of typed facts and, where dice fall, a
// rules.Roller. Begin with rulings.go, the list of the procedures that can be asked
// for without a battle; battles (package warmachine) call the same functions.
//
// The package knows no battle, keeps no state and reads no profile: what a procedure
// needs is in its input. Malformed input is refused with a *rules.Fault; a breach of a
// rule is part of the result, with the rule's id.
//
// The chapters, by file:
//
//	army*.go, sides.go            building an army (WM-ARMY), the armies of a game (WM-MULTI)
//	rolloff.go, deployment*.go    the starting roll, deployment and its zones (WM-SETUP, WM-MULTI)
//	turn.go                       turns and what lasts for a round (WM-TURN)
//	maintenance.go, control.go    the Maintenance and Control Phases (WM-MAINT, WM-CTRL), focus (WM-FOCUS)
//	activation*.go                the Activation Phase: models, units, orders, actions and skill
//	                              checks (WM-ACTP, WM-ACT, WM-UNIT, WM-ACTION, WM-SPEC, WM-SKILL)
//	sight*.go, contact.go         volumes, line of sight, base contact (WM-VOL, WM-LOS, WM-B2B)
//	move_*.go                     movement, its restrictions and penalties (WM-MOVE, WM-ADV, WM-RUN,
//	                              WM-REST, WM-PEN)
//	charge*.go                    charges in and out of the activation (WM-CHARGE, WM-OOA)
//	placement.go                  placing models (WM-PLACE)
//	combat.go                     combat actions (WM-COMBAT)
//	victory.go                    victory (WM-VICT)
//	extra_*.go                    what the book does not print (WM-X)
//	geometry.go, inches.go        points and shapes on the table, lengths
//
// The book prints neither profiles nor how attacks, damage and focus are resolved.
// Facts from outside the book (WM-X) lie in extra_*.go: someone who has the missing
// chapters changes those files.
//
// Lengths are whole thousandths of an inch. A computed length is rounded to the
// nearest thousandth, halves up, before it is compared.
//
// Rulings taken where the book is silent or doubtful, by id:
//
//	A-2   elevation matters from exactly 1 inch
//	A-3   terrain hides a model by the lines between the tops of the volumes; a simple test of
//	      walls is an option
//	A-8   an apocalypse has a further warcaster for each complete 50 points above 200
//	A-9   every player has at least one warcaster
//	A-10  ties of a starting roll are rolled again
//	A-11  when a team has no player left to name, the other team goes on
//	A-12  the table is 48 by 48 inches
//	A-13  a corner zone is a quarter of a disc
//	A-14  a line that only touches a base, a corner or an edge passes
//	A-15  the length of a path is the sum of its straight parts; pivots are free
//	A-16  a charge direction must bring the target into melee range at some point
//	A-17  the game is a draw when several sides lose their last warcasters at once
//	A-18  a player without a warcaster plays on and cannot win by the last warcaster; an option
//	A-20  bonuses to movement lengthen a charge that is the normal movement
//	A-21  melee range at the end of a charge is checked before the model turns to face its target
//	A-22  a charger that failed still turns to face its target
//	A-28  a charge stops at contact with any model, the target and friendly models included
//	A-30  a character unit, like a character, is limited to one copy in a team
//	A-32  a friendly trooper may not be placed out of formation by any player
//	A-36  running and charging outside the normal movement costs no focus
//	A-37  focus that is neither allocated nor spent stays on the caster
package ruling
