package reference_test

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"oriflamme/content"
	"oriflamme/rules/rulestest"
)

var honourTable = regexp.MustCompile(`(?m)^\| (?:Honneur|Honour) \|.*\n\|[-|]+\n((?:\|.*\n)+)`)

// House rules call an honour by the name that rosters show.
func TestHonoursHaveOneName(t *testing.T) {
	pages, err := fs.Glob(content.FS, "*/*/*.md")
	rulestest.Must(t, err)
	found := 0
	for _, page := range pages {
		raw, err := fs.ReadFile(content.FS, page)
		rulestest.Must(t, err)
		table := honourTable.FindSubmatch(raw)
		if table == nil {
			continue
		}
		raw, err = fs.ReadFile(content.FS, path.Join(path.Dir(page), "phrases.yaml"))
		rulestest.Must(t, err)
		var said map[string]any
		rulestest.Must(t, yaml.Unmarshal(raw, &said))
		var names []string
		for key, text := range said {
			if name, ok := text.(string); ok && strings.HasPrefix(key, "mark.") {
				names = append(names, name)
			}
		}
		for _, row := range strings.Split(strings.TrimSpace(string(table[1])), "\n") {
			name := strings.TrimSpace(strings.Split(row, "|")[1])
			if found++; !slices.Contains(names, name) {
				t.Errorf("%s: %q is on no roster", page, name)
			}
		}
	}
	if found < 30 {
		t.Errorf("%d honours found", found)
	}
}
