package reference

import (
	"io/fs"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"go.yaml.in/yaml/v3"
)

// addExceptions reads which rules of a game (* for all) make exceptions to which: the file exceptions.yaml of a book lists them
// behind each rule. It holds numbers only, so it stands once, in the folder of the first language.
func addExceptions(books fs.FS, game string, set *sourceSet, diags *diagnostics) {
	readLists(books, game, "exceptions.yaml", diags, func(name, game string, raw []byte) {
		var list map[string][]string
		if err := yaml.Unmarshal(raw, &list); err != nil {
			diags.add(name, 0, "wants lists of rules: %v", err)
			return
		}
		set.exceptions[game] = list
	})
}

// A play sheet is the turn at a glance: the beginnings of the rules that the file
// phases.yaml of a book lists, in its order and under the titles of their sections.
// The file holds numbers only, so it stands once, in the folder of the first language.
type playSheet struct {
	Rules []string `yaml:"rules"`
}

// sheetID is the page of a play sheet, behind the letters of its game.
const sheetID = "-SHEET"

// addSheets gives a game (* for all) its play sheet, if it has a list.
func addSheets(books fs.FS, game string, set *sourceSet, diags *diagnostics) {
	readLists(books, game, "phases.yaml", diags, func(name, game string, raw []byte) {
		var sheet playSheet
		if err := yaml.Unmarshal(raw, &sheet); err != nil || len(sheet.Rules) == 0 {
			diags.add(name, 0, "wants a list of rules (%v)", err)
			return
		}
		for _, lang := range Languages {
			if letters := set.idPrefix(lang, game); letters != "" {
				set.files = append(set.files, newSheet(name, lang, game, letters, sheet))
			}
		}
	})
}

// readLists reads a file of numbers, which stands once, in the folder of the first language, for a game (* for all).
func readLists(books fs.FS, game, file string, diags *diagnostics, read func(name, game string, raw []byte)) {
	names, err := fs.Glob(books, Languages[0]+"/"+game+"/"+file)
	if err != nil {
		diags.add(file, 0, "%v", err)
	}
	for _, name := range names {
		raw, err := fs.ReadFile(books, name)
		if err != nil {
			diags.add(name, 0, "%v", err)
			continue
		}
		read(name, path.Base(path.Dir(name)), raw)
	}
}

// idPrefix are what the ids of a book begin with; "" when it has no first page.
func (set *sourceSet) idPrefix(lang, game string) string {
	for _, src := range set.files {
		if src.lang == lang && src.game == game && src.isIndex() {
			letters, _, _ := strings.Cut(src.meta.ID, "-")
			return letters
		}
	}
	return ""
}

func newSheet(name, lang, game, letters string, sheet playSheet) *source {
	t := uiStringsIn(lang)
	src := &source{lang: lang, game: game, file: name, sheet: sheet.Rules, root: ast.NewDocument()}
	src.meta = frontMatter{ID: letters + sheetID, Title: t.catalog.Say("reference.sheet-title"), Slug: t.sheetSlug, Summary: t.catalog.Say("reference.sheet-sub")}
	return src
}
