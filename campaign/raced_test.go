//go:build race

package campaign_test

// raced says that the race detector slows the tests down tenfold.
const raced = true
