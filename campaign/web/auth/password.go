package auth

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/password"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
	clubviews "oriflamme/views/club"
)

// passwordSignIn lets in who says a name and its password.
func (s *Handlers) passwordSignIn(c echo.Context) error {
	name := c.FormValue("login")
	err := s.countPasswordTry(c, name)
	var begun campaign.Session
	if err == nil {
		begun, err = s.Service.SignInWithPassword(c.Request().Context(), name, c.FormValue("password"))
	}
	switch campaign.CodeOf(err) {
	case campaign.Unauthenticated, campaign.TooMany:
		page := authviews.SignInPage{Return: site.LocalPath(c.FormValue("return"))}
		page.Login.Value, page.Password.Wrong = name, site.ErrorText(site.CatalogOf(c), err)
		return s.showSignIn(c, site.StatusOf(err), page)
	}
	return s.startSession(c, begun, err)
}

// countPasswordTry counts before the password is looked at: unlike the other secrets it may be guessed. The countPasswordTry for a name are counted
// for each address, so that one who guesses does not lock its member out, and for all of them together, more patiently; by
// their hash, which is short however long they are.
func (s *Handlers) countPasswordTry(c echo.Context, name string) error {
	name = campaign.HashToken(campaign.NormaliseLogin(name))
	if err := s.LimitSignIn(c); err != nil {
		return err
	}
	if err := s.CountTry(c, site.PasswordLimit, site.ClientAddress(c)+" "+name); err != nil {
		return err
	}
	return s.CountTry(c, site.PasswordNameLimit, name)
}

// setPassword gives the reader a name and a password to enter with.
func (s *Handlers) setPassword(c echo.Context) error {
	return s.changePassword(c, "password_set", func(in campaign.Session) error {
		return s.Service.SetPassword(c.Request().Context(), in, c.FormValue("login"), c.FormValue("current"), c.FormValue("password"))
	})
}

// removePassword has the reader's password open nothing any more.
func (s *Handlers) removePassword(c echo.Context) error {
	return s.changePassword(c, "password_removed", func(in campaign.Session) error {
		return s.Service.RemovePassword(c.Request().Context(), in, c.FormValue("current"))
	})
}

// changePassword changes the reader's password, or shows what is wrong.
func (s *Handlers) changePassword(c echo.Context, said string, change func(in campaign.Session) error) error {
	v, err := s.selfVisit(c)
	if err != nil {
		return err
	}
	if err = s.LimitLinks(c, v); err == nil {
		err = change(sessionIn(c, v.Club))
	}
	if err != nil {
		return s.showMember(c, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/me", said)
}

// sessionIn is the reader's session in a club.
func sessionIn(c echo.Context, club campaign.ID) campaign.Session {
	for _, one := range site.SessionsOf(c) {
		if one.Club == club {
			return one.Session
		}
	}
	return campaign.Session{}
}

// passwordForms are the forms of the reader's own password.
func (s *Handlers) passwordForms(c echo.Context, f views.Frame, v site.Visit, base string, wrong map[string]string) (*clubviews.PasswordForms, error) {
	name, err := s.Service.PasswordName(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return nil, err
	}
	m := &clubviews.PasswordForms{URL: base + "/password", Has: name != "",
		Login: views.Field{Name: "login", Label: f.Say("member.password_login"), Hint: f.Say("member.password_login_hint"), Value: name, Required: true, Max: 60, Auto: "username", Wrong: wrong["login"]},
		Fresh: views.Field{Name: "password", Type: "password", Label: f.Say("member.password_fresh"), Hint: f.Say("member.password_hint", "from", password.Shortest),
			Required: true, Max: password.Longest, Auto: "new-password", Wrong: wrong["password"]}}
	if m.Has && s.Service.NeedsPassword(sessionIn(c, v.Club)) {
		m.Current = &views.Field{Name: "current", Type: "password", Label: f.Say("member.password_current"), Hint: f.Say("member.password_current_hint"), Required: true, Max: password.Longest, Auto: "current-password", Wrong: wrong["current"]}
	}
	if entered := c.FormValue("login"); entered != "" {
		m.Login.Value = entered
	}
	m.Open = wrong["login"]+wrong["password"]+wrong["current"] != ""
	return m, nil
}
