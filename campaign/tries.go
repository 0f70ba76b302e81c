package campaign

import (
	"context"
	"time"
)

// A RateLimiter counts what may not be done too often, for all processes on a database
// together.
type RateLimiter interface {
	// Try counts one for somebody, of whom it keeps what it is given and no more. One
	// is forgotten after each while; when so many are not, nothing is counted or written
	// and ok is false.
	Allow(ctx context.Context, who string, limit int, while time.Duration, now time.Time) (ok bool, err error)
}

// Allow counts one try of a kind for somebody, and reports whether that was no more than
// so many, of which one is forgotten after each while. Only a hash of who it was is
// kept, and that until the last try is forgotten. No permission is asked.
func (h *Service) Allow(ctx context.Context, what, who string, limit int, while time.Duration) (bool, error) {
	return h.rateLimiter.Allow(ctx, HashToken(what+" "+who), limit, while, h.now())
}
