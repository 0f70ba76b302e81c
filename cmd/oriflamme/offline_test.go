package main

import (
	"testing"

	"github.com/chromedp/cdproto/network"
)

// TestOffline sends a form in a hall without a network: it stays filled in, says
// why, and goes through when the network is back.
func TestOffline(t *testing.T) {
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	camp := site.state(t).AllCampaigns()[0].ID
	tb.open(site.url + "/clubs/" + site.club + "/campaigns/" + camp + "/stories/new")
	tb.eval(`document.querySelector("input[name=title]").value = "La digue"; document.querySelector("textarea[name=text]").value = "Il pleuvait."; true`, nil)
	air := func(off bool) {
		tb.do(network.Enable(), network.EmulateNetworkConditions(off, 0, -1, -1))
		tb.wait(map[bool]string{true: "!navigator.onLine", false: "navigator.onLine"}[off])
	}
	air(true)
	tb.click(`main form[method=post] button:not([type=button])`)
	tb.wait(`document.querySelector(".offline[role=alert]")`)
	var kept string
	tb.eval(`document.querySelector("textarea[name=text]").value`, &kept)
	if kept != "Il pleuvait." {
		t.Errorf("without a network the form holds %q", kept)
	}
	tb.picture("offline")
	air(false)
	tb.click(`.offline button`)
	tb.wait(`!location.pathname.endsWith("/stories/new")`)
	told := false
	for _, story := range site.state(t).Stories {
		told = told || story.Title == "La digue"
	}
	if !told {
		t.Error("the story was not told after all")
	}
}
