package league_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// TestCreateCampaign creates a campaign of every preset: the form has fewer than ten fields and shows its defaults.
func TestCreateCampaign(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := "/clubs/" + w.ID + "/campaigns/new"
	for _, key := range campaign.PresetKeys {
		w.Owner.Get(page).Want(200, "Ce qui est réglé")
		if n := webtest.VisibleFields(w.Owner); n >= 10 {
			t.Errorf("the form shows %d fields", n)
		}
		before := w.Owner.Text(".setting-facts")
		if key != campaign.PresetKeys[0] {
			w.Owner.Submit("/campaigns", "name", "Essai "+key, "preset", key, "do", "see").Want(200, "Voici ce que règle cette formule")
			if got := w.Owner.Page.Find("#name").AttrOr("value", ""); got != "Essai "+key {
				t.Errorf("%s: the name came back as %q", key, got)
			}
			if w.Owner.Text(".setting-facts") == before {
				t.Errorf("%s shows the settings of another manner: %s", key, before)
			}
		}
		w.Owner.Submit("/campaigns", "name", "Essai "+key).Want(200, "Essai "+key)
		id := w.Owner.Path[strings.LastIndex(w.Owner.Path, "/")+1:]
		camp := w.State().Campaigns[id]
		want := campaign.PresetOf(key)
		set := want.Settings("", "warmaster")
		if camp.Settings.Preset != key || camp.Settings.Method != set.Method || camp.Settings.Rounds != set.Rounds || camp.Settings.Groups != set.Groups || (camp.Settings.Ladder == nil) != (set.Ladder == nil) {
			t.Errorf("%s creates %+v", key, camp.Settings)
		}
		if (camp.Map != nil) != (want.Regions > 0) || camp.Map != nil && len(camp.Map.Regions) != want.Regions || (len(camp.Honours) >= 12) != want.Honours {
			t.Errorf("%s: a map %t, %d honours", key, camp.Map != nil, len(camp.Honours))
		}
		if camp.Settings.Limit != 2000 {
			t.Errorf("%s: %d points, not those of the game", key, camp.Settings.Limit)
		}
		for _, tab := range []string{"", "/rules", "/honours"} {
			w.Player.Get("/clubs/" + w.ID + "/campaigns/" + id + tab).Want(200)
			webtest.CheckPhrases(t, w.Player)
		}
	}
	w.Owner.Get(page+"?preset=swiss").Submit("/campaigns", "name", "Nette", "scoring", "clear", "rounds", "neuf").Want(422, "Un nombre entier")
	w.Owner.WantValue("#rounds", "neuf")
	w.Owner.Submit("/campaigns", "rounds", "7").Want(200, "Nette")
	id := w.Owner.Path[strings.LastIndex(w.Owner.Path, "/")+1:]
	if set := w.State().Campaigns[id].Settings; set.Rounds != 7 || len(set.Margins) != 2 || set.Margins[1].Win != 5 {
		t.Errorf("scored %+v", set)
	}
	w.Owner.Get(page+"?preset=ladder").Submit("/campaigns", "do", "see", "preset", "pools").Want(200, "poules")
	w.Player.Get(page).Want(403)
}

// TestClone clones a campaign: the new one has its house rules and map, but no owners of land, rosters or results.
func TestClone(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.PlayBattle(1, 0, 5, 2)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "house0-name", "Froid", "house0-was", "rien", "house0-now", "un pas de moins", "house0-why", "l’hiver", "win", "4", "why", "La saison").Want(200)
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "change les règles", "Points d’une victoire\u00a0: 3 → 4", "Froid\u00a0: rien → un pas de moins", "La saison")
	w.Player.Get(w.CampaignPath("")).Want(200, "Autrement que le livre", "Froid", "un pas de moins")
	w.Player.Get(w.CampaignPath("/rules")).Want(200, "Froid", "l’hiver")
	webtest.CheckPhrases(t, w.Player)
	w.Player.WantCount("a[href*='from=']", 0, "a player is offered to begin a campaign")
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "closed", "yes").Want(200)
	w.Owner.Get(w.CampaignPath("/rules")).Get(w.Owner.Link("Reprendre pour une nouvelle campagne")).Want(200, "Les Marches de Sarle")
	w.Owner.Submit("/campaigns", "name", "Saison deux").Want(200, "Saison deux", "Recrute")
	id := w.Owner.Path[strings.LastIndex(w.Owner.Path, "/")+1:]
	st := w.State()
	old, again := st.Campaigns[w.Campaign], st.Campaigns[id]
	if again.Closed || again.Settings.ClonedFrom != w.Campaign || again.Settings.Win != 4 || len(again.Settings.HouseRules) != 1 || len(st.RostersOf(id)) != 0 || len(st.BattlesOf(id)) != 0 {
		t.Errorf("again: %+v", again.Settings)
	}
	for i, r := range again.Map.Regions {
		if r.Owner != "" || r.Name != old.Map.Regions[i].Name {
			t.Fatalf("region %+v of %+v", r, old.Map.Regions[i])
		}
	}
	w.Owner.Get("/clubs/"+w.ID+"/campaigns/"+id+"/rules").Want(200, "Reprise de", "Les Marches de Sarle", "Froid")
}
