package phrases

import (
	"maps"
	"slices"
	"strings"
)

// Loose returns the phrases whose keys begin with one of the prefixes, as they would be written, to be bound again
// elsewhere: in a reader's browser, where there are no files.
func (b *Book) Loose(prefixes ...string) map[string]string {
	texts := map[string]string{}
	for _, prefix := range prefixes {
		for _, k := range b.Under(prefix) {
			texts[k] = b.phrases[k].written()
		}
	}
	return texts
}

// Bind makes a book of what Loose returned, and of the manners of the book it came from.
func Bind(lang string, manners Manners, texts map[string]string) (*Book, error) {
	b := &Book{Lang: lang, phrases: make(map[string]phrase, len(texts)), missing: map[string]bool{}}
	if err := b.behave(manners); err != nil {
		return nil, err
	}
	for k, text := range texts {
		p, err := parse(text)
		if err != nil {
			return nil, err
		}
		b.phrases[k] = p
	}
	b.keys = slices.Sorted(maps.Keys(b.phrases))
	return b, nil
}

var braces = strings.NewReplacer("{", "{{", "}", "}}")

// written is the text that parse makes the phrase of.
func (p phrase) written() string {
	var out strings.Builder
	for _, s := range p {
		switch {
		case s.name == "":
			out.WriteString(braces.Replace(s.text))
		case s.forms == nil:
			out.WriteString("{" + s.name + "}")
		case s.one != "":
			out.WriteString("{" + s.name + "=" + s.one + "|" + s.forms[0] + "|" + s.forms[1] + "}")
		case s.whether:
			out.WriteString("{" + s.name + "=" + s.forms[0] + "|" + s.forms[1] + "}")
		default:
			out.WriteString("{" + s.name + "|" + s.forms[0] + "|" + s.forms[1] + "}")
		}
	}
	return out.String()
}
