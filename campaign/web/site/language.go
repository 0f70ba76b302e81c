package site

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/views"
)

const (
	langCookie  = "lang"
	themeCookie = "theme"
	yearSeconds = 365 * 24 * 3600
)

// WithLanguage sets the language of the response: the one that ?lang= asks for (which is stored in a cookie, and the page is shown
// again without the parameter), or else that of the cookie, or else the site's. It ignores the browser's languages: the site
// uses its own until the reader switches.
func (s *Base) WithLanguage(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if want := r.URL.Query().Get("lang"); want != "" && r.Method == http.MethodGet && !isAPIRequest(c) && !isEmbedRequest(c) && !isOGImageRequest(c) {
			if _, ok := s.Catalogs[want]; ok {
				c.SetCookie(s.NewCookie(c, langCookie, want, yearSeconds))
			}
			q := r.URL.Query()
			q.Del("lang")
			to := *r.URL
			to.RawQuery = q.Encode()
			return c.Redirect(http.StatusSeeOther, LocalPath(to.RequestURI()))
		}
		book := s.findCatalog(c)
		if asked, ok := s.Catalogs[r.URL.Query().Get("lang")]; ok {
			book = asked // for programs, which keep no cookies
		}
		c.Set(langCookie, book)
		c.Response().Header().Add("Vary", "Cookie")
		return next(c)
	}
}

func (s *Base) findCatalog(c echo.Context) *phrases.Catalog {
	if ck, err := c.Cookie(langCookie); err == nil {
		if b, ok := s.Catalogs[ck.Value]; ok {
			return b
		}
	}
	return s.Catalogs[phrases.DefaultLanguage]
}

// RequireLanguage refuses a language that has no phrases.
func (s *Base) RequireLanguage(lang string) error {
	if s.Catalogs[lang] == nil {
		return &campaign.Error{Code: campaign.Invalid, Field: "lang", Key: "unknown-language", Params: map[string]string{"lang": lang}}
	}
	return nil
}

// LangOptions returns the languages to choose from.
func (s *Base) LangOptions() []views.Option {
	var out []views.Option
	for _, b := range s.SortedCatalogs {
		out = append(out, views.Option{Value: b.Lang, Text: b.Conventions.Name})
	}
	return out
}

func CatalogOf(c echo.Context) *phrases.Catalog { return c.Get(langCookie).(*phrases.Catalog) }

// SetTheme stores the choice between the light theme, the dark theme and the system's.
func (s *Base) SetTheme(c echo.Context) error {
	switch theme := c.FormValue("theme"); theme {
	case "light", "dark":
		c.SetCookie(s.NewCookie(c, themeCookie, theme, yearSeconds))
	default:
		c.SetCookie(s.NewCookie(c, themeCookie, "", -1))
	}
	return c.Redirect(http.StatusSeeOther, LocalPath(c.FormValue("return")))
}

// themeOf returns the chosen theme, or "" for the system's: from the cookie or, in an embedded page, from the parameter of the site around it.
func themeOf(c echo.Context) string {
	theme := ""
	if isEmbedRequest(c) {
		theme = c.QueryParam("theme")
	} else if ck, err := c.Cookie(themeCookie); err == nil {
		theme = ck.Value
	}
	if theme == "light" || theme == "dark" {
		return theme
	}
	return ""
}

// LocalPath returns a path of this site, or the first page when path leads elsewhere, so that redirects stay on this site.
func LocalPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return "/"
	}
	return path
}

// ClubCatalog returns the phrases of the club's own language, whatever the reader's is.
func (s *Base) ClubCatalog(v Visit) *phrases.Catalog {
	return phrases.ForLanguage(s.Catalogs, v.State.Club.Lang)
}
