package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
	"oriflamme/public"
)

// robotsText tells search engines which addresses not to request: sign-in pages, forms with computations, and data for programs.
// A page itself says whether it may be indexed, and search engines must read it for that.
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

// withRobotsHeader asks search engines not to index what a club does not make public.
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

// mayBeIndexed reports whether search engines may index a page: the files and the reference, pages whose routes allow it,
// and of a club only what visitors see, that is such pages and its listed campaigns with their sides and battles.
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
