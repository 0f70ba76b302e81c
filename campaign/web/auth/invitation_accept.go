package auth

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// joinFields are the form of who accepts an invitation.
type joinFields struct {
	Name string `form:"name" label:"invite.name" len:"1..60" auto:"name"`
}

// joinPage shows what an invitation offers.
func (s *Handlers) joinPage(c echo.Context) error {
	return s.showJoin(c, http.StatusOK, joinFields{}, nil)
}

// acceptInvitation joins the club and signs the new member in.
func (s *Handlers) acceptInvitation(c echo.Context) error {
	var in joinFields
	if err := s.ReadForm(c, &in); err != nil {
		return s.showJoin(c, site.StatusOf(err), in, err)
	}
	begun, err := s.Service.AcceptInvitation(c.Request().Context(), c.Param("token"), in.Name)
	if err != nil {
		return s.showJoin(c, site.StatusOf(err), in, err)
	}
	s.AddSession(c, begun)
	return s.RedirectWithNotice(c, site.ClubURL(begun.Club), "joined")
}

func (s *Handlers) showJoin(c echo.Context, status int, in joinFields, failed error) error {
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return s.showSpentLink(c, err)
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
		Until: f.Say("invite.until", "date", f.Day(i.Expires)), Action: "/join/" + c.Param("token"), Trouble: form.Trouble(), Name: form.Field("name")}
	for _, one := range site.SessionsOf(c) {
		if one.Club == i.Club {
			m.Already = site.ClubURL(i.Club)
		}
	}
	return s.Render(c, status, clubviews.Join(f, m))
}
