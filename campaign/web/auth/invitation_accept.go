package auth

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// joinPage shows what an invitation offers.
func (s *Handlers) joinPage(c echo.Context) error { return s.showJoin(c, http.StatusOK, "", nil) }

// acceptInvitation joins the club and signs the new member in.
func (s *Handlers) acceptInvitation(c echo.Context) error {
	name := c.FormValue("name")
	begun, err := s.Service.AcceptInvitation(c.Request().Context(), c.Param("token"), name)
	if err != nil {
		return s.showJoin(c, site.StatusOf(err), name, err)
	}
	s.AddSession(c, begun)
	return s.RedirectWithNotice(c, site.ClubURL(begun.Club), "joined")
}

func (s *Handlers) showJoin(c echo.Context, status int, name string, failed error) error {
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "name")
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
	f := s.Frame(c, st.Club.Name, views.SectionSignIn)
	f.OGImage = site.OGImageURL(site.ClubURL(i.Club))
	m := clubviews.JoinPage{Emblem: site.ClubEmblem(st), Club: st.Club.Name, By: f.Say("invite.by", "name", site.MemberName(st, i.By)), Role: f.Say("role." + string(i.Role)),
		Until: f.Say("invite.until", "date", f.Day(i.Expires)), Action: "/join/" + c.Param("token"), Trouble: whole,
		Name: views.Field{Name: "name", Label: f.Say("invite.name"), Value: name, Auto: "name", Required: true, Max: 60, Wrong: wrong["name"]}}
	for _, one := range site.SessionsOf(c) {
		if one.Club == i.Club {
			m.Already = site.ClubURL(i.Club)
		}
	}
	return s.Render(c, status, clubviews.Join(f, m))
}
