package web_test

import (
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
)

// TestCampaign plays a battle from its arrangement to the table, the map and the chronicle, with forms alone.
func TestCampaign(t *testing.T) {
	w := newClubFixture(t)
	id := w.scheduleBattle()
	report := "/clubs/" + w.id + "/battles/" + id + "/report"

	w.owner.get(w.campaignPath("")).want(200, "contesté", "attaqué par Garde de Hautecombe")
	if got := w.owner.page.Find(".map a.region").Length(); got != 19 {
		t.Errorf("the map has %d links, want 19", got)
	}
	if got := w.owner.page.Find(".as-list tbody tr").Length(); got != 19 {
		t.Errorf("the list of the map has %d rows, want 19", got)
	}
	if w.owner.page.Find(".map .assault").Length() != 1 || w.owner.page.Find(".map .disc").Length() != 1 {
		t.Error("the map shows no attack")
	}

	w.owner.get(report).want(200, "Vainqueur").submit("/report", "winner", "0", "score0", "9", "score1", "4")
	w.player.get("/").want(200, "À vous, Inès", "Camille a donné le résultat")
	w.player.get(report).want(200, "Victoire\u00a0: Garde de Hautecombe", "9 à 4").submit("/confirm")

	w.player.get(w.campaignPath("/battles")).want(200, "Définitive", "Camille bat Inès, 9 à 4.")
	w.player.get(w.campaignPath("/standings")).want(200)
	first := w.player.page.Find("table.standings tbody tr").First()
	if rank, name, points := first.Find("td.rank").Text(), first.Find("th").Text(), first.Find("td").Last().Text(); rank != "1" || !strings.HasPrefix(strings.TrimSpace(name), "Garde") || points != "3" {
		t.Errorf("first row of the table: %q %q %q", rank, name, points)
	}
	w.player.get(w.campaignPath("/standings?why="+w.ownerSide)).want(200, "Pourquoi 1er", "3 points")
	w.player.get(w.campaignPath("/chronicle")).want(200, "Bataille 1.", "Camille bat Inès, 9 à 4.")
	w.player.get(w.campaignPath("")).want(200, "Aujourd’hui")
	if now, then := ownedRegions(w.player), ownedRegions(w.player.get(w.campaignPath("?at=0"))); now != 3 || then != 0 {
		t.Errorf("land held now %d and at first %d, want 3 and 0", now, then)
	}
}

// lands counts the regions that somebody holds, by the list of the map.
func ownedRegions(r *browser) int {
	n := 0
	r.page.Find(".as-list tbody td:nth-child(2)").Each(func(_ int, s *goquery.Selection) {
		if !strings.Contains(s.Text(), "terre libre") {
			n++
		}
	})
	return n
}

func TestUnequalReportsOpenADispute(t *testing.T) {
	w := newClubFixture(t)
	report := "/clubs/" + w.id + "/battles/" + w.scheduleBattle() + "/report"
	w.owner.get(report).submit("/report", "winner", "0")
	w.player.get(report).submit("/report", "winner", "1")
	w.owner.get(w.campaignPath("/battles")).want(200, "Litige")
}

func TestReportRefused(t *testing.T) {
	w := newClubFixture(t)
	report := "/clubs/" + w.id + "/battles/" + w.scheduleBattle() + "/report"
	w.owner.get(report).submit("/report", "note", "Il pleuvait.").want(422, "Ce champ est à remplir")
	if got := w.owner.page.Find("#note").Text(); got != "Il pleuvait." {
		t.Errorf("the remark came back as %q", got)
	}
	w.owner.submit("/report", "winner", "0", "score0", "neuf", "score1", "4").want(422, "Un nombre entier")
	stranger := w.browser()
	if stranger.get(report); !strings.HasPrefix(stranger.path, "/sign-in") {
		t.Errorf("a stranger was led to %s", stranger.path)
	}
}

// TestSentTwice sends the same form twice, as an impatient finger does: one battle is arranged.
func TestSentTwice(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/schedule"))
	form := w.owner.page
	for range 2 {
		w.owner.page = form
		w.owner.submit("/battles", "second", w.playerSide)
	}
	st, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(st.BattlesOf(w.campaign)); got != 1 {
		t.Errorf("%d battles were arranged, want 1", got)
	}
}

func TestStories(t *testing.T) {
	w := newClubFixture(t)
	w.player.get(w.campaignPath("/stories/new")).submit("/stories", "title", "Le gué", "text", "La Sarle *montait*.\n\n<script>alert(1)</script>[x](javascript:alert(1))").want(200, "Récit publié", "Le gué", "récit d’Inès")
	storyText := w.player.page.Find("article.story")
	if storyText.Find("em").Text() != "montait" {
		t.Error("the story has lost its italics")
	}
	if storyText.Find("script").Length() > 0 || strings.Contains(w.player.body, "javascript:") {
		t.Error("a story carries a script")
	}
	w.player.get("/clubs/"+w.id).want(200, "La Sarle montait.")
	w.player.get(w.campaignPath("/stories/new")).submit("/stories", "title", "", "text", "Un récit.").want(422, "Ce champ est à remplir", "Un récit.")
}

func TestCorrectionsStayInTheChronicle(t *testing.T) {
	w := newClubFixture(t)
	st, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	me := campaign.Actor{Member: st.AllMembers()[0].ID}
	act, err := w.service.Do(t.Context(), me, w.id, "grant", campaign.ActRequest{Body: campaign.Grant{Roster: w.ownerSide, Unit: "uGarde de Hautecombe", What: "honour", Key: "gue", Name: "Ruban du Gué"}})
	if err != nil {
		t.Fatal(err)
	}
	w.owner.get(w.campaignPath("/chronicle?only=honours")).want(200, "Ruban du Gué à Brune")
	w.advance(time.Minute)
	if _, err := w.service.Void(t.Context(), me, w.id, "void", []int64{act.No}, "Donné deux fois."); err != nil {
		t.Fatal(err)
	}
	w.owner.get(w.campaignPath("/chronicle")).want(200, "Donné deux fois.", "(annulé)")
	if got := w.owner.page.Find(".chronicle-event s").Text(); !strings.Contains(got, "Ruban du Gué") {
		t.Errorf("struck out: %q", got)
	}
}

func TestSettings(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "win", "5", "name", "").want(422, "Ce champ est à remplir")
	if got := w.owner.page.Find("#win").AttrOr("value", ""); got != "5" {
		t.Errorf("points for a win came back as %q", got)
	}
	w.owner.submit("/settings", "name", "Les Marches").want(200, "Enregistré", "Les Marches")
	st, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	set := st.Campaigns[w.campaign].Settings
	if set.Win != 5 || len(set.TieBreaks) != 4 || set.TieBreaks[0] != "opposition" || set.Rounds != 4 {
		t.Errorf("settings after the form: %+v", set)
	}
	w.player.get(w.campaignPath("/settings")).want(403)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "closed", "yes").want(200)
	w.player.get(w.campaignPath("/schedule")).submit("/battles", "second", w.ownerSide).want(409, "La campagne est terminée")
}

func TestMemberRoles(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get("/clubs/" + w.id + "/members")
	w.owner.get(w.owner.link("Inès")).submit(w.owner.path, "role", "arbiter").want(200, "Enregistré", "Arbitre")
	w.player.get("/").want(200)
	if w.player.page.Find("nav a[href='/clubs/"+w.id+"/arbiter']").Length() != 1 {
		t.Error("an arbiter has no way to the desk")
	}
	w.player.get("/clubs/" + w.id + "/members")
	w.player.get(w.player.link("Camille")).want(200)
	if w.player.page.Find("main form[action$='/leave']").Length() != 0 {
		t.Error("an arbiter is offered to remove the owner")
	}
	w.owner.get("/clubs/"+w.id+"/me").submit("/leave").want(409, "Un club garde toujours un fondateur")
}

func TestConduct(t *testing.T) {
	w := newClubFixture(t)
	page := w.campaignPath("/conduct")
	w.owner.get(page).submit("/rounds", "round", "2").want(200, "Ronde ouverte")
	w.owner.submit("/byes", "bye", w.playerSide, "bye-round", "2").want(200, "Exemption notée")
	w.owner.submit("/byes", "bye", w.playerSide, "bye-round", "2").want(409, "Déjà exempt")
	w.owner.get(page).submit("/grants", "unit", w.ownerSide+" uGarde de Hautecombe", "what", "honour", "name", "Ruban du Gué", "why", "Il a tenu seul.").want(200, "Inscrit au registre")
	w.owner.get(page).submit("/grants", "what", "honour", "name", "").want(422, "Ce champ est à remplir")
	w.owner.get(page).submit("/rounds", "round", "9").want(422, "Entre 0 et 4")
	st, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	camp := st.Campaigns[w.campaign]
	free := ""
	for _, r := range camp.Map.Regions {
		if r.Owner == "" {
			free = r.ID
		}
	}
	w.owner.get(page).submit("/regions", "region", free, "owner", w.playerSide).want(200, "La carte est à jour")
	w.player.get(page).want(403)

	if st, err = w.service.State(t.Context(), w.id); err != nil {
		t.Fatal(err)
	}
	camp = st.Campaigns[w.campaign]
	honours := st.Rosters[w.ownerSide].Records["uGarde de Hautecombe"].Honours
	if camp.Round != 2 || len(camp.Byes) != 1 || camp.Map.RegionCount(w.playerSide) != 2 || len(honours) != 1 || honours[0].Name != "Ruban du Gué" {
		t.Errorf("round %d, byes %v, lands %d, honours %v", camp.Round, camp.Byes, camp.Map.RegionCount(w.playerSide), honours)
	}
}

func TestClubSettingsAndArchive(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get("/clubs/"+w.id+"/settings").submit("/settings", "name", "Les Hussards du Vendredi").want(200, "Les Hussards du Vendredi")
	w.owner.get("/clubs/" + w.id + "/archive")
	if w.owner.status != 200 || !strings.Contains(w.owner.header.Get("Content-Disposition"), "attachment") || !strings.Contains(w.owner.body, "Vendredi") {
		t.Errorf("archive: %d %v", w.owner.status, w.owner.header)
	}
	w.player.get("/clubs/" + w.id + "/archive").want(403)
	w.player.get("/clubs/" + w.id + "/settings").want(403)
}

func TestEmblemEditor(t *testing.T) {
	w := newClubFixture(t)
	page := "/clubs/" + w.id + "/rosters/" + w.ownerSide + "/arms"
	w.owner.get(page).want(200, "Armoiries")
	checkPage(t, page, w.owner.page)
	pick := []string{"field", "fess", "a", "azure", "b", "or", "charge", "tower", "ink", "argent", "count", "3"}
	w.owner.submit("/arms", append(pick, "do", "see")...).want(200, "D’azur à la fasce d’or, à trois tours d’argent")
	w.owner.submit("/arms", append(pick, "b", "gules", "do", "see")...).want(200, "couleur sur couleur")
	if strings.Contains(w.owner.body, "⟨") {
		t.Error("a phrase of the armorial is missing")
	}
	w.owner.submit("/arms", append(pick, "do", "take")...).want(200, "Enregistré")
	if got := w.owner.link("Armoiries"); got != page {
		t.Errorf("the roster leads to its arms at %q", got)
	}
	st, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := st.Rosters[w.ownerSide].Heraldry, "azure fess or tower argent 3"; got != want {
		t.Errorf("arms: got %q, want %q", got, want)
	}
	w.player.get(page).want(403)
}
