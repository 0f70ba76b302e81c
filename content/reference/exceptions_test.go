package reference_test

import (
	"strings"
	"testing"

	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
)

func TestExceptions(t *testing.T) {
	site := buildSite(t, books("fr/toy/exceptions.yaml", "TY-T-1: [TY-T-2]\n"), build.Options{NoLock: true})
	for at, want := range map[string]string{
		"fr/regles/toy/lancer":  `<p class="but"><small>Exceptions` + "\u00a0" + `: <a class="cite" href="#TY-T-2">TY-T-2</a></small></p>`,
		"en/rules/toy/throwing": `<p class="but"><small>Exceptions: <a class="cite" href="#TY-T-2">TY-T-2</a></small></p>`,
	} {
		if page := site.Page(at); page == nil || strings.Count(page.Body(), want) != 1 {
			t.Errorf("%s does not have once %s", at, want)
		}
	}
	for list, wrong := range map[string]string{
		"TY-T-1: [TY-T-77]": "there is no TY-T-77", "TY-T-77: [TY-T-1]": "there is no TY-T-77", "TY-T-1: [TY-T-1]": "no exception to itself", "[TY-T-1]": "wants lists of rules",
	} {
		_, err := reference.Build(books("fr/toy/exceptions.yaml", list), toyGames, build.Options{NoLock: true})
		if err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v", list, err)
		}
	}
}
