// Package auth lets people in: sign-in by link, password or passkey, invitations accepted, a new club, and what members do
// with their own account (profile, sessions, API keys, export, leaving).
//
// It keeps no session itself: package site reads and writes the cookie. Begin with signin.go; member.go is the account.
package auth

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/notify"
	"oriflamme/campaign/web/site"
)

// Handlers are the pages of signing in and of a member's own account.
type Handlers struct {
	*site.Base
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers { return &Handlers{Base: b} }

// Routes mounts the pages.
func (s *Handlers) Routes(e *echo.Echo) {
	e.GET("/sign-in", s.signInPage)
	e.POST("/sign-in", s.pasteLink)
	e.GET("/enter/:token", s.signInLinkPage)
	e.POST("/enter", s.signInByLink)
	e.POST("/passkey", s.passkeyQuestion)
	e.POST("/passkey/enter", s.passkeySignIn)
	e.POST("/password", s.passwordSignIn)
	e.POST("/sign-out", s.signOut)
	if len(s.Demo) > 0 {
		e.POST("/demo/enter", s.demoSignIn)
	}
	e.GET("/join/:token", s.joinPage)
	e.POST("/join/:token", s.acceptInvitation)
	e.GET("/clubs/new", s.newClub)
	e.POST("/clubs", s.createClub)

	// links in letters
	for path, purpose := range map[string]notify.Purpose{notify.ConfirmPath: notify.PurposeConfirm, notify.UnsubscribePath: notify.PurposeUnsubscribe} {
		e.GET(path+":token", s.mailLinkPage(purpose))
		e.POST(path+":token", s.confirmMailLink(purpose))
	}

	club := site.ClubURL(":club")
	e.GET(club+"/me", s.ownPage)
	member := club + "/members/:member"
	e.GET(member, s.memberPage)
	e.POST(member, s.editMember)
	e.POST(member+"/leave", s.removeMember)
	e.POST(member+"/link", s.memberLink)
	e.POST(member+"/sessions/:session/end", s.endSession)
	e.POST(member+"/sessions/end", s.endSessions)
	e.POST(member+"/password", s.setPassword)
	e.POST(member+"/password/remove", s.removePassword)
	e.POST(member+"/passkeys/make", s.passkeyMake)
	e.POST(member+"/passkeys", s.passkeyAdd)
	e.POST(member+"/passkeys/:passkey", s.passkeyRename)
	e.POST(member+"/passkeys/:passkey/remove", s.passkeyRemove)
	e.GET(member+"/account", s.exportAccount)
	e.POST(member+"/forget", s.forgetMember)
	e.GET(site.KeysURL(":club"), s.keysPage)
	e.POST(site.KeysURL(":club"), s.makeKey)
	e.POST(site.KeysURL(":club")+"/:key/revoke", s.revokeKey)
}
