package play

import (
	"cmp"
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
func setupSides(c echo.Context, g *rules.Game, sides []playviews.SetupSide, in *setupFields) (play playviews.SetupPart, teams []playviews.SetupPart) {
	play.Field = views.Field{Name: "play", Label: site.CatalogOf(c).Say("fight.sides")}
	for _, way := range sidesFor(g, len(sides)) {
		play.Options = append(play.Options, views.Option{Value: way, Text: site.GamePhrase(site.CatalogOf(c), g.ID, "play."+way)})
	}
	if len(play.Options) == 0 {
		return play, nil
	}
	in.Play = play.Options[0].Value
	if len(sides) < 3 {
		return play, nil
	}
	for seat, side := range sides {
		in.Teams = append(in.Teams, seat%2)
		part := playviews.SetupPart{Field: views.Field{Name: "team-" + strconv.Itoa(seat), Label: side.Name}}
		for team := range 2 {
			part.Options = append(part.Options, views.Option{Value: strconv.Itoa(team), Text: site.CatalogOf(c).Say("fight.team", "n", team+1)})
		}
		teams = append(teams, part)
	}
	return play, teams
}

// sidesFor returns the ways in which n sides can fight: one against one for two, teams or everyone alone for more.
func sidesFor(g *rules.Game, n int) []string {
	return slices.DeleteFunc(slices.Clone(g.PlayFormats), func(way string) bool {
		return way == "two-player" && n != 2 || way == "teams" && n == 2
	})
}

// addSides sets in a setup who fights whom, as the form says.
func (in setupFields) addSides(g *rules.Game, setup *rules.Setup) error {
	ways := sidesFor(g, len(setup.Rosters))
	if len(ways) == 0 {
		return nil
	}
	way := cmp.Or(in.Play, ways[0])
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
		teams := in.Teams[:min(len(in.Teams), len(setup.Rosters))]
		for seat := len(teams); seat < len(setup.Rosters); seat++ {
			teams = append(teams, seat%2)
		}
		put("teams", teams)
	}
	raw, err := json.Marshal(field)
	setup.Field = raw
	return err
}
