package describe_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/content"
	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/games"
)

// TestFaultsHaveWords reads which rules the battles of the games may say are broken, and expects a sentence
// for each in both languages.
func TestFaultsHaveWords(t *testing.T) {
	ruleID := regexp.MustCompile(`^[A-Z]{2}-[A-Z]+-[0-9]+$`)
	for _, game := range games.All {
		folder := filepath.Join("..", "..", "rules", game.ID)
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, f.Name()), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				name, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || name.Sel.Name != "Breaks" && name.Sel.Name != "ForbidIf" {
					return true
				}
				for _, a := range call.Args {
					if lit, ok := a.(*ast.BasicLit); ok && lit.Kind == token.STRING {
						if id, err := strconv.Unquote(lit.Value); err == nil && ruleID.MatchString(id) {
							found[id] = true
						}
					}
				}
				return true
			})
		}
		if len(found) < 30 {
			t.Errorf("%s: %d rules can be broken, want at least 30", game.ID, len(found))
		}
		for language, catalog := range content.Catalogs() {
			for id := range found {
				if !catalog.Has(game.ID + ".fault." + id) {
					t.Errorf("%s: no sentence says in %q that %s is broken", game.ID, language, id)
				}
			}
		}
	}
}

// TestFaultsOfAnswers: a refused answer is called an answer, not by its place in a list.
func TestFaultsOfAnswers(t *testing.T) {
	for field, want := range map[string]string{
		"choices[0]":         "La valeur ne convient pas\u00a0: votre réponse.",
		"choices[2].path[1]": "La valeur ne convient pas\u00a0: votre réponse.",
	} {
		if got := describe.Fault(content.Catalogs()["fr"], "warmaster", rules.Faultf(rules.WrongType, field, ""), nil); got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
}
