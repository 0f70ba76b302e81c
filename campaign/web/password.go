package web

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/password"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
	clubviews "oriflamme/views/club"
)

// passwordSignIn lets in who says a name and its password.
func (s *authHandlers) passwordSignIn(c echo.Context) error {
	name := c.FormValue("login")
	err := s.countPasswordTry(c, name)
	var begun campaign.Session
	if err == nil {
		begun, err = s.Service.SignInWithPassword(c.Request().Context(), name, c.FormValue("password"))
	}
	switch campaign.CodeOf(err) {
	case campaign.Unauthenticated, campaign.TooMany:
		page := authviews.SignInPage{Return: localPath(c.FormValue("return"))}
		page.Login.Value, page.Password.Wrong = name, errorText(catalogOf(c), err)
		return s.showSignIn(c, statusOf(err), page)
	}
	return s.startSession(c, begun, err)
}

// countPasswordTry counts before the password is looked at: unlike the other secrets it may be guessed. The countPasswordTry for a name are counted
// for each address, so that one who guesses does not lock its member out, and for all of them together, more patiently; by
// their hash, which is short however long they are.
func (s *authHandlers) countPasswordTry(c echo.Context, name string) error {
	name = campaign.HashToken(campaign.NormaliseLogin(name))
	if err := s.limitSignIn(c); err != nil {
		return err
	}
	if err := s.countTry(c, passwordLimit, clientAddress(c)+" "+name); err != nil {
		return err
	}
	return s.countTry(c, passwordNameLimit, name)
}

// setPassword gives the reader a name and a password to enter with.
func (s *authHandlers) setPassword(c echo.Context) error {
	return s.changePassword(c, "password_set", func(in campaign.Session) error {
		return s.Service.SetPassword(c.Request().Context(), in, c.FormValue("login"), c.FormValue("current"), c.FormValue("password"))
	})
}

// removePassword has the reader's password open nothing any more.
func (s *authHandlers) removePassword(c echo.Context) error {
	return s.changePassword(c, "password_removed", func(in campaign.Session) error {
		return s.Service.RemovePassword(c.Request().Context(), in, c.FormValue("current"))
	})
}

// changePassword changes the reader's password, or shows what is wrong.
func (s *authHandlers) changePassword(c echo.Context, said string, change func(in campaign.Session) error) error {
	v, err := s.selfVisit(c)
	if err != nil {
		return err
	}
	if err = s.limitLinks(c, v); err == nil {
		err = change(sessionIn(c, v.club))
	}
	if err != nil {
		return s.showMember(c, statusOf(err), err)
	}
	return s.redirectWithNotice(c, clubURL(v.club)+"/me", said)
}

// sessionIn is the reader's session in a club.
func sessionIn(c echo.Context, club campaign.ID) campaign.Session {
	for _, one := range sessionsOf(c) {
		if one.Club == club {
			return one.Session
		}
	}
	return campaign.Session{}
}

// passwordForms are the forms of the reader's own password.
func (s *authHandlers) passwordForms(c echo.Context, f views.Frame, v visit, base string, wrong map[string]string) (*clubviews.PasswordForms, error) {
	name, err := s.Service.PasswordName(c.Request().Context(), v.actor, v.club)
	if err != nil {
		return nil, err
	}
	m := &clubviews.PasswordForms{URL: base + "/password", Has: name != "",
		Login: views.Field{Name: "login", Label: f.Say("member.password_login"), Hint: f.Say("member.password_login_hint"), Value: name, Required: true, Max: 60, Auto: "username", Wrong: wrong["login"]},
		Fresh: views.Field{Name: "password", Type: "password", Label: f.Say("member.password_fresh"), Hint: f.Say("member.password_hint", "from", password.Shortest),
			Required: true, Max: password.Longest, Auto: "new-password", Wrong: wrong["password"]}}
	if m.Has && s.Service.NeedsPassword(sessionIn(c, v.club)) {
		m.Current = &views.Field{Name: "current", Type: "password", Label: f.Say("member.password_current"), Hint: f.Say("member.password_current_hint"), Required: true, Max: password.Longest, Auto: "current-password", Wrong: wrong["current"]}
	}
	if entered := c.FormValue("login"); entered != "" {
		m.Login.Value = entered
	}
	m.Open = wrong["login"]+wrong["password"]+wrong["current"] != ""
	return m, nil
}
