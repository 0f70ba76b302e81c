package web

import (
	"maps"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// anyone is what a route needs that visitors may open too; private campaigns stay hidden from them all the same.
const anyone campaign.Action = ""

// needs is what a role must allow for each route of a club, by method and path. Whether it is allowed on this very thing,
// somebody's own roster for one, the hall decides when the act is done.
var needs = func() map[string]campaign.Action {
	const club, desk = "/clubs/:club", "/clubs/:club/arbiter"
	camp, battle, roster := campaignURL(":club", ":campaign"), battleURL(":club", ":battle"), rosterURL(":club", ":roster")
	sheets := sheetsURL(":club", ":game")
	table := map[string]campaign.Action{
		"GET " + club:                                             anyone,
		"GET " + club + "/menu":                                   anyone,
		"GET " + club + "/me":                                     campaign.ActionView,
		"GET " + club + "/permissions":                            campaign.ActionView,
		"GET " + club + "/members":                                campaign.ActionView,
		"GET " + club + "/members.csv":                            campaign.ActionView,
		"GET " + club + "/members/new":                            "join",
		"POST " + club + "/members/new":                           "join",
		"GET " + club + "/members/:member":                        campaign.ActionView,
		"POST " + club + "/members/:member":                       "member",
		"POST " + club + "/members/:member/leave":                 "leave",
		"POST " + club + "/members/:member/link":                  campaign.ActionView, // for oneself; sign-for for others
		"POST " + club + "/members/:member/sessions/:session/end": campaign.ActionView,
		"POST " + club + "/members/:member/sessions/end":          campaign.ActionView,
		"GET " + club + "/members/:member/account":                campaign.ActionView, // one's own
		"POST " + club + "/members/:member/forget":                "forget",
		"GET " + club + "/inbox":                                  campaign.ActionView,
		"GET " + club + "/calendar.ics":                           anyone,
		"GET " + camp + "/calendar.ics":                           anyone,
		"GET " + keysURL(":club"):                                 campaign.ActionView,
		"POST " + keysURL(":club"):                                campaign.ActionView,
		"POST " + keysURL(":club") + "/:key/revoke":               campaign.ActionView,
		"GET " + club + "/settings":                               campaign.ActionExport,
		"POST " + club + "/settings":                              "club",
		"GET " + club + "/status":                                 campaign.ActionStatus,
		"GET " + club + "/archive":                                campaign.ActionExport,
		"GET " + club + "/invite":                                 campaign.ActionInvite,
		"POST " + club + "/invite":                                campaign.ActionInvite,
		"POST " + club + "/invitations/:invitation/revoke":        campaign.ActionInvite,
		"GET " + club + "/ratings/:game":                          anyone,
		"GET " + cardURL(club):                                    anyone,

		"GET " + club + "/campaigns":                 anyone,
		"GET " + club + "/campaigns/new":             "campaign",
		"POST " + club + "/campaigns":                "campaign",
		"POST " + camp + "/regions/:region/garrison": "garrison",
		"GET " + camp:                               anyone,
		"GET " + camp + "/standings":                anyone,
		"GET " + camp + "/battles":                  anyone,
		"POST " + camp + "/battles":                 "schedule",
		"GET " + camp + "/schedule":                 "schedule",
		"GET " + camp + "/standings.csv":            anyone,
		"GET " + camp + "/battles.csv":              anyone,
		"GET " + camp + "/rosters.csv":              anyone,
		"GET " + camp + "/import":                   "settings",
		"POST " + camp + "/import":                  "settings",
		"GET " + camp + "/share":                    anyone,
		"GET " + camp + "/poster":                   anyone,
		"GET " + camp + "/pairings":                 anyone,
		"GET " + camp + "/duel":                     campaign.ActionView,
		"POST " + camp + "/duel":                    campaign.ActionView,
		"GET " + camp + "/duel/kit":                 campaign.ActionView,
		"GET " + cardURL(camp):                      anyone,
		"GET " + embedPrefix + camp + "/standings":  anyone,
		"GET " + embedPrefix + camp + "/map":        anyone,
		"GET " + battle + "/screen":                 anyone,
		"GET " + cardURL(battle):                    anyone,
		"GET " + camp + "/chronicle":                anyone,
		"GET " + camp + "/stories/new":              "story",
		"POST " + camp + "/chronicle/:act/comments": "comment",
		"GET " + camp + "/feed/:lang":               anyone,
		"GET " + camp + "/yearbook":                 anyone,
		"POST " + camp + "/stories":                 "story",
		"GET " + camp + "/rosters":                  anyone,
		"GET " + camp + "/rosters/new":              "roster",
		"POST " + camp + "/rosters/new":             "roster",
		"GET " + camp + "/settings":                 "settings",
		"POST " + camp + "/settings":                "settings",
		"GET " + camp + "/conduct":                  "grant",
		"POST " + camp + "/rounds":                  "round",
		"GET " + camp + "/draw":                     "draw",
		"POST " + camp + "/draw":                    "draw",
		"POST " + camp + "/byes":                    "bye",
		"POST " + camp + "/absences":                "draw",
		"POST " + camp + "/regions/left":            "region",
		"POST " + camp + "/grants":                  "grant",
		"POST " + camp + "/credits":                 "credit",
		"POST " + camp + "/regions":                 "region",
		"GET " + camp:                               anyone,
		"GET " + camp + "/map.svg":                  anyone,
		"GET " + camp + "/map/print":                anyone,
		"GET " + camp + "/map/edit":                 "map",
		"POST " + camp + "/map/edit":                "map",
		"GET " + battle + "/dice":                   anyone,
		"GET " + battle + "/state":                  campaign.ActionPlay,
		"POST " + battle + "/lend":                  "lend",

		"GET " + battle:                             anyone,
		"GET " + battle + bothSides:                 anyone,
		"GET " + battle + "/events":                 anyone,
		"GET " + battle + "/slip":                   anyone,
		"GET " + battle + "/report":                 "report",
		"POST " + battle + "/report":                "report",
		"POST " + battle + "/confirm":               "confirm",
		"POST " + battle + "/dispute":               "dispute",
		"POST " + battle + "/exhibits":              "exhibit",
		"POST " + battle + "/silence":               "silence",
		"POST " + battle + "/open":                  "open",
		"GET " + battle + "/aftermath":              "aftermath",
		"POST " + battle + "/aftermath":             "aftermath",
		"POST " + battle + "/appeal":                "appeal",
		"POST " + desk + "/battles/:battle/dismiss": "dismiss",

		"GET " + battle + "/arrange":  campaign.ActionView,
		"POST " + battle + "/dates":   "propose",
		"POST " + battle + "/agree":   "agree",
		"POST " + battle + "/claims":  "claim",
		"POST " + battle + "/answer":  "answer",
		"POST " + battle + "/concede": "concede",
		"POST " + battle + "/stand":   "stand",

		"GET " + desk:                       "rule",
		"GET " + desk + "/battles/:battle":  "rule",
		"POST " + desk + "/battles/:battle": "rule",
		"GET " + desk + "/void":             "void",
		"POST " + desk + "/void":            "void",

		"GET " + sheets:                campaign.ActionView,
		"GET " + sheets + "/:sheet":    campaign.ActionView,
		"POST " + sheets + "/:sheet":   "sheet",
		"GET " + roster:                anyone,
		"GET " + roster + "/print":     anyone,
		"GET " + roster + "/edit":      "revise",
		"POST " + roster + "/edit":     "revise",
		"GET " + roster + "/withdraw":  "retire",
		"POST " + roster + "/withdraw": "retire",
		"GET " + roster + "/away":      "sit-out",
		"POST " + roster + "/away":     "sit-out",
		"POST " + roster + "/return":   "return",
		"GET " + roster + "/arms":      "revise",
		"GET " + roster + "/company":   "company",
		"POST " + roster + "/company":  "company",
		"POST " + roster + "/arms":     "revise",
	}
	for _, what := range []string{"passkeys", "passkeys/make", "passkeys/:passkey", "passkeys/:passkey/remove", "password", "password/remove"} {
		table["POST "+club+"/members/:member/"+what] = campaign.ActionView // one's own
	}
	notices, outbox := noticesURL(":club"), outboxURL(":club")
	maps.Copy(table, map[string]campaign.Action{
		"GET " + albumURL(":club"):                       campaign.ActionView,
		"GET " + albumURL(":club") + "/:image":           campaign.ActionView,
		"POST " + albumURL(":club") + "/:image/remove":   campaign.ActionView, // one's own; images for others
		"GET " + camp + "/images/:image":                 anyone,
		"GET " + notices:                                 campaign.ActionView,
		"POST " + notices:                                campaign.ActionView,
		"POST " + notices + "/address":                   campaign.ActionView,
		"POST " + notices + "/devices":                   campaign.ActionView,
		"POST " + notices + "/devices/:device/drop":      campaign.ActionView,
		"GET " + outbox:                                  campaign.ActionNotices,
		"POST " + outbox + "/hooks":                      campaign.ActionNotices,
		"POST " + outbox + "/hooks/:hook/test":           campaign.ActionNotices,
		"POST " + outbox + "/hooks/:hook/drop":           campaign.ActionNotices,
		"POST " + outbox + "/lost/:parcel/again":         campaign.ActionNotices,
		"POST " + outbox + "/lost/:parcel/drop":          campaign.ActionNotices,
		"GET " + camp + "/rules":                         anyone,
		"GET " + camp + "/honours":                       anyone,
		"POST " + camp + "/honours":                      "honours",
		"GET " + camp + "/ladder":                        anyone,
		"POST " + camp + "/ladder/challenges":            "challenge",
		"POST " + camp + "/ladder/challenges/:challenge": "respond",
		"GET " + camp + "/cemetery":                      anyone,
		"GET " + battle + "/sheets":                      anyone,
		"GET " + roster + "/versions":                    anyone,
		"POST " + roster + "/versions/:version/restore":  "revise",
		"GET " + roster + "/units/:unit":                 anyone,
	})
	for _, at := range []string{battle, battle + bothSides} {
		table["POST "+at+"/play"], table["POST "+at+"/undo"], table["POST "+at+"/finish"] = campaign.ActionPlay, campaign.ActionPlay, campaign.ActionPlay
		table["GET "+at+"/record"] = anyone
		table["POST "+at+"/clock"] = "clock"
	}
	for _, op := range operations() {
		table[op.Method+" "+op.route()] = op.need
	}
	return table
}()

// permitted holds every request to a club against the table, before its handler reads anything.
func (s *site) permitted(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		what := needs[c.Request().Method+" "+c.Path()]
		if what == anyone || s.Hall == nil {
			return next(c)
		}
		v, err := s.memberVisit(c)
		if err != nil {
			return err
		}
		if !v.can(what) {
			return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed", Rule: "CAMP-ROLE-1", With: map[string]string{"action": what}}
		}
		return next(c)
	}
}

// permissions shows the table that permitted and the hall go by.
func (s *site) permissions(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	f := s.frame(c, bookOf(c).Say("permission.title"), views.SectionMembers)
	f.Back = clubURL(v.club) + "/members"
	m := views.PermissionsPage{Club: v.state.Club.Name}
	for _, r := range campaign.Roles {
		m.Roles = append(m.Roles, views.PermissionRole{Name: f.Say("role." + string(r)), Mine: r == v.member.Role})
	}
	for _, a := range campaign.Actions() {
		row := views.PermissionRow{Action: f.Say("permission." + a)}
		for _, r := range campaign.Roles {
			row.May = append(row.May, campaign.Can(r, a))
		}
		m.Rows = append(m.Rows, row)
	}
	return s.page(c, http.StatusOK, views.Permissions(f, m))
}
