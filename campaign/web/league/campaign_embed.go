package league

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// embedCampaign returns a public campaign for an embedded page.
func (s *Handlers) embedCampaign(c echo.Context) (site.Visit, *campaign.Campaign, views.Frame, error) {
	v, err := s.Visit(c)
	if err != nil {
		return v, nil, views.Frame{}, err
	}
	camp, err := v.Campaign(c)
	if err != nil {
		return v, nil, views.Frame{}, err
	}
	f := s.Frame(c, camp.Settings.Name, views.SectionNowhere)
	f.Embed = true
	return v, camp, f, nil
}

// embedStandings shows the standings of a campaign inside another site.
func (s *Handlers) embedStandings(c echo.Context) error {
	v, camp, f, err := s.embedCampaign(c)
	if err != nil {
		return err
	}
	m := leagueviews.EmbedPage{Title: camp.Settings.Name, URL: site.CampaignURL(v.Club, camp.ID), Table: placeLines(f, v, camp), Scoring: scoringText(f, camp.Settings)}
	return s.Render(c, http.StatusOK, leagueviews.Embed(f, m))
}

// embedMap shows the map of a campaign inside another site, or its standings if it has no map.
func (s *Handlers) embedMap(c echo.Context) error {
	v, camp, f, err := s.embedCampaign(c)
	if err != nil {
		return err
	}
	m := leagueviews.EmbedPage{Title: camp.Settings.Name, URL: site.CampaignURL(v.Club, camp.ID)}
	if camp.Map != nil && len(camp.Map.Regions) > 0 {
		drawn := site.DrawnMap(f, v, camp, "e")
		m.Map = &drawn
	} else {
		m.Table, m.Scoring = placeLines(f, v, camp), scoringText(f, camp.Settings)
	}
	return s.Render(c, http.StatusOK, leagueviews.Embed(f, m))
}
