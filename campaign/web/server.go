package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"oriflamme/campaign"
	"oriflamme/campaign/notice"
	"oriflamme/content/phrases"
	"oriflamme/content/reference"
	"oriflamme/public"
	"oriflamme/rules"
)

// Config is what the site is made of. Hall, Books, Games and Now are required.
type Config struct {
	Hall      *campaign.Hall
	Books     map[string]*phrases.Book // by language, the house's and the spare one among them
	Games     []*rules.Game            // in the order of the shelf
	Packs     map[string][]rules.Pack  // by game, the house's first
	Reference func() *reference.Site   // the rules reference, waited for when a page needs it; nil answers "not found"
	Now       func() time.Time
	Log       *slog.Logger    // nil discards
	Base      string          // "https://club.example": how the site is called from outside; empty takes the request's host
	Proxies   []netip.Prefix  // whose X-Forwarded-For is believed; none when people reach the site directly
	Zone      *time.Location  // where clubs meet; nil is UTC
	Notices   *notice.Courier // brings notices out of the site; nil leaves the inbox alone
	Gauges    *Gauges         // counts and times what is asked; nil keeps its own
	Demo      []DemoPerson    // people of a demonstration, whom any visitor may be; none elsewhere
}

// site holds the configuration for the handlers, which are its methods.
type site struct {
	Config
	spoke  []*phrases.Book // Books in the order in which they are offered
	desks  chan struct{}   // places for those who compute for programs
	trials *duels
	crowd  middleware.RateLimiterStore
	hot    hot
}

const (
	requestTime = 10 * time.Second
	bodyLimit   = "2M" // but for uploads
)

// New builds the site. The handler may be used by any server; Serve is the one that stops gracefully.
func New(c Config) http.Handler {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Gauges == nil {
		c.Gauges = NewGauges()
	}
	s := &site{Config: c, spoke: phrases.Sorted(c.Books), desks: make(chan struct{}, mostAtOnce), crowd: newCrowd(),
		trials: &duels{of: map[campaign.ID]*duel{}, run: make(chan struct{}, mostAtOnce)}}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.fail
	e.IPExtractor = extractor(c.Proxies)
	e.Pre(middleware.RemoveTrailingSlashWithConfig(middleware.TrailingSlashConfig{
		Skipper: func(c echo.Context) bool {
			return c.Request().Method != http.MethodGet || underRules(c.Request().URL.Path)
		},
		RedirectCode: http.StatusPermanentRedirect,
	}))
	e.Use(
		s.logged,
		middleware.RecoverWithConfig(middleware.RecoverConfig{DisablePrintStack: true, LogErrorFunc: s.panicked}),
		guarded,
		middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: bodyLimit, Skipper: func(c echo.Context) bool { return uploads[c.Path()] }}),
		middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: uploadLimit}),
		gzipped,
		middleware.ContextTimeoutWithConfig(middleware.ContextTimeoutConfig{Timeout: requestTime, Skipper: streamed}),
		robots,
		s.spoken,
		s.trusted,
		s.known,
		s.permitted,
		s.kept,
	)
	e.GET(public.Prefix+"*", echo.WrapHandler(asset(public.Handler())))
	s.routes(e)
	c.Gauges.hear(c.Hall, e.Routes())
	return e
}

// streamed tells requests whose answer is written over a long time, or is packed already.
func streamed(c echo.Context) bool {
	path := c.Request().URL.Path
	return under(path, public.Prefix) || len(path) > 7 && path[len(path)-7:] == "/events"
}

// packed tells requests whose answer is not to be packed on its way.
func packed(c echo.Context) bool {
	return streamed(c) || mayBeHot(c) || packedRules(c.Request().URL.Path)
}

func under(path, prefix string) bool { return len(path) >= len(prefix) && path[:len(prefix)] == prefix }

// closingKey finds, in the context of a request, the channel that closes when the server wants to end.
type closingKey struct{}

// closing is closed when streams are to end; nil, which never is, where no Serve runs.
func closing(ctx context.Context) <-chan struct{} {
	c, _ := ctx.Value(closingKey{}).(<-chan struct{})
	return c
}

// Serve answers on ln until ctx is done, then ends streams and lets running requests finish, for at most ten seconds.
func Serve(ctx context.Context, ln net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       20 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		// Not ctx itself: a request that runs when the server is told to end is finished, not cut off.
		BaseContext: func(net.Listener) context.Context {
			return context.WithValue(context.WithoutCancel(ctx), closingKey{}, ctx.Done())
		},
	}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		err := srv.Shutdown(stop)
		if errors.Is(err, context.DeadlineExceeded) {
			err = srv.Close() // who has not sent all by now is cut off: nothing of it was begun
		}
		ended <- err
	}()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-ended
}

// logged writes one line a request: no addresses, no queries, since those may hold secrets of people.
func (s *site) logged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		err := next(c)
		if err != nil {
			c.Error(err)
		}
		status, took := c.Response().Status, time.Since(start)
		s.Gauges.asked(c, status, took)
		level := slog.LevelInfo
		switch path := c.Request().URL.Path; {
		case status >= http.StatusInternalServerError:
			level = slog.LevelError
		case path == healthPath || path == readyPath:
			level = slog.LevelDebug
		}
		s.Log.LogAttrs(c.Request().Context(), level, "request",
			slog.String("method", c.Request().Method), slog.String("route", c.Path()), slog.Int("status", status),
			slog.Int64("bytes", c.Response().Size), slog.Duration("took", took))
		return nil
	}
}

func (s *site) panicked(_ echo.Context, err error, stack []byte) error {
	s.Log.Error("panic in a handler", "error", err, "stack", string(stack))
	return err
}
