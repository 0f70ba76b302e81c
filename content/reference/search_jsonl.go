package reference

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"

	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/content/reference/search"
	"oriflamme/rules"
)

// maxResults is the greatest number of places in an answer to a program.
const maxResults = 20

// A Result is one place as programs get it: a rule by its number (a decision by the specification's number, A-38) or a
// page by its id.
type Result struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"` // from the root of the site
}

// A Response answers one line of a program. Exactly one of Hits and Error is set.
type Response struct {
	ID      any
	Results []Result
	Error   *rules.Fault
}

// MarshalJSON writes either the hits or the error.
func (r Response) MarshalJSON() ([]byte, error) {
	if r.Error != nil {
		return json.Marshal(struct {
			ID    any          `json:"id"`
			Error *rules.Fault `json:"error"`
		}{r.ID, r.Error})
	}
	return json.Marshal(struct {
		ID   any      `json:"id"`
		Hits []Result `json:"hits"`
	}{r.ID, r.Results})
}

// Answer answers one line: {"id","lang":"fr"|"en","game": id or null,"query"}. It
// searches the index that the pages search; a game without a book has no hits, and
// with null the books of all games are asked.
func (s *Site) Answer(line []byte) Response {
	var r Response
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
	if r.Error = s.checkRequest(obj); r.Error != nil {
		return r
	}
	game, _ := obj["game"].(string)
	r.Results = s.Find(obj["lang"].(string), game, obj["query"].(string), maxResults)
	return r
}

func (s *Site) checkRequest(obj map[string]any) *rules.Fault {
	for _, name := range []string{"id", "lang", "query"} {
		v, there := obj[name]
		if !there {
			return rules.Faultf(rules.MissingField, name, "is required")
		}
		if _, ok := v.(string); !ok {
			return rules.Faultf(rules.WrongType, name, "want a text")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(obj)) {
		switch name {
		case "id", "lang", "game", "query":
		default:
			return rules.Faultf(rules.UnknownField, name, "no such field")
		}
	}
	if !slices.Contains(locale.Languages, obj["lang"].(string)) {
		return rules.Faultf(rules.OutOfRange, "lang", "want fr or en")
	}
	switch game := obj["game"].(type) {
	case nil:
		return nil
	case string:
		if s.GameByID(game) == nil {
			return rules.Faultf(rules.UnknownGame, "game", "no game %q here", game)
		}
		return nil
	}
	return rules.Faultf(rules.WrongType, "game", "want a text or null")
}

// Find returns the best n rules and pages of a game, or of all games when game is "", best first. A section stands for
// its first rule, and a word of the glossary for the first rule that its entry cites; a place without a rule stands for
// its page.
func (s *Site) Find(lang, game, query string, n int) []Result {
	named, query := s.cutGameName(lang, game, query)
	if game == "" {
		game = named
	}
	var hits []search.Hit
	for _, k := range s.Keys() {
		if k.Lang == lang && (game == "" || k.Game == game) {
			hits = append(hits, s.Indexes[k].Search(query, 2*n)...)
		}
	}
	sort.SliceStable(hits, func(i, j int) bool { return hits[i].Score > hits[j].Score })
	list := []Result{}
	seen := map[string]bool{}
	for _, h := range hits {
		for _, f := range results(h) {
			if !seen[f.URL] && len(list) < n {
				seen[f.URL] = true
				list = append(list, f)
			}
		}
	}
	return list
}

// cutGameName removes the name of a game from a query of several words, and returns the game and the rest.
func (s *Site) cutGameName(lang, game, query string) (named, rest string) {
	words := strings.Fields(query)
	for i, w := range words {
		if g := search.Fold(w); len(words) > 1 && s.Books[parse.BookKey{Lang: lang, Game: g}] != nil && (game == "" || game == g) {
			return g, strings.Join(slices.Delete(words, i, i+1), " ")
		}
	}
	return "", query
}

// results returns the rules, or the page, that a hit stands for.
func results(h search.Hit) []Result {
	ids := h.Rules
	if lead := h.Page.Leads[h.Anchor]; len(ids) == 0 && lead != "" {
		ids = []string{lead}
	}
	if len(ids) == 0 {
		return []Result{{h.Page.ID, plainText(h.Title), h.URL()}}
	}
	var list []Result
	for _, id := range ids {
		at, _ := h.Page.Book.Find(id)
		if short := parse.DecisionNumber(id); short != "" {
			id = short
		}
		list = append(list, Result{id, plainText(h.Title), "/" + at.Page.Path + "#" + id})
	}
	return list
}

func plainText(spans []search.Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}
