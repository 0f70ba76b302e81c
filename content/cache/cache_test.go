package cache_test

import (
	"sync"
	"testing"

	"oriflamme/content/cache"
)

func TestCache(t *testing.T) {
	worked := 0
	m := cache.New[int, int](3)
	square := func(n int) int { return m.Get(n, func() int { worked++; return n * n }) }
	for _, c := range []struct{ n, worked int }{{2, 1}, {2, 1}, {3, 2}, {4, 3}, {2, 3}, {5, 4}, {5, 4}, {2, 5}} {
		if got := square(c.n); got != c.n*c.n || worked != c.worked {
			t.Errorf("%d: %d after working %d times, want %d times", c.n, got, worked, c.worked)
		}
	}
}

func TestCacheIsShared(t *testing.T) {
	c := cache.New[int, int](5)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 200 {
				if got := c.Get(n*i%9, func() int { return n * i % 9 }); got != n*i%9 {
					t.Errorf("%d, want %d", got, n*i%9)
				}
			}
		})
	}
	wg.Wait()
}
