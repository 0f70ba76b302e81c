package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/rules/warmaster"
)

// warmasterBattle is tonight's battle of Warmaster, played by bots up to the moment that a test looks at.
type warmasterBattle struct {
	demoSite
	t      *testing.T
	battle *campaign.Battle
	coins  *rand.Rand
}

// newWarmasterBattle opens the battle on a board.
func newWarmasterBattle(t *testing.T) *warmasterBattle {
	t.Helper()
	site := newDemoSite(t)
	w := &warmasterBattle{demoSite: site, t: t, battle: site.plannedBattle(t, warmaster.Game.ID), coins: rand.New(rand.NewPCG(2, 7))}
	state := w.state(t)
	setup := rules.Setup{Game: warmaster.Game.ID, Version: warmaster.Game.Version, Mode: rules.Board, Field: json.RawMessage("{}"),
		Options: map[string]string{"turns": "8"}}
	for _, id := range w.battle.Seats {
		setup.Rosters = append(setup.Rosters, state.Rosters[id].BattleList())
	}
	first := campaign.Actor{Member: state.Rosters[w.battle.Seats[0]].Member}
	_, err := w.service.OpenBattle(t.Context(), first, w.club, w.battle.ID, setup, "open")
	must(t, err)
	return w
}

// until plays with the greedy bot until the battle is in a phase, and returns the seat whose turn it is.
func (w *warmasterBattle) until(phase string) rules.Seat {
	w.t.Helper()
	bot := warmaster.Game.Bots[1]
	for range 600 {
		live := w.live(w.t, w.battle.ID)
		if v := live.Battle.View(rules.Nobody); v.Phase == phase {
			return v.ToAct
		}
		w.playCommand(w.t, live, w.battle.ID, bot.Choose(live.Battle, live.Battle.Legal(), w.coins.IntN))
	}
	w.t.Fatalf("the battle never comes to %s", phase)
	return rules.Nobody
}

// TestWarmasterOnAPhone looks at the order phase and at the sheet of an engagement: the target number lists its
// penalties, attacks are added up stand by stand, and stands are drawn as rectangles.
func TestWarmasterOnAPhone(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	w := newWarmasterBattle(t)
	phones := w.phones(b)
	at := w.battleURL(w.battle)
	acts := w.until("orders")
	phone := phones[acts]
	phone.open(at)
	phone.wait(`document.querySelectorAll(".b-unit rect").length > 40`)
	phone.screenshot("warmaster-1-orders")
	var order struct{ Unit, Character string }
	battle := w.live(t, w.battle.ID).Battle
	for _, c := range battle.Legal() {
		far := slices.ContainsFunc(battle.(rules.Explainer).Explain(c), func(n rules.Note) bool { return n.Key == "penalty.WR-CMD-2" })
		if o, ok := c.(warmaster.Order); ok && far && len(o.With) == 0 {
			order.Unit, order.Character = o.Unit, o.Character
			break
		}
	}
	phone.open(at + "?unit=" + order.Character + "&do=order&f.character=" + order.Character + "&f.unit=" + order.Unit + "&f.with=%5B%5D")
	phone.wait(`document.querySelector(".ask-dice")`)
	phone.screenshot("warmaster-2-command")
	text := phone.text()
	for _, want := range []string{"Commandement : ", "ou moins sur 2D6", "Distance du personnage"} {
		if !strings.Contains(strings.ReplaceAll(text, "\u00a0", " "), want) {
			t.Errorf("the order does not say %q:\n%s", want, text)
		}
	}
	if got := w.rollOrder(phone, 3, 4); fmt.Sprint(got) != "[3 4]" {
		t.Errorf("a three and a four were entered, the order fell %v", got)
	}

	phone.leave()
	acts = w.until("attacks")
	phone = phones[acts]
	phone.open(at)
	phone.wait(`document.querySelector(".ask-dice, .ask form .btn.wide")`) // asks for dice, or for a target first
	phone.screenshot("warmaster-3-sheet")
	text = strings.ReplaceAll(phone.text(), "\u00a0", " ")
	for _, want := range []string{"dés, touche à", " + ", "par socle"} {
		if !strings.Contains(text, want) {
			t.Errorf("the sheet does not say %q:\n%s", want, text)
		}
	}
	phone.wantFits("the sheet")
	phone.wantNoFaults("the sheet")
}

// rollOrder enters the two dice of the order that the phone shows, and returns the dice that the battle has taken.
func (w *warmasterBattle) rollOrder(phone tab, first, second int) []int {
	w.t.Helper()
	before := len(w.live(w.t, w.battle.ID).Steps)
	for _, face := range []int{first, second} {
		phone.evalAcrossPages(fmt.Sprintf(`(() => { document.querySelector(".ask-dice .die-btn[value='%d']").click(); return "" })()`, face))
	}
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		live := w.live(w.t, w.battle.ID)
		if len(live.Steps) > before {
			return rules.Faces(live.Steps[before].Dice)
		}
		if live.Pending != nil && len(live.Pending.Move.Dice) == 2 {
			return live.Pending.Move.Dice
		}
	}
	w.t.Fatalf("the order is never rolled:\n%s", phone.text())
	return nil
}
