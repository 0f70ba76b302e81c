package odds

import (
	"sync"
	"sync/atomic"
)

// Common rolls are listed once for all walks. What is kept is bounded: rolls of
// a request can take many shapes.
const (
	maxSharedTables   = 512
	maxSharedOutcomes = 4096
)

var (
	sharedTables sync.Map // shape -> *table, which nobody changes any more
	sharedCount  atomic.Int64
)

func (w *Walk) sharedTable(key shape) *outcomeTable {
	if t := w.tables[key]; t != nil {
		return t
	}
	if t, ok := sharedTables.Load(key); ok && !w.ByFace {
		w.tables[key] = t.(*outcomeTable)
		return t.(*outcomeTable)
	}
	return nil
}

func (w *Walk) shareTable(key shape, t *outcomeTable) {
	w.tables[key] = t
	// A roll told apart by a name of the rule's own (Same) is known to that walk only.
	if w.ByFace || key.same != "" || len(t.outcomes) > maxSharedOutcomes || sharedCount.Add(1) > maxSharedTables {
		return
	}
	sharedTables.Store(key, t)
}
