package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// maxFound is how many answers of a kind the search of a club gives, and how many rules of a game.
const (
	maxFound      = 8
	maxFoundRules = 3
)

// searchPage finds people, sides, campaigns and battles of the reader's club by name, and rules of every game.
func (s *clubHandlers) searchPage(c echo.Context) error {
	query := strings.TrimSpace(c.QueryParam("q"))
	f := s.frame(c, catalogOf(c).Say("search.title"), views.SectionMenu)
	m := views.SearchPage{Query: query}
	words := strings.Fields(foldName(query))
	if len(words) > 0 {
		if len(sessionsOf(c)) > 0 {
			v, err := s.visit(c)
			if err != nil {
				return err
			}
			m.Parts = clubHits(f, v, words)
		}
		if s.Reference != nil {
			rules := views.SearchGroup{Title: f.Say("search.rules")}
			for _, g := range s.Games {
				for _, h := range s.Reference().Search(f.Lang(), g.ID, query, maxFoundRules) {
					rules.Found = append(rules.Found, views.Found{Icon: "rules", Name: spanText(h.Title), Line: gameName(f, g.ID) + ", " + h.Page.Title, URL: h.URL()})
				}
			}
			m.Parts = append(m.Parts, rules)
		}
		m.Parts = slices.DeleteFunc(m.Parts, func(p views.SearchGroup) bool { return len(p.Found) == 0 })
	}
	return s.render(c, http.StatusOK, views.Search(f, m))
}

// clubHits are the answers out of a club: what has every word of the question in its name.
func clubHits(f views.Frame, v visit, words []string) []views.SearchGroup {
	has := func(name string) bool {
		name = foldName(name)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
	}
	people, sidesFound := views.SearchGroup{Title: f.Say("search.people")}, views.SearchGroup{Title: f.Say("search.sides")}
	camps, battles := views.SearchGroup{Title: f.Say("search.campaigns")}, views.SearchGroup{Title: f.Say("search.battles")}
	put := func(p *views.SearchGroup, hit views.Found) {
		if len(p.Found) < maxFound {
			p.Found = append(p.Found, hit)
		}
	}
	if v.member != nil {
		for _, m := range v.state.AllMembers() {
			if has(m.Name) {
				put(&people, views.Found{Icon: "players", Name: m.Name, URL: clubURL(v.club) + "/members/" + m.ID})
			}
		}
	}
	for _, camp := range slices.Backward(v.state.AllCampaigns()) {
		if !v.lists(camp) {
			continue
		}
		if has(camp.Settings.Name) {
			put(&camps, views.Found{Icon: "map", Name: camp.Settings.Name, Line: campaignKind(f, camp), URL: campaignURL(v.club, camp.ID)})
		}
		for _, r := range v.state.RostersOf(camp.ID) {
			if has(r.List.Name) {
				put(&sidesFound, views.Found{Icon: "helm", Name: r.List.Name, Line: playerNames(v.state, r) + ", " + camp.Settings.Name, URL: rosterURL(v.club, r.ID)})
			}
		}
	}
	for _, b := range slices.Backward(v.state.AllBattles()) {
		camp := v.state.Campaigns[b.Campaign]
		if !v.lists(camp) {
			continue
		}
		number := strconv.Itoa(b.Number)
		if slices.Equal(words, []string{number}) || has(battleName(f, v.state, b, number)) {
			put(&battles, views.Found{Icon: "swords", Name: battleTitle(f, v.state, b), Line: camp.Settings.Name + ". " + battleText(f, v.state, b), URL: battleURL(v.club, b.ID)})
		}
	}
	return []views.SearchGroup{people, battles, sidesFound, camps}
}

// battleName is all that a battle may be looked up by.
func battleName(f views.Frame, st *campaign.State, b *campaign.Battle, number string) string {
	name := f.Say("battle.number", "n", number) + " " + battleTitle(f, st, b)
	for _, id := range b.Seats {
		name += " " + rosterName(st, id)
		if r := st.Rosters[id]; r != nil {
			name += " " + playerNames(st, r)
		}
	}
	return name
}
