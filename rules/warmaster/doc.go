// Package warmaster plays battles of Warmaster: the French rulebook in its update
// of October 2006, as far as its first 49 pages go. Package ruling holds the
// procedures of the book; this package holds the state of a battle, the commands
// that players give, the events that follow, and the aftermath.
//
// Begin with state.go (what changes in a battle), then play.go (how a command is
// carried out). commands.go and events.go list what can be given and what can
// happen, apply.go changes the state, legal.go lists the commands that are
// allowed, and board_*.go measure on the board.
//
// A battle is measured or on a board. At a measured table the players state
// contacts, distances and supports. On a board, stands are rectangles in tenths of
// a millimetre that face one of twenty directions, and terrain is made of such
// rectangles as well; stands move in straight lines, and so does the lead stand of
// a charge. Where the rules leave it to a player how the stands of a unit end, the command asks
// for their places (board_arrangement.go). Both call the same functions of package ruling.
//
// At a measured table who gives a command states the facts that help him, the other player is
// asked for what is stated of his troops, and the battle remembers formations, cover and
// contacts. Whatever was noted wrongly is put right by agreement (amend.go).
//
// A stand that an army list joins to a unit's line fights as a unit of its own. A
// battle keeps the version of the rules that it began with (game.go).
//
// The book prints no army list. What rosters may hold is checked under ids of our
// own (WR-LIST-1 to WR-LIST-11, roster_check.go). Provisional rules WR-PROV-1 to
// WR-PROV-15 replace the missing pages; each is an option of the battle that an
// organiser sees and changes (game.go). The aftermath is a house rule
// (WR-HOUSE, aftermath.go). Doubtful points of the book are settled in the package
// comment of ruling.
//
// The package refuses a command that breaks a rule, with the rule's id, and a
// roster whose profiles lack a number that the battle needs.
package warmaster
