// Package roster has the pages of a side: the list of its units, the form that builds it, its versions, emblem and
// players, and the record of each unit.
//
// Leaving a campaign or sitting a round out belongs to package league. Begin with roster.go; roster_build.go is the form.
package roster

import (
	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// Handlers has the handlers of the pages of sides and their units.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes lists the pages.
func (s *Handlers) Routes() []site.Route {
	roster := site.RosterURL(":club", ":roster")
	camp := site.CampaignURL(":club", ":campaign")
	return []site.Route{
		site.GET(roster, site.Anyone, s.rosterPage, site.Cached),
		site.GET(roster+"/print", site.Anyone, s.rosterPrint),
		site.GET(roster+"/edit", campaign.KindRevise, s.editRoster),
		site.POST(roster+"/edit", campaign.KindRevise, s.saveRoster),
		site.GET(roster+"/versions", site.Anyone, s.versions),
		site.POST(roster+"/versions/:version/restore", campaign.KindRevise, s.restoreVersion),
		site.GET(roster+"/units/:unit", site.Anyone, s.unitPage),
		site.GET(roster+"/arms", campaign.KindRevise, s.emblemPage),
		site.POST(roster+"/arms", campaign.KindRevise, s.chooseEmblem),
		site.GET(site.SidePlayersURL(":club", ":roster"), campaign.KindSidePlayers, s.sidePlayersPage),
		site.POST(site.SidePlayersURL(":club", ":roster"), campaign.KindSidePlayers, s.setSidePlayers),

		site.GET(camp+"/rosters/new", campaign.KindRoster, s.newRoster),
		site.POST(camp+"/rosters/new", campaign.KindRoster, s.saveRoster),
		site.GET(camp+"/cemetery", site.Anyone, s.cemetery),
	}
}
