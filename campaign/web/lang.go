package web

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

// spoken settles the language of the answer: what ?lang= asks for (kept in a cookie, and the same page shown again without
// it), else the cookie, else that of the house. What the browser says is not asked: the house speaks its own until somebody switches.
func (s *site) spoken(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if want := r.URL.Query().Get("lang"); want != "" && r.Method == http.MethodGet && !toAPI(c) && !embedded(c) && !carded(c) {
			if _, ok := s.Books[want]; ok {
				c.SetCookie(s.cookie(c, langCookie, want, yearSeconds))
			}
			q := r.URL.Query()
			q.Del("lang")
			to := *r.URL
			to.RawQuery = q.Encode()
			return c.Redirect(http.StatusSeeOther, here(to.RequestURI()))
		}
		book := s.book(c)
		if asked, ok := s.Books[r.URL.Query().Get("lang")]; ok {
			book = asked // of a program, which keeps no cookies
		}
		c.Set(langCookie, book)
		c.Response().Header().Add("Vary", "Cookie")
		return next(c)
	}
}

func (s *site) book(c echo.Context) *phrases.Book {
	if ck, err := c.Cookie(langCookie); err == nil {
		if b, ok := s.Books[ck.Value]; ok {
			return b
		}
	}
	return s.Books[phrases.House]
}

// speaks refuses a language that has no book.
func (s *site) speaks(lang string) error {
	if s.Books[lang] == nil {
		return &campaign.Error{Code: campaign.Invalid, Field: "lang", Key: "unknown-language", With: map[string]string{"lang": lang}}
	}
	return nil
}

// langs are the languages to choose from.
func (s *site) langs(chosen string) []views.Option {
	var out []views.Option
	for _, b := range s.spoke {
		out = append(out, views.Option{Value: b.Lang, Text: b.Manners.Name, Chosen: b.Lang == chosen})
	}
	return out
}

func bookOf(c echo.Context) *phrases.Book { return c.Get(langCookie).(*phrases.Book) }

// display keeps the choice between light, dark and the system's.
func (s *site) display(c echo.Context) error {
	switch theme := c.FormValue("theme"); theme {
	case "light", "dark":
		c.SetCookie(s.cookie(c, themeCookie, theme, yearSeconds))
	default:
		c.SetCookie(s.cookie(c, themeCookie, "", -1))
	}
	return c.Redirect(http.StatusSeeOther, here(c.FormValue("return")))
}

// themeOf is the choice between light and dark, "" for the system's: that of the cookie or, in a frame, of the site around it.
func themeOf(c echo.Context) string {
	theme := ""
	if embedded(c) {
		theme = c.QueryParam("theme")
	} else if ck, err := c.Cookie(themeCookie); err == nil {
		theme = ck.Value
	}
	if theme == "light" || theme == "dark" {
		return theme
	}
	return ""
}

// here keeps a redirect on this site: a path of ours, or the first page.
func here(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return "/"
	}
	return path
}

// clubBook is the book of the language that a club speaks, whoever reads.
func (s *site) clubBook(v visit) *phrases.Book { return phrases.In(s.Books, v.state.Club.Lang) }
