package site

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"oriflamme/views"
)

var bufferPool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Render renders a component completely before it sends it, so that an error never leaves half a page.
func (s *Base) Render(c echo.Context, status int, component templ.Component) error {
	b := bufferPool.Get().(*bytes.Buffer)
	defer bufferPool.Put(b)
	b.Reset()
	if err := component.Render(c.Request().Context(), b); err != nil {
		return err
	}
	if kept, err := s.cacheAndSend(c, status, b.Bytes()); kept {
		return err
	}
	return c.HTMLBlob(status, b.Bytes())
}

// Frame returns the part of a page's model that does not depend on its content.
func (s *Base) Frame(c echo.Context, title string, section views.Section) views.Frame {
	f := views.Frame{
		Catalog: CatalogOf(c), Zone: s.Zone, Now: s.Now(), Theme: themeOf(c), Here: c.Request().URL.RequestURI(), Title: title, Section: section, Key: rand.Text(),
		Base: s.BaseURL(c), Catalogs: s.SortedCatalogs, GameNames: s.GameNames, EngineRules: s.engineRules(),
	}
	f.Token, _ = c.Get(tokenField).(string)
	if _, kept := c.Get(cacheRequestName).(cacheRequest); kept {
		f.Key = "visitor" // a visitor's forms do nothing twice, and so the page stays the same for all
	}
	if c.Request().Method != http.MethodGet {
		f.Here = "/" // the page shows a refused form again; opening its address would lose what was typed
	}
	f.Notice = s.takeNotice(c)
	s.fillBadges(c, &f)
	return f
}

const noticeCookie = "notice"

// RedirectWithNotice redirects after a form was carried out. The next page shows the sentence of key once.
func (s *Base) RedirectWithNotice(c echo.Context, to, key string) error {
	if key != "" {
		c.SetCookie(s.NewCookie(c, noticeCookie, key, 60))
	}
	return c.Redirect(http.StatusSeeOther, to)
}

func (s *Base) takeNotice(c echo.Context) string {
	ck, err := c.Cookie(noticeCookie)
	if err != nil || c.Request().Method != http.MethodGet || isPrefetch(c.Request()) {
		return ""
	}
	c.SetCookie(s.NewCookie(c, noticeCookie, "", -1))
	if key := "notice." + ck.Value; CatalogOf(c).Has(key) {
		return CatalogOf(c).Say(key)
	}
	return ""
}

// isPrefetch reports whether a page is fetched before anybody looks at it, as the service worker does.
func isPrefetch(r *http.Request) bool {
	return r.Header.Get("Purpose") == "prefetch" || strings.HasPrefix(r.Header.Get("Sec-Purpose"), "prefetch")
}

// signInURL returns the address of the sign-in page, which leads back here.
func signInURL(c echo.Context) string {
	return "/sign-in?return=" + url.QueryEscape(c.Request().URL.RequestURI())
}

// BaseURL returns the address of the site from outside, without a slash at the end.
func (s *Base) BaseURL(c echo.Context) string {
	if s.Base != "" {
		return s.Base
	}
	return c.Scheme() + "://" + c.Request().Host
}
