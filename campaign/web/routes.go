package web

import "github.com/labstack/echo/v4"

// routes is the whole site: the probes, and each part with its own.
func (s *server) routes(e *echo.Echo) {
	e.GET(healthPath, s.healthz)
	e.GET(readyPath, s.readyz)
	e.GET("/robots.txt", robotsFile)

	newClub(s.Base).Routes(e)
	newAuth(s.Base).Routes(e)
	newLeague(s.Base).Routes(e)
	newPlay(s.Base).Routes(e)
	newArbiter(s.Base).Routes(e)
	newRoster(s.Base).Routes(e)
	newBook(s.Base).Routes(e)
	newAPI(s.Base).Routes(e)
}

// uploadRoutes are the routes whose forms may hold an image, by path.
var uploadRoutes = map[string]bool{
	campaignURL(":club", ":campaign") + "/stories":  true,
	campaignURL(":club", ":campaign") + "/map/edit": true,
	evidenceURL(":club", ":battle"):                 true,
	battleURL(":club", ":battle") + "/dispute":      true,
	apiPrefix + evidenceURL(":club", ":battle"):     true,
}
