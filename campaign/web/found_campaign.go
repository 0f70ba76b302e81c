package web

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/content"
	"oriflamme/content/charters"
	"oriflamme/rules"
	"oriflamme/views"
)

// mapSizes are the islands the form offers, in regions.
var mapSizes = []int{0, 19, 37, 61}

// mapShapes are the shapes of regions that forms offer; the first is that of hexagons.
var mapShapes = []string{"hexagons", campaign.Free}

// isle draws an island of regions of a shape.
func isle(shape, seed string, size int, lang string) (*campaign.Map, error) {
	if shape == campaign.Free {
		return campaign.FreeIsle(seed, size, lang)
	}
	return campaign.Isle(seed, size, lang)
}

// shapeOptions are the shapes to choose from.
func shapeOptions(f views.Frame, chosen string) []views.Option {
	var list []views.Option
	for _, shape := range mapShapes {
		list = append(list, views.Option{Value: shape, Text: f.Say("atlas.shape_" + shape), Chosen: shape == chosen})
	}
	return list
}

// sameMap stands for the map of the campaign that is cloned.
const sameMap = "same"

// A founding is a campaign about to begin, with what its form shows besides the settings.
type founding struct {
	body    campaign.NewCampaign
	from    *campaign.Campaign // nil unless it is cloned
	manner  campaign.Preset
	scoring string // of the game's charter
	land    string // regions of the island, or sameMap
	seed    string
	shape   string // of its regions, of mapShapes
}

// newCampaign shows the form that begins a campaign: ?preset= and ?game= choose what it begins with, ?from= a campaign to clone.
func (s *site) newCampaign(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	b, err := s.begin(c, v)
	if err != nil {
		return err
	}
	return s.showFounding(c, v, http.StatusOK, b, "", nil)
}

// foundCampaign begins it. What the organiser has not changed of the defaults that the form showed gives way to those of
// the manner and game that are asked for.
func (s *site) foundCampaign(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	b, err := s.begin(c, v)
	if err != nil {
		return err
	}
	b.body.Settings.Name, b.body.Settings.Story = strings.TrimSpace(c.FormValue("name")), c.FormValue("story")
	if b.from == nil && c.FormValue("shown") != b.shown() {
		s.takeOver(c, b)
	}
	if c.FormValue("do") == "see" {
		return s.showFounding(c, v, http.StatusOK, b, bookOf(c).Say("begin.changed"), nil)
	}
	if err := b.adjust(c, s); err != nil {
		return s.showFounding(c, v, http.StatusUnprocessableEntity, b, "", err)
	}
	switch size, err := strconv.Atoi(b.land); {
	case b.land == sameMap && b.from != nil:
	case err != nil:
		return s.showFounding(c, v, http.StatusUnprocessableEntity, b, "", notANumber("map"))
	case size == 0:
		b.body.Map = nil
	default:
		if b.body.Map, err = isle(b.shape, b.seed, size, bookOf(c).Lang); err != nil {
			return s.showFounding(c, v, statusOf(err), b, "", err)
		}
	}
	act, err := s.do(c, v, campaign.Draft{Body: b.body})
	if err != nil {
		return s.showFounding(c, v, statusOf(err), b, "", err)
	}
	return s.done(c, campaignURL(v.club, act.Body.(campaign.NewCampaign).Campaign), "begun")
}

// begin is a founding as its manner and game have it, or as the campaign that is cloned.
func (s *site) begin(c echo.Context, v visit) (*founding, error) {
	b := &founding{manner: campaign.PresetOf(c.FormValue("preset")), seed: strings.ToLower(rand.Text()[:6])}
	if id := c.FormValue("from"); id != "" {
		if b.from = v.state.Campaigns[id]; b.from == nil {
			return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-campaign"}
		}
		b.body, b.manner, b.land = campaign.Cloned(b.from, ""), campaign.PresetOf(b.from.Settings.Preset), "0"
		if b.from.Map != nil {
			b.land = sameMap
		}
		return b, nil
	}
	game := s.Hall.Game(c.FormValue("game"))
	if game == nil {
		game = s.Games[0]
	}
	return s.defaults(game, b.manner), nil
}

// shown tells which defaults a form was drawn with.
func (b *founding) shown() string { return b.body.Settings.Game + " " + b.manner.Key }

// takeOver drops from the form what it was drawn with for another manner or game, and was not changed.
func (s *site) takeOver(c echo.Context, b *founding) {
	game, manner, _ := strings.Cut(c.FormValue("shown"), " ")
	g := s.Hall.Game(game)
	if g == nil {
		return // a form that was drawn with nothing
	}
	was := s.defaults(g, campaign.PresetOf(manner))
	aftermath := "" // as a box that is not ticked is sent
	if was.body.Settings.Aftermath {
		aftermath = "yes"
	}
	form, now := c.Request().Form, b.body.Settings
	for _, field := range []struct{ name, was, now string }{{"limit", strconv.Itoa(was.body.Settings.Limit), strconv.Itoa(now.Limit)},
		{"rounds", strconv.Itoa(was.body.Settings.Rounds), strconv.Itoa(now.Rounds)}, {"map", was.land, b.land}, {"scoring", was.scoring, b.scoring}} {
		if form.Get(field.name) == field.was {
			form.Set(field.name, field.now)
		}
	}
	if form.Get("aftermath") == aftermath {
		form.Del("aftermath")
		if now.Aftermath {
			form.Set("aftermath", "yes")
		}
	}
}

// defaults is a founding as a manner and a game have it.
func (s *site) defaults(game *rules.Game, manner campaign.Preset) *founding {
	b := &founding{manner: manner, seed: strings.ToLower(rand.Text()[:6])}
	charter := content.Charter(game.ID)
	b.body.Settings = b.manner.Settings("", game.ID)
	b.body.Settings.Forfeit = charter.Forfeit
	b.body.Settings.Limit, b.body.Settings.Aftermath = charter.Limit, b.manner.After && game.After != nil
	b.scoring, b.land = charter.Default, strconv.Itoa(b.manner.Land)
	countBy(&b.body.Settings, charter.Scoring(""))
	if b.manner.Honours {
		b.body.Honours = Catalogue(game.ID)
	}
	return b
}

// adjust takes over what the organiser changed of the defaults.
func (b *founding) adjust(c echo.Context, s *site) error {
	set := &b.body.Settings
	if b.from == nil {
		b.scoring = c.FormValue("scoring")
		countBy(set, content.Charter(set.Game).Scoring(b.scoring))
	}
	if form := c.Request().Form; form.Has("map") {
		b.land = form.Get("map")
	}
	if seed := c.FormValue("seed"); seed != "" {
		b.seed = seed
	}
	b.shape = c.FormValue("shape")
	set.Aftermath = c.FormValue("aftermath") == "yes"
	set.Private, set.Unlisted = c.FormValue("private") == "yes", c.FormValue("private") == "link"
	for name, to := range map[string]*int{"limit": &set.Limit, "rounds": &set.Rounds} {
		if text := c.FormValue(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				return notANumber(name)
			}
			*to = n
		}
	}
	if g := s.Hall.Game(set.Game); g == nil {
		return &campaign.Error{Code: campaign.Invalid, Field: "game", Key: "unknown-game", With: map[string]string{"game": set.Game}}
	}
	return nil
}

// countBy puts a scoring of a charter into settings.
func countBy(set *campaign.Settings, way charters.Scoring) {
	set.Win, set.Draw, set.Loss, set.Bye, set.Margins = way.Win, way.Draw, way.Loss, way.Bye, nil
	for _, m := range way.Margins {
		set.Margins = append(set.Margins, campaign.Margin{Least: m.Least, Win: m.Win, Loss: m.Loss})
	}
}

// Catalogue is the honours of a game's charter as a campaign keeps them.
func Catalogue(game string) []campaign.Honour {
	var list []campaign.Honour
	for _, h := range content.Charter(game).Honours {
		one := campaign.Honour{Key: h.Key, To: h.To}
		for _, w := range h.When {
			one.When = append(one.When, campaign.Condition(w))
		}
		list = append(list, one)
	}
	return list
}

func (s *site) showFounding(c echo.Context, v visit, status int, b *founding, notice string, failed error) error {
	wrong, whole, ok := wrongs(bookOf(c), failed, "name", "game", "story", "limit", "rounds", "map", "size", "scoring")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, bookOf(c).Say("found.campaign"), views.SectionCampaign)
	f.Back = clubURL(v.club)
	set := b.body.Settings
	m := views.BeginPage{Action: clubURL(v.club) + "/campaigns", Cancel: f.Back, Trouble: whole, Changed: notice, Shown: b.shown()}
	m.Name = views.Field{Name: "name", Label: f.Say("found.campaign_name"), Value: set.Name, Required: true, Max: 80, Wrong: wrong["name"]}
	m.Story = views.Field{Name: "story", Type: "textarea", Label: f.Say("campaign.story"), Hint: f.Say("chronicle.markdown"), Value: set.Story, Max: 20000, Wrong: wrong["story"]}
	if b.from != nil {
		m.From, m.FromText = b.from.ID, f.Say("begin.cloned", "name", b.from.Settings.Name)
	} else {
		s.choices(f, &m, b, wrong)
	}
	number := func(name string, value, most int) views.Field {
		return views.Field{Name: name, Type: "number", Label: f.Say("found." + name), Value: strconv.Itoa(value), Min: "0", Upto: strconv.Itoa(most), Wrong: wrong[name]}
	}
	m.Limit, m.Rounds = number("limit", set.Limit, 100000), number("rounds", set.Rounds, 100)
	if failed != nil {
		m.Limit.Value, m.Rounds.Value = typed(c, "limit", m.Limit.Value), typed(c, "rounds", m.Rounds.Value)
	}
	m.Map = views.Field{Name: "map", Label: f.Say("found.map"), Wrong: wrong["size"] + wrong["map"]}
	if b.from != nil && b.from.Map != nil {
		m.Maps = append(m.Maps, views.Option{Value: sameMap, Text: f.Say("begin.map_same", "n", len(b.from.Map.Regions)), Chosen: b.land == sameMap})
	}
	for _, n := range mapSizes {
		text := f.Say("found.map_none")
		if n > 0 {
			text = f.Say("found.map_size", "n", n)
		}
		m.Maps = append(m.Maps, views.Option{Value: strconv.Itoa(n), Text: text, Chosen: strconv.Itoa(n) == b.land})
	}
	m.Seed = views.Field{Name: "seed", Label: f.Say("found.seed"), Value: b.seed, Max: 60}
	m.Shape, m.Shapes = views.Field{Name: "shape", Label: f.Say("atlas.shape")}, shapeOptions(f, b.shape)
	m.Switches = []views.Switch{{Name: "aftermath", Label: f.Say("found.aftermath"), Hint: f.Say("found.aftermath_hint"), On: set.Aftermath}}
	m.Seen = visibilities(f, set)
	m.Facts = settingFacts(f, set, b.body.Honours)
	return s.page(c, status, views.Begin(f, m))
}

// visibilities are who may see a campaign.
func visibilities(f views.Frame, set campaign.Settings) []views.Option {
	list := []views.Option{{Value: "no", Chosen: set.Listed()}, {Value: "link", Chosen: set.Unlisted && !set.Private}, {Value: "yes", Chosen: set.Private}}
	for i := range list {
		list[i].Text, list[i].Hint = f.Say("found.seen_"+list[i].Value), f.Say("found.seen_"+list[i].Value+"_hint")
	}
	return list
}

// choices are the game, the manner and the way of scoring.
func (s *site) choices(f views.Frame, m *views.BeginPage, b *founding, wrong map[string]string) {
	m.Game = views.Field{Name: "game", Label: f.Say("found.game"), Wrong: wrong["game"]}
	for _, g := range s.Games {
		m.Games = append(m.Games, views.Option{Value: g.ID, Text: gameName(f, g.ID), Chosen: g.ID == b.body.Settings.Game})
	}
	for _, key := range campaign.Presets {
		m.Manners = append(m.Manners, views.Manner{Option: views.Option{Value: key, Text: f.Say("found.preset_" + key), Chosen: key == b.manner.Key}, Text: f.Say("begin.preset_" + key)})
	}
	m.Scoring = views.Field{Name: "scoring", Label: f.Say("begin.scoring"), Wrong: wrong["scoring"]}
	for _, way := range content.Charter(b.body.Settings.Game).Scorings {
		var set campaign.Settings
		countBy(&set, way)
		m.Scorings = append(m.Scorings, views.Option{Value: way.ID, Chosen: way.ID == b.scoring,
			Text: f.Say("begin.scored", "name", f.Say("scoring."+way.ID), "points", f.Say("begin.points", "win", way.Win, "draw", way.Draw, "loss", way.Loss)+marginWords(f, set))})
	}
}

// marginWords tells what clear victories give, "" when nothing else.
func marginWords(f views.Frame, set campaign.Settings) string {
	words := ""
	for _, m := range set.Margins {
		words += " " + f.Say("begin.margin", "n", m.Least, "win", m.Win, "loss", m.Loss)
	}
	return words
}
