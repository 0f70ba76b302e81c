package play_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// TestTypedDiceAreKept: in a command with a pool for each player the program throws only the dice that nobody typed. The button
// says how many these are, and the record says which dice were typed.
func TestTypedDiceAreKept(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	before := w.PlayUntil("roll-initiative").Number
	at := w.BattlePath("battles", w.Battle)
	yanis, odile := w.Phone(w.Yanis).Get(at), w.Phone(w.Odile).Get(at)
	if title := yanis.Text(".ask h2"); !strings.HasPrefix(title, "Yanis, vos 6 dés") {
		t.Fatalf("Yanis is asked %q", title)
	}
	if title := odile.Text(".ask h2"); !strings.HasPrefix(title, "Odile, vos 6 dés") {
		t.Fatalf("Odile is asked %q", title)
	}
	for range 4 {
		yanis.Send(".rolling", "face", "6")
	}
	if said := yanis.Text(".rolling button[name=roll]"); said != "L’application jette les 2 autres" && said != "L'application jette les 2 autres" {
		t.Errorf("the button says %q", said)
	}
	// Odile's page is older, but her dice still count as hers.
	odile.Send(".rolling", "faces", "1 2 3")
	if odile.Status >= http.StatusBadRequest {
		t.Fatalf("Odile's dice: %d, %s", odile.Status, odile.Text(".notice"))
	}
	yanis.Get(at).Send(".rolling", "roll", "1")
	if w.Steps() != before || !strings.HasPrefix(yanis.Text(".ask h2"), "On attend Odile, ses 6 dés") {
		t.Fatalf("the program threw Odile's dice too: %s", yanis.Text(".ask"))
	}
	// Dice that a script holds when the button is pressed count as typed.
	odile.Get(at).Send(".rolling", "faces", "4", "roll", "1")
	live := w.Live()
	if live.Number == before { // a tie is rolled off
		yanis.Get(at).Send(".rolling", "faces", "6")
		odile.Get(at).Send(".rolling", "faces", "1")
	}
	if w.Steps() != before+1 {
		t.Fatalf("%d steps, want %d: %s", w.Steps(), before+1, odile.Text(".ask"))
	}
	faces, byApp := w.LastDice()
	for i, want := range []int{6, 6, 6, 6, 0, 0, 1, 2, 3, 4, 0, 0} {
		if want > 0 && (faces[i] != want || byApp[i]) || want == 0 && !byApp[i] {
			t.Errorf("die %d is %d, thrown by the program: %t; want %d", i+1, faces[i], byApp[i], want)
		}
	}
	// The program threw the dice that the seed gives.
	proof, err := w.Service.ProveDice(context.Background(), w.Club, w.Battle, campaign.PartBattle)
	if err != nil || len(proof.Steps) != 0 {
		t.Errorf("while the battle goes on: %+v, %v", proof.Steps, err)
	}
}

// TestTwoPhonesTypeTheSameDice: the second phone learns which dice are already there. Nothing is counted twice, and the further
// dice that it typed are kept.
func TestTwoPhonesTypeTheSameDice(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	before := w.PlayUntil("roll-initiative").Number
	at := w.BattlePath("battles", w.Battle)
	one, two := w.Phone(w.Yanis).Get(at), w.Phone(w.Yanis).Get(at)
	one.Send(".rolling", "faces", "6 5 4")
	two.Send(".rolling", "faces", "6 5 4 3 2") // two more than the other phone
	if said := two.Text(".ask"); two.Status >= http.StatusBadRequest || two.Page.Find(".slot.next").Index() != 5 {
		t.Fatalf("status %d: %s", two.Status, said)
	}
	one.Send(".rolling", "faces", "4") // the same die typed there too
	if said := one.Text(".ask .notice"); one.Status != http.StatusConflict || !strings.Contains(said, "6 5 4 3 2") {
		t.Errorf("status %d: %q", one.Status, said)
	}
	if w.Steps() != before || one.Page.Find(".slot.next").Index() != 5 {
		t.Errorf("the fourth die is there twice: %s", one.Text(".ask"))
	}
	// Another command does not replace the dice.
	live := w.Live()
	raw, err := rules.EncodeCommand(live.Battle.Legal()[0])
	rulestest.Must(t, err)
	_, err = w.Service.Play(context.Background(), webtest.Actor(w.Odile), w.Club, w.Battle, campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: "aside"})
	if code := campaign.CodeOf(err); code != campaign.Stale && code != campaign.Forbidden {
		t.Errorf("a command beside the one that waits: %v", err)
	}
}

// TestUndoWithoutStep: undo is refused with a sentence when there is no step.
func TestUndoWithoutStep(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	p := w.Phone(w.Yanis).Get(w.BattlePath("battles", w.Battle))
	token := p.Page.Find("input[name=_csrf]").First().AttrOr("value", "")
	p.Post(w.BattlePath("battles", w.Battle)+"/undo", url.Values{"_csrf": {token}})
	if p.Status != http.StatusBadRequest || len(p.Text("main")) < 20 {
		t.Errorf("status %d: %s", p.Status, p.Text("main"))
	}
}

// TestChoicesThroughTheAPI: only the seat that is asked a question, or a member who may act for others, can answer it.
func TestChoicesThroughTheAPI(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	live := w.Live()
	command := live.Battle.Legal()[0]
	var q *rules.Question
	_, _, err := rules.Play(live.Battle, command, dice.NewTape(6, 1), nil)
	if !errors.As(err, &q) || q.Seat != 0 {
		t.Fatalf("the roll-off asks %v", err)
	}
	a := webtest.NewAPI(t, w.Server.URL)
	fill := []string{"{club}", w.Club, "{battle}", w.Battle}
	step := `{"number":0,"command":{"kind":"` + command.Kind() + `","by":1},"dice":[6,1],"choices":[1]}`
	a.Call(http.StatusForbidden, "POST", webtest.BattlePath+"/steps", w.NewKey(w.Odile, campaign.ScopePlay), step, fill...)
	if !strings.Contains(string(a.Body), "choice") || w.Steps() != 0 {
		t.Errorf("%d steps: %s", w.Steps(), a.Body)
	}
	a.Call(http.StatusOK, "POST", webtest.BattlePath+"/steps", w.NewKey(w.Camille, campaign.ScopePlay), step, fill...)
}

// TestFirstTurnGoesToEither: the player with the initiative may choose either side, by its name.
func TestFirstTurnGoesToEither(t *testing.T) {
	for k, name := range []string{"Garde de Hautecombe", "Corbeaux d’Aigremont"} {
		w := webtest.NewBattleFixture(t)
		w.OpenBattle(rules.Measured)
		live := w.PlayUntil("first-turn")
		owner := w.Yanis
		if live.Battle.Legal()[0].By() == 1 {
			owner = w.Odile
		}
		p := w.Phone(owner).Get(w.BattlePath("battles", w.Battle))
		found := false
		p.Page.Find(".ask .options button, .ask .options a:not(.cite)").Each(func(_ int, s *goquery.Selection) { found = found || strings.Contains(s.Text(), name) })
		if !found {
			t.Fatalf("%s is not offered: %s", name, p.Text(".ask"))
		}
		p.Act(k)
		if p.Page.Find(".ask-ready").Length() > 0 {
			p.Act(0)
		}
		live = w.Live()
		raw, err := rules.EncodeCommand(live.Steps[live.Number-1].Command)
		if err != nil || !strings.Contains(string(raw), `"first":`+strconv.Itoa(k)) {
			t.Errorf("%s: %s, %v", name, raw, err)
		}
	}
}

// TestLateDiceOfTwoSeats: both players typed their dice of one roll without a network. When the phones send them, each more
// than once, every die counts once and for its own seat.
func TestLateDiceOfTwoSeats(t *testing.T) {
	for _, kind := range []string{"roll-roles", "roll-initiative"} {
		own := map[string][2]string{"roll-roles": {"6", "1"}, "roll-initiative": {"6 6 6 6 5 5", "1 2 3 4 1 2"}}[kind]
		w := webtest.NewBattleFixture(t)
		w.OpenBattle(rules.Measured)
		before := w.PlayUntil(kind).Number
		at := w.BattlePath("battles", w.Battle)
		yanis, odile := w.Phone(w.Yanis).Get(at), w.Phone(w.Odile).Get(at)
		pages := []*goquery.Document{yanis.Page, odile.Page} // as they were when the network failed
		late := func(p *webtest.Browser, page *goquery.Document, faces string) *webtest.Browser {
			p.Page, p.Path = page, at
			return p.Send(".rolling", "faces", faces)
		}
		for range 2 {
			if late(odile, pages[1], own[1]); odile.Status >= http.StatusBadRequest {
				t.Fatalf("%s: Odile’s dice: %d %s", kind, odile.Status, odile.Text(".ask"))
			}
			if w.Steps() != before {
				t.Fatalf("%s: settled by one side’s dice", kind)
			}
		}
		live, err := w.Service.Live(t.Context(), w.Club, w.Battle)
		if err != nil || live.Pending == nil || live.Pending.Turn != 1 {
			t.Fatalf("%s: given more than once: %+v, %v", kind, live.Pending, err)
		}
		for range 2 {
			if late(yanis, pages[0], own[0]); yanis.Status >= http.StatusBadRequest {
				t.Fatalf("%s: Yanis’s dice: %d %s", kind, yanis.Status, yanis.Text(".ask"))
			}
		}
		for range 2 { // answer the questions of the roll, if there are any
			if yanis.Get(at).Page.Find("button[name=choice]").Length() > 0 {
				yanis.Act(0)
			}
		}
		if faces, _ := w.LastDice(); w.Steps() != before+1 || strings.Trim(fmt.Sprint(faces), "[]") != own[0]+" "+own[1] {
			t.Errorf("%s: %d steps with %v", kind, w.Steps()-before, faces)
		}
	}
}
