package web

import (
	"maps"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/api"
	"oriflamme/campaign/web/site"
)

// anyone is what a route needs that visitors may open too; private campaigns stay hidden from them all the same.
const anyone campaign.Action = ""

// routePermissions is what a role must allow for each route of a club, by method and path. Whether it is allowed on this very thing,
// somebody's own roster for one, the hall decides when the act is done.
var routePermissions = func() map[string]campaign.Action {
	const club, arbiter = "/clubs/:club", "/clubs/:club/arbiter"
	camp, battle, roster := site.CampaignURL(":club", ":campaign"), site.BattleURL(":club", ":battle"), site.RosterURL(":club", ":roster")
	sheets := site.SheetsURL(":club", ":game")
	table := map[string]campaign.Action{
		"GET " + club:                                             anyone,
		"GET " + club + "/menu":                                   anyone,
		"GET " + club + "/me":                                     campaign.ActionView,
		"GET " + club + "/permissions":                            campaign.ActionView,
		"GET " + club + "/members":                                campaign.ActionView,
		"GET " + club + "/members.csv":                            campaign.ActionView,
		"GET " + club + "/members/new":                            campaign.KindJoin,
		"POST " + club + "/members/new":                           campaign.KindJoin,
		"GET " + club + "/members/:member":                        campaign.ActionView,
		"POST " + club + "/members/:member":                       campaign.KindMember,
		"POST " + club + "/members/:member/leave":                 campaign.KindLeave,
		"POST " + club + "/members/:member/link":                  campaign.ActionView, // for oneself; sign-for for others
		"POST " + club + "/members/:member/sessions/:session/end": campaign.ActionView,
		"POST " + club + "/members/:member/sessions/end":          campaign.ActionView,
		"GET " + club + "/members/:member/account":                campaign.ActionView, // one's own
		"POST " + club + "/members/:member/forget":                campaign.KindForget,
		"GET " + club + "/inbox":                                  campaign.ActionView,
		"GET " + club + "/calendar.ics":                           anyone,
		"GET " + camp + "/calendar.ics":                           anyone,
		"GET " + site.KeysURL(":club"):                            campaign.ActionView,
		"POST " + site.KeysURL(":club"):                           campaign.ActionView,
		"POST " + site.KeysURL(":club") + "/:key/revoke":          campaign.ActionView,
		"GET " + club + "/settings":                               campaign.ActionExport,
		"POST " + club + "/settings":                              campaign.KindClub,
		"GET " + club + "/status":                                 campaign.ActionStatus,
		"GET " + club + "/archive":                                campaign.ActionExport,
		"GET " + club + "/invite":                                 campaign.ActionInvite,
		"POST " + club + "/invite":                                campaign.ActionInvite,
		"POST " + club + "/invitations/:invitation/revoke":        campaign.ActionInvite,
		"GET " + club + "/ratings/:game":                          anyone,
		"GET " + site.OGImageURL(club):                            anyone,

		"GET " + club + "/campaigns":                 anyone,
		"GET " + club + "/campaigns/new":             campaign.KindCampaign,
		"POST " + club + "/campaigns":                campaign.KindCampaign,
		"POST " + camp + "/regions/:region/garrison": campaign.KindGarrison,
		"GET " + camp:                                   anyone,
		"GET " + camp + "/standings":                    anyone,
		"GET " + camp + "/battles":                      anyone,
		"POST " + camp + "/battles":                     campaign.KindSchedule,
		"GET " + camp + "/schedule":                     campaign.KindSchedule,
		"GET " + camp + "/standings.csv":                anyone,
		"GET " + camp + "/battles.csv":                  anyone,
		"GET " + camp + "/rosters.csv":                  anyone,
		"GET " + camp + "/import":                       campaign.KindSettings,
		"POST " + camp + "/import":                      campaign.KindSettings,
		"GET " + camp + "/share":                        anyone,
		"GET " + camp + "/poster":                       anyone,
		"GET " + camp + "/pairings":                     anyone,
		"GET " + camp + "/duel":                         campaign.ActionView,
		"POST " + camp + "/duel":                        campaign.ActionView,
		"GET " + camp + "/duel/kit":                     campaign.ActionView,
		"GET " + site.OGImageURL(camp):                  anyone,
		"GET " + site.EmbedPrefix + camp + "/standings": anyone,
		"GET " + site.EmbedPrefix + camp + "/map":       anyone,
		"GET " + battle + "/screen":                     anyone,
		"GET " + site.OGImageURL(battle):                anyone,
		"GET " + camp + "/chronicle":                    anyone,
		"GET " + camp + "/stories/new":                  campaign.KindStory,
		"POST " + camp + "/chronicle/:act/comments":     campaign.KindComment,
		"GET " + camp + "/feed/:lang":                   anyone,
		"GET " + camp + "/yearbook":                     anyone,
		"POST " + camp + "/stories":                     campaign.KindStory,
		"GET " + camp + "/rosters":                      anyone,
		"GET " + camp + "/rosters/new":                  campaign.KindRoster,
		"POST " + camp + "/rosters/new":                 campaign.KindRoster,
		"GET " + camp + "/settings":                     campaign.KindSettings,
		"POST " + camp + "/settings":                    campaign.KindSettings,
		"GET " + camp + "/conduct":                      campaign.KindGrant,
		"POST " + camp + "/rounds":                      campaign.KindRound,
		"GET " + camp + "/draw":                         campaign.KindDraw,
		"POST " + camp + "/draw":                        campaign.KindDraw,
		"POST " + camp + "/byes":                        campaign.KindBye,
		"POST " + camp + "/absences":                    campaign.KindDraw,
		"POST " + camp + "/regions/left":                campaign.KindRegion,
		"POST " + camp + "/grants":                      campaign.KindGrant,
		"POST " + camp + "/credits":                     campaign.KindCredit,
		"POST " + camp + "/regions":                     campaign.KindRegion,
		"GET " + camp:                                   anyone,
		"GET " + camp + "/map.svg":                      anyone,
		"GET " + camp + "/map/print":                    anyone,
		"GET " + camp + "/map/edit":                     campaign.KindMap,
		"POST " + camp + "/map/edit":                    campaign.KindMap,
		"GET " + battle + "/dice":                       anyone,
		"GET " + battle + "/state":                      campaign.ActionPlay,
		"POST " + battle + "/lend":                      campaign.KindLend,

		"GET " + battle:                                anyone,
		"GET " + battle + site.BothSidesSuffix:         anyone,
		"GET " + battle + "/events":                    anyone,
		"GET " + battle + "/slip":                      anyone,
		"GET " + battle + "/report":                    campaign.KindReport,
		"POST " + battle + "/report":                   campaign.KindReport,
		"POST " + battle + "/confirm":                  campaign.KindConfirm,
		"POST " + battle + "/dispute":                  campaign.KindDispute,
		"POST " + battle + "/exhibits":                 campaign.KindEvidence,
		"POST " + battle + "/silence":                  campaign.KindAutoConfirm,
		"POST " + battle + "/open":                     campaign.KindOpen,
		"GET " + battle + "/aftermath":                 campaign.KindAftermath,
		"POST " + battle + "/aftermath":                campaign.KindAftermath,
		"POST " + battle + "/appeal":                   campaign.KindAppeal,
		"POST " + arbiter + "/battles/:battle/dismiss": campaign.KindDismiss,

		"GET " + battle + "/arrange":  campaign.ActionView,
		"POST " + battle + "/dates":   campaign.KindPropose,
		"POST " + battle + "/agree":   campaign.KindAgree,
		"POST " + battle + "/claims":  campaign.KindClaim,
		"POST " + battle + "/answer":  campaign.KindAnswer,
		"POST " + battle + "/concede": campaign.KindConcede,
		"POST " + battle + "/stand":   campaign.KindSubstitute,

		"GET " + arbiter:                       campaign.KindRule,
		"GET " + arbiter + "/battles/:battle":  campaign.KindRule,
		"POST " + arbiter + "/battles/:battle": campaign.KindRule,
		"GET " + arbiter + "/void":             campaign.KindVoid,
		"POST " + arbiter + "/void":            campaign.KindVoid,

		"GET " + sheets:                campaign.ActionView,
		"GET " + sheets + "/:sheet":    campaign.ActionView,
		"POST " + sheets + "/:sheet":   campaign.KindSheet,
		"GET " + roster:                anyone,
		"GET " + roster + "/print":     anyone,
		"GET " + roster + "/edit":      campaign.KindRevise,
		"POST " + roster + "/edit":     campaign.KindRevise,
		"GET " + roster + "/withdraw":  campaign.KindRetire,
		"POST " + roster + "/withdraw": campaign.KindRetire,
		"GET " + roster + "/away":      campaign.KindSitOut,
		"POST " + roster + "/away":     campaign.KindSitOut,
		"POST " + roster + "/return":   campaign.KindReturn,
		"GET " + roster + "/arms":      campaign.KindRevise,
		"GET " + roster + "/company":   campaign.KindSidePlayers,
		"POST " + roster + "/company":  campaign.KindSidePlayers,
		"POST " + roster + "/arms":     campaign.KindRevise,
	}
	for _, what := range []string{"passkeys", "passkeys/make", "passkeys/:passkey", "passkeys/:passkey/remove", "password", "password/remove"} {
		table["POST "+club+"/members/:member/"+what] = campaign.ActionView // one's own
	}
	notices, outbox := site.NotificationPrefsURL(":club"), site.OutboxURL(":club")
	maps.Copy(table, map[string]campaign.Action{
		"GET " + site.ClubImagesURL(":club"):                     campaign.ActionView,
		"GET " + site.ClubImagesURL(":club") + "/:image":         campaign.ActionView,
		"POST " + site.ClubImagesURL(":club") + "/:image/remove": campaign.ActionView, // one's own; images for others
		"GET " + camp + "/images/:image":                         anyone,
		"GET " + notices:                                         campaign.ActionView,
		"POST " + notices:                                        campaign.ActionView,
		"POST " + notices + "/address":                           campaign.ActionView,
		"POST " + notices + "/devices":                           campaign.ActionView,
		"POST " + notices + "/devices/:device/drop":              campaign.ActionView,
		"GET " + outbox:                                          campaign.ActionNotifications,
		"POST " + outbox + "/hooks":                              campaign.ActionNotifications,
		"POST " + outbox + "/hooks/:hook/test":                   campaign.ActionNotifications,
		"POST " + outbox + "/hooks/:hook/drop":                   campaign.ActionNotifications,
		"POST " + outbox + "/lost/:parcel/again":                 campaign.ActionNotifications,
		"POST " + outbox + "/lost/:parcel/drop":                  campaign.ActionNotifications,
		"GET " + camp + "/rules":                                 anyone,
		"GET " + camp + "/honours":                               anyone,
		"POST " + camp + "/honours":                              campaign.KindHonours,
		"GET " + camp + "/ladder":                                anyone,
		"POST " + camp + "/ladder/challenges":                    campaign.KindChallenge,
		"POST " + camp + "/ladder/challenges/:challenge":         campaign.KindRespond,
		"GET " + camp + "/cemetery":                              anyone,
		"GET " + battle + "/sheets":                              anyone,
		"GET " + roster + "/versions":                            anyone,
		"POST " + roster + "/versions/:version/restore":          campaign.KindRevise,
		"GET " + roster + "/units/:unit":                         anyone,
	})
	for _, at := range []string{battle, battle + site.BothSidesSuffix} {
		table["POST "+at+"/play"], table["POST "+at+"/undo"], table["POST "+at+"/finish"] = campaign.ActionPlay, campaign.ActionPlay, campaign.ActionPlay
		table["GET "+at+"/record"] = anyone
		table["POST "+at+"/clock"] = "clock"
	}
	for _, op := range api.Operations() {
		table[op.Method+" "+op.Route()] = op.Action
	}
	return table
}()

// RoutePermissions returns what a role must allow for each route of a club, by method and path.
func RoutePermissions() map[string]campaign.Action { return maps.Clone(routePermissions) }

// requirePermission holds every request to a club against the table, before its handler reads anything.
func (s *server) requirePermission(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		what := routePermissions[c.Request().Method+" "+c.Path()]
		if what == anyone || s.Service == nil {
			return next(c)
		}
		v, err := s.MemberVisit(c)
		if err != nil {
			return err
		}
		if !v.Can(what) {
			return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed", Rule: "CAMP-ROLE-1", Params: map[string]string{"action": string(what)}}
		}
		return next(c)
	}
}
