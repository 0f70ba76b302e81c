// Package rulestest is the acceptance kit that every game must pass. It knows no rule of any
// game.
//
// Run plays battles and checks the promises of the frame on each of them; Golden replays
// stored records; Vectors runs the checked cases of a contract of rulings and Examples those
// of the game itself; Sweep breaks every field of every input table of a contract;
// RequireEveryRule checks that every rule of a specification is tested or explained;
// Statements runs the statement book of a game. Tests against files outside the repository are
// skipped when the files are absent.
//
// Begin reading with run.go.
package rulestest
