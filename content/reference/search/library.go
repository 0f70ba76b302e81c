package search

import (
	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// A Library is a build.Library with the indexes of its books.
type Library struct {
	*build.Library
	Indexes map[parse.BookKey]*Index
	Shared  map[string]File // by language, what its indexes have in common
}

// NewLibrary makes the index of every book.
func NewLibrary(lib *build.Library) *Library {
	x := &Library{lib, map[parse.BookKey]*Index{}, map[string]File{}}
	keys := lib.Keys()
	list := make([]*Index, len(keys))
	taken := make([]*textIndex, len(keys))
	byLang, lexicons := map[string][]*textIndex{}, map[string]*lexicon{}
	for _, lang := range locale.Languages {
		lexicons[lang] = &lexicon{lang: lang}
	}
	parse.InParallel(len(keys), func(i int) {
		b := lib.Books[keys[i]]
		list[i] = &Index{book: b, docs: documents(b)}
		taken[i] = newTextIndex(list[i].docs, lexicons[keys[i].Lang])
	})
	for i, k := range keys {
		x.Indexes[k] = list[i]
		byLang[k.Lang] = append(byLang[k.Lang], taken[i])
	}
	words := map[string]*vocabulary{}
	for lang, list := range byLang {
		words[lang] = newVocabulary(lang, list)
		x.Shared[lang] = words[lang].sharedFile(lang)
	}
	parse.InParallel(len(keys), func(i int) { list[i].build(taken[i], words[keys[i].Lang]) })
	return x
}

// NewDraftLibrary gives the books empty indexes whose files all have the same hash in their names. Pages link to these
// files; the server of a preview makes them on request.
func NewDraftLibrary(lib *build.Library, hash string) *Library {
	x := &Library{lib, map[parse.BookKey]*Index{}, map[string]File{}}
	for k, b := range lib.Books {
		ix := &Index{book: b, Hash: hash}
		for i := range ix.Files {
			ix.Files[i].Asset = &Asset{}
		}
		x.Indexes[k] = ix
	}
	for _, lang := range locale.Languages {
		x.Shared[lang] = File{"said-" + hash + ".js", &Asset{}}
	}
	return x
}

// SharedPath returns the path of the shared file of a language from the root of the site.
func (x *Library) SharedPath(lang string) string {
	return lang + "/" + locale.In(lang).RulesDir + "/" + x.Shared[lang].Name
}
