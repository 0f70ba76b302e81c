package build

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// LockFile is the path of the list of published ids, from the root of the repository.
const LockFile = "content/reference/build/ids.lock"

//go:embed ids.lock
var publishedIDs string

// An idLock lists every id and address that was ever published, because readers may have kept it. A line is
//
//	warcry page WC-CH-03 fr/attaque en/attack     a page and all slugs it ever had
//	warcry rule WC-ATK-3 WC-CH-03                 an id and all pages it ever stood on
//	warcry gone WC-ATK-99 WC-ATK-3                an id given up, and what stands in its place
type idLock struct {
	pages map[[2]string][]string // game, page id -> "fr/slug"
	ids   map[[2]string][]string // game, id -> page ids
	gone  map[[2]string]string
}

func readLock(text string) (idLock, error) {
	l := idLock{map[[2]string][]string{}, map[[2]string][]string{}, map[[2]string]string{}}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		if len(f) < 4 {
			return l, fmt.Errorf("%s:%d: %q is too short", LockFile, i+1, line)
		}
		k := [2]string{f[0], f[2]}
		switch f[1] {
		case "page":
			l.pages[k] = f[3:]
		case "rule":
			l.ids[k] = f[3:]
		case "gone":
			l.gone[k] = f[3]
		default:
			return l, fmt.Errorf("%s:%d: unknown kind %q", LockFile, i+1, f[1])
		}
	}
	return l, nil
}

// check reports references that lead nowhere and published ids that are missing.
func (lib *Library) check(opts Options, diags *parse.Diagnostics) {
	for _, p := range lib.Pages {
		if p.Source == nil || p.TextIn != "" {
			continue
		}
		for _, r := range p.Source.Refs {
			a, ok := p.Book.Find(r.Target)
			if !ok {
				diags.Add(p.Source.File, p.Source.Line(r.Offset), "reference to %s, which is nowhere in %s", r.Target, p.Book.Game)
				continue
			}
			if a.Page != p {
				a.Page.citedBy = append(a.Page.citedBy, Anchor{Page: p})
			}
		}
	}
	for k, b := range lib.Books {
		for _, id := range slices.Sorted(maps.Keys(b.PlayerWords)) {
			if _, ok := b.Find(id); !ok {
				diags.Add(k.Lang+"/"+k.Game+"/asks.yaml", 0, "%s is nowhere in %s", id, k.Game)
			}
			if o := lib.Books[parse.BookKey{Lang: locale.OtherLang(k.Lang), Game: k.Game}]; o != nil && o.PlayerWords[id] == "" {
				diags.Add(k.Lang+"/"+k.Game+"/asks.yaml", 0, "%s is missing in the other language", id)
			}
		}
	}
	if opts.NoLock {
		return
	}
	var err error
	if lib.published, err = readLock(cmp.Or(opts.Lock, publishedIDs)); err != nil {
		diags.Add(LockFile, 0, "%v", err)
		return
	}
	for _, k := range lib.Keys() {
		lib.checkBook(lib.Books[k], diags)
	}
}

// checkBook compares a book with the lock and sets what has moved.
func (lib *Library) checkBook(b *Book, diags *parse.Diagnostics) {
	for k, to := range lib.published.gone {
		if k[0] != b.Game {
			continue
		}
		a, ok := b.Find(to)
		if !ok {
			diags.Add(LockFile, 0, "%s %s leads to %s, which does not exist", b.Game, k[1], to)
			continue
		}
		if _, back := b.Anchors[k[1]]; !back {
			b.Anchors[k[1]] = a
		}
	}
	for k, homes := range lib.published.ids {
		if k[0] != b.Game {
			continue
		}
		a, ok := b.Find(k[1])
		if !ok {
			diags.Add(LockFile, 0, "%s %s was published and is missing in %s; write a gone line for it", b.Game, k[1], b.Lang)
			continue
		}
		for _, home := range homes {
			if old, ok := b.Find(home); ok && old.Page != a.Page {
				old.Page.MovedIDs = append(old.Page.MovedIDs, movedID{k[1], a})
			}
		}
	}
	for k, slugs := range lib.published.pages {
		if k[0] == b.Game {
			lib.checkPage(b, k[1], slugs, diags)
		}
	}
	for _, p := range b.Pages {
		sort.Slice(p.MovedIDs, func(i, j int) bool { return p.MovedIDs[i].ID < p.MovedIDs[j].ID })
	}
}

func (lib *Library) checkPage(b *Book, id string, slugs []string, diags *parse.Diagnostics) {
	a, ok := b.Find(id)
	if !ok {
		diags.Add(LockFile, 0, "page %s of %s was published and is missing in %s", id, b.Game, b.Lang)
		return
	}
	root := b.Lang + "/" + locale.In(b.Lang).RulesDir + "/" + b.Game + "/"
	for _, one := range slugs {
		lang, slug, _ := strings.Cut(one, "/")
		if old := root + slug + "/"; lang == b.Lang && slug != "" && lib.byPath[old] == nil {
			lib.Redirects[old] = a.Page.Path
		}
	}
}

// A movedID is an id that once stood on a page and now stands elsewhere. The old page keeps the anchor with a link.
type movedID struct {
	ID string
	To Anchor
}

// Lock returns the text of the lock file: what was published before, and every id and address that the site has now.
func (lib *Library) Lock() string {
	lines := map[string]bool{}
	for k, to := range lib.published.gone {
		lines[k[0]+" gone "+k[1]+" "+to] = true
	}
	pages, ids := map[[2]string][]string{}, map[[2]string][]string{}
	maps.Copy(pages, lib.published.pages)
	maps.Copy(ids, lib.published.ids)
	for _, p := range lib.Pages {
		if p.Source == nil {
			continue
		}
		k := [2]string{p.Game, p.ID}
		pages[k] = appendNew(pages[k], p.Lang+"/"+p.Slug)
		for _, at := range p.Source.Places {
			for _, id := range at.IDs {
				if id != "" {
					ids[[2]string{p.Game, id}] = appendNew(ids[[2]string{p.Game, id}], p.ID)
				}
			}
		}
	}
	for k, v := range pages {
		lines[k[0]+" page "+k[1]+" "+strings.Join(v, " ")] = true
	}
	for k, v := range ids {
		lines[k[0]+" rule "+k[1]+" "+strings.Join(v, " ")] = true
	}
	return "# Every id and address of the reference that readers may have kept. Written by\n" +
		"# go test ./content/reference -run TestLock -update; see the type lock.\n" + strings.Join(slices.Sorted(maps.Keys(lines)), "\n") + "\n"
}

// appendNew returns the list with one added when it is not there yet. It does not change the old list.
func appendNew(list []string, one string) []string {
	if slices.Contains(list, one) {
		return list
	}
	return append(slices.Clone(list), one)
}
