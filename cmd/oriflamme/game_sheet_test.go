package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
)

// postForm posts a form and returns the page of the answer.
func postForm(t *testing.T, c *http.Client, at string, q url.Values) (*goquery.Document, int) {
	t.Helper()
	answer, err := c.PostForm(at, q)
	must(t, err)
	defer answer.Body.Close()
	page, err := goquery.NewDocumentFromReader(answer.Body)
	must(t, err)
	return page, answer.StatusCode
}

// TestSheetEditor enters a Game Sheet of the club's own without JavaScript. A wrong number is shown again with a
// French sentence. A missing number keeps the battle from starting and is named; once it is there the battle starts.
func TestSheetEditor(t *testing.T) {
	site := newDemoSite(t)
	camille := site.client(t, "Camille")
	sheet := site.url + "/clubs/" + site.club + "/sheets/magnamund/human"
	page := func(at string) *goquery.Document { return getPage(t, camille, at) }
	q := formValues(page(sheet).Find("form.inputs"))
	const number = "in.combat.spear.mail"
	was := q.Get(number)
	if was == "" {
		t.Fatalf("the house's sheet has no %s among %d fields", number, len(q))
	}

	q.Set(number, "beaucoup")
	back, code := postForm(t, camille, sheet, q)
	in := back.Find(`input[name="` + number + `"]`)
	if code != http.StatusUnprocessableEntity || in.AttrOr("value", "") != "beaucoup" || in.AttrOr("aria-invalid", "") != "true" {
		t.Errorf("a word for a number: %d, it comes back as %q", code, in.AttrOr("value", ""))
	}
	if got := back.Find(".notice.bad").Text(); strings.TrimSpace(got) == "" || strings.Contains(got, "want") {
		t.Errorf("the fault reads %q", got)
	}

	q.Set(number, "")
	after, code := postForm(t, camille, sheet, q)
	if code != http.StatusOK || !strings.Contains(after.Find("main").Text(), "il manque 1 nombre") {
		t.Errorf("a sheet without a number: %d\n%s", code, after.Find("main").Text())
	}
	if got := page(sheet).Find("main").Text(); !strings.Contains(got, "combat lance contre mailles") {
		t.Errorf("the sheet does not name what it lacks:\n%.300s", got)
	}

	battle := site.plannedBattle(t, "magnamund")
	at := site.battleURL(battle)
	begin := formValues(page(at).Find(`form[action$="/open"]`))
	refused, code := postForm(t, camille, at+"/open", begin)
	if got := refused.Find(".notice.bad").Text(); code != http.StatusUnprocessableEntity || !strings.Contains(got, "lance contre mailles") {
		t.Errorf("a battle on an incomplete sheet: %d, %q", code, got)
	}

	q = formValues(page(sheet).Find("form.inputs"))
	q.Set(number, "99")
	if _, code := postForm(t, camille, sheet, q); code != http.StatusOK {
		t.Fatalf("the whole sheet: %d", code)
	}
	if got := page(sheet).Find(`input[name="`+number+`"]`).AttrOr("value", ""); got != "99" {
		t.Errorf("the form shows %q for what was entered", got)
	}
	if _, code := postForm(t, camille, at+"/open", begin); code != http.StatusOK {
		t.Errorf("the battle on the whole sheet: %d", code)
	}
	live, err := site.service.LivePart(t.Context(), site.club, battle.ID, campaign.PartBattle)
	if err != nil || !strings.Contains(string(live.Setup.Field), `"mail":99`) {
		t.Errorf("the battle does not use the club's sheet: %v", err)
	}

	if own := site.state(t).Sheet("magnamund", "human"); own == nil {
		t.Fatal("the club has no sheet")
	}
	postForm(t, camille, sheet, url.Values{"_csrf": q["_csrf"], "back": {"1"}})
	if got := page(sheet).Find(`input[name="`+number+`"]`).AttrOr("value", ""); got != was {
		t.Errorf("back at the house's sheet the number is %q, was %q", got, was)
	}
}
