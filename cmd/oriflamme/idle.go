package main

import (
	"net/http"
	"time"
)

// idleDelay is how long there must be no request before memory is returned to the system.
const idleDelay = 5 * time.Second

// onIdle calls do once when h has had no request for a while, and again after the next requests.
func onIdle(h http.Handler, after time.Duration, do func()) http.Handler {
	timer := time.AfterFunc(after, do)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer timer.Reset(after)
		h.ServeHTTP(w, r)
	})
}
