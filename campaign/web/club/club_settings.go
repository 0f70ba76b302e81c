package club

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// clubFields declares the form of a club's settings.
type clubFields struct {
	Name  string `form:"name" label:"found.name" len:"1..80"`
	Lang  string `form:"language" label:"club.lang" error:"lang"`
	Place string `form:"place" label:"found.place" len:"0..80"`
}

// clubSettings shows the form of the club's settings, with the link to its archive.
func (s *Handlers) clubSettings(c echo.Context, v site.Visit) error {
	club := v.State.Club
	return s.clubEditForm(c, v, http.StatusOK, clubFields{club.Name, club.Lang, club.Place}, nil)
}

// editClub changes the club's settings.
func (s *Handlers) editClub(c echo.Context, v site.Visit) error {
	var in clubFields
	err := s.ReadForm(c, &in)
	if err == nil {
		err = s.RequireLanguage(in.Lang)
	}
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.EditClub(in), LastSeen: site.FormHead(c)})
	}
	if err != nil {
		return s.clubEditForm(c, v, site.StatusOf(err), in, err)
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club), "saved")
}

func (s *Handlers) clubEditForm(c echo.Context, v site.Visit, status int, in clubFields, failed error) error {
	if !v.Can(campaign.KindClub) && !v.Can(campaign.ActionExport) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("club.settings"), views.SectionClub)
	f.Back = site.ClubURL(v.Club)
	m := clubviews.ClubForm{Action: site.ClubURL(v.Club) + "/settings", Cancel: f.Back, Trouble: form.Trouble(), May: v.Can(campaign.KindClub),
		Name: form.Field("name"), Place: form.Field("place")}
	m.Lang, m.Langs = form.Choice("language", s.LangOptions())
	if v.Can(campaign.ActionExport) {
		m.Export = site.ClubURL(v.Club) + "/archive"
	}
	m.Album = site.ClubImagesURL(v.Club)
	if v.Can(campaign.ActionNotifications) {
		m.Outbox = site.OutboxURL(v.Club)
	}
	if v.Can(campaign.ActionStatus) {
		m.Status = site.ClubURL(v.Club) + "/status"
	}
	return s.Render(c, status, clubviews.ClubSettings(f, m))
}

// archive sends the whole club as one file that can be imported elsewhere.
func (s *Handlers) archive(c echo.Context, v site.Visit) error {
	if !v.Can(campaign.ActionExport) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	c.Response().Header().Set(echo.HeaderContentType, "application/json")
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="oriflamme-%s-%d.json"`, v.Club, v.State.No))
	return s.Service.Export(c.Request().Context(), v.Actor, v.Club, c.Response())
}
