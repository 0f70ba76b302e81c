package reference

// buildIndexes makes the index of every book.
func (s *Site) buildIndexes() {
	keys := s.keys()
	books := make([]*book, len(keys))
	taken := make([]*textIndex, len(keys))
	byLang, lexicons := map[string][]*textIndex{}, map[string]*lexicon{}
	for _, lang := range Languages {
		lexicons[lang] = &lexicon{lang: lang}
	}
	inParallel(len(keys), func(i int) {
		books[i] = s.books[keys[i]]
		books[i].index = &Index{book: books[i], docs: books[i].documents()}
		taken[i] = newTextIndex(books[i].index.docs, lexicons[keys[i].lang])
	})
	for i, k := range keys {
		byLang[k.lang] = append(byLang[k.lang], taken[i])
	}
	words := map[string]*vocabulary{}
	for lang, list := range byLang {
		words[lang] = newVocabulary(lang, list)
		s.shared[lang] = words[lang].sharedFile(lang)
	}
	inParallel(len(keys), func(i int) { books[i].index.build(taken[i], words[keys[i].lang]) })
	s.addAssets()
}

// addAssets puts the files of the indexes beside the pages.
func (s *Site) addAssets() {
	for lang, f := range s.shared {
		s.assets[s.sharedPath(lang)] = f.asset
	}
	for _, b := range s.books {
		for _, f := range b.index.files {
			s.assets[b.pages[0].Path+f.name] = f.asset
		}
	}
}

// sharedPath is where the shared file of a language lies, from the root of the site.
func (s *Site) sharedPath(lang string) string {
	return lang + "/" + uiStringsIn(lang).rulesDir + "/" + s.shared[lang].name
}
