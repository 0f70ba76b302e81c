package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestOnIdle: the function is called once when there has been no request, and once more after each request.
func TestOnIdle(t *testing.T) {
	done := make(chan bool, 10)
	h := onIdle(http.NotFoundHandler(), 20*time.Millisecond, func() { done <- true })
	for asked := range 3 {
		if asked > 0 {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
		}
		select {
		case <-done:
		case <-time.After(60 * time.Second):
			t.Fatal("nothing is done when nobody asks")
		}
	}
	select {
	case <-done:
		t.Error("it is done again though nobody asked")
	case <-time.After(100 * time.Millisecond):
	}
}
