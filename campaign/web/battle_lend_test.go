package web_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestOnePhoneForTwo plays a battle of hidden hands on one phone: without a loan there is no way to the other hand; with it the
// phone asks to be handed over whenever the other has to act, and shows the hand of who holds it alone.
func TestOnePhoneForTwo(t *testing.T) {
	v := newUnderworldsFixture(t)
	v.playUntil(func(live *campaign.LiveSnapshot) bool {
		hands := 0
		for seat := range 2 {
			if len(handNames(live, seat)) > 0 {
				hands++
			}
		}
		return hands == 2 && live.Pending == nil
	})
	at := v.battlePath("battles", v.battle)
	one := v.phone(v.yanis)
	// Seats are told by the names of their cards, which differ.
	theirs := func(p *phone, seat int) bool {
		cards := p.page.Find(".cards .card:not(.back) b").Text()
		for _, name := range handNames(v.live(), seat) {
			if strings.Contains(cards, name) {
				return true
			}
		}
		return false
	}
	if one.get(at + "/all"); theirs(one, 0) || one.page.Find(".hand-over").Length() != 0 {
		t.Fatal("a hand that was not lent is shown, or asked for")
	}
	if one.get(at + "/all?hand=0"); theirs(one, 0) {
		t.Fatal("a hand that was not lent is shown to who asks for it")
	}
	v.phone(v.camille).get(at).send("form[action$='/lend']")
	if _, body := v.phone(v.odile).raw(at + "/all?hand=0"); strings.Contains(body, "hand-over") {
		t.Error("a third member is asked to take the phone")
	}
	if link := one.get(at).page.Find("a[href='" + at + "/all']"); link.Length() != 1 {
		t.Errorf("no way to play for both: %s", one.text(".btns"))
	}
	if text := one.get(v.battlePath("inbox")).text("main"); !strings.Contains(text, "a prêté son côté") {
		t.Errorf("who was lent a side is not told of it: %s", text)
	}
	seen := map[int]bool{}
	for range 12 {
		one.get(at + "/all")
		if one.page.Find(".hand-over").Length() == 1 {
			if theirs(one, 0) || theirs(one, 1) {
				t.Fatal("a hand is seen while the phone is handed over")
			}
			take := one.page.Find(".hand-over a.btn").First().AttrOr("href", "")
			one.get(take)
			if one.status != http.StatusOK || one.page.Find(".hand-over").Length() != 0 {
				t.Fatalf("after taking the phone: status %d, %s", one.status, one.text("main"))
			}
		}
		live := v.live()
		if live.Over {
			break
		}
		for seat := range 2 {
			if theirs(one, seat) {
				seen[seat] = true
				if theirs(one, 1-seat) {
					t.Fatal("both hands are seen at once")
				}
			}
		}
		act := v.playAny(live)
		if act == rules.Nobody {
			break
		}
	}
	if !seen[0] || !seen[1] {
		t.Errorf("of both hands one after the other these were seen: %v", seen)
	}
}

// hand is the names of the cards that a seat holds.
func handNames(live *campaign.LiveSnapshot, seat int) (names []string) {
	for _, side := range live.Battle.View(rules.Seat(seat)).Sides {
		if side.Seat == rules.Seat(seat) {
			for _, c := range side.Cards {
				if !c.FaceDown {
					names = append(names, c.Names.In("fr"))
				}
			}
		}
	}
	return names
}
