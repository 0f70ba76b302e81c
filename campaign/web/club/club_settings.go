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

// clubSettings shows the club's own form, and the way to its archive.
func (s *Handlers) clubSettings(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	club := v.State.Club
	return s.clubEditForm(c, http.StatusOK, campaign.EditClub{Name: club.Name, Place: club.Place, Lang: club.Lang}, nil)
}

// editClub changes the club.
func (s *Handlers) editClub(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	body := campaign.EditClub{Name: c.FormValue("name"), Place: c.FormValue("place"), Lang: c.FormValue("language")}
	if err = s.RequireLanguage(body.Lang); err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: body, LastSeen: site.FormHead(c)})
	}
	if err != nil {
		return s.clubEditForm(c, site.StatusOf(err), body, err)
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club), "saved")
}

func (s *Handlers) clubEditForm(c echo.Context, status int, body campaign.EditClub, failed error) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	if !v.Can(campaign.KindClub) && !v.Can(campaign.ActionExport) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "name", "place", "lang")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("club.settings"), views.SectionClub)
	f.Back = site.ClubURL(v.Club)
	m := clubviews.ClubForm{Action: site.ClubURL(v.Club) + "/settings", Cancel: f.Back, Trouble: whole, May: v.Can(campaign.KindClub),
		Name:  views.Field{Name: "name", Label: f.Say("found.name"), Value: body.Name, Required: true, Max: 80, Wrong: wrong["name"]},
		Place: views.Field{Name: "place", Label: f.Say("found.place"), Value: body.Place, Max: 80, Wrong: wrong["place"]},
		Lang:  views.Field{Name: "language", Label: f.Say("club.lang"), Wrong: wrong["lang"]}}
	m.Langs = s.LangOptions(body.Lang)
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
func (s *Handlers) archive(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	if !v.Can(campaign.ActionExport) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	c.Response().Header().Set(echo.HeaderContentType, "application/json")
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="oriflamme-%s-%d.json"`, v.Club, v.State.No))
	return s.Service.Export(c.Request().Context(), v.Actor, v.Club, c.Response())
}
