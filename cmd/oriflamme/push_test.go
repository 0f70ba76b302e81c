package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	chromium "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"oriflamme/public"
)

// pushServiceScript stands in for the push service, which tests do not ask.
const pushServiceScript = `(async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey);
  PushManager.prototype.subscribe = async function (options) {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('not as it should be');
    return { endpoint: 'https://push.example/1', getKey: (name) => name === 'auth' ? new Uint8Array(16).buffer : raw };
  };
  return true;
})()`

// TestPushInABrowser allows push notifications by one tap and has the service worker show one.
func TestPushInABrowser(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.keeper(390, 844)
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
	// A worker that is still starting loses the message: it is sent again, and notifications with the same tag are shown once.
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

// TestNoticeOpensItsPage taps a notification of the service worker. Its page comes to the front where it is open;
// otherwise it opens in a window of the site that shows another page, or in a new one. An address elsewhere is never
// opened. A browser allows this only after a person's tap, so the worker's windows are replaced by doubles.
func TestNoticeOpensItsPage(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sw.js" {
			_, _ = w.Write(public.Worker())
			return
		}
		_, _ = io.WriteString(w, "<!DOCTYPE html><title>notice</title>")
	}))
	defer server.Close()
	tb := b.keeper(390, 844)
	tb.open(server.URL)
	var did []string
	tb.eval(`(async () => {
		const source = await (await fetch('/sw.js')).text(), listeners = {};
		let windows = [], done = [];
		const self = {
			location, addEventListener: (kind, work) => { (listeners[kind] ??= []).push(work); },
			clients: { matchAll: async () => windows, openWindow: async url => { done.push('open ' + new URL(url).pathname); } },
		};
		new Function('self', 'caches', source)(self, {});
		const at = path => ({ url: location.origin + path, focus: async () => { done.push('focus ' + path); }, navigate: async url => { done.push('go ' + new URL(url).pathname); } });
		async function tap(path, ...open) {
			windows = open.map(at);
			done = [];
			let waits = null;
			const event = { notification: { close: () => { done.push('close'); }, data: { path } }, waitUntil: promise => { waits = promise; } };
			for (const work of listeners.notificationclick) work(event);
			await waits;
			return done.join(', ');
		}
		return [
			await tap('/clubs/x/battles/y'),
			await tap('/clubs/x/battles/y', '/odds'),
			await tap('/clubs/x/battles/y', '/odds', '/clubs/x/battles/y'),
			await tap('https://elsewhere.example/', '/odds'),
		];
	})()`, &did)
	for i, want := range []string{
		"close, open /clubs/x/battles/y",
		"close, focus /odds, go /clubs/x/battles/y",
		"close, focus /clubs/x/battles/y",
		"close",
	} {
		if i >= len(did) || did[i] != want {
			t.Errorf("tap %d: got %q, want %q", i, did, want)
		}
	}
}
