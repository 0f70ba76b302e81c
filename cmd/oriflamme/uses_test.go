package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestRuleUses opens a chapter of rules: a member finds below it the battles of the
// club that used its rules, a visitor only the rules.
func TestRuleUses(t *testing.T) {
	site := newDemoSite(t)
	read := func(client *http.Client, path string) (*http.Response, string) {
		t.Helper()
		answer, err := client.Get(site.url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, string(body)
	}
	const chapter = "/fr/regles/warcry/attaquer/"
	if _, page := read(http.DefaultClient, chapter); strings.Contains(page, `class="uses"`) {
		t.Error("a visitor is told of battles of a club")
	}
	member := site.client(t, "Camille")
	_, page := read(member, chapter)
	_, uses, found := strings.Cut(page, `class="uses"`)
	if !found || !strings.Contains(uses, "/clubs/"+site.club+"/battles/") || !strings.Contains(uses, `href="#WC-ATK-`) {
		t.Fatal("a member is not told of the battles that used the rules")
	}
	if n := strings.Count(uses, "<li>"); n < 1 || n > 5 {
		t.Errorf("%d battles", n)
	}
	_, link, _ := strings.Cut(uses, `<a href="`)
	link, _, _ = strings.Cut(link, `"`)
	if answer, _ := read(member, link); answer.StatusCode != http.StatusOK {
		t.Errorf("%s: %s", link, answer.Status)
	}
}
