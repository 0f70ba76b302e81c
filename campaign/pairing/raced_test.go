//go:build race

package pairing

// raced says that the race detector slows the tests down tenfold.
const raced = true
