package reference_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/rules/rulestest"
)

const anyRule = `(?:[A-Z]{2}(?:-[A-Z][A-Z0-9]*)+-[0-9]+[a-z]?|A-[0-9]+[a-z]?)`

var (
	// A rule is defined where its id begins a list item or a table row (also after the id of a check, R-1), or stands in bold
	// before the lines of its source.
	definedRule = regexp.MustCompile(`^ *(?:[-*] \*\*|\| *\**)(?:R-[0-9]+ (?:/|\|) )?(` + anyRule + `)\**[ .:(]|\*\*(` + anyRule + `)\*\* \[`)
	namedRule   = regexp.MustCompile(`\b` + anyRule + `\b`)
	sourceLines = regexp.MustCompile(`\[(?:derived )?([0-9][0-9, /-]*)\]|\bL ?([0-9][0-9, L-]*)`)
	lineOrRange = regexp.MustCompile(`^(?:[0-9]{2,}|[0-9]+-[0-9]+)$`)
	onlyLines   = regexp.MustCompile(`^ *[0-9]{2,}(?:-[0-9]+)?(?:(?:, ?| / )[0-9]{2,}(?:-[0-9]+)?)*…? *$`)
	indexOfBook = regexp.MustCompile(`^\| ([0-9]{2,}) \|.*\| ([^|]+) \|$`)
)

// newRuleStatus collects what is known of the rules of a game: from the specification when it is present, otherwise from the
// earlier list, and from the engine's source, its tests and its golden battles.
func newRuleStatus(t *testing.T, site *reference.Site, game, letters string, before map[[2]string]build.RuleStatus) []build.RuleStatus {
	t.Helper()
	entries := map[string]*build.RuleStatus{}
	entry := func(id string) *build.RuleStatus {
		if strings.HasPrefix(id, "A-") {
			id = letters + "-" + id
		}
		if !strings.HasPrefix(id, letters+"-") {
			return &build.RuleStatus{}
		}
		if entries[id] == nil {
			entries[id] = &build.RuleStatus{Game: game, ID: id}
		}
		return entries[id]
	}
	for _, lang := range locale.Languages {
		for _, id := range site.RuleIDs(lang, game) {
			if !strings.HasPrefix(id, letters+"-CH-") {
				entry(id)
			}
		}
	}
	if raw, err := os.ReadFile("../../../shared/rules/" + game + ".md"); err == nil {
		for _, line := range strings.Split(string(raw), "\n") {
			for _, m := range definedRule.FindAllStringSubmatchIndex(line, -1) {
				id, rest := m[2:4], line
				if id[0] < 0 {
					id, rest = m[4:6], line[m[1]-1:]
				}
				e := entry(line[id[0]:id[1]])
				e.Coverage = withMark(e.Coverage, "s")
				if e.Lines == "" {
					e.Lines = citedLines(rest)
				}
			}
		}
		for _, line := range strings.Split(string(raw), "\n") {
			at, ids := indexedRules(line)
			for _, id := range ids {
				if e := entries[id]; e != nil && e.Lines == "" {
					e.Lines = at
				}
			}
		}
	} else {
		for k, old := range before {
			if k[0] == game {
				e := entry(k[1])
				e.Lines, e.Coverage = old.Lines, strings.Trim(old.Coverage, "itg")
			}
		}
	}
	scan := func(mark, pattern string, wanted func(name string) bool) {
		var files []string
		for _, folder := range []string{game, game + "/ruling"} {
			found, err := filepath.Glob("../../rules/" + folder + pattern)
			rulestest.Must(t, err)
			files = append(files, found...)
		}
		for _, file := range files {
			if !wanted(file) {
				continue
			}
			raw, err := os.ReadFile(file)
			rulestest.Must(t, err)
			for _, id := range namedRule.FindAllString(string(raw), -1) {
				if strings.HasPrefix(id, "A-") {
					id = letters + "-" + id
				}
				if e := entries[id]; e != nil {
					e.Coverage = withMark(e.Coverage, mark)
				}
			}
		}
	}
	test := func(name string) bool { return strings.HasSuffix(name, "_test.go") }
	scan("i", "/*.go", func(name string) bool { return !test(name) && filepath.Base(name) != "doc.go" })
	scan("t", "/*.go", test)
	scan("t", "/testdata/*.txt", func(string) bool { return true })
	scan("g", "/testdata/battles/*.jsonl", func(string) bool { return true })
	var list []build.RuleStatus
	for id, e := range entries {
		old, known := before[[2]string{game, id}]
		e.Changed = time.Now().Format(time.DateOnly)
		for _, lang := range locale.Languages {
			e.Sums = append(e.Sums, site.TextSum(lang, game, id))
		}
		if known && strings.Join(old.Sums, " ") == strings.Join(e.Sums, " ") {
			e.Changed = old.Changed
		}
		list = append(list, *e)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}

// withMark adds a mark and keeps the marks in the order of the list: specified, implemented, tested, golden.
func withMark(has, mark string) string {
	out := ""
	for _, m := range []string{"s", "i", "t", "g"} {
		if m == mark || strings.Contains(has, m) {
			out += m
		}
	}
	return out
}

// citedLines returns the first three places of the source that the line of a rule names: in a table cell that holds
// nothing else, otherwise in brackets or after an L.
func citedLines(line string) string {
	line = strings.ReplaceAll(line, "–", "-")
	var list []string
	add := func(text string) {
		for _, one := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", /L…", r) }) {
			if lineOrRange.MatchString(one) && !slices.Contains(list, one) {
				list = append(list, one)
			}
		}
	}
	for _, cell := range strings.Split(line, "|") {
		if strings.HasPrefix(line, "|") && onlyLines.MatchString(cell) {
			add(cell)
		}
	}
	if list == nil {
		for _, m := range sourceLines.FindAllStringSubmatch(line, -1) {
			add(m[1] + m[2])
		}
	}
	return strings.Join(list[:min(len(list), 3)], ",")
}

// indexedRules returns the rules that the specification's index of the book lists for a line of the source. A list may
// contain ranges, such as MG-COH-1..4.
func indexedRules(line string) (at string, ids []string) {
	m := indexOfBook.FindStringSubmatch(line)
	if m == nil {
		return "", nil
	}
	for _, one := range strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		first, last, isRange := strings.Cut(one, "..")
		if !namedRule.MatchString(first) {
			continue
		}
		ids = append(ids, first)
		cut := strings.LastIndexByte(first, '-') + 1
		from, err1 := strconv.Atoi(first[cut:])
		to, err2 := strconv.Atoi(last)
		if isRange && err1 == nil && err2 == nil {
			for n := from + 1; n <= to; n++ {
				ids = append(ids, first[:cut]+strconv.Itoa(n))
			}
		}
	}
	return m[1], ids
}

// readRuleStatus reads build/rule_status.txt.
func readRuleStatus(t *testing.T) map[[2]string]build.RuleStatus {
	t.Helper()
	raw, err := os.ReadFile("build/rule_status.txt")
	rulestest.Must(t, err)
	return build.ReadRuleStatus(string(raw))
}

// wantRuleStatus returns what the file build/rule_status.txt should contain.
func wantRuleStatus(t *testing.T) string {
	t.Helper()
	before, site := readRuleStatus(t), publishedSite(t)
	var b strings.Builder
	b.WriteString("# What is known of each rule besides its text. Written by go test ./content/reference -run TestLock -update;\n# see the type RuleStatus.\n")
	for _, game := range site.GamesIn("fr") {
		for _, e := range newRuleStatus(t, site, game, map[string]string{"warcry": "WC", "warmachine": "WM", "underworlds": "WU", "magnamund": "MG", "warmaster": "WR"}[game], before) {
			fmt.Fprintln(&b, e)
		}
	}
	return b.String()
}

// TestRuleStatus checks the checksums of all texts, and so the days of their last change: a rule whose text has changed has
// another checksum and must get a new day.
func TestRuleStatus(t *testing.T) {
	site, entries := publishedSite(t), readRuleStatus(t)
	for _, game := range site.GamesIn("fr") {
		for i, lang := range locale.Languages {
			for _, id := range site.RuleIDs(lang, game) {
				if strings.Contains(id, "-CH-") {
					continue
				}
				e, ok := entries[[2]string{game, id}]
				if !ok || e.Sums[i] != site.TextSum(lang, game, id) {
					t.Errorf("%s %s is not in build/rule_status.txt with its present text; run go test ./content/reference -run TestLock -update", lang, id)
				}
			}
		}
	}
}

// The page of changes lists each rule under the day of its last change only, and every rule in the table of coverage.
func TestChangesPage(t *testing.T) {
	entries := readRuleStatus(t)
	for _, p := range publishedSite(t).Pages {
		if p.ID != "track" {
			continue
		}
		changed := map[string]int{} // number of rules by day
		var all []string
		for k, e := range entries {
			if k[0] == p.Game {
				changed[e.Changed]++
				all = append(all, e.ID)
			}
		}
		_, changes, _ := strings.Cut(p.Body(), `id="changes"`)
		changes, coverage, _ := strings.Cut(changes, `id="coverage"`)
		days := strings.Split(changes, "<dt>")[1:]
		if len(days) != len(changed) {
			t.Errorf("%s lists %d days, want %d", p.Path, len(days), len(changed))
		}
		for _, id := range all {
			if since := dateText(t, p.Lang, entries[[2]string{p.Game, id}].Changed); !slices.ContainsFunc(days, func(day string) bool {
				return strings.HasPrefix(day, since+"</dt>") && strings.Contains(afterLast(day, "</p>"), `">`+id+"</a>")
			}) {
				t.Errorf("%s does not say that %s changed on %s", p.Path, id, since)
			}
			if !strings.Contains(coverage, `<tr><th scope="row"><a class="cite" href="../`) || !strings.Contains(coverage, "#"+id+`">`+id+"</a></th>") {
				t.Errorf("%s lacks %s", p.Path, id)
			}
		}
		listed := 0
		for _, day := range days {
			listed += strings.Count(afterLast(day, "</p>"), `<a class="cite"`) // the paragraphs before are errata
		}
		if listed != len(all) {
			t.Errorf("%s lists %d rules as changed, want %d", p.Path, listed, len(all))
		}
	}
}

func afterLast(text, sep string) string { return text[strings.LastIndex(text, sep)+1:] }

// dateText writes a day in the notation of a language.
func dateText(t *testing.T, lang, iso string) string {
	t.Helper()
	d, err := time.Parse(time.DateOnly, iso)
	rulestest.Must(t, err)
	if lang == "en" {
		return d.Format("January 2, 2006")
	}
	months := strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")
	day := strconv.Itoa(d.Day())
	if day == "1" {
		day = "1er"
	}
	return day + " " + months[d.Month()-1] + " " + strconv.Itoa(d.Year())
}

// Each rule shows the lines of its source and the day of its last change, on a page that shows the edition.
func TestRulesShowTheirSource(t *testing.T) {
	entries, plain := readRuleStatus(t), 0
	for _, p := range publishedSite(t).Pages {
		if p.Game == "" || p.ID == "print" || strings.HasSuffix(p.ID, "-SHEET") {
			continue
		}
		rules := strings.Split(p.ChapterHTML, `<article class="rule"`)[1:]
		if len(rules) > 0 && !editionOf.MatchString(p.Body()) {
			t.Errorf("%s shows no edition", p.Path)
		}
		for _, rule := range rules {
			rule, _, _ = strings.Cut(rule, "</article>")
			_, foot, found := strings.Cut(rule, `<p class="of"><small>`)
			if !found {
				t.Errorf("%s: a rule has no source line: %.80s", p.Path, rule)
			}
			for _, id := range anchorPattern.FindAllStringSubmatch(rule, -1) {
				plain++
				e := entries[[2]string{p.Game, id[1]}]
				if !strings.Contains(foot, dateText(t, p.Lang, e.Changed)) || !strings.Contains(foot, strings.ReplaceAll(e.Lines, ",", ", ")) {
					t.Errorf("%s: %s shows %q, not %s and lines %s", p.Path, id[1], foot, e.Changed, e.Lines)
				}
			}
		}
	}
	if want := len(locale.Languages) * len(entries); plain != want {
		t.Errorf("%d rules show their source, want %d", plain, want)
	}
}

var (
	anchorPattern = regexp.MustCompile(`id="([A-Z]{2}-[A-Z][A-Z0-9-]*-[0-9]+[a-z]?)"`)
	editionOf     = regexp.MustCompile(`data-edition="[^"]+, [^"]+, v[0-9]+"`)
)

// withoutSourceLines matches rules that come from no line of the book: decisions about doubtful points, corrections of
// the scanned text, house rules, facts from other sources, and statements about the book as a whole.
var withoutSourceLines = regexp.MustCompile(`^(WC-A-|WR-(A|O|LIST|GEOM|PROV)-|WM-(X-|VICT-[56]$)|MG-(GEO|SCEN|SCOPE|PROF)-|(MG-(CAMP-5|COH-5|MOR-2h)|WR-KEY-[78])$)|^..-(HOUSE|RULING)-`)

// Every other rule names the lines of its source.
func TestSourceLines(t *testing.T) {
	for _, e := range readRuleStatus(t) {
		if e.Lines == "" && !withoutSourceLines.MatchString(e.ID) {
			t.Errorf("%s names no lines of its source", e.ID)
		}
	}
}
