package play_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// TestHandsAndDecksStaySecret reads everything about a running battle as each member and as a visitor: nobody finds another
// player's hand or the dice of a shuffle.
func TestHandsAndDecksStaySecret(t *testing.T) {
	v := webtest.NewUnderworldsFixture(t)
	live := v.PlayUntil(func(live *campaign.LiveSnapshot) bool {
		return live.Battle.View(rules.Nobody).Phase == "activation" && live.Pending == nil
	})
	shuffled := 0
	for _, step := range live.Steps {
		for _, d := range step.Dice {
			if d.For == "shuffle" {
				shuffled++
			}
		}
	}
	if shuffled < 60 {
		t.Fatalf("%d dice of shuffles", shuffled)
	}
	at := v.BattlePath("battles", v.Battle)
	readers := map[string]campaign.Session{"Camille": v.Camille, "Yanis": v.Yanis, "Odile": v.Odile, "a visitor": {}}
	for name, reader := range readers {
		for _, path := range []string{at, at + "?log=all", at + "/all", at + "/all?log=all", at + "/record", at + "/all/record", at + "/events", at + "/slip", at + "/report",
			v.BattlePath("archive"), "/battles", v.BattlePath("arbiter", "battles", v.Battle)} {
			status, body := v.Read(reader, path)
			if status >= 500 {
				t.Errorf("%s reads %s: %d", name, path, status)
			}
			for seat := range rules.Seat(2) {
				if reader.Member == v.Seats[seat].Member && reader.Member != "" {
					continue
				}
				for _, secret := range v.SecretCards(live, seat) {
					if secret != "" && !strings.HasSuffix(path, "/archive") && strings.Contains(body, secret) {
						t.Errorf("%s reads %q of seat %d at %s", name, secret, seat, path)
					}
				}
			}
			if strings.Contains(body, `"shuffle"`) || strings.Contains(body, `"order"`) || strings.Contains(body, `"seed":"`) {
				t.Errorf("%s reads a shuffle at %s", name, path)
			}
			if strings.HasSuffix(path, "/record") && status != http.StatusForbidden && status != http.StatusSeeOther {
				t.Errorf("%s takes the record away: %d", name, status)
			}
		}
	}
	page := v.Phone(v.Yanis).Get(at + "?log=all").Page
	for _, line := range page.Find(".log li").EachIter() {
		if strings.Contains(line.Text(), "Mélanger les piles") && line.Find("svg").Length() > 0 {
			t.Error("the log shows the dice of the shuffles")
		}
	}
	v.PlayUntil(func(*campaign.LiveSnapshot) bool { return false })
	if status, body := v.Read(v.Odile, at+"/record"); status != http.StatusOK || !strings.Contains(body, `"shuffle"`) {
		t.Errorf("the record of a battle that is over: %d", status)
	}
}

// TestEnglishPagesNameCardsInEnglish reads the same hand in both languages.
func TestEnglishPagesNameCardsInEnglish(t *testing.T) {
	v := webtest.NewUnderworldsFixture(t)
	live := v.PlayUntil(func(live *campaign.LiveSnapshot) bool {
		return live.Battle.View(rules.Nobody).Phase == "activation" && live.Pending == nil
	})
	at := v.BattlePath("battles", v.Battle)
	french, english := v.Phone(v.Camille).Get(at), v.Phone(v.Camille)
	text := english.Get(at + "?lang=en").Page.Find(".hand").Text()
	for _, c := range live.Battle.View(0).Sides[0].Cards {
		if !strings.Contains(french.Page.Find(".hand").Text(), c.Names["fr"]) {
			t.Errorf("the French page lacks %s", c.Names["fr"])
		}
		if !strings.Contains(text, c.Names["en"]) || !strings.Contains(text, c.Texts["en"]) {
			t.Errorf("the English page lacks %s", c.Names["en"])
		}
	}
}

// TestPassForTheTurn passes all reaction steps of a turn by one press on the page.
func TestPassForTheTurn(t *testing.T) {
	v := webtest.NewUnderworldsFixture(t)
	reacts := func(live *campaign.LiveSnapshot) bool {
		q := webtest.PendingQuestion(live)
		return q != nil && q.Seat == 1 && strings.HasPrefix(q.Why, "react-")
	}
	live := v.PlayUntil(reacts)
	if live.Over {
		t.Fatal("no reaction could be used in the whole battle")
	}
	yanis := v.Phone(v.Yanis).Get(v.BattlePath("battles", v.Battle))
	last := yanis.Page.Find(".ask form.options button").Last()
	if got := last.Text(); !strings.Contains(got, "Passer jusqu") {
		t.Fatalf("the last answer is %q", got)
	}
	choice, _ := last.Attr("value")
	yanis.Send(".ask form.options", "choice", choice)
	step := live.Number
	waived, asks := false, 0
	v.PlayUntil(func(live *campaign.LiveSnapshot) bool {
		for _, s := range live.Steps[step:] {
			for _, e := range s.Events {
				switch e.(type) {
				case underworlds.Waived:
					waived = true
				case underworlds.TurnBegan:
					if waived {
						return true
					}
				}
			}
		}
		if reacts(live) && live.Number > step {
			asks++
		}
		return false
	})
	if !waived || asks > 0 {
		t.Errorf("passed: %v; asked %d times afterwards", waived, asks)
	}
}

// TestGloryCounts: the organiser sets that the glory of battles counts as campaign points.
func TestGloryCounts(t *testing.T) {
	v := webtest.NewUnderworldsFixture(t)
	at := v.BattlePath("campaigns", v.Camp)
	owner := v.Phone(v.Camille)
	owner.Get(at+"/settings").Send("form[action$='/settings']", "fame", "yes", "why", "Ligue")
	state, err := v.Service.State(context.Background(), v.Club)
	rulestest.Must(t, err)
	if got := state.Campaigns[v.Camp].Settings.ScoreResource; got != "glory" {
		t.Fatalf("counts %q", got)
	}
	if text := owner.Get(at + "/rules").Text("main"); !strings.Contains(text, "Gloire de campagne\u202f» compte aussi comme points") {
		t.Errorf("the rules do not tell: %s", text)
	}
	if text := owner.Get(at + "/chronicle").Text("main"); !strings.Contains(text, "Ressource comptée\u00a0: rien → Gloire de campagne") {
		t.Errorf("the chronicle lacks it: %s", text)
	}
	owner.Get(at+"/settings").Send("form[action$='/settings']", "fame", "")
	if state, _ = v.Service.State(context.Background(), v.Club); state.Campaigns[v.Camp].Settings.ScoreResource != "" {
		t.Error("it cannot be undone")
	}
}
