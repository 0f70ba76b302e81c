// Package cache keeps answers that are asked for again and again and never change. A cache has a bound: when it is
// full it is emptied.
package cache

import "sync"

// A Cache holds at most a fixed number of answers. Several goroutines may use it. The answers are shared and must not
// be changed.
type Cache[K comparable, V any] struct {
	limit  int
	mu     sync.RWMutex
	values map[K]V
}

// New returns an empty cache for at most that many answers.
func New[K comparable, V any](most int) *Cache[K, V] {
	return &Cache[K, V]{limit: most, values: map[K]V{}}
}

// Get returns the answer for a key and computes it when it is not in the cache. Several goroutines may compute the
// same answer at once.
func (c *Cache[K, V]) Get(key K, compute func() V) V {
	c.mu.RLock()
	v, ok := c.values[key]
	c.mu.RUnlock()
	if ok {
		return v
	}
	v = compute()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.values) >= c.limit {
		clear(c.values)
	}
	c.values[key] = v
	return v
}
