package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"oriflamme/campaign"
)

// retryDelay is how long to wait before a lost connection is opened again.
const retryDelay = time.Second

// connection opens a connection outside the pools.
func (s *server) connection(ctx context.Context) (*pgx.Conn, error) {
	c := s.config.Copy()
	c.RuntimeParams["application_name"] = s.name
	return pgx.ConnectConfig(ctx, c)
}

// listen calls notify with what other processes store. After each new connection it sends an
// empty News, because something may have been missed.
func (s *server) listen(ctx context.Context, notify func(campaign.News)) error {
	for ctx.Err() == nil {
		if conn, err := s.connection(ctx); err == nil {
			s.receive(ctx, conn, notify)
			_ = conn.Close(context.WithoutCancel(ctx))
		}
		pause(ctx, retryDelay)
	}
	return ctx.Err()
}

func (s *server) receive(ctx context.Context, conn *pgx.Conn, notify func(campaign.News)) {
	if _, err := conn.Exec(ctx, "LISTEN oriflamme"); err != nil {
		return
	}
	notify(campaign.News{})
	for {
		note, err := conn.WaitForNotification(ctx)
		if err != nil {
			return
		}
		if from, news, ok := readNews(note.Payload); ok && from != s.name {
			notify(news)
		}
	}
}

// readNews parses the payload [process, club, act] or [process, club, 0, battle, part].
func readNews(payload string) (from string, n campaign.News, ok bool) {
	var fields []json.RawMessage
	if err := json.Unmarshal([]byte(payload), &fields); err != nil || len(fields) < 3 {
		return "", n, false
	}
	for i, to := range []any{&from, &n.Club, &n.No, &n.Battle, &n.Part} {
		if i < len(fields) && json.Unmarshal(fields[i], to) != nil {
			return "", n, false
		}
	}
	return from, n, true
}

// elected holds an advisory lock, which lasts as long as its connection.
func (s *server) elected(ctx context.Context, role string, work func(context.Context)) error {
	for ctx.Err() == nil {
		if conn, err := s.connection(ctx); err == nil {
			if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", lockNumber("role "+role)); err == nil {
				whileConnected(ctx, conn, work)
			}
			_ = conn.Close(context.WithoutCancel(ctx))
		}
		pause(ctx, retryDelay)
	}
	return ctx.Err()
}

// whileConnected runs work with a context that ends when the connection, and with it the
// lock, is lost.
func whileConnected(ctx context.Context, conn *pgx.Conn, work func(context.Context)) {
	term, end := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		work(term)
	}()
	tick := time.NewTicker(retryDelay)
	defer tick.Stop()
	for alive := true; alive; {
		select {
		case <-done:
			alive = false
		case <-tick.C:
			alive = conn.Ping(ctx) == nil
		}
	}
	end()
	<-done
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
