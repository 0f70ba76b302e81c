// Package league has the pages of a campaign: its rules and settings, rounds, pairings, standings, ratings, ladder, map,
// chronicle, honours, exports and imports.
//
// A single battle belongs to package play, a side to package roster. Begin with campaign.go; campaign_conduct.go is the
// organiser's page, chronicle_acts.go says how each kind of act is told.
package league

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
)

// Handlers are the pages of a campaign.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes mounts the pages.
func (s *Handlers) Routes(e *echo.Echo) {
	e.GET("/battles", s.ownBattles)
	e.GET("/rosters", s.ownRosters)

	club := site.ClubURL(":club")
	e.GET(club+"/members.csv", s.membersCSV)
	e.GET(site.RatingsURL(":club", ":game"), s.ratingsPage)
	e.GET(site.OGImageURL(club), s.clubOGImage)
	e.GET(club+"/campaigns/new", s.newCampaign)
	e.POST(club+"/campaigns", s.createCampaign)

	campaign := site.CampaignURL(":club", ":campaign")
	e.GET(campaign, s.campaignPage)
	e.GET(campaign+"/standings", s.standingsPage)
	e.GET(campaign+"/battles", s.battlesPage)
	e.POST(campaign+"/battles", s.scheduleBattle)
	e.GET(campaign+"/schedule", s.newBattle)
	e.GET(campaign+"/standings.csv", s.standingsCSV)
	e.GET(campaign+"/battles.csv", s.battlesCSV)
	e.GET(campaign+"/rosters.csv", s.rostersCSV)
	e.GET(campaign+"/import", s.importPage)
	e.POST(campaign+"/import", s.importTable)
	e.GET(campaign+"/share", s.sharePage)
	e.GET(campaign+"/poster", s.printPoster)
	e.GET(campaign+"/pairings", s.printPairings)
	e.GET(site.OGImageURL(campaign), s.campaignOGImage)
	e.GET(site.OGImageURL(site.BattleURL(":club", ":battle")), s.battleOGImage)
	e.GET(site.EmbedPrefix+campaign+"/standings", s.embedStandings)
	e.GET(site.EmbedPrefix+campaign+"/map", s.embedMap)
	e.GET(campaign+"/chronicle", s.chroniclePage)
	e.POST(campaign+"/chronicle/:act/comments", s.addRemark)
	e.GET(campaign+"/feed/:lang", s.chronicleFeed)
	e.GET(campaign+"/yearbook", s.yearbook)
	e.GET(campaign+"/stories/new", s.newStory)
	e.POST(campaign+"/stories", s.postStory)
	e.GET(campaign+"/rosters", s.rostersPage)
	e.GET(campaign+"/settings", s.settingsPage)
	e.POST(campaign+"/settings", s.changeSettings)
	e.GET(campaign+"/rules", s.rulesPage)
	e.GET(campaign+"/honours", s.honoursPage)
	e.POST(campaign+"/honours", s.changeHonours)
	e.GET(campaign+"/ladder", s.ladderPage)
	e.POST(campaign+"/ladder/challenges", s.challengeSide)
	e.POST(campaign+"/ladder/challenges/:challenge", s.answerChallenge)
	e.GET(campaign+"/conduct", s.conductPage)
	e.POST(campaign+"/rounds", s.openRound)
	e.GET(campaign+"/draw", s.drawPage)
	e.POST(campaign+"/draw", s.startRound)
	e.POST(campaign+"/byes", s.giveBye)
	e.POST(campaign+"/absences", s.markAway)
	e.POST(campaign+"/regions/left", s.freeDepartedLand)
	e.POST(campaign+"/grants", s.grant)
	e.POST(campaign+"/credits", s.creditPoints)
	e.POST(campaign+"/regions", s.giveRegion)
	e.POST(campaign+"/regions/:region/garrison", s.setGarrison)
	e.GET(campaign+"/map.svg", s.mapFile)
	e.GET(campaign+"/map/print", s.printMap)
	e.GET(campaign+"/map/edit", s.mapEditorPage)
	e.POST(campaign+"/map/edit", s.drawOnMap)

	roster := site.RosterURL(":club", ":roster")
	e.GET(roster+"/withdraw", s.withdrawPage)
	e.POST(roster+"/withdraw", s.withdraw)
	e.GET(roster+"/away", s.awayPage)
	e.POST(roster+"/away", s.sitOut)
	e.POST(roster+"/return", s.rejoinCampaign)
}
