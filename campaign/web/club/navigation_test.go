package club_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
)

// TestMenu: the Menu lists exactly the pages that the reader may open, and each of them exists, in both languages. The sheet
// that a script opens lists the same.
func TestMenu(t *testing.T) {
	w := webtest.NewClubFixture(t)
	arbiter := w.NewMember("arbiter", "Maud")
	stranger := w.Browser()
	for _, who := range []struct {
		name string
		r    *webtest.Browser
		want []string
	}{
		{"owner", w.Owner, []string{"Chances", "Une règle", "Arbitrage", "Inviter", "Réglages", "Membres", "Campagnes", "Cotes", "Autres clubs", "Avis"}},
		{"arbiter", arbiter, []string{"Chances", "Une règle", "Arbitrage", "Membres", "Campagnes", "Cotes", "Autres clubs", "Avis"}},
		{"player", w.Player, []string{"Chances", "Une règle", "Membres", "Campagnes", "Cotes", "Autres clubs", "Avis"}},
		{"stranger", stranger, []string{"Chances", "Une règle", "Campagnes", "Cotes"}},
	} {
		home := who.r.Get("/clubs/" + w.ID).Want(200)
		sheet := home.Page.Find("dialog#sheet-menu")
		var inSheet []string
		sheet.Find(".places a").Each(func(_ int, s *goquery.Selection) { inSheet = append(inSheet, s.AttrOr("href", "")) })
		if got := who.r.Menu(); !slices.Equal(got, who.want) {
			t.Errorf("the Menu of the %s: %q, want %q", who.name, got, who.want)
		}
		var onPage []string
		who.r.Page.Find("main .places a, main .rows a").Each(func(_ int, s *goquery.Selection) { onPage = append(onPage, s.AttrOr("href", "")) })
		if !slices.Equal(onPage[len(onPage)-len(inSheet):], inSheet) {
			t.Errorf("the %s: the sheet leads to %q, the page to %q", who.name, inSheet, onPage)
		}
		for _, to := range onPage {
			if strings.HasPrefix(to, "/rules") || to == "/odds" {
				continue // this site has no reference, and its game has no odds
			}
			if who.r.Get(to); who.r.Status != 200 {
				t.Errorf("the Menu of the %s leads to %s: %d", who.name, to, who.r.Status)
			}
		}
	}
	w.Player.Lang = "en"
	webtest.CheckPhrases(t, w.Player.Get("/clubs/"+w.ID+"/menu").Want(200, "At the table", "The club", "This device", "My warbands and armies"))
	webtest.CheckPhrases(t, w.Player.Get("/clubs").Want(200, "Your clubs", "Les Hussards du Jeudi", "here"))
	if got := w.Player.Get("/clubs/" + w.ID).Text(".five"); !strings.Contains(got, "Home") || !strings.Contains(got, "Menu") || strings.Contains(got, "warbands") {
		t.Errorf("the bar in English: %s", got)
	}
}

// TestCountsInTheMenu: members who may rule see the number of disputes at Arbitration and on the Menu, and a report to answer is counted on the tab
// of battles.
func TestCountsInTheMenu(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.ScheduleBattle()
	w.Player.Get("/clubs/"+w.ID+"/battles/"+id+"/report").Submit("/report", "winner", "1", "score.0", "3", "score.1", "9").Want(200)
	count := func(r *webtest.Browser, text string) string {
		return strings.TrimSpace(r.Get("/clubs/" + w.ID).Page.Find(".five a").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.Contains(s.Text(), text) }).Find(".dot [aria-hidden]").Text())
	}
	if got, menu := count(w.Owner, "Bataille"), count(w.Owner, "Menu"); got != "1" || menu != "" {
		t.Errorf("a report to answer: %q on the battles, %q on the Menu", got, menu)
	}
	arbiter := w.NewMember("arbiter", "Maud")
	w.Owner.Get("/clubs/"+w.ID+"/battles/"+id+"/report").Submit("/dispute", "objection", "Non.").Want(200)
	if got, menu := count(arbiter, "Bataille"), count(arbiter, "Menu"); got != "" || menu != "1" {
		t.Errorf("a dispute: %q on the battles, %q on the Menu", got, menu)
	}
	arbiter.Menu()
	if got := arbiter.Page.Find("main .places a[href$='/arbiter'] .dot [aria-hidden]").Text(); got != "1" {
		t.Errorf("Arbitration asks for %q", got)
	}
	if got := count(w.Player, "Menu"); got != "" {
		t.Errorf("the Menu of a player asks for %q", got)
	}
}

// TestCampaignTab: the tab leads to the campaign of the next battle, not to the newest campaign; without such a battle to the
// campaign that was opened last; and on the page of a battle or a side to its campaign.
func TestCampaignTab(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get("/clubs/"+w.ID+"/campaigns/new").Submit("/campaigns", "name", "Ligue d’hiver").Want(200)
	newer := w.Owner.Path
	tab := func() string {
		w.Owner.Get(w.Owner.VisibleLink("Campagne"))
		return w.Owner.Path
	}
	w.Owner.Get(newer).Get("/clubs/" + w.ID)
	if got := tab(); got != newer {
		t.Errorf("looked at last is %s, the tab leads to %s", newer, got)
	}
	id := w.ScheduleBattle()
	w.Owner.Get(newer).Get("/battles")
	if got := tab(); got != w.CampaignPath("") {
		t.Errorf("the next battle is in %s, the tab leads to %s", w.CampaignPath(""), got)
	}
	w.Advance(10 * 24 * time.Hour)
	w.Owner.Get(newer).Get("/waiting")
	if got := tab(); got != newer {
		t.Errorf("a battle long past: the tab leads to %s, want %s", got, newer)
	}
	for _, page := range []string{"/battles/" + id, "/rosters/" + w.PlayerSide} {
		w.Owner.Get(newer).Get("/clubs/" + w.ID + page)
		if got := tab(); got != w.CampaignPath("") {
			t.Errorf("at %s the tab leads to %s", page, got)
		}
	}
}

// TestTitleSwitch: the title changes the club on the first page, and the campaign on pages inside one. The sheet and the page
// without scripts lead to the same addresses.
func TestTitleSwitch(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get("/clubs/"+w.ID+"/campaigns/new").Submit("/campaigns", "name", "Ligue d’hiver").Want(200)
	league := w.Owner.Path
	w.Owner.Get("/clubs/"+w.ID+"/campaigns/new").Submit("/campaigns", "name", "Vieille saison").Want(200)
	w.Owner.Get(w.Owner.Path+"/settings").Submit("/settings", "closed", "yes").Want(200)
	w.Owner.Get(w.CampaignPath("/standings"))
	title := w.Owner.Page.Find("a.switch[data-sheet=campaigns]")
	if text := title.Text(); !strings.Contains(text, "Les Marches de Sarle") || !strings.Contains(text, "Changer de campagne") {
		t.Fatalf("the title says %q", text)
	}
	sheet := w.Owner.Page.Find("dialog#sheet-campaigns")
	rows := sheet.Find("a.row")
	if rows.Length() != 2 || !strings.Contains(rows.First().Text(), "Les Marches de Sarle") || !strings.Contains(rows.First().Text(), "ici") || rows.Eq(1).AttrOr("href", "") != league {
		t.Errorf("the sheet lists %q", rows.Text())
	}
	for _, way := range []string{"Terminées", "Toutes", "Fonder"} {
		to := sheet.Find(".places a").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.Contains(s.Text(), way) }).AttrOr("href", "")
		if to == "" || w.Browser().Get(to).Status == 404 {
			t.Errorf("%s leads to %q", way, to)
		}
	}
	w.Owner.Get(title.AttrOr("href", "")).Want(200, "Ligue d’hiver", "Vieille saison")

	other := w.Owner.Get("/clubs/new").Submit("/clubs", "name", "La Table de Fougères", "place", "Fougères", "owner", "Camille").Want(200).Path
	w.Owner.Get("/clubs/" + w.ID)
	title = w.Owner.Page.Find("a.switch[data-sheet=clubs]")
	if text := w.Owner.Text("dialog#sheet-clubs"); title.Length() != 1 || !strings.Contains(text, "La Table de Fougères") || !strings.Contains(text, "Fonder") {
		t.Errorf("the sheet of clubs says %q", text)
	}
	w.Owner.Get(title.AttrOr("href", "")).Want(200, "La Table de Fougères").Get(w.Owner.Link("La Table de Fougères"))
	if w.Owner.Path != other {
		t.Errorf("the other club is at %s, want %s", w.Owner.Path, other)
	}
	// Pages without a club in their address belong to the club that was chosen last.
	w.Owner.Get("/rosters").Want(200, "La Table de Fougères")
	w.Owner.Get("/clubs/"+w.ID).Get("/rosters").Want(200, "Garde de Hautecombe")
	w.Player.Get("/clubs/"+w.ID).WantCount("dialog#sheet-clubs a[href='/clubs/new']", 1, "a player cannot found a club from the title")
}

// TestHomeShowsOwnSides: the first page links to the reader's own sides, which the bar does not.
func TestHomeShowsOwnSides(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get("/clubs/"+w.ID).Want(200, "Vos bandes et armées")
	if got := w.Player.Page.Find(".own-sides a").AttrOr("href", ""); got != "/clubs/"+w.ID+"/rosters/"+w.PlayerSide {
		t.Errorf("the coat leads to %q", got)
	}
	w.Browser().Get("/clubs/"+w.ID).WantCount(".own-sides", 0, "a stranger has sides")
}

// TestSearchTheClub: one field finds people, battles, sides and campaigns, with or without accents. A stranger finds nothing of a club.
func TestSearchTheClub(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.ScheduleBattle()
	w.Player.Menu()
	form := w.Player.Page.Find("main form[role=search]")
	if form.AttrOr("action", "") != "/search" || form.Find("input[name=q]").Length() != 1 {
		t.Fatal("the Menu has no field")
	}
	for query, want := range map[string]string{"ines": "/members/", "hautecombe": "/rosters/" + w.OwnerSide, "1": "/battles/", "bataille 1": "/battles/", "marches": "/campaigns/" + w.Campaign} {
		w.Player.Get("/search?q=" + strings.ReplaceAll(query, " ", "+")).Want(200)
		if w.Player.Page.Find("main a.row[href*='"+want+"']").Length() == 0 {
			t.Errorf("%q finds %s", query, w.Player.Text("main"))
		}
	}
	webtest.CheckPhrases(t, w.Player)
	w.Player.Get("/search?q=zzz").Want(200, "Rien de ce nom")
	w.Player.Get("/search").WantCount("main input[autofocus]", 1, "the field of the empty search has not the focus")
	if text := w.Browser().Get("/search?q=hautecombe").Want(200).Text("main"); strings.Contains(text, "Garde") {
		t.Errorf("a stranger finds %s", text)
	}
}

// TestUnlistedCampaigns: everybody who has the address of an unlisted campaign can read it, and no page links to it for others.
// Search engines may index neither such a campaign nor pages for members.
func TestUnlistedCampaigns(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.PlayBattle(1, 0, 9, 4)
	w.ScheduleBattle()
	stranger := w.Browser()
	clubPages := []string{"", "/campaigns", "/calendar.ics", "/ratings/warmaster"}
	api := "/api/v1/clubs/" + w.ID
	open := stranger.Get(api)
	if open.Status != 200 || !strings.Contains(open.Body, "Marches de Sarle") {
		t.Fatalf("the programs' club page: %d", open.Status)
	}
	index := func(path string, want bool) {
		t.Helper()
		if got := !strings.Contains(stranger.Get(path).Header.Get("X-Robots-Tag"), "noindex"); got != want {
			t.Errorf("%s (%d) may be indexed: %v, want %v", path, stranger.Status, got, want)
		}
	}
	in := []string{"", "/standings", "/battles", "/chronicle", "/rosters", "/honours", "/rules"}
	for range 2 { // the first request makes the page, the second reads it from the cache
		index("/", true)
		index("/clubs/"+w.ID, true)
		for _, page := range in {
			index(w.CampaignPath(page), true)
		}
		index("/clubs/"+w.ID+"/rosters/"+w.OwnerSide, true)
	}
	index("/clubs/"+w.ID+"/menu", false)
	index("/clubs/"+w.ID+"/members", false)
	index("/search", false)

	w.Owner.Get(w.CampaignPath("/settings")).Want(200, "Qui peut la voir", "Par lien")
	if w.Owner.Page.Find("input[name=private][value=no]").AttrOr("checked", "x") == "x" {
		t.Error("an open campaign is not marked as one")
	}
	w.Owner.Submit("/settings", "private", "link").Want(200, "Enregistré")
	if w.Owner.Get(w.CampaignPath("/settings")).Page.Find("input[name=private][value=link]").AttrOr("checked", "x") == "x" {
		t.Error("by link is not marked")
	}
	if set := w.State().Campaigns[w.Campaign].Settings; !set.Unlisted || set.Private {
		t.Errorf("settings: %v %v", set.Unlisted, set.Private)
	}
	w.Advance(2 * time.Minute)
	for range 2 {
		for _, page := range in {
			stranger.Get(w.CampaignPath(page)).Want(200)
			index(w.CampaignPath(page), false)
		}
		index("/clubs/"+w.ID+"/rosters/"+w.OwnerSide, false)
	}
	stranger.Get(w.CampaignPath("/feed/fr")).Want(200)
	stranger.Get(w.CampaignPath("/calendar.ics")).Want(200)
	if !strings.Contains(stranger.Body, "VEVENT") {
		t.Error("the campaign's own calendar is empty")
	}
	stranger.Get(api + "/campaigns/" + w.Campaign).Want(200)
	for _, page := range clubPages {
		if stranger.Get("/clubs/" + w.ID + page); strings.Contains(stranger.Body, "Marches de Sarle") || strings.Contains(stranger.Body, "Hautecombe") || strings.Contains(stranger.Body, w.Campaign) {
			t.Errorf("%q names the campaign to a stranger", page)
		}
	}
	stranger.Get(api).WantNot("the programs' club page names it", w.Campaign)
	w.Player.Get("/clubs/"+w.ID).Want(200, "Les Marches de Sarle")
	w.Player.Get(w.CampaignPath("/share")).Want(200, "par ce lien seulement")
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Visible par lien seulement")

	w.Owner.Get("/clubs/"+w.ID+"/campaigns/new").Want(200, "Par lien").Submit("/campaigns", "name", "Cachée", "private", "link").Want(200)
	hidden := w.Owner.Path
	stranger.Get(hidden).Want(200, "Cachée")
	stranger.Get("/clubs/"+w.ID+"/campaigns").WantNot("a campaign founded by link is listed", "Cachée")
	w.Owner.Get(hidden+"/settings").Submit("/settings", "private", "yes").Want(200)
	stranger.Get(hidden).Want(404)
}

// TestRobots: search engines are told which addresses not to request, and may read the pages that say whether they may be indexed.
func TestRobots(t *testing.T) {
	w := webtest.NewClubFixture(t)
	r := w.Browser().Get("/robots.txt").Want(200)
	if kind := r.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/plain") {
		t.Errorf("it is %s", kind)
	}
	for _, line := range []string{"User-agent: *", "Disallow: /api/", "Disallow: /join/"} {
		if !strings.Contains(r.Body, line+"\n") {
			t.Errorf("no %q in\n%s", line, r.Body)
		}
	}
	for _, open := range []string{"Disallow: /\n", "Disallow: /clubs/\n", "Disallow: /rules"} {
		if strings.Contains(r.Body, open) {
			t.Errorf("%q forbids what they must read", open)
		}
	}
}

// TestArbiterFromTheBattle: members who may rule or correct find the link to do so on the battle's page in every phase and
// on the arbiter's page. Others do not.
func TestArbiterFromTheBattle(t *testing.T) {
	w := webtest.NewClubFixture(t)
	arbiter := w.NewMember("arbiter", "Maud")
	id := w.ScheduleBattle()
	page, rulingPage := "/clubs/"+w.ID+"/battles/"+id, "/clubs/"+w.ID+"/arbiter/battles/"+id
	door := func(phase campaign.BattleStatus, text string) {
		t.Helper()
		if got := w.State().Battles[id].Status; got != phase {
			t.Fatalf("the battle is %s, want %s", got, phase)
		}
		arbiter.Get(page)
		if got := arbiter.VisibleLink(text); got != rulingPage {
			t.Errorf("%s: %q leads to %s", phase, text, got)
		}
		arbiter.Get(rulingPage).Want(200)
		if arbiter.Page.Find("main form[action='"+rulingPage+"']").Length() == 0 {
			t.Errorf("%s: there is no form", phase)
		}
		for _, r := range []*webtest.Browser{w.Player, w.Owner, w.Browser()} { // the owner may not rule here, because they play the battle
			if r.Get(page).Page.Find("a[href*='/arbiter/battles/']").Length() != 0 {
				t.Errorf("%s: a reader without permission finds the link to the case", phase)
			}
		}
	}
	door(campaign.Scheduled, "Trancher")
	// A wrong winner that the arbiter enters for a side leaves the battle reported.
	arbiter.Get(page+"/report").Submit("/report", "winner", "0", "score.0", "9", "score.1", "4").Want(200)
	door(campaign.Reported, "Trancher")
	arbiter.Get("/clubs/" + w.ID + "/arbiter")
	arbiter.Get(arbiter.VisibleLink("Annoncés")).Want(200)
	if got := arbiter.VisibleLink("Trancher"); got != rulingPage {
		t.Errorf("the page of cases leads to %s", got)
	}
	w.Owner.Get(page+"/report").Submit("/dispute", "objection", "Non.").Want(200)
	door(campaign.Disputed, "Trancher")
	arbiter.Get(page).Get(arbiter.VisibleLink("Trancher")).Submit("/arbiter/battles/"+id, "take", "0", "why", "La feuille le dit.").Want(200)
	door(w.State().Battles[id].Status, "Corriger le résultat")
	arbiter.Get(page).Get(arbiter.VisibleLink("Corriger le résultat")).Submit("/arbiter/battles/"+id, "take", "other", "winner", "1", "score.0", "4", "score.1", "9", "why", "Les camps étaient échangés.").Want(200, "Correction du résultat").
		Submit("/arbiter/battles/"+id, "do", "correct").Want(200)
	if r := w.State().Battles[id].Result; r.Winner != rules.Seat(1) {
		t.Errorf("the result is %+v", r)
	}
	arbiter.Get("/clubs/" + w.ID + "/arbiter?tab=acts").Want(200)
	if arbiter.Page.Find(".acts a[href='"+rulingPage+"']").Length() == 0 {
		t.Error("the register leads to no case")
	}
}
