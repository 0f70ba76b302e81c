// Package warmaster is the game Warmaster: the French rulebook in its update of
// October 2006, as far as its first 49 pages go.
//
// It covers what a roster must be (WR-ARMY) and what a profile says (WR-PROF), the
// start of the battle (WR-SET), the Orders phase with initiative, orders, brigades
// and characters (WR-SEQ, WR-INIT, WR-CMD, WR-BRIG, WR-CHAR), paces, terrain, gaps
// and evading (WR-MOVE, WR-FORM, WR-TERR, WR-GAP, WR-EVADE), the table edge
// (WR-EDGE), sight, shooting, shooting at chargers and drive-backs (WR-LOS,
// WR-SHOOT, WR-CSHOT, WR-DRIVE, WR-CONF), charges, contacts and engagements
// (WR-CHARGE, WR-GEOM, WR-ENG), the combat round with attacks, casualties, support
// and result (WR-ATT, WR-HIT, WR-CAS, WR-SUP, WR-RES), retreat, falling back,
// pursuit and advance (WR-RET, WR-FALL, WR-PUR, WR-ADV) and the end (WR-END).
//
// Lengths are centimetres as rules.Dec with at most four decimals. On the board a
// stand is a rectangle whose heading has a whole length, so that every comparison
// is exact (package oblong).
//
// The book prints no army list: profiles, points, ranges and the moves of machines
// come with requests, packs and rosters. What such a list allows is checked under
// ids of our own (WR-LIST-1 to WR-LIST-11). Of the pages that are missing the
// stop-gaps WR-PROV-1 to WR-PROV-14 stand in, each an option of the battle that an
// organiser sees and changes (options.go); the aftermath is ours (WR-HOUSE).
//
// A battle is measured, where players tell contacts, distances and supports, or on
// a board, where stands are blocks in tenths of a millimetre that face one of
// twenty directions, and terrain is made of such blocks as well. Both call the
// rulings' own functions. On a board a stand goes straight from place to place;
// the lead stand of a charge too. A stand of a line that is joined to a unit by an
// army list fights as a unit of its own. A battle keeps the version of the rules
// that it began with (versions.go).
//
// Rulings taken where the book is silent or doubtful, by id:
//
//	A-1   a command distance of exactly 40, 60 … cm belongs to the nearer band
//	A-2   exactly 20 cm is within 20 cm, everywhere
//	A-3   a test that cannot succeed may be made, and fails
//	A-4   the formation at the start of a move gives its pace
//	A-5   a brigade is what touches when the orders begin, after initiative
//	A-6   a gap is passed when it is at least as wide as needed; only terrain that the stand cannot enter bounds it
//	A-7   an evader may stop short of its pace
//	A-8   own stands hide a target from shooters, but not from chargers
//	A-9   penalties take Attacks down to 0, or to the floor that is asked for
//	A-10  hits without support tell who removes casualties first; equal sides roll off
//	A-11  a unit falls back by its lowest die at least
//	A-14  hits that armour cancels do not drive back
//	A-16  one fortified stand is enough to ignore two hits
//	A-17  two sides that wipe each other out draw
//	A-19  the pursuit bonus is that of the enemy which the stand attacks
//	A-22  equal numbers of units roll off for who places first
//	A-23  equal dice are rolled again
//	A-24  a unit that is back on the edge in mid-turn may do what the phase allows
//	A-27  a supporting stand adds 1 in all
//	A-29  artillery never charges
//	A-30  the bonus of a charge depends on the enemy that each stand attacks
//	A-31  a stand that cannot shoot at the common target shoots at its own nearest
//	A-32  infantry enters marshes
//	A-33  sight goes through 2 cm of each wood
//	A-34  characters are no enemies to initiative and command
//	A-38  formation does not slow characters
//	A-40  an enemy that is not seen disturbs an order too
//	A-42  a piece that is pending rolls each turn
package warmaster
