package auth_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
)

// trySecret enters a secret on the sign-in page and returns the status.
func trySecret(r *webtest.Browser, code string, header ...string) int {
	r.T.Helper()
	token := r.Get("/sign-in").Page.Find("input[name=_csrf]").AttrOr("value", "")
	return r.Post("/enter", url.Values{"_csrf": {token}, "code": {code}}, header...).Status
}

// TestWrongSecretsAreCounted: guessing is stopped, while people at the same address with valid links still sign in.
func TestWrongSecretsAreCounted(t *testing.T) {
	w := webtest.NewClubFixture(t)
	thief, wrong := w.Browser(), 0
	for trySecret(thief, "GUESS") == http.StatusUnauthorized {
		if wrong++; wrong > 40 {
			t.Fatal("forty guesses in a row were not stopped")
		}
	}
	thief.Want(429, "Trop d’essais")
	if thief.Header.Get("Retry-After") == "" {
		t.Error("nobody says when to come back")
	}
	if thief.Get("/join/GUESS").Status != 429 {
		t.Errorf("an invitation is guessed on: %d", thief.Status)
	}
	req, _ := http.NewRequest(http.MethodGet, w.Server.URL+"/api/v1/clubs/"+w.ID, nil)
	req.Header.Set("Authorization", "Bearer GUESS")
	if thief.Do(req).Status != 429 {
		t.Errorf("a key is guessed on: %d", thief.Status)
	}
	thief.Get("/").Want(200)
	// Members of the club at the same address still sign in.
	w.Owner.Get("/clubs/" + w.ID + "/members").Get(w.Owner.Link("Inès")).Submit("/link").Want(200)
	address := w.Owner.Page.Find("#address").AttrOr("value", "")
	phone := w.Browser()
	if status := trySecret(phone, address[strings.LastIndex(address, "/")+1:]); status != 200 || !strings.Contains(phone.Path, w.ID) {
		t.Errorf("a right link after many wrong ones: %d at %s", status, phone.Path)
	}
	w.Owner.Get("/clubs/" + w.ID + "/invite").Submit("/invite").Want(200)
	address = w.Owner.Page.Find("#address").AttrOr("value", "")
	w.Browser().Get(strings.TrimPrefix(address, w.Server.URL)).Submit(address[strings.Index(address, "/join/"):], "name", "Basile").Want(200, "Bienvenue")
}

// TestProxies: the client address in a header counts only if a trusted proxy sets it.
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
			w := webtest.NewTestSiteWith(t, func(config *web.Config) { config.Proxies = c.proxies })
			thief, other := w.Browser(), w.Browser()
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

// TestLinksAreCounted: one member cannot make very many links, while other members still make theirs.
func TestLinksAreCounted(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get("/clubs/" + w.ID + "/me")
	token, link := webtest.CSRFOf(w.Player), w.Player.Path+"/link"
	made := 0
	for w.Player.Post(link, url.Values{"_csrf": {token}}).Status == http.StatusOK {
		if made++; made > 100 {
			t.Fatal("a hundred links")
		}
	}
	w.Player.Want(429)
	if made < 10 {
		t.Errorf("only %d links", made)
	}
	w.Owner.Get("/clubs/" + w.ID + "/invite").Submit("/invite").Want(200)
}

// TestClubsAreCounted: nobody founds many clubs in a row. A refused form does not count.
func TestClubsAreCounted(t *testing.T) {
	w := webtest.NewTestSite(t)
	r := w.Browser()
	for range 30 {
		r.Get("/clubs/new").Submit("/clubs", "name", "", "owner", "").Want(422)
	}
	made := 0
	for r.Get("/clubs/new").Submit("/clubs", "name", "Club", "owner", "Anne").Status == http.StatusOK {
		if made++; made > 50 {
			t.Fatal("fifty clubs")
		}
	}
	r.Want(429)
}
