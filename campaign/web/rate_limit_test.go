package web_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"oriflamme/campaign/web"
)

// guess tries a secret at the door.
func trySecret(r *browser, code string, header ...string) int {
	r.t.Helper()
	token := r.get("/sign-in").page.Find("input[name=_csrf]").AttrOr("value", "")
	return r.post("/enter", url.Values{"_csrf": {token}, "code": {code}}, header...).status
}

// TestWrongSecretsAreCounted: who guesses is stopped; whoever has a right link enters all the same, from the same address.
func TestWrongSecretsAreCounted(t *testing.T) {
	w := newClubFixture(t)
	thief, wrong := w.browser(), 0
	for trySecret(thief, "GUESS") == http.StatusUnauthorized {
		if wrong++; wrong > 40 {
			t.Fatal("forty guesses in a row were heard")
		}
	}
	thief.want(429, "Trop d’essais")
	if thief.header.Get("Retry-After") == "" {
		t.Error("nobody says when to come back")
	}
	if thief.get("/join/GUESS").status != 429 {
		t.Errorf("an invitation is guessed on: %d", thief.status)
	}
	req, _ := http.NewRequest(http.MethodGet, w.server.URL+"/api/v1/clubs/"+w.id, nil)
	req.Header.Set("Authorization", "Bearer GUESS")
	if thief.do(req).status != 429 {
		t.Errorf("a key is guessed on: %d", thief.status)
	}
	thief.get("/").want(200)
	// The club, behind the same address, goes in and out.
	w.owner.get("/clubs/" + w.id + "/members").get(w.owner.link("Inès")).submit("/link").want(200)
	address := w.owner.page.Find("#address").AttrOr("value", "")
	phone := w.browser()
	if status := trySecret(phone, address[strings.LastIndex(address, "/")+1:]); status != 200 || !strings.Contains(phone.path, w.id) {
		t.Errorf("a right link after many wrong ones: %d at %s", status, phone.path)
	}
	w.owner.get("/clubs/" + w.id + "/invite").submit("/invite").want(200)
	address = w.owner.page.Find("#address").AttrOr("value", "")
	w.browser().get(strings.TrimPrefix(address, w.server.URL)).submit(address[strings.Index(address, "/join/"):], "name", "Basile").want(200, "Bienvenue")
}

// TestProxies: who a request says it comes from counts only when a trusted proxy says so.
func TestProxies(t *testing.T) {
	for _, c := range []struct {
		name      string
		proxies   []netip.Prefix
		addresses [2]string
		apart     bool
	}{
		{"no proxy is trusted", nil, [2]string{"198.51.100.1", "198.51.100.2"}, false},
		{"another proxy is trusted", []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, [2]string{"198.51.100.1", "198.51.100.2"}, false},
		{"this proxy is trusted", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, [2]string{"198.51.100.1", "198.51.100.2"}, true},
		{"one network of IPv6 is one visitor", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, [2]string{"2001:db8::1", "2001:db8::2"}, false},
		{"two networks of IPv6 are two", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, [2]string{"2001:db8::1", "2001:db8:0:1::1"}, true},
		{"what stands before the proxy's own word is not believed", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
			[2]string{"198.51.100.1, 198.51.100.9", "198.51.100.2, 198.51.100.9"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTestSiteWith(t, func(config *web.Config) { config.Proxies = c.proxies })
			thief, other := w.browser(), w.browser()
			for i := 0; trySecret(thief, "GUESS", "X-Forwarded-For", c.addresses[0]) != http.StatusTooManyRequests; i++ {
				if i > 40 {
					t.Fatal("never stopped")
				}
			}
			status := trySecret(other, "GUESS", "X-Forwarded-For", c.addresses[1])
			if apart := status == http.StatusUnauthorized; apart != c.apart {
				t.Errorf("the other visitor gets %d", status)
			}
		})
	}
}

// TestLinksAreCounted: one member cannot flood the club with links; the others still make theirs.
func TestLinksAreCounted(t *testing.T) {
	w := newClubFixture(t)
	w.player.get("/clubs/" + w.id + "/me")
	token, link := csrfOf(w.player), w.player.path+"/link"
	made := 0
	for w.player.post(link, url.Values{"_csrf": {token}}).status == http.StatusOK {
		if made++; made > 100 {
			t.Fatal("a hundred links")
		}
	}
	w.player.want(429)
	if made < 10 {
		t.Errorf("only %d links", made)
	}
	w.owner.get("/clubs/" + w.id + "/invite").submit("/invite").want(200)
}

// TestClubsAreCounted: nobody founds them by the dozen; a form that is refused does not count.
func TestClubsAreCounted(t *testing.T) {
	w := newTestSite(t)
	r := w.browser()
	for range 30 {
		r.get("/clubs/new").submit("/clubs", "name", "", "owner", "").want(422)
	}
	made := 0
	for r.get("/clubs/new").submit("/clubs", "name", "Club", "owner", "Anne").status == http.StatusOK {
		if made++; made > 50 {
			t.Fatal("fifty clubs")
		}
	}
	r.want(429)
}
