package views

import (
	"slices"
	"time"

	"oriflamme/content/phrases"
)

// A Frame is what every page needs to know besides its own model.
type Frame struct {
	Catalog      *phrases.Catalog   // the reader's language
	Zone         *time.Location     // time zone of the reader; nil is UTC
	Now          time.Time          // the moment of the request, for "3 days ago"
	Theme        string             // "", "light" or "dark"
	Here         string             // path and query of this page, for the switches that come back to it
	Catalogs     []*phrases.Catalog // of every language the reader may switch to, this page's included
	GameNames    map[string]string  // names as printed on the books, by id of the game, for games that no phrase names
	Translations map[string]string  // this page by language, where it has an address of its own in each
	Token        string             // token against forged forms; see FormToken
	Key          string             // idempotency key: sent with every form, so that sending it twice is the same as once
	Head         int64              // the last act this page knows of; 0 outside a club
	Title        string             // title of the page, without the name of the site
	Where        string             // second title in the bar of phones; empty takes Title
	Sub          string             // small line under it
	Back         string             // address of the page above; empty shows the mark instead
	Section      Section            // the current item of the navigation
	Club         *ClubBadge         // the club of the page; nil outside a club
	Reader       *ReaderBadge       // who is signed in; nil for a visitor
	Waiting      int                // how many actions wait for the reader
	Menu         []MenuGroup        // the groups of the Menu, without the places this reader may not see
	Emblems      []Emblem           // of the reader's own sides, the newest first
	CampaignURL  string             // address of the campaign the page is about; empty for none
	TitleSwitch  *TitleSheet        // sheet that opens from the title; nil for a plain title
	Robots       string             // content of the robots tag; empty lets search engines index the page
	Light        bool               // a page of the rules reference: it loads the small style sheet and no fonts
	Print        bool               // the page is for printing and has no inputs
	Scripts      []string           // further modules of public/js, such as "js/battle.js"
	Notice       string             // one sentence about what was just done; may be empty
	Base         string             // origin of the site, for absolute addresses
	OGImage      string             // path of the image that messengers show beside a link; empty for none
	Embed        bool               // the page is shown in a frame on another site: no scripts, links open outside the frame
	EngineRules  string             // digests of the rules that this site applies, in JSON by game, for scripts that ask the engine
	Refresh      int                // seconds after which a browser without scripts asks again; 0 never
}

// A Section is an item of the navigation.
type Section string

// The sections, in the order of the navigation.
const (
	SectionClub     Section = "club"
	SectionCampaign Section = "campaign"
	SectionBattle   Section = "battle"
	SectionRules    Section = "rules"
	SectionRoster   Section = "roster"
	SectionOdds     Section = "odds"
	SectionArbiter  Section = "arbiter"
	SectionMembers  Section = "members"
	SectionRatings  Section = "ratings"
	SectionSignIn   Section = "signin"
	SectionMenu     Section = "menu"
	SectionNowhere  Section = ""
)

// MenuGroup is a group of the Menu under its heading.
type MenuGroup struct {
	Title string
	Items []MenuItem
}

// A MenuItem is somewhere the Menu leads to.
type MenuItem struct {
	Section         Section // marked as current on pages of this section; may be empty
	Icon, Text, URL string
	Count           int // number of things there that wait for the reader
}

// A TitleSheet is the sheet that opens from the title, to switch to another club or campaign.
type TitleSheet struct {
	ID    string // of the sheet, for links that open it
	Label string // read aloud after the title
	Title string
	URL   string // page with the same content, for browsers without scripts
	Rows  []TitleRow
	Links []MenuItem
}

// A TitleRow is a club or a campaign to go to.
type TitleRow struct {
	Emblem          *Emblem // nil draws the campaign icon
	Name, Line, URL string
	Here            bool
}

// A ClubBadge is the club in the side column.
type ClubBadge struct {
	Name, Line, URL string
	Emblem          Emblem
}

// A ReaderBadge is the reader in the side column.
type ReaderBadge struct {
	ID        string // identifies club and member, whose offline pages and queued acts the browser keeps apart
	Name, URL string
	Emblem    Emblem
}

// Say is Catalog.Say, shorter in templates.
func (f Frame) Say(key string, with ...any) string { return f.Catalog.Say(key, with...) }

// Lang is the language code of the page.
func (f Frame) Lang() string { return f.Catalog.Lang }

// otherCatalogs returns the catalogs of the other languages.
func (f Frame) otherCatalogs() []*phrases.Catalog {
	return slices.DeleteFunc(slices.Clone(f.Catalogs), func(b *phrases.Catalog) bool { return b.Lang == f.Lang() })
}

// InZone puts a time into the reader's zone.
func (f Frame) InZone(t time.Time) time.Time {
	if f.Zone == nil {
		return t.UTC()
	}
	return t.In(f.Zone)
}

// Day writes the day of a time.
func (f Frame) Day(t time.Time) string { return f.Catalog.Date(f.InZone(t)) }

// ShortDay writes the day, and the year only when it is not the current one.
func (f Frame) ShortDay(t time.Time) string {
	t = f.InZone(t)
	if t.Year() != f.InZone(f.Now).Year() {
		return f.Catalog.Date(t)
	}
	return f.Catalog.ShortDate(t)
}

// Moment writes the day and minute of a time.
func (f Frame) Moment(t time.Time) string { return f.Catalog.DateTime(f.InZone(t)) }

// Ago says how long ago t was, as words within a sentence. A time after now counts as now.
func (f Frame) Ago(t time.Time) string {
	if t.After(f.Now) {
		t = f.Now
	}
	return f.Catalog.Relative(t, f.Now)
}

// Since says when t was, as words that begin a line: "Yesterday at half past ten".
func (f Frame) Since(t time.Time) string { return f.Catalog.Since(f.InZone(t), f.InZone(f.Now)) }

func (f Frame) where() string {
	if f.Where != "" {
		return f.Where
	}
	return f.Title
}

// nextTheme is the theme that the switch selects without a script: system, dark, light and system again.
func (f Frame) nextTheme() string {
	switch f.Theme {
	case "dark":
		return "light"
	case "light":
		return ""
	}
	return "dark"
}

type navItem struct {
	section Section
	url     string
	icon    string
}

// tabs are the items of the bar. The last of them is the Menu, which the layout adds.
func (f Frame) tabs() []navItem {
	home, campaign := "/", "/campaigns"
	if f.Club != nil {
		home = f.Club.URL
	}
	if f.CampaignURL != "" {
		campaign = f.CampaignURL
	}
	club, rules, odds := navItem{SectionClub, home, "banner"}, navItem{SectionRules, "/rules/", "rules"}, navItem{SectionOdds, "/odds", "odds"}
	switch {
	case f.Reader != nil:
		return []navItem{club, {SectionCampaign, campaign, "map"}, {SectionBattle, "/battles", "swords"}, rules}
	case f.Club != nil:
		return []navItem{club, {SectionCampaign, f.Club.URL + "/campaigns", "map"}, rules, odds}
	}
	return []navItem{club, rules, odds, {SectionSignIn, "/sign-in", "key"}}
}

// menuURL is the address of the Menu as a page.
func (f Frame) menuURL() string {
	if f.Club != nil {
		return f.Club.URL + "/menu"
	}
	return "/menu"
}

// menuCount is the sum of the counts of the Menu's items.
func (f Frame) menuCount() int {
	n := 0
	for _, g := range f.Menu {
		for _, p := range g.Items {
			n += p.Count
		}
	}
	return n
}

// ownBattleCount is the number of the reader's own battles that wait for them.
func (f Frame) ownBattleCount() int { return max(0, f.Waiting-f.menuCount()) }
