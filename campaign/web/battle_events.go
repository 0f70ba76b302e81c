package web

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// pulse keeps a quiet stream from being taken for a dead one, and writeTime is
// how long a phone may take to read what it is sent.
const (
	pulse     = 15 * time.Second
	writeTime = 10 * time.Second
)

// battleEvents tells a page, as server-sent events, whenever its battle has moved on.
func (s *site) battleEvents(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	b, _, err := v.battle(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	moves, stop := s.Hall.Watch(v.club, b.ID)
	defer stop()
	w := c.Response()
	w.Header().Set(echo.HeaderContentType, "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	send := func(format string, args ...any) error {
		// Servers of tests know no deadlines; the stream is none the worse for it.
		_ = control.SetWriteDeadline(time.Now().Add(pulse + writeTime))
		if _, err := fmt.Fprintf(w, format, args...); err != nil {
			return err
		}
		return control.Flush()
	}
	tick := time.NewTicker(pulse)
	defer tick.Stop()
	for {
		live, err := s.Hall.Live(ctx, v.club, b.ID)
		if err != nil {
			return nil // the battle was never opened, or the phone has gone
		}
		if state, err := s.Hall.State(ctx, v.club); err == nil && state.Battles[b.ID] != nil {
			b = state.Battles[b.ID] // its clock is an act, not a step
		}
		if err := send("event: step\ndata: %s\n\n", stateOf(b, live)); err != nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-closing(ctx):
			return nil // the page asks again, and finds the server that comes after
		case <-moves:
		case <-tick.C:
		}
	}
}
