package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
)

// join shows what an invitation offers.
func (s *site) join(c echo.Context) error { return s.joinForm(c, http.StatusOK, "", nil) }

// accept joins the club and signs the new member in.
func (s *site) accept(c echo.Context) error {
	name := c.FormValue("name")
	begun, err := s.Hall.Accept(c.Request().Context(), c.Param("token"), name)
	if err != nil {
		return s.joinForm(c, statusOf(err), name, err)
	}
	s.began(c, begun)
	return s.done(c, clubURL(begun.Club), "joined")
}

func (s *site) joinForm(c echo.Context, status int, name string, failed error) error {
	wrong, whole, ok := wrongs(bookOf(c), failed, "name")
	if failed != nil && !ok {
		return s.spent(c, failed)
	}
	i, err := s.Hall.Invitation(c.Request().Context(), c.Param("token"))
	if err != nil {
		return s.spent(c, err)
	}
	st, err := s.Hall.State(c.Request().Context(), i.Club)
	if err != nil {
		return err
	}
	f := s.frame(c, st.Club.Name, views.SectionSignIn)
	f.Share = cardURL(clubURL(i.Club))
	m := views.JoinPage{Arms: clubArms(st), Club: st.Club.Name, By: f.Say("invite.by", "name", memberName(st, i.By)), Role: f.Say("role." + string(i.Role)),
		Until: f.Say("invite.until", "date", f.Day(i.Expires)), Action: "/join/" + c.Param("token"), Trouble: whole,
		Name: views.Field{Name: "name", Label: f.Say("invite.name"), Value: name, Auto: "name", Required: true, Max: 60, Wrong: wrong["name"]}}
	for _, one := range sessionsOf(c) {
		if one.Club == i.Club {
			m.Already = clubURL(i.Club)
		}
	}
	return s.page(c, status, views.Join(f, m))
}
