package web

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// handCookie remembers who holds the one phone of a battle with hidden hands; askHand, in an address, says so.
const (
	handCookie = "hand"
	askHand    = "hand"
)

// lend lends the reader's side of a battle to the phone opposite, or takes it back.
func (s *site) lend(c echo.Context) error {
	v, b, _, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	body := campaign.Lend{Battle: b.ID, Seat: v.state.Seat(b, v.member.ID), To: c.FormValue("to"), Back: c.FormValue("back") != ""}
	if _, err := s.do(c, v, campaign.Draft{Body: body}); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, battleURL(v.club, b.ID))
}

// lending is what a player may lend, or has lent; nil where there is nobody to lend to.
func (s *site) lending(v visit, b *campaign.Battle) *views.Lending {
	if v.member == nil || b.Phase != campaign.Scheduled || len(b.Seats) != 2 {
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
	m := &views.Lending{Path: battleURL(v.club, b.ID) + "/lend", To: other.Member, Name: memberName(v.state, other.Member)}
	for _, l := range b.Loans {
		m.Lent = m.Lent || l == campaign.Loan{Seat: mine, Member: other.Member}
	}
	return m
}

// passed tells whether the address for both sides is used by a player to whom the others lent their sides.
func passed(c echo.Context, v visit, b *campaign.Battle) bool {
	return forBoth(c) && v.member != nil && v.state.Lent(b, v.member.ID)
}

// holder is the seat of whoever holds the one phone; Nobody when it has not been said.
func holder(c echo.Context, b *campaign.Battle) rules.Seat {
	ck, err := c.Cookie(handCookie)
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

// acting is the seat that has to do something; Nobody when any may.
func acting(live *campaign.Live) rules.Seat {
	if p := live.Pending; p != nil {
		var q *rules.Question
		if errors.As(p.Err, &q) {
			return q.Seat
		}
		return p.Command.By()
	}
	return live.Battle.View(rules.Nobody).ToAct
}

// handOver stands between two players who share a phone, as long as the one who holds it is not the one who acts: hands are
// seen by nobody else. It is false where there is nothing to hide.
func (s *site) handOver(c echo.Context, v visit, b *campaign.Battle, live *campaign.Live) (done bool, err error) {
	if !passed(c, v, b) || !s.Hall.Secret(live) {
		return false, nil
	}
	c.Response().Header().Set("Cache-Control", "no-store") // a kept page would show a hand later
	path := battlePath(c, v, b)
	if given := c.QueryParam(askHand); given != "" {
		c.SetCookie(s.cookie(c, handCookie, b.ID+"."+given, 0))
		return true, c.Redirect(http.StatusSeeOther, path)
	}
	acts, holds := acting(live), holder(c, b)
	if live.Over || holds != rules.Nobody && (acts == rules.Nobody || acts == holds) {
		return false, nil
	}
	m := views.HandOver{State: stateOf(b, live), Stream: battleURL(v.club, b.ID) + "/events"}
	for i, id := range b.Seats {
		if acts == rules.Nobody || acts == rules.Seat(i) {
			m.Who = append(m.Who, views.Holder{Name: memberName(v.state, v.state.Rosters[id].Member), Side: rosterName(v.state, id), Arms: rosterArms(v.state.Rosters[id]), URL: path + "?" + askHand + "=" + strconv.Itoa(i)})
		}
	}
	f := s.frame(c, bookOf(c).Say("lend.hand"), views.SectionBattle)
	f.Back, f.Scripts = battleURL(v.club, b.ID), []string{"js/battle.js"}
	return true, s.page(c, http.StatusOK, views.HandOverPage(f, m))
}
