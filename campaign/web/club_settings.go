package web

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// clubSettings shows the club's own form, and the way to its archive.
func (s *clubHandlers) clubSettings(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	club := v.state.Club
	return s.clubEditForm(c, http.StatusOK, campaign.EditClub{Name: club.Name, Place: club.Place, Lang: club.Lang}, nil)
}

// editClub changes the club.
func (s *clubHandlers) editClub(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	body := campaign.EditClub{Name: c.FormValue("name"), Place: c.FormValue("place"), Lang: c.FormValue("language")}
	if err = s.requireLanguage(body.Lang); err == nil {
		_, err = s.do(c, v, campaign.ActRequest{Body: body, LastSeen: formHead(c)})
	}
	if err != nil {
		return s.clubEditForm(c, statusOf(err), body, err)
	}
	return s.redirectWithNotice(c, clubURL(v.club), "saved")
}

func (s *clubHandlers) clubEditForm(c echo.Context, status int, body campaign.EditClub, failed error) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if !v.can(campaign.KindClub) && !v.can(campaign.ActionExport) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	wrong, whole, ok := fieldErrors(catalogOf(c), failed, "name", "place", "lang")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, catalogOf(c).Say("club.settings"), views.SectionClub)
	f.Back = clubURL(v.club)
	m := clubviews.ClubForm{Action: clubURL(v.club) + "/settings", Cancel: f.Back, Trouble: whole, May: v.can(campaign.KindClub),
		Name:  views.Field{Name: "name", Label: f.Say("found.name"), Value: body.Name, Required: true, Max: 80, Wrong: wrong["name"]},
		Place: views.Field{Name: "place", Label: f.Say("found.place"), Value: body.Place, Max: 80, Wrong: wrong["place"]},
		Lang:  views.Field{Name: "language", Label: f.Say("club.lang"), Wrong: wrong["lang"]}}
	m.Langs = s.langOptions(body.Lang)
	if v.can(campaign.ActionExport) {
		m.Export = clubURL(v.club) + "/archive"
	}
	m.Album = clubImagesURL(v.club)
	if v.can(campaign.ActionNotifications) {
		m.Outbox = outboxURL(v.club)
	}
	if v.can(campaign.ActionStatus) {
		m.Status = clubURL(v.club) + "/status"
	}
	return s.render(c, status, clubviews.ClubSettings(f, m))
}

// archive sends the whole club as one file that can be imported elsewhere.
func (s *clubHandlers) archive(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if !v.can(campaign.ActionExport) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	c.Response().Header().Set(echo.HeaderContentType, "application/json")
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="oriflamme-%s-%d.json"`, v.club, v.state.No))
	return s.Service.Export(c.Request().Context(), v.actor, v.club, c.Response())
}
