package web_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// TestServeFinishes: a request that is running when the server stops gets its whole response.
func TestServeFinishes(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	rulestest.Must(t, err)
	ctx, end := context.WithCancel(context.Background())
	defer end()
	arrived, goOn := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-goOn
		if r.Context().Err() != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = io.WriteString(w, "whole")
	})
	served := make(chan error, 1)
	go func() { served <- web.Serve(ctx, ln, slow) }()
	go func() {
		<-arrived
		end()
		for { // until the server accepts no more connections
			c, err := net.Dial("tcp", ln.Addr().String())
			if err != nil {
				break
			}
			c.Close()
		}
		close(goOn)
	}()
	answer, err := http.Get("http://" + ln.Addr().String())
	rulestest.Must(t, err)
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || string(text) != "whole" || answer.StatusCode != http.StatusOK {
		t.Errorf("got %d %q %v", answer.StatusCode, text, err)
	}
	if err := <-served; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

// TestServeEndsStreams: an event stream does not delay a server that stops.
func TestServeEndsStreams(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	rulestest.Must(t, err)
	ctx, end := context.WithCancel(context.Background())
	defer end()
	served := make(chan error, 1)
	go func() { served <- web.Serve(ctx, ln, w.Server.Config.Handler) }()
	answer, err := http.Get("http://" + ln.Addr().String() + w.BattlePath("battles", w.Battle) + "/events")
	rulestest.Must(t, err)
	defer answer.Body.Close()
	if n, err := answer.Body.Read(make([]byte, 200)); err != nil || n == 0 {
		t.Fatalf("first event: %d bytes, %v", n, err)
	}
	end()
	start := time.Now()
	if _, err := io.ReadAll(answer.Body); err != nil {
		t.Errorf("the stream ended with %v", err)
	}
	if err := <-served; err != nil || time.Since(start) > 2*time.Minute {
		t.Errorf("the server ended after %v with %v", time.Since(start), err)
	}
}

// TestServeCutsOffHalfAnUpload: a client that has sent half of a request does not make a stopping server fail.
func TestServeCutsOffHalfAnUpload(t *testing.T) {
	if testing.Short() {
		t.Skip("the server waits some seconds for whoever is slow")
	}
	t.Parallel()
	w := webtest.NewClubFixture(t)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	rulestest.Must(t, err)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	served := make(chan error, 1)
	arrived := make(chan struct{})
	handler := w.Server.Config.Handler
	go func() {
		served <- web.Serve(ctx, ln, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			close(arrived)
			handler.ServeHTTP(rw, r)
		}))
	}()
	conn, err := net.Dial("tcp", ln.Addr().String())
	rulestest.Must(t, err)
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /clubs HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nname=half"); err != nil {
		t.Fatal(err)
	}
	<-arrived
	end()
	if err := <-served; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}
