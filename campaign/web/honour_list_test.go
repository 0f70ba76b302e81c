package web_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/rules"
)

const unitWithHonour = "uGarde de Hautecombe"

// holdersOf are the links under an honour of the catalogue.
func honourHolders(r *browser, name string) *goquery.Selection {
	return r.page.Find(".catalogue > li").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.Contains(s.Find("h2").Text(), name)
	}).Find(".holders a")
}

// TestHonoursPage: honours of the catalogue are won, linked to their battle, switched off, granted by hand and fall with the battle.
func TestHonoursPage(t *testing.T) {
	w := newClubFixture(t)
	page := w.campaignPath("/honours")
	w.player.get(page).want(200, "Baptême du sang", "Briseurs de lignes", "À chaque unité survivante\u00a0: 1 ennemi hors de combat dans la bataille", "Règles maison")
	checkPhrases(t, w.player)
	if n := w.player.page.Find(".catalogue > li").Length(); n < 12 {
		t.Errorf("%d honours", n)
	}
	if w.player.page.Find("form").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.HasSuffix(s.AttrOr("action", ""), "/honours") }).Length() != 0 {
		t.Error("a player may change the catalogue")
	}
	id := w.ruleBattle("1", 0, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "kill", Amount: 2})
	w.player.get(page)
	links := honourHolders(w.player, "Baptême du sang")
	if links.Length() != 2 || links.Eq(1).AttrOr("href", "") != "/clubs/"+w.id+"/battles/"+id {
		t.Fatalf("held by %s", links.Text())
	}
	w.player.get(links.Eq(0).AttrOr("href", "")).want(200, "Honneur\u00a0: Baptême du sang", "Honneur\u00a0: Briseurs de lignes", "Victoire contre Ligue du Sel, 2 ennemis hors de combat")
	checkPhrases(t, w.player)
	w.player.get(w.campaignPath("/chronicle")).want(200, "Baptême du sang")

	// By hand, with a reason; switched off it is refused.
	w.owner.get(page).submit("/grants", "key", "clear-voice", "why", "Trois ordres sous la pluie").want(200, "Inscrit au registre", "Voix claire")
	if honourHolders(w.owner, "Voix claire").Length() != 2 {
		t.Error("the honour granted has no holder")
	}
	cause := honourHolders(w.owner, "Voix claire").Eq(1).AttrOr("href", "")
	path, anchor, _ := strings.Cut(cause, "#")
	if w.owner.get(path).page.Find("#"+anchor).Length() != 1 {
		t.Errorf("%s does not lead to its act", cause)
	}
	w.owner.get(page)
	off := w.owner.page.Find("input[value=blooded]")
	off.RemoveAttr("checked")
	w.owner.submitAll("/honours", "on").want(200, "Enregistré", "éteint")
	if !w.state().Campaigns[w.campaign].HonourDisabled("blooded") || w.state().Campaigns[w.campaign].HonourDisabled("clear-voice") {
		t.Error("the wrong honours are off")
	}
	if got := w.owner.page.Find("select#key option[value=blooded]").Length(); got != 0 {
		t.Error("an honour that is off is offered")
	}
	act := w.state().Acts[w.state().No-1]
	if _, err := w.service.Void(t.Context(), campaign.Actor{Member: act.By}, w.id, "v", w.state().ActsOf(id), "rien"); err != nil {
		t.Fatal(err)
	}
	w.player.get(page)
	if honourHolders(w.player, "Baptême du sang").Length() != 0 || honourHolders(w.player, "Voix claire").Length() != 2 {
		t.Error("the void battle left its honours, or took others")
	}
}

// TestWriteHonour writes an honour with conditions and an effect, wins it in a battle, changes it, and refuses what cannot be.
func TestWriteHonour(t *testing.T) {
	w := newClubFixture(t)
	page := w.campaignPath("/honours")
	w.player.get(page)
	if w.player.page.Find("#write").Length() != 0 {
		t.Error("a player may write honours")
	}
	write := func(pairs ...string) *browser {
		values := map[string][]string{"_csrf": {csrfOf(w.owner)}, "do": {"write"}}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = []string{pairs[i+1]}
		}
		return w.owner.post(page, values)
	}
	w.owner.get(page).want(200, "Écrire un honneur")
	write("label", "", "to", "each", "fact0", "kills").want(422, "Ce champ est à remplir")
	write("label", "Sans raison", "to", "each").want(422, "au moins une condition")
	write("label", "À personne", "to", "", "fact0", "kills").want(422, "à qui")
	write("label", "Mal compté", "to", "best", "fact0", "kills", "least0", "deux").want(422, "Un nombre entier")
	if got := w.owner.page.Find("#label").AttrOr("value", ""); got != "Mal compté" {
		t.Errorf("the name came back as %q", got)
	}
	checkPhrases(t, w.owner)
	write("label", "Gardien du gué", "to", "each", "fact0", "kills", "least0", "2", "fact1", "fallen", "most1", "0", "like", "keen").want(200, "Gardien du gué", "2 ennemis hors de combat dans la bataille, et 0 perte au plus")
	w.ruleBattle("1", 0, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "kill", Amount: 2})
	w.player.get(page)
	if honourHolders(w.player, "Gardien du gué").Length() != 2 {
		t.Error("nobody has won it")
	}
	st := w.state()
	if marks := st.BattleList(st.Rosters[w.ownerSide]).Units[0].Marks; !slices.Contains(marks, "keen") {
		t.Errorf("fielded with %v, without the effect", marks)
	}
	key := ""
	for _, h := range st.Campaigns[w.campaign].Honours {
		if h.Name == "Gardien du gué" {
			key = h.Key
		}
	}
	n := len(st.Campaigns[w.campaign].Honours)
	w.owner.get(page+"?write="+key).want(200, "Changer un honneur")
	write("write", key, "label", "Garde du gué", "to", "best", "fact0", "kills", "least0", "3").want(200, "Garde du gué")
	if c := w.state().Campaigns[w.campaign]; len(c.Honours) != n || c.Honour(key).ActsAs != "" || len(c.Honour(key).When) != 1 {
		t.Errorf("changed to %+v of %d", c.Honour(key), len(c.Honours))
	}
}

// TestCemetery: the dead are remembered with what they did and what killed them, and live again when it is voided.
func TestCemetery(t *testing.T) {
	w := newClubFixture(t)
	w.ruleBattle("1", 0, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "kill", Amount: 3}, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "experience", Amount: 2})
	id := w.ruleBattle("2", 1, rules.Effect{Seat: 0, Unit: unitWithHonour, Kind: "lost"})
	w.player.get(w.campaignPath("/rosters")).get(w.player.link("Cimetière")).want(200, "Brune", "2 batailles, 3 ennemis hors de combat, 2 points d’expérience", "Bataille 2")
	checkPhrases(t, w.player)
	if w.player.page.Find(".grave .ribbon").Length() == 0 {
		t.Error("the grave has no ribbon")
	}
	w.player.get(w.player.link("Brune")).want(200, "Perdue pour de bon", "Victoire contre Ligue du Sel", "Défaite contre Ligue du Sel")
	w.player.page.Find(".service-lines li").Each(func(_ int, s *goquery.Selection) {
		if s.Find(".causes a").Length() == 0 {
			t.Errorf("a line without a cause: %s", s.Text())
		}
	})
	st := w.state()
	if _, err := w.service.Void(t.Context(), campaign.Actor{Member: st.Rosters[w.ownerSide].Member}, w.id, "v", st.ActsOf(id), "rien"); err != nil {
		t.Fatal(err)
	}
	w.player.get(w.campaignPath("/cemetery")).want(200, "Personne n’est encore tombé")
}

func outerHTML(all *goquery.Selection) string {
	text := ""
	all.Each(func(_ int, s *goquery.Selection) {
		one, _ := s.Html()
		text += one
	})
	return text
}

// TestVersions: every save is a version with author and reason; versions are compared and restored, and the battle keeps its sheet.
func TestVersions(t *testing.T) {
	w := newClubFixture(t)
	id := w.ruleBattle("1", 0)
	sheet := "/clubs/" + w.id + "/battles/" + id + "/sheets"
	w.player.get(sheet).want(200, "Telles qu’elles ont combattu", "Brune")
	checkPhrases(t, w.player)
	before := outerHTML(w.player.page.Find("main .part"))

	list := w.state().Rosters[w.playerSide].List
	list.Units = []rules.Unit{{ID: list.Units[0].ID, Name: "Brune la Vieille", Profile: []byte(`{"wounds":3}`)}, {ID: "two", Name: "Nine", Profile: []byte(`{}`)}}
	member := campaign.Actor{Member: w.state().Rosters[w.playerSide].Member}
	if _, err := w.service.ReviseRoster(t.Context(), member, w.id, "rev", campaign.ReviseRoster{Roster: w.playerSide, List: list}, "Une recrue."); err != nil {
		t.Fatal(err)
	}
	page := "/clubs/" + w.id + "/rosters/" + w.playerSide + "/versions"
	w.owner.get("/clubs/"+w.id+"/rosters/"+w.playerSide).get(w.owner.link("Version 2")).want(200, "De la version 1 à la version 2", "Nine rejoint la liste", "Une recrue.", "Inès", "Brune devient Brune la Vieille", "wounds")
	checkPhrases(t, w.owner)
	w.player.get(page).submit("/versions/1/restore").want(200, "Enregistré", "Retour à la version 1", "Nine quitte la liste")
	w.player.get(page+"?a=1&b=3").want(200, "Rien n’a changé")
	if got := w.state().Rosters[w.playerSide]; len(got.Versions) != 3 || len(got.List.Units) != 1 || got.List.Units[0].Name != "Brune" {
		t.Errorf("restored %+v", got.List)
	}
	for n := range 5 {
		w.ruleBattle("more"+formatInt(n), 0, rules.Effect{Seat: 1, Unit: list.Units[0].ID, Kind: "scar", Key: "limp"})
	}
	after := outerHTML(w.player.get(sheet).page.Find("main .part"))
	if before != after {
		t.Errorf("the sheet of the battle changed:\n%s\n%s", before, after)
	}
	// A site with other rules data shows the same sheet.
	other := httptest.NewServer(web.New(web.Config{Service: w.service, Catalogs: content.Catalogs(), Games: []*rules.Game{noEngineGame}, Now: w.clock, Packs: map[string][]rules.Pack{
		noEngineGame.ID: {{Units: []rules.Profile{{ID: list.Units[0].ID, Name: rules.Text{"fr": "Tout autre"}}}}}}}))
	defer other.Close()
	elsewhere := w.browser()
	elsewhere.base = other.URL
	if got := outerHTML(elsewhere.get(sheet).want(200).page.Find("main .part")); got != before {
		t.Errorf("with other rules data the sheet is\n%s\n%s", got, before)
	}
	w.player.get(w.campaignPath("/chronicle")).want(200, "Inès revoit la liste de Ligue du Sel. Une recrue.")
	stranger := w.browser()
	stranger.get(page).want(200)
	if stranger.page.Find("form[method=post]").Length() > 3 { // light, language, door
		t.Error("a visitor is offered to restore")
	}
}

// TestCorrectAnyResult: a result that two equal reports settled is corrected by the arbiter, after a preview with what becomes impossible.
func TestCorrectAnyResult(t *testing.T) {
	w := newClubFixture(t)
	id := w.scheduleBattle()
	report := "/clubs/" + w.id + "/battles/" + id + "/report"
	w.owner.get(report).submit("/report", "winner", "0", "score0", "9", "score1", "4")
	w.player.get(report).submit("/report", "winner", "0", "score0", "9", "score1", "4")
	taken := w.state().Battles[id].Captures[0].Region
	camp := w.state().Campaigns[w.campaign]
	owner := campaign.Actor{Member: w.state().Rosters[w.ownerSide].Member}
	later := int64(0)
	for _, n := range camp.Map.Neighbours(taken) { // a challenge that only the taken land allows
		if n.Owner != "" {
			continue
		}
		alone := true
		for _, x := range camp.Map.Neighbours(n.ID) {
			alone = alone && (x.ID == taken || x.Owner != w.ownerSide)
		}
		if alone {
			act, err := w.service.Do(t.Context(), owner, w.id, "later", campaign.ActRequest{Body: campaign.Schedule{Campaign: w.campaign, Seats: []campaign.ID{w.ownerSide, w.playerSide}, Stakes: []campaign.ID{n.ID}}})
			if err != nil {
				t.Fatal(err)
			}
			later = act.No
			break
		}
	}
	if later == 0 {
		t.Fatal("the map has no land beyond")
	}
	desk := "/clubs/" + w.id + "/arbiter/battles/" + id
	judge := w.newMember("arbiter", "Juge")
	judge.get(desk).want(200).submit("/arbiter/battles/"+id, "take", "other", "winner", "1", "score.0", "4", "score.1", "9", "why", "Les camps étaient échangés.").want(200, "Correction du résultat", "9 à 4", "place", "terre", "1 acte")
	checkPhrases(t, judge)
	judge.submit("/arbiter/battles/"+id, "do", "correct").want(422)
	if w.state().Battles[id].Result.Winner != 0 {
		t.Fatal("a correction that breaks others was made")
	}
	also := judge.page.Find("input[name=also]").AttrOr("value", "")
	judge.submit("/arbiter/battles/"+id, "do", "see", "also", also).want(200, "Annulés avec elle")
	judge.submit("/arbiter/battles/"+id, "do", "correct").want(200)
	st := w.state()
	if b := st.Battles[id]; b.Result.Winner != 1 || b.Corrected == nil || st.Campaigns[w.campaign].Map.Region(taken).Owner == w.ownerSide || st.InForce(later) {
		t.Errorf("corrected: %+v", b.Result)
	}
	w.player.get(w.campaignPath("/chronicle?only=battles")).want(200, "Juge corrige le résultat\u00a0: Les camps étaient échangés.")
	w.owner.get(desk).want(200, "un autre arbitre")
}
