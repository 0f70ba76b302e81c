package auth

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// demoSignIn signs a visitor in as a person of the demonstration.
func (s *Handlers) demoSignIn(c echo.Context) error {
	for _, p := range s.Demo {
		if p.Member != c.FormValue("member") {
			continue
		}
		ctx := c.Request().Context()
		link, err := s.Service.IssueLink(ctx, campaign.Actor{Member: p.Member}, p.Club, p.Member)
		if err != nil {
			return err
		}
		begun, err := s.Service.SignIn(ctx, link)
		if err != nil {
			return err
		}
		s.AddSession(c, begun)
		return c.Redirect(http.StatusSeeOther, site.ClubURL(p.Club))
	}
	return echo.ErrNotFound
}
