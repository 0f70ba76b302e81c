package league

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// embedFrame returns the frame of an embedded page of a campaign.
func (s *Handlers) embedFrame(c echo.Context, camp *campaign.Campaign) views.Frame {
	f := s.Frame(c, camp.Settings.Name, views.SectionNowhere)
	f.Embed = true
	return f
}

// embedStandings shows the standings of a campaign inside another site.
func (s *Handlers) embedStandings(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.embedFrame(c, camp)
	m := leagueviews.EmbedPage{Title: camp.Settings.Name, URL: site.CampaignURL(v.Club, camp.ID), Table: placeLines(f, v, camp), Scoring: scoringText(f, camp.Settings)}
	return s.Render(c, http.StatusOK, leagueviews.Embed(f, m))
}

// embedMap shows the map of a campaign inside another site, or its standings if it has no map.
func (s *Handlers) embedMap(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.embedFrame(c, camp)
	m := leagueviews.EmbedPage{Title: camp.Settings.Name, URL: site.CampaignURL(v.Club, camp.ID)}
	if camp.Map != nil && len(camp.Map.Regions) > 0 {
		drawn := site.DrawnMap(f, v, camp, "e")
		m.Map = &drawn
	} else {
		m.Table, m.Scoring = placeLines(f, v, camp), scoringText(f, camp.Settings)
	}
	return s.Render(c, http.StatusOK, leagueviews.Embed(f, m))
}
