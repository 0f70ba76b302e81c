package main

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// waitForQuestion ends a script that has pressed something: it waits for the next question.
const waitForQuestion = `
	for (let i = 0; i < 6000 && ask.isConnected; i++) await new Promise(r => setTimeout(r, 10));
	return ask.isConnected ? "no answer: " + ask.innerText : `

// pressAnswer presses the n-th answer to the question on the screen, or has the program roll.
const pressAnswer = `(async n => {
	const shown = e => e.checkVisibility();
	const ask = document.querySelector(".ask");
	if (document.querySelector("form[action$='/finish']")) return "over";
	if (!ask || ask.matches(".ask-wait")) return "wait";
	for (const d of ask.querySelectorAll("details")) d.open = true;
	const roll = ask.querySelector("button[name=roll]");
	const all = roll ? [roll] : [...ask.querySelectorAll(".options button, .options a:not(.cite), .pickable .fighter, form.inputs .btn:not(.ghost), form > .btn.wide")].filter(shown);
	if (!all.length) return "stuck: " + ask.innerText;
	all[n % all.length].click();` + waitForQuestion + `"acted";
})`

// pressHexagon touches a lit hexagon, if there is one.
const pressHexagon = `(async n => {
	const ask = document.querySelector(".ask");
	const lit = [...document.querySelectorAll(".board a:has(.b-lit)")];
	if (!lit.length) return "";
	lit[n % lit.length].dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));` + waitForQuestion + `"tapped";
})`

// pressPass passes for the whole turn if that is one of the answers.
const pressPass = `(async () => {
	const ask = document.querySelector(".ask");
	const button = [...document.querySelectorAll(".ask button")].find(b => b.innerText.includes("fin du tour"));
	if (!button) return "";
	button.click();` + waitForQuestion + `"passed";
})`

// phonePlayers are two people who play a battle on their phones. Their choices depend on how often they have acted
// and not on the speed of the phones.
type phonePlayers struct {
	t       *testing.T
	phones  []tab
	coins   *rand.Rand
	scripts []string       // tried in this order; a script that finds nothing to do returns ""
	inspect func(tab)      // before each act; may be nil
	done    map[string]int // how often each script acted
}

func newPhonePlayers(t *testing.T, phones []tab, ways ...string) *phonePlayers {
	return &phonePlayers{t: t, phones: phones, coins: rand.New(rand.NewPCG(3, 5)), scripts: append(ways, pressAnswer), done: map[string]int{}}
}

// playOut lets them play until the battle is over.
func (p *phonePlayers) playOut() {
	p.t.Helper()
	if !p.play(4000) {
		p.t.Fatal("the battle never ends")
	}
}

// play lets them act at most that many times. It reports whether the battle is over.
func (p *phonePlayers) play(most int) (over bool) {
	p.t.Helper()
	coin, last := p.coins.IntN(1000), time.Now()
	for acts := 0; acts < most; time.Sleep(10 * time.Millisecond) {
		for _, phone := range p.phones {
			for acts < most {
				did := p.pressOnce(phone, coin)
				if did == "over" {
					return true
				}
				if did == "wait" {
					break
				}
				coin, last = p.coins.IntN(1000), time.Now()
				acts++
			}
		}
		if time.Since(last) > 2*time.Minute {
			p.t.Fatalf("both phones wait:\n%s\n---\n%s", p.phones[0].text(), p.phones[1].text())
		}
	}
	return false
}

// pressOnce lets the player of a phone act once. It returns "" when the other player must act.
func (p *phonePlayers) pressOnce(phone tab, coin int) (did string) {
	p.t.Helper()
	if p.inspect != nil {
		p.inspect(phone)
	}
	for _, way := range p.scripts {
		if did = phone.evalAcrossPages(fmt.Sprintf("%s(%d)", way, coin)); did != "" {
			break
		}
	}
	switch did {
	case "acted", "tapped", "passed", "wait", "over":
		p.done[did]++
	default:
		p.t.Fatalf("%s\nat %s", did, phone.url())
	}
	return did
}
