package league_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
)

// TestAwayPage: a player says on the page of their side that they sit a round out, and then that they play after all. The organiser can do it for
// others.
func TestAwayPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	side := "/clubs/" + w.ID + "/rosters/" + w.PlayerSide
	w.Player.Get(side).Get(w.Player.Link("Absent à une ronde")).Want(200, "avant que la ronde soit appariée")
	webtest.CheckPhrases(t, w.Player)
	w.Player.Submit("/away", "round", "x").Want(422, "Un nombre entier")
	w.Player.Post(side+"/away", map[string][]string{"_csrf": {webtest.CSRFOf(w.Player)}, "_key": {"one"}, "round": {"1"}}).Want(200, "Absence notée.", "Absent à la ronde 1.")
	w.Owner.Get(w.CampaignPath("/draw")).Want(200, "Ligue du Sel\u00a0: absent", "Exempt")
	webtest.CheckPhrases(t, w.Owner)
	w.Player.Get(side + "/away")
	w.Player.Submit("/away").Want(200, "vous jouez")
	if strings.Contains(w.Owner.Get(w.CampaignPath("/draw")).Text(".drawn"), "Exempt") {
		t.Error("who comes after all is not paired")
	}
	w.Owner.Get(w.Owner.Link("Noter une absence")).Submit("/absences", "away", w.PlayerSide, "away-round", "1").Want(200, "Absence notée.")
	w.Owner.Get(w.CampaignPath("/draw")).Want(200, "Ligue du Sel\u00a0: absent").Submit("/draw").Want(200)
	w.Player.Get(w.CampaignPath("/battles")).Want(200, "Ligue du Sel\u00a0: absent", "Garde de Hautecombe\u00a0: exempt")
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Ligue du Sel ne jouera pas la ronde 1.")
	w.Player.Get(w.CampaignPath("/pairings")).Want(200, "Absent")
	w.Owner.Get(side).Get(w.Owner.Link("Absent à une ronde")).Want(200, "Absent à la ronde 1.")
	w.Owner.Post(side+"/away", map[string][]string{"_csrf": {webtest.CSRFOf(w.Owner)}, "_key": {"for another"}, "round": {"3"}}).Want(200, "Absence notée.", "Absent à la ronde 3.")
	w.Browser().Get(side+"/away").Want(200, "Lien ou code")
	w.Owner.Lang = "en"
	w.Owner.Get(side+"/away").Want(200, "Away for a round")
	webtest.CheckPhrases(t, w.Owner)
}

// TestLeaveAndComeBack: the page for withdrawing says what becomes of the land. The land is then free, the chronicle and the
// other players are notified, and a button brings the side back with its results.
func TestLeaveAndComeBack(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.PlayBattle(1, 1, 2, 9)
	side := "/clubs/" + w.ID + "/rosters/" + w.PlayerSide
	home := ""
	for _, r := range w.State().Campaigns[w.Campaign].Map.Regions {
		if r.Owner == w.PlayerSide {
			home = r.Name
		}
	}
	w.Player.Get(side).Get(w.Player.Link("Quitter la campagne")).Want(200, "Sa terre devient libre", "On peut réintégrer plus tard")
	webtest.CheckPhrases(t, w.Player)
	w.Player.Submit("/withdraw").Want(200, "N’est plus de la campagne")
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "Ligue du Sel quitte la campagne.", "Désormais sans maître\u00a0: "+home)
	w.Owner.Get("/clubs/"+w.ID+"/inbox").Want(200, "Un départ de la campagne, noté par Inès")
	w.Player.Get(side).Submit("/return").Want(200, "De retour dans la campagne.")
	if r := w.State().Rosters[w.PlayerSide]; r.Retired {
		t.Error("still gone")
	}
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "Ligue du Sel réintègre la campagne.")
	w.Owner.Get(w.CampaignPath("/draw")).Want(200, "Ligue du Sel")
	webtest.CheckPhrases(t, w.Owner)
}

// TestLandThatStays: where an arbiter decides on the land of a withdrawn side, it is not offered as a stake, and an organiser
// frees it with one press.
func TestLandThatStays(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "land_left", "burnt").Want(422)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "land_left", "asked").Want(200)
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "deviennent libres → l’organisation décide")
	var near campaign.Region
	m := w.State().Campaigns[w.Campaign].Map
	for _, r := range m.Regions {
		if r.Owner == w.PlayerSide {
			near = *m.Neighbours(r.ID)[0]
		}
	}
	w.Owner.Get(w.CampaignPath("/conduct")).Submit("/regions", "region", near.ID, "owner", w.OwnerSide, "why-region", "essai").Want(200)
	side := "/clubs/" + w.ID + "/rosters/" + w.PlayerSide
	w.Player.Get(side+"/withdraw").Want(200, "jusqu’à ce que l’organisation décide")
	w.Player.Submit("/withdraw").Want(200)
	var home campaign.Region
	for _, r := range w.State().WithdrawnLand(w.Campaign) {
		home = r
	}
	if w.Owner.Get(w.CampaignPath("/schedule")); strings.Contains(w.Owner.Text("#stake"), home.Name) {
		t.Errorf("%s is offered, and would be refused", home.Name)
	}
	w.Owner.Get("/waiting").Want(200, "Terres de ceux qui sont partis")
	w.Owner.Get(w.CampaignPath("/conduct")).Want(200, home.Name).Submit("/regions/left").Want(200)
	webtest.CheckPhrases(t, w.Owner)
	if len(w.State().WithdrawnLand(w.Campaign)) != 0 {
		t.Error("the land is not free")
	}
	if w.Owner.Get(w.CampaignPath("/schedule")); !strings.Contains(w.Owner.Text("#stake"), home.Name) {
		t.Errorf("%s is free and not offered", home.Name)
	}
}

// TestForfeitPages: the score of a forfeit is a setting that the page of house rules shows, and the battle's page says how it was won.
func TestForfeitPages(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/rules")).Want(200, "Un forfait se compte 800 à 0.")
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "forfeit", "-15").Want(422)
	if w.Owner.Page.Find("details[open] #forfeit[autofocus]").Length() != 1 || w.Owner.Page.Find("main details[open]").Length() != 1 {
		t.Error("the wrong field lies folded away")
	}
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "forfeit", "15", "absence", "1").Want(200)
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "Points d’un forfait\u00a0: 800 → 15", "Points d’une absence\u00a0: 0 → 1")
	act := w.Do(w.OwnerID(), "no hour", campaign.ActRequest{Body: campaign.Schedule{Campaign: w.Campaign, Round: 1, Seats: []campaign.ID{w.OwnerSide, w.PlayerSide}, Attacker: rules.Nobody}})
	id := act.Body.(campaign.Schedule).Battle
	arrange := "/clubs/" + w.ID + "/battles/" + id + "/arrange"
	w.Player.Get(arrange).Want(200, "Déclarer forfait", "Le score du forfait est 15 à 0.", "Aucune heure n’était fixée").Submit("/claims", "what", "no-show", "reason", "Seule à la table.").Want(409, "C’est trop tôt")
	w.SetClock(w.Clock().AddDate(0, 0, 2))
	w.Player.Submit("/claims", "what", "no-show", "reason", "Seule à la table.").Want(200, "Réclamation envoyée")
	w.Owner.Get(arrange).Submit("/answer", "answer", "1", "why", "vu").Want(200)
	b := w.State().Battles[id]
	if b.Result == nil || !b.Result.Forfeit || b.Result.Winner != 1 || b.Result.Scores[1] != 15 {
		t.Fatalf("it ended %+v", b.Result)
	}
	w.Player.Get("/clubs/"+w.ID+"/battles/"+id).Want(200, "Forfait de Garde de Hautecombe")
	webtest.CheckOrder(t, webtest.HistorySteps(w.Player), "Inès signale que la bataille n’a pas eu lieu. … Seule à la table.", "Camille tranche. Victoire par forfait : Ligue du Sel. … vu")
	webtest.CheckPhrases(t, w.Player)
	w.Browser().Get(w.CampaignPath("/battles")).Want(200, "gagne par forfait")
	w.Browser().Get(w.CampaignPath("/standings?why="+w.PlayerSide)).Want(200, "Garde de Hautecombe (forfait")
}
