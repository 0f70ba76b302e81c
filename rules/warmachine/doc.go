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
// Battles are of two players, of two teams, or of everyone for themselves. On a
// measured table the players state distances, lines of sight and melee range; on a
// board of 48 by 48 inches the battle keeps round bases with their facing and works
// these out, with the very functions that the rulings are. What a player states on a
// board is refused when the board shows otherwise. Units may be moved together, every
// trooper by its commander's vector or as far as it can, or trooper by trooper; a
// whole unit that charges has each trooper charge the nearest model that it can.
//
// The combat module (outside_combat.go and the other files named outside_*.go) is an
// option, on by default: attack and damage rolls, boosts, grids, areas of effect,
// free strikes, combined attacks, sprays, spells, feats, upkeep, channeling, power
// attacks, cavalry, command checks and wrecks. Without it the players tell what came of each attack. A board takes the
// size of bases, the front arc and melee and command ranges from outside the book in
// either case: without them there is no board.
//
// Whatever keeps a model from acting does so in battles: it lies down, is stationary
// for a round, flees, is held. Models charge outside their activation when a spell or
// a feat has them do so, or by Counter-Charge; and spells put models elsewhere.
//
// Left to the players: what an ability does that no profile can say; what it changes
// in a roll goes in as a modifier. On a board way through rough terrain is judged by
// the centre of the base, a forest by the line of centres, and models climb hills
// freely.
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
