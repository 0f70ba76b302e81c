package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/rules/games"
)

// TestPreview changes a chapter on the disk and finds the change, or the fault, on the page.
func TestPreview(t *testing.T) {
	dir := t.TempDir()
	must(t, os.CopyFS(dir, content.FS))
	server := httptest.NewServer(previewHandler(reference.NewPreview(os.DirFS(dir), games.All), t.TempDir()))
	defer server.Close()
	read := func(path string, want int) string {
		t.Helper()
		answer, err := http.Get(server.URL + path)
		must(t, err)
		defer func() { _ = answer.Body.Close() }()
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != want {
			t.Errorf("%s: %s, want %d (%v)", path, answer.Status, want, err)
		}
		return string(body)
	}
	const page = "/fr/regles/warcry/attaquer/"
	file := filepath.Join(dir, "fr", "warcry", "10-attaquer.md")
	was, err := os.ReadFile(file)
	must(t, err)
	for _, c := range []struct {
		more, want string
		code       int
	}{
		{"", `id="WC-ATK-3"`, http.StatusOK},
		{"\nPhrase toute neuve.\n", "Phrase toute neuve.", http.StatusOK},
		{"\nVoir [[WC-NOWHERE-1]].\n", "reference to WC-NOWHERE-1, which is nowhere in warcry", http.StatusInternalServerError},
		{"", `id="WC-ATK-3"`, http.StatusOK},
	} {
		must(t, os.WriteFile(file, append(was[:len(was):len(was)], c.more...), 0o644))
		if body := read(page, c.code); !strings.Contains(body, c.want) {
			t.Errorf("with %q the page lacks %s:\n%.300s", c.more, c.want, body)
		}
	}
	read("/", http.StatusOK)
	read("/fr/regles/warcry/rien/", http.StatusNotFound)
}
