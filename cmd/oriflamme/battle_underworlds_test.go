package main

import (
	"testing"

	"oriflamme/campaign"
)

// openPlannedBattle opens tonight's battle of a game of the demo club on a board, on two phones, and returns its
// address.
func openPlannedBattle(t *testing.T, b browser, site demoSite, game string) (phones []tab, battle *campaign.Battle, at string) {
	t.Helper()
	phones, battle = site.phones(b), site.plannedBattle(t, game)
	at = site.battleURL(battle)
	phones[0].open(at)
	phones[0].click(`label:has(input[name=mode][value=board])`)
	phones[0].click(`form[action$="/open"] .btn.flame`)
	phones[0].wait(`document.querySelector(".ask")`)
	phones[1].open(at)
	return phones, battle, at
}

// TestUnderworldsOnThePhone plays the demo club's battle of Underworlds on the board to its end by touching lit
// hexagons, and looks at what each side sees.
func TestUnderworldsOnThePhone(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	phones, battle, at := openPlannedBattle(t, b, site, "underworlds")
	seen := map[string]bool{}
	look := func(phone tab, moment string) {
		if seen[moment] {
			return
		}
		seen[moment] = true
		phone.screenshot("underworlds-" + moment)
		phone.wantFits(moment + ": the battle")
		phone.wantNoFaults(moment)
	}
	players := newPhonePlayers(t, phones, pressPass, pressHexagon)
	players.inspect = func(phone tab) {
		if moment := phone.evalAcrossPages(screenNameScript); moment != "acted" { // "acted": the page was just being left
			look(phone, moment)
		}
	}
	players.playOut()
	look(phones[0], "over")
	t.Log(players.done)
	if players.done["tapped"] < 7 { // one for each fighter to set up; the rest depends on the dice
		t.Errorf("acts by kind: %v", players.done)
	}
	if !seen["symbols"] || !seen["cards"] {
		t.Errorf("moments seen: %v", seen)
	}
	phones[0].open(at)
	phones[0].click(`form[action$="/finish"] button`)
	phones[0].wait(`document.querySelector("#reports")`)
	if got := site.state(t).Battles[battle.ID].Status; got == campaign.Scheduled {
		t.Errorf("after the report the battle is %s", got)
	}
}

// screenNameScript returns a name for what is on the screen, for screenshots and checks.
const screenNameScript = `(() => {
	const ask = document.querySelector(".ask");
	if (!ask) return "none";
	const title = ask.querySelector("h2").innerText;
	if (ask.querySelector(".die-symbol")) return "symbols";
	if (ask.matches(".ask-question")) return title.startsWith("Réagir") ? "react" : "question";
	if (document.querySelector(".b-lit")) return document.querySelector(".cards") ? "lit" : "lit-setup";
	if (ask.matches(".ask-wait")) return "wait";
	return document.querySelector(".cards") ? "cards" : "setup";
})()`
