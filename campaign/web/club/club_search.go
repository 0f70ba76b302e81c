package club

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
)

// maxFound is the number of results of each kind in a club, and of rules of each game.
const (
	maxFound      = 8
	maxFoundRules = 3
)

// searchPage finds people, sides, campaigns and battles of the reader's club by name, and rules of every game.
func (s *Handlers) searchPage(c echo.Context) error {
	query := strings.TrimSpace(c.QueryParam("q"))
	f := s.Frame(c, site.CatalogOf(c).Say("search.title"), views.SectionMenu)
	m := views.SearchPage{Query: query}
	words := strings.Fields(site.FoldName(query))
	if len(words) > 0 {
		if len(site.SessionsOf(c)) > 0 {
			v, err := s.Visit(c)
			if err != nil {
				return err
			}
			m.Parts = clubHits(f, v, words)
		}
		if s.Reference != nil {
			rules := views.SearchGroup{Title: f.Say("search.rules")}
			for _, g := range s.Games {
				for _, h := range s.Reference().Search(f.Lang(), g.ID, query, maxFoundRules) {
					rules.Found = append(rules.Found, views.Found{Icon: "rules", Name: site.SpanText(h.Title), Line: site.GameName(f, g.ID) + ", " + h.Page.Title, URL: h.URL()})
				}
			}
			m.Parts = append(m.Parts, rules)
		}
		m.Parts = slices.DeleteFunc(m.Parts, func(p views.SearchGroup) bool { return len(p.Found) == 0 })
	}
	return s.Render(c, http.StatusOK, views.Search(f, m))
}

// clubHits returns the results in a club: names that contain every word of the query.
func clubHits(f views.Frame, v site.Visit, words []string) []views.SearchGroup {
	has := func(name string) bool {
		name = site.FoldName(name)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
	}
	people, sidesFound := views.SearchGroup{Title: f.Say("search.people")}, views.SearchGroup{Title: f.Say("search.sides")}
	camps, battles := views.SearchGroup{Title: f.Say("search.campaigns")}, views.SearchGroup{Title: f.Say("search.battles")}
	put := func(p *views.SearchGroup, hit views.Found) {
		if len(p.Found) < maxFound {
			p.Found = append(p.Found, hit)
		}
	}
	if v.Member != nil {
		for _, m := range v.State.AllMembers() {
			if has(m.Name) {
				put(&people, views.Found{Icon: "players", Name: m.Name, URL: site.ClubURL(v.Club) + "/members/" + m.ID})
			}
		}
	}
	for _, camp := range slices.Backward(v.State.AllCampaigns()) {
		if !v.Lists(camp) {
			continue
		}
		if has(camp.Settings.Name) {
			put(&camps, views.Found{Icon: "map", Name: camp.Settings.Name, Line: site.CampaignKind(f, camp), URL: site.CampaignURL(v.Club, camp.ID)})
		}
		for _, r := range v.State.RostersOf(camp.ID) {
			if has(r.List.Name) {
				put(&sidesFound, views.Found{Icon: "helm", Name: r.List.Name, Line: site.PlayerNames(v.State, r) + ", " + camp.Settings.Name, URL: site.RosterURL(v.Club, r.ID)})
			}
		}
	}
	for _, b := range slices.Backward(v.State.AllBattles()) {
		camp := v.State.Campaigns[b.Campaign]
		if !v.Lists(camp) {
			continue
		}
		number := strconv.Itoa(b.Number)
		if slices.Equal(words, []string{number}) || has(battleName(f, v.State, b, number)) {
			put(&battles, views.Found{Icon: "swords", Name: site.BattleTitle(f, v.State, b), Line: camp.Settings.Name + ". " + site.BattleText(f, v.State, b), URL: site.BattleURL(v.Club, b.ID)})
		}
	}
	return []views.SearchGroup{people, battles, sidesFound, camps}
}

// battleName returns the words by which a battle can be found.
func battleName(f views.Frame, st *campaign.State, b *campaign.Battle, number string) string {
	name := f.Say("battle.number", "n", number) + " " + site.BattleTitle(f, st, b)
	for _, id := range b.Seats {
		name += " " + site.RosterName(st, id)
		if r := st.Rosters[id]; r != nil {
			name += " " + site.PlayerNames(st, r)
		}
	}
	return name
}
