package web

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// clubPage is a clubPage's first page: what waits, its campaigns, the next battles.
func (s *clubHandlers) clubPage(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	return s.showClub(c, v)
}

func (s *clubHandlers) showClub(c echo.Context, v visit) error {
	f := s.frame(c, v.state.Club.Name, views.SectionClub)
	f.Sub, f.OGImage = f.Club.Line, ogImageURL(clubURL(v.club))
	m := clubviews.ClubPage{Emblem: f.Club.Emblem, Name: v.state.Club.Name, Line: f.Club.Line, Visitor: v.member == nil}
	if v.member != nil {
		m.Waiting = waitingActions(v.state, v.member, f.Catalog, s.Now())
		for _, r := range slices.Backward(v.state.RostersBy(v.member.ID)) {
			if camp := v.state.Campaigns[r.Campaign]; !r.Retired && !camp.Closed {
				m.OwnSides = append(m.OwnSides, clubviews.OwnSide{Emblem: rosterEmblem(r), Name: r.List.Name, Line: gameName(f, camp.Settings.Game), URL: rosterURL(v.club, r.ID)})
			}
		}
	}
	for _, camp := range v.state.AllCampaigns() {
		if !camp.Closed && v.lists(camp) {
			m.Campaigns = append(m.Campaigns, campaignLine(f, v, camp))
		}
	}
	m.Next = nextBattles(f, v, s.Now(), 5)
	m.StoryQuote = latestStory(f, v)
	if v.can(campaign.KindCampaign) {
		m.FoundURL = clubURL(v.club) + "/campaigns/new"
	}
	if v.can(campaign.ActionInvite) {
		m.InviteURL = clubURL(v.club) + "/invite"
		m.SettingsURL = clubURL(v.club) + "/settings"
	}
	return s.render(c, http.StatusOK, clubviews.Club(f, m))
}

// campaignsPage lists all campaignsPage of the club.
func (s *clubHandlers) campaignsPage(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("club.all_campaigns"), views.SectionCampaign)
	f.Back = clubURL(v.club)
	m := clubviews.CampaignsPage{}
	for _, camp := range v.state.AllCampaigns() {
		switch {
		case !v.lists(camp):
		case camp.Closed:
			m.Closed = append(m.Closed, campaignLine(f, v, camp))
		default:
			m.Open = append(m.Open, campaignLine(f, v, camp))
		}
	}
	if v.can(campaign.KindCampaign) {
		m.FoundURL = clubURL(v.club) + "/campaigns/new"
	}
	return s.render(c, http.StatusOK, clubviews.Campaigns(f, m))
}

func campaignLine(f views.Frame, v visit, camp *campaign.Campaign) clubviews.CampaignLine {
	st := v.state
	table := st.Standings(camp.ID, 0)
	line := clubviews.CampaignLine{Name: camp.Settings.Name, Kind: campaignKind(f, camp), URL: campaignURL(v.club, camp.ID), Mine: -1, Closed: camp.Closed,
		Facts: campaignFacts(f, st, camp)}
	if camp.Settings.Rounds > 0 && camp.Round > 0 {
		line.Done, line.All, line.Underway = camp.Round-1, camp.Settings.Rounds, true
		line.Progress = f.Say("campaign.round_of", "n", camp.Round, "all", camp.Settings.Rounds)
	}
	played := 0
	for i, row := range table {
		line.Bars = append(line.Bars, row.Points)
		line.Sides = append(line.Sides, views.SideEmblem{Emblem: rosterEmblem(st.Rosters[row.Roster]), Name: rosterName(st, row.Roster)})
		played += row.Played + row.Byes
		if v.member != nil && row.Member == v.member.ID && line.Mine < 0 {
			line.Mine = i
			if row.Played > 0 {
				line.Place = f.Say("campaign.you_are", "rank", f.Catalog.Rank(row.Rank), "n", row.Points)
			}
		}
	}
	if played == 0 {
		line.Bars = nil
	}
	if camp.Map != nil && len(camp.Map.Regions) > 0 {
		m := drawnMap(f, v, camp, "v"+camp.ID)
		m.Small = true
		line.Map = &m
	}
	return line
}

// nextBattles lists the battles that are still to be played: dated ones in order, then the others.
func nextBattles(f views.Frame, v visit, now time.Time, most int) []views.BattleLine {
	var dated, open []views.BattleLine
	for _, b := range v.state.AllBattles() {
		camp := v.state.Campaigns[b.Campaign]
		if b.Status != campaign.Scheduled || camp.Closed || !v.lists(camp) || !b.At.IsZero() && b.At.Before(now.Add(-24*time.Hour)) {
			continue
		}
		line := battleLine(f, v, b)
		line.Text = camp.Settings.Name
		if b.Table != "" {
			line.Text += ", " + f.Say("battle.table", "table", b.Table)
		}
		line.Tag = nil
		if b.At.IsZero() {
			open = append(open, line)
			continue
		}
		at := len(dated)
		for at > 0 && dated[at-1].At.After(b.At) {
			at--
		}
		dated = append(dated[:at:at], append([]views.BattleLine{line}, dated[at:]...)...)
	}
	all := append(dated, open...)
	return all[:min(most, len(all))]
}

// latestStory quotes the first sentence of the newest story.
func latestStory(f views.Frame, v visit) *clubviews.StoryQuote {
	for i := len(v.state.Stories) - 1; i >= 0; i-- {
		st := v.state.Stories[i]
		if !v.lists(v.state.Campaigns[st.Campaign]) {
			continue
		}
		first, _, _ := strings.Cut(strings.TrimSpace(stripMarkdown(st.Text)), "\n")
		if r := []rune(first); len(r) > 180 {
			first = string(r[:180]) + "…"
		}
		return &clubviews.StoryQuote{Text: first, By: f.Say("club.tale_by", "name", memberName(v.state, st.By), "title", st.Title), URL: campaignURL(v.club, st.Campaign) + "/chronicle"}
	}
	return nil
}
