// Package recall remembers answers that are asked for again and again and are always
// the same. It refuses to grow: full, it begins anew.
package recall

import "sync"

// A Memory holds so many answers. It may be used by several goroutines; the answers are
// shared and must not be changed.
type Memory[K comparable, V any] struct {
	most int
	mu   sync.RWMutex
	of   map[K]V
}

// New returns a memory for at most so many answers.
func New[K comparable, V any](most int) *Memory[K, V] {
	return &Memory[K, V]{most: most, of: map[K]V{}}
}

// Of returns the answer for a key, worked out when it is not remembered. Several may
// work it out at once.
func (m *Memory[K, V]) Of(key K, work func() V) V {
	m.mu.RLock()
	v, ok := m.of[key]
	m.mu.RUnlock()
	if ok {
		return v
	}
	v = work()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.of) >= m.most {
		clear(m.of)
	}
	m.of[key] = v
	return v
}
