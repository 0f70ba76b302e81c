//go:build unix

package warmachine_test

import (
	"syscall"
	"time"
)

// cpuTime is the time that this process has computed for, its garbage collection
// included: what a benchmark can hold on to on a machine that others use as well.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
