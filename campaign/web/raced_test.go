//go:build race

package web_test

// raced says that the race detector slows the tests down tenfold.
const raced = true
