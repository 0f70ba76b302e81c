//go:build race

package rulestest

// RaceDetector says that the race detector slows the tests down tenfold.
const RaceDetector = true
