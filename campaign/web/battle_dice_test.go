package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// TestTypedDiceAreKept: in a command with two pools, one for each player, the program throws
// only what nobody typed, the button says how much that is, and the record tells one from the other.
func TestTypedDiceAreKept(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	before := w.playUntil("roll-initiative").Number
	at := w.battlePath("battles", w.battle)
	yanis, odile := w.phone(w.yanis).get(at), w.phone(w.odile).get(at)
	if title := yanis.text(".ask h2"); !strings.HasPrefix(title, "Yanis, vos 6 dés") {
		t.Fatalf("Yanis is asked %q", title)
	}
	if title := odile.text(".ask h2"); !strings.HasPrefix(title, "Odile, vos 6 dés") {
		t.Fatalf("Odile is asked %q", title)
	}
	for range 4 {
		yanis.send(".rolling", "face", "6")
	}
	if said := yanis.text(".rolling button[name=roll]"); said != "L’application jette les 2 autres" && said != "L'application jette les 2 autres" {
		t.Errorf("the button says %q", said)
	}
	// Odile's page is older: her dice are hers all the same.
	odile.send(".rolling", "faces", "1 2 3")
	if odile.status >= http.StatusBadRequest {
		t.Fatalf("Odile's dice: %d, %s", odile.status, odile.text(".notice"))
	}
	yanis.get(at).send(".rolling", "roll", "1")
	if w.steps() != before || !strings.HasPrefix(yanis.text(".ask h2"), "On attend Odile, ses 6 dés") {
		t.Fatalf("the program threw Odile's dice too: %s", yanis.text(".ask"))
	}
	// What the script holds when the button is pressed is typed as well.
	odile.get(at).send(".rolling", "faces", "4", "roll", "1")
	live, err := w.service.Live(context.Background(), w.club, w.battle)
	if err != nil {
		t.Fatal(err)
	}
	if live.Number == before { // a tie is rolled off
		yanis.get(at).send(".rolling", "faces", "6")
		odile.get(at).send(".rolling", "faces", "1")
	}
	if w.steps() != before+1 {
		t.Fatalf("%d steps, want %d: %s", w.steps(), before+1, odile.text(".ask"))
	}
	faces, byApp := w.lastDice()
	for i, want := range []int{6, 6, 6, 6, 0, 0, 1, 2, 3, 4, 0, 0} {
		if want > 0 && (faces[i] != want || byApp[i]) || want == 0 && !byApp[i] {
			t.Errorf("die %d is %d, thrown by the program: %t; want %d", i+1, faces[i], byApp[i], want)
		}
	}
	// The dice that the program threw are those of the seed.
	proof, err := w.service.ProveDice(context.Background(), w.club, w.battle, campaign.PartBattle)
	if err != nil || len(proof.Steps) != 0 {
		t.Errorf("while the battle goes on: %+v, %v", proof.Steps, err)
	}
}

// TestTwoPhonesTypeTheSameDice: the second phone is told what lies there, nothing is counted
// twice, and what it typed beyond that is kept.
func TestTwoPhonesTypeTheSameDice(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	before := w.playUntil("roll-initiative").Number
	at := w.battlePath("battles", w.battle)
	one, two := w.phone(w.yanis).get(at), w.phone(w.yanis).get(at)
	one.send(".rolling", "faces", "6 5 4")
	two.send(".rolling", "faces", "6 5 4 3 2") // two more than the other phone
	if said := two.text(".ask"); two.status >= http.StatusBadRequest || two.page.Find(".slot.next").Index() != 5 {
		t.Fatalf("status %d: %s", two.status, said)
	}
	one.send(".rolling", "faces", "4") // typed there too
	if said := one.text(".ask .notice"); one.status != http.StatusConflict || !strings.Contains(said, "6 5 4 3 2") {
		t.Errorf("status %d: %q", one.status, said)
	}
	if w.steps() != before || one.page.Find(".slot.next").Index() != 5 {
		t.Errorf("the fourth die is there twice: %s", one.text(".ask"))
	}
	// Another command does not push the dice aside.
	live, err := w.service.Live(context.Background(), w.club, w.battle)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := rules.EncodeCommand(live.Battle.Legal()[0])
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.service.Play(context.Background(), actor(w.odile), w.club, w.battle, campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: "aside"})
	if code := campaign.CodeOf(err); code != campaign.Stale && code != campaign.Forbidden {
		t.Errorf("a command beside the one that waits: %v", err)
	}
}

// TestUndoWithoutStep is refused with a sentence.
func TestUndoWithoutStep(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	p := w.phone(w.yanis).get(w.battlePath("battles", w.battle))
	token := p.page.Find("input[name=_csrf]").First().AttrOr("value", "")
	answer, err := p.client.PostForm(w.server.URL+w.battlePath("battles", w.battle)+"/undo", map[string][]string{"_csrf": {token}})
	p.take(answer, err)
	if p.status != http.StatusBadRequest || len(p.text("main")) < 20 {
		t.Errorf("status %d: %s", p.status, p.text("main"))
	}
}

// TestChoicesThroughTheAPI: a question is answered by the seat that it is put to, or by who may act for others.
func TestChoicesThroughTheAPI(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	live, err := w.service.Live(context.Background(), w.club, w.battle)
	if err != nil {
		t.Fatal(err)
	}
	command := live.Battle.Legal()[0]
	var q *rules.Question
	_, _, err = rules.Play(live.Battle, command, dice.NewTape(6, 1), nil)
	if !errors.As(err, &q) || q.Seat != 0 {
		t.Fatalf("the roll-off asks %v", err)
	}
	a := newAPI(t, w.server.URL)
	fill := []string{"{club}", w.club, "{battle}", w.battle}
	step := `{"number":0,"command":{"kind":"` + command.Kind() + `","by":1},"dice":[6,1],"choices":[1]}`
	a.call(http.StatusForbidden, "POST", battlePath+"/steps", w.newKey(w.odile, campaign.ScopePlay), step, fill...)
	if !strings.Contains(string(a.body), "choice") || w.steps() != 0 {
		t.Errorf("%d steps: %s", w.steps(), a.body)
	}
	a.call(http.StatusOK, "POST", battlePath+"/steps", w.newKey(w.camille, campaign.ScopePlay), step, fill...)
}

// TestFirstTurnGoesToEither: who has the initiative may name either side, by its name.
func TestFirstTurnGoesToEither(t *testing.T) {
	for k, name := range []string{"Garde de Hautecombe", "Corbeaux d’Aigremont"} {
		w := newBattleFixture(t)
		w.openBattle(rules.Measured)
		live := w.playUntil("first-turn")
		owner := w.yanis
		if live.Battle.Legal()[0].By() == 1 {
			owner = w.odile
		}
		p := w.phone(owner).get(w.battlePath("battles", w.battle))
		found := false
		p.page.Find(".ask .options button, .ask .options a:not(.cite)").Each(func(_ int, s *goquery.Selection) { found = found || strings.Contains(s.Text(), name) })
		if !found {
			t.Fatalf("%s is not offered: %s", name, p.text(".ask"))
		}
		p.act(k)
		if p.page.Find(".ask-ready").Length() > 0 {
			p.act(0)
		}
		live, err := w.service.Live(context.Background(), w.club, w.battle)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := rules.EncodeCommand(live.Steps[live.Number-1].Command)
		if err != nil || !strings.Contains(string(raw), `"first":`+strconv.Itoa(k)) {
			t.Errorf("%s: %s, %v", name, raw, err)
		}
	}
}

// TestLateDiceOfTwoSeats: both players typed their dice of one roll without a network; when the phones send them, each more
// than once, every die is given once and lies in its own place.
func TestLateDiceOfTwoSeats(t *testing.T) {
	for _, kind := range []string{"roll-roles", "roll-initiative"} {
		own := map[string][2]string{"roll-roles": {"6", "1"}, "roll-initiative": {"6 6 6 6 5 5", "1 2 3 4 1 2"}}[kind]
		w := newBattleFixture(t)
		w.openBattle(rules.Measured)
		before := w.playUntil(kind).Number
		at := w.battlePath("battles", w.battle)
		yanis, odile := w.phone(w.yanis).get(at), w.phone(w.odile).get(at)
		pages := []*goquery.Document{yanis.page, odile.page} // as they were when the network went
		late := func(p *phone, page *goquery.Document, faces string) *phone {
			p.page, p.at = page, at
			return p.send(".rolling", "faces", faces)
		}
		for range 2 {
			if late(odile, pages[1], own[1]); odile.status >= http.StatusBadRequest {
				t.Fatalf("%s: Odile’s dice: %d %s", kind, odile.status, odile.text(".ask"))
			}
			if w.steps() != before {
				t.Fatalf("%s: settled by one side’s dice", kind)
			}
		}
		live, err := w.service.Live(t.Context(), w.club, w.battle)
		if err != nil || live.Pending == nil || live.Pending.Turn != 1 {
			t.Fatalf("%s: given more than once: %+v, %v", kind, live.Pending, err)
		}
		for range 2 {
			if late(yanis, pages[0], own[0]); yanis.status >= http.StatusBadRequest {
				t.Fatalf("%s: Yanis’s dice: %d %s", kind, yanis.status, yanis.text(".ask"))
			}
		}
		for range 2 { // what the roll asks is answered, where it asks
			if yanis.get(at).page.Find("button[name=choice]").Length() > 0 {
				yanis.act(0)
			}
		}
		if faces, _ := w.lastDice(); w.steps() != before+1 || strings.Trim(fmt.Sprint(faces), "[]") != own[0]+" "+own[1] {
			t.Errorf("%s: %d steps with %v", kind, w.steps()-before, faces)
		}
	}
}
