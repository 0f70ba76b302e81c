package club

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// clubPage shows the first page of a club: what waits for the reader, its campaigns, the next battles.
func (s *Handlers) clubPage(c echo.Context, v site.Visit) error {
	f := s.Frame(c, v.State.Club.Name, views.SectionClub)
	f.Sub, f.OGImage = f.Club.Line, site.OGImageURL(site.ClubURL(v.Club))
	m := clubviews.ClubPage{Emblem: f.Club.Emblem, Name: v.State.Club.Name, Line: f.Club.Line, Visitor: v.Member == nil}
	if v.Member != nil {
		m.Waiting = site.WaitingActions(v.State, v.Member, f.Catalog, s.Now())
		for _, r := range slices.Backward(v.State.RostersBy(v.Member.ID)) {
			if camp := v.State.Campaigns[r.Campaign]; !r.Retired && !camp.Closed {
				m.OwnSides = append(m.OwnSides, clubviews.OwnSide{Emblem: site.RosterEmblem(r), Name: r.List.Name, Line: site.GameName(f, camp.Settings.Game), URL: site.RosterURL(v.Club, r.ID)})
			}
		}
	}
	for _, camp := range v.State.AllCampaigns() {
		if !camp.Closed && v.Lists(camp) {
			m.Campaigns = append(m.Campaigns, campaignLine(f, v, camp))
		}
	}
	m.Next = nextBattles(f, v, s.Now(), 5)
	m.StoryQuote = latestStory(f, v)
	if v.Can(campaign.KindCampaign) {
		m.FoundURL = site.ClubURL(v.Club) + "/campaigns/new"
	}
	if v.Can(campaign.ActionInvite) {
		m.InviteURL = site.ClubURL(v.Club) + "/invite"
		m.SettingsURL = site.ClubURL(v.Club) + "/settings"
	}
	return s.Render(c, http.StatusOK, clubviews.Club(f, m))
}

// campaignsPage lists all campaigns of the club.
func (s *Handlers) campaignsPage(c echo.Context, v site.Visit) error {
	f := s.Frame(c, site.CatalogOf(c).Say("club.all_campaigns"), views.SectionCampaign)
	f.Back = site.ClubURL(v.Club)
	m := clubviews.CampaignsPage{}
	for _, camp := range v.State.AllCampaigns() {
		switch {
		case !v.Lists(camp):
		case camp.Closed:
			m.Closed = append(m.Closed, campaignLine(f, v, camp))
		default:
			m.Open = append(m.Open, campaignLine(f, v, camp))
		}
	}
	if v.Can(campaign.KindCampaign) {
		m.FoundURL = site.ClubURL(v.Club) + "/campaigns/new"
	}
	return s.Render(c, http.StatusOK, clubviews.Campaigns(f, m))
}

func campaignLine(f views.Frame, v site.Visit, camp *campaign.Campaign) clubviews.CampaignLine {
	st := v.State
	table := st.Standings(camp.ID, 0)
	line := clubviews.CampaignLine{Name: camp.Settings.Name, Kind: site.CampaignKind(f, camp), URL: site.CampaignURL(v.Club, camp.ID), Mine: -1, Closed: camp.Closed,
		Facts: site.CampaignFacts(f, st, camp)}
	if camp.Settings.Rounds > 0 && camp.Round > 0 {
		line.Done, line.All, line.Underway = camp.Round-1, camp.Settings.Rounds, true
		line.Progress = f.Say("campaign.round_of", "n", camp.Round, "all", camp.Settings.Rounds)
	}
	played := 0
	for i, row := range table {
		line.Bars = append(line.Bars, row.Points)
		line.Sides = append(line.Sides, views.SideEmblem{Emblem: site.RosterEmblem(st.Rosters[row.Roster]), Name: site.RosterName(st, row.Roster)})
		played += row.Played + row.Byes
		if v.Member != nil && row.Member == v.Member.ID && line.Mine < 0 {
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
		m := site.DrawnMap(f, v, camp, "v"+camp.ID)
		m.Small = true
		line.Map = &m
	}
	return line
}

// nextBattles lists the battles that are still to be played: those with a date in order, then the others.
func nextBattles(f views.Frame, v site.Visit, now time.Time, most int) []views.BattleLine {
	var dated, open []views.BattleLine
	for _, b := range v.State.AllBattles() {
		camp := v.State.Campaigns[b.Campaign]
		if b.Status != campaign.Scheduled || camp.Closed || !v.Lists(camp) || !b.At.IsZero() && b.At.Before(now.Add(-24*time.Hour)) {
			continue
		}
		line := site.BattleLine(f, v, b)
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

// latestStory returns the first sentence of the newest story.
func latestStory(f views.Frame, v site.Visit) *clubviews.StoryQuote {
	for i := len(v.State.Stories) - 1; i >= 0; i-- {
		st := v.State.Stories[i]
		if !v.Lists(v.State.Campaigns[st.Campaign]) {
			continue
		}
		first, _, _ := strings.Cut(strings.TrimSpace(site.StripMarkdown(st.Text)), "\n")
		if r := []rune(first); len(r) > 180 {
			first = string(r[:180]) + "…"
		}
		return &clubviews.StoryQuote{Text: first, By: f.Say("club.tale_by", "name", site.MemberName(v.State, st.By), "title", st.Title), URL: site.CampaignURL(v.Club, st.Campaign) + "/chronicle"}
	}
	return nil
}
