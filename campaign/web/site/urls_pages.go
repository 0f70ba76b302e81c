package site

import (
	"net/url"
	"path"
	"strconv"

	"oriflamme/campaign"
	"oriflamme/content/describe"
)

func CaseURL(v Visit, b *campaign.Battle) string {
	return ClubURL(v.Club) + "/arbiter/battles/" + b.ID
}

// BothSidesSuffix ends the addresses at which one phone plays for all sides.
const BothSidesSuffix = "/all"

const CalendarPath = "/calendar"

func SidePlayersURL(club, roster campaign.ID) string { return RosterURL(club, roster) + "/company" }

const ComparePath = OddsPath + "/compare"

const EmbedPrefix = "/embed"

func EvidenceURL(club, battle campaign.ID) string { return BattleURL(club, battle) + "/exhibits" }

func KeysURL(club campaign.ID) string { return ClubURL(club) + "/keys" }

// mailLinkPrefix begins the links in e-mails. The secret in a link identifies its receiver, who need not be signed in.
const mailLinkPrefix = "/letters/"

// EnterForURL returns the address of the form that enters a side in a campaign for a member.
func EnterForURL(club, camp, member campaign.ID) string {
	return CampaignURL(club, camp) + "/rosters/new?member=" + url.QueryEscape(member)
}

func NotificationPrefsURL(club campaign.ID) string { return ClubURL(club) + "/notices" }

const OddsPath = "/odds"

const OddsPrefix = describe.OddsPrefix

func OutboxURL(club campaign.ID) string { return ClubURL(club) + "/outbox" }

const OddsFormsPath = OddsPath + "/forms"

const HealthPath = "/healthz"

const ReadyPath = "/readyz"

func RatingsURL(club campaign.ID, game string) string { return ClubURL(club) + "/ratings/" + game }

// IsReferencePath reports whether a path is of the reference, where the slash at the end matters.
func IsReferencePath(path string) bool {
	return HasPathPrefix(path, "/rules/") || HasPathPrefix(path, "/fr/regles/") || HasPathPrefix(path, "/en/rules/")
}

// isCompressed reports whether a file of the reference is sent already compressed.
func isCompressed(at string) bool {
	return IsReferencePath(at) && (path.Ext(at) == ".js" || path.Ext(at) == ".bin")
}

// MapRule begins the ids of the rules of maps; MapRules is their number.
const (
	MapRule  = "CAMP-MAP-"
	MapRules = 8
)

// ActURL returns the address of an act in the chronicle.
func ActURL(v Visit, camp *campaign.Campaign, no int64) string {
	n := strconv.FormatInt(no, 10)
	return CampaignURL(v.Club, camp.ID) + "/chronicle?before=" + strconv.FormatInt(no+1, 10) + "#act-" + n
}

func UnitURL(club, roster campaign.ID, unit string) string {
	return RosterURL(club, roster) + "/units/" + url.PathEscape(unit)
}

func SheetsURL(club campaign.ID, game string) string { return ClubURL(club) + "/sheets/" + game }
