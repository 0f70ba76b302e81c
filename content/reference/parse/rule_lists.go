package parse

import (
	"io/fs"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"go.yaml.in/yaml/v3"

	"oriflamme/content/reference/locale"
)

// addExceptions reads exceptions.yaml of a game (* for all), which lists under each rule the rules that make exceptions
// to it. The file holds numbers only, so it lies once, in the folder of the first language.
func addExceptions(books fs.FS, game string, set *SourceSet, diags *Diagnostics) {
	readLists(books, game, "exceptions.yaml", diags, func(name, game string, raw []byte) {
		var list map[string][]string
		if err := yaml.Unmarshal(raw, &list); err != nil {
			diags.Add(name, 0, "wants lists of rules: %v", err)
			return
		}
		set.Exceptions[game] = list
	})
}

// A play sheet shows the turn at a glance: the beginnings of the rules that phases.yaml of a book lists, in its order
// and under the titles of their sections. The file holds numbers only, so it lies once, in the folder of the first
// language.
type playSheet struct {
	Rules []string `yaml:"rules"`
}

// SheetID is the id of a play sheet without the letters of its game.
const SheetID = "-SHEET"

// addSheets gives a game (* for all) its play sheet, if it has a list.
func addSheets(books fs.FS, game string, set *SourceSet, diags *Diagnostics) {
	readLists(books, game, "phases.yaml", diags, func(name, game string, raw []byte) {
		var sheet playSheet
		if err := yaml.Unmarshal(raw, &sheet); err != nil || len(sheet.Rules) == 0 {
			diags.Add(name, 0, "wants a list of rules (%v)", err)
			return
		}
		for _, lang := range locale.Languages {
			if letters := set.idPrefix(lang, game); letters != "" {
				set.Files = append(set.Files, newSheet(name, lang, game, letters, sheet))
			}
		}
	})
}

// readLists reads a file of rule numbers of a game (* for all), which lies once, in the folder of the first language.
func readLists(books fs.FS, game, file string, diags *Diagnostics, read func(name, game string, raw []byte)) {
	names, err := fs.Glob(books, locale.Languages[0]+"/"+game+"/"+file)
	if err != nil {
		diags.Add(file, 0, "%v", err)
	}
	for _, name := range names {
		raw, err := fs.ReadFile(books, name)
		if err != nil {
			diags.Add(name, 0, "%v", err)
			continue
		}
		read(name, path.Base(path.Dir(name)), raw)
	}
}

// idPrefix returns the letters that the ids of a book begin with, or "" when the book has no first page.
func (set *SourceSet) idPrefix(lang, game string) string {
	for _, src := range set.Files {
		if src.Lang == lang && src.Game == game && src.IsIndex() {
			letters, _, _ := strings.Cut(src.Meta.ID, "-")
			return letters
		}
	}
	return ""
}

func newSheet(name, lang, game, letters string, sheet playSheet) *Source {
	t := locale.In(lang)
	src := &Source{Lang: lang, Game: game, File: name, Sheet: sheet.Rules, Root: ast.NewDocument()}
	src.Meta = frontMatter{ID: letters + SheetID, Title: t.Catalog.Say("reference.sheet-title"), Slug: t.SheetSlug, Summary: t.Catalog.Say("reference.sheet-sub")}
	return src
}
