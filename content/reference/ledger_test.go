package reference_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"

	"oriflamme/content/reference"
)

var (
	definedRule = regexp.MustCompile(`^(?: *[-*] \*\*|\| \**)([A-Z]{2}(?:-[A-Z][A-Z0-9]*)+-[0-9]+[a-z]?|A-[0-9]+[a-z]?)\**[ .:]`)
	namedRule   = regexp.MustCompile(`\b(?:[A-Z]{2}(?:-[A-Z][A-Z0-9]*)+-[0-9]+[a-z]?|A-[0-9]+[a-z]?)\b`)
	sourceLines = regexp.MustCompile(`L ?([0-9]+)(?:-L?([0-9]+))?|[\[,(] ?([0-9]+)(?:-([0-9]+))?(?:[\],)]|, )`)
	cellOfLines = regexp.MustCompile(`^\| A-[0-9]+[a-z]? \| ([0-9][0-9, -]*) \|`)
)

// newLedger gathers what is known of the rules of a game: from the specification if it
// is here, from the engine's source, its tests and its golden battles.
func newLedger(t *testing.T, site *reference.Site, game, letters string, before map[[2]string]reference.Entry) []reference.Entry {
	t.Helper()
	entries := map[string]*reference.Entry{}
	entry := func(id string) *reference.Entry {
		if strings.HasPrefix(id, "A-") {
			id = letters + "-" + id
		}
		if !strings.HasPrefix(id, letters+"-") {
			return &reference.Entry{}
		}
		if entries[id] == nil {
			entries[id] = &reference.Entry{Game: game, ID: id}
		}
		return entries[id]
	}
	if raw, err := os.ReadFile("../../../shared/rules/" + game + ".md"); err == nil {
		for _, line := range strings.Split(string(raw), "\n") {
			if m := definedRule.FindStringSubmatch(line); m != nil {
				e := entry(m[1])
				e.Has = with(e.Has, "s")
				if e.Lines == "" {
					e.Lines = citedLines(line)
				}
			}
		}
	} else {
		for k, old := range before {
			if k[0] == game {
				e := entry(k[1])
				e.Lines, e.Has = old.Lines, strings.Trim(old.Has, "itg")
			}
		}
	}
	for _, lang := range reference.Languages {
		for _, id := range site.RuleIDs(lang, game) {
			if !strings.HasPrefix(id, letters+"-CH-") {
				entry(id)
			}
		}
	}
	scan := func(mark, pattern string, wanted func(name string) bool) {
		files, err := filepath.Glob("../../rules/" + game + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !wanted(file) {
				continue
			}
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range namedRule.FindAllString(string(raw), -1) {
				if strings.HasPrefix(id, "A-") {
					id = letters + "-" + id
				}
				if e := entries[id]; e != nil {
					e.Has = with(e.Has, mark)
				}
			}
		}
	}
	test := func(name string) bool { return strings.HasSuffix(name, "_test.go") }
	scan("i", "/*.go", func(name string) bool { return !test(name) && filepath.Base(name) != "doc.go" })
	scan("t", "/*.go", test)
	scan("t", "/testdata/*.txt", func(string) bool { return true })
	scan("g", "/testdata/battles/*.jsonl", func(string) bool { return true })
	var list []reference.Entry
	for id, e := range entries {
		old, known := before[[2]string{game, id}]
		e.Since = time.Now().Format(time.DateOnly)
		for _, lang := range reference.Languages {
			e.Sums = append(e.Sums, site.TextSum(lang, game, id))
		}
		if known && strings.Join(old.Sums, " ") == strings.Join(e.Sums, " ") {
			e.Since = old.Since
		}
		list = append(list, *e)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}

// with keeps the marks in the order in which they are told.
func with(has, mark string) string {
	out := ""
	for _, m := range []string{"s", "i", "t", "g"} {
		if m == mark || strings.Contains(has, m) {
			out += m
		}
	}
	return out
}

// citedLines are the first three places of the source that a line names.
func citedLines(line string) string {
	var list []string
	if m := cellOfLines.FindStringSubmatch(line); m != nil {
		list = strings.Split(strings.ReplaceAll(m[1], " ", ""), ",")
	} else {
		for _, m := range sourceLines.FindAllStringSubmatch(line, 3) {
			from, to := m[1]+m[3], m[2]+m[4]
			if to == "" && m[1] == "" && len(from) == 1 {
				continue // a number of the rule, such as a value or a column
			}
			if to != "" {
				from += "-" + to
			}
			list = append(list, from)
		}
	}
	return strings.Join(list[:min(len(list), 3)], ",")
}

// ledger returns the text of the ledger as it should be.
func ledger(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile("ledger.txt")
	if err != nil {
		t.Fatal(err)
	}
	before, site := reference.ReadLedger(string(raw)), real(t)
	var b strings.Builder
	b.WriteString("# What is known of each rule besides its text. Written by go test ./content/reference -run TestLock -update;\n# see the type Entry.\n")
	for _, game := range site.Books("fr") {
		for _, e := range newLedger(t, site, game, map[string]string{"warcry": "WC", "warmachine": "WM", "underworlds": "WU", "magnamund": "MG", "warmaster": "WR"}[game], before) {
			fmt.Fprintln(&b, e)
		}
	}
	return b.String()
}

// TestLedger holds the days of change to the texts: a rule whose text is another has
// another sum, and so a new day.
func TestLedger(t *testing.T) {
	raw, err := os.ReadFile("ledger.txt")
	if err != nil {
		t.Fatal(err)
	}
	site := real(t)
	entries := reference.ReadLedger(string(raw))
	for _, game := range site.Books("fr") {
		for i, lang := range reference.Languages {
			for _, id := range site.RuleIDs(lang, game) {
				if strings.Contains(id, "-CH-") {
					continue
				}
				e, ok := entries[[2]string{game, id}]
				if !ok || e.Sums[i] != site.TextSum(lang, game, id) {
					t.Errorf("%s %s is not in the ledger as it reads now; run go test ./content/reference -run TestLock -update", lang, id)
				}
			}
		}
	}
}

// The page of changes lists exactly the rules of each day, and the coverage every rule.
func TestTrack(t *testing.T) {
	site := real(t)
	for _, p := range site.Pages {
		if p.ID != "track" {
			continue
		}
		for _, id := range site.RuleIDs(p.Lang, p.Game) {
			if !strings.Contains(id, "-CH-") && !strings.Contains(p.Body(), "<tr><th><a class=\"cite\" href=\"") || !strings.Contains(id, "-CH-") && !strings.Contains(p.Body(), "#"+id+`">`+id) {
				t.Errorf("%s lacks %s", p.Path, id)
			}
		}
	}
}
