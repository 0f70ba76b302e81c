package site

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/content/engineapi"
	"oriflamme/content/phrases"
	"oriflamme/content/reference"
	"oriflamme/public"
	"oriflamme/rules"
)

// Config is what the site is made of. Service, Catalogs, Games and Now are required.
type Config struct {
	Service   *campaign.Service
	Catalogs  map[string]*phrases.Catalog // by language, including the site's default and English
	Games     []*rules.Game               // in display order
	Packs     map[string][]rules.Pack     // by game, the default first
	Reference func() *reference.Site      // waits until the rules reference is built; nil answers "not found"
	Now       func() time.Time
	Log       *slog.Logger      // nil discards
	Base      string            // "https://club.example": address of the site from outside; empty takes the request's host
	Proxies   []netip.Prefix    // proxies whose X-Forwarded-For is trusted; none when clients reach the site directly
	Zone      *time.Location    // time zone of the clubs; nil is UTC
	Deliverer *notify.Deliverer // delivers notifications; nil leaves only the inbox
	Metrics   *Metrics          // nil makes metrics that nobody reads
	Demo      []DemoPerson      // people of a demonstration as whom any visitor may sign in; none on other sites
}

// Base holds the configuration, and what all handlers share. The handlers of each part of the site embed it.
type Base struct {
	Config
	SortedCatalogs []*phrases.Catalog // the catalogs in display order
	GameNames      map[string]string  // as printed on the books, by id of the game
	computeSlots   chan struct{}      // slots for computations of the API
	signInLimiter  middleware.RateLimiterStore
	pageCache      pageCache
	routes         map[routeKey]Route // all routes of the site; Mount fills it
	engineRules    func() string      // digests of the rules of the games, in JSON; computed once
}

// NewBase returns the base of a site, with defaults for what its configuration leaves out.
func NewBase(c Config) *Base {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Metrics == nil {
		c.Metrics = NewMetrics()
	}
	b := &Base{Config: c, SortedCatalogs: phrases.Sorted(c.Catalogs), GameNames: map[string]string{}, computeSlots: make(chan struct{}, MaxComputing), signInLimiter: newSignInLimiter()}
	b.engineRules = sync.OnceValue(func() string {
		digests, err := json.Marshal(engineapi.Digests(c.Games))
		if err != nil {
			panic("site: " + err.Error()) // texts by texts
		}
		return string(digests)
	})
	for _, g := range c.Games {
		b.GameNames[g.ID] = g.Name
	}
	return b
}

const RequestTimeout = 10 * time.Second

// IsStream reports whether the response is written over a long time, or is compressed already.
func (s *Base) IsStream(c echo.Context) bool { return s.RouteOf(c).Is(Stream) }

// isCompressedAlready reports whether WithGzip must leave the response alone.
func (s *Base) isCompressedAlready(c echo.Context) bool {
	return s.IsStream(c) || s.mayBeCached(c) || isCompressed(c.Request().URL.Path)
}

func HasPathPrefix(path, prefix string) bool {
	return len(path) >= len(prefix) && path[:len(prefix)] == prefix
}

// ShutdownKey is the key, in the context of a request, of the channel that closes when the server stops.
type ShutdownKey struct{}

// Shutdown returns a channel that closes when event streams must end. It is nil, and so never closes, without Serve.
func Shutdown(ctx context.Context) <-chan struct{} {
	c, _ := ctx.Value(ShutdownKey{}).(<-chan struct{})
	return c
}

// WithLog logs one line for each request, without addresses and queries, because these may contain people's secrets.
func (s *Base) WithLog(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		err := next(c)
		if err != nil {
			c.Error(err)
		}
		status, took := c.Response().Status, time.Since(start)
		timed := !s.IsStream(c) || HasPathPrefix(c.Request().URL.Path, public.Prefix)
		s.Metrics.countRequest(c, status, took, timed)
		level := slog.LevelInfo
		switch path := c.Request().URL.Path; {
		case status >= http.StatusInternalServerError:
			level = slog.LevelError
		case path == HealthPath || path == ReadyPath:
			level = slog.LevelDebug
		}
		s.Log.LogAttrs(c.Request().Context(), level, "request",
			slog.String("method", c.Request().Method), slog.String("route", c.Path()), slog.Int("status", status),
			slog.Int64("bytes", c.Response().Size), slog.Duration("took", took))
		return nil
	}
}

func (s *Base) LogPanic(_ echo.Context, err error, stack []byte) error {
	s.Log.Error("panic in a handler", "error", err, "stack", string(stack))
	return err
}
