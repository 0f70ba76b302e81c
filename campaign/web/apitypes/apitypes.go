// Package apitypes is the public data of a club as JSON: plain shapes, and the functions of a campaign.State that fill them.
//
// The shapes are a promise to programs of others: fields are added but never renamed or removed within a version of the
// API. They are written by rules.EncodeResult, so that every field is there and a list is never null. What only members
// may see, such as the list of members, is in none of them.
package apitypes

import (
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// A Club is what everybody may see of a club.
type Club struct {
	ID        campaign.ID    `json:"id"`
	Name      string         `json:"name"`
	Lang      string         `json:"lang"`
	Place     string         `json:"place"`
	Founded   time.Time      `json:"founded"`
	Campaigns []CampaignLine `json:"campaigns"`
}

// A CampaignLine is a campaign in a list.
type CampaignLine struct {
	ID     campaign.ID `json:"id"`
	Name   string      `json:"name"`
	Game   string      `json:"game"`
	Closed bool        `json:"closed"`
}

// A Campaign is a campaign with the settings that its figures depend on.
type Campaign struct {
	CampaignLine
	Preset   string    `json:"preset"`
	Story    string    `json:"story"` // Markdown
	Limit    int       `json:"limit"`
	Round    int       `json:"round"`
	Rounds   int       `json:"rounds"`
	Points   Points    `json:"points"`
	Ties     []string  `json:"ties"`
	Private  bool      `json:"private"`
	Unlisted bool      `json:"unlisted"` // everybody who has its address may read it
	Begun    time.Time `json:"begun"`
}

// Points are the campaign points that a battle or a bye gives.
type Points struct {
	Win  int `json:"win"`
	Draw int `json:"draw"`
	Loss int `json:"loss"`
	Bye  int `json:"bye"`
}

// Standings are the standings of a campaign.
type Standings struct {
	Campaign campaign.ID `json:"campaign"`
	Round    int         `json:"round"` // the last round that counts; by default the present round
	Rows     []Row       `json:"rows"`
}

// A Row is one side in the standings.
type Row struct {
	Rank    int         `json:"rank"`
	Roster  campaign.ID `json:"roster"`
	Name    string      `json:"name"`
	Player  string      `json:"player"`
	Played  int         `json:"played"`
	Wins    int         `json:"wins"`
	Draws   int         `json:"draws"`
	Losses  int         `json:"losses"`
	Byes    int         `json:"byes"`
	Points  int         `json:"points"`
	For     int         `json:"for"`
	Against int         `json:"against"`
	Ties    []Tie       `json:"ties"`
}

// A Tie is a tie-break of a row.
type Tie struct {
	Key   string `json:"key"`
	Value int    `json:"value"`
}

// Battles are all battles of a campaign, oldest first.
type Battles struct {
	Campaign campaign.ID `json:"campaign"`
	Battles  []Battle    `json:"battles"`
}

// A Battle is a battle of a campaign.
type Battle struct {
	ID       campaign.ID   `json:"id"`
	Campaign campaign.ID   `json:"campaign"`
	Number   int           `json:"number"`
	Round    int           `json:"round"`
	Table    string        `json:"table"`
	Mission  string        `json:"mission"`
	At       *time.Time    `json:"at"`
	Deadline *time.Time    `json:"deadline"`
	Phase    string        `json:"phase" in:"scheduled|reported|disputed|confirmed|ruled|final"`
	Sides    []Side        `json:"sides"`
	Attacker int           `json:"attacker"` // seat, or -1
	Stakes   []campaign.ID `json:"stakes"`   // regions
	Result   *Result       `json:"result"`   // the result in force, or null
	ClosedAt *time.Time    `json:"closed_at"`
}

// A Side is a roster in a battle.
type Side struct {
	Roster campaign.ID `json:"roster"`
	Name   string      `json:"name"`
	Player string      `json:"player"`
}

// A Result is how a battle ended.
type Result struct {
	Winner  int    `json:"winner"` // seat, or -1 for a draw
	Scores  []int  `json:"scores"`
	Reason  string `json:"reason"`
	Forfeit bool   `json:"forfeit"`
}

// A BattleFile is a battle with its reports and with what proves its dice.
type BattleFile struct {
	Battle
	Reports  []Report  `json:"reports"`
	Captures []Capture `json:"captures"`
	Parts    []Part    `json:"parts"`
}

// A Report is one side's report of a battle.
type Report struct {
	Seat   int       `json:"seat"` // -1 for the arbiter
	By     string    `json:"by"`
	At     time.Time `json:"at"`
	Result Result    `json:"result"`
	Note   string    `json:"note"`
}

// A Capture is a region that changed hands.
type Capture struct {
	Region campaign.ID `json:"region"`
	From   campaign.ID `json:"from"` // "" for free land
	To     campaign.ID `json:"to"`
}

// A Part is a part of a battle that was played through the engine. The dice of step n that the program threw come from the
// seed with "/" + n appended.
type Part struct {
	Part     string `json:"part" in:"battle|aftermath"`
	Setup    string `json:"setup"`     // SHA-256 of the setup
	SeedHash string `json:"seed_hash"` // published before the first die
	Seed     string `json:"seed"`      // "" before the part is finished
	Record   string `json:"record"`    // SHA-256 of the record, "" before
	Steps    int    `json:"steps"`
}

// Rosters are all sides of a campaign, oldest first.
type Rosters struct {
	Campaign campaign.ID  `json:"campaign"`
	Rosters  []RosterLine `json:"rosters"`
}

// A RosterLine is a side in a list.
type RosterLine struct {
	ID       campaign.ID `json:"id"`
	Campaign campaign.ID `json:"campaign"`
	Name     string      `json:"name"`
	Faction  string      `json:"faction"`
	Player   string      `json:"player"`
	Retired  bool        `json:"retired"`
}

// A Roster is a roster with the service records of its units.
type Roster struct {
	RosterLine
	Units     []Unit         `json:"units"`
	Resources map[string]int `json:"resources"`
}

// A Unit is a unit of a roster with its service record.
type Unit struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Battles    int    `json:"battles"`
	Kills      int    `json:"kills"`
	Experience int    `json:"experience"`
	Honours    []Mark `json:"honours"`
	Scars      []Mark `json:"scars"`
	Lost       bool   `json:"lost"`
}

// A Mark is an honour or a scar.
type Mark struct {
	Key    string      `json:"key"`
	Name   string      `json:"name"` // given by an arbiter, or ""
	Battle campaign.ID `json:"battle"`
	At     time.Time   `json:"at"`
}

// A Map is the map of a campaign; it has no regions if there is no map.
type Map struct {
	Campaign campaign.ID `json:"campaign"`
	Name     string      `json:"name"`
	Shape    string      `json:"shape"` // of regions: hexagons, or free
	Regions  []Region    `json:"regions"`
}

// A Region is a region of the map, at a place in axial coordinates of hexagons with pointed tops.
type Region struct {
	ID        campaign.ID   `json:"id"`
	Q         int           `json:"q"`
	R         int           `json:"r"`
	Name      string        `json:"name"`
	Terrain   string        `json:"terrain"`
	Owner     campaign.ID   `json:"owner"` // roster, or "" for free land
	Capital   bool          `json:"capital"`
	Garrison  []string      `json:"garrison"`  // units that stand in it
	Borders   []campaign.ID `json:"borders"`   // regions from which it may be attacked
	Contested []campaign.ID `json:"contested"` // open battles over it
}

// A Chronicle lists the acts of a campaign, the latest first, and its stories.
type Chronicle struct {
	Campaign campaign.ID `json:"campaign"`
	Entries  []Entry     `json:"entries"`
	Stories  []Story     `json:"stories"`
}

// An Entry is an act.
type Entry struct {
	No       int64       `json:"no"`
	Kind     string      `json:"kind"`
	At       time.Time   `json:"at"`
	By       string      `json:"by"`
	Battle   campaign.ID `json:"battle"`
	Roster   campaign.ID `json:"roster"`
	Hash     string      `json:"hash"`
	VoidedBy int64       `json:"voided_by"`  // number of the act, or 0
	Amended  int64       `json:"amended_by"` // number of the act, or 0
}

// A Story is a text that a member wrote about a campaign or a battle.
type Story struct {
	Battle campaign.ID `json:"battle"` // or ""
	By     string      `json:"by"`
	At     time.Time   `json:"at"`
	Title  string      `json:"title"`
	Text   string      `json:"text"` // Markdown
	Lang   string      `json:"lang"`
}

// A Receipt is an act as its author gets it; a repeated idempotency key gives the same receipt.
type Receipt struct {
	Act  int64     `json:"act"`
	Kind string    `json:"kind"`
	At   time.Time `json:"at"`
	Hash string    `json:"hash"`
}

// A Live is a battle in the engine as a seat sees it.
type Live struct {
	Battle   campaign.ID    `json:"battle"`
	Part     string         `json:"part" in:"battle|aftermath"`
	Number   int            `json:"number"` // steps so far; a command names it
	SeedHash string         `json:"seed_hash"`
	Over     bool           `json:"over"`
	Outcome  *rules.Outcome `json:"outcome"`
	View     rules.View     `json:"view"`
}

// A Refusal is the response to a request that was not carried out.
type Refusal struct {
	Error Error `json:"error"`
}

// An Error says what is wrong with a request. If only dice or a choice are missing, Need or Ask is set: the same request with
// them, under another idempotency key, succeeds.
type Error struct {
	Code      string          `json:"code"`
	Text      string          `json:"text"`  // for a person
	Key       string          `json:"key"`   // of the text; "" when there is none
	Field     string          `json:"field"` // of the request; "" for the whole
	Rule      string          `json:"rule"`  // id of the rule that forbids it, or ""
	Reference string          `json:"reference"`
	Need      *Need           `json:"need"`
	Ask       *rules.Question `json:"ask"`
}

// A Need is a roll that is missing.
type Need struct {
	For   string `json:"for"`
	Dice  int    `json:"dice"`
	Sides int    `json:"sides"`
}

// optionalTime returns nil for the zero time.
func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
