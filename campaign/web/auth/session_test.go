package auth_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// sessionSecret returns the session cookie of a reader.
func sessionSecret(r *webtest.Browser) string {
	u, _ := url.Parse(r.Base)
	for _, c := range r.Client.Jar.Cookies(u) {
		if c.Name == "session" {
			return c.Value
		}
	}
	return ""
}

// copySession returns another browser with the same session cookie, such as a thief's.
func copySession(w *webtest.TestSite, of *webtest.Browser) *webtest.Browser {
	r := w.Browser()
	u, _ := url.Parse(r.Base)
	r.Client.Jar.SetCookies(u, []*http.Cookie{{Name: "session", Value: sessionSecret(of), Path: "/"}})
	return r
}

// TestSecretsAreRenewed: a session that gains rights gets a new secret, and the old secret becomes invalid.
func TestSecretsAreRenewed(t *testing.T) {
	w := webtest.NewClubFixture(t)
	thief, before := copySession(w.TestSite, w.Player), sessionSecret(w.Player)
	w.Player.Get("/clubs/" + w.ID + "/me").Want(200)
	if sessionSecret(w.Player) != before {
		t.Fatal("renewed without a reason")
	}
	w.Owner.Get("/clubs/"+w.ID+"/members").Get(w.Owner.Link("Inès")).Submit(strings.TrimPrefix(w.Owner.Path, ""), "role", "organiser").Want(200)
	w.Player.Get("/clubs/" + w.ID + "/settings").Want(200)
	if after := sessionSecret(w.Player); after == before || after == "" {
		t.Fatalf("the secret is still %q", after)
	}
	w.Advance(2 * time.Minute)
	thief.Get("/clubs/"+w.ID+"/settings").Want(200, "Lien ou code")
	w.Player.Get("/clubs/" + w.ID + "/settings").Want(200)
	if strings.Contains(w.Player.Path, "sign-in") {
		t.Error("the member was thrown out")
	}
}

// TestSignOutEverywhere: a member ends all their sessions and unused links, and nobody else's.
func TestSignOutEverywhere(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get("/clubs/" + w.ID + "/me").Submit("/link").Want(200)
	address := w.Player.Page.Find("#address").AttrOr("value", "")
	code := address[strings.LastIndex(address, "/")+1:]
	second := w.Browser()
	if trySecret(second, code) != 200 {
		t.Fatal("the second phone")
	}
	w.Player.Get("/clubs/" + w.ID + "/me").Submit("/link").Want(200)
	address = w.Player.Page.Find("#address").AttrOr("value", "")
	code = address[strings.LastIndex(address, "/")+1:]
	copied := copySession(w.TestSite, w.Player)
	w.Player.Get("/clubs/"+w.ID+"/me").Want(200, "Entrées des derniers mois", "par une invitation", "par un lien que vous aviez fait").
		Submit("/sessions/end").Want(200, "Vous êtes déconnecté de tous vos appareils")
	for name, r := range map[string]*webtest.Browser{"this phone": w.Player, "the second": second, "a copy": copied} {
		if r.Get("/clubs/" + w.ID + "/me"); !strings.HasPrefix(r.Path, "/sign-in") {
			t.Errorf("%s is still in: %s", name, r.Path)
		}
	}
	if status := trySecret(w.Browser(), code); status != http.StatusUnauthorized {
		t.Errorf("a link of before still opens: %d", status)
	}
	w.Owner.Get("/clubs/" + w.ID + "/me").Want(200)
	// The owner makes a link for her. She sees who made it, and that the earlier sessions have ended.
	w.Owner.Get("/clubs/" + w.ID + "/members").Get(w.Owner.Link("Inès")).Submit("/link").Want(200)
	address = w.Owner.Page.Find("#address").AttrOr("value", "")
	if trySecret(w.Player, address[strings.LastIndex(address, "/")+1:]) != 200 {
		t.Fatal("the new link")
	}
	w.Player.Get("/clubs/"+w.ID+"/me").Want(200, "par un lien fait par Camille", "Terminée le")
	w.Owner.Get("/clubs/"+w.ID+"/members").Get(w.Owner.Link("Inès")).Want(200).WantNot("the owner sees another's entries", "Entrées des derniers mois")
}

// TestSessionsEnd: a session ends after thirty days without use, and in any case after ninety.
func TestSessionsEnd(t *testing.T) {
	w := webtest.NewClubFixture(t)
	for day := 0; day < 90; day += 10 {
		w.Player.Get("/clubs/" + w.ID + "/me").Want(200)
		if strings.HasPrefix(w.Player.Path, "/sign-in") {
			t.Fatalf("out after %d days", day)
		}
		w.Advance(10 * 24 * time.Hour)
	}
	for name, r := range map[string]*webtest.Browser{"used for 90 days": w.Player, "unused": w.Owner} {
		if r.Get("/clubs/" + w.ID + "/me"); !strings.HasPrefix(r.Path, "/sign-in") {
			t.Errorf("%s: still in", name)
		}
	}
}

// TestCookies: scripts cannot read the cookies, other sites cannot send them, and under HTTPS they are sent over HTTPS only.
func TestCookies(t *testing.T) {
	w := webtest.NewTestSite(t)
	for _, secure := range []bool{false, true} {
		r := w.Browser()
		req, _ := http.NewRequest(http.MethodGet, w.Server.URL+"/clubs/new", nil)
		if secure {
			req.Header.Set("X-Forwarded-Proto", "https")
		}
		r.Do(req)
		header := r.Header.Values("Set-Cookie")
		token := r.Page.Find("input[name=_csrf]").AttrOr("value", "")
		r.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		more := []string{}
		if secure {
			more = append(more, "X-Forwarded-Proto", "https", "Cookie", "seed="+token)
		}
		r.Post("/clubs", url.Values{"_csrf": {token}, "name": {"Club"}, "owner": {"Anne"}}, more...)
		header = append(header, r.Header.Values("Set-Cookie")...)
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
			t.Errorf("no session among %v (%d)", header, r.Status)
		}
		if r.Header.Get("Strict-Transport-Security") != "" != secure {
			t.Errorf("HTTPS %v: Strict-Transport-Security %q", secure, r.Header.Get("Strict-Transport-Security"))
		}
	}
}

// TestAccount: a member downloads everything that the club stores about them, and is then forgotten. Their name is gone from
// every page and from earlier states, while acts, results and everybody else's state stay.
func TestAccount(t *testing.T) {
	w := webtest.NewClubFixture(t)
	battle := w.PlayBattle(1, 1, 0, 3)
	w.Player.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", "La nuit", "text", "Nous étions là.").Want(200)
	w.Player.Get("/clubs/" + w.ID + "/me").Want(200)
	own := w.Player.Path
	var account struct {
		Format, Name string
		Acts         []struct{ Kind string }
		SignIns      []struct{ How string } `json:"sign_ins"`
	}
	body := w.Player.Get(own + "/account").Body
	if err := json.Unmarshal([]byte(body), &account); err != nil || account.Name != "Inès" || len(account.Acts) < 3 || len(account.SignIns) != 1 {
		t.Errorf("the account: %v\n%s", err, body)
	}
	if strings.Contains(body, campaign.HashToken(sessionSecret(w.Player))) || strings.Contains(body, sessionSecret(w.Player)) {
		t.Error("the account contains a secret")
	}
	w.Owner.Get(own + "/account").Want(404)
	before := w.State()
	w.Player.Get(own).Submit("/forget").Want(422, "Cochez la case")
	w.Player.Get(own).Submit("/forget", "sure", "yes").Want(200, "Le compte est effacé")
	after := w.State()
	for i, a := range before.Acts {
		if after.Acts[i].Hash != a.Hash {
			t.Fatalf("act %d was changed", a.No)
		}
	}
	if after.No != before.No+1 || after.Battles[battle].Status != campaign.Final || len(after.Stories) != 1 {
		t.Errorf("after: act %d, %s, %d stories", after.No, after.Battles[battle].Status, len(after.Stories))
	}
	past, err := w.Service.StateAt(t.Context(), w.ID, before.No)
	if err != nil || past.Members[own[strings.LastIndex(own, "/")+1:]].Name != "Ancien joueur" {
		t.Errorf("the past remembers: %v", err)
	}
	for _, page := range []string{"/clubs/" + w.ID, "/clubs/" + w.ID + "/members", own, w.CampaignPath(""), w.CampaignPath("/standings"), w.CampaignPath("/chronicle"), w.CampaignPath("/rosters"),
		w.CampaignPath("/battles"), "/clubs/" + w.ID + "/battles/" + battle, "/clubs/" + w.ID + "/rosters/" + w.PlayerSide} {
		if w.Owner.Get(page); w.Owner.Status != 200 || strings.Contains(w.Owner.Body, "Inès") {
			t.Errorf("%s: %d, remembers: %v", page, w.Owner.Status, strings.Contains(w.Owner.Body, "Inès"))
		}
	}
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "Ancien joueur", "La nuit")
	if w.Player.Get("/clubs/" + w.ID + "/me"); !strings.HasPrefix(w.Player.Path, "/sign-in") {
		t.Error("the forgotten are still in")
	}
	// Neither a new name nor a void brings the name back.
	owner := campaign.Actor{Member: after.Rosters[w.OwnerSide].Member}
	gone := after.Rosters[w.PlayerSide].Member
	_, err = w.Service.Do(t.Context(), owner, w.ID, "again", campaign.ActRequest{Body: campaign.EditMember{Member: gone, Name: "Inès", Role: campaign.Player}})
	if err == nil {
		t.Error("renamed")
	}
	if _, err = w.Service.Void(t.Context(), owner, w.ID, "void", []int64{after.No}, "why not"); campaign.CodeOf(err) != campaign.Conflict {
		t.Errorf("voided: %v", err)
	}
	// The only owner cannot leave: a club keeps an owner.
	w.Owner.Get("/clubs/"+w.ID+"/me").Submit("/forget", "sure", "yes").Want(409)
	if wrong, err := w.Service.Check(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("check: %v %v", wrong, err)
	}
}
