package reference_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/rules/rulestest"
)

// Words of the glossary become links automatically, in the forms that grammar gives them, once in each section, and only
// where every language has them.
func TestTermsLinkThemselves(t *testing.T) {
	glossary := "### Embuscade {#t-ambush}\n\nAliases: en embuscade\n\nSurprise.\n\n### Tir au dé {#t-roll}\n\nAu hasard.\n\n### Main {#t-hand}\n\nCe que l'on tient.\n"
	english := "### Ambush party {#t-ambush}\n\nA surprise.\n\n### Roll-off {#t-roll}\n\nBy luck.\n\n### Hand {#t-hand}\n\nWhat one holds.\n"
	site := buildSite(t, books(
		"fr/toy/glossary.md", chapter("TY-GLOSSARY", "Glossaire", "glossaire", glossary),
		"en/toy/glossary.md", chapter("TY-GLOSSARY", "Glossary", "glossary", english),
		"fr/toy/02-a.md", chapter("TY-CH-02", "A", "a", "## L'embuscade {#ty-a}\n\nCraignez l'embuscade, puis des embuscades. `embuscade` et [embuscade](https://club.example/).\n\n## Puis {#ty-b}\n\nDeux tirs au dé à la main, ou une Embuscade, pas une [[!embuscade]].\n\n**[TY-A-1]** Embuscade éclair : rien.\n"),
		"en/toy/02-a.md", chapter("TY-CH-02", "A", "a", "## Ambush {#ty-a}\n\nFear the ambush party, and hold your hand.\n\n## Then {#ty-b}\n\nOne throw.\n\n**[TY-A-1]** Flash ambush: nothing.\n"),
	), build.Options{NoLock: true})
	text := site.Page("fr/regles/toy/a").ChapterHTML
	const link = `<a class="term" href="../glossaire/index.html#t-ambush">`
	wantParts(t, "the chapter", text, `>L’embuscade</h2>`, `Craignez l’`+link+`embuscade</a>, puis des embuscades.`, `<code>embuscade</code>`, `>embuscade</a>`, `ou une `+link+`Embuscade</a>, pas une embuscade.`, `<div><p>Embuscade éclair`)
	for part, why := range map[string]string{"t-roll": "English does not say it there", "t-hand": "it is too short a word"} {
		if strings.Contains(text, part) {
			t.Errorf("%s is linked, but %s", part, why)
		}
	}
	if en := site.Page("en/rules/toy/a").ChapterHTML; !strings.Contains(en, `>ambush party</a>`) {
		t.Errorf("English does not link what French links:\n%s", en)
	}
	if strings.Contains(site.Page("fr/regles/toy/glossaire").ChapterHTML, `class="term"`) {
		t.Error("the glossary links its own words")
	}
}

// TestReviewedLinks refuses automatic links of names that nobody has reviewed, beyond one link in a hundred.
// testdata/links.txt lists by game the names whose links were read in their place and found to mean what the glossary says.
// Of 2,593 links a random sample of 200, 100 of each language, was read on 22 November 2026: each means its word; two name
// a kind of it (a long bow is a quick weapon, a head-butt a power attack).
func TestReviewedLinks(t *testing.T) {
	const file = "testdata/links.txt"
	site := publishedSite(t)
	var lines []string
	for _, lang := range locale.Languages {
		for _, l := range site.AutoLinks(lang) {
			lines = append(lines, strings.Join([]string{lang, l.Game, l.Term, strings.ToLower(l.Word)}, " "))
		}
	}
	slices.Sort(lines)
	links := len(lines)
	if *rulestest.Update {
		head := "# Names that are linked automatically: language, game, word of the glossary, name. Read each new one where it\n# stands before it is committed; go test ./content/reference -run TestReviewedLinks -update writes the list.\n"
		rulestest.Must(t, os.WriteFile(file, []byte(head+strings.Join(slices.Compact(lines), "\n")+"\n"), 0o644))
		return
	}
	judged := map[string]bool{}
	for _, line := range dataLines(t, file) {
		judged[line] = true
	}
	unread := 0
	for _, line := range lines {
		if !judged[line] {
			unread++
			t.Logf("nobody has read %q where it stands; see %s", line, file)
		}
	}
	t.Logf("%d links, %d of names that nobody has read", links, unread)
	if unread*100 > links {
		t.Errorf("%d of %d links are of names that nobody has read", unread, links)
	}
}
