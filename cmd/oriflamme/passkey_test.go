package main

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// TestPasskey makes a passkey in a phone and enters by it, in a browser that has forgotten all else.
func TestPasskey(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	site.url = strings.Replace(site.url, "127.0.0.1", "localhost", 1) // passkeys are made for names
	tb := b.person(320, 700)
	refused := tb.csp()
	tb.run(webauthn.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := webauthn.AddVirtualAuthenticator(&webauthn.VirtualAuthenticatorOptions{Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true}).Do(ctx)
		return err
	}))
	site.signIn(tb, "Camille", "fr")
	tb.open(site.url + "/clubs/" + site.club + "/me")
	tb.wait(`document.querySelector("form[data-make]").checkVisibility()`)
	tb.eval(`document.querySelector("#passkey").value = "Mon téléphone"; true`, nil)
	tb.click(`form[data-make] button`)
	tb.wait(`document.body.innerText.includes("Clé d’accès ajoutée")`)
	tb.screenshot("passkeys")
	for _, fault := range tb.axeFaults() {
		t.Error(fault)
	}
	if px := tb.overflow(); px > 0 {
		t.Errorf("the page scrolls %d px sideways", px)
	}
	for _, target := range tb.smallTargets() {
		t.Errorf("small: %s", target)
	}
	// The device has one for this member already and makes no second.
	tb.eval(`document.querySelector("#passkey").value = "Encore"; true`, nil)
	tb.click(`form[data-make] button`)
	tb.wait(`document.querySelector("form[data-make] [role=status]").textContent.includes("déjà")`)

	tb.click(`form[action="/sign-out"] button`)
	tb.wait(`location.pathname == "/"`)
	tb.open(site.url + "/sign-in")
	tb.wait(`document.querySelector("form[data-passkey]").checkVisibility()`)
	tb.screenshot("passkey-door")
	tb.click(`form[data-passkey] button`)
	tb.wait(`location.pathname == "/clubs/` + site.club + `"`)
	tb.open(site.url + "/clubs/" + site.club + "/me")
	if text := tb.text(); !strings.Contains(text, "Camille") {
		t.Errorf("not in:\n%s", text)
	}
	for _, fault := range refused() {
		t.Error(fault)
	}
}
