package web_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestFounding founds a campaign of every manner: under ten fields, its defaults shown before it is opened.
func TestCreateCampaign(t *testing.T) {
	w := newClubFixture(t)
	page := "/clubs/" + w.id + "/campaigns/new"
	for _, key := range campaign.PresetKeys {
		w.owner.get(page).want(200, "Ce qui est réglé")
		if n := visibleFields(w.owner); n >= 10 {
			t.Errorf("the form shows %d fields", n)
		}
		before := w.owner.text(".setting-facts")
		if key != campaign.PresetKeys[0] {
			w.owner.submit("/campaigns", "name", "Essai "+key, "preset", key, "do", "see").want(200, "Voici ce que règle cette formule")
			if got := w.owner.page.Find("#name").AttrOr("value", ""); got != "Essai "+key {
				t.Errorf("%s: the name came back as %q", key, got)
			}
			if w.owner.text(".setting-facts") == before {
				t.Errorf("%s shows the settings of another manner: %s", key, before)
			}
		}
		w.owner.submit("/campaigns", "name", "Essai "+key).want(200, "Essai "+key)
		id := w.owner.path[strings.LastIndex(w.owner.path, "/")+1:]
		camp := w.state().Campaigns[id]
		want := campaign.PresetOf(key)
		set := want.Settings("", "warmaster")
		if camp.Settings.Preset != key || camp.Settings.Method != set.Method || camp.Settings.Rounds != set.Rounds || camp.Settings.Groups != set.Groups || (camp.Settings.Ladder == nil) != (set.Ladder == nil) {
			t.Errorf("%s founds %+v", key, camp.Settings)
		}
		if (camp.Map != nil) != (want.Regions > 0) || camp.Map != nil && len(camp.Map.Regions) != want.Regions || (len(camp.Honours) >= 12) != want.Honours {
			t.Errorf("%s: a map %t, %d honours", key, camp.Map != nil, len(camp.Honours))
		}
		if camp.Settings.Limit != 2000 {
			t.Errorf("%s: %d points, not those of the game", key, camp.Settings.Limit)
		}
		for _, tab := range []string{"", "/rules", "/honours"} {
			w.player.get("/clubs/" + w.id + "/campaigns/" + id + tab).want(200)
			checkPhrases(t, w.player)
		}
	}
	w.owner.get(page+"?preset=swiss").submit("/campaigns", "name", "Nette", "scoring", "clear", "rounds", "neuf").want(422, "Un nombre entier")
	if got := w.owner.page.Find("#rounds").AttrOr("value", ""); got != "neuf" {
		t.Errorf("the rounds came back as %q", got)
	}
	w.owner.submit("/campaigns", "rounds", "7").want(200, "Nette")
	id := w.owner.path[strings.LastIndex(w.owner.path, "/")+1:]
	if set := w.state().Campaigns[id].Settings; set.Rounds != 7 || len(set.Margins) != 2 || set.Margins[1].Win != 5 {
		t.Errorf("scored %+v", set)
	}
	w.owner.get(page+"?preset=ladder").submit("/campaigns", "do", "see", "preset", "pools").want(200, "poules")
	w.player.get(page).want(403)
}

// TestClone begins a campaign again: house rules and map are there, land, rosters and results are not.
func TestClone(t *testing.T) {
	w := newClubFixture(t)
	w.playBattle(1, 0, 5, 2)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "house0-name", "Froid", "house0-was", "rien", "house0-now", "un pas de moins", "house0-why", "l’hiver", "win", "4", "why", "La saison").want(200)
	w.player.get(w.campaignPath("/chronicle")).want(200, "change les règles", "Points d’une victoire\u00a0: 3 → 4", "Froid\u00a0: rien → un pas de moins", "La saison")
	w.player.get(w.campaignPath("")).want(200, "Autrement que le livre", "Froid", "un pas de moins")
	w.player.get(w.campaignPath("/rules")).want(200, "Froid", "l’hiver")
	checkPhrases(t, w.player)
	if w.player.page.Find("a[href*='from=']").Length() != 0 {
		t.Error("a player is offered to begin a campaign")
	}
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "closed", "yes").want(200)
	w.owner.get(w.campaignPath("/rules")).get(w.owner.link("Reprendre pour une nouvelle campagne")).want(200, "Les Marches de Sarle")
	w.owner.submit("/campaigns", "name", "Saison deux").want(200, "Saison deux", "Recrute")
	id := w.owner.path[strings.LastIndex(w.owner.path, "/")+1:]
	st := w.state()
	old, again := st.Campaigns[w.campaign], st.Campaigns[id]
	if again.Closed || again.Settings.ClonedFrom != w.campaign || again.Settings.Win != 4 || len(again.Settings.HouseRules) != 1 || len(st.RostersOf(id)) != 0 || len(st.BattlesOf(id)) != 0 {
		t.Errorf("again: %+v", again.Settings)
	}
	for i, r := range again.Map.Regions {
		if r.Owner != "" || r.Name != old.Map.Regions[i].Name {
			t.Fatalf("region %+v of %+v", r, old.Map.Regions[i])
		}
	}
	w.owner.get("/clubs/"+w.id+"/campaigns/"+id+"/rules").want(200, "Reprise de", "Les Marches de Sarle", "Froid")
}
