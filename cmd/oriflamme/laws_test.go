package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// importLaws are imports that a folder may not have, each with its reason.
var importLaws = []struct {
	folder string                         // the folder and all below it
	broken func(folder, path string) bool // an import of a package in folder
	reason string
}{
	{"rules", func(_, p string) bool { return !isStandardLibrary(p) && !isWithin(p, "rules") },
		"the engine is a library for anyone and compiles to WebAssembly: only the standard library"},
	{"rules", func(folder, p string) bool {
		return gameOfPath(folder) != "" && gameOfPath(p) != "" && gameOfPath(p) != gameOfPath(folder)
	}, "a game never imports another: each stands alone"},
	{"rules", func(folder, p string) bool {
		return gameOfPath(folder) == "" && folder != "rules/games" && gameOfPath(p) != ""
	}, "the frame knows no game; only the list of games does"},
	{"rules", func(folder, p string) bool {
		return strings.HasSuffix(folder, "/ruling") && p == strings.TrimSuffix(folder, "/ruling")
	}, "a ruling is a pure function: it never imports the battle"},
	{"rules/aftermath", func(_, p string) bool { return !isStandardLibrary(p) && p != "rules" },
		"the aftermath of all games is built on the frame alone"},
	{"", func(folder, p string) bool {
		return p == "rules/aftermath" && (gameOfPath(folder) == "" || strings.HasSuffix(folder, "/ruling"))
	}, "only battles have an aftermath: the site and the rulings know it as a rules.Battle"},
	{"campaign", func(folder, p string) bool { return gameOfPath(p) != "" && folder != "campaign/web/webtest" },
		"campaigns know no game: what is special to one comes as data"},
	{"", func(folder, p string) bool {
		return strings.HasPrefix(p, "gorm.io/") && !isUnder(folder, "campaign/store")
	}, "gorm only in campaign/store"},
	{"", func(folder, p string) bool {
		return strings.HasPrefix(p, "github.com/labstack/echo") && !isUnder(folder, "campaign/web")
	}, "echo only in campaign/web"},
	{"", func(_, p string) bool { return p == "campaign/web/webtest" },
		"the fixtures of the site are for tests"},
	{"campaign/web", func(folder, p string) bool { return isSitePart(folder) && isSitePart(p) && p != folder },
		"the parts of the site share campaign/web/site and never import each other"},
	{"", func(folder, p string) bool {
		return folder == "campaign" && (p == "github.com/a-h/templ" || isWithin(p, "views"))
	}, "the campaign has no pages"},
	{"", func(folder, p string) bool {
		return strings.HasPrefix(p, "github.com/wneessen/go-mail") && folder != "campaign/notify"
	}, "transports of notifications only in campaign/notify"},
	{"campaign", func(folder, p string) bool {
		return folder == "campaign" && (isWithin(p, "campaign/notify") || p == "net/http" || p == "net/smtp")
	}, "the campaign says who is notified, not how"},
	{"views", func(_, p string) bool { return isWithin(p, "campaign/store") || isWithin(p, "campaign/web") },
		"views are pure functions of view models"},
	{"views", func(_, p string) bool { return isUnder(p, "views") && p != "views" && p != "views/component" },
		"the pages of one part of the site do not use those of another"},
	{"views/component", func(_, p string) bool { return !isStandardLibrary(p) && !isWithin(p, "github.com/a-h/templ") },
		"what the site and the reference share knows neither"},
	{"views/reference", func(_, p string) bool { return p == "views" },
		"the reference is made without the site: it shares views/component with it"},
	{"content", func(_, p string) bool { return isWithin(p, "campaign") },
		"content is read without a club"},
	{"content", func(folder, p string) bool {
		return isWithin(p, "views") && !(folder == "content/reference/html" && p == "views/reference")
	}, "only the last stage of the reference draws, and only with the components of the reference"},
	{"content/reference", func(folder, p string) bool { return referenceStage(p) > referenceStage(folder) },
		"the reference is made one way through: locale, parse, build, search, html, then the site"},
}

// referenceStage numbers the packages of the reference in the order in which they may import each other: a package imports
// only those before it. Packages outside have -1.
func referenceStage(path string) int {
	stages := []string{"locale", "parse", "build", "search", "html"}
	if path == "content/reference" {
		return len(stages)
	}
	return slices.Index(stages, strings.TrimPrefix(path, "content/reference/"))
}

// isSitePart reports whether a folder is a package with the pages of one part of the site.
func isSitePart(folder string) bool {
	switch strings.TrimPrefix(folder, "campaign/web/") {
	case "auth", "club", "league", "play", "arbiter", "roster", "book", "api":
		return true
	}
	return false
}

func TestImportLaws(t *testing.T) {
	packages := imports(t)
	if len(packages) < 10 {
		t.Fatalf("only %d packages found", len(packages))
	}
	for folder, paths := range packages {
		for _, law := range importLaws {
			if !isUnder(folder, law.folder) {
				continue
			}
			for _, p := range paths {
				if law.broken(folder, p) {
					t.Errorf("%s imports %s: %s", folder, p, law.reason)
				}
			}
		}
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for folder := range imports(t) {
		documented := false
		for _, file := range goFiles(t, filepath.Join(root, folder)) {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
			must(t, err)
			documented = documented || f.Doc != nil && !strings.HasSuffix(file, "_templ.go")
		}
		if !documented {
			t.Errorf("%s has no package comment", folder)
		}
	}
}

func TestTopLevel(t *testing.T) {
	allowed := map[string]bool{"cmd": true, "campaign": true, "rules": true, "views": true, "content": true,
		"public": true, "go.mod": true, "go.sum": true, "README.md": true}
	entries, err := os.ReadDir(root)
	must(t, err)
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, ".") && !allowed[name] && !isIgnored(name) {
			t.Errorf("%s does not belong at the top level", name)
		}
	}
}

// isIgnored reports whether .gitignore leaves a file out: databases and the built program.
func isIgnored(name string) bool {
	return name == "oriflamme" || strings.Contains(name, ".db") || strings.HasSuffix(name, ".test") || strings.HasSuffix(name, ".prof")
}

// imports returns for each folder what its non-test files import.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
			return filepath.SkipDir
		}
		files := goFiles(t, path)
		if len(files) == 0 {
			return nil
		}
		folder, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		folder = filepath.ToSlash(folder)
		found[folder] = []string{}
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, spec := range f.Imports {
				p, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					return err
				}
				found[folder] = append(found[folder], strings.TrimPrefix(p, "oriflamme/"))
			}
		}
		return nil
	})
	must(t, err)
	return found
}

func goFiles(t *testing.T, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*.go"))
	must(t, err)
	var files []string
	for _, f := range all {
		if !strings.HasSuffix(f, "_test.go") {
			files = append(files, f)
		}
	}
	return files
}

func isUnder(folder, parent string) bool {
	return parent == "" || folder == parent || strings.HasPrefix(folder, parent+"/")
}

// isWithin is isUnder for an import path without the name of the module.
func isWithin(path, parent string) bool { return isUnder(path, parent) }

// isStandardLibrary reports whether an import path is of the standard library: its first element has no dot and is
// not one of our folders.
func isStandardLibrary(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "campaign", "rules", "views", "content", "public", "cmd":
		return false
	}
	return !strings.Contains(first, ".")
}

// gameOfPath returns the game of a folder or import below rules, or "".
func gameOfPath(path string) string {
	rest, ok := strings.CutPrefix(path, "rules/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	switch name {
	case "aftermath", "dice", "odds", "plane", "hex", "grid", "rect", "rulestest", "games", "simulate":
		return ""
	}
	return name
}

// outboundCalls are ways to request something from another server, and to decompress data that may be a bomb. The
// program uses neither, except in one file that sends to webhooks and push services and first checks where their
// addresses lead: nobody can make the program fetch another address or expand a file. Prometheus, backups and packs
// are fetched from it or given to it.
var outboundCalls = map[string]map[string]bool{
	"net/http": {"Get": true, "Post": true, "PostForm": true, "Head": true, "Client": true, "DefaultClient": true, "DefaultTransport": true, "Transport": true, "NewRequest": true, "NewRequestWithContext": true},
	"net":      {"Dial": true, "DialTimeout": true, "Dialer": true, "DialTCP": true, "DialUDP": true, "LookupHost": true},
	"net/smtp": {"SendMail": true, "Dial": true},
	"os/exec":  {"Command": true, "CommandContext": true},

	"compress/gzip":  {"NewReader": true, "Reader": true},
	"compress/flate": {"NewReader": true},
	"compress/zlib":  {"NewReader": true},
	"compress/bzip2": {"NewReader": true},
	"archive/zip":    {"OpenReader": true, "NewReader": true},
	"archive/tar":    {"NewReader": true},
}

// outboundAllowed are folders with exceptions: a load generator requests the server that it is told to, the helper of
// database tests connects to the test database, and a build tool calls the compiler.
var outboundAllowed = map[string]bool{"cmd/oriflamme-load": true, "campaign/store/pgtest": true, "campaign/web/webtest": true, "cmd/oriflamme-wasm/pack": true}

// outboundFiles are single files with exceptions: the one that sends to webhooks and push services, and one that
// decompresses what the program itself has compressed to save memory.
var outboundFiles = map[string]bool{"campaign/notify/public_client.go": true, "content/reference/build/gzip.go": true}

// TestNothingReachesOut reads the whole program for calls of the kinds above.
func TestNothingReachesOut(t *testing.T) {
	files := 0
	for folder := range imports(t) {
		if outboundAllowed[folder] {
			continue
		}
		for _, file := range goFiles(t, root+"/"+folder) {
			files++
			if outboundFiles[strings.TrimPrefix(file, root+"/")] {
				continue
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, file, nil, 0)
			must(t, err)
			names := map[string]string{} // local name -> path
			for _, spec := range f.Imports {
				path := strings.Trim(spec.Path.Value, `"`)
				name := path[strings.LastIndex(path, "/")+1:]
				if spec.Name != nil {
					name = spec.Name.Name
				}
				names[name] = path
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok && outboundCalls[names[x.Name]][s.Sel.Name] {
						t.Errorf("%s: %s.%s", set.Position(s.Pos()), x.Name, s.Sel.Name)
					}
				}
				return true
			})
		}
	}
	if files < 300 {
		t.Errorf("only %d files were read", files)
	}
}
