package league

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/content"
	"oriflamme/content/presets"
	"oriflamme/rules"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// mapSizes are the islands the form offers, in regions.
var mapSizes = []int{0, 19, 37, 61}

// mapShapes are the shapes of regions that forms offer; the first is that of hexagons.
var mapShapes = []string{"hexagons", campaign.FreeShape}

// generateMap draws an island of regions of a shape.
func generateMap(shape, seed string, size int, lang string) (*campaign.Map, error) {
	if shape == campaign.FreeShape {
		return campaign.GenerateFreeIsland(seed, size, lang)
	}
	return campaign.GenerateIsland(seed, size, lang)
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

// A newCampaignForm is a campaign about to begin, with what its form shows besides the settings.
type newCampaignForm struct {
	body    campaign.NewCampaign
	cloned  *campaign.Campaign // nil unless it is cloned
	preset  campaign.Preset
	scoring string // of the game's preset
	mapSize string // regions of the island, or sameMap
	seed    string
	shape   string // of its regions, of mapShapes
}

// newCampaign shows the form that begins a campaign: ?preset= and ?game= choose what it begins with, ?from= a campaign to clone.
func (s *Handlers) newCampaign(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	b, err := s.newForm(c, v)
	if err != nil {
		return err
	}
	return s.showNewCampaign(c, v, http.StatusOK, b, "", nil)
}

// createCampaign begins it. What the organiser has not changed of the defaults that the form showed gives way to those of
// the manner and game that are asked for.
func (s *Handlers) createCampaign(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	b, err := s.newForm(c, v)
	if err != nil {
		return err
	}
	b.body.Settings.Name, b.body.Settings.Story = strings.TrimSpace(c.FormValue("name")), c.FormValue("story")
	if b.cloned == nil && c.FormValue("shown") != b.shownDefaults() {
		s.dropUnchangedDefaults(c, b)
	}
	if c.FormValue("do") == "see" {
		return s.showNewCampaign(c, v, http.StatusOK, b, site.CatalogOf(c).Say("begin.changed"), nil)
	}
	if err := b.readChanges(c, s); err != nil {
		return s.showNewCampaign(c, v, http.StatusUnprocessableEntity, b, "", err)
	}
	switch size, err := strconv.Atoi(b.mapSize); {
	case b.mapSize == sameMap && b.cloned != nil:
	case err != nil:
		return s.showNewCampaign(c, v, http.StatusUnprocessableEntity, b, "", site.NotANumber("map"))
	case size == 0:
		b.body.Map = nil
	default:
		if b.body.Map, err = generateMap(b.shape, b.seed, size, site.CatalogOf(c).Lang); err != nil {
			return s.showNewCampaign(c, v, site.StatusOf(err), b, "", err)
		}
	}
	act, err := s.Do(c, v, campaign.ActRequest{Body: b.body})
	if err != nil {
		return s.showNewCampaign(c, v, site.StatusOf(err), b, "", err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, act.Body.(campaign.NewCampaign).Campaign), "begun")
}

// newForm is a founding as its manner and game have it, or as the campaign that is cloned.
func (s *Handlers) newForm(c echo.Context, v site.Visit) (*newCampaignForm, error) {
	b := &newCampaignForm{preset: campaign.PresetOf(c.FormValue("preset")), seed: strings.ToLower(rand.Text()[:6])}
	if id := c.FormValue("from"); id != "" {
		if b.cloned = v.State.Campaigns[id]; b.cloned == nil {
			return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-campaign"}
		}
		b.body, b.preset, b.mapSize = campaign.CloneCampaign(b.cloned, ""), campaign.PresetOf(b.cloned.Settings.Preset), "0"
		if b.cloned.Map != nil {
			b.mapSize = sameMap
		}
		return b, nil
	}
	game := s.Service.Game(c.FormValue("game"))
	if game == nil {
		game = s.Games[0]
	}
	return s.presetDefaults(game, b.preset), nil
}

// shownDefaults tells which defaults a form was drawn with.
func (b *newCampaignForm) shownDefaults() string { return b.body.Settings.Game + " " + b.preset.Key }

// dropUnchangedDefaults drops from the form what it was drawn with for another manner or game, and was not changed.
func (s *Handlers) dropUnchangedDefaults(c echo.Context, b *newCampaignForm) {
	game, manner, _ := strings.Cut(c.FormValue("shown"), " ")
	g := s.Service.Game(game)
	if g == nil {
		return // a form that was drawn with nothing
	}
	was := s.presetDefaults(g, campaign.PresetOf(manner))
	aftermath := "" // as a box that is not ticked is sent
	if was.body.Settings.Aftermath {
		aftermath = "yes"
	}
	form, now := c.Request().Form, b.body.Settings
	for _, field := range []struct{ name, was, now string }{{"limit", strconv.Itoa(was.body.Settings.Limit), strconv.Itoa(now.Limit)},
		{"rounds", strconv.Itoa(was.body.Settings.Rounds), strconv.Itoa(now.Rounds)}, {"map", was.mapSize, b.mapSize}, {"scoring", was.scoring, b.scoring}} {
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

// presetDefaults is a founding as a manner and a game have it.
func (s *Handlers) presetDefaults(game *rules.Game, manner campaign.Preset) *newCampaignForm {
	b := &newCampaignForm{preset: manner, seed: strings.ToLower(rand.Text()[:6])}
	preset := content.Preset(game.ID)
	b.body.Settings = b.preset.Settings("", game.ID)
	b.body.Settings.ForfeitScore = preset.Forfeit
	b.body.Settings.Limit, b.body.Settings.Aftermath = preset.Limit, b.preset.Aftermath && game.Aftermath != nil
	b.scoring, b.mapSize = preset.Default, strconv.Itoa(b.preset.Regions)
	applyScoring(&b.body.Settings, preset.Scoring(""))
	if b.preset.Honours {
		b.body.Honours = Catalogue(game.ID)
	}
	return b
}

// readChanges takes over what the organiser changed of the defaults.
func (b *newCampaignForm) readChanges(c echo.Context, s *Handlers) error {
	set := &b.body.Settings
	if b.cloned == nil {
		b.scoring = c.FormValue("scoring")
		applyScoring(set, content.Preset(set.Game).Scoring(b.scoring))
	}
	if form := c.Request().Form; form.Has("map") {
		b.mapSize = form.Get("map")
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
				return site.NotANumber(name)
			}
			*to = n
		}
	}
	if g := s.Service.Game(set.Game); g == nil {
		return &campaign.Error{Code: campaign.Invalid, Field: "game", Key: "unknown-game", Params: map[string]string{"game": set.Game}}
	}
	return nil
}

// applyScoring puts a scoring of a preset into settings.
func applyScoring(set *campaign.Settings, way presets.Scoring) {
	set.Win, set.Draw, set.Loss, set.Bye, set.Margins = way.Win, way.Draw, way.Loss, way.Bye, nil
	for _, m := range way.Margins {
		set.Margins = append(set.Margins, campaign.Margin{MinLead: m.Least, Win: m.Win, Loss: m.Loss})
	}
}

// Catalogue is the honours of a game's preset as a campaign keeps them.
func Catalogue(game string) []campaign.Honour {
	var list []campaign.Honour
	for _, h := range content.Preset(game).Honours {
		one := campaign.Honour{Key: h.Key, To: h.To}
		for _, w := range h.When {
			one.When = append(one.When, campaign.Condition(w))
		}
		list = append(list, one)
	}
	return list
}

func (s *Handlers) showNewCampaign(c echo.Context, v site.Visit, status int, b *newCampaignForm, notice string, failed error) error {
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "name", "game", "story", "limit", "rounds", "map", "size", "scoring")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("found.campaign"), views.SectionCampaign)
	f.Back = site.ClubURL(v.Club)
	set := b.body.Settings
	m := leagueviews.NewCampaignPage{Action: site.ClubURL(v.Club) + "/campaigns", Cancel: f.Back, Trouble: whole, Changed: notice, Shown: b.shownDefaults()}
	m.Name = views.Field{Name: "name", Label: f.Say("found.campaign_name"), Value: set.Name, Required: true, Max: 80, Wrong: wrong["name"]}
	m.Story = views.Field{Name: "story", Type: "textarea", Label: f.Say("campaign.story"), Hint: f.Say("chronicle.markdown"), Value: set.Story, Max: 20000, Wrong: wrong["story"]}
	if b.cloned != nil {
		m.From, m.FromText = b.cloned.ID, f.Say("begin.cloned", "name", b.cloned.Settings.Name)
	} else {
		s.fillPresetChoices(f, &m, b, wrong)
	}
	number := func(name string, value, most int) views.Field {
		return views.Field{Name: name, Type: "number", Label: f.Say("found." + name), Value: strconv.Itoa(value), Min: "0", Upto: strconv.Itoa(most), Wrong: wrong[name]}
	}
	m.Limit, m.Rounds = number("limit", set.Limit, 100000), number("rounds", set.Rounds, 100)
	if failed != nil {
		m.Limit.Value, m.Rounds.Value = site.FormValueOr(c, "limit", m.Limit.Value), site.FormValueOr(c, "rounds", m.Rounds.Value)
	}
	m.Map = views.Field{Name: "map", Label: f.Say("found.map"), Wrong: wrong["size"] + wrong["map"]}
	if b.cloned != nil && b.cloned.Map != nil {
		m.Maps = append(m.Maps, views.Option{Value: sameMap, Text: f.Say("begin.map_same", "n", len(b.cloned.Map.Regions)), Chosen: b.mapSize == sameMap})
	}
	for _, n := range mapSizes {
		text := f.Say("found.map_none")
		if n > 0 {
			text = f.Say("found.map_size", "n", n)
		}
		m.Maps = append(m.Maps, views.Option{Value: strconv.Itoa(n), Text: text, Chosen: strconv.Itoa(n) == b.mapSize})
	}
	m.Seed = views.Field{Name: "seed", Label: f.Say("found.seed"), Value: b.seed, Max: 60}
	m.Shape, m.Shapes = views.Field{Name: "shape", Label: f.Say("atlas.shape")}, shapeOptions(f, b.shape)
	m.Switches = []views.Checkbox{{Name: "aftermath", Label: f.Say("found.aftermath"), Hint: f.Say("found.aftermath_hint"), On: set.Aftermath}}
	m.Seen = visibilityOptions(f, set)
	m.Facts = settingFacts(f, set, b.body.Honours)
	return s.Render(c, status, leagueviews.NewCampaign(f, m))
}

// visibilityOptions are who may see a campaign.
func visibilityOptions(f views.Frame, set campaign.Settings) []views.Option {
	list := []views.Option{{Value: "no", Chosen: set.Listed()}, {Value: "link", Chosen: set.Unlisted && !set.Private}, {Value: "yes", Chosen: set.Private}}
	for i := range list {
		list[i].Text, list[i].Hint = f.Say("found.seen_"+list[i].Value), f.Say("found.seen_"+list[i].Value+"_hint")
	}
	return list
}

// fillPresetChoices are the game, the manner and the way of scoring.
func (s *Handlers) fillPresetChoices(f views.Frame, m *leagueviews.NewCampaignPage, b *newCampaignForm, wrong map[string]string) {
	m.Game = views.Field{Name: "game", Label: f.Say("found.game"), Wrong: wrong["game"]}
	for _, g := range s.Games {
		m.Games = append(m.Games, views.Option{Value: g.ID, Text: site.GameName(f, g.ID), Chosen: g.ID == b.body.Settings.Game})
	}
	for _, key := range campaign.PresetKeys {
		m.Manners = append(m.Manners, leagueviews.PresetOption{Option: views.Option{Value: key, Text: f.Say("found.preset_" + key), Chosen: key == b.preset.Key}, Text: f.Say("begin.preset_" + key)})
	}
	m.Scoring = views.Field{Name: "scoring", Label: f.Say("begin.scoring"), Wrong: wrong["scoring"]}
	for _, way := range content.Preset(b.body.Settings.Game).Scorings {
		var set campaign.Settings
		applyScoring(&set, way)
		m.Scorings = append(m.Scorings, views.Option{Value: way.ID, Chosen: way.ID == b.scoring,
			Text: f.Say("begin.scored", "name", f.Say("scoring."+way.ID), "points", f.Say("begin.points", "win", way.Win, "draw", way.Draw, "loss", way.Loss)+marginText(f, set))})
	}
}

// marginText tells what clear victories give, "" when nothing else.
func marginText(f views.Frame, set campaign.Settings) string {
	words := ""
	for _, m := range set.Margins {
		words += " " + f.Say("begin.margin", "n", m.MinLead, "win", m.Win, "loss", m.Loss)
	}
	return words
}
