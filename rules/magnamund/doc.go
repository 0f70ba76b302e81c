// Package magnamund plays battles of La Bataille pour le Magnamund: the skirmish
// rules of the French core set (Megara Entertainment), set in the world of Lone
// Wolf. Package ruling holds the procedures of the book; this package holds the
// state of a battle, the commands that players give, the events that follow, and
// the aftermath.
//
// Begin with state.go (what changes in a battle), then play.go (how a command is
// carried out). commands.go and events.go list what can be given and what can
// happen, apply.go changes the state, legal.go lists the commands that are
// allowed, and board_*.go measure on the board.
//
// A battle is played on a board or at a measured table, from deployment to its last
// turn: the initiative and the five phases, with the quick battle and the four
// aims of a Scenario. At a measured table the players state distances, arcs, cover,
// sight, ranks, contacts, what a path leads over, and how a unit fled; the rest is
// the same code. Afterwards each surviving hero whose powers are not printed
// chooses one more (MG-CAMP-1, MG-CAMP-3), unless Kai Lords roll for their
// disciplines before each battle (MG-CAMP-2, an option).
//
// The printed rules hold no Game Sheet, so its numbers come from packs. The package
// refuses a battle that needs a number which its sheets do not have, and names the
// number (MG-GEO-6); it refuses a command that breaks a rule, with the rule's id.
// Doubtful points of the book are settled in the package comment of ruling.
//
// Odds of a command count the troops that it kills and wounds. For a wound they say
// only whether it kills. They end before the blind stray in a step that is skipped
// after the command.
//
// House rules of battles:
//
//	MG-HOUSE-1  A movement step does not end while the move of one troop would close a
//	            gap in its unit (MG-COH-1, ruling MG-AMB-15); at a measured table the
//	            players see to it.
//	MG-HOUSE-2  A unit for which the deployment zone has no room left is deployed beside it.
//	MG-HOUSE-3  Where equally near troops belong to several players, the player of the
//	            first of them chooses which the further hits of a volley strike; the
//	            troops of a fleeing unit run in the order of their distance from the
//	            threat; a fleeing troop passes an obstacle by the way that leads
//	            farthest from it.
//	MG-HOUSE-4  A steadfast unit tests its morale again, once a battle.
//	MG-HOUSE-5  After the last turn of a quick battle the side that has lost the smaller
//	            part of its value wins.
//	MG-HOUSE-6  Each troop has a value in points, by its profile or else by its category,
//	            level and equipment.
//	MG-HOUSE-7  What a battle holds is put right by agreement of both sides, at any time.
//	MG-HOUSE-8  A card, power or spell that the engine does not know is played by hand.
//
// A unit may be deployed with a hole in it: placement in the zone is free (MG-SETUP-5), and
// cohesion is judged at the end of a movement phase only (MG-COH-1). The view says so.
package magnamund
