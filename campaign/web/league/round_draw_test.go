package league_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// TestDrawRound draws a round, requests a pairing, starts the round, and finds on every page how it was drawn.
func TestDrawRound(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/draw")).Want(200, "Apparier une ronde", "Rien à redire")
	if got := w.Owner.Page.Find(".drawn li").Length(); got != 1 {
		t.Fatalf("%d pairings are proposed, want 1", got)
	}
	w.Player.Get(w.CampaignPath("/draw")).Want(403)

	w.Owner.Get(w.CampaignPath("/draw?round=neuf")).Want(422, "Un nombre entier")
	w.Owner.WantValue("#round", "neuf")
	w.Owner.Get(w.CampaignPath("/draw?method=loterie")).Want(200)
	w.Owner.Get(w.CampaignPath("/draw?a0="+w.OwnerSide+"&b0="+w.OwnerSide)).Want(422, "n’est pas libre")
	w.Owner.Get(w.CampaignPath("/draw?round=2&a0="+w.OwnerSide)).Want(200, "Choix de l’organisation", "Exempt")
	if text := w.Owner.Text(".drawn ~ form .btn"); strings.Contains(text, ": 2 batailles") {
		t.Errorf("a bye is counted as a battle: %s", text)
	}

	w.Owner.Get(w.CampaignPath("/draw?round=1&seed=7")).Submit("/draw", "deadline", "demain").Want(422)
	w.Owner.WantValue("#deadline", "demain")
	form := w.Owner.Page
	for range 2 { // a double tap
		w.Owner.Page = form
		w.Owner.Submit("/draw", "deadline", "2026-12-24T20:00").Want(200, "La ronde est lancée")
	}
	st := w.State()
	battles := st.BattlesOf(w.Campaign)
	if len(battles) != 1 || battles[0].DrawInfo == nil || battles[0].DrawInfo.Seed != 7 || battles[0].Round != 1 || battles[0].Number != 1 {
		t.Fatalf("battles: %+v", battles)
	}
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "lance la ronde 1", "Système suisse")
	w.Owner.Get(w.CampaignPath("/draw?round=1")).Want(200, "Personne n’est libre")

	report := "/clubs/" + w.ID + "/battles/" + battles[0].ID + "/report"
	w.Owner.Get(report).Submit("/report", "winner", "0")
	w.Player.Get(report).Submit("/confirm")
	w.Player.Get("/clubs/"+w.ID+"/battles/"+battles[0].ID).Want(200, "Appariement", "Rien à redire")
	w.Owner.Get(w.CampaignPath("/draw?round=2")).Want(200, "déjà rencontrés 1 fois", "écart de 3 points").WantNot("a phrase is missing", "⟨")
	if _, err := st.Draw(w.Campaign, 2, campaign.RoundRobin, nil, 1); err != nil {
		t.Error(err)
	}
}
