package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"oriflamme/public"
)

const (
	bodyLimit = "2M" // but for uploads
)

// server holds what the middlewares and the probes of New work with.
type server struct{ *Base }

// New builds the site. The handler may be used by any server; Serve is the one that stops gracefully.
func New(c Config) http.Handler {
	s := &server{newBase(c)}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.handleError
	e.IPExtractor = ipExtractor(c.Proxies)
	e.Pre(middleware.RemoveTrailingSlashWithConfig(middleware.TrailingSlashConfig{
		Skipper: func(c echo.Context) bool {
			return c.Request().Method != http.MethodGet || isReferencePath(c.Request().URL.Path)
		},
		RedirectCode: http.StatusPermanentRedirect,
	}))
	e.Use(
		s.withLog,
		middleware.RecoverWithConfig(middleware.RecoverConfig{DisablePrintStack: true, LogErrorFunc: s.logPanic}),
		securityHeaders,
		middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: bodyLimit, Skipper: func(c echo.Context) bool { return uploadRoutes[c.Path()] }}),
		middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: uploadLimit}),
		withGzip,
		middleware.ContextTimeoutWithConfig(middleware.ContextTimeoutConfig{Timeout: requestTimeout, Skipper: isStream}),
		withRobotsHeader,
		s.withLanguage,
		s.csrf,
		s.withSession,
		s.requirePermission,
		s.cachePublic,
	)
	e.GET(public.Prefix+"*", echo.WrapHandler(withAssetPolicy(public.Handler())))
	s.routes(e)
	s.Metrics.observe(s.Service, e.Routes())
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
			return context.WithValue(context.WithoutCancel(ctx), shutdownKey{}, ctx.Done())
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
