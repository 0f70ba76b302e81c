package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
	"oriflamme/public"
)

// robotsText tells search engines which addresses are not worth asking for: doors, forms that count, and data for programs.
// Whether a page may be listed is said by the page itself, which they must be able to read for that.
const robotsText = `User-agent: *
Disallow: /api/
Disallow: /embed/
Disallow: /enter/
Disallow: /join/
Disallow: /search
Disallow: /offline
Disallow: /clubs/*/campaigns/*/duel
`

func robotsFile(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "public, max-age=86400")
	return c.String(http.StatusOK, robotsText)
}

// withRobotsHeader asks search engines to leave out whatever a club does not make public.
func (s *server) withRobotsHeader(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Before(func() {
			if !s.mayBeIndexed(c) {
				c.Response().Header().Set("X-Robots-Tag", "noindex")
			}
		})
		return next(c)
	}
}

// mayBeIndexed tells the files and the reference, the pages whose routes say so, and of a club's only what it shows to
// visitors: those and its campaigns that are open to everybody, with their sides and battles.
func (s *server) mayBeIndexed(c echo.Context) bool {
	at := c.Request().URL.Path
	if site.HasPathPrefix(at, public.Prefix) || site.IsReferencePath(at) {
		return true
	}
	indexed := s.PageOf(c).Is(site.Indexed)
	v, visited := c.Get("visit").(site.Visit)
	if !visited {
		return indexed && c.Param("club") == ""
	}
	if v.Member != nil || v.State == nil || c.Response().Status != http.StatusOK {
		return false
	}
	if c.Param("campaign")+c.Param("battle")+c.Param("roster") != "" {
		camp := site.CampaignOfPage(c, v)
		return camp != nil && camp.Settings.Listed()
	}
	return indexed
}
