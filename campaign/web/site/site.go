package site

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/content/phrases"
	"oriflamme/content/reference"
	"oriflamme/public"
	"oriflamme/rules"
)

// Config is what the site is made of. Hall, Books, Games and Now are required.
type Config struct {
	Service   *campaign.Service
	Catalogs  map[string]*phrases.Catalog // by language, the house's and the spare one among them
	Games     []*rules.Game               // in the order of the shelf
	Packs     map[string][]rules.Pack     // by game, the house's first
	Reference func() *reference.Site      // the rules reference, waited for when a page needs it; nil answers "not found"
	Now       func() time.Time
	Log       *slog.Logger      // nil discards
	Base      string            // "https://club.example": how the site is called from outside; empty takes the request's host
	Proxies   []netip.Prefix    // whose X-Forwarded-For is believed; none when people reach the site directly
	Zone      *time.Location    // where clubs meet; nil is UTC
	Deliverer *notify.Deliverer // brings notices out of the site; nil leaves the inbox alone
	Metrics   *Metrics          // counts and times what is asked; nil keeps its own
	Demo      []DemoPerson      // people of a demonstration, whom any visitor may be; none elsewhere
}

// Base holds the configuration for the handlers, which are its methods.
type Base struct {
	Config
	SortedCatalogs []*phrases.Catalog // Books in the order in which they are offered
	GameNames      map[string]string  // as printed on the books, by id of the game
	computeSlots   chan struct{}      // places for those who compute for programs
	signInLimiter  middleware.RateLimiterStore
	pageCache      pageCache
	routes         map[routeKey]Route // of the whole site; Mount fills it
}

// NewBase makes the base of a site, with what its configuration leaves out.
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
	for _, g := range c.Games {
		b.GameNames[g.ID] = g.Name
	}
	return b
}

const RequestTimeout = 10 * time.Second

// IsStream tells requests whose answer is written over a long time, or is compressed already.
func (s *Base) IsStream(c echo.Context) bool { return s.RouteOf(c).Is(Stream) }

// isCompressedAlready tells requests whose answer is not to be compressed on its way.
func (s *Base) isCompressedAlready(c echo.Context) bool {
	return s.IsStream(c) || s.mayBeCached(c) || isCompressed(c.Request().URL.Path)
}

func HasPathPrefix(path, prefix string) bool {
	return len(path) >= len(prefix) && path[:len(prefix)] == prefix
}

// ShutdownKey finds, in the context of a request, the channel that closes when the server wants to end.
type ShutdownKey struct{}

// Shutdown is closed when streams are to end; nil, which never is, where no Serve runs.
func Shutdown(ctx context.Context) <-chan struct{} {
	c, _ := ctx.Value(ShutdownKey{}).(<-chan struct{})
	return c
}

// WithLog writes one line a request: no addresses, no queries, since those may hold secrets of people.
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
