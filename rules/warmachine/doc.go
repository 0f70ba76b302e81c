// Package warmachine is the game WARMACHINE, second edition (MkII, 2010), after its
// French core rules.
//
// It covers building an army (WM-ARMY), set-up for two players, teams and
// free-for-all (WM-SETUP, WM-MULTI), the turn and its three phases (WM-TURN,
// WM-MAINT, WM-CTRL, WM-ACTP), the activation of models and units (WM-ACT, WM-UNIT),
// volumes, line of sight and base contact (WM-VOL, WM-LOS, WM-B2B), movement with
// its restrictions and penalties (WM-MOVE, WM-ADV, WM-RUN, WM-REST, WM-PEN), charges
// in and out of the activation (WM-CHARGE, WM-OOA), placement (WM-PLACE), actions,
// combat actions and skill checks (WM-ACTION, WM-COMBAT, WM-SPEC, WM-SKILL), the
// focus hooks (WM-FOCUS) and victory (WM-VICT).
//
// The book prints neither profiles nor the resolution of attacks, damage and
// focus. Facts from outside it (WM-X) live in the files named outside_*.go and
// nowhere else; whoever has the missing chapters changes those.
//
// Battles are of two players on a measured table: they state distances, lines of
// sight and melee range, the battle keeps the turns, focus, activations, attacks,
// damage and who has won. The models of a unit move together and keep formation;
// each makes its own attacks. Not played by a battle, and left to the players:
// deployment and positions, formation, continuous effects, spells, feats, channeling
// and upkeep, power attacks, special attacks and actions, free strikes, areas of
// effect, command, 'jack marshals' orders and combined attacks. What those change in
// a roll goes in as a modifier.
//
// Every rule is a plain function of typed facts and, where dice fall, a cup; the
// Rulings call the same ones. Lengths are whole thousandths of an inch: what has to
// be computed is rounded to the nearest one, halves up, before it is compared.
//
// Rulings taken where the book is silent or doubtful, by id:
//
//	A-2   elevation matters from exactly 1 inch
//	A-3   terrain hides by the lines between tops; a simple wall test is offered
//	A-8   an apocalypse has a further warcaster for each complete 50 points above 200
//	A-9   every player has at least one warcaster
//	A-10  ties of a starting roll are rolled again
//	A-11  when a team has nobody left to name, the other goes on
//	A-12  the table is 48 by 48 inches
//	A-13  a corner zone is a quarter disc
//	A-14  a line that only touches a base, a corner or an edge passes
//	A-15  a path is as long as its straight parts; pivots are free
//	A-16  a charge direction must bring the target into melee range some time
//	A-17  the last warcasters of several sides lost at once are a draw
//	A-18  who has no warcaster plays on and cannot win by the last warcaster; an option
//	A-20  bonuses to movement lengthen a charge that is the normal movement
//	A-21  melee range at the end of a charge is judged before the turn to face
//	A-22  a charger that failed turns to face its target all the same
//	A-28  a charge stops at contact with any model, the target and friends too
//	A-30  one copy of a character unit a team, as of a character
//	A-32  placing a friendly trooper out of formation is forbidden whoever does it
//	A-36  running and charging outside the normal movement costs no focus
//	A-37  focus that is neither allocated nor spent stays on the caster
package warmachine
