package reference

// A indexedLibrary is a library whose books have indexes.
type indexedLibrary struct {
	*library
	indexes map[bookKey]*Index
	shared  map[string]file // by language, what its indexes have in common
}

// newIndexedLibrary makes the index of every book.
func newIndexedLibrary(lib *library) *indexedLibrary {
	x := &indexedLibrary{lib, map[bookKey]*Index{}, map[string]file{}}
	keys := lib.keys()
	list := make([]*Index, len(keys))
	taken := make([]*textIndex, len(keys))
	byLang, lexicons := map[string][]*textIndex{}, map[string]*lexicon{}
	for _, lang := range Languages {
		lexicons[lang] = &lexicon{lang: lang}
	}
	inParallel(len(keys), func(i int) {
		b := lib.books[keys[i]]
		list[i] = &Index{book: b, docs: documents(b)}
		taken[i] = newTextIndex(list[i].docs, lexicons[keys[i].lang])
	})
	for i, k := range keys {
		x.indexes[k] = list[i]
		byLang[k.lang] = append(byLang[k.lang], taken[i])
	}
	words := map[string]*vocabulary{}
	for lang, list := range byLang {
		words[lang] = newVocabulary(lang, list)
		x.shared[lang] = words[lang].sharedFile(lang)
	}
	inParallel(len(keys), func(i int) { list[i].build(taken[i], words[keys[i].lang]) })
	return x
}

// newDraftLibrary gives the books empty indexes whose files bear a hash that is the same for all. Pages link to
// such files, and whoever serves the pages makes them when they are asked for.
func newDraftLibrary(lib *library, hash string) *indexedLibrary {
	x := &indexedLibrary{lib, map[bookKey]*Index{}, map[string]file{}}
	for k, b := range lib.books {
		ix := &Index{book: b, hash: hash}
		for i := range ix.files {
			ix.files[i].asset = &asset{}
		}
		x.indexes[k] = ix
	}
	for _, lang := range Languages {
		x.shared[lang] = file{"said-" + hash + ".js", &asset{}}
	}
	return x
}

// sharedPath is where the shared file of a language lies, from the root of the site.
func (x *indexedLibrary) sharedPath(lang string) string {
	return lang + "/" + uiStringsIn(lang).rulesDir + "/" + x.shared[lang].name
}
