// Package content holds what people read: the rules reference and the phrases in each language, the packs of profiles
// that come with the program, and the presets of campaigns. It embeds the files and shares the catalogs read from
// them. It understands neither rules nor pages.
//
// A language is a folder named by its two letters. language.yaml holds the conventions of the language (see
// phrases.Conventions); the other files have the names of those in en/ and hold as many of their phrases as are
// translated. ui.yaml must be there. A phrase that is missing is said in English.
//
// Begin with Catalogs; the packages phrases, packs and presets read the files.
package content

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"oriflamme/content/phrases"
	"oriflamme/content/presets"
)

// FS holds the folders of the languages, packs/ and presets/, with the paths that they have in this folder.
//
//go:embed ?? packs/*/*.yaml presets/*.yaml
var FS embed.FS

// Languages are the codes of the languages that the program speaks, the default language first.
var Languages = findLanguages(FS)

// findLanguages returns the folders that have a language.yaml, in the order in which languages are offered.
func findLanguages(files fs.FS) []string {
	names, err := fs.Glob(files, "*/language.yaml")
	if err != nil {
		panic(err) // only for a malformed pattern
	}
	var langs []string
	for _, name := range names {
		langs = append(langs, path.Dir(name))
	}
	slices.SortFunc(langs, phrases.CompareLanguages)
	return langs
}

// Catalogs returns the phrases by language and reads them once. The files are part of the program: one that cannot be
// read is a bug, and Catalogs panics.
func Catalogs() map[string]*phrases.Catalog { return catalogs() }

var catalogs = sync.OnceValue(func() map[string]*phrases.Catalog {
	all, err := ReadCatalogs(FS)
	if err != nil {
		panic(err)
	}
	return all
})

// ReadCatalogs reads the phrases of all languages in a folder like FS. It fails when a file cannot be read or the
// fallback language, which supplies what the others lack, is not among them.
func ReadCatalogs(files fs.FS) (map[string]*phrases.Catalog, error) {
	langs := findLanguages(files)
	read := make([]*phrases.Catalog, len(langs))
	wrong := make([]error, len(langs))
	var reading sync.WaitGroup
	for i, lang := range langs {
		reading.Go(func() { read[i], wrong[i] = phrases.Load(files, lang) })
	}
	reading.Wait()
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	all := map[string]*phrases.Catalog{}
	for i, lang := range langs {
		all[lang] = read[i]
	}
	fallback := all[phrases.FallbackLanguage]
	if fallback == nil {
		return nil, fmt.Errorf("content: no folder %s", phrases.FallbackLanguage)
	}
	for _, b := range all {
		if b != fallback {
			b.FillFrom(fallback)
		}
	}
	return all, nil
}

// Preset returns what campaigns of a game begin with. The files are part of the program: one that cannot be read is a
// bug, and Preset panics.
func Preset(game string) presets.Preset {
	c, err := presets.Load(FS, game)
	if err != nil {
		panic(err)
	}
	return c
}
