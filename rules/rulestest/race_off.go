//go:build !race

package rulestest

// RaceDetector reports whether the tests run under the race detector, which makes them about
// ten times slower.
const RaceDetector = false
