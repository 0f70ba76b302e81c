package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

// IndexScripts returns what the browser loads to search a book: names, words, texts,
// and what the books of a language have in common.
func (s *Site) IndexScripts(lang, game string) [4][]byte {
	files := s.indexes[bookKey{lang, game}].files
	return [4][]byte{files[0].bytes(), files[1].bytes(), files[2].bytes(), s.shared[lang].bytes()}
}

// Names returns the addresses of a book's places by each of their names.
func (s *Site) Names(lang, game string) map[string][]string {
	return s.indexes[bookKey{lang, game}].Names()
}

// GamesIn returns the games that have a book in a language, as a search asks them.
func (s *Site) GamesIn(lang string) []string {
	var games []string
	for _, k := range s.keys() {
		if k.lang == lang {
			games = append(games, k.game)
		}
	}
	return games
}

// PageCount returns how many pages a book has.
func (s *Site) PageCount(lang, game string) int { return len(s.books[bookKey{lang, game}].pages) }

// TextSize returns the bytes of Markdown of a book.
func (s *Site) TextSize(lang, game string) int {
	n := 0
	for _, p := range s.books[bookKey{lang, game}].pages {
		if p.src != nil {
			n += len(p.src.text)
		}
	}
	return n
}

// Markdown returns how many bytes of Markdown a page is made of.
func (s *Site) Markdown(p *Page) int { return len(p.src.text) }

// Sheet returns the rules of a book's play sheet.
func (s *Site) Sheet(lang, game string) []string {
	return s.books[bookKey{lang, game}].sheetPage().src.sheet
}

// TextSum sums up what a rule says in a language; "-" when it is not written.
func (s *Site) TextSum(lang, game, id string) string {
	_, at, src := s.books[bookKey{lang, game}].place(id)
	if src == nil || src.lang != lang {
		return "-"
	}
	sum := sha256.Sum256([]byte(at.title + writtenText(src, at)))
	return hex.EncodeToString(sum[:4])
}

// writtenText is the text of a place as it is written, without what is linked or typeset.
func writtenText(src *source, at place) string {
	var b strings.Builder
	for _, n := range at.nodes {
		if f, ok := n.(*fence); ok {
			b.WriteString(f.yaml)
		} else {
			b.WriteString(rawText(n, src.text))
		}
	}
	return b.String()
}

// An AutoLink is a link that the reference made by itself.
type AutoLink struct {
	Game, Path, Term, Word string
	Context                string // the text around, the word in brackets
}

// AutoLinks returns the links of a language that nobody wrote: those that a chapter lacks
// when no word may link itself.
func (s *Site) AutoLinks(lang string) []AutoLink {
	var list []AutoLink
	var diags diagnostics
	runner := newRunner(s.games)
	for _, p := range s.Pages {
		if p.Lang != lang || p.src == nil || p.src.sheet != nil || p.termMatches == nil {
			continue
		}
		with, auto, used := p.ChapterHTML, p.linkableTerms, p.usedTerms
		p.linkableTerms = nil
		renderChapter(p, runner, &diags)
		without := p.ChapterHTML
		p.ChapterHTML, p.linkableTerms, p.usedTerms = with, auto, used
		const open = `<a class="term" href="`
		at := 0
		for rest := with; ; {
			before, after, found := strings.Cut(rest, open)
			at += len(before)
			if !found {
				break
			}
			if strings.HasPrefix(without[at:], open) {
				at, rest = at+len(open), after
				continue
			}
			href, after, _ := strings.Cut(after, `">`)
			word, after, _ := strings.Cut(after, "</a>")
			at += len(word)
			_, term, _ := strings.Cut(href, "#")
			from := len(with) - len(after) - len(word) - len("</a>")
			list = append(list, AutoLink{p.Game, "/" + p.Path, term, word, plainAround(with[:from], 160, true) + "[" + word + "]" + plainAround(after, 120, false)})
			rest = after
		}
	}
	return list
}

var tag = regexp.MustCompile(`<[^>]*>`)

// plainAround is text without mark-up: the end of it or its beginning.
func plainAround(text string, letters int, end bool) string {
	if end {
		text = text[max(0, len(text)-6*letters):]
		text = text[strings.IndexByte(text, '>')+1:]
	} else {
		text = text[:min(len(text), 6*letters)]
		text = text[:strings.LastIndexByte(text, '<')+1]
	}
	plain := []rune(strings.Join(strings.Fields(tag.ReplaceAllString(strings.TrimSuffix(text, "<"), " ")), " "))
	if end {
		return string(plain[max(0, len(plain)-letters):]) + " "
	}
	return " " + string(plain[:min(len(plain), letters)])
}
