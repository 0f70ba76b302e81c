//go:build unix

package rulestest

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time of this process, garbage collection included. Tests of
// speed use it because other programs on the machine do not change it.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
