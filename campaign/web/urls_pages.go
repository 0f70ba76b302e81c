package web

import (
	"net/url"
	"path"
	"strconv"

	"oriflamme/campaign"
	"oriflamme/content/describe"
)

func caseURL(v visit, b *campaign.Battle) string {
	return clubURL(v.club) + "/arbiter/battles/" + b.ID
}

// bothSidesSuffix ends the addresses under which one phone plays for all sides.
const bothSidesSuffix = "/all"

const calendarPath = "/calendar"

func sidePlayersURL(club, roster campaign.ID) string { return rosterURL(club, roster) + "/company" }

const comparePath = oddsPath + "/compare"

const embedPrefix = "/embed"

func evidenceURL(club, battle campaign.ID) string { return battleURL(club, battle) + "/exhibits" }

func keysURL(club campaign.ID) string { return clubURL(club) + "/keys" }

// mailLinkPrefix is where the links in letters lead. Who has one is who it was sent to: they need not be signed in.
const mailLinkPrefix = "/letters/"

// enterForURL is where a side is entered in a campaign for a member.
func enterForURL(club, camp, member campaign.ID) string {
	return campaignURL(club, camp) + "/rosters/new?member=" + url.QueryEscape(member)
}

func notificationPrefsURL(club campaign.ID) string { return clubURL(club) + "/notices" }

const oddsPath = "/odds"

const oddsPrefix = describe.OddsPrefix

func outboxURL(club campaign.ID) string { return clubURL(club) + "/outbox" }

const oddsFormsPath = oddsPath + "/forms"

const healthPath = "/healthz"

const readyPath = "/readyz"

func ratingsURL(club campaign.ID, game string) string { return clubURL(club) + "/ratings/" + game }

// isReferencePath tells the addresses of the reference, whose slash at the end matters.
func isReferencePath(path string) bool {
	return hasPathPrefix(path, "/rules/") || hasPathPrefix(path, "/fr/regles/") || hasPathPrefix(path, "/en/rules/")
}

// isCompressed tells the files of the reference that come packed.
func isCompressed(at string) bool {
	return isReferencePath(at) && (path.Ext(at) == ".js" || path.Ext(at) == ".bin")
}

// mapRule begins the ids of the rules of maps, of which there are mapRules.
const (
	mapRule  = "CAMP-MAP-"
	mapRules = 8
)

// actURL is where the chronicle tells an act.
func actURL(v visit, camp *campaign.Campaign, no int64) string {
	n := strconv.FormatInt(no, 10)
	return campaignURL(v.club, camp.ID) + "/chronicle?before=" + strconv.FormatInt(no+1, 10) + "#act-" + n
}

func unitURL(club, roster campaign.ID, unit string) string {
	return rosterURL(club, roster) + "/units/" + url.PathEscape(unit)
}

func sheetsURL(club campaign.ID, game string) string { return clubURL(club) + "/sheets/" + game }
