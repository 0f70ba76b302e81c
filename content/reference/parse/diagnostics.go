package parse

import (
	"errors"
	"fmt"
	"sort"
	"sync"
)

// Diagnostics collects faults from many goroutines.
type Diagnostics struct {
	mu   sync.Mutex
	list []diagnostic
}

type diagnostic struct {
	file string
	line int
	text string
}

func (f diagnostic) Error() string {
	if f.line == 0 {
		return fmt.Sprintf("%s: %s", f.file, f.text)
	}
	return fmt.Sprintf("%s:%d: %s", f.file, f.line, f.text)
}

// Add adds a fault at a line of a file; line is 0 when the fault is of the whole file.
func (f *Diagnostics) Add(file string, line int, format string, args ...any) {
	f.mu.Lock()
	f.list = append(f.list, diagnostic{file, line, fmt.Sprintf(format, args...)})
	f.mu.Unlock()
}

// Err returns the faults in the order of files and lines, or nil.
func (f *Diagnostics) Err() error {
	sort.SliceStable(f.list, func(i, j int) bool {
		a, b := f.list[i], f.list[j]
		if a.file != b.file {
			return a.file < b.file
		}
		return a.line < b.line
	})
	var errs []error
	for _, one := range f.list {
		errs = append(errs, one)
	}
	return errors.Join(errs...)
}
