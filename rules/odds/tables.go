package odds

import (
	"sync"
	"sync/atomic"
)

// Common rolls are listed once for all walks. What is kept is bounded: rolls of
// a request can take many shapes.
const (
	keptTables   = 512
	keptBranches = 4096
)

var (
	common  sync.Map // shape -> *table, which nobody changes any more
	commons atomic.Int64
)

func (w *Walk) table(key shape) *table {
	if t := w.tables[key]; t != nil {
		return t
	}
	if t, ok := common.Load(key); ok && !w.ByFace {
		w.tables[key] = t.(*table)
		return t.(*table)
	}
	return nil
}

func (w *Walk) keep(key shape, t *table) {
	w.tables[key] = t
	// A roll told apart by a name of the rule's own (Same) is known to that walk only.
	if w.ByFace || key.same != "" || len(t.branches) > keptBranches || commons.Add(1) > keptTables {
		return
	}
	common.Store(key, t)
}
