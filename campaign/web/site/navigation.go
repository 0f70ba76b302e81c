package site

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// CampaignCookie names the cookie with the campaign that the reader opened last.
const CampaignCookie = "campaign"

func arbiterURL(club campaign.ID) string { return ClubURL(club) + "/arbiter" }

// fillMenu fills the Menu with every page that exists and that this reader may open.
func (s *Base) fillMenu(f *views.Frame, v Visit, todo []clubviews.Waiting) {
	inClub := v.State != nil
	var table, run, club, device []views.MenuItem
	table = append(table, views.MenuItem{Section: views.SectionOdds, Icon: "odds", Text: f.Say("nav.odds"), URL: OddsPath})
	table = append(table, views.MenuItem{Icon: "search", Text: f.Say("nav.find_rule"), URL: "/rules/search"})
	if v.Can(campaign.KindRule) {
		run = append(run, views.MenuItem{Section: views.SectionArbiter, Icon: "scales", Text: f.Say("nav.arbiter"), URL: arbiterURL(v.Club), Count: arbiterCount(v, todo)})
	}
	if v.Can(campaign.ActionInvite) {
		run = append(run, views.MenuItem{Icon: "qr", Text: f.Say("nav.invite"), URL: ClubURL(v.Club) + "/invite"})
	}
	if v.Can(campaign.KindClub) || v.Can(campaign.ActionExport) {
		run = append(run, views.MenuItem{Icon: "gear", Text: f.Say("nav.settings"), URL: ClubURL(v.Club) + "/settings"})
	}
	if v.Member != nil {
		club = append(club, views.MenuItem{Section: views.SectionMembers, Icon: "players", Text: f.Say("nav.members"), URL: ClubURL(v.Club) + "/members"})
	}
	if inClub {
		club = append(club, views.MenuItem{Icon: "map", Text: f.Say("nav.campaigns"), URL: ClubURL(v.Club) + "/campaigns"})
		if played := s.GamesOf(v); len(played) > 0 {
			club = append(club, views.MenuItem{Section: views.SectionRatings, Icon: "crown", Text: f.Say("nav.ratings"), URL: RatingsURL(v.Club, played[0].ID)})
		}
	}
	if v.Member != nil {
		club = append(club, views.MenuItem{Icon: "switch", Text: f.Say("nav.clubs"), URL: "/clubs"})
		device = append(device, views.MenuItem{Icon: "bell", Text: f.Say("nav.notices"), URL: NotificationPrefsURL(v.Club)})
	}
	for _, g := range []views.MenuGroup{{Title: f.Say("nav.table"), Items: table}, {Title: f.Say("nav.run"), Items: run}, {Title: f.Say("nav.theclub"), Items: club}, {Title: f.Say("nav.device"), Items: device}} {
		if len(g.Items) > 0 {
			f.Menu = append(f.Menu, g)
		}
	}
}

// GamesOf returns the games of the campaigns that the visitor may find.
func (s *Base) GamesOf(v Visit) []*rules.Game {
	return slices.DeleteFunc(slices.Clone(s.Games), func(g *rules.Game) bool {
		return !slices.ContainsFunc(v.State.AllCampaigns(), func(camp *campaign.Campaign) bool { return v.Lists(camp) && camp.Settings.Game == g.ID })
	})
}

// arbiterCount returns how many of the waiting actions are for the arbiter.
func arbiterCount(v Visit, todo []clubviews.Waiting) int {
	n := 0
	for _, w := range todo {
		if strings.HasPrefix(w.URL, arbiterURL(v.Club)) {
			n++
		}
	}
	return n
}

// CampaignOfPage returns the campaign that the page is about, or nil.
func CampaignOfPage(c echo.Context, v Visit) *campaign.Campaign {
	id := c.Param("campaign")
	if b := v.State.Battles[c.Param("battle")]; b != nil {
		id = b.Campaign
	}
	if r := v.State.Rosters[c.Param("roster")]; r != nil {
		id = r.Campaign
	}
	camp := v.State.Campaigns[id]
	if camp == nil || !v.Sees(camp) {
		return nil
	}
	return camp
}

// fillTitleSwitch sets what the title switches: the club on its first page, the campaign on every page of a campaign.
func (s *Base) fillTitleSwitch(c echo.Context, f *views.Frame, v Visit) {
	camp := CampaignOfPage(c, v)
	if camp != nil {
		f.CampaignURL = CampaignURL(v.Club, camp.ID)
	}
	switch {
	case camp != nil && c.Param("campaign") != "":
		f.TitleSwitch = campaignSwitch(*f, v, camp)
	case v.Member != nil && (c.Path() == "/" || c.Path() == ClubURL(":club")):
		f.TitleSwitch = s.ClubSwitch(c, *f, v)
	}
}

// campaignSwitch lists the open campaigns, the reader's own first.
func campaignSwitch(f views.Frame, v Visit, here *campaign.Campaign) *views.TitleSheet {
	list := ClubURL(v.Club) + "/campaigns"
	m := &views.TitleSheet{ID: "campaigns", Label: f.Say("nav.switch_campaign"), Title: f.Say("nav.all_campaigns"), URL: list}
	own := map[campaign.ID]*campaign.Roster{}
	if v.Member != nil {
		m.Title = f.Say("nav.your_campaigns")
		for _, r := range v.State.RostersBy(v.Member.ID) {
			if !r.Retired {
				own[r.Campaign] = r
			}
		}
	}
	closed := 0
	var rest []views.TitleRow
	for _, camp := range v.State.AllCampaigns() {
		if !v.Lists(camp) && camp != here {
			continue
		}
		if camp.Closed && camp != here {
			closed++
			continue
		}
		row := views.TitleRow{Name: camp.Settings.Name, Line: CampaignKind(f, camp) + ". " + CampaignFacts(f, v.State, camp), URL: CampaignURL(v.Club, camp.ID), Here: camp == here}
		if r := own[camp.ID]; r != nil {
			arms := RosterEmblem(r)
			row.Emblem = &arms
			m.Rows = append(m.Rows, row)
		} else {
			rest = append(rest, row)
		}
	}
	m.Rows = append(m.Rows, rest...)
	if closed > 0 {
		m.Links = append(m.Links, views.MenuItem{Icon: "history", Text: f.Say("nav.finished", "n", closed), URL: list + "#closed"})
	}
	m.Links = append(m.Links, views.MenuItem{Icon: "map", Text: f.Say("nav.all"), URL: list})
	if v.Can(campaign.KindCampaign) {
		m.Links = append(m.Links, views.MenuItem{Icon: "plus", Text: f.Say("nav.found"), URL: list + "/new"})
	}
	return m
}

// ClubSwitch lists the clubs that this browser is signed in to.
func (s *Base) ClubSwitch(c echo.Context, f views.Frame, here Visit) *views.TitleSheet {
	m := &views.TitleSheet{ID: "clubs", Label: f.Say("nav.switch_club"), Title: f.Say("nav.your_clubs"), URL: "/clubs"}
	for _, one := range SessionsOf(c) {
		st, err := s.Service.State(c.Request().Context(), one.Club)
		if err != nil {
			continue
		}
		me := st.Members[one.Member]
		if me == nil || me.HasLeft {
			continue
		}
		arms := ClubEmblem(st)
		row := views.TitleRow{Emblem: &arms, Name: st.Club.Name, Line: clubLine(f, st), URL: ClubURL(one.Club), Here: one.Club == here.Club}
		if n := len(WaitingActions(st, me, f.Catalog, s.Now())); n > 0 {
			row.Line += ". " + f.Say("nav.waiting", "n", n) + "."
		}
		m.Rows = append(m.Rows, row)
	}
	slices.SortStableFunc(m.Rows, func(a, b views.TitleRow) int { return strings.Compare(a.Name, b.Name) })
	m.Links = []views.MenuItem{{Icon: "link", Text: f.Say("nav.join"), URL: "/sign-in"}, {Icon: "banner", Text: f.Say("nav.found"), URL: "/clubs/new"}}
	return m
}

// clubLine returns the town of a club and how many members play.
func clubLine(f views.Frame, st *campaign.State) string {
	line := f.Say("club.people", "n", st.MemberCount(), "players", st.PlayingMembers())
	if st.Club.Place != "" {
		line = st.Club.Place + ", " + line
	}
	return line
}

// rememberVisit stores which club and campaign a member opened last, for pages without a club in their address.
func (s *Base) rememberVisit(c echo.Context, v Visit) {
	if v.Member == nil || c.Request().Method != http.MethodGet || isPrefetch(c.Request()) || isEmbedRequest(c) {
		return
	}
	all := SessionsOf(c)
	if i := slices.IndexFunc(all, func(one Login) bool { return one.Club == v.Club }); i > 0 {
		s.WriteSessions(c, append([]Login{all[i]}, slices.Delete(slices.Clone(all), i, i+1)...))
	}
	if camp := CampaignOfPage(c, v); camp != nil {
		if ck, err := c.Cookie(CampaignCookie); err != nil || ck.Value != camp.ID {
			c.SetCookie(s.NewCookie(c, CampaignCookie, camp.ID, sessionAge))
		}
	}
}

// NextBattle returns the member's battle that is being played, or else the next one that has a date, or nil.
func NextBattle(v Visit, now time.Time) *campaign.Battle {
	var next *campaign.Battle
	for _, b := range v.State.AllBattles() {
		if b.Status != campaign.Scheduled || v.State.Seat(b, v.Member.ID) == rules.Nobody || v.State.Campaigns[b.Campaign].Closed {
			continue
		}
		if IsUnderway(b) {
			return b
		}
		if !b.At.IsZero() && b.At.After(now.Add(-12*time.Hour)) && (next == nil || b.At.Before(next.At)) {
			next = b
		}
	}
	return next
}
