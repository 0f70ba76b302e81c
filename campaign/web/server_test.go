package web_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"

	"oriflamme/campaign/web"
)

// TestServeFinishes: a request that runs when the server is told to end gets its whole answer.
func TestServeFinishes(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
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
		for { // until nobody is let in any more
			c, err := net.Dial("tcp", ln.Addr().String())
			if err != nil {
				break
			}
			c.Close()
		}
		close(goOn)
	}()
	answer, err := http.Get("http://" + ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || string(text) != "whole" || answer.StatusCode != http.StatusOK {
		t.Errorf("got %d %q %v", answer.StatusCode, text, err)
	}
	if err := <-served; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}
