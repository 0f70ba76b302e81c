package main

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"oriflamme/campaign"
	"oriflamme/rules/rulestest"
)

// wrongInputs are what people and programs put into a field that expects something else.
var wrongInputs = []string{
	"", " ", strings.Repeat("é", 20_000), "<script>alert(1)</script>", "nul\x00octet", "-1", "99999999999999999999", "1e9",
	"٣٤", "2026-02-30T25:61", "' OR 1=1 --", "pas-une-option", "\u202egauche", "{\"a\":[", "../../etc/passwd", "\xff\xfe",
}

// TestWrongInputs fills each field of each form that Camille meets with wrong inputs. The program never breaks, says
// what is wrong, and gives back what was typed.
func TestWrongInputs(t *testing.T) {
	t.Parallel()
	rulestest.Slow(t)
	site := newDemoSite(t)
	plain := &http.Transport{DisableCompression: true} // nothing goes over a network, so compression would only cost time
	t.Cleanup(plain.CloseIdleConnections)
	camille := site.client(t, "Camille")
	camille.Transport = plain
	strangers := map[string]bool{"club-new": true, "sign-in": true} // these end Camille's session
	seen := map[string]bool{}
	sent, refused := 0, 0
	pages := site.addresses(t)
	arbiter := "/clubs/" + site.club + "/arbiter"
	pages["arbiter"], pages["void"], pages["case"] = arbiter, arbiter+"/void", arbiter+"/battles/"+site.battle(t, campaign.Disputed).ID
	pages["conduct"], pages["club-settings"] = pages["campaign"]+"/conduct", "/clubs/"+site.club+"/settings"
	pages["edit"], pages["arms"], pages["company"], pages["odds"] = pages["roster"]+"/edit", pages["roster"]+"/arms", pages["roster"]+"/company", "/odds?game=warcry"
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		at, client := pages[name], camille
		if strangers[name] {
			client = newVisitor(t)
		}
		answer, err := client.Get(site.url + at)
		must(t, err)
		page, err := goquery.NewDocumentFromReader(answer.Body)
		must(t, err)
		_ = answer.Body.Close()
		page.Url = answer.Request.URL
		page.Find("form[method=post i]").Each(func(_ int, form *goquery.Selection) {
			action, err := page.Url.Parse(form.AttrOr("action", ""))
			must(t, err)
			for _, leave := range []string{"/sign-out", "/display", "/demo/"} {
				if strings.HasPrefix(action.Path, leave) {
					return
				}
			}
			values := formValues(form)
			for field := range values {
				shape := idPattern.ReplaceAllString(action.Path, "x") + " " + field
				if strings.HasPrefix(field, "_") || seen[shape] {
					continue
				}
				seen[shape] = true
				for _, wrong := range wrongInputs {
					with := url.Values{}
					for k, v := range values {
						with[k] = v
					}
					with.Set("_key", strconv.Itoa(sent)) // with the same key the first answer would be given again
					with.Set(field, wrong)
					sent++
					if wantRefusal(t, client, action, with, field) {
						refused++
					}
				}
			}
		})
	}
	if sent < 1000 || refused < sent/4 {
		t.Errorf("%d wrong inputs sent, %d refused", sent, refused)
	}
	t.Logf("%d wrong inputs in %d fields, %d refused", sent, len(seen), refused)
}

// formValues returns what an unchanged form would send.
func formValues(form *goquery.Selection) url.Values {
	values := url.Values{}
	form.Find("input[name], textarea[name], select[name]").Each(func(_ int, in *goquery.Selection) {
		name, kind := in.AttrOr("name", ""), in.AttrOr("type", "")
		_, checked := in.Attr("checked")
		switch {
		case goquery.NodeName(in) == "textarea":
			values.Set(name, in.Text())
		case goquery.NodeName(in) == "select":
			chosen := in.Find("option[selected]")
			if chosen.Length() == 0 {
				chosen = in.Find("option")
			}
			values.Set(name, chosen.Last().AttrOr("value", ""))
		case kind == "radio" || kind == "checkbox":
			if checked || !values.Has(name) {
				values.Set(name, in.AttrOr("value", "on"))
			}
		case kind == "file":
		case !values.Has(name):
			values.Set(name, in.AttrOr("value", ""))
		}
		if _, must := in.Attr("required"); must && values.Get(name) == "" {
			values.Set(name, "Essai")
			if kind == "number" {
				values.Set(name, "1")
			}
		}
	})
	return values
}

// hasText reports whether there are words in the main part of a page.
func hasText(page []byte) bool {
	i := bytes.Index(page, []byte("<main"))
	if i < 0 {
		return false
	}
	for z := html.NewTokenizer(bytes.NewReader(page[i:])); ; {
		switch z.Next() {
		case html.TextToken:
			if len(bytes.TrimSpace(z.Text())) > 0 {
				return true
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "main" {
				return false
			}
		case html.ErrorToken:
			return false
		}
	}
}

// wantRefusal sends a form, reports whether it was refused, and checks what a refusal must contain.
func wantRefusal(t *testing.T, client *http.Client, action *url.URL, with url.Values, field string) bool {
	t.Helper()
	answer, err := client.PostForm(action.String(), with)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	say := func(what string) {
		t.Errorf("%s: %s with %s=%.40q: %s", action.Path, answer.Status, field, with.Get(field), what)
	}
	if answer.StatusCode >= http.StatusInternalServerError {
		say("broken")
		return true
	}
	if bytes.Contains(body, []byte("<script>alert(1)")) {
		say("a script comes back as one")
	}
	if bytes.Contains(body, []byte("⟨")) {
		say("a phrase is missing")
	}
	if !hasText(body) {
		say("no words")
	}
	if answer.StatusCode < http.StatusBadRequest {
		return false
	}
	if answer.StatusCode != http.StatusUnprocessableEntity {
		return true
	}
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	must(t, err)
	if page.Find("[role=alert], [aria-invalid=true], .fault-list, .wrong").Length() == 0 {
		say("does not say what is wrong")
	}
	typed := with.Get(field)
	in := page.Find("main form").Find("input[name='" + field + "']:not([type=radio]):not([type=checkbox]):not([type=hidden]):not([type=number]):not([type=datetime-local]):not([type=date]), textarea[name='" + field + "']")
	if in.Length() == 1 && utf8.ValidString(typed) && !strings.Contains(typed, "\x00") {
		back := in.AttrOr("value", "")
		if goquery.NodeName(in) == "textarea" {
			back = in.Text()
		}
		if strings.TrimSpace(back) != strings.TrimSpace(typed) {
			say("does not give back what was typed")
		}
	}
	return true
}
