package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/public"
)

const (
	bodyLimit = "2M" // but for uploads
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
