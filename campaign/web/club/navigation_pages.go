package club

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
)

// menuPage shows the Menu as a page, for browsers without scripts.
func (s *Handlers) menuPage(c echo.Context) error {
	if c.Param("club") != "" {
		if _, err := s.Visit(c); err != nil {
			return err
		}
	}
	return s.Render(c, http.StatusOK, views.Menu(s.Frame(c, site.CatalogOf(c).Say("nav.menu"), views.SectionMenu)))
}

// clubsPage lists the reader's clubs, and how to get to another.
func (s *Handlers) clubsPage(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("nav.your_clubs"), views.SectionClub)
	f.Back = site.ClubURL(v.Club)
	return s.Render(c, http.StatusOK, views.Clubs(f, *s.ClubSwitch(c, f, v)))
}

// redirectToCampaign redirects to the campaign of the reader's next battle, or the one they opened last, or one in which they have
// a side, or else to the list.
func (s *Handlers) redirectToCampaign(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	to := site.ClubURL(v.Club) + "/campaigns"
	if camp := s.nextCampaign(c, v); camp != nil {
		to = site.CampaignURL(v.Club, camp.ID)
	}
	return c.Redirect(http.StatusSeeOther, to)
}

func (s *Handlers) nextCampaign(c echo.Context, v site.Visit) *campaign.Campaign {
	if b := site.NextBattle(v, s.Now()); b != nil {
		return v.State.Campaigns[b.Campaign]
	}
	if ck, err := c.Cookie(site.CampaignCookie); err == nil {
		if camp := v.State.Campaigns[ck.Value]; camp != nil && v.Sees(camp) {
			return camp
		}
	}
	for _, r := range slices.Backward(v.State.RostersBy(v.Member.ID)) {
		if camp := v.State.Campaigns[r.Campaign]; !r.Retired && !camp.Closed {
			return camp
		}
	}
	return nil
}
