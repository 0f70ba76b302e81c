package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// campaignHead is the title and the tabs of a campaign's pages; here is the tab shown.
func campaignHead(f *views.Frame, v visit, camp *campaign.Campaign, here string) views.CampaignHead {
	f.Back = clubURL(v.club)
	f.Where, f.Sub = camp.Settings.Name, campaignFacts(*f, v.state, camp)
	base := campaignURL(v.club, camp.ID)
	f.Share = cardURL(base)
	h := views.CampaignHead{Kind: campaignKind(*f, camp), Name: camp.Settings.Name, Line: f.Sub}
	first := "campaign.map"
	if camp.Map == nil {
		first = "campaign.front"
	}
	for _, t := range []struct{ key, path string }{{first, ""}, {"campaign.table", "/standings"}, {"ladder.title", "/ladder"}, {"campaign.battles", "/battles"}, {"campaign.chronicle", "/chronicle"},
		{"campaign.rosters", "/rosters"}, {"honours.title", "/honours"}, {"rules.title", "/rules"}} {
		if t.path == "/ladder" && camp.Settings.Ladder == nil {
			continue
		}
		h.Tabs = append(h.Tabs, views.Tab{Text: f.Say(t.key), URL: base + t.path, Current: t.path == here})
	}
	return h
}

// campaignPage is a campaign's first page: its map at a moment, a region, the table and the battles of the round.
func (s *site) campaignPage(c echo.Context) error { return s.showCampaign(c, http.StatusOK, "") }

// showCampaign shows it, with what was wrong with a request made on it.
func (s *site) showCampaign(c echo.Context, status int, trouble string) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	f := s.frame(c, camp.Settings.Name, views.SectionCampaign)
	m := views.CampaignPage{CampaignHead: campaignHead(&f, v, camp, ""), BaseURL: campaignURL(v.club, camp.ID), Scoring: scoring(f, camp.Settings), Trouble: trouble}
	m.Story = prose(camp.Settings.Story, imagesURL(v.club, camp.ID))
	m.Changes = s.ruleChanges(f, v, camp)
	if camp.Map != nil && len(camp.Map.Regions) > 0 {
		if err := s.mapAt(c, f, v, camp, &m); err != nil {
			return err
		}
	}
	m.Table = placeLines(f, v, camp)
	m.Round, m.Battles = roundBattles(f, v, camp)
	if !camp.Closed && v.can(campaign.KindRoster) && !hasRoster(v, camp) {
		m.JoinURL = m.BaseURL + "/rosters/new"
	}
	m.Actions = append(m.Actions, views.Action{Icon: "link", Text: f.Say("share.title"), URL: m.BaseURL + "/share"})
	if v.can(campaign.KindSchedule) && !camp.Closed {
		m.Actions = append(m.Actions, views.Action{Icon: "swords", Text: f.Say("battle.schedule"), URL: m.BaseURL + "/schedule"})
	}
	if g := s.Hall.Game(camp.Settings.Game); v.member != nil && g != nil && len(g.Bots) > 0 && len(m.Table) > 1 {
		m.Actions = append(m.Actions, views.Action{Icon: "odds", Text: f.Say("lab.duel"), URL: m.BaseURL + "/duel"})
	}
	if v.can(campaign.KindDraw) && !camp.Closed {
		m.Actions = append(m.Actions, views.Action{Icon: "pairing", Text: f.Say("draw.title"), URL: m.BaseURL + "/draw"})
	}
	if v.can(campaign.KindGrant) {
		m.Actions = append(m.Actions, views.Action{Icon: "crown", Text: f.Say("conduct.title"), URL: m.BaseURL + "/conduct"})
	}
	if v.can(campaign.KindMap) && !camp.Closed {
		draw := "atlas.edit"
		if camp.Map == nil {
			draw = "atlas.first"
		}
		m.Actions = append(m.Actions, views.Action{Icon: "quill", Text: f.Say(draw), URL: mapEditURL(v.club, camp.ID)})
	}
	if v.can(campaign.KindSettings) {
		m.Actions = append(m.Actions, views.Action{Icon: "scales", Text: f.Say("campaign.settings"), URL: m.BaseURL + "/settings"})
	}
	return s.page(c, status, views.CampaignMap(f, m))
}

func hasRoster(v visit, camp *campaign.Campaign) bool {
	for _, r := range v.state.RostersBy(v.actor.Member) {
		if r.Campaign == camp.ID && !r.Retired {
			return true
		}
	}
	return false
}

func scoring(f views.Frame, set campaign.Settings) string {
	return f.Say("campaign.scoring", "win", set.Win, "draw", set.Draw, "loss", set.Loss, "bye", set.Bye)
}

func placeLines(f views.Frame, v visit, camp *campaign.Campaign) []views.PlaceLine {
	var lines []views.PlaceLine
	realms, group := realmsOf(v, camp), 0
	for _, row := range v.state.Standings(camp.ID, 0) {
		r := v.state.Rosters[row.Roster]
		p := views.PlaceLine{Rank: row.Rank, Name: r.List.Name, Player: players(v.state, r), URL: rosterURL(v.club, r.ID), Arms: rosterArms(r),
			Lands: camp.Map.Lands(r.ID), Won: row.Wins, Drawn: row.Draws, Lost: row.Losses, Points: row.Points, Mine: v.member != nil && r.PlayedBy(v.member.ID)}
		if row.Group != group {
			p.Group, group = f.Say("table.group", "n", row.Group), row.Group
		}
		if i, ok := realms.index[r.ID]; ok && camp.Map != nil {
			p.Realm = &realms.list[i]
		}
		lines = append(lines, p)
	}
	return lines
}

// roundBattles lists the battles of the round under way, or the newest where there are no rounds.
func roundBattles(f views.Frame, v visit, camp *campaign.Campaign) (string, []views.BattleLine) {
	all := v.state.BattlesOf(camp.ID)
	var lines []views.BattleLine
	for i := len(all) - 1; i >= 0 && len(lines) < 6; i-- {
		if camp.Round == 0 || all[i].Round == camp.Round {
			lines = append(lines, battleLine(f, v, all[i]))
		}
	}
	if camp.Round > 0 {
		return f.Say("campaign.round", "n", camp.Round), lines
	}
	return f.Say("campaign.latest"), lines
}

// battleLine tells a battle in one line of a list.
func battleLine(f views.Frame, v visit, b *campaign.Battle) views.BattleLine {
	st := v.state
	line := views.BattleLine{Title: battleTitle(f, st, b), Text: battleText(f, st, b), URL: battleURL(v.club, b.ID), Tag: phaseTag(f, b)}
	if b.Phase == campaign.Scheduled {
		line.At = b.At
	}
	for _, id := range b.Seats {
		if r := st.Rosters[id]; r != nil {
			line.Sides = append(line.Sides, views.Crew{Arms: rosterArms(r), Name: r.List.Name})
		}
	}
	return line
}

// battleTitle is its number and place: "15. Gué-du-Loup", else the sides.
func battleTitle(f views.Frame, st *campaign.State, b *campaign.Battle) string {
	title := strconv.Itoa(b.Number) + ". "
	camp := st.Campaigns[b.Campaign]
	for i, id := range b.Stakes {
		if r := camp.Map.Region(id); r != nil {
			if i > 0 {
				title += ", "
			}
			title += r.Name
		}
	}
	if len(b.Stakes) == 0 {
		title += f.Say("battle.versus", "a", rosterName(st, b.Seats[0]), "b", rosterName(st, b.Seats[1]))
	}
	return title
}

// battleText tells who beat whom, or who meets whom.
func battleText(f views.Frame, st *campaign.State, b *campaign.Battle) string {
	name := func(i int) string { return players(st, st.Rosters[b.Seats[i]]) }
	switch {
	case b.Result != nil && len(b.Seats) > 2 && b.Result.Winner == rules.Nobody:
		return f.Say("battle.drawn_all", "sides", sides(st, b))
	case b.Result != nil && len(b.Seats) > 2:
		var others []string
		for i, id := range b.Seats {
			if rules.Seat(i) != b.Result.Winner {
				others = append(others, rosterName(st, id))
			}
		}
		return f.Say("battle.beat_all", "a", rosterName(st, b.Seats[b.Result.Winner]), "others", strings.Join(others, ", "))
	case b.Result == nil || len(b.Seats) != 2:
		text := f.Say("battle.versus", "a", name(0), "b", name(1))
		if len(b.Seats) > 2 {
			text = sides(st, b)
		}
		if b.Table != "" {
			text += ", " + f.Say("battle.table", "table", b.Table)
		}
		return text
	case b.Result.Forfeit && b.Result.Winner == rules.Nobody:
		return f.Say("battle.forfeit_none", "a", name(0), "b", name(1))
	case b.Result.Forfeit:
		return f.Say("battle.forfeit", "a", name(int(b.Result.Winner)), "b", name(1-int(b.Result.Winner)))
	case b.Result.Winner == rules.Nobody:
		return f.Say("battle.drawn", "a", name(0), "b", name(1), "score", score(f, b.Result.Scores, 0))
	}
	w := int(b.Result.Winner)
	text := f.Say("battle.beat", "a", name(w), "b", name(1-w), "score", score(f, b.Result.Scores, w))
	for _, cap := range b.Captures {
		if r := st.Campaigns[b.Campaign].Map.Region(cap.Region); r != nil {
			text += " " + f.Say("battle.took", "land", r.Name)
		}
	}
	return text
}

// score writes the points of two sides, those of seat first: ", 9 à 4"; nothing when there are none.
func score(f views.Frame, scores []int, seat int) string {
	if len(scores) != 2 {
		return ""
	}
	return f.Say("battle.score", "a", scores[seat], "b", scores[1-seat])
}

func phaseTag(f views.Frame, b *campaign.Battle) *views.Tag {
	t := views.Tag{Icon: "clock", Text: f.Say("phase." + string(b.Phase))}
	switch b.Phase {
	case campaign.Scheduled:
		if underway(b) {
			t = views.Tag{Icon: "swords", Text: f.Say("phase.underway"), Tone: "alert"}
		}
	case campaign.Reported:
		t.Icon = "hourglass"
	case campaign.Disputed:
		t.Icon, t.Tone = "scales", "alert"
	case campaign.Confirmed, campaign.Ruled:
		t.Icon = "ribbon"
	case campaign.Final:
		t.Icon, t.Tone = "check", "good"
	}
	return &t
}
