package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"oriflamme/campaign/web/site"
)

const (
	bodyLimit = "2M" // but for uploads
)

// Config is what the site is made of. Metrics counts and times what it answers. A DemoPerson is a member as whom any visitor of a
// demonstration may sign in.
type (
	Config     = site.Config
	Metrics    = site.Metrics
	DemoPerson = site.DemoPerson
)

// NewMetrics returns the metrics of a server that starts now.
func NewMetrics() *Metrics { return site.NewMetrics() }

// server has what the middlewares and the probes of New need.
type server struct{ *site.Base }

// New returns the handler of the site. Any server may use the handler; Serve also stops gracefully.
func New(c Config) http.Handler {
	s := &server{site.NewBase(c)}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.HandleError
	e.IPExtractor = site.IPExtractor(c.Proxies)
	e.Pre(middleware.RemoveTrailingSlashWithConfig(middleware.TrailingSlashConfig{
		Skipper: func(c echo.Context) bool {
			return c.Request().Method != http.MethodGet || site.IsReferencePath(c.Request().URL.Path)
		},
		RedirectCode: http.StatusPermanentRedirect,
	}))
	e.Use(
		s.WithLog,
		middleware.RecoverWithConfig(middleware.RecoverConfig{DisablePrintStack: true, LogErrorFunc: s.LogPanic}),
		site.SecurityHeaders,
		middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: bodyLimit, Skipper: func(c echo.Context) bool { return s.RouteOf(c).Is(site.Upload) }}),
		middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: site.UploadLimit}),
		s.WithGzip,
		middleware.ContextTimeoutWithConfig(middleware.ContextTimeoutConfig{Timeout: site.RequestTimeout, Skipper: s.IsStream}),
		s.withRobotsHeader,
		s.WithLanguage,
		s.WithCSRF,
		s.WithSession,
		s.requirePermission,
		s.CachePublic,
	)
	s.Mount(e, s.routes())
	s.Metrics.Observe(s.Service, e.Routes())
	return e
}

// Serve answers requests on ln until ctx is done. Then it ends event streams and lets running requests finish, for at most ten seconds.
func Serve(ctx context.Context, ln net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       20 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		// Not ctx itself: a request that is running when the server stops is finished, not aborted.
		BaseContext: func(net.Listener) context.Context {
			return context.WithValue(context.WithoutCancel(ctx), site.ShutdownKey{}, ctx.Done())
		},
	}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		err := srv.Shutdown(stop)
		if errors.Is(err, context.DeadlineExceeded) {
			err = srv.Close() // a request that has not arrived completely by now is aborted before anything of it is done
		}
		ended <- err
	}()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-ended
}
