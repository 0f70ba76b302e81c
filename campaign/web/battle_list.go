package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sort"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
	rosterviews "oriflamme/views/roster"
)

// battlesPage lists a campaign's battlesPage by round, the newest first.
func (s *leagueHandlers) battlesPage(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("campaign.battles"), views.SectionCampaign)
	m := leagueviews.BattlesPage{CampaignHead: campaignHead(&f, v, camp, "/battles")}
	byRound := map[int]*leagueviews.RoundLines{}
	var rounds []int
	round := func(n int) *leagueviews.RoundLines {
		if byRound[n] == nil {
			byRound[n] = &leagueviews.RoundLines{Title: roundTitle(f, n)}
			rounds = append(rounds, n)
		}
		return byRound[n]
	}
	all := v.state.BattlesOf(camp.ID)
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b *campaign.Battle) int {
		if a.Round != b.Round || a.Round == 0 {
			return b.Round - a.Round
		}
		return byTable(a, b)
	})
	only, err := strconv.Atoi(c.QueryParam("round"))
	if err != nil {
		only = -1
	}
	of := c.QueryParam("side")
	battleFilter(f, v, camp, &m, only, of)
	all = slices.DeleteFunc(all, func(b *campaign.Battle) bool {
		return only >= 0 && b.Round != only || of != "" && !slices.Contains(b.Seats, of)
	})
	shown, older := battlesAfter(all, c.QueryParam("after"))
	for _, b := range shown {
		r := round(b.Round)
		r.Battles = append(r.Battles, battleLine(f, v, b))
	}
	for _, bye := range camp.Byes {
		if byRound[bye.Round] == nil && len(shown) < len(all) || only >= 0 && bye.Round != only || of != "" && bye.Roster != of {
			continue // with the battles of its round, on another page, or not asked for
		}
		r := round(bye.Round)
		r.Byes = append(r.Byes, views.EmblemLine{Emblem: rosterEmblem(v.state.Rosters[bye.Roster]), Text: f.Say("battle.bye", "name", rosterName(v.state, bye.Roster))})
	}
	for n, r := range byRound {
		if n > 0 {
			r.Byes = append(r.Byes, awayLines(f, v.state, camp, n)...)
		}
	}
	sort.Sort(sort.Reverse(sort.IntSlice(rounds)))
	for _, n := range rounds {
		m.Rounds = append(m.Rounds, *byRound[n])
	}
	if len(rounds) > 0 {
		m.Pairings = pairingsURL(v.club, camp.ID)
	}
	if v.can(campaign.KindSchedule) && !camp.Closed {
		m.Schedule = campaignURL(v.club, camp.ID) + "/schedule"
	}
	if older != "" {
		q := url.Values{"after": {older}}
		if only >= 0 {
			q.Set("round", strconv.Itoa(only))
		}
		if of != "" {
			q.Set("side", of)
		}
		m.Older = campaignURL(v.club, camp.ID) + "/battles?" + q.Encode()
	}
	return s.render(c, http.StatusOK, leagueviews.Battles(f, m))
}

// battleFilter lets the reader choose a round and a side, where there are many battles.
func battleFilter(f views.Frame, v visit, camp *campaign.Campaign, m *leagueviews.BattlesPage, round int, side campaign.ID) {
	all := v.state.BattlesOf(camp.ID)
	if len(all) <= filterThreshold {
		return
	}
	m.Filter = campaignURL(v.club, camp.ID) + "/battles"
	m.Round = views.Field{Name: "round", Label: f.Say("schedule.round")}
	m.AllRounds = []views.Option{{Text: f.Say("battle.all_rounds")}}
	rounds := map[int]bool{}
	for _, b := range all {
		rounds[b.Round] = true
	}
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(rounds))) {
		m.AllRounds = append(m.AllRounds, views.Option{Value: strconv.Itoa(n), Text: roundTitle(f, n), Chosen: n == round})
	}
	m.Side = views.Field{Name: "side", Label: f.Say("table.side")}
	m.AllSides = []views.Option{{Text: f.Say("battle.all_sides")}}
	for _, r := range v.state.RostersOf(camp.ID) {
		m.AllSides = append(m.AllSides, views.Option{Value: r.ID, Text: f.Say("schedule.side", "name", r.List.Name, "player", playerNames(v.state, r)), Chosen: r.ID == side})
	}
}

// filterThreshold is how many battles need no choice among them.
const filterThreshold = 12

// battlesPerPage is how many battles a page lists.
const battlesPerPage = 40

// battlesAfter is the page of a list that begins after a battle, or the first page,
// and the battle after which the next page begins, "" if this is the last.
func battlesAfter(all []*campaign.Battle, after campaign.ID) (shown []*campaign.Battle, older campaign.ID) {
	if i := slices.IndexFunc(all, func(b *campaign.Battle) bool { return b.ID == after }); i >= 0 {
		all = all[i+1:]
	}
	if len(all) <= battlesPerPage {
		return all, ""
	}
	return all[:battlesPerPage], all[battlesPerPage-1].ID
}

// ownBattles lists the reader's battles in all campaigns.
func (s *leagueHandlers) ownBattles(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("battle.own"), views.SectionBattle)
	f.Back = clubURL(v.club)
	m := leagueviews.BattlesPage{CampaignHead: views.CampaignHead{Kind: v.state.Club.Name, Name: f.Title}}
	var open, past leagueviews.RoundLines
	open.Title, past.Title = f.Say("battle.open"), f.Say("battle.past")
	all := v.state.BattlesBy(v.member.ID)
	slices.Reverse(all)
	shown, older := battlesAfter(all, c.QueryParam("after"))
	if older != "" {
		m.Older = "/battles?after=" + older
	}
	for _, b := range shown {
		line := battleLine(f, v, b)
		line.Text = v.state.Campaigns[b.Campaign].Settings.Name + ". " + line.Text
		if b.Status == campaign.Final {
			past.Battles = append(past.Battles, line)
		} else {
			open.Battles = append(open.Battles, line)
		}
	}
	for _, r := range []leagueviews.RoundLines{open, past} {
		if len(r.Battles) > 0 {
			m.Rounds = append(m.Rounds, r)
		}
	}
	return s.render(c, http.StatusOK, leagueviews.Battles(f, m))
}

// rostersPage lists the sides of a campaign.
func (s *leagueHandlers) rostersPage(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("campaign.rosters"), views.SectionCampaign)
	m := rosterviews.RostersPage{CampaignHead: campaignHead(&f, v, camp, "/rosters"), Cemetery: campaignURL(v.club, camp.ID) + "/cemetery"}
	for _, r := range v.state.RostersOf(camp.ID) {
		m.Rosters = append(m.Rosters, rosterLine(f, v, r))
	}
	if v.can(campaign.KindRoster) && !camp.Closed && !hasRoster(v, camp) {
		m.JoinURL = campaignURL(v.club, camp.ID) + "/rosters/new"
	}
	return s.render(c, http.StatusOK, rosterviews.Rosters(f, m))
}

// ownRosters leads to the reader's only side, or lists those they have.
func (s *leagueHandlers) ownRosters(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("roster.own"), views.SectionRoster)
	f.Back = clubURL(v.club)
	m := rosterviews.RostersPage{CampaignHead: views.CampaignHead{Kind: v.state.Club.Name, Name: f.Title}}
	for _, r := range v.state.RostersBy(v.member.ID) {
		line := rosterLine(f, v, r)
		line.Player = v.state.Campaigns[r.Campaign].Settings.Name
		m.Rosters = append(m.Rosters, line)
	}
	if len(m.Rosters) == 1 {
		return c.Redirect(http.StatusSeeOther, m.Rosters[0].URL)
	}
	return s.render(c, http.StatusOK, rosterviews.Rosters(f, m))
}
