package league_test

import (
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// TestCampaign plays a battle from its arrangement to the standings, the map and the chronicle, with forms only.
func TestCampaign(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.ScheduleBattle()
	report := "/clubs/" + w.ID + "/battles/" + id + "/report"

	w.Owner.Get(w.CampaignPath("")).Want(200, "contesté", "attaqué par Garde de Hautecombe")
	if got := w.Owner.Page.Find(".map a.region").Length(); got != 19 {
		t.Errorf("the map has %d links, want 19", got)
	}
	if got := w.Owner.Page.Find(".as-list tbody tr").Length(); got != 19 {
		t.Errorf("the list of the map has %d rows, want 19", got)
	}
	if w.Owner.Page.Find(".map .assault").Length() != 1 || w.Owner.Page.Find(".map .disc").Length() != 1 {
		t.Error("the map shows no attack")
	}

	w.Owner.Get(report).Want(200, "Vainqueur").Submit("/report", "winner", "0", "score0", "9", "score1", "4")
	w.Player.Get("/").Want(200, "À vous, Inès", "Camille a donné le résultat")
	w.Player.Get(report).Want(200, "Victoire\u00a0: Garde de Hautecombe", "9 à 4").Submit("/confirm")

	w.Player.Get(w.CampaignPath("/battles")).Want(200, "Définitive", "Camille bat Inès, 9 à 4.")
	w.Player.Get(w.CampaignPath("/standings")).Want(200)
	first := w.Player.Page.Find("table.standings tbody tr").First()
	if rank, name, points := first.Find("td.rank").Text(), first.Find("th").Text(), first.Find("td").Last().Text(); rank != "1" || !strings.HasPrefix(strings.TrimSpace(name), "Garde") || points != "3" {
		t.Errorf("first row of the table: %q %q %q", rank, name, points)
	}
	w.Player.Get(w.CampaignPath("/standings?why="+w.OwnerSide)).Want(200, "Pourquoi 1er", "3 points")
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Bataille 1.", "Camille bat Inès, 9 à 4.")
	w.Player.Get(w.CampaignPath("")).Want(200, "Aujourd’hui")
	if now, then := ownedRegions(w.Player), ownedRegions(w.Player.Get(w.CampaignPath("?at=0"))); now != 3 || then != 0 {
		t.Errorf("land held now %d and at first %d, want 3 and 0", now, then)
	}
}

// ownedRegions counts the regions that somebody holds, in the list of the map.
func ownedRegions(r *webtest.Browser) int {
	n := 0
	r.Page.Find(".as-list tbody td:nth-child(2)").Each(func(_ int, s *goquery.Selection) {
		if !strings.Contains(s.Text(), "terre libre") {
			n++
		}
	})
	return n
}

func TestUnequalReportsOpenADispute(t *testing.T) {
	w := webtest.NewClubFixture(t)
	report := "/clubs/" + w.ID + "/battles/" + w.ScheduleBattle() + "/report"
	w.Owner.Get(report).Submit("/report", "winner", "0")
	w.Player.Get(report).Submit("/report", "winner", "1")
	w.Owner.Get(w.CampaignPath("/battles")).Want(200, "Litige")
}

func TestReportRefused(t *testing.T) {
	w := webtest.NewClubFixture(t)
	report := "/clubs/" + w.ID + "/battles/" + w.ScheduleBattle() + "/report"
	w.Owner.Get(report).Submit("/report", "note", "Il pleuvait.").Want(422, "Ce champ est à remplir")
	if got := w.Owner.Page.Find("#note").Text(); got != "Il pleuvait." {
		t.Errorf("the remark came back as %q", got)
	}
	w.Owner.Submit("/report", "winner", "0", "score0", "neuf", "score1", "4").Want(422, "Un nombre entier")
	stranger := w.Browser()
	if stranger.Get(report); !strings.HasPrefix(stranger.Path, "/sign-in") {
		t.Errorf("a stranger was led to %s", stranger.Path)
	}
}

// TestSentTwice sends the same form twice, as a double tap does: one battle is arranged.
func TestSentTwice(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/schedule"))
	form := w.Owner.Page
	for range 2 {
		w.Owner.Page = form
		w.Owner.Submit("/battles", "second", w.PlayerSide)
	}
	st := w.State()
	if got := len(st.BattlesOf(w.Campaign)); got != 1 {
		t.Errorf("%d battles were arranged, want 1", got)
	}
}

func TestStories(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", "Le gué", "text", "La Sarle *montait*.\n\n<script>alert(1)</script>[x](javascript:alert(1))").Want(200, "Récit publié", "Le gué", "récit d’Inès")
	storyText := w.Player.Page.Find("article.story")
	if storyText.Find("em").Text() != "montait" {
		t.Error("the story has lost its italics")
	}
	if storyText.Find("script").Length() > 0 || strings.Contains(w.Player.Body, "javascript:") {
		t.Error("a story carries a script")
	}
	w.Player.Get("/clubs/"+w.ID).Want(200, "La Sarle montait.")
	w.Player.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", "", "text", "Un récit.").Want(422, "Ce champ est à remplir", "Un récit.")
}

func TestCorrectionsStayInTheChronicle(t *testing.T) {
	w := webtest.NewClubFixture(t)
	me := campaign.Actor{Member: w.State().AllMembers()[0].ID}
	act := w.Do(me.Member, "grant", campaign.ActRequest{Body: campaign.Grant{Roster: w.OwnerSide, Unit: "uGarde de Hautecombe", What: "honour", Key: "gue", Name: "Ruban du Gué"}})
	w.Owner.Get(w.CampaignPath("/chronicle?only=honours")).Want(200, "Ruban du Gué à Brune")
	w.Advance(time.Minute)
	if _, err := w.Service.Void(t.Context(), me, w.ID, "void", []int64{act.No}, "Donné deux fois."); err != nil {
		t.Fatal(err)
	}
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "Donné deux fois.", "(annulé)")
	if got := w.Owner.Page.Find(".chronicle-event s").Text(); !strings.Contains(got, "Ruban du Gué") {
		t.Errorf("struck out: %q", got)
	}
}

func TestSettings(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "win", "5", "name", "").Want(422, "Ce champ est à remplir")
	w.Owner.WantValue("#win", "5")
	w.Owner.Submit("/settings", "name", "Les Marches").Want(200, "Enregistré", "Les Marches")
	st := w.State()
	set := st.Campaigns[w.Campaign].Settings
	if set.Win != 5 || len(set.TieBreaks) != 4 || set.TieBreaks[0] != "opposition" || set.Rounds != 4 {
		t.Errorf("settings after the form: %+v", set)
	}
	w.Player.Get(w.CampaignPath("/settings")).Want(403)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "closed", "yes").Want(200)
	w.Player.Get(w.CampaignPath("/schedule")).Submit("/battles", "second", w.OwnerSide).Want(409, "La campagne est terminée")
}

func TestMemberRoles(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get("/clubs/" + w.ID + "/members")
	w.Owner.Get(w.Owner.Link("Inès")).Submit(w.Owner.Path, "role", "arbiter").Want(200, "Enregistré", "Arbitre")
	w.Player.Get("/").Want(200).WantCount("nav a[href='/clubs/"+w.ID+"/arbiter']", 1, "an arbiter finds no link to the arbiter's page")
	w.Player.Get("/clubs/" + w.ID + "/members")
	w.Player.Get(w.Player.Link("Camille")).Want(200).WantCount("main form[action$='/leave']", 0, "an arbiter is offered to remove the owner")
	w.Owner.Get("/clubs/"+w.ID+"/me").Submit("/leave").Want(409, "Un club garde toujours un fondateur")
}

func TestConduct(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := w.CampaignPath("/conduct")
	w.Owner.Get(page).Submit("/rounds", "round", "2").Want(200, "Ronde ouverte")
	w.Owner.Submit("/byes", "bye", w.PlayerSide, "bye-round", "2").Want(200, "Exemption notée")
	w.Owner.Submit("/byes", "bye", w.PlayerSide, "bye-round", "2").Want(409, "Déjà exempt")
	w.Owner.Get(page).Submit("/grants", "unit", w.OwnerSide+" uGarde de Hautecombe", "what", "honour", "name", "Ruban du Gué", "why", "Il a tenu seul.").Want(200, "Inscrit au registre")
	w.Owner.Get(page).Submit("/grants", "what", "honour", "name", "").Want(422, "Ce champ est à remplir")
	w.Owner.Get(page).Submit("/rounds", "round", "9").Want(422, "Entre 0 et 4")
	st := w.State()
	camp := st.Campaigns[w.Campaign]
	free := ""
	for _, r := range camp.Map.Regions {
		if r.Owner == "" {
			free = r.ID
		}
	}
	w.Owner.Get(page).Submit("/regions", "region", free, "owner", w.PlayerSide).Want(200, "La carte est à jour")
	w.Player.Get(page).Want(403)

	st = w.State()
	camp = st.Campaigns[w.Campaign]
	honours := st.Rosters[w.OwnerSide].Records["uGarde de Hautecombe"].Honours
	if camp.Round != 2 || len(camp.Byes) != 1 || camp.Map.RegionCount(w.PlayerSide) != 2 || len(honours) != 1 || honours[0].Name != "Ruban du Gué" {
		t.Errorf("round %d, byes %v, lands %d, honours %v", camp.Round, camp.Byes, camp.Map.RegionCount(w.PlayerSide), honours)
	}
}

func TestClubSettingsAndArchive(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get("/clubs/"+w.ID+"/settings").Submit("/settings", "name", "Les Hussards du Vendredi").Want(200, "Les Hussards du Vendredi")
	w.Owner.Get("/clubs/" + w.ID + "/archive")
	if w.Owner.Status != 200 || !strings.Contains(w.Owner.Header.Get("Content-Disposition"), "attachment") || !strings.Contains(w.Owner.Body, "Vendredi") {
		t.Errorf("archive: %d %v", w.Owner.Status, w.Owner.Header)
	}
	w.Player.Get("/clubs/" + w.ID + "/archive").Want(403)
	w.Player.Get("/clubs/" + w.ID + "/settings").Want(403)
}

func TestEmblemEditor(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := "/clubs/" + w.ID + "/rosters/" + w.OwnerSide + "/arms"
	w.Owner.Get(page).Want(200, "Armoiries")
	webtest.CheckPage(t, page, w.Owner.Page)
	pick := []string{"field", "fess", "a", "azure", "b", "or", "charge", "tower", "ink", "argent", "count", "3"}
	w.Owner.Submit("/arms", append(pick, "do", "see")...).Want(200, "D’azur à la fasce d’or, à trois tours d’argent")
	w.Owner.Submit("/arms", append(pick, "b", "gules", "do", "see")...).Want(200, "couleur sur couleur")
	w.Owner.WantNot("a phrase of the armorial is missing", "⟨")
	w.Owner.Submit("/arms", append(pick, "do", "take")...).Want(200, "Enregistré")
	if got := w.Owner.Link("Armoiries"); got != page {
		t.Errorf("the roster leads to its arms at %q", got)
	}
	st := w.State()
	if got, want := st.Rosters[w.OwnerSide].Heraldry, "azure fess or tower argent 3"; got != want {
		t.Errorf("arms: got %q, want %q", got, want)
	}
	w.Player.Get(page).Want(403)
}
