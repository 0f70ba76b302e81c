//go:build race

package main

// raced says that the race detector slows the tests down tenfold.
const raced = true
