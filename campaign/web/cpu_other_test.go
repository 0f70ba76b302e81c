//go:build !unix

package web_test

import "time"

// cpuTime returns 0, because the processor time is unknown on this system.
func cpuTime() time.Duration { return 0 }
