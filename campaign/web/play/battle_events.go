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

// heartbeat is the interval at which a quiet stream sends its state again, so that it is not taken for broken. writeTimeout is
// how long a phone may take to read an event.
const (
	heartbeat    = 15 * time.Second
	writeTimeout = 10 * time.Second
)

// battleEvents sends the state of a battle as a server-sent event whenever it changes.
func (s *Handlers) battleEvents(c echo.Context, v site.Visit, b *campaign.Battle) error {
	ctx := c.Request().Context()
	moves, stop := s.Service.WatchBattle(v.Club, b.ID)
	defer stop()
	w := c.Response()
	w.Header().Set(echo.HeaderContentType, "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	send := func(format string, args ...any) error {
		// Servers in tests have no deadlines, which does not matter to the stream.
		_ = control.SetWriteDeadline(time.Now().Add(heartbeat + writeTimeout))
		if _, err := fmt.Fprintf(w, format, args...); err != nil {
			return err
		}
		return control.Flush()
	}
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	described := ""
	beat := true // the state is sent again now and then, so that a quiet stream is not taken for broken
	for {
		if state, err := s.Service.State(ctx, v.Club); err == nil {
			if b = state.Battles[b.ID]; b == nil {
				return nil // the battle was voided
			}
		}
		now, err := s.battleStateVersion(ctx, v.Club, b)
		if err != nil {
			return nil // the phone has disconnected
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
			return nil // the page connects again, to the server that is started next
		case <-moves:
		case <-tick.C:
			beat = true
		}
	}
}

// battleStateVersion returns the version of a battle's state that the stream sends.
func (s *Handlers) battleStateVersion(ctx context.Context, club campaign.ID, b *campaign.Battle) (string, error) {
	live, err := s.lastLive(ctx, club, b)
	if err != nil {
		return "", err
	}
	return stateVersion(b, live), nil
}
