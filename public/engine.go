package public

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

//go:generate go run ../cmd/oriflamme-wasm/pack

// The compressed engine is embedded as a string, and its hash in a file of its own, so that a server that is never asked for
// the engine never reads it into memory.
//
//go:embed engine/engine.wasm.br
var engine string

//go:embed engine/made.json
var engineBuildJSON []byte

// engineName is the name by which scripts load the engine: '/public/engine.wasm'.
const engineName = "engine.wasm"

// EngineScript is the worker that runs the engine; its page's policy must allow WebAssembly.
const EngineScript = "js/engine_worker.js"

// EngineBuild says what the embedded engine was compiled from.
type EngineBuild struct {
	Go     string            `json:"go"`     // version of the compiler
	Rules  map[string]string `json:"rules"`  // digest of the rules of each game; see engineapi.Digests
	Sum    string            `json:"sum"`    // SHA-256 of the compiled engine
	Bytes  int               `json:"bytes"`  // size of the compiled engine
	Packed int               `json:"packed"` // size of the compressed engine
}

// EngineBuildInfo returns what the embedded engine was compiled from.
var EngineBuildInfo = sync.OnceValue(func() EngineBuild {
	var build EngineBuild
	if err := json.Unmarshal(engineBuildJSON, &build); err != nil {
		panic(fmt.Sprintf("public: engine/made.json: %v", err))
	}
	return build
})

// EngineURL returns the address of the engine compiled for browsers.
func EngineURL() string { return Prefix + EngineBuildInfo().Sum[:12] + "/" + engineName }

// serveEngine sends the engine compressed, or decompressed to clients that do not accept brotli: browsers do not accept it over plain HTTP.
func serveEngine(w http.ResponseWriter, r *http.Request, hash string) {
	h := w.Header()
	build := EngineBuildInfo()
	if !needsBody(w, r, "application/wasm", build.Sum[:12], hash) {
		return
	}
	var body io.Reader = strings.NewReader(engine)
	if Accepts(r, "br") {
		h.Set("Content-Encoding", "br")
		h.Set("Content-Length", fmt.Sprint(len(engine)))
	} else {
		h.Set("Content-Length", fmt.Sprint(build.Bytes))
		body = brotli.NewReader(body)
	}
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, body)
	}
}

// Accepts reports whether the client of a request accepts a content encoding, such as "br" or "gzip".
func Accepts(r *http.Request, encoding string) bool {
	return slices.ContainsFunc(strings.Split(r.Header.Get("Accept-Encoding"), ","), func(one string) bool {
		name, rest, _ := strings.Cut(strings.TrimSpace(one), ";")
		return name == encoding && strings.ReplaceAll(rest, " ", "") != "q=0"
	})
}
