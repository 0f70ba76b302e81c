package phrases

import (
	"maps"
	"slices"
	"strings"
)

// compact copies what was read into a few large pieces of memory. Small pieces, scattered among all that reading
// throws away, would hold on to several times their own size.
func (c *Catalog) compact() {
	c.keys = slices.Sorted(maps.Keys(c.phrases))
	var room, segments, pairs int
	for key, p := range c.phrases {
		room += len(key)
		segments += len(p)
		for _, s := range p {
			room += len(s.text) + len(s.name) + len(s.one)
			if s.forms != nil {
				room += len(s.forms[0]) + len(s.forms[1])
				pairs++
			}
		}
	}
	var text strings.Builder
	text.Grow(room)
	names := map[string]string{"": ""}
	keep := func(s string) string {
		from := text.Len()
		text.WriteString(s)
		return text.String()[from:]
	}
	all, forms := make(phrase, 0, segments), make([][2]string, 0, pairs)
	compacted := make(map[string]phrase, len(c.phrases))
	for i, key := range c.keys {
		from := len(all)
		for _, s := range c.phrases[key] {
			name, known := names[s.name]
			if !known {
				name = keep(s.name)
				names[name] = name
			}
			saved := segment{text: keep(s.text), name: name, conditional: s.conditional, one: keep(s.one)}
			if s.forms != nil {
				forms = append(forms, [2]string{keep(s.forms[0]), keep(s.forms[1])})
				saved.forms = &forms[len(forms)-1]
			}
			all = append(all, saved)
		}
		c.keys[i] = keep(key)
		compacted[c.keys[i]] = all[from:len(all):len(all)]
	}
	c.phrases = compacted
}
