// Package club has the pages of a club and of all its members: home, search, members, settings, invitations made,
// notifications, outgoing messages, calendars, images, server status, and what a phone keeps without a network.
//
// It tells what happened but decides no campaign. Begin with club.go; inbox.go and outbox.go are the notifications.
package club

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
)

// Handlers are the pages of a club and of its members together.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes mounts the pages.
func (s *Handlers) Routes(e *echo.Echo) {
	e.GET("/", s.homePage)
	e.POST("/display", s.SetTheme)

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

	club := site.ClubURL(":club")
	e.GET(club, s.clubPage)
	e.GET(club+"/menu", s.menuPage)
	e.GET(club+"/permissions", s.permissionsPage)
	e.GET(club+"/members", s.membersPage)
	e.GET(club+"/members/new", s.newMember)
	e.POST(club+"/members/new", s.addMember)
	e.GET(club+"/inbox", s.inboxPage)
	prefs := site.NotificationPrefsURL(":club")
	e.GET(prefs, s.notificationPrefsPage)
	e.POST(prefs, s.saveNotificationPrefs)
	e.POST(prefs+"/address", s.setMailAddress)
	e.POST(prefs+"/devices", s.addPushDevice)
	e.POST(prefs+"/devices/:device/drop", s.dropPushDevice)
	outbox := site.OutboxURL(":club")
	e.GET(outbox, s.outboxPage)
	e.POST(outbox+"/hooks", s.makeHook)
	e.POST(outbox+"/hooks/:hook/test", s.testHook)
	e.POST(outbox+"/hooks/:hook/drop", s.dropHook)
	e.POST(outbox+"/lost/:parcel/again", s.retryDelivery)
	e.POST(outbox+"/lost/:parcel/drop", s.dropDelivery)
	e.GET(club+"/calendar.ics", s.clubCalendar)
	e.GET(site.CampaignURL(":club", ":campaign")+"/calendar.ics", s.campaignCalendar)
	e.GET(site.CalendarPath+"/:key", s.ownCalendar)
	e.GET(club+"/settings", s.clubSettings)
	e.POST(club+"/settings", s.editClub)
	e.GET(club+"/status", s.statusPage)
	e.GET(club+"/archive", s.archive)
	images := site.ClubImagesURL(":club")
	e.GET(images, s.clubImagesPage)
	e.GET(images+"/:image", s.clubImage)
	e.POST(images+"/:image/remove", s.removeImage)
	e.GET(site.CampaignImagesURL(":club", ":campaign")+":image", s.campaignImage)
	e.GET(club+"/invite", s.invitePage)
	e.POST(club+"/invite", s.makeInvitation)
	e.POST(club+"/invitations/:invitation/revoke", s.revokeInvitation)
	e.GET(club+"/campaigns", s.campaignsPage)
}
