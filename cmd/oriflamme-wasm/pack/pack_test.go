package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"oriflamme/public"
)

// TestEngineIsOfTheseSources compares the recorded hash of the sources of the packed engine with that of the sources
// here.
func TestEngineIsOfTheseSources(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	now, err := hashSources(root)
	if err != nil {
		t.Fatal(err)
	}
	made := public.EngineBuildInfo()
	if now != made.Sources {
		t.Error("the engine for browsers is older than its sources; run: go generate ./public")
	}
	if made.Packed > 2_500_000 {
		t.Errorf("the packed engine weighs %d bytes, want at most 2,500,000", made.Packed)
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
