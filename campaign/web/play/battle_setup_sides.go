package play

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// setupSides returns the ways in which this number of sides can fight each other, and the team of each seat if there can be teams.
// For two sides there is seldom a choice.
func setupSides(c echo.Context, g *rules.Game, sides []playviews.SetupSide) (play playviews.SetupPart, teams []playviews.SetupPart) {
	play.Field = views.Field{Name: "play", Label: site.CatalogOf(c).Say("fight.sides")}
	for _, way := range sidesFor(g, len(sides)) {
		play.Options = append(play.Options, views.Option{
			Value: way, Text: site.GamePhrase(site.CatalogOf(c), g.ID, "play."+way), Chosen: c.FormValue("play") == way,
		})
	}
	if len(play.Options) == 0 {
		return play, nil
	}
	if !slices.ContainsFunc(play.Options, func(o views.Option) bool { return o.Chosen }) {
		play.Options[0].Chosen = true
	}
	if len(sides) < 3 {
		return play, nil
	}
	for seat, side := range sides {
		part := playviews.SetupPart{Field: views.Field{Name: teamField(seat), Label: side.Name}}
		want := c.FormValue(teamField(seat))
		if want == "" {
			want = strconv.Itoa(seat % 2)
		}
		for team := range 2 {
			value := strconv.Itoa(team)
			part.Options = append(part.Options, views.Option{Value: value, Text: site.CatalogOf(c).Say("fight.team", "n", team+1), Chosen: want == value})
		}
		teams = append(teams, part)
	}
	return play, teams
}

func teamField(seat int) string { return "team-" + strconv.Itoa(seat) }

// sidesFor returns the ways in which n sides can fight: one against one for two, teams or everyone alone for more.
func sidesFor(g *rules.Game, n int) []string {
	return slices.DeleteFunc(slices.Clone(g.PlayFormats), func(way string) bool {
		return way == "two-player" && n != 2 || way == "teams" && n == 2
	})
}

// withSides sets in a setup who fights whom, as the form says.
func withSides(c echo.Context, g *rules.Game, setup *rules.Setup) error {
	ways := sidesFor(g, len(setup.Rosters))
	if len(ways) == 0 {
		return nil
	}
	way := c.FormValue("play")
	if way == "" {
		way = ways[0]
	}
	field := map[string]json.RawMessage{}
	if err := json.Unmarshal(setup.Field, &field); err != nil {
		return rules.Faultf(rules.WrongType, "field", "%v", err)
	}
	put := func(name string, value any) {
		raw, _ := json.Marshal(value) // the value is a text or a list of numbers
		field[name] = raw
	}
	put("play", way)
	if way == "teams" {
		teams := make([]int, len(setup.Rosters))
		for seat := range teams {
			n, err := strconv.Atoi(c.FormValue(teamField(seat)))
			if err != nil {
				n = seat % 2
			}
			teams[seat] = n
		}
		put("teams", teams)
	}
	raw, err := json.Marshal(field)
	setup.Field = raw
	return err
}
