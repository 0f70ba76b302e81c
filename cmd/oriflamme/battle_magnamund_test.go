package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/rules/magnamund"
)

// enterHundred enters a hundred-sided die by two taps, its tens and then its units, and returns the face that was
// entered.
func (t tab) enterHundred(tens, units int) (face string) {
	t.t.Helper()
	tap := func(kind string, nth int) {
		t.t.Helper()
		t.wait(fmt.Sprintf(`document.querySelectorAll(".ask %s.die-btn").length == 10`, kind))
		face = t.evalAcrossPages(fmt.Sprintf(`(() => { const b = document.querySelectorAll(".ask %s.die-btn")[%d]; b.closest(".ask").dataset.asked = "1"; setTimeout(() => b.click()); return b.value ?? "" })()`, kind, nth))
	}
	tap("a", tens)
	tap("button", units)
	t.wait(`!document.querySelector(".ask[data-asked]")`)
	return face
}

// touchCell touches the first of the cells that a unit may step to, and confirms it.
func (t tab) touchCell() {
	t.t.Helper()
	t.evalAcrossPages(`(() => { const cell = document.querySelector(".board a:has(.b-spot)"); setTimeout(() => cell.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}))); return "" })()`)
	t.wait(`location.search.includes("f.path") && document.querySelector(".ask form .btn.wide")`)
	t.evalAcrossPages(`(() => { const ask = document.querySelector(".ask"); ask.dataset.asked = "1"; setTimeout(() => ask.querySelector("form .btn.wide").click()); return "" })()`)
	t.wait(`!document.querySelector(".ask[data-asked]")`)
}

// playUntil plays a battle with bots until a legal command satisfies likes.
func (d demoSite) playUntil(t *testing.T, battle campaign.ID, likes func(c rules.Command, legal []rules.Command) bool) (rules.Command, rules.Battle) {
	t.Helper()
	coins := rand.New(rand.NewPCG(2, 7))
	for range 3000 {
		live := d.live(t, battle)
		if live.Over {
			t.Fatal("the battle is over")
		}
		legal := live.Battle.Legal()
		for _, c := range legal {
			if likes(c, legal) {
				return c, live.Battle
			}
		}
		d.playCommand(t, live, battle, rules.Sample(live.Battle, coins.IntN))
	}
	t.Fatal("the command never comes")
	return nil, nil
}

// changesCell reports whether a unit goes to another cell and does not only turn.
func changesCell(m magnamund.Move) bool {
	return slices.ContainsFunc(m.Path, func(step string) bool { return !strings.HasPrefix(step, "pivot-") })
}

// attackers returns the units of a pooled attack.
func attackers(c rules.Command) []string {
	switch k := c.(type) {
	case magnamund.Shoot:
		return k.Shooters
	case magnamund.Strike:
		return k.Attackers
	}
	return nil
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	must(t, err)
	return string(text)
}

// TestMagnamundOnThePhone plays up to a pooled attack. On a phone its running total is shown as it grows, its die is
// entered by two taps, and touching a cell makes a unit step there. The board is large enough for fingers, can be
// seen whole, and does not make the page scroll sideways.
func TestMagnamundOnThePhone(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	phones, battle, at := openPlannedBattle(t, b, site, "magnamund")
	for _, phone := range phones {
		phone.leave()
	}
	attack, before := site.playUntil(t, battle.ID, func(c rules.Command, _ []rules.Command) bool { return len(attackers(c)) > 1 })
	q := url.Values{}
	switch k := attack.(type) {
	case magnamund.Shoot:
		q = url.Values{"do": {"shoot"}, "f.shooters": {jsonOf(t, k.Shooters)}, "f.target": {k.Target}}
	case magnamund.Strike:
		q = url.Values{"do": {"strike"}, "f.attackers": {jsonOf(t, k.Attackers)}, "f.target": {k.Target}}
	}
	phone := phones[attack.By()]
	phone.open(at + "?" + q.Encode())
	phone.screenshot("magnamund-pool")
	text := phone.text()
	notes := before.(rules.Explainer).Explain(attack)
	for _, n := range notes[:len(attackers(attack))] {
		if want := n.With["percent"] + " %, en tout " + n.With["total"] + " %"; !strings.Contains(strings.ReplaceAll(text, "\u202f", " "), want) && !strings.Contains(strings.ReplaceAll(text, "\u00a0", " "), want) {
			t.Errorf("the running total %q is not shown:\n%.1500s", want, text)
		}
	}

	if face := phone.enterHundred(0, 7); face != "7" {
		t.Fatalf("two taps: %s", face)
	}
	live := site.live(t, battle.ID)
	var faces []int
	if live.Pending != nil {
		faces = live.Pending.Move.Dice
	} else {
		faces = rules.Faces(live.Steps[len(live.Steps)-1].Dice)
	}
	if len(faces) == 0 || faces[0] != 7 {
		t.Errorf("the dice of the attack are %v", faces)
	}

	phone.leave()
	walk, _ := site.playUntil(t, battle.ID, func(c rules.Command, legal []rules.Command) bool {
		m, is := c.(magnamund.Move)
		return is && changesCell(m) && slices.ContainsFunc(legal, func(o rules.Command) bool { // with one way to go no cell is asked for
			other, is := o.(magnamund.Move)
			return is && changesCell(other) && other.Troop == m.Troop && !slices.Equal(other.Path, m.Path)
		})
	})
	mover := walk.(magnamund.Move).Troop
	phone = phones[walk.By()]
	phone.open(at + "?" + url.Values{"unit": {mover}, "do": {"move"}}.Encode())
	phone.screenshot("magnamund-steps")
	phone.touchCell()
	live = site.live(t, battle.ID)
	if step, is := live.Steps[len(live.Steps)-1].Command.(magnamund.Move); !is || step.Troop != mover {
		t.Errorf("after touching a cell the last command is %+v", live.Steps[len(live.Steps)-1].Command)
	}

	for _, width := range []int64{390, 320} {
		phone.size(width, 844)
		phone.open(at)
		phone.screenshot(fmt.Sprintf("magnamund-board-%d", width))
		where := fmt.Sprintf("the battle at %d px", width)
		phone.wantFits(where)
		phone.wantNoFaults(where)
		var large, whole float64
		cell := `document.querySelector("[data-board] svg").getBoundingClientRect().width / document.querySelector("[data-board] svg").viewBox.baseVal.width * 10`
		phone.eval(cell, &large)
		phone.eval(`(() => { document.querySelector("[data-board-zoom]").click(); return true })()`, new(bool))
		phone.eval(cell, &whole)
		if large < 40 || whole > large/2 {
			t.Errorf("at %d px a cell is %.0f px large, of the whole board %.0f px", width, large, whole)
		}
		phone.screenshot(fmt.Sprintf("magnamund-whole-%d", width))
	}
}
