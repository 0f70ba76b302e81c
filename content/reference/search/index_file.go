package search

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
)

// writeFiles writes the index for the browser: see public/js/search.js, which reads it.
func (ix *Index) writeFiles(in *textIndex, v *vocabulary) {
	texts := make([]string, len(ix.docs))
	for i, d := range ix.docs {
		texts[i] = d.text
	}
	scripts := [3][]byte{
		script(ix.book.Game+".names", mustJSON(ix.columns())),
		script(ix.book.Game+".words", mustJSON(map[string]any{"bits": in.encodePostings(v), "mean": ix.meanLength})),
		script(ix.book.Game+".texts", mustJSON(texts)),
	}
	sum := sha256.Sum256(bytes.Join(scripts[:], nil))
	ix.Hash = hex.EncodeToString(sum[:5])
	for i, name := range [3]string{"names", "words", "texts"} {
		ix.Files[i] = File{name + "-" + ix.Hash + ".js", &Asset{plain: scripts[i]}}
	}
}

// columns returns the documents by column: one property of all documents after another, which compresses better.
func (ix *Index) columns() map[string]any {
	var pages, counts, anchors, rules, kinds, names, aliases, foreign, openings []string
	root, last, lastTitle, lastRule := ix.book.Pages[0].Path, (*build.Page)(nil), "", ""
	for _, d := range ix.docs {
		if d.page != last {
			pages, counts = append(pages, strings.TrimPrefix(d.page.Path, root)), append(counts, "")
			last = d.page
		}
		counts[len(counts)-1] += "."
		anchor := d.anchor
		switch english := d.title; {
		case len(d.rules) > 0 && anchor == d.rules[0]:
			anchor = "="
		case ix.book.Lang != "en" && d.foreignTitle != "":
			english = d.foreignTitle
			fallthrough
		default:
			if stem, ok := strings.CutSuffix(anchor, slug(english)); ok && stem != "" {
				anchor = stem + "~"
			}
		}
		var numbers []string
		for _, id := range d.rules {
			numbers = append(numbers, deltaID(lastRule, id))
			lastRule = id
		}
		kind := int(d.class) * 2
		if d.ownTitle {
			kind++
		}
		title := d.title
		if title == lastTitle {
			title = ""
		}
		lastTitle = d.title
		anchors, rules, kinds, names = append(anchors, anchor), append(rules, strings.Join(numbers, " ")), append(kinds, strconv.Itoa(kind)), append(names, title)
		aliases, foreign, openings = append(aliases, d.prefixCodedAliases()), append(foreign, d.foreignTitle), append(openings, d.opening)
	}
	for i, dots := range counts {
		counts[i] = strconv.Itoa(len(dots))
	}
	join := func(column []string) string { return strings.Join(column, "\n") }
	return map[string]any{
		"lang": ix.book.Lang, "game": ix.book.Title, "letters": ix.book.IDPrefix, "pages": join(pages), "counts": strings.Join(counts, " "),
		"anchors": join(anchors), "rules": join(rules), "kinds": strings.Join(kinds, ""), "titles": join(names), "aliases": join(aliases), "foreign": join(foreign), "openings": join(openings),
	}
}

// prefixCodedAliases returns the aliases in lower case, each coded against the one before it or the title: the number of
// letters that they share as a capital, then the other letters.
func (d *document) prefixCodedAliases() string {
	var out strings.Builder
	last := []rune(strings.ToLower(d.title))
	for _, a := range d.aliases {
		letters, n := []rune(strings.ToLower(a)), 0
		for n < min(len(letters), len(last), 25) && letters[n] == last[n] {
			n++
		}
		out.WriteByte('A' + byte(n))
		out.WriteString(string(letters[n:]))
		last = letters
	}
	return out.String()
}

// slug returns the part of an id that is made from an English name.
func slug(name string) string {
	return strings.Join(strings.FieldsFunc(Fold(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }), "-")
}

// deltaID codes the number of a rule against the one before it: + for the next of its series, 7 for another of the
// series, otherwise what follows the letters of the book.
func deltaID(last, id string) string {
	cut := strings.LastIndexByte(id, '-') + 1
	if strings.HasPrefix(last, id[:cut]) && !strings.Contains(last[cut:], "-") {
		before, err1 := strconv.Atoi(last[cut:])
		now, err2 := strconv.Atoi(id[cut:])
		if err1 == nil && err2 == nil && now == before+1 && id[cut:] == strconv.Itoa(now) {
			return "+"
		}
		return id[cut:]
	}
	_, rest, _ := strings.Cut(id, "-")
	return "-" + rest
}

// encodePostings codes the sizes of the documents (0 for those that repeat the next one), and for each group of the
// vocabulary whether the book has it and its postings. Only documents with a text of their own are counted there.
func (in *textIndex) encodePostings(v *vocabulary) string {
	here := in.groupsByRoot()
	var w bitWriter
	voices := 0
	number := make([]int32, len(in.lengths))
	for d, n := range in.lengths {
		number[d] = int32(voices)
		if in.repeats[d] {
			w.gamma(1)
			continue
		}
		w.gamma(n + 2)
		voices++
	}
	for _, root := range v.roots {
		g, ok := here[root]
		if !ok {
			w.bits(0, 1)
			continue
		}
		var list []posting
		for _, p := range in.postings[g] {
			if !in.repeats[p.doc] {
				list = append(list, posting{number[p.doc], p.tf})
			}
		}
		w.bits(1, 1)
		w.gamma(len(list) + 1)
		w.between(list, 0, voices-1)
		for _, p := range list {
			code := tierCodes[slices.Index(tiers[:], int(p.tf))]
			w.bits(code.bits, code.length)
		}
	}
	return w.String()
}

// tierCodes are the codes of the tiers: 0, 10, 11.
var tierCodes = [3]struct{ bits, length int }{{0, 1}, {0b10, 2}, {0b11, 2}}

// sharedFile returns the file that the indexes of a language have in common, beside the list of games: their words, the
// stop words, the words that ask for a bound, and the sayings.
func (v *vocabulary) sharedFile(lang string) File {
	body := script("said", mustJSON(map[string]any{
		"words": prefixCoded(v.words, v.groups),
		"stops": strings.Join(slices.Sorted(maps.Keys(stopWords[lang])), " "), "strange": strings.Join(slices.Sorted(maps.Keys(stopWords[locale.OtherLang(lang)])), " "),
		"amounts": strings.Join(slices.Sorted(maps.Keys(amountWords[lang])), " "), "says": strings.Join(sayingLines(lang), "\n"),
	}))
	sum := sha256.Sum256(body)
	return File{"said-" + hex.EncodeToString(sum[:5]) + ".js", &Asset{plain: body}}
}

// script wraps data so that a script element can load it, also from the disk.
func script(name string, data []byte) []byte {
	return slices.Concat([]byte(`(self.oriflammeSearch=self.oriflammeSearch||{})["`+name+`"]=`), data, []byte(";\n"))
}

func mustJSON(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings, numbers and bytes only
	}
	return raw
}
