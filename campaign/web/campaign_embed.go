package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// embedCampaign opens a public campaign for a frame.
func (s *leagueHandlers) embedCampaign(c echo.Context) (visit, *campaign.Campaign, views.Frame, error) {
	v, err := s.visit(c)
	if err != nil {
		return v, nil, views.Frame{}, err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return v, nil, views.Frame{}, err
	}
	f := s.frame(c, camp.Settings.Name, views.SectionNowhere)
	f.Embed = true
	return v, camp, f, nil
}

// embedStandings is the table of a campaign for a frame on another site.
func (s *leagueHandlers) embedStandings(c echo.Context) error {
	v, camp, f, err := s.embedCampaign(c)
	if err != nil {
		return err
	}
	m := leagueviews.EmbedPage{Title: camp.Settings.Name, URL: campaignURL(v.club, camp.ID), Table: placeLines(f, v, camp), Scoring: scoringText(f, camp.Settings)}
	return s.render(c, http.StatusOK, leagueviews.Embed(f, m))
}

// embedMap is the map of a campaign for a frame on another site, or its table when it has none.
func (s *leagueHandlers) embedMap(c echo.Context) error {
	v, camp, f, err := s.embedCampaign(c)
	if err != nil {
		return err
	}
	m := leagueviews.EmbedPage{Title: camp.Settings.Name, URL: campaignURL(v.club, camp.ID)}
	if camp.Map != nil && len(camp.Map.Regions) > 0 {
		drawn := drawnMap(f, v, camp, "e")
		m.Map = &drawn
	} else {
		m.Table, m.Scoring = placeLines(f, v, camp), scoringText(f, camp.Settings)
	}
	return s.render(c, http.StatusOK, leagueviews.Embed(f, m))
}
