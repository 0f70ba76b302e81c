package battleview_test

import (
	"math/rand/v2"
	"net/url"
	"testing"

	"oriflamme/campaign/web/battleview"
	"oriflamme/rules"
	playviews "oriflamme/views/play"
)

// visitCards follows the choices of each card to the next cards, one choice of each kind.
func visitCards(t *testing.T, s *battleview.Presenter, coins *rand.Rand, see func(a playviews.Ask, after string)) {
	t.Helper()
	q := url.Values{}
	after := ""
	for range 9 {
		again := *s
		again.RuleURL = func(id string) string { return "/rules/" + id }
		ask := again.Page(q).Ask
		see(ask, after)
		next := links(ask)
		if len(next) == 0 {
			return
		}
		after = next[coins.IntN(len(next))]
		q = query(t, after)
	}
	t.Errorf("nine choices lead nowhere from %v", q)
}

// TestCardsNameTheirRule checks that every card that asks for the next command, or for a part of it, shows the rule of
// everything that it offers, with its address.
func TestCardsNameTheirRule(t *testing.T) {
	playAtRandom(t, func(t *testing.T, s *battleview.Presenter, _ []rules.Command, coins *rand.Rand) {
		visitCards(t, s, coins, func(a playviews.Ask, _ string) {
			ruled := 0
			for _, n := range a.Notes {
				if n.Rule.ID != "" && n.Rule.URL == "/rules/"+n.Rule.ID {
					ruled++
				}
			}
			alone := 0
			for _, c := range a.Choices {
				if c.Rule.ID == "" {
					alone++
				} else if c.Rule.URL == "" {
					t.Errorf("%q: the rule %s leads nowhere", c.Label, c.Rule.ID)
				}
			}
			if ruled == 0 && (alone > 0 || len(a.Choices) == 0) {
				t.Errorf("the card %q names no rule", a.Title)
			}
		})
	})
}

// TestNothingIsPressedTwice checks that a choice that leaves nothing to choose, measure or throw takes one press, and that no
// card says the same in its title, its line and its button.
func TestNothingIsPressedTwice(t *testing.T) {
	pressed := 0
	playAtRandom(t, func(t *testing.T, s *battleview.Presenter, _ []rules.Command, coins *rand.Rand) {
		visitCards(t, s, coins, func(a playviews.Ask, after string) {
			for _, u := range a.Units {
				if u.Command != "" {
					pressed++
				}
			}
			if a.Kind != "ready" {
				return
			}
			if after != "" {
				t.Errorf("%s leads to %q, which only has to be confirmed", after, a.ButtonText)
			}
			if a.ButtonText == "" || a.Title == a.ButtonText || a.Lead == a.ButtonText || a.Title == a.Lead {
				t.Errorf("the card says %q, %q, %q", a.Title, a.Lead, a.ButtonText)
			}
		})
	})
	if pressed == 0 {
		t.Error("no unit is pressed at once")
	}
}
