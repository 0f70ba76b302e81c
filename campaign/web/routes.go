package web

import (
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/api"
	"oriflamme/campaign/web/arbiter"
	"oriflamme/campaign/web/auth"
	"oriflamme/campaign/web/book"
	"oriflamme/campaign/web/club"
	"oriflamme/campaign/web/league"
	"oriflamme/campaign/web/play"
	"oriflamme/campaign/web/roster"
	"oriflamme/campaign/web/site"
	"oriflamme/public"
)

// Routes returns all routes of the site that a configuration makes.
func Routes(c Config) []site.Route { return (&server{site.NewBase(c)}).routes() }

// routes returns the routes of the probes, of the files and of each part of the site.
func (s *server) routes() []site.Route {
	return slices.Concat(
		[]site.Route{
			site.GET(site.HealthPath, site.Anyone, s.healthz),
			site.GET(site.ReadyPath, site.Anyone, s.readyz),
			site.GET("/robots.txt", site.Anyone, robotsFile, site.Indexed),
			site.GET(public.Prefix+"*", site.Anyone, echo.WrapHandler(book.WithAssetPolicy(public.Handler())), site.Stream),
		},
		club.New(s.Base).Routes(),
		auth.New(s.Base).Routes(),
		league.New(s.Base).Routes(),
		play.New(s.Base).Routes(),
		arbiter.New(s.Base).Routes(),
		roster.New(s.Base).Routes(),
		book.New(s.Base).Routes(),
		api.New(s.Base).Routes(),
	)
}

// requirePermission checks the permission that the route of a club needs, before its handler reads anything.
func (s *server) requirePermission(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		need := s.RouteOf(c).Need
		if need == "" || need == site.Anyone || s.Service == nil { // "" where the site has no such route
			return next(c)
		}
		v, err := s.MemberVisit(c)
		if err != nil {
			return err
		}
		if !v.Can(need) {
			return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed", Rule: "CAMP-ROLE-1", Params: map[string]string{"action": string(need)}}
		}
		return next(c)
	}
}
