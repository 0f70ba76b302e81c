package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// menuPage is the Menu as a page, for browsers without scripts.
func (s *clubHandlers) menuPage(c echo.Context) error {
	if c.Param("club") != "" {
		if _, err := s.visit(c); err != nil {
			return err
		}
	}
	return s.render(c, http.StatusOK, views.Menu(s.frame(c, catalogOf(c).Say("nav.menu"), views.SectionMenu)))
}

// clubsPage lists the clubsPage of the reader, and the ways to another.
func (s *clubHandlers) clubsPage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("nav.your_clubs"), views.SectionClub)
	f.Back = clubURL(v.club)
	return s.render(c, http.StatusOK, views.Clubs(f, *s.clubSwitch(c, f, v)))
}

// redirectToCampaign leads to the campaign of the reader's next battle, or to the one they looked at last, or to one in which they have
// a side, or else to the list.
func (s *clubHandlers) redirectToCampaign(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	to := clubURL(v.club) + "/campaigns"
	if camp := s.nextCampaign(c, v); camp != nil {
		to = campaignURL(v.club, camp.ID)
	}
	return c.Redirect(http.StatusSeeOther, to)
}

func (s *clubHandlers) nextCampaign(c echo.Context, v visit) *campaign.Campaign {
	if b := nextBattle(v, s.Now()); b != nil {
		return v.state.Campaigns[b.Campaign]
	}
	if ck, err := c.Cookie(campaignCookie); err == nil {
		if camp := v.state.Campaigns[ck.Value]; camp != nil && v.sees(camp) {
			return camp
		}
	}
	for _, r := range slices.Backward(v.state.RostersBy(v.member.ID)) {
		if camp := v.state.Campaigns[r.Campaign]; !r.Retired && !camp.Closed {
			return camp
		}
	}
	return nil
}
