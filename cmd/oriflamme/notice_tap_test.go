package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"oriflamme/public"
)

// TestNoticeOpensItsPage taps a notice of the service worker: its page is brought to the front where it is open, opened in a
// window of the site that shows another page, or in a new one; an address elsewhere is never opened. Only the tap of a person
// lets a worker do that, so its windows are stood in for.
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
	tb := b.person(390, 844)
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
