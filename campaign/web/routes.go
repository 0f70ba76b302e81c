package web

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/api"
	"oriflamme/campaign/web/arbiter"
	"oriflamme/campaign/web/auth"
	"oriflamme/campaign/web/book"
	"oriflamme/campaign/web/club"
	"oriflamme/campaign/web/league"
	"oriflamme/campaign/web/play"
	"oriflamme/campaign/web/roster"
	"oriflamme/campaign/web/site"
)

// routes is the whole site: the probes, and each part with its own.
func (s *server) routes(e *echo.Echo) {
	e.GET(site.HealthPath, s.healthz)
	e.GET(site.ReadyPath, s.readyz)
	e.GET("/robots.txt", robotsFile)

	club.New(s.Base).Routes(e)
	auth.New(s.Base).Routes(e)
	league.New(s.Base).Routes(e)
	play.New(s.Base).Routes(e)
	arbiter.New(s.Base).Routes(e)
	roster.New(s.Base).Routes(e)
	book.New(s.Base).Routes(e)
	api.New(s.Base).Routes(e)
}

// uploadRoutes are the routes whose forms may hold an image, by path.
var uploadRoutes = map[string]bool{
	site.CampaignURL(":club", ":campaign") + "/stories":   true,
	site.CampaignURL(":club", ":campaign") + "/map/edit":  true,
	site.EvidenceURL(":club", ":battle"):                  true,
	site.BattleURL(":club", ":battle") + "/dispute":       true,
	site.APIPrefix + site.EvidenceURL(":club", ":battle"): true,
}
