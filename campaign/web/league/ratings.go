package league

import (
	"math"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// provisional is the deviation above which a rating is called provisional.
const provisional = 110

// ratingsPage shows the ratings of all members in a game; ?player=<member> chooses whose history.
func (s *Handlers) ratingsPage(c echo.Context, v site.Visit) error {
	game := c.Param("game")
	if s.Service.Game(game) == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "unknown-game", Params: map[string]string{"game": game}}
	}
	if !slices.ContainsFunc(v.State.AllCampaigns(), func(camp *campaign.Campaign) bool { return v.Lists(camp) && camp.Settings.Game == game }) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-campaign"}
	}
	f := s.Frame(c, site.CatalogOf(c).Say("rating.title", "game", site.GameName(views.Frame{Catalog: site.CatalogOf(c), GameNames: s.GameNames}, game)), views.SectionRatings)
	f.Back = site.ClubURL(v.Club)
	list := v.State.Ratings(game)
	m := leagueviews.RatingsPage{Club: v.State.Club.Name, Melee: s.meleeTable(c, f, v, game)}
	if played := s.GamesOf(v); len(played) > 1 {
		for _, g := range played {
			m.Games = append(m.Games, views.Tab{Text: site.GameName(f, g.ID), URL: site.RatingsURL(v.Club, g.ID), Current: g.ID == game})
		}
	}
	chosen := chosenPlayer(c, v, list)
	for i, r := range list {
		row := leagueviews.RatingRow{Rank: i + 1, Name: site.MemberName(v.State, r.Member), Emblem: site.MemberEmblem(v.State, r.Member), URL: site.RatingsURL(v.Club, game) + "?player=" + r.Member + "#history",
			Strength: rounded(r.Now.Strength), Deviation: rounded(r.Now.Deviation), Games: r.Games, Provisional: r.Now.Deviation > provisional, Mine: v.Member != nil && r.Member == v.Member.ID}
		before := 1500.0
		if n := len(r.Past); n > 1 {
			before = r.Past[n-2].After.Strength
		}
		row.Change = rounded(r.Now.Strength) - rounded(before)
		m.Rows = append(m.Rows, row)
		if i == chosen {
			m.Chosen = ratingHistory(f, v, r)
		}
	}
	return s.Render(c, http.StatusOK, leagueviews.Ratings(f, m))
}

// chosenPlayer returns the member whose history is shown: the requested one, else the reader, else the first.
func chosenPlayer(c echo.Context, v site.Visit, list []campaign.PlayerRating) int {
	for _, id := range []campaign.ID{c.QueryParam("player"), v.Actor.Member} {
		if i := slices.IndexFunc(list, func(r campaign.PlayerRating) bool { return id != "" && r.Member == id }); i >= 0 {
			return i
		}
	}
	return 0
}

func rounded(x float64) int { return int(math.Round(x)) }

func ratingHistory(f views.Frame, v site.Visit, r campaign.PlayerRating) *leagueviews.RatingHistory {
	h := &leagueviews.RatingHistory{Name: site.MemberName(v.State, r.Member)}
	var low, high float64 = 1500, 1500
	for _, w := range r.Past {
		low, high = min(low, w.After.Strength-w.After.Deviation), max(high, w.After.Strength+w.After.Deviation)
	}
	h.Chart = leagueviews.NewRatingChart(low, high)
	h.Chart.Label = f.Say("rating.chart", "name", h.Name)
	h.Chart.Add(f.Say("rating.start"), 1500, 350)
	for _, w := range r.Past {
		day := f.Day(w.From)
		h.Chart.Add(day, w.After.Strength, w.After.Deviation)
		week := leagueviews.RatedWeek{Day: day, Strength: rounded(w.After.Strength), Deviation: rounded(w.After.Deviation)}
		for _, g := range w.Games {
			outcome := map[float64]string{1: "win", 0.5: "draw", 0: "loss"}[g.Score]
			line := leagueviews.RatedLine{Text: f.Say("table.against", "outcome", f.Say("outcome."+outcome), "name", site.MemberName(v.State, g.Against)),
				Expected: f.Say("rating.expected", "n", strconv.Itoa(rounded(100*g.Expected))), URL: site.BattleURL(v.Club, g.Battle)}
			if camp := v.State.Campaigns[v.State.Battles[g.Battle].Campaign]; !v.Lists(camp) {
				line.URL = ""
			}
			week.Games = append(week.Games, line)
		}
		h.Weeks = append(h.Weeks, week)
	}
	slices.Reverse(h.Weeks)
	return h
}
