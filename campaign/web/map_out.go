package web

import (
	"encoding/base64"
	"net/http"
	"path"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// mapFilePolicy is the policy of a map file: it brings its style with it, and its picture.
const mapFilePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

// thenMap is the map that the address asks for, drawn for everybody: that of the
// moment "at", or of now.
func (s *site) thenMap(c echo.Context, f views.Frame, v visit, camp *campaign.Campaign) (views.Map, error) {
	if camp.Map == nil || len(camp.Map.Regions) == 0 {
		return views.Map{}, &campaign.Error{Code: campaign.NotFound, Key: "no-region"}
	}
	then, shown, _, err := s.moment(c, v, camp)
	if err != nil {
		return views.Map{}, err
	}
	drawn := drawnMap(f, then, shown, "map")
	drawn.Supply = nil
	return drawn, nil
}

// mapFile gives the map as an SVG file.
func (s *site) mapFile(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	drawn, err := s.thenMap(c, s.frame(c, camp.Settings.Name, views.SectionCampaign), v, camp)
	if err != nil {
		return err
	}
	if err := s.inline(c, v, drawn.Picture); err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", mapFilePolicy)
	h.Set("Content-Disposition", `inline; filename="`+fileName(drawn.Name)+`.svg"`)
	return c.Blob(http.StatusOK, "image/svg+xml", []byte(drawn.File()))
}

// inline puts the bytes of a picture into its address, for a file that stands alone. One that was taken away is left out.
func (s *site) inline(c echo.Context, v visit, p *views.MapPicture) error {
	if p == nil {
		return nil
	}
	i, err := s.Hall.Image(c.Request().Context(), v.club, path.Base(p.URL))
	if campaign.CodeOf(err) == campaign.NotFound {
		p.URL = ""
		return nil
	}
	if err != nil {
		return err
	}
	p.URL = "data:" + i.Type + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
	return nil
}

// fileName keeps of a name what every system takes in the name of a file.
func fileName(name string) string {
	out := []rune{}
	for _, r := range name {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			out = append(out, r)
		} else if len(out) > 0 && out[len(out)-1] != '-' {
			out = append(out, '-')
		}
	}
	return string(out)
}

// mapPrint is the map on one A3 sheet, with the list of realms and their land.
func (s *site) mapPrint(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	f := s.frame(c, camp.Settings.Name, views.SectionCampaign)
	drawn, err := s.thenMap(c, f, v, camp)
	if err != nil {
		return err
	}
	m := views.MapSheet{Club: v.state.Club.Name, Campaign: camp.Settings.Name, Map: drawn, Day: f.Day(s.Now())}
	for i, r := range drawn.Realms {
		land := 0
		for _, region := range drawn.Regions {
			if region.Realm == i {
				land++
			}
		}
		m.Realms = append(m.Realms, views.MapSheetRealm{Realm: r, Lands: land})
	}
	f.Back = campaignURL(v.club, camp.ID)
	return s.page(c, http.StatusOK, views.PrintMap(f, m))
}

// moment is the state and campaign at the moment that the address names by "at", of
// all moments; n is which one.
func (s *site) moment(c echo.Context, v visit, camp *campaign.Campaign) (then visit, shown *campaign.Campaign, n int, err error) {
	all := moments(v.state, camp)
	n = len(all)
	if at, err := strconv.Atoi(c.QueryParam("at")); err == nil && at >= 0 && at < n {
		n = at
	}
	then, shown = v, camp
	if n == len(all) {
		return then, shown, n, nil
	}
	no := camp.Cause
	if n > 0 {
		no = campaign.Cause(all[n-1].act)
	}
	past, err := s.Hall.StateAt(c.Request().Context(), v.club, int64(no))
	if err != nil {
		return then, shown, n, err
	}
	if old := past.Campaigns[camp.ID]; old != nil && old.Map != nil {
		then.state, shown = past, old
	}
	return then, shown, n, nil
}
