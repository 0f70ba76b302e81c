package league_test

import (
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/rules"
)

const unitWithHonour = "uGarde de Hautecombe"

// honourHolders returns the links below an honour of the catalogue.
func honourHolders(r *webtest.Browser, name string) *goquery.Selection {
	return r.Page.Find(".catalogue > li").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.Contains(s.Find("h2").Text(), name)
	}).Find(".holders a")
}

// TestHonoursPage: honours of the catalogue are earned, link to their battle, are switched off and granted by hand, and are removed when the battle
// is voided.
func TestHonoursPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := w.CampaignPath("/honours")
	w.Player.Get(page).Want(200, "Baptême du sang", "Briseurs de lignes", "À chaque unité survivante\u00a0: 1 ennemi hors de combat dans la bataille", "Règles maison")
	webtest.CheckPhrases(t, w.Player)
	if n := w.Player.Page.Find(".catalogue > li").Length(); n < 12 {
		t.Errorf("%d honours", n)
	}
	w.Player.WantCount("form[action$='/honours']", 0, "a player may change the catalogue")
	id := w.RuleBattle("1", 0, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "kill", Amount: 2})
	w.Player.Get(page)
	links := honourHolders(w.Player, "Baptême du sang")
	if links.Length() != 2 || links.Eq(1).AttrOr("href", "") != "/clubs/"+w.ID+"/battles/"+id {
		t.Fatalf("held by %s", links.Text())
	}
	w.Player.Get(links.Eq(0).AttrOr("href", "")).Want(200, "Honneur\u00a0: Baptême du sang", "Honneur\u00a0: Briseurs de lignes", "Victoire contre Ligue du Sel, 2 ennemis hors de combat")
	webtest.CheckPhrases(t, w.Player)
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Baptême du sang")

	// An honour is granted by hand with a reason, and is refused when it is switched off.
	w.Owner.Get(page).Submit("/grants", "key", "clear-voice", "why", "Trois ordres sous la pluie").Want(200, "Inscrit au registre", "Voix claire")
	if honourHolders(w.Owner, "Voix claire").Length() != 2 {
		t.Error("the honour granted has no holder")
	}
	cause := honourHolders(w.Owner, "Voix claire").Eq(1).AttrOr("href", "")
	path, anchor, _ := strings.Cut(cause, "#")
	if w.Owner.Get(path).Page.Find("#"+anchor).Length() != 1 {
		t.Errorf("%s does not lead to its act", cause)
	}
	w.Owner.Get(page)
	off := w.Owner.Page.Find("input[value=blooded]")
	off.RemoveAttr("checked")
	w.Owner.SubmitAll("/honours", "on").Want(200, "Enregistré", "éteint")
	if !w.State().Campaigns[w.Campaign].HonourDisabled("blooded") || w.State().Campaigns[w.Campaign].HonourDisabled("clear-voice") {
		t.Error("the wrong honours are off")
	}
	if got := w.Owner.Page.Find("select#key option[value=blooded]").Length(); got != 0 {
		t.Error("an honour that is off is offered")
	}
	act := w.State().Acts[w.State().No-1]
	if _, err := w.Service.Void(t.Context(), campaign.Actor{Member: act.By}, w.ID, "v", w.State().ActsOf(id), "rien"); err != nil {
		t.Fatal(err)
	}
	w.Player.Get(page)
	if honourHolders(w.Player, "Baptême du sang").Length() != 0 || honourHolders(w.Player, "Voix claire").Length() != 2 {
		t.Error("the void battle left its honours, or took others")
	}
}

// TestWriteHonour creates an honour with conditions and an effect, earns it in a battle, changes it, and checks what is refused.
func TestWriteHonour(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := w.CampaignPath("/honours")
	w.Player.Get(page).WantCount("#write", 0, "a player may write honours")
	write := func(pairs ...string) *webtest.Browser {
		values := map[string][]string{"_csrf": {webtest.CSRFOf(w.Owner)}, "do": {"write"}}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = []string{pairs[i+1]}
		}
		return w.Owner.Post(page, values)
	}
	w.Owner.Get(page).Want(200, "Écrire un honneur")
	write("label", "", "to", "each", "fact0", "kills").Want(422, "Ce champ est à remplir")
	write("label", "Sans raison", "to", "each").Want(422, "au moins une condition")
	write("label", "À personne", "to", "", "fact0", "kills").Want(422, "à qui")
	write("label", "Mal compté", "to", "best", "fact0", "kills", "least0", "deux").Want(422, "Un nombre entier")
	w.Owner.WantValue("#label", "Mal compté")
	webtest.CheckPhrases(t, w.Owner)
	write("label", "Gardien du gué", "to", "each", "fact0", "kills", "least0", "2", "fact1", "fallen", "most1", "0", "like", "keen").Want(200, "Gardien du gué", "2 ennemis hors de combat dans la bataille, et 0 perte au plus")
	w.RuleBattle("1", 0, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "kill", Amount: 2})
	w.Player.Get(page)
	if honourHolders(w.Player, "Gardien du gué").Length() != 2 {
		t.Error("nobody has won it")
	}
	st := w.State()
	if marks := st.BattleList(st.Rosters[w.OwnerSide]).Units[0].Marks; !slices.Contains(marks, "keen") {
		t.Errorf("fielded with %v, without the effect", marks)
	}
	key := ""
	for _, h := range st.Campaigns[w.Campaign].Honours {
		if h.Name == "Gardien du gué" {
			key = h.Key
		}
	}
	n := len(st.Campaigns[w.Campaign].Honours)
	w.Owner.Get(page+"?write="+key).Want(200, "Changer un honneur")
	write("write", key, "label", "Garde du gué", "to", "best", "fact0", "kills", "least0", "3").Want(200, "Garde du gué")
	if c := w.State().Campaigns[w.Campaign]; len(c.Honours) != n || c.Honour(key).ActsAs != "" || len(c.Honour(key).When) != 1 {
		t.Errorf("changed to %+v of %d", c.Honour(key), len(c.Honours))
	}
}

// TestCemetery: the page of the dead shows what they did and what killed them. A void brings them back.
func TestCemetery(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.RuleBattle("1", 0, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "kill", Amount: 3}, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "experience", Amount: 2})
	id := w.RuleBattle("2", 1, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "lost"})
	w.Player.Get(w.CampaignPath("/rosters")).Get(w.Player.Link("Cimetière")).Want(200, "Brune", "2 batailles, 3 ennemis hors de combat, 2 points d’expérience", "Bataille 2")
	webtest.CheckPhrases(t, w.Player)
	if w.Player.Page.Find(".grave .ribbon").Length() == 0 {
		t.Error("the grave has no ribbon")
	}
	w.Player.Get(w.Player.Link("Brune")).Want(200, "Perdue pour de bon", "Victoire contre Ligue du Sel", "Défaite contre Ligue du Sel")
	w.Player.Page.Find(".service-lines li").Each(func(_ int, s *goquery.Selection) {
		if s.Find(".causes a").Length() == 0 {
			t.Errorf("a line without a cause: %s", s.Text())
		}
	})
	st := w.State()
	if _, err := w.Service.Void(t.Context(), campaign.Actor{Member: st.Rosters[w.OwnerSide].Member}, w.ID, "v", st.ActsOf(id), "rien"); err != nil {
		t.Fatal(err)
	}
	w.Player.Get(w.CampaignPath("/cemetery")).Want(200, "Personne n’est encore tombé")
}

func outerHTML(all *goquery.Selection) string {
	text := ""
	all.Each(func(_ int, s *goquery.Selection) {
		one, _ := s.Html()
		text += one
	})
	return text
}

// TestVersions: every save of a roster is a version with author and reason. Versions are compared and restored, and a battle keeps the version it was
// fought with.
func TestVersions(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.RuleBattle("1", 0)
	sheet := "/clubs/" + w.ID + "/battles/" + id + "/sheets"
	w.Player.Get(sheet).Want(200, "Telles qu’elles ont combattu", "Brune")
	webtest.CheckPhrases(t, w.Player)
	before := outerHTML(w.Player.Page.Find("main .part"))

	list := w.State().Rosters[w.PlayerSide].List
	list.Units = []rules.Unit{{ID: list.Units[0].ID, Name: "Brune la Vieille", Profile: []byte(`{"wounds":3}`)}, {ID: "two", Name: "Nine", Profile: []byte(`{}`)}}
	member := campaign.Actor{Member: w.State().Rosters[w.PlayerSide].Member}
	if _, err := w.Service.ReviseRoster(t.Context(), member, w.ID, "rev", campaign.ReviseRoster{Roster: w.PlayerSide, List: list}, "Une recrue."); err != nil {
		t.Fatal(err)
	}
	page := "/clubs/" + w.ID + "/rosters/" + w.PlayerSide + "/versions"
	w.Owner.Get("/clubs/"+w.ID+"/rosters/"+w.PlayerSide).Get(w.Owner.Link("Version 2")).Want(200, "De la version 1 à la version 2", "Nine rejoint la liste", "Une recrue.", "Inès", "Brune devient Brune la Vieille", "wounds")
	webtest.CheckPhrases(t, w.Owner)
	w.Player.Get(page).Submit("/versions/1/restore").Want(200, "Enregistré", "Retour à la version 1", "Nine quitte la liste")
	w.Player.Get(page+"?a=1&b=3").Want(200, "Rien n’a changé")
	if got := w.State().Rosters[w.PlayerSide]; len(got.Versions) != 3 || len(got.List.Units) != 1 || got.List.Units[0].Name != "Brune" {
		t.Errorf("restored %+v", got.List)
	}
	for n := range 5 {
		w.RuleBattle("more"+strconv.Itoa(n), 0, rules.Effect{Seat: 1, Unit: list.Units[0].ID, Kind: "scar", Key: "limp"})
	}
	after := outerHTML(w.Player.Get(sheet).Page.Find("main .part"))
	if before != after {
		t.Errorf("the sheet of the battle changed:\n%s\n%s", before, after)
	}
	// A site with other game data shows the same version.
	other := httptest.NewServer(web.New(web.Config{Service: w.Service, Catalogs: content.Catalogs(), Games: []*rules.Game{webtest.NoEngineGame}, Now: w.Clock, Packs: map[string][]rules.Pack{
		webtest.NoEngineGame.ID: {{Units: []rules.Profile{{ID: list.Units[0].ID, Name: rules.Text{"fr": "Tout autre"}}}}}}}))
	defer other.Close()
	elsewhere := w.Browser()
	elsewhere.Base = other.URL
	if got := outerHTML(elsewhere.Get(sheet).Want(200).Page.Find("main .part")); got != before {
		t.Errorf("with other rules data the sheet is\n%s\n%s", got, before)
	}
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Inès revoit la liste de Ligue du Sel. Une recrue.")
	stranger := w.Browser()
	stranger.Get(page).Want(200)
	if stranger.Page.Find("form[method=post]").Length() > 3 { // theme, language, sign-in
		t.Error("a visitor is offered to restore")
	}
}

// TestCorrectAnyResult: the arbiter corrects a result that two equal reports settled, after a preview that lists the acts that would become
// impossible.
func TestCorrectAnyResult(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.ScheduleBattle()
	report := "/clubs/" + w.ID + "/battles/" + id + "/report"
	w.Owner.Get(report).Submit("/report", "winner", "0", "score0", "9", "score1", "4")
	w.Player.Get(report).Submit("/report", "winner", "0", "score0", "9", "score1", "4")
	taken := w.State().Battles[id].Captures[0].Region
	camp := w.State().Campaigns[w.Campaign]
	later := int64(0)
	for _, n := range camp.Map.Neighbours(taken) { // a battle that is legal only because of the captured land
		if n.Owner != "" {
			continue
		}
		alone := true
		for _, x := range camp.Map.Neighbours(n.ID) {
			alone = alone && (x.ID == taken || x.Owner != w.OwnerSide)
		}
		if alone {
			later = w.Do(w.OwnerID(), "later", campaign.ActRequest{Body: campaign.Schedule{Campaign: w.Campaign, Seats: []campaign.ID{w.OwnerSide, w.PlayerSide}, Stakes: []campaign.ID{n.ID}}}).No
			break
		}
	}
	if later == 0 {
		t.Fatal("the map has no land beyond")
	}
	rulingPage := "/clubs/" + w.ID + "/arbiter/battles/" + id
	arbiter := w.NewMember("arbiter", "Juge")
	arbiter.Get(rulingPage).Want(200).Submit("/arbiter/battles/"+id, "take", "other", "winner", "1", "score.0", "4", "score.1", "9", "why", "Les camps étaient échangés.").Want(200, "Correction du résultat", "9 à 4", "place", "terre", "1 acte")
	webtest.CheckPhrases(t, arbiter)
	arbiter.Submit("/arbiter/battles/"+id, "do", "correct").Want(422)
	if w.State().Battles[id].Result.Winner != 0 {
		t.Fatal("a correction that breaks others was made")
	}
	also := arbiter.Page.Find("input[name=also]").AttrOr("value", "")
	arbiter.Submit("/arbiter/battles/"+id, "do", "see", "also", also).Want(200, "Annulés avec elle")
	arbiter.Submit("/arbiter/battles/"+id, "do", "correct").Want(200)
	st := w.State()
	if b := st.Battles[id]; b.Result.Winner != 1 || b.Corrected == nil || st.Campaigns[w.Campaign].Map.Region(taken).Owner == w.OwnerSide || st.InForce(later) {
		t.Errorf("corrected: %+v", b.Result)
	}
	w.Player.Get(w.CampaignPath("/chronicle?only=battles")).Want(200, "Juge corrige le résultat\u00a0: Les camps étaient échangés.")
	w.Owner.Get(rulingPage).Want(200, "un autre arbitre")
}
