package league

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// sharePage shows how to share a campaign: its link and QR code, embed codes for other sites, tables for spreadsheets.
func (s *Handlers) sharePage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.Frame(c, site.CatalogOf(c).Say("share.title"), views.SectionCampaign)
	path := site.CampaignURL(v.Club, camp.ID)
	m := leagueviews.SharePage{CampaignHead: site.CampaignHead(&f, v, camp, "/share"), URL: f.Base + path, Private: camp.Settings.Private, Unlisted: camp.Settings.Unlisted}
	f.Back, m.Poster = path, path+"/poster"
	var err error
	if m.QR, err = site.QRCode(m.URL, camp.Settings.Name); err != nil {
		return err
	}
	for _, name := range []string{"standings", "map"} {
		at := site.EmbedPrefix + path + "/" + name
		m.Frames = append(m.Frames, leagueviews.FrameCode{ID: "frame-" + name, Name: f.Say("share.frame_" + name), URL: at + "?lang=" + f.Lang(),
			Code: fmt.Sprintf(`<iframe src="%s%s?lang=%s" title="%s" width="100%%" height="480" loading="lazy"></iframe>`, f.Base, at, f.Lang(), f.Say("share.frame_"+name))})
	}
	for _, name := range []string{"standings", "battles", "rosters"} {
		m.Calendar = path + "/calendar.ics"
		m.Tables = append(m.Tables, views.Action{Text: f.Say("share.csv_" + name), URL: path + "/" + name + ".csv"})
	}
	m.Tables = append(m.Tables, views.Action{Text: "JSON", URL: site.APIPrefix + path})
	if v.Can(campaign.KindSettings) {
		m.Import = path + "/import"
	}
	return s.Render(c, http.StatusOK, leagueviews.ShareCampaign(f, m))
}
