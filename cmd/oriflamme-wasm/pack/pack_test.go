package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"

	"oriflamme/content/engineapi"
	"oriflamme/public"
	"oriflamme/rules/games"
)

// TestEngineIsOfTheseRules compares the rules of the packed engine with those here, and the engine that is served with
// what is recorded of it.
func TestEngineIsOfTheseRules(t *testing.T) {
	made := public.EngineBuildInfo()
	if now := engineapi.Digests(games.All); !maps.Equal(now, made.Rules) {
		t.Errorf("the engine for browsers is of other rules than these; run: go generate ./public\nengine %v\nhere   %v", made.Rules, now)
	}
	if made.Packed > 2_800_000 {
		t.Errorf("the packed engine weighs %d bytes, want at most 2,800,000", made.Packed)
	}
	r := httptest.NewRequest(http.MethodGet, public.EngineURL(), nil)
	w := httptest.NewRecorder()
	public.Handler().ServeHTTP(w, r) // without compression, as for a browser that accepts none
	sum := sha256.New()
	n, err := io.Copy(sum, w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != made.Sum || int(n) != made.Bytes {
		t.Errorf("the engine served is %s of %d bytes, want %s of %d", got, n, made.Sum, made.Bytes)
	}
	if kind := w.Header().Get("Content-Type"); kind != "application/wasm" {
		t.Errorf("Content-Type: got %q", kind)
	}
}
