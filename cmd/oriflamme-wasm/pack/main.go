// Pack compiles the engine for browsers, compresses it, and writes it where package public embeds it, with the digests of
// the rules it applies. Run it with "go generate ./public" once before a release.
//
// The compressed engine is kept in the repository so that the Go tool alone builds the program. It is compressed with
// brotli, which makes it a third smaller than gzip; every browser that can keep pages offline accepts it.
//
// The rules sort with slices.SortStableFunc alone: for each type of elements slices.SortFunc compiles to three times as
// much code.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/andybalholm/brotli"

	"oriflamme/content/engineapi"
	"oriflamme/public"
	"oriflamme/rules/games"
)

func main() {
	log.SetFlags(0)
	if err := build(); err != nil {
		log.Fatal(err)
	}
}

func build() error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "engine")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	made := public.EngineBuild{Go: runtime.Version(), Rules: engineapi.Digests(games.All)}
	out := filepath.Join(dir, "engine.wasm")
	// Without inlining the file is a sixth smaller, and still fast enough for one reader.
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l", "-o", out, "./cmd/oriflamme-wasm")
	build.Dir, build.Env, build.Stderr = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS="), os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("compiling: %w", err)
	}
	engine, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(engine)
	made.Sum, made.Bytes = hex.EncodeToString(sum[:]), len(engine)
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	if _, err := w.Write(engine); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	made.Packed = packed.Len()
	note, err := json.MarshalIndent(made, "", "\t")
	if err != nil {
		return err
	}
	at := filepath.Join(root, "public", "engine")
	files := map[string][]byte{"engine.wasm.br": packed.Bytes(), "made.json": append(note, '\n')}
	for name, body := range files {
		if err := os.WriteFile(filepath.Join(at, name), body, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%d bytes, packed %d\n", made.Bytes, made.Packed)
	return copyWasmExec(root)
}

// copyWasmExec copies the script with which the Go distribution runs its programs in browsers, with its licence.
func copyWasmExec(root string) error {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	goroot := strings.TrimSpace(string(out))
	for from, to := range map[string]string{"lib/wasm/wasm_exec.js": "js/wasm_exec.js", "LICENSE": "engine/LICENSE-go.txt"} {
		body, err := os.ReadFile(filepath.Join(goroot, filepath.FromSlash(from)))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(root, "public", filepath.FromSlash(to)), body, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	return filepath.Dir(strings.TrimSpace(string(out))), err
}
