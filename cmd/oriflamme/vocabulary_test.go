package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// retiredWords reads the retired words of the glossary, each with what stands for it now, and where the word may stay
// because it is a game's own term: the folders after "except".
func retiredWords(t *testing.T) map[string]retiredWord {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".github", "GLOSSARY.md"))
	must(t, err)
	_, list, found := strings.Cut(string(text), "\n## Retired words\n")
	if !found {
		t.Fatal("GLOSSARY.md has no section \"Retired words\"")
	}
	row := regexp.MustCompile(`(?m)^\| ([a-z]+) \| ([^|]+) \| ([^|]*) \|$`)
	words := map[string]retiredWord{}
	for _, m := range row.FindAllStringSubmatch(list, -1) {
		words[m[1]] = retiredWord{m[2], strings.Fields(strings.NewReplacer("`", "", ",", " ").Replace(m[3]))}
	}
	if len(words) < 40 {
		t.Fatalf("only %d retired words are read", len(words))
	}
	return words
}

type retiredWord struct {
	instead string
	except  []string
}

func (w retiredWord) allowed(file string) bool {
	for _, folder := range w.except {
		if isUnder(file, folder) {
			return true
		}
	}
	return false
}

// TestVocabulary refuses retired words in the names of files and in every name that Go code declares.
func TestVocabulary(t *testing.T) {
	retired := retiredWords(t)
	names := 0
	for _, file := range allGoFiles(t) {
		short := filepath.ToSlash(strings.TrimPrefix(file, root+string(filepath.Separator)))
		check := func(name, where string) {
			names++
			for _, word := range nameWords(name) {
				if w, ok := retired[word]; ok && !w.allowed(short) {
					t.Errorf("%s: %s has the retired word %q: %s", where, name, word, w.instead)
				}
			}
		}
		check(strings.TrimSuffix(filepath.Base(file), ".go"), short)
		if strings.HasSuffix(file, "_templ.go") {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		must(t, err)
		for _, id := range declared(f) {
			check(id.Name, short+":"+set.Position(id.Pos()).String()[len(file)+1:])
		}
	}
	if names < 20_000 {
		t.Fatalf("only %d names were read", names)
	}
}

// TestRooms limits the size of folders: at most 40 source files and 40 test files in each.
func TestRooms(t *testing.T) {
	source, tests := map[string]int{}, map[string]int{}
	for _, file := range allGoFiles(t) {
		folder := filepath.Dir(file)
		switch {
		case strings.HasSuffix(file, "_templ.go"):
		case strings.HasSuffix(file, "_test.go"):
			tests[folder]++
		default:
			source[folder]++
		}
	}
	views, err := filepath.Glob(filepath.Join(root, "views", "*", "*.templ"))
	must(t, err)
	shared, err := filepath.Glob(filepath.Join(root, "views", "*.templ"))
	must(t, err)
	for _, file := range append(views, shared...) {
		source[filepath.Dir(file)]++
	}
	const most = 40
	for folder, n := range source {
		if n > most {
			t.Errorf("%s holds %d source files: more than %d are two rooms", folder, n, most)
		}
	}
	for folder, n := range tests {
		if n > most {
			t.Errorf("%s holds %d test files: more than %d are two rooms", folder, n, most)
		}
	}
}

// declared returns the identifiers that a file declares: types, functions, methods, fields, constants, variables, parameters.
func declared(f *ast.File) []*ast.Ident {
	var ids []*ast.Ident
	add := func(list ...*ast.Ident) {
		for _, id := range list {
			if id != nil && id.Name != "_" {
				ids = append(ids, id)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Name)
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.Field:
			add(n.Names...)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, e := range n.Lhs {
					if id, ok := e.(*ast.Ident); ok {
						add(id)
					}
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				for _, e := range []ast.Expr{n.Key, n.Value} {
					if id, ok := e.(*ast.Ident); ok {
						add(id)
					}
				}
			}
		}
		return true
	})
	return ids
}

// nameWords splits an identifier or a file name into its words, in lower case: HTMLWriter is html, writer.
func nameWords(name string) []string {
	var words []string
	var word []rune
	runes := []rune(name)
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = nil
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			end()
			continue
		case unicode.IsUpper(r) && (i > 0 && unicode.IsLower(runes[i-1]) || i > 0 && i+1 < len(runes) && unicode.IsUpper(runes[i-1]) && unicode.IsLower(runes[i+1])):
			end()
		}
		word = append(word, r)
	}
	end()
	return words
}

func TestNameWords(t *testing.T) {
	for name, want := range map[string]string{
		"HTMLWriter": "html writer", "battle_report_test": "battle report test", "newID": "new id", "x2Y": "x y", "Desk": "desk", "toldBy": "told by",
	} {
		if got := strings.Join(nameWords(name), " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// allGoFiles lists every Go file of the module, tests and generated files included.
func allGoFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(path, ".go") {
			files = append(files, path)
		}
		return nil
	})
	must(t, err)
	return files
}

// TestGuides: every test, file, function and type that ARCHITECTURE.md and CONTRIBUTING.md name in code exists, and so does
// the code that GLOSSARY.md gives beside a word.
func TestGuides(t *testing.T) {
	declared := declaredNames(t)
	path := regexp.MustCompile(`^(\.ci|\.github|campaign|cmd|content|public|rules|views)/[A-Za-z0-9_./-]+$`)
	identifier := regexp.MustCompile(`^(?:([a-z/]+)\.)?([A-Za-z]\w+)(?:\.([A-Za-z]\w*))?$`)
	member := regexp.MustCompile(`\.[A-Z]\w*$`)
	checked := 0
	check := func(guide, name string) {
		m := identifier.FindStringSubmatch(name)
		switch {
		case path.MatchString(name) && !member.MatchString(name):
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Errorf("%s names %s: %v", guide, name, err)
			}
		case m != nil:
			for _, part := range m[2:] {
				if part != "" && !slices.ContainsFunc(declared[part], func(folder string) bool { return m[1] == "" || folder == m[1] || strings.HasSuffix(folder, "/"+m[1]) }) {
					t.Errorf("%s names %s, but no package %s declares %s", guide, name, m[1], part)
				}
			}
		default:
			return
		}
		checked++
	}
	quoted := regexp.MustCompile("`([^`\n]+)`")
	code := regexp.MustCompile(`^([A-Z]\w*|[a-z]+[A-Z]\w*|[a-z/]+\.[A-Z]\w*|[A-Za-z]\w*\.[A-Z]\w*|[a-z]+Page)$`)
	for _, guide := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md"} {
		text, err := os.ReadFile(filepath.Join(root, ".github", guide))
		must(t, err)
		for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
			if path.MatchString(m[1]) || code.MatchString(m[1]) {
				check(guide, m[1])
			}
		}
		if guide != "GLOSSARY.md" {
			continue
		}
		words, _, _ := strings.Cut(string(text), "## Retired words")
		for _, row := range regexp.MustCompile(`(?m)^\|.*\|.*\| (.*) \|$`).FindAllStringSubmatch(words, -1) {
			for _, name := range strings.Split(row[1], ", ") {
				if strings.ContainsAny(name, ".") && code.MatchString(name) {
					check(guide, name)
				}
			}
		}
	}
	if checked < 200 {
		t.Errorf("only %d names were checked", checked)
	}
}

// declaredNames returns the folders that declare each function, method, type, constant, variable and field.
func declaredNames(t *testing.T) map[string][]string {
	t.Helper()
	names := map[string][]string{}
	for _, file := range allGoFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		must(t, err)
		folder, err := filepath.Rel(root, filepath.Dir(file))
		must(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			var found []*ast.Ident
			switch n := n.(type) {
			case *ast.FuncDecl:
				found = []*ast.Ident{n.Name}
			case *ast.TypeSpec:
				found = []*ast.Ident{n.Name}
			case *ast.ValueSpec:
				found = n.Names
			case *ast.Field:
				found = n.Names
			}
			for _, name := range found {
				names[name.Name] = append(names[name.Name], filepath.ToSlash(folder))
			}
			return true
		})
	}
	return names
}
