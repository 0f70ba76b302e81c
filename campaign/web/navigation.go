package web

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

// campaignCookie is the campaign that the reader looked at last.
const campaignCookie = "campaign"

func arbiterURL(club campaign.ID) string { return clubURL(club) + "/arbiter" }

// fillMenu fills the Menu: every place that is there and that this reader may open.
func (s *Base) fillMenu(f *views.Frame, v visit, todo []clubviews.Waiting) {
	inClub := v.state != nil
	var table, run, club, device []views.MenuItem
	table = append(table, views.MenuItem{Section: views.SectionOdds, Icon: "odds", Text: f.Say("nav.odds"), URL: oddsPath})
	table = append(table, views.MenuItem{Icon: "search", Text: f.Say("nav.find_rule"), URL: "/rules/search"})
	if v.can(campaign.KindRule) {
		run = append(run, views.MenuItem{Section: views.SectionArbiter, Icon: "scales", Text: f.Say("nav.arbiter"), URL: arbiterURL(v.club), Count: arbiterCount(v, todo)})
	}
	if v.can(campaign.ActionInvite) {
		run = append(run, views.MenuItem{Icon: "qr", Text: f.Say("nav.invite"), URL: clubURL(v.club) + "/invite"})
	}
	if v.can(campaign.KindClub) || v.can(campaign.ActionExport) {
		run = append(run, views.MenuItem{Icon: "gear", Text: f.Say("nav.settings"), URL: clubURL(v.club) + "/settings"})
	}
	if v.member != nil {
		club = append(club, views.MenuItem{Section: views.SectionMembers, Icon: "players", Text: f.Say("nav.members"), URL: clubURL(v.club) + "/members"})
	}
	if inClub {
		club = append(club, views.MenuItem{Icon: "map", Text: f.Say("nav.campaigns"), URL: clubURL(v.club) + "/campaigns"})
		if played := s.gamesOf(v); len(played) > 0 {
			club = append(club, views.MenuItem{Section: views.SectionRatings, Icon: "crown", Text: f.Say("nav.ratings"), URL: ratingsURL(v.club, played[0].ID)})
		}
	}
	if v.member != nil {
		club = append(club, views.MenuItem{Icon: "switch", Text: f.Say("nav.clubs"), URL: "/clubs"})
		device = append(device, views.MenuItem{Icon: "bell", Text: f.Say("nav.notices"), URL: notificationPrefsURL(v.club)})
	}
	for _, g := range []views.MenuGroup{{Title: f.Say("nav.table"), Items: table}, {Title: f.Say("nav.run"), Items: run}, {Title: f.Say("nav.theclub"), Items: club}, {Title: f.Say("nav.device"), Items: device}} {
		if len(g.Items) > 0 {
			f.Menu = append(f.Menu, g)
		}
	}
}

// gamesOf are the games of the campaigns that a visitor may find.
func (s *Base) gamesOf(v visit) []*rules.Game {
	return slices.DeleteFunc(slices.Clone(s.Games), func(g *rules.Game) bool {
		return !slices.ContainsFunc(v.state.AllCampaigns(), func(camp *campaign.Campaign) bool { return v.lists(camp) && camp.Settings.Game == g.ID })
	})
}

// arbiterCount is how many of the things that wait are for the arbiter's desk.
func arbiterCount(v visit, todo []clubviews.Waiting) int {
	n := 0
	for _, w := range todo {
		if strings.HasPrefix(w.URL, arbiterURL(v.club)) {
			n++
		}
	}
	return n
}

// campaignOfPage is the campaign that the page of an address is about, nil for a page that is of none.
func campaignOfPage(c echo.Context, v visit) *campaign.Campaign {
	id := c.Param("campaign")
	if b := v.state.Battles[c.Param("battle")]; b != nil {
		id = b.Campaign
	}
	if r := v.state.Rosters[c.Param("roster")]; r != nil {
		id = r.Campaign
	}
	camp := v.state.Campaigns[id]
	if camp == nil || !v.sees(camp) {
		return nil
	}
	return camp
}

// fillTitleSwitch gives the title what it changes: the club on its first page, the campaign on every page of one.
func (s *Base) fillTitleSwitch(c echo.Context, f *views.Frame, v visit) {
	camp := campaignOfPage(c, v)
	if camp != nil {
		f.CampaignURL = campaignURL(v.club, camp.ID)
	}
	switch {
	case camp != nil && c.Param("campaign") != "":
		f.TitleSwitch = campaignSwitch(*f, v, camp)
	case v.member != nil && (c.Path() == "/" || c.Path() == clubURL(":club")):
		f.TitleSwitch = s.clubSwitch(c, *f, v)
	}
}

// campaignSwitch lists the open campaigns, the reader's own first.
func campaignSwitch(f views.Frame, v visit, here *campaign.Campaign) *views.TitleSheet {
	list := clubURL(v.club) + "/campaigns"
	m := &views.TitleSheet{ID: "campaigns", Label: f.Say("nav.switch_campaign"), Title: f.Say("nav.all_campaigns"), URL: list}
	own := map[campaign.ID]*campaign.Roster{}
	if v.member != nil {
		m.Title = f.Say("nav.your_campaigns")
		for _, r := range v.state.RostersBy(v.member.ID) {
			if !r.Retired {
				own[r.Campaign] = r
			}
		}
	}
	closed := 0
	var rest []views.TitleRow
	for _, camp := range v.state.AllCampaigns() {
		if !v.lists(camp) && camp != here {
			continue
		}
		if camp.Closed && camp != here {
			closed++
			continue
		}
		row := views.TitleRow{Name: camp.Settings.Name, Line: campaignKind(f, camp) + ". " + campaignFacts(f, v.state, camp), URL: campaignURL(v.club, camp.ID), Here: camp == here}
		if r := own[camp.ID]; r != nil {
			arms := rosterEmblem(r)
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
	if v.can(campaign.KindCampaign) {
		m.Links = append(m.Links, views.MenuItem{Icon: "plus", Text: f.Say("nav.found"), URL: list + "/new"})
	}
	return m
}

// clubSwitch lists the clubs that this browser is signed in to.
func (s *Base) clubSwitch(c echo.Context, f views.Frame, here visit) *views.TitleSheet {
	m := &views.TitleSheet{ID: "clubs", Label: f.Say("nav.switch_club"), Title: f.Say("nav.your_clubs"), URL: "/clubs"}
	for _, one := range sessionsOf(c) {
		st, err := s.Service.State(c.Request().Context(), one.Club)
		if err != nil {
			continue
		}
		me := st.Members[one.Member]
		if me == nil || me.HasLeft {
			continue
		}
		arms := clubEmblem(st)
		row := views.TitleRow{Emblem: &arms, Name: st.Club.Name, Line: clubLine(f, st), URL: clubURL(one.Club), Here: one.Club == here.club}
		if n := len(waitingActions(st, me, f.Catalog, s.Now())); n > 0 {
			row.Line += ". " + f.Say("nav.waiting", "n", n) + "."
		}
		m.Rows = append(m.Rows, row)
	}
	slices.SortStableFunc(m.Rows, func(a, b views.TitleRow) int { return strings.Compare(a.Name, b.Name) })
	m.Links = []views.MenuItem{{Icon: "link", Text: f.Say("nav.join"), URL: "/sign-in"}, {Icon: "banner", Text: f.Say("nav.found"), URL: "/clubs/new"}}
	return m
}

// clubLine is where a club is and how many play in it.
func clubLine(f views.Frame, st *campaign.State) string {
	line := f.Say("club.people", "n", st.MemberCount(), "players", st.PlayingMembers())
	if st.Club.Place != "" {
		line = st.Club.Place + ", " + line
	}
	return line
}

// rememberVisit keeps which club and campaign a member looks at, so that the short addresses lead there next time.
func (s *Base) rememberVisit(c echo.Context, v visit) {
	if v.member == nil || c.Request().Method != http.MethodGet || isPrefetch(c.Request()) || isEmbedRequest(c) {
		return
	}
	all := sessionsOf(c)
	if i := slices.IndexFunc(all, func(one login) bool { return one.Club == v.club }); i > 0 {
		s.writeSessions(c, append([]login{all[i]}, slices.Delete(slices.Clone(all), i, i+1)...))
	}
	if camp := campaignOfPage(c, v); camp != nil {
		if ck, err := c.Cookie(campaignCookie); err != nil || ck.Value != camp.ID {
			c.SetCookie(s.newCookie(c, campaignCookie, camp.ID, sessionAge))
		}
	}
}

// nextBattle is the member's battle that is being played, or else the next one that has a date; nil when there is none.
func nextBattle(v visit, now time.Time) *campaign.Battle {
	var next *campaign.Battle
	for _, b := range v.state.AllBattles() {
		if b.Status != campaign.Scheduled || v.state.Seat(b, v.member.ID) == rules.Nobody || v.state.Campaigns[b.Campaign].Closed {
			continue
		}
		if isUnderway(b) {
			return b
		}
		if !b.At.IsZero() && b.At.After(now.Add(-12*time.Hour)) && (next == nil || b.At.Before(next.At)) {
			next = b
		}
	}
	return next
}
