package main

import (
	"strings"
	"testing"
	"time"

	chromium "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// pushServiceScript stands for the push service, which tests do not ask.
const pushServiceScript = `(async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey);
  PushManager.prototype.subscribe = async function (options) {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('not as it should be');
    return { endpoint: 'https://push.example/1', getKey: (name) => name === 'auth' ? new Uint8Array(16).buffer : raw };
  };
  return true;
})()`

// TestPushInABrowser allows a browser to be told by one tap, and has its worker show what is pushed.
func TestPushInABrowser(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	workers := make(chan serviceworker.RegistrationID, 100)
	chromedp.ListenTarget(tb.ctx, func(event any) {
		if e, ok := event.(*serviceworker.EventWorkerRegistrationUpdated); ok {
			for _, r := range e.Registrations {
				if strings.HasPrefix(r.ScopeURL, site.url) {
					workers <- r.RegistrationID
				}
			}
		}
	})
	tb.run(serviceworker.Enable(), chromium.GrantPermissions([]chromium.PermissionType{chromium.PermissionTypeNotifications}).WithOrigin(site.url))
	tb.open(site.url + "/clubs/" + site.club + "/notices")
	tb.wait(`document.querySelector("form[data-push]:not([hidden])")`)
	var ok bool
	tb.eval(pushServiceScript, &ok)
	tb.click(`form[data-push] button`)
	tb.wait(`document.body.textContent.includes("Cet appareil sera prévenu.") && document.querySelector("[data-device='https://push.example/1']")`)
	var worker serviceworker.RegistrationID
	select {
	case worker = <-workers:
	case <-time.After(60 * time.Second):
		t.Fatal("no worker")
	}
	// A worker that is still waking up loses what it is told: it is told again, and shows one notice with the same tag.
	var shown string
	for end, n := time.Now().Add(60*time.Second), 0; shown == "" && time.Now().Before(end); n++ {
		if n%10 == 0 {
			tb.run(serviceworker.DeliverPushMessage(site.url, worker, `{"title":"Inès a fixé une bataille","body":"1. Le gué","path":"/clubs/x/battles/y","tag":"1","lang":"fr"}`))
		}
		time.Sleep(100 * time.Millisecond)
		tb.eval(`navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.map(n => [n.title, n.body, n.tag, n.lang, n.data.path].join("|")).join())`, &shown)
	}
	if shown != "Inès a fixé une bataille|1. Le gué|1|fr|/clubs/x/battles/y" {
		t.Errorf("shown: %q", shown)
	}
}
