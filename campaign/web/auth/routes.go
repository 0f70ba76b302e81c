// Package auth lets people in: sign-in by link, password or passkey, invitations accepted, a new club, and what members do
// with their own account (profile, sessions, API keys, export, leaving).
//
// It keeps no session itself: package site reads and writes the cookie. Begin with signin.go; member.go is the account.
package auth

import (
	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/web/site"
)

// Handlers has the handlers of signing in and of a member's own account.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes lists the pages.
func (s *Handlers) Routes() []site.Route {
	club := site.ClubURL(":club")
	member := club + "/members/:member"
	routes := []site.Route{
		site.GET("/sign-in", site.Anyone, s.signInPage),
		site.POST("/sign-in", site.Anyone, s.pasteLink),
		site.GET("/enter/:token", site.Anyone, s.signInLinkPage),
		site.POST("/enter", site.Anyone, s.signInByLink),
		site.POST("/passkey", site.Anyone, s.passkeyQuestion),
		site.POST("/passkey/enter", site.Anyone, s.passkeySignIn),
		site.POST("/password", site.Anyone, s.passwordSignIn),
		site.POST("/sign-out", site.Anyone, s.signOut),
		site.GET("/join/:token", site.Anyone, s.joinPage),
		site.POST("/join/:token", site.Anyone, s.acceptInvitation),
		site.GET("/clubs/new", site.Anyone, s.newClub, site.Indexed),
		site.POST("/clubs", site.Anyone, s.createClub),

		// links in e-mails
		site.GET(notify.ConfirmPath+":token", site.Anyone, s.mailLinkPage(notify.PurposeConfirm)),
		site.POST(notify.ConfirmPath+":token", site.Anyone, s.confirmMailLink(notify.PurposeConfirm)),
		site.GET(notify.UnsubscribePath+":token", site.Anyone, s.mailLinkPage(notify.PurposeUnsubscribe)),
		site.POST(notify.UnsubscribePath+":token", site.Anyone, s.confirmMailLink(notify.PurposeUnsubscribe)),

		site.GET(club+"/me", campaign.ActionView, s.ownPage),
		site.GET(member, campaign.ActionView, s.memberPage),
		site.POST(member, campaign.KindMember, s.editMember),
		site.POST(member+"/leave", campaign.KindLeave, s.removeMember),
		site.POST(member+"/link", campaign.ActionView, s.memberLink), // for oneself; sign-for for others
		site.POST(member+"/sessions/:session/end", campaign.ActionView, s.endSession),
		site.POST(member+"/sessions/end", campaign.ActionView, ownAccount(s.endSessions)),
		site.POST(member+"/password", campaign.ActionView, ownAccount(s.setPassword)),
		site.POST(member+"/password/remove", campaign.ActionView, ownAccount(s.removePassword)),
		site.POST(member+"/passkeys/make", campaign.ActionView, ownAccount(s.passkeyMake)),
		site.POST(member+"/passkeys", campaign.ActionView, ownAccount(s.passkeyAdd)),
		site.POST(member+"/passkeys/:passkey", campaign.ActionView, ownAccount(s.passkeyRename)),
		site.POST(member+"/passkeys/:passkey/remove", campaign.ActionView, ownAccount(s.passkeyRemove)),
		site.GET(member+"/account", campaign.ActionView, ownAccount(s.exportAccount)),
		site.POST(member+"/forget", campaign.KindForget, s.forgetMember),
		site.GET(site.KeysURL(":club"), campaign.ActionView, s.keysPage),
		site.POST(site.KeysURL(":club"), campaign.ActionView, s.makeKey),
		site.POST(site.KeysURL(":club")+"/:key/revoke", campaign.ActionView, s.revokeKey),
	}
	if len(s.Demo) > 0 {
		routes = append(routes, site.POST("/demo/enter", site.Anyone, s.demoSignIn))
	}
	return routes
}
