// Package rulestest is the acceptance kit that every game passes.
//
// Run plays battles and checks the promises of the frame on each of them;
// Vectors runs the checked cases of a contract of rulings. It holds no rule.
package rulestest
