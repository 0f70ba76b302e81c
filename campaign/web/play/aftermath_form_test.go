package play_test

import (
	"fmt"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// TestAftermathByHand enters the aftermath of fifteen units on one screen in at most twelve taps. Sent twice it counts once, a
// void undoes it, and an arbiter may enter it for a side whose player is away.
func TestAftermathByHand(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.AddUnits(w.PlayerSide)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "aftermath", "yes").Want(200)
	id := w.ScheduleBattle()
	base := "/clubs/" + w.ID + "/battles/" + id
	w.Player.Get(base + "/aftermath").Want(409)
	w.Owner.Get(base+"/report").Submit("/report", "winner", "1", "score0", "2", "score1", "7")
	w.Player.Get(base + "/report").Submit("/confirm")
	w.Player.Get(base).Get(w.Player.Link("Les suites, à la main")).Want(200, "Lame 14")
	webtest.CheckPhrases(t, w.Player)
	if got := w.Player.Page.Find(".effect-fields li").Length(); got != 15 {
		t.Fatalf("%d units on the screen", got)
	}
	w.Player.Submit("/aftermath", "xp1-3", "many").Want(422, "nombre")
	w.Player.WantValue("#xp1-3", "many")
	w.Player.Get(base + "/aftermath")
	described := []string{"kills1-0", "2", "kills1-4", "1", "kills1-7", "1", "xp1-0", "3", "scar1-2", "Genou brisé", "lost1-9", "yes", "all1", "1", "gain1", "5"}
	if taps := len(described)/2 + 1; taps > 12 {
		t.Errorf("%d taps", taps)
	}
	form := w.Player.Page
	before := w.State().No
	for range 2 {
		w.Player.Page = form
		w.Player.Submit("/aftermath", described...).Want(200)
	}
	st := w.State()
	if st.No != before+1 || st.Battles[id].Status != campaign.Confirmed {
		t.Fatalf("%d acts, the battle is %s", st.No-before, st.Battles[id].Status)
	}
	w.Owner.Get(base + "/aftermath").Want(200)
	if got := w.Owner.Page.Find(".effect-fields").Length(); got != 1 {
		t.Errorf("%d sides are left to tell", got)
	}
	w.Owner.Get(base).Submit("/aftermath").Want(200)
	st = w.State()
	r := st.Rosters[w.PlayerSide]
	if rec := r.Records["u0"]; st.Battles[id].Status != campaign.Final || rec.Kills != 2 || rec.Experience != 3 || r.Records["u1"].Experience != 1 || !r.Lost("u9") || r.Records["u9"].Experience != 0 ||
		len(r.Records["u2"].Scars) != 1 || r.Resources["glory"] != 5 {
		t.Errorf("after it: %+v, %v", rec, r.Resources)
	}
	w.Player.Get(base).Want(200, "genou brisé")
	w.Owner.Get("/clubs/"+w.ID+"/arbiter/void?act="+fmt.Sprint(before+1)).Submit("battle=", "why", "mal compté").Want(200)
	st = w.State()
	if r := st.Rosters[w.PlayerSide]; st.Battles[id].Status != campaign.Confirmed || r.Records["u0"].Kills != 0 || r.Lost("u9") || r.Resources["glory"] != 0 {
		t.Errorf("taken back: %+v", r.Records["u0"])
	}

	arbiter := w.NewMember("arbiter", "Juge")
	arbiter.Get(base + "/aftermath").Want(200)
	if got := arbiter.Page.Find(".effect-fields li").Length(); got != 15 {
		t.Errorf("the arbiter sees %d units of the side that is left", got)
	}
	arbiter.Get(base+"/aftermath?seat=1").Submit("/aftermath", "kills1-0", "4").Want(200)
	if st := w.State(); st.Battles[id].Status != campaign.Final || st.Rosters[w.PlayerSide].Records["u0"].Kills != 4 {
		t.Errorf("entered by the arbiter: %s", st.Battles[id].Status)
	}
}

// TestReportWithEffects: if no aftermath follows, the report of each side says what happened to its units.
func TestReportWithEffects(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.AddUnits(w.PlayerSide)
	id := w.ScheduleBattle()
	report := "/clubs/" + w.ID + "/battles/" + id + "/report"
	w.Player.Get(report).Want(200, "Ce qui est arrivé aux unités")
	webtest.CheckPhrases(t, w.Player)
	w.Player.Submit("/report", "winner", "1", "score0", "2", "score1", "7", "kills1-2", "x").Want(422, "nombre")
	w.Player.Submit("/report", "kills1-2", "3", "lost1-4", "yes").Want(200)
	w.Owner.Get(report).Submit("/report", "winner", "1", "score0", "2", "score1", "7", "xp0-0", "2").Want(200)
	st := w.State()
	mine := st.Rosters[w.OwnerSide]
	if r := st.Rosters[w.PlayerSide]; st.Battles[id].Status != campaign.Final || r.Records["u2"].Kills != 3 || !r.Lost("u4") || mine.Records[mine.List.Units[0].ID].Experience != 2 {
		t.Errorf("%s: %+v", st.Battles[id].Status, r.Records)
	}
	w.Owner.WantNot("a phrase is missing", "⟨")
}
