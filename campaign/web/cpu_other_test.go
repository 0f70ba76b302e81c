//go:build !unix

package web_test

import "time"

// worked is not known here.
func worked() time.Duration { return 0 }
