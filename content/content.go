// Package content holds what people read: the rules reference and the phrases by
// language, and the packs of profiles that come with the program. It
// embeds the files and shares the books; it understands neither rules nor pages.
//
// A language is a folder named by its two letters, with its manners in language.yaml (see phrases.Conventions) and whatever of
// the phrases in en/ is translated, in files of the same names; ui.yaml must be one. English says what it lacks.
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

// FS holds the folders of languages, packs/ and presets/ as they are in this folder.
//
//go:embed ?? packs/*/*.yaml presets/*.yaml
var FS embed.FS

// Languages are the languages of the product, the first being the default.
var Languages = findLanguages(FS)

// findLanguages finds the folders that are findLanguages.
func findLanguages(files fs.FS) []string {
	names, err := fs.Glob(files, "*/language.yaml")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	var langs []string
	for _, name := range names {
		langs = append(langs, path.Dir(name))
	}
	slices.SortFunc(langs, phrases.CompareLanguages)
	return langs
}

// Catalogs returns the phrases by language, read once. The files are part of the
// program, so one that cannot be read is a bug and panics.
func Catalogs() map[string]*phrases.Catalog { return catalogs() }

var catalogs = sync.OnceValue(func() map[string]*phrases.Catalog {
	all, err := ReadCatalogs(FS)
	if err != nil {
		panic(err)
	}
	return all
})

// ReadCatalogs reads the phrases of all languages in a folder like FS. The spare language has to be among them: it says what the
// others lack.
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
	spare := all[phrases.FallbackLanguage]
	if spare == nil {
		return nil, fmt.Errorf("content: no folder %s", phrases.FallbackLanguage)
	}
	for _, b := range all {
		if b != spare {
			b.FillFrom(spare)
		}
	}
	return all, nil
}

// Preset returns what campaigns of a game begin with. The files are part of the
// program, so one that cannot be read is a bug and panics.
func Preset(game string) presets.Preset {
	c, err := presets.Load(FS, game)
	if err != nil {
		panic(err)
	}
	return c
}
