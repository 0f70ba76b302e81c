package league

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"path"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// mapFilePolicy is the policy of a map file, which contains its style and its image.
const mapFilePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

// mapAtMoment returns the map that the address asks for, as everybody sees it: at the moment "at", or now.
func (s *Handlers) mapAtMoment(c echo.Context, f views.Frame, v site.Visit, camp *campaign.Campaign) (views.Map, error) {
	if camp.Map == nil || len(camp.Map.Regions) == 0 {
		return views.Map{}, &campaign.Error{Code: campaign.NotFound, Key: "no-region"}
	}
	x, err := s.requestedMoment(c, v, camp)
	if err != nil {
		return views.Map{}, err
	}
	drawn := site.DrawnMap(f, x.visit, x.campaign, "map")
	drawn.Supply = nil
	return drawn, nil
}

// mapFile sends the map as an SVG file.
func (s *Handlers) mapFile(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	drawn, err := s.mapAtMoment(c, s.Frame(c, camp.Settings.Name, views.SectionCampaign), v, camp)
	if err != nil {
		return err
	}
	if err := s.inlinePicture(c, v, drawn.Picture); err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", mapFilePolicy)
	h.Set("Content-Disposition", `inline; filename="`+safeFileName(drawn.Name)+`.svg"`)
	return c.Blob(http.StatusOK, "image/svg+xml", []byte(drawn.File()))
}

// inlinePicture puts the bytes of an image into its address, for a file that stands alone. It leaves out an image that was removed.
func (s *Handlers) inlinePicture(c echo.Context, v site.Visit, p *views.MapPicture) error {
	if p == nil {
		return nil
	}
	i, err := s.Service.Image(c.Request().Context(), v.Club, path.Base(p.URL))
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

// safeFileName keeps the characters of a name that every system allows in a file name.
func safeFileName(name string) string {
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

// printMap shows the map on one A3 sheet, with the list of realms and their land.
func (s *Handlers) printMap(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.Frame(c, camp.Settings.Name, views.SectionCampaign)
	drawn, err := s.mapAtMoment(c, f, v, camp)
	if err != nil {
		return err
	}
	m := leagueviews.MapSheet{Club: v.State.Club.Name, Campaign: camp.Settings.Name, Map: drawn, Day: f.Day(s.Now())}
	for i, r := range drawn.Realms {
		land := 0
		for _, region := range drawn.Regions {
			if region.Realm == i {
				land++
			}
		}
		m.Realms = append(m.Realms, leagueviews.MapSheetRealm{Realm: r, Lands: land})
	}
	f.Back = site.CampaignURL(v.Club, camp.ID)
	return s.Render(c, http.StatusOK, leagueviews.PrintMap(f, m))
}

// A requestedMoment is the moment of a campaign that an address asks for.
type requestedMoment struct {
	visit    site.Visit         // with the state of that moment
	campaign *campaign.Campaign // as it was then
	index    int                // number of moments before it
	query    string             // query for the same moment; "" for now
	link     string             // permanent query, which does not depend on later changes of the past
}

// requestedMoment returns the moment that the address asks for: "at" counts moments, "act" names an act after which the land is
// shown. Without either it is now.
func (s *Handlers) requestedMoment(c echo.Context, v site.Visit, camp *campaign.Campaign) (requestedMoment, error) {
	all := moments(v.State, camp)
	x := requestedMoment{visit: v, campaign: camp, index: len(all)}
	no := int64(camp.ActNo)
	if len(all) > 0 {
		x.link = "act=" + strconv.FormatInt(all[len(all)-1].act, 10)
	}
	if act, err := strconv.ParseInt(c.QueryParam("act"), 10, 64); err == nil && act < v.State.No {
		no = max(no, act)
		x.index, _ = slices.BinarySearchFunc(all, no+1, func(m moment, act int64) int { return cmp.Compare(m.act, act) })
		x.query = "act=" + strconv.FormatInt(no, 10)
	} else if at, err := strconv.Atoi(c.QueryParam("at")); err == nil && at >= 0 && at < len(all) {
		if x.index = at; at > 0 {
			no = all[at-1].act
		}
		x.query = "at=" + strconv.Itoa(at)
	} else {
		return x, nil
	}
	x.link = "act=" + strconv.FormatInt(no, 10)
	past, err := s.Service.StateAt(c.Request().Context(), v.Club, no)
	if err != nil {
		return x, err
	}
	if old := past.Campaigns[camp.ID]; old != nil && old.Map != nil {
		x.visit.State, x.campaign = past, old
	}
	return x, nil
}
