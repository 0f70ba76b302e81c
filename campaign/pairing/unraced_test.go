//go:build !race

package pairing

const raced = false
