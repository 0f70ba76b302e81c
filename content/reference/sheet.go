package reference

import (
	"fmt"
	"html"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"go.yaml.in/yaml/v3"
)

// A play sheet is the turn at a glance: the beginnings of the rules that the file
// phases.yaml of a book lists, in its order and under the titles of their sections.
// The file holds numbers only, so it stands once, in the folder of the first language.
type playSheet struct {
	Rules []string `yaml:"rules"`
}

// sheetID is the page of a play sheet, behind the letters of its game.
const sheetID = "-SHEET"

// addSheet gives a game (* for all) its play sheet, if it has a list.
func addSheet(books fs.FS, game string, set *sourceSet, faults *faults) {
	readLists(books, game, "phases.yaml", faults, func(name, game string, raw []byte) {
		var sheet playSheet
		if err := yaml.Unmarshal(raw, &sheet); err != nil || len(sheet.Rules) == 0 {
			faults.add(name, 0, "wants a list of rules (%v)", err)
			return
		}
		for _, lang := range Languages {
			if letters := set.letters(lang, game); letters != "" {
				set.files = append(set.files, newSheet(name, lang, game, letters, sheet))
			}
		}
	})
}

// readLists reads a file of numbers, which stands once, in the folder of the first language, for a game (* for all).
func readLists(books fs.FS, game, file string, faults *faults, read func(name, game string, raw []byte)) {
	names, err := fs.Glob(books, Languages[0]+"/"+game+"/"+file)
	if err != nil {
		faults.add(file, 0, "%v", err)
	}
	for _, name := range names {
		raw, err := fs.ReadFile(books, name)
		if err != nil {
			faults.add(name, 0, "%v", err)
			continue
		}
		read(name, path.Base(path.Dir(name)), raw)
	}
}

// letters are what the ids of a book begin with; "" when it has no first page.
func (set *sourceSet) letters(lang, game string) string {
	for _, src := range set.files {
		if src.lang == lang && src.game == game && src.isIndex() {
			letters, _, _ := strings.Cut(src.head.ID, "-")
			return letters
		}
	}
	return ""
}

func newSheet(name, lang, game, letters string, sheet playSheet) *source {
	t := phrasesIn(lang)
	src := &source{lang: lang, game: game, file: name, sheet: sheet.Rules, root: ast.NewDocument()}
	src.head = head{ID: letters + sheetID, Title: t.book.Say("reference.sheet-title"), Slug: t.sheetSlug, Summary: t.book.Say("reference.sheet-sub")}
	return src
}

// sheetBody is the inside of a play sheet.
func (p *Page) sheetBody(faults *faults) string {
	t := phrasesIn(p.Lang)
	var b strings.Builder
	b.WriteString(`<div class="phases">`)
	section, named := "", map[string]bool{}
	for _, id := range p.src.sheet {
		a, at, src := p.book.place(id)
		if src == nil {
			if p.book.lang == Languages[0] {
				faults.add(p.src.file, 0, "rule %s is nowhere in %s", id, p.Game)
			}
			continue
		}
		if name := a.page.ID + a.around; name != section {
			if section != "" {
				b.WriteString("</ol></section>")
			}
			section = name
			id := ""
			if phase := a.phase(); !named[phase] {
				named[phase], id = true, ` id="`+phase+`"`
			}
			fmt.Fprintf(&b, `<section%s><h2><a href="%s">%s</a></h2><ol>`, id, p.href(a.section()), html.EscapeString(a.aroundTitle))
		}
		w := newPen(p, src)
		w.copy = true
		first, whole := w.beginning(at)
		maps.Copy(p.glosses, w.used)
		title := ""
		if at.level > 0 {
			title = "<b>" + html.EscapeString(a.title) + "</b> "
		}
		b.WriteString(`<li><a class="cite" href="` + p.href(a) + `">` + id + `</a> `)
		if whole == "" {
			b.WriteString("<span>" + title + html.EscapeString(first) + "</span></li>\n")
		} else {
			b.WriteString("<details><summary>" + title + html.EscapeString(first) + ` <span class="mute">` + html.EscapeString(t.say("sheet-more")) + "</span></summary>" + whole + "</details></li>\n")
		}
	}
	if section != "" {
		b.WriteString("</ol></section>")
	}
	b.WriteString("</div>\n")
	return b.String()
}

// place finds the text of a rule.
func (b *book) place(id string) (anchor, place, *source) {
	a, ok := b.find(id)
	if !ok || a.id == "" {
		return a, place{}, nil
	}
	for _, at := range a.page.src.places {
		for _, one := range at.ids {
			if one == a.id {
				return a, at, a.page.src
			}
		}
	}
	return a, place{}, nil
}

// section is the section that a rule stands in, or its page.
func (a anchor) section() anchor { return anchor{page: a.page, id: a.around} }

// phase is what the section is called on the play sheet.
func (a anchor) phase() string {
	if a.around == "" {
		return "s-" + a.page.ID
	}
	return "s-" + a.around
}

// phase is where the play sheet tells the first rule of a page, or "" for its top.
func (b *book) phase(p *Page) string {
	if p.src == nil { // it has no rules
		return ""
	}
	for _, id := range b.sheet().src.sheet {
		if a, ok := b.find(id); ok && a.page == p {
			return a.phase()
		}
	}
	return ""
}

var sentenceEnd = regexp.MustCompile(`[.!?…][»”)]?( |$)`)

// sheetLine is how many letters of a rule stand on a play sheet, about.
const sheetLine = 150

// beginning returns the first sentences of a rule as text and, when there is more,
// all of it as HTML. Blocks that the engine plays are left out.
func (w *pen) beginning(at place) (first, whole string) {
	var nodes []ast.Node
	for _, n := range at.nodes {
		switch n := n.(type) {
		case *fence:
		case *rule:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if c.Kind() != ast.KindHeading && c.Kind() != kindFence {
					nodes = append(nodes, c)
				}
			}
		default:
			nodes = append(nodes, n)
		}
	}
	var said []ast.Node
	for _, n := range nodes {
		if n.Kind() != extast.KindTable {
			said = append(said, n)
		}
	}
	text := w.plain(said...)
	cut := 0
	for _, end := range sentenceEnd.FindAllStringIndex(text, -1) {
		if cut > 0 && utf8.RuneCountInString(text[:end[1]]) > sheetLine {
			break
		}
		cut = end[1]
	}
	if (cut == 0 || cut >= len(text)) && len(said) == len(nodes) {
		return text, ""
	}
	if cut == 0 {
		cut = len(text)
	}
	return strings.TrimSpace(text[:cut]), w.html(nodes...)
}
