package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// joinPage shows what an invitation offers.
func (s *authHandlers) joinPage(c echo.Context) error { return s.showJoin(c, http.StatusOK, "", nil) }

// acceptInvitation joins the club and signs the new member in.
func (s *authHandlers) acceptInvitation(c echo.Context) error {
	name := c.FormValue("name")
	begun, err := s.Service.AcceptInvitation(c.Request().Context(), c.Param("token"), name)
	if err != nil {
		return s.showJoin(c, statusOf(err), name, err)
	}
	s.addSession(c, begun)
	return s.redirectWithNotice(c, clubURL(begun.Club), "joined")
}

func (s *authHandlers) showJoin(c echo.Context, status int, name string, failed error) error {
	wrong, whole, ok := fieldErrors(catalogOf(c), failed, "name")
	if failed != nil && !ok {
		return s.showSpentLink(c, failed)
	}
	i, err := s.Service.Invitation(c.Request().Context(), c.Param("token"))
	if err != nil {
		return s.showSpentLink(c, err)
	}
	st, err := s.Service.State(c.Request().Context(), i.Club)
	if err != nil {
		return err
	}
	f := s.frame(c, st.Club.Name, views.SectionSignIn)
	f.OGImage = ogImageURL(clubURL(i.Club))
	m := clubviews.JoinPage{Emblem: clubEmblem(st), Club: st.Club.Name, By: f.Say("invite.by", "name", memberName(st, i.By)), Role: f.Say("role." + string(i.Role)),
		Until: f.Say("invite.until", "date", f.Day(i.Expires)), Action: "/join/" + c.Param("token"), Trouble: whole,
		Name: views.Field{Name: "name", Label: f.Say("invite.name"), Value: name, Auto: "name", Required: true, Max: 60, Wrong: wrong["name"]}}
	for _, one := range sessionsOf(c) {
		if one.Club == i.Club {
			m.Already = clubURL(i.Club)
		}
	}
	return s.render(c, status, clubviews.Join(f, m))
}
