package league

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// campaignPage shows a campaign's first page: its map at a moment, a region, the standings and the battles of the round.
func (s *Handlers) campaignPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.showCampaign(c, v, camp, http.StatusOK, nil)
}

// showCampaign shows the first page, with the fault of a request made on it.
func (s *Handlers) showCampaign(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, failed error) error {
	form, err := site.NewForm(c, garrisonFields{}, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, camp.Settings.Name, views.SectionCampaign)
	m := leagueviews.CampaignPage{CampaignHead: site.CampaignHead(&f, v, camp, ""), BaseURL: site.CampaignURL(v.Club, camp.ID), Scoring: scoringText(f, camp.Settings), Trouble: form.Trouble()}
	m.Story = site.RenderMarkdown(camp.Settings.Story, site.CampaignImagesURL(v.Club, camp.ID))
	m.Changes = s.ruleChanges(f, v, camp)
	if camp.Map != nil && len(camp.Map.Regions) > 0 {
		if err := s.mapAt(c, f, v, camp, &m); err != nil {
			return err
		}
	}
	m.Table = placeLines(f, v, camp)
	m.Round, m.Battles = roundBattles(f, v, camp)
	if !camp.Closed && v.Can(campaign.KindRoster) && !hasRoster(v, camp) {
		m.JoinURL = m.BaseURL + "/rosters/new"
	}
	m.Actions = append(m.Actions, views.Action{Icon: "link", Text: f.Say("share.title"), URL: m.BaseURL + "/share"})
	if v.Can(campaign.KindSchedule) && !camp.Closed {
		m.Actions = append(m.Actions, views.Action{Icon: "swords", Text: f.Say("battle.schedule"), URL: m.BaseURL + "/schedule"})
	}
	if g := s.Service.Game(camp.Settings.Game); v.Member != nil && g != nil && len(g.Bots) > 0 && len(m.Table) > 1 {
		m.Actions = append(m.Actions, views.Action{Icon: "odds", Text: f.Say("lab.duel"), URL: m.BaseURL + "/duel"})
	}
	if v.Can(campaign.KindDraw) && !camp.Closed {
		m.Actions = append(m.Actions, views.Action{Icon: "pairing", Text: f.Say("draw.title"), URL: m.BaseURL + "/draw"})
	}
	if v.Can(campaign.KindGrant) {
		m.Actions = append(m.Actions, views.Action{Icon: "crown", Text: f.Say("conduct.title"), URL: m.BaseURL + "/conduct"})
	}
	if v.Can(campaign.KindMap) && !camp.Closed {
		draw := "atlas.edit"
		if camp.Map == nil {
			draw = "atlas.first"
		}
		m.Actions = append(m.Actions, views.Action{Icon: "quill", Text: f.Say(draw), URL: mapEditURL(v.Club, camp.ID)})
	}
	if v.Can(campaign.KindSettings) {
		m.Actions = append(m.Actions, views.Action{Icon: "scales", Text: f.Say("campaign.settings"), URL: m.BaseURL + "/settings"})
	}
	return s.Render(c, status, leagueviews.CampaignMap(f, m))
}

func hasRoster(v site.Visit, camp *campaign.Campaign) bool {
	return slices.ContainsFunc(v.State.RostersBy(v.Actor.Member), func(r *campaign.Roster) bool { return r.Campaign == camp.ID && !r.Retired })
}

func scoringText(f views.Frame, set campaign.Settings) string {
	return f.Say("campaign.scoring", "win", set.Win, "draw", set.Draw, "loss", set.Loss, "bye", set.Bye)
}

func placeLines(f views.Frame, v site.Visit, camp *campaign.Campaign) []leagueviews.RankLine {
	var lines []leagueviews.RankLine
	realms, group := site.RealmsOf(v, camp), 0
	for _, row := range v.State.Standings(camp.ID, 0) {
		r := v.State.Rosters[row.Roster]
		p := leagueviews.RankLine{Rank: row.Rank, Name: r.List.Name, Player: site.PlayerNames(v.State, r), URL: site.RosterURL(v.Club, r.ID), Emblem: site.RosterEmblem(r),
			Lands: camp.Map.RegionCount(r.ID), Won: row.Wins, Drawn: row.Draws, Lost: row.Losses, Points: row.Points, Mine: v.Member != nil && r.PlayedBy(v.Member.ID)}
		if row.Group != group {
			p.Group, group = f.Say("table.group", "n", row.Group), row.Group
		}
		if i, ok := realms.Index[r.ID]; ok && camp.Map != nil {
			p.Realm = &realms.List[i]
		}
		lines = append(lines, p)
	}
	return lines
}

// roundBattles lists the battles of the current round, or the newest battles if there are no rounds.
func roundBattles(f views.Frame, v site.Visit, camp *campaign.Campaign) (string, []views.BattleLine) {
	all := v.State.BattlesOf(camp.ID)
	var lines []views.BattleLine
	for i := len(all) - 1; i >= 0 && len(lines) < 6; i-- {
		if camp.Round == 0 || all[i].Round == camp.Round {
			lines = append(lines, site.BattleLine(f, v, all[i]))
		}
	}
	if camp.Round > 0 {
		return f.Say("campaign.round", "n", camp.Round), lines
	}
	return f.Say("campaign.latest"), lines
}
