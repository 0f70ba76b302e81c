package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
)

// signIn shows the door.
func (s *site) signIn(c echo.Context) error {
	f := s.frame(c, bookOf(c).Say("signin.title"), views.SectionSignIn)
	return s.page(c, http.StatusOK, views.SignIn(f, views.SignInPage{Mail: mailField(f, "", ""), Return: here(c.QueryParam("return"))}))
}

func mailField(f views.Frame, value, wrong string) views.Field {
	return views.Field{Name: "mail", Type: "email", Label: f.Say("signin.mail"), Auto: "email", Placeholder: f.Say("signin.mail_example"),
		Required: true, Max: 254, Value: value, Wrong: wrong}
}
