package main

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/campaign"
)

// tap touches a lit hexagon, when there is one, and waits for the next question.
const tap = `(async n => {
	const ask = document.querySelector(".ask");
	const lit = [...document.querySelectorAll(".board a:has(.b-lit)")];
	if (!lit.length) return "";
	lit[n %% lit.length].dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
	for (let i = 0; i < 400 && ask.isConnected; i++) await new Promise(r => setTimeout(r, 10));
	return ask.isConnected ? "no answer to the hexagon" : "tapped";
})(%d)`

// waive passes for the whole turn, when that is among the answers.
const waive = `(async () => {
	const ask = document.querySelector(".ask");
	const button = [...document.querySelectorAll(".ask button")].find(b => b.innerText.includes("fin du tour"));
	if (!button) return "";
	button.click();
	for (let i = 0; i < 400 && ask.isConnected; i++) await new Promise(r => setTimeout(r, 10));
	return ask.isConnected ? "no answer" : "passed";
})()`

// evening opens tonight's battle of a game of the demo club on the board, on two
// phones, and returns its address.
func evening(t *testing.T, b browser, site demoSite, game string) (phones []tab, battle *campaign.Battle, at string) {
	t.Helper()
	phones = []tab{b.person(390, 844), b.person(390, 844)}
	for i, name := range []string{"Camille", "Yanis"} {
		site.signIn(phones[i], name, "fr")
	}
	state := site.state(t)
	for _, one := range state.AllBattles() {
		if one.Phase == campaign.Scheduled && state.Campaigns[one.Campaign].Settings.Game == game {
			battle = one
		}
	}
	if battle == nil {
		t.Fatal("nothing is planned for tonight")
	}
	at = site.url + "/clubs/" + site.club + "/battles/" + battle.ID
	phones[0].open(at)
	phones[0].click(`label:has(input[name=mode][value=board])`)
	phones[0].click(`form[action$="/open"] .btn.flame`)
	phones[0].wait(`document.querySelector(".ask")`)
	phones[1].open(at)
	return phones, battle, at
}

// TestUnderworldsOnThePhone plays the demo club's battle of Underworlds on the
// board to its end, by touching lit hexagons, and looks at what each side sees.
func TestUnderworldsOnThePhone(t *testing.T) {
	b := newBrowser(t)
	site := newDemoSite(t)
	phones, battle, at := evening(t, b, site, "underworlds")
	coins := rand.New(rand.NewPCG(7, 11))
	taps, passed, waited := 0, 0, 0
	seen := map[string]bool{}
	look := func(phone tab, moment string) {
		if seen[moment] {
			return
		}
		seen[moment] = true
		phone.picture("underworlds-" + moment)
		if px := phone.overflow(); px > 0 {
			t.Errorf("%s: the battle scrolls %d px sideways", moment, px)
		}
		if faults := phone.faults(); len(faults) > 0 {
			t.Errorf("%s: axe:\n  %s", moment, lines(faults))
		}
	}
	over := false
	for n := 0; !over; n++ {
		if n > 4000 || waited > 200 {
			t.Fatalf("the battle does not end:\n%s\n---\n%s", phones[0].text(), phones[1].text())
		}
		phone := phones[n%2]
		for {
			var moment string
			phone.eval(moments, &moment)
			look(phone, moment)
			var did string
			if phone.eval(waive, &did); did == "passed" {
				passed++
				continue
			}
			if phone.eval(fmt.Sprintf(tap, coins.IntN(1000)), &did); did == "tapped" {
				taps++
				waited = 0
				continue
			} else if did != "" {
				t.Fatal(did)
			}
			phone.eval(fmt.Sprintf(act, coins.IntN(1000)), &did)
			if over = did == "over"; over {
				break
			}
			if did == "wait" {
				waited++
				break
			}
			if did != "acted" {
				t.Fatalf("%s\nat %s", did, phone.where())
			}
			waited = 0
		}
	}
	look(phones[0], "over")
	if taps < 20 { // whether anybody can react depends on the dice
		t.Errorf("%d hexagons touched", taps)
	}
	t.Logf("%d hexagons touched, %d turns passed", taps, passed)
	if !seen["symbols"] || !seen["cards"] {
		t.Errorf("moments seen: %v", seen)
	}
	phones[0].open(at)
	phones[0].click(`form[action$="/finish"] button`)
	phones[0].wait(`document.querySelector("#reports")`)
	if got := site.state(t).Battles[battle.ID].Phase; got == campaign.Scheduled {
		t.Errorf("after the report the battle is %s", got)
	}
}

// moments names what is on the screen, for pictures and checks.
const moments = `(() => {
	const ask = document.querySelector(".ask");
	if (!ask) return "none";
	const title = ask.querySelector("h2").innerText;
	if (ask.querySelector(".die-symbol")) return "symbols";
	if (ask.matches(".ask-question")) return title.startsWith("Réagir") ? "react" : "question";
	if (document.querySelector(".b-lit")) return document.querySelector(".cards") ? "lit" : "lit-setup";
	if (ask.matches(".ask-wait")) return "wait";
	return document.querySelector(".cards") ? "cards" : "setup";
})()`
