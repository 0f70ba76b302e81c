package web

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
)

const (
	readyTimeout = 2 * time.Second
)

// healthz reports that the process runs. If it does not answer, a restart helps.
func (s *server) healthz(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.String(http.StatusOK, "ok\n")
}

// readyz reports whether the server can answer requests: the database is reached and has this program's version, and the
// server is not stopping. The reason why not is in the log only.
func (s *server) readyz(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	select {
	case <-site.Shutdown(c.Request().Context()):
		return c.String(http.StatusServiceUnavailable, "ending\n")
	default:
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), readyTimeout)
	defer cancel()
	if err := s.Service.Ready(ctx); err != nil {
		s.Log.Error("not ready", "error", err)
		return c.String(http.StatusServiceUnavailable, "database\n")
	}
	return c.String(http.StatusOK, "ready\n")
}
