package odds

import (
	"sync"
	"sync/atomic"
)

// Walks share the tables of common rolls. The cache is bounded, because requests can ask
// for rolls of many shapes.
const (
	maxSharedTables   = 512
	maxSharedOutcomes = 4096
)

var (
	sharedTables sync.Map // shape -> *outcomeTable, which never changes once stored
	sharedCount  atomic.Int64
)

// sharedTable returns the table of a shape from this walk or from the shared cache, or nil.
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

// shareTable stores a table in this walk and, within the bounds, in the shared cache.
func (w *Walk) shareTable(key shape, t *outcomeTable) {
	w.tables[key] = t
	// A CacheKey is the rule's own name and identifies a roll within this walk only.
	if w.ByFace || key.cacheKey != "" || len(t.outcomes) > maxSharedOutcomes || sharedCount.Add(1) > maxSharedTables {
		return
	}
	sharedTables.Store(key, t)
}
