// Package club has the pages of a club and of all its members: home, search, members, settings, invitations made,
// notifications, outgoing messages, calendars, images, server status, and what a phone keeps without a network.
//
// It tells what happened but decides no campaign. Begin with club.go; inbox.go and outbox.go are the notifications.
package club

import (
	"net/http"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// Handlers has the handlers of the pages of a club and of its members.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes lists the pages.
func (s *Handlers) Routes() []site.Route {
	club := site.ClubURL(":club")
	prefs := site.NotificationPrefsURL(":club")
	outbox := site.OutboxURL(":club")
	images := site.ClubImagesURL(":club")
	return []site.Route{
		site.GET("/", site.Anyone, s.homePage, site.Indexed),
		site.POST("/display", site.Anyone, s.SetTheme),

		// what a phone keeps for offline use
		site.GET("/sw.js", site.Anyone, s.serviceWorker),
		site.NewRoute(http.MethodHead, "/sw.js", site.Anyone, s.serviceWorker),
		site.GET("/offline", site.Anyone, s.offlinePage),
		site.GET("/offline.json", site.Anyone, s.offlineList),

		// short addresses of the navigation
		site.GET("/campaigns", site.Anyone, s.redirectToCampaign),
		site.GET("/waiting", site.Anyone, s.waitingPage),
		site.GET("/menu", site.Anyone, s.menuPage),
		site.GET("/search", site.Anyone, s.searchPage),
		site.GET("/clubs", site.Anyone, s.clubsPage),

		site.GET(club, site.Anyone, s.clubPage, site.Cached, site.Indexed),
		site.GET(club+"/menu", site.Anyone, s.menuPage),
		site.GET(club+"/permissions", campaign.ActionView, s.permissionsPage),
		site.GET(club+"/members", campaign.ActionView, s.membersPage),
		site.GET(club+"/members/new", campaign.KindJoin, s.newMember),
		site.POST(club+"/members/new", campaign.KindJoin, s.addMember),
		site.GET(club+"/inbox", campaign.ActionView, s.inboxPage),
		site.GET(prefs, campaign.ActionView, s.notificationPrefsPage),
		site.POST(prefs, campaign.ActionView, s.saveNotificationPrefs),
		site.POST(prefs+"/address", campaign.ActionView, s.setMailAddress),
		site.POST(prefs+"/devices", campaign.ActionView, s.addPushDevice),
		site.POST(prefs+"/devices/:device/drop", campaign.ActionView, s.dropPushDevice),
		site.GET(outbox, campaign.ActionNotifications, s.outboxPage),
		site.POST(outbox+"/hooks", campaign.ActionNotifications, s.makeHook),
		site.POST(outbox+"/hooks/:hook/test", campaign.ActionNotifications, s.testHook),
		site.POST(outbox+"/hooks/:hook/drop", campaign.ActionNotifications, s.dropHook),
		site.POST(outbox+"/lost/:parcel/again", campaign.ActionNotifications, s.retryDelivery),
		site.POST(outbox+"/lost/:parcel/drop", campaign.ActionNotifications, s.dropDelivery),
		site.GET(club+"/calendar.ics", site.Anyone, s.clubCalendar),
		site.GET(site.CampaignURL(":club", ":campaign")+"/calendar.ics", site.Anyone, s.campaignCalendar),
		site.GET(site.CalendarPath+"/:key", site.Anyone, s.ownCalendar),
		site.GET(club+"/settings", campaign.ActionExport, s.clubSettings),
		site.POST(club+"/settings", campaign.KindClub, s.editClub),
		site.GET(club+"/status", campaign.ActionStatus, s.statusPage),
		site.GET(club+"/archive", campaign.ActionExport, s.archive),
		site.GET(images, campaign.ActionView, s.clubImagesPage),
		site.GET(images+"/:image", campaign.ActionView, s.clubImage),
		site.POST(images+"/:image/remove", campaign.ActionView, s.removeImage), // for one's own image; images for those of others
		site.GET(site.CampaignImagesURL(":club", ":campaign")+":image", site.Anyone, s.campaignImage),
		site.GET(club+"/invite", campaign.ActionInvite, s.invitePage),
		site.POST(club+"/invite", campaign.ActionInvite, s.makeInvitation),
		site.POST(club+"/invitations/:invitation/revoke", campaign.ActionInvite, s.revokeInvitation),
		site.GET(club+"/campaigns", site.Anyone, s.campaignsPage, site.Cached, site.Indexed),
	}
}
