// Package rulestest is the acceptance kit that every game passes. It holds no rule.
//
// Run plays battles and checks the promises of the frame on each of them; Golden
// replays records that were kept; Vectors runs the checked cases of a contract of
// rulings, Examples those of the game itself; Sweep breaks every field of every
// input table of a contract; RequireEveryRule accounts for every rule of a specification.
package rulestest
