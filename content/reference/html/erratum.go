package html

import (
	"slices"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/parse"
	"oriflamme/views/reference"
)

// erratumBlock checks the rules that an erratum names and returns it as HTML.
func erratumBlock(p *build.Page, e *parse.Erratum) (string, *parse.BlockError) {
	for _, id := range slices.Concat(e.Rule, e.By) {
		if _, ok := p.Book.Find(id); !ok {
			return "", parse.BlockErrorf("erratum: rule %s is nowhere in %s", id, p.Game)
		}
	}
	return reference.HTML(reference.Erratum(reference.Page{Page: p}, e)), nil
}
