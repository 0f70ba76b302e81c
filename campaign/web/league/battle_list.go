package league

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sort"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
	rosterviews "oriflamme/views/roster"
)

// battlesPage lists a campaign's battles by round, newest first.
func (s *Handlers) battlesPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.Frame(c, site.CatalogOf(c).Say("campaign.battles"), views.SectionCampaign)
	m := leagueviews.BattlesPage{CampaignHead: site.CampaignHead(&f, v, camp, "/battles")}
	byRound := map[int]*leagueviews.RoundLines{}
	var rounds []int
	round := func(n int) *leagueviews.RoundLines {
		if byRound[n] == nil {
			byRound[n] = &leagueviews.RoundLines{Title: roundTitle(f, n)}
			rounds = append(rounds, n)
		}
		return byRound[n]
	}
	all := v.State.BattlesOf(camp.ID)
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b *campaign.Battle) int {
		if a.Round != b.Round || a.Round == 0 {
			return b.Round - a.Round
		}
		return site.ByTable(a, b)
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
		r.Battles = append(r.Battles, site.BattleLine(f, v, b))
	}
	for _, bye := range camp.Byes {
		if byRound[bye.Round] == nil && len(shown) < len(all) || only >= 0 && bye.Round != only || of != "" && bye.Roster != of {
			continue // with the battles of its round, on another page, or not asked for
		}
		r := round(bye.Round)
		r.Byes = append(r.Byes, views.EmblemLine{Emblem: site.RosterEmblem(v.State.Rosters[bye.Roster]), Text: f.Say("battle.bye", "name", site.RosterName(v.State, bye.Roster))})
	}
	for n, r := range byRound {
		if n > 0 {
			r.Byes = append(r.Byes, awayLines(f, v.State, camp, n)...)
		}
	}
	sort.Sort(sort.Reverse(sort.IntSlice(rounds)))
	for _, n := range rounds {
		m.Rounds = append(m.Rounds, *byRound[n])
	}
	if len(rounds) > 0 {
		m.Pairings = pairingsURL(v.Club, camp.ID)
	}
	if v.Can(campaign.KindSchedule) && !camp.Closed {
		m.Schedule = site.CampaignURL(v.Club, camp.ID) + "/schedule"
	}
	if older != "" {
		q := url.Values{"after": {older}}
		if only >= 0 {
			q.Set("round", strconv.Itoa(only))
		}
		if of != "" {
			q.Set("side", of)
		}
		m.Older = site.CampaignURL(v.Club, camp.ID) + "/battles?" + q.Encode()
	}
	return s.Render(c, http.StatusOK, leagueviews.Battles(f, m))
}

// battleFilter returns the choice of a round and a side, if there are many battles.
func battleFilter(f views.Frame, v site.Visit, camp *campaign.Campaign, m *leagueviews.BattlesPage, round int, side campaign.ID) {
	all := v.State.BattlesOf(camp.ID)
	if len(all) <= filterThreshold {
		return
	}
	m.Filter = site.CampaignURL(v.Club, camp.ID) + "/battles"
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
	for _, r := range v.State.RostersOf(camp.ID) {
		m.AllSides = append(m.AllSides, views.Option{Value: r.ID, Text: f.Say("schedule.side", "name", r.List.Name, "player", site.PlayerNames(v.State, r)), Chosen: r.ID == side})
	}
}

// filterThreshold is the number of battles up to which no filter is shown.
const filterThreshold = 12

// battlesPerPage is the number of battles on a page.
const battlesPerPage = 40

// battlesAfter returns the page of a list that begins after a battle, or the first page, and the battle after which the next page
// begins, "" for the last page.
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
func (s *Handlers) ownBattles(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("battle.own"), views.SectionBattle)
	f.Back = site.ClubURL(v.Club)
	m := leagueviews.BattlesPage{CampaignHead: views.CampaignHead{Kind: v.State.Club.Name, Name: f.Title}}
	var open, past leagueviews.RoundLines
	open.Title, past.Title = f.Say("battle.open"), f.Say("battle.past")
	all := v.State.BattlesBy(v.Member.ID)
	slices.Reverse(all)
	shown, older := battlesAfter(all, c.QueryParam("after"))
	if older != "" {
		m.Older = "/battles?after=" + older
	}
	for _, b := range shown {
		line := site.BattleLine(f, v, b)
		line.Text = v.State.Campaigns[b.Campaign].Settings.Name + ". " + line.Text
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
	return s.Render(c, http.StatusOK, leagueviews.Battles(f, m))
}

// rostersPage lists the sides of a campaign.
func (s *Handlers) rostersPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.Frame(c, site.CatalogOf(c).Say("campaign.rosters"), views.SectionCampaign)
	m := rosterviews.RostersPage{CampaignHead: site.CampaignHead(&f, v, camp, "/rosters"), Cemetery: site.CampaignURL(v.Club, camp.ID) + "/cemetery"}
	for _, r := range v.State.RostersOf(camp.ID) {
		m.Rosters = append(m.Rosters, site.RosterLine(f, v, r))
	}
	if v.Can(campaign.KindRoster) && !camp.Closed && !hasRoster(v, camp) {
		m.JoinURL = site.CampaignURL(v.Club, camp.ID) + "/rosters/new"
	}
	return s.Render(c, http.StatusOK, rosterviews.Rosters(f, m))
}

// ownRosters redirects to the reader's only side, or lists their sides.
func (s *Handlers) ownRosters(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("roster.own"), views.SectionRoster)
	f.Back = site.ClubURL(v.Club)
	m := rosterviews.RostersPage{CampaignHead: views.CampaignHead{Kind: v.State.Club.Name, Name: f.Title}}
	for _, r := range v.State.RostersBy(v.Member.ID) {
		line := site.RosterLine(f, v, r)
		line.Player = v.State.Campaigns[r.Campaign].Settings.Name
		m.Rosters = append(m.Rosters, line)
	}
	if len(m.Rosters) == 1 {
		return c.Redirect(http.StatusSeeOther, m.Rosters[0].URL)
	}
	return s.Render(c, http.StatusOK, rosterviews.Rosters(f, m))
}
