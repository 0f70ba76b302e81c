package web_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestAwayPage: a player says on their own side's page that they sit a round out, and comes after all; the organiser notes it for others.
func TestAwayPage(t *testing.T) {
	w := newClubFixture(t)
	side := "/clubs/" + w.id + "/rosters/" + w.playerSide
	w.player.get(side).get(w.player.link("Absent à une ronde")).want(200, "avant que la ronde soit appariée")
	checkPhrases(t, w.player)
	w.player.submit("/away", "round", "x").want(422, "Un nombre entier")
	w.player.post(side+"/away", map[string][]string{"_csrf": {csrfOf(w.player)}, "_key": {"one"}, "round": {"1"}}).want(200, "Absence notée.", "Absent à la ronde 1.")
	w.owner.get(w.campaignPath("/draw")).want(200, "Ligue du Sel\u00a0: absent", "Exempt")
	checkPhrases(t, w.owner)
	w.player.get(side + "/away")
	w.player.submit("/away").want(200, "vous jouez")
	if strings.Contains(w.owner.get(w.campaignPath("/draw")).text(".drawn"), "Exempt") {
		t.Error("who comes after all is not paired")
	}
	w.owner.get(w.owner.link("Noter une absence")).submit("/absences", "away", w.playerSide, "away-round", "1").want(200, "Absence notée.")
	w.owner.get(w.campaignPath("/draw")).want(200, "Ligue du Sel\u00a0: absent").submit("/draw").want(200)
	w.player.get(w.campaignPath("/battles")).want(200, "Ligue du Sel\u00a0: absent", "Garde de Hautecombe\u00a0: exempt")
	w.player.get(w.campaignPath("/chronicle")).want(200, "Ligue du Sel ne jouera pas la ronde 1.")
	w.player.get(w.campaignPath("/pairings")).want(200, "Absent")
	w.owner.get(side).get(w.owner.link("Absent à une ronde")).want(200, "Absent à la ronde 1.")
	w.owner.post(side+"/away", map[string][]string{"_csrf": {csrfOf(w.owner)}, "_key": {"for another"}, "round": {"3"}}).want(200, "Absence notée.", "Absent à la ronde 3.")
	w.browser().get(side+"/away").want(200, "Lien ou code")
	w.owner.lang = "en"
	w.owner.get(side+"/away").want(200, "Away for a round")
	checkPhrases(t, w.owner)
}

// TestLeaveAndComeBack: the page of leaving says what becomes of the land; it is free then, the chronicle and the others are
// told; and the side comes back with its results by a button.
func TestLeaveAndComeBack(t *testing.T) {
	w := newClubFixture(t)
	w.playBattle(1, 1, 2, 9)
	side := "/clubs/" + w.id + "/rosters/" + w.playerSide
	home := ""
	for _, r := range w.state().Campaigns[w.campaign].Map.Regions {
		if r.Owner == w.playerSide {
			home = r.Name
		}
	}
	w.player.get(side).get(w.player.link("Quitter la campagne")).want(200, "Sa terre devient libre", "On peut réintégrer plus tard")
	checkPhrases(t, w.player)
	w.player.submit("/withdraw").want(200, "N’est plus de la campagne")
	w.owner.get(w.campaignPath("/chronicle")).want(200, "Ligue du Sel quitte la campagne.", "Désormais sans maître\u00a0: "+home)
	w.owner.get("/clubs/"+w.id+"/inbox").want(200, "Un départ de la campagne, noté par Inès")
	w.player.get(side).submit("/return").want(200, "De retour dans la campagne.")
	if r := w.state().Rosters[w.playerSide]; r.Retired {
		t.Error("still gone")
	}
	w.owner.get(w.campaignPath("/chronicle")).want(200, "Ligue du Sel réintègre la campagne.")
	w.owner.get(w.campaignPath("/draw")).want(200, "Ligue du Sel")
	checkPhrases(t, w.owner)
}

// TestLandThatStays: where the campaign leaves the decision to its organisers, the land is not offered as a stake, and they
// free it with one press.
func TestLandThatStays(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "land_left", "burnt").want(422)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "land_left", "asked").want(200)
	w.owner.get(w.campaignPath("/chronicle")).want(200, "deviennent libres → l’organisation décide")
	var near campaign.Region
	m := w.state().Campaigns[w.campaign].Map
	for _, r := range m.Regions {
		if r.Owner == w.playerSide {
			near = *m.Neighbours(r.ID)[0]
		}
	}
	w.owner.get(w.campaignPath("/conduct")).submit("/regions", "region", near.ID, "owner", w.ownerSide, "why-region", "essai").want(200)
	side := "/clubs/" + w.id + "/rosters/" + w.playerSide
	w.player.get(side+"/withdraw").want(200, "jusqu’à ce que l’organisation décide")
	w.player.submit("/withdraw").want(200)
	var home campaign.Region
	for _, r := range w.state().WithdrawnLand(w.campaign) {
		home = r
	}
	if w.owner.get(w.campaignPath("/schedule")); strings.Contains(w.owner.text("#stake"), home.Name) {
		t.Errorf("%s is offered, and would be refused", home.Name)
	}
	w.owner.get("/waiting").want(200, "Terres de ceux qui sont partis")
	w.owner.get(w.campaignPath("/conduct")).want(200, home.Name).submit("/regions/left").want(200)
	checkPhrases(t, w.owner)
	if len(w.state().WithdrawnLand(w.campaign)) != 0 {
		t.Error("the land is not free")
	}
	if w.owner.get(w.campaignPath("/schedule")); !strings.Contains(w.owner.text("#stake"), home.Name) {
		t.Errorf("%s is free and not offered", home.Name)
	}
}

// TestForfeitPages: the score of a forfeit is a setting that the page of rules says, and the battle's page says how it was won.
func TestForfeitPages(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/rules")).want(200, "Un forfait se compte 800 à 0.")
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "forfeit", "-15").want(422)
	if w.owner.page.Find("details[open] #forfeit[autofocus]").Length() != 1 || w.owner.page.Find("main details[open]").Length() != 1 {
		t.Error("the wrong field lies folded away")
	}
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "forfeit", "15", "absence", "1").want(200)
	w.owner.get(w.campaignPath("/chronicle")).want(200, "Points d’un forfait\u00a0: 800 → 15", "Points d’une absence\u00a0: 0 → 1")
	owner := campaign.Actor{Member: w.state().Rosters[w.ownerSide].Member}
	act, err := w.service.Do(t.Context(), owner, w.id, "no hour", campaign.ActRequest{Body: campaign.Schedule{Campaign: w.campaign, Round: 1, Seats: []campaign.ID{w.ownerSide, w.playerSide}, Attacker: rules.Nobody}})
	if err != nil {
		t.Fatal(err)
	}
	id := act.Body.(campaign.Schedule).Battle
	arrange := "/clubs/" + w.id + "/battles/" + id + "/arrange"
	w.player.get(arrange).want(200, "Déclarer forfait", "Le score du forfait est 15 à 0.", "Aucune heure n’était fixée").submit("/claims", "what", "no-show", "reason", "Seule à la table.").want(409, "C’est trop tôt")
	w.setClock(w.clock().AddDate(0, 0, 2))
	w.player.submit("/claims", "what", "no-show", "reason", "Seule à la table.").want(200, "Réclamation envoyée")
	w.owner.get(arrange).submit("/answer", "answer", "1", "why", "vu").want(200)
	b := w.state().Battles[id]
	if b.Result == nil || !b.Result.Forfeit || b.Result.Winner != 1 || b.Result.Scores[1] != 15 {
		t.Fatalf("it ended %+v", b.Result)
	}
	w.player.get("/clubs/"+w.id+"/battles/"+id).want(200, "Forfait de Garde de Hautecombe")
	checkOrder(t, historySteps(w.player), "Inès signale que la bataille n’a pas eu lieu. … Seule à la table.", "Camille tranche. Victoire par forfait : Ligue du Sel. … vu")
	checkPhrases(t, w.player)
	w.browser().get(w.campaignPath("/battles")).want(200, "gagne par forfait")
	w.browser().get(w.campaignPath("/standings?why="+w.playerSide)).want(200, "Garde de Hautecombe (forfait")
}
