package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
)

// secretOf is the session cookie of a reader.
func sessionSecret(r *browser) string {
	u, _ := url.Parse(r.base)
	for _, c := range r.client.Jar.Cookies(u) {
		if c.Name == "session" {
			return c.Value
		}
	}
	return ""
}

// twin is another browser that holds the same secret: a thief, or a copy.
func copySession(w *testSite, of *browser) *browser {
	r := w.browser()
	u, _ := url.Parse(r.base)
	r.client.Jar.SetCookies(u, []*http.Cookie{{Name: "session", Value: sessionSecret(of), Path: "/"}})
	return r
}

// TestSecretsAreRenewed: a session that may do more than before goes on under another secret, and the old one ends.
func TestSecretsAreRenewed(t *testing.T) {
	w := newClubFixture(t)
	thief, before := copySession(w.testSite, w.player), sessionSecret(w.player)
	w.player.get("/clubs/" + w.id + "/me").want(200)
	if sessionSecret(w.player) != before {
		t.Fatal("renewed without a reason")
	}
	w.owner.get("/clubs/"+w.id+"/members").get(w.owner.link("Inès")).submit(strings.TrimPrefix(w.owner.path, ""), "role", "organiser").want(200)
	w.player.get("/clubs/" + w.id + "/settings").want(200)
	if after := sessionSecret(w.player); after == before || after == "" {
		t.Fatalf("the secret is still %q", after)
	}
	w.advance(2 * time.Minute)
	thief.get("/clubs/"+w.id+"/settings").want(200, "Lien ou code")
	w.player.get("/clubs/" + w.id + "/settings").want(200)
	if strings.Contains(w.player.path, "sign-in") {
		t.Error("the member was thrown out")
	}
}

// TestSignOutEverywhere ends all browsers of a member and the links nobody has used, and nobody else's.
func TestSignOutEverywhere(t *testing.T) {
	w := newClubFixture(t)
	w.player.get("/clubs/" + w.id + "/me").submit("/link").want(200)
	address := w.player.page.Find("#address").AttrOr("value", "")
	code := address[strings.LastIndex(address, "/")+1:]
	second := w.browser()
	if trySecret(second, code) != 200 {
		t.Fatal("the second phone")
	}
	w.player.get("/clubs/" + w.id + "/me").submit("/link").want(200)
	address = w.player.page.Find("#address").AttrOr("value", "")
	code = address[strings.LastIndex(address, "/")+1:]
	copied := copySession(w.testSite, w.player)
	w.player.get("/clubs/"+w.id+"/me").want(200, "Entrées des derniers mois", "par une invitation", "par un lien que vous aviez fait").
		submit("/sessions/end").want(200, "Vous êtes déconnecté de tous vos appareils")
	for name, r := range map[string]*browser{"this phone": w.player, "the second": second, "a copy": copied} {
		if r.get("/clubs/" + w.id + "/me"); !strings.HasPrefix(r.path, "/sign-in") {
			t.Errorf("%s is still in: %s", name, r.path)
		}
	}
	if status := trySecret(w.browser(), code); status != http.StatusUnauthorized {
		t.Errorf("a link of before still opens: %d", status)
	}
	w.owner.get("/clubs/" + w.id + "/me").want(200)
	// The owner lets her in again, and she sees by whom, and that what was is over.
	w.owner.get("/clubs/" + w.id + "/members").get(w.owner.link("Inès")).submit("/link").want(200)
	address = w.owner.page.Find("#address").AttrOr("value", "")
	if trySecret(w.player, address[strings.LastIndex(address, "/")+1:]) != 200 {
		t.Fatal("the new link")
	}
	w.player.get("/clubs/"+w.id+"/me").want(200, "par un lien fait par Camille", "Terminée le")
	w.owner.get("/clubs/" + w.id + "/members").get(w.owner.link("Inès")).want(200)
	if strings.Contains(w.owner.body, "Entrées des derniers mois") {
		t.Error("the owner sees another's entries")
	}
}

// TestSessionsEnd: thirty days unused, ninety in any case.
func TestSessionsEnd(t *testing.T) {
	w := newClubFixture(t)
	for day := 0; day < 90; day += 10 {
		w.player.get("/clubs/" + w.id + "/me").want(200)
		if strings.HasPrefix(w.player.path, "/sign-in") {
			t.Fatalf("out after %d days", day)
		}
		w.advance(10 * 24 * time.Hour)
	}
	for name, r := range map[string]*browser{"used for 90 days": w.player, "unused": w.owner} {
		if r.get("/clubs/" + w.id + "/me"); !strings.HasPrefix(r.path, "/sign-in") {
			t.Errorf("%s: still in", name)
		}
	}
}

// TestCookies: scripts cannot read them, other sites cannot send them along, and under HTTPS nothing else carries them.
func TestCookies(t *testing.T) {
	w := newTestSite(t)
	for _, secure := range []bool{false, true} {
		r := w.browser()
		req, _ := http.NewRequest(http.MethodGet, w.server.URL+"/clubs/new", nil)
		if secure {
			req.Header.Set("X-Forwarded-Proto", "https")
		}
		r.do(req)
		header := r.header.Values("Set-Cookie")
		token := r.page.Find("input[name=_csrf]").AttrOr("value", "")
		r.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		more := []string{}
		if secure {
			more = append(more, "X-Forwarded-Proto", "https", "Cookie", "seed="+token)
		}
		r.post("/clubs", url.Values{"_csrf": {token}, "name": {"Club"}, "owner": {"Anne"}}, more...)
		header = append(header, r.header.Values("Set-Cookie")...)
		session := false
		for _, c := range header {
			session = session || strings.HasPrefix(c, "session=")
			for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/"} {
				if !strings.Contains(c, want) {
					t.Errorf("no %s in %s", want, c)
				}
			}
			if strings.Contains(c, "Secure") != secure || strings.Contains(c, "Domain") {
				t.Errorf("HTTPS %v: %s", secure, c)
			}
		}
		if !session {
			t.Errorf("no session among %v (%d)", header, r.status)
		}
		if r.header.Get("Strict-Transport-Security") != "" != secure {
			t.Errorf("HTTPS %v: Strict-Transport-Security %q", secure, r.header.Get("Strict-Transport-Security"))
		}
	}
}

// TestAccount: a member takes along what the club keeps of them, and is forgotten: the name is gone from every page, now and
// in the past, while acts, results and the state of everybody else stay.
func TestAccount(t *testing.T) {
	w := newClubFixture(t)
	battle := w.playBattle(1, 1, 0, 3)
	w.player.get(w.campaignPath("/stories/new")).submit("/stories", "title", "La nuit", "text", "Nous étions là.").want(200)
	w.player.get("/clubs/" + w.id + "/me").want(200)
	own := w.player.path
	var account struct {
		Format, Name string
		Acts         []struct{ Kind string }
		SignIns      []struct{ How string } `json:"sign_ins"`
	}
	body := w.player.get(own + "/account").body
	if err := json.Unmarshal([]byte(body), &account); err != nil || account.Name != "Inès" || len(account.Acts) < 3 || len(account.SignIns) != 1 {
		t.Errorf("the account: %v\n%s", err, body)
	}
	if strings.Contains(body, campaign.HashToken(sessionSecret(w.player))) || strings.Contains(body, sessionSecret(w.player)) {
		t.Error("the account tells a secret")
	}
	w.owner.get(own + "/account").want(404)
	before, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	w.player.get(own).submit("/forget").want(422, "Cochez la case")
	w.player.get(own).submit("/forget", "sure", "yes").want(200, "Le compte est effacé")
	after, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range before.Acts {
		if after.Acts[i].Hash != a.Hash {
			t.Fatalf("act %d was changed", a.No)
		}
	}
	if after.No != before.No+1 || after.Battles[battle].Status != campaign.Final || len(after.Stories) != 1 {
		t.Errorf("after: act %d, %s, %d stories", after.No, after.Battles[battle].Status, len(after.Stories))
	}
	past, err := w.service.StateAt(t.Context(), w.id, before.No)
	if err != nil || past.Members[own[strings.LastIndex(own, "/")+1:]].Name != "Ancien joueur" {
		t.Errorf("the past remembers: %v", err)
	}
	for _, page := range []string{"/clubs/" + w.id, "/clubs/" + w.id + "/members", own, w.campaignPath(""), w.campaignPath("/standings"), w.campaignPath("/chronicle"), w.campaignPath("/rosters"),
		w.campaignPath("/battles"), "/clubs/" + w.id + "/battles/" + battle, "/clubs/" + w.id + "/rosters/" + w.playerSide} {
		if w.owner.get(page); w.owner.status != 200 || strings.Contains(w.owner.body, "Inès") {
			t.Errorf("%s: %d, remembers: %v", page, w.owner.status, strings.Contains(w.owner.body, "Inès"))
		}
	}
	w.owner.get(w.campaignPath("/chronicle")).want(200, "Ancien joueur", "La nuit")
	if w.player.get("/clubs/" + w.id + "/me"); !strings.HasPrefix(w.player.path, "/sign-in") {
		t.Error("the forgotten are still in")
	}
	// Neither renaming nor voiding brings the name back.
	owner := campaign.Actor{Member: after.Rosters[w.ownerSide].Member}
	gone := after.Rosters[w.playerSide].Member
	_, err = w.service.Do(t.Context(), owner, w.id, "again", campaign.ActRequest{Body: campaign.EditMember{Member: gone, Name: "Inès", Role: campaign.Player}})
	if err == nil {
		t.Error("renamed")
	}
	if _, err = w.service.Void(t.Context(), owner, w.id, "void", []int64{after.No}, "why not"); campaign.CodeOf(err) != campaign.Conflict {
		t.Errorf("voided: %v", err)
	}
	// The only owner cannot go: a club keeps one.
	w.owner.get("/clubs/"+w.id+"/me").submit("/forget", "sure", "yes").want(409)
	if wrong, err := w.service.Check(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("check: %v %v", wrong, err)
	}
}
