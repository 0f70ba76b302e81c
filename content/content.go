// Package content holds what people read: the rules reference and the phrases in
// French and English, and the packs of profiles that come with the program. It
// embeds the files and shares the books; it understands neither rules nor pages.
package content

import (
	"embed"
	"errors"
	"sync"

	"oriflamme/content/charters"
	"oriflamme/content/phrases"
)

// FS holds fr/, en/, packs/ and charters/ as they are in this folder.
//
//go:embed fr en packs/*/*.yaml charters/*.yaml
var FS embed.FS

// Langs are the languages of the product, the first being the default.
var Langs = []string{"fr", "en"}

// Books returns the phrases by language, read once. The files are part of the
// program, so one that cannot be read is a bug and panics.
func Books() map[string]*phrases.Book { return books() }

var books = sync.OnceValue(func() map[string]*phrases.Book {
	read := make([]*phrases.Book, len(Langs))
	wrong := make([]error, len(Langs))
	var reading sync.WaitGroup
	for i, lang := range Langs {
		reading.Go(func() { read[i], wrong[i] = phrases.Load(FS, lang) })
	}
	reading.Wait()
	if err := errors.Join(wrong...); err != nil {
		panic(err)
	}
	all := map[string]*phrases.Book{}
	for i, lang := range Langs {
		all[lang] = read[i]
	}
	return all
})

// Charter returns what campaigns of a game begin with. The files are part of the
// program, so one that cannot be read is a bug and panics.
func Charter(game string) charters.Charter {
	c, err := charters.Load(FS, game)
	if err != nil {
		panic(err)
	}
	return c
}
