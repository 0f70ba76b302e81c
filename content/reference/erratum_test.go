package reference_test

import (
	"strings"
	"testing"

	"oriflamme/content/reference/build"
)

// An erratum appears in the rule that it corrects, with the earlier text, and under its day in the list of changes of both
// languages.
func TestErratum(t *testing.T) {
	french := "**[TY-T-3]** On relance les 1.\n\n```erratum\ndate: 2026-03-01\nsays: \"on relance les 1, pas les 2.\"\nwas: \"On relance les 2 !\"\nby: [TY-T-1]\n```\n\n**[TY-T-4]** Rien d'autre.\n"
	english := "**[TY-T-3]** Ones are thrown again.\n\n```erratum\ndate: 2026-03-01\nsays: ones are thrown again, not twos.\nwas: Twos are thrown again.\nby: [TY-T-1]\n```\n\n**[TY-T-4]** Nothing else.\n"
	site := buildSite(t, books("fr/toy/02-a.md", chapter("TY-CH-02", "A", "a", french), "en/toy/02-a.md", chapter("TY-CH-02", "A", "a", english)), build.Options{NoLock: true})
	if list := site.TranslationGaps(); len(list) > 0 {
		t.Errorf("disparities: %q", list)
	}
	_, rule, _ := strings.Cut(site.Page("fr/regles/toy/a").ChapterHTML, `id="TY-T-3"`)
	rule, _, _ = strings.Cut(rule, "</article>")
	want := `<aside class="erratum"><p><b>Erratum du 1er mars 2026.</b> on relance les 1, pas les 2. <a class="cite" href="../lancer/index.html#TY-T-1">TY-T-1</a></p>` +
		`<details><summary>Ce qui était écrit</summary><p>On relance les 2` + "\u202f" + `!</p></details></aside>`
	wantParts(t, "the rule", rule, want)
	for path, want := range map[string]string{
		"fr/regles/toy/suivi":  `<dt>1er mars 2026</dt><dd><p><a class="cite" href="../a/index.html#TY-T-3">TY-T-3</a> <b>Erratum du 1er mars 2026.</b> on relance`,
		"en/rules/toy/changes": `<dt>March 1, 2026</dt><dd><p><a class="cite" href="../a/index.html#TY-T-3">TY-T-3</a> <b>Erratum of March 1, 2026.</b> ones are`,
	} {
		wantParts(t, path, site.Page(path).Body(), want)
	}
	if hits := site.Search("en", "toy", "not twos", 1); len(hits) == 0 || hits[0].Anchor != "TY-T-3" {
		t.Errorf("the search finds %+v", hits)
	}
	one := buildSite(t, books("fr/toy/02-a.md", chapter("TY-CH-02", "A", "a", french), "en/toy/02-a.md", chapter("TY-CH-02", "A", "a", strings.Replace(english, "2026-03-01", "2026-03-02", 1))), build.Options{NoLock: true})
	if list := one.TranslationGaps(); len(list) != 2 || !strings.Contains(list[0], "the erratum of 2026-03-02 to TY-T-3 is missing in fr") {
		t.Errorf("an erratum of one language: %q", list)
	}
}

func TestErratumFaults(t *testing.T) {
	for block, want := range map[string]string{
		"date: 2026-03-01\nsays: a\nwas: b":                            "stands in no rule, and names none",
		"rule: [TY-T-1]\ndate: spring\nsays: a\nwas: b":                `date "spring" is no day`,
		"rule: [TY-T-1]\ndate: 2026-03-01\nsays: a":                    "wants what it says, and what was there before",
		"rule: [TY-T-9]\ndate: 2026-03-01\nsays: a\nwas: b":            "rule TY-T-9 is nowhere in toy",
		"rule: [TY-T-1]\ndate: 2026-03-01\nsays: a\nwas: b\nprice: 12": "field price not found",
	} {
		if got := renderCase("en", "```erratum\n"+block+"\n```\n"); !strings.Contains(got, want) {
			t.Errorf("%s\n got %s\nwant %s", block, got, want)
		}
	}
}
