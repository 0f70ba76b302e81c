package play

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// phoneHolderCookie stores who holds the shared phone of a battle with hidden hands. phoneHolderQuery sets it by the address.
const (
	phoneHolderCookie = "hand"
	phoneHolderQuery  = "hand"
)

// lend lends the reader's side of a battle to the opponent's phone, or ends the loan.
func (s *Handlers) lend(c echo.Context, v site.Visit, b *campaign.Battle) error {
	body := campaign.LendSeat{Battle: b.ID, Seat: v.State.Seat(b, v.Member.ID), To: c.FormValue("to"), Back: c.FormValue("back") != ""}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body}); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, site.BattleURL(v.Club, b.ID))
}

// lending returns what a player may lend or has lent, or nil when there is nobody to lend to.
func (s *Handlers) lending(v site.Visit, b *campaign.Battle) *playviews.Lending {
	if v.Member == nil || b.Status != campaign.Scheduled || len(b.Seats) != 2 {
		return nil
	}
	mine := v.State.Seat(b, v.Member.ID)
	if mine == rules.Nobody {
		return nil
	}
	other := v.State.Rosters[b.Seats[1-mine]]
	if other == nil || v.State.Plays(b, int(1-mine), v.Member.ID) {
		return nil
	}
	m := &playviews.Lending{Path: site.BattleURL(v.Club, b.ID) + "/lend", To: other.Member, Name: site.MemberName(v.State, other.Member)}
	m.Lent = slices.Contains(b.Loans, campaign.SeatLoan{Seat: mine, Member: other.Member})
	return m
}

// usesLentSeats reports whether a player to whom the other sides are lent uses the address for both sides.
func usesLentSeats(c echo.Context, v site.Visit, b *campaign.Battle) bool {
	return playsBothSides(c) && v.Member != nil && v.State.PlaysAllSeats(b, v.Member.ID)
}

// phoneHolder returns the seat of the player who holds the shared phone, or Nobody when it is not known.
func phoneHolder(c echo.Context, b *campaign.Battle) rules.Seat {
	ck, err := c.Cookie(phoneHolderCookie)
	if err != nil {
		return rules.Nobody
	}
	for i := range b.Seats {
		if ck.Value == b.ID+"."+strconv.Itoa(i) {
			return rules.Seat(i)
		}
	}
	return rules.Nobody
}

// seatToAct returns the seat that has to act, or Nobody when any may.
func seatToAct(live *campaign.LiveSnapshot) rules.Seat {
	if p := live.Pending; p != nil {
		var q *rules.Question
		if errors.As(p.Err, &q) {
			return q.Seat
		}
		return p.Command.By()
	}
	return live.Battle.View(rules.Nobody).ToAct
}

// showHandOver asks two players who share a phone to hand it over, as long as the one who holds it is not the one who acts. It
// returns false in a battle without hidden hands.
func (s *Handlers) showHandOver(c echo.Context, v site.Visit, b *campaign.Battle, live *campaign.LiveSnapshot) (done bool, err error) {
	if !usesLentSeats(c, v, b) || !s.Service.HasSecrets(live) {
		return false, nil
	}
	c.Response().Header().Set("Cache-Control", "no-store") // a stored page could show a hand later
	path := battlePath(c, v, b)
	if given := c.QueryParam(phoneHolderQuery); given != "" {
		c.SetCookie(s.NewCookie(c, phoneHolderCookie, b.ID+"."+given, 0))
		return true, c.Redirect(http.StatusSeeOther, path)
	}
	acts, holds := seatToAct(live), phoneHolder(c, b)
	if live.Over || holds != rules.Nobody && (acts == rules.Nobody || acts == holds) {
		return false, nil
	}
	m := playviews.HandOver{State: stateVersion(b, live), Stream: site.BattleURL(v.Club, b.ID) + "/events"}
	for i, id := range b.Seats {
		if acts == rules.Nobody || acts == rules.Seat(i) {
			m.Who = append(m.Who, playviews.PhoneHolder{Name: site.MemberName(v.State, v.State.Rosters[id].Member), Side: site.RosterName(v.State, id), Emblem: site.RosterEmblem(v.State.Rosters[id]), URL: path + "?" + phoneHolderQuery + "=" + strconv.Itoa(i)})
		}
	}
	f := s.Frame(c, site.CatalogOf(c).Say("lend.hand"), views.SectionBattle)
	f.Back, f.Scripts = site.BattleURL(v.Club, b.ID), []string{"js/battle.js"}
	return true, s.Render(c, http.StatusOK, playviews.HandOverPage(f, m))
}
