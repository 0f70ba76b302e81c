package reference

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"sort"
	"strings"

	"oriflamme/rules"
)

// answers is how many places an answer to a program lists at most.
const answers = 20

// A Found is one place as programs get it: a rule by its number (a decision by the
// specification's, A-38) or a page by its id.
type Found struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"` // from the root of the site
}

// A Reply answers one line of a program. Exactly one of Hits and Error is set.
type Reply struct {
	ID    any
	Hits  []Found
	Error *rules.Fault
}

// MarshalJSON writes the fields of the kind of reply.
func (r Reply) MarshalJSON() ([]byte, error) {
	if r.Error != nil {
		return json.Marshal(struct {
			ID    any          `json:"id"`
			Error *rules.Fault `json:"error"`
		}{r.ID, r.Error})
	}
	return json.Marshal(struct {
		ID   any     `json:"id"`
		Hits []Found `json:"hits"`
	}{r.ID, r.Hits})
}

// Answer answers one line: {"id","lang":"fr"|"en","game": id or null,"query"}. It
// searches the index that the pages search; a game without a book has no hits, and
// with null the books of all games are asked.
func (s *Site) Answer(line []byte) Reply {
	var r Reply
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		r.Error = rules.Faultf(rules.WrongType, "", "not JSON: %v", err)
		return r
	}
	if _, err := dec.Token(); err != io.EOF {
		r.Error = rules.Faultf(rules.WrongType, "", "more than one JSON value on the line")
		return r
	}
	obj, ok := tree.(map[string]any)
	if !ok {
		r.Error = rules.Faultf(rules.WrongType, "", "want an object")
		return r
	}
	r.ID = obj["id"]
	if r.Error = s.checkQuestion(obj); r.Error != nil {
		return r
	}
	game, _ := obj["game"].(string)
	r.Hits = s.Find(obj["lang"].(string), game, obj["query"].(string), answers)
	return r
}

func (s *Site) checkQuestion(obj map[string]any) *rules.Fault {
	for _, name := range []string{"id", "lang", "query"} {
		v, there := obj[name]
		if !there {
			return rules.Faultf(rules.MissingField, name, "is required")
		}
		if _, ok := v.(string); !ok {
			return rules.Faultf(rules.WrongType, name, "want a text")
		}
	}
	for _, name := range sortedKeys(obj) {
		switch name {
		case "id", "lang", "game", "query":
		default:
			return rules.Faultf(rules.UnknownField, name, "no such field")
		}
	}
	if _, ok := tongues[obj["lang"].(string)]; !ok {
		return rules.Faultf(rules.OutOfRange, "lang", "want fr or en")
	}
	switch game := obj["game"].(type) {
	case nil:
		return nil
	case string:
		if s.gameOf(game) == nil {
			return rules.Faultf(rules.UnknownGame, "game", "no game %q here", game)
		}
		return nil
	}
	return rules.Faultf(rules.WrongType, "game", "want a text or null")
}

// Find returns the best n rules and pages of a game, or of all games when game is
// "", best first. A section stands for its first rule, a word of the glossary for
// the first rule that its entry names; what has no rule stands for its page.
func (s *Site) Find(lang, game, query string, n int) []Found {
	named, query := s.named(lang, game, query)
	if game == "" {
		game = named
	}
	var hits []Hit
	for _, k := range s.keys() {
		if k.lang == lang && (game == "" || k.game == game) {
			hits = append(hits, s.books[k].index.Search(query, 2*n)...)
		}
	}
	sort.SliceStable(hits, func(i, j int) bool { return hits[i].Score > hits[j].Score })
	list := []Found{}
	seen := map[string]bool{}
	for _, h := range hits {
		for _, f := range h.found() {
			if !seen[f.URL] && len(list) < n {
				seen[f.URL] = true
				list = append(list, f)
			}
		}
	}
	return list
}

// named takes the name of a game out of a query that says more than it, and tells the game.
func (s *Site) named(lang, game, query string) (named, rest string) {
	words := strings.Fields(query)
	for i, w := range words {
		if g := fold(w); len(words) > 1 && s.books[bookKey{lang, g}] != nil && (game == "" || game == g) {
			return g, strings.Join(slices.Delete(words, i, i+1), " ")
		}
	}
	return "", query
}

// found names the rules, or the page, that a hit stands for.
func (h Hit) found() []Found {
	ids := h.Rules
	if lead := h.Page.leads[h.Anchor]; len(ids) == 0 && lead != "" {
		ids = []string{lead}
	}
	if len(ids) == 0 {
		return []Found{{h.Page.ID, joined(h.Title), h.URL()}}
	}
	var list []Found
	for _, id := range ids {
		at, _ := h.Page.book.find(id)
		if short := ruling(id); short != "" {
			id = short
		}
		list = append(list, Found{id, joined(h.Title), "/" + at.page.Path + "#" + id})
	}
	return list
}

func joined(spans []Span) string {
	n := 0
	for _, s := range spans {
		n += len(s.Text)
	}
	b := make([]byte, 0, n)
	for _, s := range spans {
		b = append(b, s.Text...)
	}
	return string(b)
}
