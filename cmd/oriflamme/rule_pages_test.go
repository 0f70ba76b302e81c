package main

import (
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/rules/rulestest"
)

// TestExamplesAreTried follows the links from examples of the rules to the calculator. Each is answered there without
// a fault, and has the same answer when the form that it filled in is sent.
func TestExamplesAreTried(t *testing.T) {
	t.Parallel()
	rulestest.Slow(t)
	site := newDemoSite(t)
	dir := t.TempDir()
	must(t, sharedReference()().WriteFolder(dir, ""))
	tried := regexp.MustCompile(`data-try="([^"]+)"`)
	questions := map[string]map[string]bool{"fr": {}, "en": {}}
	for lang, seen := range questions {
		err := filepath.WalkDir(filepath.Join(dir, lang), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".html") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range tried.FindAllStringSubmatch(string(text), -1) {
				seen[html.UnescapeString(m[1])] = true
			}
			return err
		})
		must(t, err)
	}
	if fr, en := len(questions["fr"]), len(questions["en"]); fr == 0 || fr != en {
		t.Errorf("%d examples can be tried in French, %d in English", fr, en)
	}
	ask := func(q string) (page *goquery.Document, big string) {
		answer, err := http.Get(site.url + "/odds?" + q)
		must(t, err)
		defer answer.Body.Close()
		page, err = goquery.NewDocumentFromReader(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v", q, answer.Status, err)
		}
		if page.Find(".answer .big").Length() != 1 || page.Find(`[aria-invalid=true], .answer [role=alert]`).Length() > 0 {
			t.Errorf("%s is answered by: %s", q, strings.Join(strings.Fields(page.Find(".answer").Text()), " "))
		}
		return page, page.Find(".answer .big").Text()
	}
	for q := range questions["fr"] {
		page, big := ask(q)
		if _, again := ask(submittedValues(page.Find("form[data-odds]")).Encode()); again != big {
			t.Errorf("%s: %s, but %s when its form is sent", q, big, again)
		}
	}
}

// submittedValues returns what a browser sends of an unchanged form.
func submittedValues(form *goquery.Selection) url.Values {
	q := url.Values{}
	form.Find("[name]").Each(func(_ int, in *goquery.Selection) {
		name, value := in.AttrOr("name", ""), in.AttrOr("value", "")
		switch kind := in.AttrOr("type", ""); {
		case goquery.NodeName(in) == "button":
		case goquery.NodeName(in) == "select":
			in.Find("option[selected]").Each(func(_ int, o *goquery.Selection) { q.Add(name, o.AttrOr("value", "")) })
			if q.Get(name) == "" {
				q.Set(name, in.Find("option").First().AttrOr("value", ""))
			}
		case goquery.NodeName(in) == "textarea":
			q.Add(name, in.Text())
		case kind != "checkbox" && kind != "radio":
			q.Add(name, value)
		case in.Is("[checked]"):
			q.Add(name, in.AttrOr("value", "on"))
		}
	})
	return q
}

// TestRuleUses opens a chapter of rules: below it a member finds the battles of the club that used its rules, a
// visitor only the rules.
func TestRuleUses(t *testing.T) {
	site := newDemoSite(t)
	read := func(client *http.Client, path string) string { return string(get(t, client, site.url+path)) }
	const chapter = "/fr/regles/warcry/attaquer/"
	if page := read(http.DefaultClient, chapter); strings.Contains(page, `class="uses"`) {
		t.Error("a visitor sees battles of a club")
	}
	member := site.client(t, "Camille")
	_, uses, found := strings.Cut(read(member, chapter), `class="uses"`)
	if !found || !strings.Contains(uses, "/clubs/"+site.club+"/battles/") || !strings.Contains(uses, `href="#WC-ATK-`) {
		t.Fatal("a member does not see the battles that used the rules")
	}
	if n := strings.Count(uses, "<li>"); n < 1 || n > 5 {
		t.Errorf("%d battles", n)
	}
	_, link, _ := strings.Cut(uses, `<a href="`)
	link, _, _ = strings.Cut(link, `"`)
	read(member, link) // fails unless it is a page
}
