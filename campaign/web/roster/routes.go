// Package roster has the pages of a side: the list of its units, the form that builds it, its versions, emblem and
// players, and the record of each unit.
//
// Leaving a campaign or sitting a round out belongs to package league. Begin with roster.go; roster_build.go is the form.
package roster

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
)

// Handlers are the pages of sides and their units.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes mounts the pages.
func (s *Handlers) Routes(e *echo.Echo) {
	roster := site.RosterURL(":club", ":roster")
	e.GET(roster, s.rosterPage)
	e.GET(roster+"/print", s.rosterPrint)
	e.GET(roster+"/edit", s.editRoster)
	e.POST(roster+"/edit", s.saveRoster)
	e.GET(roster+"/versions", s.versions)
	e.POST(roster+"/versions/:version/restore", s.restoreVersion)
	e.GET(roster+"/units/:unit", s.unitPage)
	e.GET(roster+"/arms", s.emblemPage)
	e.POST(roster+"/arms", s.chooseEmblem)
	e.GET(site.SidePlayersURL(":club", ":roster"), s.sidePlayersPage)
	e.POST(site.SidePlayersURL(":club", ":roster"), s.setSidePlayers)

	campaign := site.CampaignURL(":club", ":campaign")
	e.GET(campaign+"/rosters/new", s.newRoster)
	e.POST(campaign+"/rosters/new", s.saveRoster)
	e.GET(campaign+"/cemetery", s.cemetery)
}
