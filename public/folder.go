package public

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// hashedFontName matches the address of a font in a sheet that the program serves.
var hashedFontName = regexp.MustCompile(`url\(` + Prefix + `[0-9a-f]+/fonts/`)

// WriteFolder writes the style sheet of the rules reference, its fonts and their sheet, the logo and the named scripts into
// dir, without hashes in their names, for a site that no program serves.
func WriteFolder(dir string, scripts ...string) error {
	for name, a := range loadAssets() {
		body := a.body
		switch {
		case name == RulesSheet || name == FontSheet:
			// The fonts lie beside the sheet: addresses that begin with a slash would lead out of the folder.
			body = []byte(hashedFontName.ReplaceAllString(string(body), "url(fonts/"))
		case strings.HasPrefix(name, "js/"):
			if !slices.Contains(scripts, name) {
				continue
			}
		case !strings.HasPrefix(name, "fonts/") && name != "icons/mark.svg":
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return fmt.Errorf("public: %w", err)
		}
		if err := os.WriteFile(file, body, 0o644); err != nil {
			return fmt.Errorf("public: %w", err)
		}
	}
	return nil
}
