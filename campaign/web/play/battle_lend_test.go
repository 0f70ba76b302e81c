package play_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
)

// TestOnePhoneForTwo plays a battle with hidden hands on one phone. Without a loan the other hand cannot be reached. With it the
// phone asks to be handed over whenever the other player has to act, and shows only the hand of the player who holds it.
func TestOnePhoneForTwo(t *testing.T) {
	v := webtest.NewUnderworldsFixture(t)
	v.PlayUntil(func(live *campaign.LiveSnapshot) bool {
		hands := 0
		for seat := range 2 {
			if len(handNames(live, seat)) > 0 {
				hands++
			}
		}
		return hands == 2 && live.Pending == nil
	})
	at := v.BattlePath("battles", v.Battle)
	one := v.Phone(v.Yanis)
	// The test recognises a seat by the names of its cards, which differ.
	theirs := func(p *webtest.Browser, seat int) bool {
		cards := p.Page.Find(".cards .card:not(.back) b").Text()
		for _, name := range handNames(v.Live(), seat) {
			if strings.Contains(cards, name) {
				return true
			}
		}
		return false
	}
	if one.Get(at + "/all"); theirs(one, 0) || one.Page.Find(".hand-over").Length() != 0 {
		t.Fatal("a hand that was not lent is shown, or asked for")
	}
	if one.Get(at + "/all?hand=0"); theirs(one, 0) {
		t.Fatal("a hand that was not lent is shown to who asks for it")
	}
	v.Phone(v.Camille).Get(at).Send("form[action$='/lend']")
	if _, body := v.Phone(v.Odile).Raw(at + "/all?hand=0"); strings.Contains(body, "hand-over") {
		t.Error("a third member is asked to take the phone")
	}
	if link := one.Get(at).Page.Find("a[href='" + at + "/all']"); link.Length() != 1 {
		t.Errorf("no way to play for both: %s", one.Text(".btns"))
	}
	if text := one.Get(v.BattlePath("inbox")).Text("main"); !strings.Contains(text, "a prêté son côté") {
		t.Errorf("the member to whom a side was lent is not notified: %s", text)
	}
	seen := map[int]bool{}
	for range 12 {
		one.Get(at + "/all")
		if one.Page.Find(".hand-over").Length() == 1 {
			if theirs(one, 0) || theirs(one, 1) {
				t.Fatal("a hand is seen while the phone is handed over")
			}
			take := one.Page.Find(".hand-over a.btn").First().AttrOr("href", "")
			one.Get(take)
			if one.Status != http.StatusOK || one.Page.Find(".hand-over").Length() != 0 {
				t.Fatalf("after taking the phone: status %d, %s", one.Status, one.Text("main"))
			}
		}
		live := v.Live()
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
		act := v.PlayAny(live)
		if act == rules.Nobody {
			break
		}
	}
	if !seen[0] || !seen[1] {
		t.Errorf("of both hands one after the other these were seen: %v", seen)
	}
}

// handNames returns the names of the cards that a seat holds.
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
