package web

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/notice"
)

// routes is the whole site at a glance, with tableRoutes for what is used at the table and referenceRoutes for the rules.
// Handlers are methods of site, one file each, named after the page.
func (s *site) routes(e *echo.Echo) {
	e.GET("/", s.home)
	e.POST("/display", s.display)

	// for those who watch over the server
	e.GET(healthPath, s.healthz)
	e.GET(readyPath, s.readyz)

	// without a network
	e.GET("/sw.js", s.worker)
	e.HEAD("/sw.js", s.worker)
	e.GET("/offline", s.offlinePage)
	e.GET("/offline.json", s.offlineList)
	e.GET(pocketPath, s.pocketList)
	e.GET(pocketPath+"/:lang/:game", s.pocketWords)

	// the door
	e.GET("/sign-in", s.signIn)
	e.POST("/sign-in", s.pasted)
	e.GET("/enter/:token", s.enter)
	e.POST("/enter", s.entered)
	e.POST("/passkey", s.passkeyAsk)
	e.POST("/passkey/enter", s.passkeyEnter)
	e.POST("/password", s.passwordEnter)
	e.POST("/sign-out", s.signOut)
	if len(s.Demo) > 0 {
		e.POST("/demo/enter", s.demoEnter)
	}
	e.GET("/join/:token", s.join)
	e.POST("/join/:token", s.accept)
	e.GET("/clubs/new", s.newClub)
	e.POST("/clubs", s.foundClub)

	// links in letters
	for path, purpose := range map[string]notice.Purpose{notice.ConfirmPath: notice.PurposeConfirm, notice.EndPath: notice.PurposeEnd} {
		e.GET(path+":token", s.letterLink(purpose))
		e.POST(path+":token", s.letterDone(purpose))
	}

	// short addresses of the navigation
	e.GET("/campaigns", s.toCampaign)
	e.GET("/battles", s.ownBattles)
	e.GET("/rosters", s.ownRosters)
	e.GET("/waiting", s.waitingPage)

	// a club
	const club = "/clubs/:club"
	e.GET(club, s.club)
	e.GET(club+"/me", s.me)
	e.GET(club+"/permissions", s.permissions)
	e.GET(club+"/members", s.members)
	e.GET(club+"/members.csv", s.membersCSV)
	e.GET(club+"/members/:member", s.member)
	e.POST(club+"/members/:member", s.editMember)
	e.POST(club+"/members/:member/leave", s.leave)
	e.POST(club+"/members/:member/link", s.memberLink)
	e.POST(club+"/members/:member/sessions/:session/end", s.endSession)
	e.POST(club+"/members/:member/sessions/end", s.endSessions)
	e.POST(club+"/members/:member/password", s.setPassword)
	e.POST(club+"/members/:member/password/remove", s.removePassword)
	e.POST(club+"/members/:member/passkeys/make", s.passkeyMake)
	e.POST(club+"/members/:member/passkeys", s.passkeyAdd)
	e.POST(club+"/members/:member/passkeys/:passkey", s.passkeyRename)
	e.POST(club+"/members/:member/passkeys/:passkey/remove", s.passkeyRemove)
	e.GET(club+"/members/:member/account", s.account)
	e.POST(club+"/members/:member/forget", s.forget)
	e.GET(club+"/inbox", s.inbox)
	e.GET(noticesURL(":club"), s.notices)
	e.POST(noticesURL(":club"), s.choose)
	e.POST(noticesURL(":club")+"/address", s.chooseAddress)
	e.POST(noticesURL(":club")+"/devices", s.addDevice)
	e.POST(noticesURL(":club")+"/devices/:device/drop", s.dropDevice)
	e.GET(outboxURL(":club"), s.outbox)
	e.POST(outboxURL(":club")+"/hooks", s.makeHook)
	e.POST(outboxURL(":club")+"/hooks/:hook/test", s.testHook)
	e.POST(outboxURL(":club")+"/hooks/:hook/drop", s.dropHook)
	e.POST(outboxURL(":club")+"/lost/:parcel/again", s.retryParcel)
	e.POST(outboxURL(":club")+"/lost/:parcel/drop", s.dropParcel)
	e.GET(club+"/calendar.ics", s.clubCalendar)
	e.GET(calendarPath+"/:key", s.ownCalendar)
	e.GET(keysURL(":club"), s.keys)
	e.POST(keysURL(":club"), s.makeKey)
	e.POST(keysURL(":club")+"/:key/revoke", s.revokeKey)
	e.GET(club+"/settings", s.clubSettings)
	e.POST(club+"/settings", s.editClub)
	e.GET(club+"/status", s.status)
	e.GET(club+"/archive", s.archive)
	e.GET(albumURL(":club"), s.album)
	e.GET(albumURL(":club")+"/:image", s.albumImage)
	e.POST(albumURL(":club")+"/:image/remove", s.removeImage)
	e.GET(club+"/invite", s.invite)
	e.POST(club+"/invite", s.makeInvitation)
	e.POST(club+"/invitations/:invitation/revoke", s.revoke)

	// campaigns
	e.GET(club+"/campaigns", s.campaigns)
	e.GET(club+"/campaigns/new", s.newCampaign)
	e.POST(club+"/campaigns", s.foundCampaign)
	const campaign = club + "/campaigns/:campaign"
	e.GET(campaign, s.campaignPage)
	e.GET(campaign+"/standings", s.standings)
	e.GET(club+"/ratings/:game", s.ratings)
	e.GET(campaign+"/battles", s.battles)
	e.POST(campaign+"/battles", s.schedule)
	e.GET(campaign+"/schedule", s.newBattle)
	e.GET(campaign+"/standings.csv", s.standingsCSV)
	e.GET(campaign+"/battles.csv", s.battlesCSV)
	e.GET(campaign+"/rosters.csv", s.rostersCSV)
	e.GET(campaign+"/import", s.importPage)
	e.POST(campaign+"/import", s.importTable)
	e.GET(campaign+"/calendar.ics", s.campaignCalendar)
	e.GET(campaign+"/share", s.share)
	e.GET(campaign+"/poster", s.poster)
	e.GET(campaign+"/pairings", s.pairings)
	e.GET(campaign+"/duel", s.duelPage)
	e.POST(campaign+"/duel", s.duel)
	e.GET(campaign+"/duel/kit", s.duelKit)
	e.GET(cardURL(campaign), s.campaignCard)
	e.GET(cardURL(clubURL(":club")), s.clubCard)
	e.GET(embedPrefix+campaign+"/standings", s.embedStandings)
	e.GET(embedPrefix+campaign+"/map", s.embedMap)
	e.GET(campaign+"/chronicle", s.chronicle)
	e.POST(campaign+"/chronicle/:act/comments", s.comment)
	e.GET(campaign+"/feed/:lang", s.chronicleFeed)
	e.GET(campaign+"/yearbook", s.yearbook)
	e.GET(campaign+"/stories/new", s.newStory)
	e.POST(campaign+"/stories", s.postStory)
	e.GET(imagesURL(":club", ":campaign")+":image", s.image)
	e.GET(campaign+"/rosters", s.rosters)
	e.GET(campaign+"/settings", s.settings)
	e.POST(campaign+"/settings", s.changeSettings)
	e.GET(campaign+"/rules", s.rulesPage)
	e.GET(campaign+"/honours", s.honours)
	e.POST(campaign+"/honours", s.changeHonours)
	e.GET(campaign+"/ladder", s.ladder)
	e.POST(campaign+"/ladder/challenges", s.dare)
	e.POST(campaign+"/ladder/challenges/:challenge", s.answerDare)
	e.GET(campaign+"/cemetery", s.cemetery)
	e.GET(campaign+"/conduct", s.conduct)
	e.POST(campaign+"/rounds", s.openRound)
	e.GET(campaign+"/draw", s.drawPage)
	e.POST(campaign+"/draw", s.draw)
	e.POST(campaign+"/byes", s.giveBye)
	e.POST(campaign+"/grants", s.grant)
	e.POST(campaign+"/credits", s.credit)
	e.POST(campaign+"/regions", s.giveRegion)
	e.POST(campaign+"/regions/:region/garrison", s.garrison)
	e.GET(campaign+"/map.svg", s.mapFile)
	e.GET(campaign+"/map/print", s.mapPrint)
	e.GET(campaign+"/map/edit", s.editMap)
	e.POST(campaign+"/map/edit", s.drawOnMap)

	e.GET(club+"/rosters/:roster/versions", s.versions)
	e.POST(club+"/rosters/:roster/versions/:version/restore", s.restoreVersion)
	e.GET(club+"/rosters/:roster/units/:unit", s.unitPage)
	e.GET(companyURL(":club", ":roster"), s.company)
	e.POST(companyURL(":club", ":roster"), s.setCompany)
	e.GET(club+"/rosters/:roster/arms", s.arms)
	e.POST(club+"/rosters/:roster/arms", s.chooseArms)

	// results
	const battle = club + "/battles/:battle"
	e.GET(cardURL(battle), s.battleCard)
	e.GET(battle+"/sheets", s.battleSheets)
	e.GET(battle+"/report", s.reportPage)
	e.POST(battle+"/report", s.report)
	e.POST(battle+"/confirm", s.confirm)
	e.POST(battle+"/dispute", s.dispute)
	e.POST(exhibitsURL(":club", ":battle"), s.exhibit)
	e.POST(battle+"/silence", s.silence)

	s.tableRoutes(e)
	s.apiRoutes(e)

	s.referenceRoutes(e)
}
