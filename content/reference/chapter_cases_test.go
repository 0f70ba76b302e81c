package reference_test

import (
	"os"
	"strings"
	"testing"

	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/rules/rulestest"
)

const (
	innerSeparator = "\n//- - - - - - - - -//\n"
	caseSeparator  = "\n//= = = = = = = = =//\n"
)

// TestCases renders the chapters of testdata/chapters.txt. A case is a name that begins with its language, the Markdown, and
// the HTML or the error.
func TestCases(t *testing.T) {
	const file = "testdata/chapters.txt"
	raw, err := os.ReadFile(file)
	rulestest.Must(t, err)
	var out strings.Builder
	for _, c := range strings.Split(strings.TrimSuffix(string(raw), caseSeparator), caseSeparator) {
		part := strings.Split(c, innerSeparator)
		if len(part) != 3 {
			t.Fatalf("case %q has %d parts, not 3", part[0], len(part))
		}
		name, text, want := part[0], part[1], part[2]
		lang, _, _ := strings.Cut(name, ":")
		got := renderCase(lang, text)
		if got != want && !*rulestest.Update {
			t.Errorf("%s\n got %s\nwant %s", name, got, want)
		}
		out.WriteString(name + innerSeparator + text + innerSeparator + got + caseSeparator)
	}
	if *rulestest.Update {
		rulestest.Must(t, os.WriteFile(file, []byte(out.String()), 0o644))
	}
}

func renderCase(lang, text string) string {
	site, err := reference.Build(books(lang+"/toy/02-case.md", chapter("TY-CH-02", "Cas", "cas", text)), toyGames, build.Options{NoLock: true})
	if err != nil {
		return "error: " + err.Error()
	}
	dir := map[string]string{"fr": "regles", "en": "rules"}[lang]
	return strings.TrimSpace(site.Page("/" + lang + "/" + dir + "/toy/cas/").ChapterHTML)
}
