//go:build unix

package rulestest

import (
	"syscall"
	"time"
)

// CPUTime returns the time that this process has computed for, garbage collection
// included. Benchmarks use it on machines that run other things as well.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
