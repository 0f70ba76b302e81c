package notify_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
)

// TestPublic: addresses of this machine, of private networks, of cloud metadata services, and those that only represent
// another address are not public.
func TestPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.216.34": true, "8.8.8.8": true, "2606:2800:220:1:248:1893:25c8:1946": true, "2a00:1450:4007:80c::200e": true,
		"127.0.0.1": false, "127.8.8.8": false, "0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false,
		"169.254.169.254": false, "100.64.0.1": false, "100.100.100.200": false, "168.63.129.16": false, "192.0.0.192": false, "198.18.0.1": false,
		"224.0.0.1": false, "240.0.0.1": false, "255.255.255.255": false, "192.0.2.1": false, "203.0.113.9": false,
		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:169.254.169.254": false, "::127.0.0.1": false,
		"fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd00:ec2::254": false, "fec0::1": false, "ff02::1": false,
		"64:ff9b::a00:1": false, "64:ff9b::7f00:1": false, "64:ff9b:1::1": false, "2002:7f00:1::": false, "2001:0:7f00:1::": false, "2001:db8::1": false, "100::1": false,
		"::ffff:8.8.8.8": true,
	} {
		if got := notify.IsPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
}

// TestNoPrivateAddresses: no private address is called, neither by number nor by name and in no notation; every call uses
// TLS.
func TestNoPrivateAddresses(t *testing.T) {
	var requests atomic.Bool
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Store(true) }))
	defer inside.Close()
	at, err := url.Parse(inside.URL)
	must(t, err)
	c := newClub(t)
	strict := c.delivererOn(c.db, func(config *notify.Config) { config.Private = false })
	s, err := c.service.State(t.Context(), c.id)
	must(t, err)
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]", "127.1", "2130706433", "0x7f.1", "017700000001", "localhost."} {
		for _, scheme := range []string{"https", "http"} {
			h := campaign.Webhook{URL: scheme + "://" + host + ":" + at.Port() + "/", Format: campaign.WebhookJSON, Secret: "whsec_AA=="}
			start := time.Now()
			answer, err := strict.TestWebhook(t.Context(), s, h)
			if err == nil || answer.Status != 0 {
				t.Errorf("%s was asked: %d %v", h.URL, answer.Status, err)
			}
			var never *notify.PermanentError
			if (host == "127.0.0.1" || host == "localhost") && !errors.As(err, &never) {
				t.Errorf("%s is tried again: %v", h.URL, err)
			}
			if time.Since(start) > 30*time.Second {
				t.Errorf("%s took %v", h.URL, time.Since(start))
			}
		}
	}
	if requests.Load() {
		t.Error("the server inside was asked")
	}
	for _, wrong := range []string{"http://hook.example/", "ftp://hook.example/", "https://10.0.0.1/", "https://[fd00::1]/", "//hook.example"} {
		if err := strict.CheckURL(wrong); campaign.CodeOf(err) != campaign.Invalid {
			t.Errorf("%s is admitted: %v", wrong, err)
		}
	}
	if err := strict.CheckURL("https://discord.example/api/webhooks/1/x"); err != nil {
		t.Error(err)
	}
	// The same rules hold for a push service.
	p := newPhone(t, strict.PushKey())
	must(t, c.service.AddDevice(t.Context(), c.owner, c.id, p.device()))
	c.remark(c.player, "une")
	must(t, strict.RunOnce(t.Context(), c.id))
	if pushed := p.messages(); len(pushed) != 0 || len(c.failed()) != 1 {
		t.Errorf("a push service inside was asked %d times, %d lost", len(pushed), len(c.failed()))
	}
}
