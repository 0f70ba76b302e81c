package web

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// phoneHolderCookie remembers who holds the one phone of a battle with hidden hands; phoneHolderQuery, in an address, says so.
const (
	phoneHolderCookie = "hand"
	phoneHolderQuery  = "hand"
)

// lend lends the reader's side of a battle to the phone opposite, or takes it back.
func (s *playHandlers) lend(c echo.Context) error {
	v, b, _, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	body := campaign.LendSeat{Battle: b.ID, Seat: v.state.Seat(b, v.member.ID), To: c.FormValue("to"), Back: c.FormValue("back") != ""}
	if _, err := s.do(c, v, campaign.ActRequest{Body: body}); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, battleURL(v.club, b.ID))
}

// lending is what a player may lend, or has lent; nil where there is nobody to lend to.
func (s *playHandlers) lending(v visit, b *campaign.Battle) *playviews.Lending {
	if v.member == nil || b.Status != campaign.Scheduled || len(b.Seats) != 2 {
		return nil
	}
	mine := v.state.Seat(b, v.member.ID)
	if mine == rules.Nobody {
		return nil
	}
	other := v.state.Rosters[b.Seats[1-mine]]
	if other == nil || v.state.Plays(b, int(1-mine), v.member.ID) {
		return nil
	}
	m := &playviews.Lending{Path: battleURL(v.club, b.ID) + "/lend", To: other.Member, Name: memberName(v.state, other.Member)}
	for _, l := range b.Loans {
		m.Lent = m.Lent || l == campaign.SeatLoan{Seat: mine, Member: other.Member}
	}
	return m
}

// usesLentSeats tells whether the address for both sides is used by a player to whom the others lent their sides.
func usesLentSeats(c echo.Context, v visit, b *campaign.Battle) bool {
	return playsBothSides(c) && v.member != nil && v.state.PlaysAllSeats(b, v.member.ID)
}

// phoneHolder is the seat of whoever holds the one phone; Nobody when it has not been said.
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

// seatToAct is the seat that has to do something; Nobody when any may.
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

// showHandOver stands between two players who share a phone, as long as the one who holds it is not the one who acts: hands are
// seen by nobody else. It is false where there is nothing to hide.
func (s *playHandlers) showHandOver(c echo.Context, v visit, b *campaign.Battle, live *campaign.LiveSnapshot) (done bool, err error) {
	if !usesLentSeats(c, v, b) || !s.Service.HasSecrets(live) {
		return false, nil
	}
	c.Response().Header().Set("Cache-Control", "no-store") // a kept page would show a hand later
	path := battlePath(c, v, b)
	if given := c.QueryParam(phoneHolderQuery); given != "" {
		c.SetCookie(s.newCookie(c, phoneHolderCookie, b.ID+"."+given, 0))
		return true, c.Redirect(http.StatusSeeOther, path)
	}
	acts, holds := seatToAct(live), phoneHolder(c, b)
	if live.Over || holds != rules.Nobody && (acts == rules.Nobody || acts == holds) {
		return false, nil
	}
	m := playviews.HandOver{State: stateVersion(b, live), Stream: battleURL(v.club, b.ID) + "/events"}
	for i, id := range b.Seats {
		if acts == rules.Nobody || acts == rules.Seat(i) {
			m.Who = append(m.Who, playviews.PhoneHolder{Name: memberName(v.state, v.state.Rosters[id].Member), Side: rosterName(v.state, id), Emblem: rosterEmblem(v.state.Rosters[id]), URL: path + "?" + phoneHolderQuery + "=" + strconv.Itoa(i)})
		}
	}
	f := s.frame(c, catalogOf(c).Say("lend.hand"), views.SectionBattle)
	f.Back, f.Scripts = battleURL(v.club, b.ID), []string{"js/battle.js"}
	return true, s.render(c, http.StatusOK, playviews.HandOverPage(f, m))
}
