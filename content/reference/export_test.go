package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/html"
	"oriflamme/content/reference/parse"
)

// IndexScripts returns the scripts that the browser loads to search a book: names, words, texts, and the file that the
// books of a language share.
func (s *Site) IndexScripts(lang, game string) [4][]byte {
	files := s.Indexes[parse.BookKey{Lang: lang, Game: game}].Files
	return [4][]byte{files[0].Bytes(), files[1].Bytes(), files[2].Bytes(), s.Shared[lang].Bytes()}
}

// Names returns the addresses of a book's places, by each of their names.
func (s *Site) Names(lang, game string) map[string][]string {
	return s.Indexes[parse.BookKey{Lang: lang, Game: game}].Names()
}

// GamesIn returns the games that have a book in a language, in the order in which a search asks them.
func (s *Site) GamesIn(lang string) []string {
	var games []string
	for _, k := range s.Keys() {
		if k.Lang == lang {
			games = append(games, k.Game)
		}
	}
	return games
}

// PageCount returns how many pages a book has.
func (s *Site) PageCount(lang, game string) int {
	return len(s.Books[parse.BookKey{Lang: lang, Game: game}].Pages)
}

// TextSize returns the bytes of Markdown of a book.
func (s *Site) TextSize(lang, game string) int {
	n := 0
	for _, p := range s.Books[parse.BookKey{Lang: lang, Game: game}].Pages {
		if p.Source != nil {
			n += len(p.Source.Text)
		}
	}
	return n
}

// Markdown returns how many bytes of Markdown a page is made of.
func (s *Site) Markdown(p *build.Page) int { return len(p.Source.Text) }

// Sheet returns the ids of the rules of a book's play sheet.
func (s *Site) Sheet(lang, game string) []string {
	return s.Books[parse.BookKey{Lang: lang, Game: game}].SheetPage().Source.Sheet
}

// TextSum returns a checksum of the text of a rule in a language, or "-" when the rule is not written.
func (s *Site) TextSum(lang, game, id string) string {
	_, at, src := s.Books[parse.BookKey{Lang: lang, Game: game}].Place(id)
	if src == nil || src.Lang != lang {
		return "-"
	}
	sum := sha256.Sum256([]byte(at.Title + writtenText(src, at)))
	return hex.EncodeToString(sum[:4])
}

// writtenText returns the Markdown of a place, without automatic links and typesetting.
func writtenText(src *parse.Source, at parse.Place) string {
	var b strings.Builder
	for _, n := range at.Nodes {
		if f, ok := n.(*parse.Fence); ok {
			b.WriteString(f.YAML)
		} else {
			b.WriteString(parse.RawText(n, src.Text))
		}
	}
	return b.String()
}

// An AutoLink is a link that the reference made automatically.
type AutoLink struct{ Game, Term, Word string }

// AutoLinks returns the automatic links of a language: those that a chapter does not have when no word may be linked
// automatically.
func (s *Site) AutoLinks(lang string) []AutoLink {
	var list []AutoLink
	var diags parse.Diagnostics
	runner := html.NewRunner(s.Games)
	for _, p := range s.Pages {
		if p.Lang != lang || p.Source == nil || p.Source.Sheet != nil || p.TermMatches == nil {
			continue
		}
		with, auto, used := p.ChapterHTML, p.LinkableTerms, p.UsedTerms
		p.LinkableTerms = nil
		html.RenderChapter(p, runner, &diags)
		without := p.ChapterHTML
		p.ChapterHTML, p.LinkableTerms, p.UsedTerms = with, auto, used
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
			list = append(list, AutoLink{p.Game, term, word})
			rest = after
		}
	}
	return list
}
