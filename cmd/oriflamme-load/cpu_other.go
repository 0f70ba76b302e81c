//go:build !unix

package main

import "time"

// worked is not known here.
func worked() time.Duration { return 0 }
