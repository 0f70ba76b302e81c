package auth

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/password"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
	clubviews "oriflamme/views/club"
)

// passwordFields are the form of one's own password.
type passwordFields struct {
	Login string `form:"login" label:"member.password_login" hint:"member.password_login_hint" len:"3..60" auto:"username"`
	Fresh string `form:"password" as:"password" label:"member.password_fresh" len:"8..128" auto:"new-password"`
	currentPassword
}

// currentPassword is asked of who changes a password after a while.
type currentPassword struct {
	Current string `form:"current" as:"password" label:"member.password_current" hint:"member.password_current_hint" len:"0..128" auto:"current-password"`
}

// passwordSignIn signs in by login name and password.
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

// setPassword sets the reader's login name and password.
func (s *Handlers) setPassword(c echo.Context, v site.Visit) error {
	return s.changePassword(c, v, "password_set", func(session campaign.Session) error {
		var in passwordFields
		if err := s.ReadForm(c, &in); err != nil {
			return err
		}
		return s.Service.SetPassword(c.Request().Context(), session, in.Login, in.Current, in.Fresh)
	})
}

// removePassword removes the reader's password.
func (s *Handlers) removePassword(c echo.Context, v site.Visit) error {
	return s.changePassword(c, v, "password_removed", func(session campaign.Session) error {
		var in currentPassword
		if err := s.ReadForm(c, &in); err != nil {
			return err
		}
		return s.Service.RemovePassword(c.Request().Context(), session, in.Current)
	})
}

// changePassword changes the reader's password, or shows what is wrong.
func (s *Handlers) changePassword(c echo.Context, v site.Visit, said string, change func(session campaign.Session) error) error {
	err := s.LimitLinks(c, v)
	if err == nil {
		err = change(sessionIn(c, v.Club))
	}
	if err != nil {
		return s.showMember(c, v, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/me", said)
}

// sessionIn returns the reader's session in a club.
func sessionIn(c echo.Context, club campaign.ID) campaign.Session {
	for _, one := range site.SessionsOf(c) {
		if one.Club == club {
			return one.Session
		}
	}
	return campaign.Session{}
}

// passwordForms are the forms of the reader's own password, which has a name ("" when there is none).
func (s *Handlers) passwordForms(c echo.Context, f views.Frame, v site.Visit, base, name string, form *form.Form) *clubviews.PasswordForms {
	m := &clubviews.PasswordForms{URL: base + "/password", Has: name != "", Login: form.Field("login"), Fresh: form.Field("password")}
	m.Fresh.Hint = f.Say("member.password_hint", "from", password.Shortest)
	if m.Has && s.Service.NeedsPassword(sessionIn(c, v.Club)) {
		current := form.Field("current")
		current.Required = true
		m.Current = &current
	}
	m.Open = form.Wrong("login")+form.Wrong("password")+form.Wrong("current") != ""
	return m
}
