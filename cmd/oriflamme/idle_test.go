package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// TestOnIdle: the function is called once when there has been no request for a while, and once more after each request.
func TestOnIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := 0
		h := onIdle(http.NotFoundHandler(), time.Second, func() { done++ })
		for asked := range 3 {
			if asked > 0 {
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
			}
			time.Sleep(999 * time.Millisecond)
			synctest.Wait()
			if done != asked {
				t.Errorf("done %d times too early, after %d requests", done-asked, asked)
			}
			time.Sleep(time.Hour)
			synctest.Wait()
			if done != asked+1 {
				t.Errorf("done %d times after %d requests", done, asked)
			}
		}
	})
}
