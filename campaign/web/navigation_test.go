package web_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestMenu: the Menu holds the places that this reader may open and no other; each is there, in both languages. The sheet
// that a script opens holds the same.
func TestMenu(t *testing.T) {
	w := newClubFixture(t)
	judge := w.newMember("arbiter", "Maud")
	stranger := w.browser()
	for _, who := range []struct {
		name string
		r    *browser
		want []string
	}{
		{"owner", w.owner, []string{"Chances", "Une règle", "Arbitrage", "Inviter", "Réglages", "Membres", "Campagnes", "Cotes", "Autres clubs", "Avis"}},
		{"arbiter", judge, []string{"Chances", "Une règle", "Arbitrage", "Membres", "Campagnes", "Cotes", "Autres clubs", "Avis"}},
		{"player", w.player, []string{"Chances", "Une règle", "Membres", "Campagnes", "Cotes", "Autres clubs", "Avis"}},
		{"stranger", stranger, []string{"Chances", "Une règle", "Campagnes", "Cotes"}},
	} {
		home := who.r.get("/clubs/" + w.id).want(200)
		sheet := home.page.Find("dialog#sheet-menu")
		var inSheet []string
		sheet.Find(".places a").Each(func(_ int, s *goquery.Selection) { inSheet = append(inSheet, s.AttrOr("href", "")) })
		if got := who.r.menu(); !slices.Equal(got, who.want) {
			t.Errorf("the Menu of the %s: %q, want %q", who.name, got, who.want)
		}
		var onPage []string
		who.r.page.Find("main .places a, main .rows a").Each(func(_ int, s *goquery.Selection) { onPage = append(onPage, s.AttrOr("href", "")) })
		if !slices.Equal(onPage[len(onPage)-len(inSheet):], inSheet) {
			t.Errorf("the %s: the sheet leads to %q, the page to %q", who.name, inSheet, onPage)
		}
		for _, to := range onPage {
			if strings.HasPrefix(to, "/rules") || to == "/odds" {
				continue // this site has no reference, and a game without odds
			}
			if who.r.get(to); who.r.status != 200 {
				t.Errorf("the Menu of the %s leads to %s: %d", who.name, to, who.r.status)
			}
		}
	}
	w.player.lang = "en"
	checkPhrases(t, w.player.get("/clubs/"+w.id+"/menu").want(200, "At the table", "The club", "This device", "My warbands and armies"))
	checkPhrases(t, w.player.get("/clubs").want(200, "Your clubs", "Les Hussards du Jeudi", "here"))
	if got := w.player.get("/clubs/" + w.id).text(".five"); !strings.Contains(got, "Home") || !strings.Contains(got, "Menu") || strings.Contains(got, "warbands") {
		t.Errorf("the bar in English: %s", got)
	}
}

// TestCountsInTheMenu: a dispute counts at Arbitration and on the Menu for who may rule on it, a report to answer on the tab of battles.
func TestCountsInTheMenu(t *testing.T) {
	w := newClubFixture(t)
	id := w.scheduleBattle()
	w.player.get("/clubs/"+w.id+"/battles/"+id+"/report").submit("/report", "winner", "1", "score.0", "3", "score.1", "9").want(200)
	count := func(r *browser, text string) string {
		return strings.TrimSpace(r.get("/clubs/" + w.id).page.Find(".five a").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.Contains(s.Text(), text) }).Find(".dot [aria-hidden]").Text())
	}
	if got, menu := count(w.owner, "Bataille"), count(w.owner, "Menu"); got != "1" || menu != "" {
		t.Errorf("a report to answer: %q on the battles, %q on the Menu", got, menu)
	}
	judge := w.newMember("arbiter", "Maud")
	w.owner.get("/clubs/"+w.id+"/battles/"+id+"/report").submit("/dispute", "objection", "Non.").want(200)
	if got, menu := count(judge, "Bataille"), count(judge, "Menu"); got != "" || menu != "1" {
		t.Errorf("a dispute: %q on the battles, %q on the Menu", got, menu)
	}
	judge.menu()
	if got := judge.page.Find("main .places a[href$='/arbiter'] .dot [aria-hidden]").Text(); got != "1" {
		t.Errorf("Arbitration asks for %q", got)
	}
	if got := count(w.player, "Menu"); got != "" {
		t.Errorf("the Menu of a player asks for %q", got)
	}
}

// TestCampaignTab: the tab leads to the campaign of the next battle, not to the newest; without one to the campaign looked at
// last; and in a battle or at a side to the campaign of that.
func TestCampaignTab(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get("/clubs/"+w.id+"/campaigns/new").submit("/campaigns", "name", "Ligue d’hiver").want(200)
	newer := w.owner.path
	tab := func() string {
		w.owner.get(w.owner.visibleLink("Campagne"))
		return w.owner.path
	}
	w.owner.get(newer).get("/clubs/" + w.id)
	if got := tab(); got != newer {
		t.Errorf("looked at last is %s, the tab leads to %s", newer, got)
	}
	id := w.scheduleBattle()
	w.owner.get(newer).get("/battles")
	if got := tab(); got != w.campaignPath("") {
		t.Errorf("the next battle is in %s, the tab leads to %s", w.campaignPath(""), got)
	}
	w.advance(10 * 24 * time.Hour)
	w.owner.get(newer).get("/waiting")
	if got := tab(); got != newer {
		t.Errorf("a battle long past: the tab leads to %s, want %s", got, newer)
	}
	for _, page := range []string{"/battles/" + id, "/rosters/" + w.playerSide} {
		w.owner.get(newer).get("/clubs/" + w.id + page)
		if got := tab(); got != w.campaignPath("") {
			t.Errorf("at %s the tab leads to %s", page, got)
		}
	}
}

// TestTitleSwitch: the title changes the club on the first page and the campaign inside one; the sheet and the page without a
// script lead to the same.
func TestTitleSwitch(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get("/clubs/"+w.id+"/campaigns/new").submit("/campaigns", "name", "Ligue d’hiver").want(200)
	league := w.owner.path
	w.owner.get("/clubs/"+w.id+"/campaigns/new").submit("/campaigns", "name", "Vieille saison").want(200)
	w.owner.get(w.owner.path+"/settings").submit("/settings", "closed", "yes").want(200)
	w.owner.get(w.campaignPath("/standings"))
	title := w.owner.page.Find("a.switch[data-sheet=campaigns]")
	if text := title.Text(); !strings.Contains(text, "Les Marches de Sarle") || !strings.Contains(text, "Changer de campagne") {
		t.Fatalf("the title says %q", text)
	}
	sheet := w.owner.page.Find("dialog#sheet-campaigns")
	rows := sheet.Find("a.row")
	if rows.Length() != 2 || !strings.Contains(rows.First().Text(), "Les Marches de Sarle") || !strings.Contains(rows.First().Text(), "ici") || rows.Eq(1).AttrOr("href", "") != league {
		t.Errorf("the sheet lists %q", rows.Text())
	}
	for _, way := range []string{"Terminées", "Toutes", "Fonder"} {
		to := sheet.Find(".places a").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.Contains(s.Text(), way) }).AttrOr("href", "")
		if to == "" || w.browser().get(to).status == 404 {
			t.Errorf("%s leads to %q", way, to)
		}
	}
	w.owner.get(title.AttrOr("href", "")).want(200, "Ligue d’hiver", "Vieille saison")

	other := w.owner.get("/clubs/new").submit("/clubs", "name", "La Table de Fougères", "place", "Fougères", "owner", "Camille").want(200).path
	w.owner.get("/clubs/" + w.id)
	title = w.owner.page.Find("a.switch[data-sheet=clubs]")
	if text := w.owner.text("dialog#sheet-clubs"); title.Length() != 1 || !strings.Contains(text, "La Table de Fougères") || !strings.Contains(text, "Fonder") {
		t.Errorf("the sheet of clubs says %q", text)
	}
	w.owner.get(title.AttrOr("href", "")).want(200, "La Table de Fougères").get(w.owner.link("La Table de Fougères"))
	if w.owner.path != other {
		t.Errorf("the other club is at %s, want %s", w.owner.path, other)
	}
	// What has no club in its address is of the one that was changed to.
	w.owner.get("/rosters").want(200, "La Table de Fougères")
	w.owner.get("/clubs/"+w.id).get("/rosters").want(200, "Garde de Hautecombe")
	if w.player.get("/clubs/"+w.id).page.Find("dialog#sheet-clubs a[href='/clubs/new']").Length() != 1 {
		t.Error("a player cannot found a club from the title")
	}
}

// TestHomeShowsOwnSides: the sides that left the bar stand on the first page.
func TestHomeShowsOwnSides(t *testing.T) {
	w := newClubFixture(t)
	w.player.get("/clubs/"+w.id).want(200, "Vos bandes et armées")
	if got := w.player.page.Find(".own-sides a").AttrOr("href", ""); got != "/clubs/"+w.id+"/rosters/"+w.playerSide {
		t.Errorf("the coat leads to %q", got)
	}
	if w.browser().get("/clubs/"+w.id).page.Find(".own-sides").Length() != 0 {
		t.Error("a stranger has sides")
	}
}

// TestSearchTheClub: one field finds people, battles, sides and campaigns, without regard to accents; a stranger's finds nothing of a club.
func TestSearchTheClub(t *testing.T) {
	w := newClubFixture(t)
	w.scheduleBattle()
	w.player.menu()
	form := w.player.page.Find("main form[role=search]")
	if form.AttrOr("action", "") != "/search" || form.Find("input[name=q]").Length() != 1 {
		t.Fatal("the Menu has no field")
	}
	for query, want := range map[string]string{"ines": "/members/", "hautecombe": "/rosters/" + w.ownerSide, "1": "/battles/", "bataille 1": "/battles/", "marches": "/campaigns/" + w.campaign} {
		w.player.get("/search?q=" + strings.ReplaceAll(query, " ", "+")).want(200)
		if w.player.page.Find("main a.row[href*='"+want+"']").Length() == 0 {
			t.Errorf("%q finds %s", query, w.player.text("main"))
		}
	}
	checkPhrases(t, w.player)
	w.player.get("/search?q=zzz").want(200, "Rien de ce nom")
	if w.player.get("/search").page.Find("main input[autofocus]").Length() != 1 {
		t.Error("the field of the empty search has not the focus")
	}
	if text := w.browser().get("/search?q=hautecombe").want(200).text("main"); strings.Contains(text, "Garde") {
		t.Errorf("a stranger finds %s", text)
	}
}

// TestByLink: a campaign to be read by link is whole for who has its address, and named nowhere to who has not; neither it nor
// what only members read may stand in a search engine.
func TestUnlistedCampaigns(t *testing.T) {
	w := newClubFixture(t)
	w.playBattle(1, 0, 9, 4)
	w.scheduleBattle()
	stranger := w.browser()
	clubPages := []string{"", "/campaigns", "/calendar.ics", "/ratings/warmaster"}
	api := "/api/v1/clubs/" + w.id
	open := stranger.get(api)
	if open.status != 200 || !strings.Contains(open.body, "Marches de Sarle") {
		t.Fatalf("the programs' club page: %d", open.status)
	}
	index := func(path string, want bool) {
		t.Helper()
		if got := !strings.Contains(stranger.get(path).header.Get("X-Robots-Tag"), "noindex"); got != want {
			t.Errorf("%s (%d) may be indexed: %v, want %v", path, stranger.status, got, want)
		}
	}
	in := []string{"", "/standings", "/battles", "/chronicle", "/rosters", "/honours", "/rules"}
	for range 2 { // made, then kept
		index("/", true)
		index("/clubs/"+w.id, true)
		for _, page := range in {
			index(w.campaignPath(page), true)
		}
		index("/clubs/"+w.id+"/rosters/"+w.ownerSide, true)
	}
	index("/clubs/"+w.id+"/menu", false)
	index("/clubs/"+w.id+"/members", false)
	index("/search", false)

	w.owner.get(w.campaignPath("/settings")).want(200, "Qui peut la voir", "Par lien")
	if w.owner.page.Find("input[name=private][value=no]").AttrOr("checked", "x") == "x" {
		t.Error("an open campaign is not marked as one")
	}
	w.owner.submit("/settings", "private", "link").want(200, "Enregistré")
	if w.owner.get(w.campaignPath("/settings")).page.Find("input[name=private][value=link]").AttrOr("checked", "x") == "x" {
		t.Error("by link is not marked")
	}
	if set := w.state().Campaigns[w.campaign].Settings; !set.Unlisted || set.Private {
		t.Errorf("settings: %v %v", set.Unlisted, set.Private)
	}
	w.advance(2 * time.Minute)
	for range 2 {
		for _, page := range in {
			stranger.get(w.campaignPath(page)).want(200)
			index(w.campaignPath(page), false)
		}
		index("/clubs/"+w.id+"/rosters/"+w.ownerSide, false)
	}
	stranger.get(w.campaignPath("/feed/fr")).want(200)
	stranger.get(w.campaignPath("/calendar.ics")).want(200)
	if !strings.Contains(stranger.body, "VEVENT") {
		t.Error("the campaign's own calendar is empty")
	}
	stranger.get(api + "/campaigns/" + w.campaign).want(200)
	for _, page := range clubPages {
		if stranger.get("/clubs/" + w.id + page); strings.Contains(stranger.body, "Marches de Sarle") || strings.Contains(stranger.body, "Hautecombe") || strings.Contains(stranger.body, w.campaign) {
			t.Errorf("%q names the campaign to a stranger", page)
		}
	}
	if stranger.get(api); strings.Contains(stranger.body, w.campaign) {
		t.Error("the programs' club page names it")
	}
	w.player.get("/clubs/"+w.id).want(200, "Les Marches de Sarle")
	w.player.get(w.campaignPath("/share")).want(200, "par ce lien seulement")
	w.player.get(w.campaignPath("/chronicle")).want(200, "Visible par lien seulement")

	w.owner.get("/clubs/"+w.id+"/campaigns/new").want(200, "Par lien").submit("/campaigns", "name", "Cachée", "private", "link").want(200)
	hidden := w.owner.path
	stranger.get(hidden).want(200, "Cachée")
	if strings.Contains(stranger.get("/clubs/"+w.id+"/campaigns").body, "Cachée") {
		t.Error("a campaign founded by link is listed")
	}
	w.owner.get(hidden+"/settings").submit("/settings", "private", "yes").want(200)
	stranger.get(hidden).want(404)
}

// TestRobots: search engines are told what not to ask for, and may read the pages that say whether they may be listed.
func TestRobots(t *testing.T) {
	w := newClubFixture(t)
	r := w.browser().get("/robots.txt").want(200)
	if kind := r.header.Get("Content-Type"); !strings.HasPrefix(kind, "text/plain") {
		t.Errorf("it is %s", kind)
	}
	for _, line := range []string{"User-agent: *", "Disallow: /api/", "Disallow: /join/"} {
		if !strings.Contains(r.body, line+"\n") {
			t.Errorf("no %q in\n%s", line, r.body)
		}
	}
	for _, open := range []string{"Disallow: /\n", "Disallow: /clubs/\n", "Disallow: /rules"} {
		if strings.Contains(r.body, open) {
			t.Errorf("%q forbids what they must read", open)
		}
	}
}

// TestArbiterFromTheBattle: who may rule or correct is led there from the battle itself in every phase, and from the desk;
// others are not.
func TestArbiterFromTheBattle(t *testing.T) {
	w := newClubFixture(t)
	judge := w.newMember("arbiter", "Maud")
	id := w.scheduleBattle()
	page, desk := "/clubs/"+w.id+"/battles/"+id, "/clubs/"+w.id+"/arbiter/battles/"+id
	door := func(phase campaign.BattleStatus, text string) {
		t.Helper()
		if got := w.state().Battles[id].Status; got != phase {
			t.Fatalf("the battle is %s, want %s", got, phase)
		}
		judge.get(page)
		if got := judge.visibleLink(text); got != desk {
			t.Errorf("%s: %q leads to %s", phase, text, got)
		}
		judge.get(desk).want(200)
		if judge.page.Find("main form[action='"+desk+"']").Length() == 0 {
			t.Errorf("%s: there is no form", phase)
		}
		for _, r := range []*browser{w.player, w.owner, w.browser()} { // the owner plays it themselves
			if r.get(page).page.Find("a[href*='/arbiter/battles/']").Length() != 0 {
				t.Errorf("%s: a reader who may not is led to the case", phase)
			}
		}
	}
	door(campaign.Scheduled, "Trancher")
	// A slip typed in for others leaves the battle reported.
	judge.get(page+"/report").submit("/report", "winner", "0", "score.0", "9", "score.1", "4").want(200)
	door(campaign.Reported, "Trancher")
	judge.get("/clubs/" + w.id + "/arbiter")
	judge.get(judge.visibleLink("Annoncés")).want(200)
	if got := judge.visibleLink("Trancher"); got != desk {
		t.Errorf("the desk leads to %s", got)
	}
	w.owner.get(page+"/report").submit("/dispute", "objection", "Non.").want(200)
	door(campaign.Disputed, "Trancher")
	judge.get(page).get(judge.visibleLink("Trancher")).submit("/arbiter/battles/"+id, "take", "0", "why", "La feuille le dit.").want(200)
	door(w.state().Battles[id].Status, "Corriger le résultat")
	judge.get(page).get(judge.visibleLink("Corriger le résultat")).submit("/arbiter/battles/"+id, "take", "other", "winner", "1", "score.0", "4", "score.1", "9", "why", "Les camps étaient échangés.").want(200, "Correction du résultat").
		submit("/arbiter/battles/"+id, "do", "correct").want(200)
	if r := w.state().Battles[id].Result; r.Winner != rules.Seat(1) {
		t.Errorf("the result is %+v", r)
	}
	judge.get("/clubs/" + w.id + "/arbiter?tab=acts").want(200)
	if judge.page.Find(".acts a[href='"+desk+"']").Length() == 0 {
		t.Error("the register leads to no case")
	}
}
