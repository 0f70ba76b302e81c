package play

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// heartbeat keeps a quiet stream from being taken for a dead one, and writeTimeout is
// how long a phone may take to read what it is sent.
const (
	heartbeat    = 15 * time.Second
	writeTimeout = 10 * time.Second
)

// battleEvents tells a page, as server-sent events, whenever its battle has moved on.
func (s *Handlers) battleEvents(c echo.Context) error {
	v, err := s.Visit(c)
	if err != nil {
		return err
	}
	b, _, err := v.Battle(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	moves, stop := s.Service.WatchBattle(v.Club, b.ID)
	defer stop()
	w := c.Response()
	w.Header().Set(echo.HeaderContentType, "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	send := func(format string, args ...any) error {
		// Servers of tests know no deadlines; the stream is none the worse for it.
		_ = control.SetWriteDeadline(time.Now().Add(heartbeat + writeTimeout))
		if _, err := fmt.Fprintf(w, format, args...); err != nil {
			return err
		}
		return control.Flush()
	}
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	described := ""
	beat := true // a state is told again now and then, so that a quiet stream is known to live
	for {
		if state, err := s.Service.State(ctx, v.Club); err == nil {
			if b = state.Battles[b.ID]; b == nil {
				return nil // it was voided
			}
		}
		now, err := s.battleStateVersion(ctx, v.Club, b)
		if err != nil {
			return nil // the phone has gone
		}
		if beat || now != described {
			if err := send("event: step\ndata: %s\n\n", now); err != nil {
				return nil
			}
			described, beat = now, false
		}
		select {
		case <-ctx.Done():
			return nil
		case <-site.Shutdown(ctx):
			return nil // the page asks again, and finds the server that comes after
		case <-moves:
		case <-tick.C:
			beat = true
		}
	}
}

// battleStateVersion is the state of a battle of which its pages are told.
func (s *Handlers) battleStateVersion(ctx context.Context, club campaign.ID, b *campaign.Battle) (string, error) {
	live, err := s.lastLive(ctx, club, b)
	if err != nil {
		return "", err
	}
	return stateVersion(b, live), nil
}
