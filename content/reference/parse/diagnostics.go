package parse

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
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

func (d diagnostic) Error() string {
	if d.line == 0 {
		return fmt.Sprintf("%s: %s", d.file, d.text)
	}
	return fmt.Sprintf("%s:%d: %s", d.file, d.line, d.text)
}

// Add adds a fault at a line of a file; line is 0 when the fault is of the whole file.
func (d *Diagnostics) Add(file string, line int, format string, args ...any) {
	d.mu.Lock()
	d.list = append(d.list, diagnostic{file, line, fmt.Sprintf(format, args...)})
	d.mu.Unlock()
}

// Err returns the faults in the order of files and lines, or nil.
func (d *Diagnostics) Err() error {
	slices.SortStableFunc(d.list, func(a, b diagnostic) int {
		return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	var errs []error
	for _, one := range d.list {
		errs = append(errs, one)
	}
	return errors.Join(errs...)
}
