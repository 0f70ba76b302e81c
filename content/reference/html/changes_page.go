package html

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/views/reference"
)

// changes gathers what the page of changes and coverage of a book shows.
func changes(p *build.Page) reference.Changes {
	var entries []build.RuleStatus
	for k, e := range p.Book.RuleStatus {
		if k[0] == p.Game {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b build.RuleStatus) int { return compareIDs(a.ID, b.ID) })
	m := reference.Changes{Days: changeDays(p, entries)}
	for _, e := range entries {
		m.Rules = append(m.Rules, reference.CoveredRule{ID: e.ID})
	}
	for _, kind := range coverages {
		n := 0
		for i, e := range entries {
			has := kind.has(e)
			if has {
				n++
			}
			m.Rules[i].Has = append(m.Rules[i].Has, has)
		}
		m.Kinds = append(m.Kinds, reference.Coverage{Name: kind.name, Count: fmt.Sprintf("%d/%d", n, len(entries))})
	}
	return m
}

// coverages are the columns of the table of coverage.
var coverages = []struct {
	name string
	has  func(build.RuleStatus) bool
}{
	{"specified", func(e build.RuleStatus) bool { return strings.Contains(e.Coverage, "s") }},
	{"written-fr", func(e build.RuleStatus) bool { return e.Sums[0] != "-" }},
	{"written-en", func(e build.RuleStatus) bool { return e.Sums[1] != "-" }},
	{"implemented", func(e build.RuleStatus) bool { return strings.Contains(e.Coverage, "i") }},
	{"tested", func(e build.RuleStatus) bool { return strings.Contains(e.Coverage, "t") }},
	{"golden", func(e build.RuleStatus) bool { return strings.Contains(e.Coverage, "g") }},
}

// compareIDs compares rule ids in the order of their numbers: WM-ABIL-2 before WM-ABIL-10.
func compareIDs(a, b string) int {
	series := func(id string) (string, int) {
		cut := strings.LastIndexByte(id, '-') + 1
		n, _ := strconv.Atoi(strings.TrimRight(id[cut:], "abcdefghijklmnopqrstuvwxyz"))
		return id[:cut], n
	}
	first, m := series(a)
	second, n := series(b)
	return cmp.Or(strings.Compare(first, second), cmp.Compare(m, n), strings.Compare(a, b))
}

// maxListed is the number of changed rules of a day above which the list is folded behind its count.
const maxListed = 24

// changeDays lists the days on which rules of a book changed, the last first.
func changeDays(p *build.Page, entries []build.RuleStatus) []reference.ChangeDay {
	byDay := map[string]*reference.ChangeDay{}
	on := func(date string) *reference.ChangeDay {
		if byDay[date] == nil {
			byDay[date] = &reference.ChangeDay{Date: date}
		}
		return byDay[date]
	}
	for _, e := range entries {
		on(e.Changed).Rules = append(on(e.Changed).Rules, e.ID)
	}
	for _, e := range p.Book.Errata() {
		on(e.Date).Errata = append(on(e.Date).Errata, e)
	}
	var days []reference.ChangeDay
	said := "published" // on the first day
	for _, date := range slices.Sorted(maps.Keys(byDay)) {
		if n := len(byDay[date].Rules); n > maxListed {
			byDay[date].Folded = locale.In(p.Lang).Say(said, "n", n)
		}
		days, said = append(days, *byDay[date]), "rewritten"
	}
	slices.Reverse(days)
	return days
}
