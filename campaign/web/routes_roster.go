package web

import (
	"github.com/labstack/echo/v4"
)

// rosterHandlers are the pages of sides and their units.
type rosterHandlers struct {
	*Base
}

// newRoster returns the handlers of a site.
func newRoster(b *Base) *rosterHandlers { return &rosterHandlers{Base: b} }

// Routes mounts the pages.
func (s *rosterHandlers) Routes(e *echo.Echo) {
	roster := rosterURL(":club", ":roster")
	e.GET(roster, s.rosterPage)
	e.GET(roster+"/print", s.rosterPrint)
	e.GET(roster+"/edit", s.editRoster)
	e.POST(roster+"/edit", s.saveRoster)
	e.GET(roster+"/versions", s.versions)
	e.POST(roster+"/versions/:version/restore", s.restoreVersion)
	e.GET(roster+"/units/:unit", s.unitPage)
	e.GET(roster+"/arms", s.emblemPage)
	e.POST(roster+"/arms", s.chooseEmblem)
	e.GET(sidePlayersURL(":club", ":roster"), s.sidePlayersPage)
	e.POST(sidePlayersURL(":club", ":roster"), s.setSidePlayers)

	campaign := campaignURL(":club", ":campaign")
	e.GET(campaign+"/rosters/new", s.newRoster)
	e.POST(campaign+"/rosters/new", s.saveRoster)
	e.GET(campaign+"/cemetery", s.cemetery)
}
