package web

import (
	"github.com/labstack/echo/v4"
)

// clubHandlers are the pages of a club and of its members together.
type clubHandlers struct {
	*Base
}

// newClub returns the handlers of a site.
func newClub(b *Base) *clubHandlers { return &clubHandlers{Base: b} }

// Routes mounts the pages.
func (s *clubHandlers) Routes(e *echo.Echo) {
	e.GET("/", s.homePage)
	e.POST("/display", s.setTheme)

	// without a network
	e.GET("/sw.js", s.serviceWorker)
	e.HEAD("/sw.js", s.serviceWorker)
	e.GET("/offline", s.offlinePage)
	e.GET("/offline.json", s.offlineList)

	// short addresses of the navigation
	e.GET("/campaigns", s.redirectToCampaign)
	e.GET("/waiting", s.waitingPage)
	e.GET("/menu", s.menuPage)
	e.GET("/search", s.searchPage)
	e.GET("/clubs", s.clubsPage)

	club := clubURL(":club")
	e.GET(club, s.clubPage)
	e.GET(club+"/menu", s.menuPage)
	e.GET(club+"/permissions", s.permissionsPage)
	e.GET(club+"/members", s.membersPage)
	e.GET(club+"/members/new", s.newMember)
	e.POST(club+"/members/new", s.addMember)
	e.GET(club+"/inbox", s.inboxPage)
	prefs := notificationPrefsURL(":club")
	e.GET(prefs, s.notificationPrefsPage)
	e.POST(prefs, s.saveNotificationPrefs)
	e.POST(prefs+"/address", s.setMailAddress)
	e.POST(prefs+"/devices", s.addPushDevice)
	e.POST(prefs+"/devices/:device/drop", s.dropPushDevice)
	outbox := outboxURL(":club")
	e.GET(outbox, s.outboxPage)
	e.POST(outbox+"/hooks", s.makeHook)
	e.POST(outbox+"/hooks/:hook/test", s.testHook)
	e.POST(outbox+"/hooks/:hook/drop", s.dropHook)
	e.POST(outbox+"/lost/:parcel/again", s.retryDelivery)
	e.POST(outbox+"/lost/:parcel/drop", s.dropDelivery)
	e.GET(club+"/calendar.ics", s.clubCalendar)
	e.GET(campaignURL(":club", ":campaign")+"/calendar.ics", s.campaignCalendar)
	e.GET(calendarPath+"/:key", s.ownCalendar)
	e.GET(club+"/settings", s.clubSettings)
	e.POST(club+"/settings", s.editClub)
	e.GET(club+"/status", s.statusPage)
	e.GET(club+"/archive", s.archive)
	images := clubImagesURL(":club")
	e.GET(images, s.clubImagesPage)
	e.GET(images+"/:image", s.clubImage)
	e.POST(images+"/:image/remove", s.removeImage)
	e.GET(campaignImagesURL(":club", ":campaign")+":image", s.campaignImage)
	e.GET(club+"/invite", s.invitePage)
	e.POST(club+"/invite", s.makeInvitation)
	e.POST(club+"/invitations/:invitation/revoke", s.revokeInvitation)
	e.GET(club+"/campaigns", s.campaignsPage)
}
