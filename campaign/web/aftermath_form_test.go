package web_test

import (
	"fmt"
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestAftermathByHand tells the aftermath of fifteen units on one screen in at most
// twelve taps; sent twice it counts once, voided it is taken back, and an arbiter may
// tell it for a side that is away.
func TestAftermathByHand(t *testing.T) {
	w := newClubFixture(t)
	w.addUnits(w.playerSide)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "aftermath", "yes").want(200)
	id := w.scheduleBattle()
	base := "/clubs/" + w.id + "/battles/" + id
	w.player.get(base + "/aftermath").want(409)
	w.owner.get(base+"/report").submit("/report", "winner", "1", "score0", "2", "score1", "7")
	w.player.get(base + "/report").submit("/confirm")
	w.player.get(base).get(w.player.link("Les suites, à la main")).want(200, "Lame 14")
	checkPhrases(t, w.player)
	if got := w.player.page.Find(".effect-fields li").Length(); got != 15 {
		t.Fatalf("%d units on the screen", got)
	}
	w.player.submit("/aftermath", "xp1-3", "many").want(422, "nombre")
	if got := w.player.page.Find("#xp1-3").AttrOr("value", ""); got != "many" {
		t.Errorf("the field came back as %q", got)
	}
	w.player.get(base + "/aftermath")
	described := []string{"kills1-0", "2", "kills1-4", "1", "kills1-7", "1", "xp1-0", "3", "scar1-2", "Genou brisé", "lost1-9", "yes", "all1", "1", "gain1", "5"}
	if taps := len(described)/2 + 1; taps > 12 {
		t.Errorf("%d taps", taps)
	}
	form := w.player.page
	before := w.state().No
	for range 2 {
		w.player.page = form
		w.player.submit("/aftermath", described...).want(200)
	}
	st := w.state()
	if st.No != before+1 || st.Battles[id].Status != campaign.Confirmed {
		t.Fatalf("%d acts, the battle is %s", st.No-before, st.Battles[id].Status)
	}
	w.owner.get(base + "/aftermath").want(200)
	if got := w.owner.page.Find(".effect-fields").Length(); got != 1 {
		t.Errorf("%d sides are left to tell", got)
	}
	w.owner.get(base).submit("/aftermath").want(200)
	st = w.state()
	r := st.Rosters[w.playerSide]
	if rec := r.Records["u0"]; st.Battles[id].Status != campaign.Final || rec.Kills != 2 || rec.Experience != 3 || r.Records["u1"].Experience != 1 || !r.Lost("u9") || r.Records["u9"].Experience != 0 ||
		len(r.Records["u2"].Scars) != 1 || r.Resources["glory"] != 5 {
		t.Errorf("after it: %+v, %v", rec, r.Resources)
	}
	w.player.get(base).want(200, "genou brisé")
	w.owner.get("/clubs/"+w.id+"/arbiter/void?act="+fmt.Sprint(before+1)).submit("battle=", "why", "mal compté").want(200)
	st = w.state()
	if r := st.Rosters[w.playerSide]; st.Battles[id].Status != campaign.Confirmed || r.Records["u0"].Kills != 0 || r.Lost("u9") || r.Resources["glory"] != 0 {
		t.Errorf("taken back: %+v", r.Records["u0"])
	}

	judge := w.newMember("arbiter", "Juge")
	judge.get(base + "/aftermath").want(200)
	if got := judge.page.Find(".effect-fields li").Length(); got != 15 {
		t.Errorf("the arbiter sees %d units of the side that is left", got)
	}
	judge.get(base+"/aftermath?seat=1").submit("/aftermath", "kills1-0", "4").want(200)
	if st := w.state(); st.Battles[id].Status != campaign.Final || st.Rosters[w.playerSide].Records["u0"].Kills != 4 {
		t.Errorf("told by the arbiter: %s", st.Battles[id].Status)
	}
}

// TestReportTellsDeeds: where no aftermath follows, the report of each side tells what happened to its units.
func TestReportWithEffects(t *testing.T) {
	w := newClubFixture(t)
	w.addUnits(w.playerSide)
	id := w.scheduleBattle()
	report := "/clubs/" + w.id + "/battles/" + id + "/report"
	w.player.get(report).want(200, "Ce qui est arrivé aux unités")
	checkPhrases(t, w.player)
	w.player.submit("/report", "winner", "1", "score0", "2", "score1", "7", "kills1-2", "x").want(422, "nombre")
	w.player.submit("/report", "kills1-2", "3", "lost1-4", "yes").want(200)
	w.owner.get(report).submit("/report", "winner", "1", "score0", "2", "score1", "7", "xp0-0", "2").want(200)
	st := w.state()
	mine := st.Rosters[w.ownerSide]
	if r := st.Rosters[w.playerSide]; st.Battles[id].Status != campaign.Final || r.Records["u2"].Kills != 3 || !r.Lost("u4") || mine.Records[mine.List.Units[0].ID].Experience != 2 {
		t.Errorf("%s: %+v", st.Battles[id].Status, r.Records)
	}
	if strings.Contains(w.owner.body, "⟨") {
		t.Error("a phrase is missing")
	}
}
