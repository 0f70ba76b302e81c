package league

import (
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/rating/plackettluce"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// Melee ratings are shown on the scale of duels: a newcomer has 1500, and a point of the model is meleePoint points.
const meleePoint = 40

func meleeStrength(mean float64) int {
	return rounded(1500 + meleePoint*(mean-plackettluce.New().Mean))
}

// meleeTable returns the melee ratings of all members, or nil when there were no melees; ?player= as for duels.
func (s *Handlers) meleeTable(c echo.Context, f views.Frame, v site.Visit, game string) *leagueviews.MeleeTable {
	list := v.State.MeleeRatings(game)
	if len(list) == 0 {
		return nil
	}
	chosen := 0
	for _, id := range []campaign.ID{v.Actor.Member, c.QueryParam("player")} {
		if i := slices.IndexFunc(list, func(b campaign.MeleeRating) bool { return id != "" && b.Member == id }); i >= 0 {
			chosen = i
		}
	}
	m := &leagueviews.MeleeTable{History: meleeHistory(f, v, list[chosen])}
	for i, b := range list {
		m.Rows = append(m.Rows, leagueviews.MeleeRow{Rank: i + 1, Name: site.MemberName(v.State, b.Member), Emblem: site.MemberEmblem(v.State, b.Member), URL: site.RatingsURL(v.Club, game) + "?player=" + b.Member + "#melees",
			Strength: meleeStrength(b.Now.Mean), Deviation: rounded(meleePoint * b.Now.Deviation), Surely: meleeStrength(b.LowerBound()), Games: len(b.Past), Mine: v.Member != nil && b.Member == v.Member.ID})
	}
	return m
}

// meleeHistory describes how a melee rating came about.
func meleeHistory(f views.Frame, v site.Visit, b campaign.MeleeRating) leagueviews.MeleeHistory {
	h := leagueviews.MeleeHistory{Name: site.MemberName(v.State, b.Member)}
	h.Chart = leagueviews.NewRatingChart(1500, 1500)
	h.Chart.Label = f.Say("rating.melee_chart", "name", h.Name)
	fresh := plackettluce.New()
	h.Chart.Add(f.Say("rating.start"), float64(meleeStrength(fresh.Mean)), meleePoint*fresh.Deviation)
	for _, x := range b.Past {
		after, deviation := meleeStrength(x.After.Mean), rounded(meleePoint*x.After.Deviation)
		h.Chart.Add(f.Day(x.At), float64(after), float64(deviation))
		battle := v.State.Battles[x.Battle]
		line := leagueviews.MeleeLine{Day: f.Day(x.At), Strength: after, Deviation: deviation, Place: f.Say("rating.place", "place", f.Catalog.Rank(x.Rank), "n", x.Of),
			Against: site.SideNames(v.State, battle), Chance: f.Say("rating.chance", "n", rounded(100*x.Chance))}
		if v.Lists(v.State.Campaigns[battle.Campaign]) {
			line.URL = site.BattleURL(v.Club, x.Battle)
		}
		h.Lines = append(h.Lines, line)
	}
	slices.Reverse(h.Lines)
	return h
}
