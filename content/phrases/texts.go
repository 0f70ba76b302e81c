package phrases

import (
	"maps"
	"slices"
	"strings"
)

// Texts returns, by key, the phrases whose keys begin with one of the prefixes, in the form in which they are
// written. FromTexts reads them again elsewhere, as in a reader's browser, which has no files.
func (c *Catalog) Texts(prefixes ...string) map[string]string {
	texts := map[string]string{}
	for _, prefix := range prefixes {
		for _, k := range c.KeysUnder(prefix) {
			texts[k] = c.phrases[k].source()
		}
	}
	return texts
}

// FromTexts makes a catalog of what Texts returned and of the conventions of the catalog it came from. It fails when
// a phrase or a convention is malformed.
func FromTexts(lang string, conventions Conventions, texts map[string]string) (*Catalog, error) {
	c := &Catalog{Lang: lang, phrases: make(map[string]phrase, len(texts)), missing: map[string]bool{}}
	if err := c.setConventions(conventions); err != nil {
		return nil, err
	}
	for k, text := range texts {
		p, err := parse(text)
		if err != nil {
			return nil, err
		}
		c.phrases[k] = p
	}
	c.keys = slices.Sorted(maps.Keys(c.phrases))
	return c, nil
}

// source returns the text from which parse makes the phrase.
func (p phrase) source() string {
	var out strings.Builder
	for _, s := range p {
		switch {
		case s.name == "":
			out.WriteString(strings.ReplaceAll(strings.ReplaceAll(s.text, "{", "{{"), "}", "}}"))
		case s.forms == nil:
			out.WriteString("{" + s.name + "}")
		case s.one != "":
			out.WriteString("{" + s.name + "=" + s.one + "|" + s.forms[0] + "|" + s.forms[1] + "}")
		case s.conditional:
			out.WriteString("{" + s.name + "=" + s.forms[0] + "|" + s.forms[1] + "}")
		default:
			out.WriteString("{" + s.name + "|" + s.forms[0] + "|" + s.forms[1] + "}")
		}
	}
	return out.String()
}
