// Package recall remembers answers that are asked for again and again and are always
// the same. It refuses to grow: full, it begins anew.
package cache

import "sync"

// A Cache holds so many answers. It may be used by several goroutines; the answers are
// shared and must not be changed.
type Cache[K comparable, V any] struct {
	limit  int
	mu     sync.RWMutex
	values map[K]V
}

// New returns a memory for at most so many answers.
func New[K comparable, V any](most int) *Cache[K, V] {
	return &Cache[K, V]{limit: most, values: map[K]V{}}
}

// Get returns the answer for a key, worked out when it is not remembered. Several may
// work it out at once.
func (m *Cache[K, V]) Get(key K, compute func() V) V {
	m.mu.RLock()
	v, ok := m.values[key]
	m.mu.RUnlock()
	if ok {
		return v
	}
	v = compute()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.values) >= m.limit {
		clear(m.values)
	}
	m.values[key] = v
	return v
}
