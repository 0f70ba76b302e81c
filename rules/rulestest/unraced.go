//go:build !race

package rulestest

// Raced says that the race detector slows the tests down tenfold.
const Raced = false
