package auth

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/password"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
)

// signInPage shows the sign-in page.
func (s *Handlers) signInPage(c echo.Context) error {
	return s.showSignIn(c, http.StatusOK, authviews.SignInPage{Return: site.LocalPath(c.QueryParam("return"))})
}

// pasteLink signs in by a link or code that was pasted into the sign-in page.
func (s *Handlers) pasteLink(c echo.Context) error {
	back := site.LocalPath(c.FormValue("return"))
	text := strings.TrimSpace(c.FormValue("code"))
	for _, kind := range []string{"/join/", "/enter/"} {
		if _, code, ok := strings.Cut(text, kind); ok && code != "" {
			return c.Redirect(http.StatusSeeOther, kind+pathSafe(code)+"?return="+url.QueryEscape(back))
		}
	}
	if text == "" {
		page := authviews.SignInPage{Return: back}
		page.Code.Wrong = site.CatalogOf(c).Say("refusal.required")
		return s.showSignIn(c, http.StatusUnprocessableEntity, page)
	}
	return c.Redirect(http.StatusSeeOther, "/enter/"+pathSafe(text)+"?return="+url.QueryEscape(back))
}

// pathSafe keeps only letters and digits, of which secrets consist.
func pathSafe(code string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, code)
}

// showSignIn shows the sign-in page with the values and faults of its fields.
func (s *Handlers) showSignIn(c echo.Context, status int, m authviews.SignInPage) error {
	f := s.Frame(c, site.CatalogOf(c).Say("signin.title"), views.SectionSignIn)
	f.Scripts = []string{"js/passkey.js"}
	m.Code = views.Field{Name: "code", Label: f.Say("signin.code"), Hint: f.Say("signin.code_hint"), Auto: "off", Required: true, Wrong: m.Code.Wrong}
	m.Login = views.Field{Name: "login", Label: f.Say("signin.login"), Auto: "username", Required: true, Max: 60, Value: m.Login.Value}
	m.Password = views.Field{Name: "password", Type: "password", Label: f.Say("signin.password"), Auto: "current-password", Required: true, Max: password.Longest, Wrong: m.Password.Wrong}
	return s.Render(c, status, authviews.SignIn(f, m))
}

// signInLinkPage shows a button, because programs that fetch links in advance must not use them up.
func (s *Handlers) signInLinkPage(c echo.Context) error {
	f := s.Frame(c, site.CatalogOf(c).Say("signin.enter_title"), views.SectionSignIn)
	return s.Render(c, http.StatusOK, authviews.Enter(f, authviews.EnterPage{Code: pathSafe(c.Param("token")), Return: site.LocalPath(c.QueryParam("return"))}))
}

// signInByLink exchanges a sign-in link for a session.
func (s *Handlers) signInByLink(c echo.Context) error {
	begun, err := s.Service.SignIn(c.Request().Context(), c.FormValue("code"))
	return s.startSession(c, begun, err)
}

// startSession stores a new session, unless there is an error, and redirects to where the reader wanted to go.
func (s *Handlers) startSession(c echo.Context, begun campaign.Session, err error) error {
	if err != nil {
		return s.showSpentLink(c, err)
	}
	s.AddSession(c, begun)
	to := site.LocalPath(c.FormValue("return"))
	if to == "/" {
		to = site.ClubURL(begun.Club)
	}
	return s.RedirectWithNotice(c, to, "entered")
}

// showSpentLink says on the sign-in page that a link is no longer valid.
func (s *Handlers) showSpentLink(c echo.Context, err error) error {
	if err = s.CountWrongSecret(c, err); campaign.CodeOf(err) != campaign.Unauthenticated {
		return err
	}
	page := authviews.SignInPage{Return: "/"}
	page.Code.Wrong = site.ErrorText(site.CatalogOf(c), err)
	return s.showSignIn(c, http.StatusUnauthorized, page)
}
