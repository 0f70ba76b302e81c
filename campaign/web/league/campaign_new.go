package league

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/content"
	"oriflamme/content/presets"
	"oriflamme/rules"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// mapSizes are the sizes of islands that the form offers, in regions.
var mapSizes = []int{0, 19, 37, 61}

// mapShapes are the shapes of regions that forms offer, hexagons first.
var mapShapes = []string{"hexagons", campaign.FreeShape}

// generateMap makes an island of regions of a shape.
func generateMap(shape, seed string, size int, lang string) (*campaign.Map, error) {
	if shape == campaign.FreeShape {
		return campaign.GenerateFreeIsland(seed, size, lang)
	}
	return campaign.GenerateIsland(seed, size, lang)
}

// sameMap means the map of the campaign that is cloned.
const sameMap = "same"

// newCampaignFields are the form that begins a campaign.
type newCampaignFields struct {
	Name      string `form:"name" label:"found.campaign_name" len:"1..80"`
	Story     string `form:"story" as:"textarea" label:"campaign.story" hint:"chronicle.markdown" len:"0..20000"`
	Game      string `form:"game" label:"found.game"`
	Preset    string `form:"preset"`
	Scoring   string `form:"scoring" label:"begin.scoring"` // scoring of the game's preset
	Limit     int    `form:"limit" label:"found.limit" in:"0..100000"`
	Rounds    int    `form:"rounds" label:"found.rounds" in:"0..100"`
	Map       string `form:"map" label:"found.map" error:"size"` // number of regions of the island, or sameMap
	Seed      string `form:"seed" label:"found.seed" len:"0..60"`
	Shape     string `form:"shape" label:"atlas.shape"` // shape of its regions, one of mapShapes
	Aftermath bool   `form:"aftermath" label:"found.aftermath" hint:"found.aftermath_hint"`
	Seen      string `form:"private"`
}

// A newCampaignForm is the campaign that the form creates, with what the form shows besides its settings.
type newCampaignForm struct {
	body   campaign.NewCampaign
	cloned *campaign.Campaign // nil unless a campaign is cloned
	preset campaign.Preset
	fields newCampaignFields
}

// newCampaign shows the form of a new campaign: ?preset= and ?game= choose its defaults, ?from= a campaign to clone.
func (s *Handlers) newCampaign(c echo.Context, v site.Visit) error {
	b, err := s.newForm(c, v)
	if err != nil {
		return err
	}
	return s.showNewCampaign(c, v, http.StatusOK, b, "", nil)
}

// createCampaign creates the campaign. Defaults that the organiser has not changed are replaced by those of the preset and game in
// the form.
func (s *Handlers) createCampaign(c echo.Context, v site.Visit) error {
	b, err := s.newForm(c, v)
	if err != nil {
		return err
	}
	defaults := b.fields
	err = s.ReadForm(c, &b.fields)
	if b.cloned == nil && c.FormValue("shown") != b.shownDefaults() {
		s.dropUnchangedDefaults(c.FormValue("shown"), defaults, &b.fields)
	}
	if c.FormValue("do") == "see" {
		return s.showNewCampaign(c, v, http.StatusOK, b, site.CatalogOf(c).Say("begin.changed"), nil)
	}
	if err == nil {
		err = s.takeChanges(b, site.CatalogOf(c).Lang)
	}
	var act campaign.Act
	if err == nil {
		act, err = s.Do(c, v, campaign.ActRequest{Body: b.body})
	}
	if err != nil {
		return s.showNewCampaign(c, v, site.StatusOf(err), b, "", err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, act.Body.(campaign.NewCampaign).Campaign), "begun")
}

// newForm returns the form with the defaults of its preset and game, or of the campaign that is cloned.
func (s *Handlers) newForm(c echo.Context, v site.Visit) (*newCampaignForm, error) {
	b := &newCampaignForm{preset: campaign.PresetOf(c.FormValue("preset"))}
	if id := c.FormValue("from"); id != "" {
		if b.cloned = v.State.Campaigns[id]; b.cloned == nil {
			return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-campaign"}
		}
		b.body, b.preset = campaign.CloneCampaign(b.cloned, ""), campaign.PresetOf(b.cloned.Settings.Preset)
		b.showSettings("0")
		if b.cloned.Map != nil {
			b.fields.Map = sameMap
		}
		return b, nil
	}
	game := s.Service.Game(c.FormValue("game"))
	if game == nil {
		game = s.Games[0]
	}
	return s.presetDefaults(game, b.preset), nil
}

// showSettings puts the settings into the fields, with a map of so many regions.
func (b *newCampaignForm) showSettings(regions string) {
	set := b.body.Settings
	form.Copy(&b.fields, set)
	b.fields.Preset, b.fields.Map, b.fields.Seed, b.fields.Seen = b.preset.Key, regions, strings.ToLower(rand.Text()[:6]), visibility(set)
}

// shownDefaults identifies the defaults with which a form was drawn.
func (b *newCampaignForm) shownDefaults() string { return b.body.Settings.Game + " " + b.preset.Key }

// dropUnchangedDefaults puts the defaults of now in the place of those that the form was drawn with and that were not changed.
func (s *Handlers) dropUnchangedDefaults(shown string, now newCampaignFields, in *newCampaignFields) {
	game, manner, _ := strings.Cut(shown, " ")
	g := s.Service.Game(game)
	if g == nil {
		return // the form was drawn without defaults
	}
	was := s.presetDefaults(g, campaign.PresetOf(manner)).fields
	keep(&in.Limit, was.Limit, now.Limit)
	keep(&in.Rounds, was.Rounds, now.Rounds)
	keep(&in.Map, was.Map, now.Map)
	keep(&in.Scoring, was.Scoring, now.Scoring)
	keep(&in.Aftermath, was.Aftermath, now.Aftermath)
}

// keep keeps a value, unless it is as it was: then it becomes what it is now.
func keep[T comparable](value *T, was, now T) {
	if *value == was {
		*value = now
	}
}

// presetDefaults returns the form with the defaults of a preset and a game.
func (s *Handlers) presetDefaults(game *rules.Game, manner campaign.Preset) *newCampaignForm {
	b := &newCampaignForm{preset: manner}
	preset := content.Preset(game.ID)
	b.body.Settings = b.preset.Settings("", game.ID)
	b.body.Settings.ForfeitScore = preset.Forfeit
	b.body.Settings.Limit, b.body.Settings.Aftermath = preset.Limit, b.preset.Aftermath && game.Aftermath != nil
	applyScoring(&b.body.Settings, preset.Scoring(""))
	if b.preset.Honours {
		b.body.Honours = Catalogue(game.ID)
	}
	b.showSettings(strconv.Itoa(b.preset.Regions))
	b.fields.Scoring = preset.Default
	return b
}

// takeChanges takes over what the organiser changed of the defaults, and draws the map.
func (s *Handlers) takeChanges(b *newCampaignForm, lang string) error {
	in, set := b.fields, &b.body.Settings
	if s.Service.Game(in.Game) == nil {
		return &campaign.Error{Code: campaign.Invalid, Field: "game", Key: "unknown-game", Params: map[string]string{"game": in.Game}}
	}
	if b.cloned == nil {
		applyScoring(set, content.Preset(set.Game).Scoring(in.Scoring))
	}
	set.Name, set.Story, set.Limit, set.Rounds, set.Aftermath = in.Name, in.Story, in.Limit, in.Rounds, in.Aftermath
	set.Private, set.Unlisted = in.Seen == "yes", in.Seen == "link"
	if in.Map == sameMap && b.cloned != nil {
		return nil
	}
	size, err := strconv.Atoi(in.Map)
	if err != nil {
		return site.NotANumber("map")
	}
	if b.body.Map = nil; size != 0 {
		b.body.Map, err = generateMap(in.Shape, in.Seed, size, lang)
	}
	return err
}

// applyScoring sets the scoring of a preset in settings.
func applyScoring(set *campaign.Settings, way presets.Scoring) {
	set.Win, set.Draw, set.Loss, set.Bye, set.Margins = way.Win, way.Draw, way.Loss, way.Bye, nil
	for _, m := range way.Margins {
		set.Margins = append(set.Margins, campaign.Margin{MinLead: m.Least, Win: m.Win, Loss: m.Loss})
	}
}

// Catalogue returns the honours of a game's preset as a campaign's catalogue.
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
	form, err := site.NewForm(c, b.fields, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("found.campaign"), views.SectionCampaign)
	f.Back = site.ClubURL(v.Club)
	set := b.body.Settings
	m := leagueviews.NewCampaignPage{Action: site.ClubURL(v.Club) + "/campaigns", Cancel: f.Back, Trouble: form.Trouble(), Changed: notice, Shown: b.shownDefaults(), Fields: form.Fields(),
		Shapes: form.Options("shape", site.Options(f.Catalog, "atlas.shape_", mapShapes)), Switches: []views.Checkbox{form.Checkbox("aftermath")},
		Seen: form.Options("private", visibilityOptions(f)), Facts: settingFacts(f, set, b.body.Honours)}
	if b.cloned != nil {
		m.From, m.FromText = b.cloned.ID, f.Say("begin.cloned", "name", b.cloned.Settings.Name)
	} else {
		s.fillPresetChoices(f, &m, set.Game, form)
	}
	var maps []views.Option
	if b.cloned != nil && b.cloned.Map != nil {
		maps = append(maps, views.Option{Value: sameMap, Text: f.Say("begin.map_same", "n", len(b.cloned.Map.Regions))})
	}
	for _, n := range mapSizes {
		text := f.Say("found.map_none")
		if n > 0 {
			text = f.Say("found.map_size", "n", n)
		}
		maps = append(maps, views.Option{Value: strconv.Itoa(n), Text: text})
	}
	m.Maps = form.Options("map", maps)
	return s.Render(c, status, leagueviews.NewCampaign(f, m))
}

// visibility is who may see a campaign, as a form has it.
func visibility(set campaign.Settings) string {
	switch {
	case set.Private:
		return "yes"
	case set.Unlisted:
		return "link"
	}
	return "no"
}

// visibilityOptions returns the choices of who may see a campaign.
func visibilityOptions(f views.Frame) []views.Option {
	list := site.Options(f.Catalog, "found.seen_", []string{"no", "link", "yes"})
	for i := range list {
		list[i].Hint = f.Say("found.seen_" + list[i].Value + "_hint")
	}
	return list
}

// fillPresetChoices are the game, the manner and the game's ways of scoring.
func (s *Handlers) fillPresetChoices(f views.Frame, m *leagueviews.NewCampaignPage, game string, form *form.Form) {
	var games, ways []views.Option
	for _, g := range s.Games {
		games = append(games, views.Option{Value: g.ID, Text: site.GameName(f, g.ID)})
	}
	m.Games = form.Options("game", games)
	for _, o := range form.Options("preset", site.Options(f.Catalog, "found.preset_", campaign.PresetKeys)) {
		m.Manners = append(m.Manners, leagueviews.PresetOption{Option: o, Text: f.Say("begin.preset_" + o.Value)})
	}
	for _, way := range content.Preset(game).Scorings {
		var set campaign.Settings
		applyScoring(&set, way)
		ways = append(ways, views.Option{Value: way.ID,
			Text: f.Say("begin.scored", "name", f.Say("scoring."+way.ID), "points", f.Say("begin.points", "win", way.Win, "draw", way.Draw, "loss", way.Loss)+marginText(f, set))})
	}
	m.Scorings = form.Options("scoring", ways)
}

// marginText describes the points for clear victories, or returns "".
func marginText(f views.Frame, set campaign.Settings) string {
	words := ""
	for _, m := range set.Margins {
		words += " " + f.Say("begin.margin", "n", m.MinLead, "win", m.Win, "loss", m.Loss)
	}
	return words
}
