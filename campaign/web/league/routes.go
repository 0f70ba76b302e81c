// Package league has the pages of a campaign: its rules and settings, rounds, pairings, standings, ratings, ladder, map,
// chronicle, honours, exports and imports.
//
// A single battle belongs to package play, a side to package roster. Begin with campaign.go; campaign_conduct.go is the
// organiser's page, chronicle_acts.go says how each kind of act is told.
package league

import (
	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// Handlers has the handlers of the pages of a campaign.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes lists the pages.
func (s *Handlers) Routes() []site.Route {
	club := site.ClubURL(":club")
	camp := site.CampaignURL(":club", ":campaign")
	roster := site.RosterURL(":club", ":roster")
	return []site.Route{
		site.GET("/battles", site.Anyone, s.ownBattles),
		site.GET("/rosters", site.Anyone, s.ownRosters),

		site.GET(club+"/members.csv", campaign.ActionView, s.membersCSV),
		site.GET(site.RatingsURL(":club", ":game"), site.Anyone, s.ratingsPage, site.Cached, site.Indexed),
		site.GET(site.OGImageURL(club), site.Anyone, s.clubOGImage, site.Indexed),
		site.GET(club+"/campaigns/new", campaign.KindCampaign, s.newCampaign),
		site.POST(club+"/campaigns", campaign.KindCampaign, s.createCampaign),

		site.GET(camp, site.Anyone, s.campaignPage, site.Cached),
		site.GET(camp+"/standings", site.Anyone, s.standingsPage, site.Cached),
		site.GET(camp+"/battles", site.Anyone, s.battlesPage, site.Cached),
		site.POST(camp+"/battles", campaign.KindSchedule, s.scheduleBattle),
		site.GET(camp+"/schedule", campaign.KindSchedule, s.newBattle),
		site.GET(camp+"/standings.csv", site.Anyone, s.standingsCSV),
		site.GET(camp+"/battles.csv", site.Anyone, s.battlesCSV),
		site.GET(camp+"/rosters.csv", site.Anyone, s.rostersCSV),
		site.GET(camp+"/import", campaign.KindSettings, s.importPage),
		site.POST(camp+"/import", campaign.KindSettings, s.importTable),
		site.GET(camp+"/share", site.Anyone, s.sharePage),
		site.GET(camp+"/poster", site.Anyone, s.printPoster),
		site.GET(camp+"/pairings", site.Anyone, s.printPairings),
		site.GET(site.OGImageURL(camp), site.Anyone, s.campaignOGImage),
		site.GET(site.OGImageURL(site.BattleURL(":club", ":battle")), site.Anyone, s.battleOGImage),
		site.GET(site.EmbedPrefix+camp+"/standings", site.Anyone, s.embedStandings),
		site.GET(site.EmbedPrefix+camp+"/map", site.Anyone, s.embedMap),
		site.GET(camp+"/chronicle", site.Anyone, s.chroniclePage, site.Cached),
		site.POST(camp+"/chronicle/:act/comments", campaign.KindComment, s.addRemark),
		site.GET(camp+"/feed/:lang", site.Anyone, s.chronicleFeed),
		site.GET(camp+"/yearbook", site.Anyone, s.yearbook),
		site.GET(camp+"/stories/new", campaign.KindStory, s.newStory),
		site.POST(camp+"/stories", campaign.KindStory, s.postStory, site.Upload),
		site.GET(camp+"/rosters", site.Anyone, s.rostersPage, site.Cached),
		site.GET(camp+"/settings", campaign.KindSettings, s.settingsPage),
		site.POST(camp+"/settings", campaign.KindSettings, s.changeSettings),
		site.GET(camp+"/rules", site.Anyone, s.rulesPage),
		site.GET(camp+"/honours", site.Anyone, s.honoursPage),
		site.POST(camp+"/honours", campaign.KindHonours, s.changeHonours),
		site.GET(camp+"/ladder", site.Anyone, s.ladderPage),
		site.POST(camp+"/ladder/challenges", campaign.KindChallenge, s.challengeSide),
		site.POST(camp+"/ladder/challenges/:challenge", campaign.KindRespond, s.answerChallenge),
		site.GET(camp+"/conduct", campaign.KindGrant, s.conductPage),
		site.POST(camp+"/rounds", campaign.KindRound, s.openRound),
		site.GET(camp+"/draw", campaign.KindDraw, s.drawPage),
		site.POST(camp+"/draw", campaign.KindDraw, s.startRound),
		site.POST(camp+"/byes", campaign.KindBye, s.giveBye),
		site.POST(camp+"/absences", campaign.KindDraw, s.markAway),
		site.POST(camp+"/regions/left", campaign.KindRegion, s.freeDepartedLand),
		site.POST(camp+"/grants", campaign.KindGrant, s.grant),
		site.POST(camp+"/credits", campaign.KindCredit, s.creditPoints),
		site.POST(camp+"/regions", campaign.KindRegion, s.giveRegion),
		site.POST(camp+"/regions/:region/garrison", campaign.KindGarrison, s.setGarrison),
		site.GET(camp+"/map.svg", site.Anyone, s.mapFile),
		site.GET(camp+"/map/print", site.Anyone, s.printMap),
		site.GET(camp+"/map/edit", campaign.KindMap, s.mapEditorPage),
		site.POST(camp+"/map/edit", campaign.KindMap, s.drawOnMap, site.Upload),

		site.GET(roster+"/withdraw", campaign.KindRetire, s.withdrawPage),
		site.POST(roster+"/withdraw", campaign.KindRetire, s.withdraw),
		site.GET(roster+"/away", campaign.KindSitOut, s.awayPage),
		site.POST(roster+"/away", campaign.KindSitOut, s.sitOut),
		site.POST(roster+"/return", campaign.KindReturn, s.rejoinCampaign),
	}
}
