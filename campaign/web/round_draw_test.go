package web_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestDrawRound has a round proposed, wishes for a game, starts it, and finds on every page what it was.
func TestDrawRound(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/draw")).want(200, "Apparier une ronde", "Rien à redire")
	if got := w.owner.page.Find(".drawn li").Length(); got != 1 {
		t.Fatalf("%d pairings are proposed, want 1", got)
	}
	w.player.get(w.campaignPath("/draw")).want(403)

	w.owner.get(w.campaignPath("/draw?round=neuf")).want(422, "Un nombre entier")
	if got := w.owner.page.Find("#round").AttrOr("value", ""); got != "neuf" {
		t.Errorf("the round came back as %q", got)
	}
	w.owner.get(w.campaignPath("/draw?method=loterie")).want(200)
	w.owner.get(w.campaignPath("/draw?a0="+w.ownerSide+"&b0="+w.ownerSide)).want(422, "n’est pas libre")
	w.owner.get(w.campaignPath("/draw?round=2&a0="+w.ownerSide)).want(200, "Choix de l’organisation", "Exempt")
	if text := w.owner.text(".drawn ~ form .btn"); strings.Contains(text, ": 2 batailles") {
		t.Errorf("a bye is counted as a battle: %s", text)
	}

	w.owner.get(w.campaignPath("/draw?round=1&seed=7")).submit("/draw", "deadline", "demain").want(422)
	if got := w.owner.page.Find("#deadline").AttrOr("value", ""); got != "demain" {
		t.Errorf("the deadline came back as %q", got)
	}
	form := w.owner.page
	for range 2 { // an impatient finger
		w.owner.page = form
		w.owner.submit("/draw", "deadline", "2026-12-24T20:00").want(200, "La ronde est lancée")
	}
	st, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	battles := st.BattlesOf(w.campaign)
	if len(battles) != 1 || battles[0].DrawInfo == nil || battles[0].DrawInfo.Seed != 7 || battles[0].Round != 1 || battles[0].Number != 1 {
		t.Fatalf("battles: %+v", battles)
	}
	w.player.get(w.campaignPath("/chronicle")).want(200, "lance la ronde 1", "Système suisse")
	w.owner.get(w.campaignPath("/draw?round=1")).want(200, "Personne n’est libre")

	report := "/clubs/" + w.id + "/battles/" + battles[0].ID + "/report"
	w.owner.get(report).submit("/report", "winner", "0")
	w.player.get(report).submit("/confirm")
	w.player.get("/clubs/"+w.id+"/battles/"+battles[0].ID).want(200, "Appariement", "Rien à redire")
	w.owner.get(w.campaignPath("/draw?round=2")).want(200, "déjà rencontrés 1 fois", "écart de 3 points")
	if strings.Contains(w.owner.body, "⟨") {
		t.Error("a phrase is missing")
	}
	if _, err := st.Draw(w.campaign, 2, campaign.RoundRobin, nil, 1); err != nil {
		t.Error(err)
	}
}
