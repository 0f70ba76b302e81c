package web

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// presets are the manners of a campaign that the form offers; each sets what is then still to be changed.
var presets = []string{"narrative", "league", "ladder"}

// mapSizes are the islands the form offers, in regions.
var mapSizes = []int{0, 19, 37, 61}

// newCampaign shows the form that begins a campaign.
func (s *site) newCampaign(c echo.Context) error {
	set := campaign.DefaultSettings("", "")
	return s.campaignForm(c, http.StatusOK, nil, set, 37, strings.ToLower(rand.Text()[:6]), nil)
}

// foundCampaign begins it, with an island where one was asked for.
func (s *site) foundCampaign(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	set := s.readSettings(c, campaign.DefaultSettings("", c.FormValue("game")))
	size, seed := 0, c.FormValue("seed")
	if text := c.FormValue("map"); text != "" {
		if size, err = strconv.Atoi(text); err != nil {
			return s.campaignForm(c, http.StatusUnprocessableEntity, nil, set, 0, seed, notANumber("map"))
		}
	}
	body := campaign.NewCampaign{Settings: set}
	if size > 0 {
		if body.Map, err = campaign.Isle(seed, size, bookOf(c).Lang); err != nil {
			return s.campaignForm(c, statusOf(err), nil, set, size, seed, err)
		}
	}
	act, err := s.do(c, v, campaign.Draft{Body: body})
	if err != nil {
		return s.campaignForm(c, statusOf(err), nil, set, size, seed, err)
	}
	return s.done(c, campaignURL(v.club, act.Body.(campaign.NewCampaign).Campaign), "begun")
}

// settings shows the form that changes a campaign.
func (s *site) settings(c echo.Context) error {
	_, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	return s.campaignForm(c, http.StatusOK, camp, camp.Settings, 0, "", nil)
}

// changeSettings changes it.
func (s *site) changeSettings(c echo.Context) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	set := s.readSettings(c, camp.Settings)
	body := campaign.EditCampaign{Campaign: camp.ID, Settings: set, Closed: c.FormValue("closed") == "yes"}
	if _, err := s.do(c, v, campaign.Draft{Body: body, Head: formHead(c)}); err != nil {
		return s.campaignForm(c, statusOf(err), camp, set, 0, "", err)
	}
	return s.done(c, campaignURL(v.club, camp.ID), "saved")
}

// readSettings reads the form over the settings there were.
func (s *site) readSettings(c echo.Context, set campaign.Settings) campaign.Settings {
	set.Name, set.Story = strings.TrimSpace(c.FormValue("name")), c.FormValue("story")
	if p := c.FormValue("preset"); p != "" {
		set.Preset = p
	}
	for name, to := range map[string]*int{"limit": &set.Limit, "rounds": &set.Rounds, "win": &set.Win, "draw": &set.Draw, "loss": &set.Loss,
		"bye": &set.Bye, "disputes": &set.Disputes, "appeals": &set.Appeals, "days": &set.Days, "grace": &set.Grace} {
		if text := c.FormValue(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				n = -1 // refused by the campaign, with the field's name
			}
			*to = n
		}
	}
	set.Ties = nil
	for i := range campaign.MostTies {
		if t := c.FormValue("tie" + strconv.Itoa(i)); t != "" {
			set.Ties = append(set.Ties, t)
		}
	}
	set.Aftermath, set.Private = c.FormValue("aftermath") == "yes", c.FormValue("private") == "yes"
	options := map[string]string{}
	if g := s.Hall.Game(set.Game); g != nil {
		for _, o := range g.Options {
			if value := c.FormValue("option-" + o.ID); value != "" && value != o.Default {
				options[o.ID] = value
			}
		}
	}
	set.Options = options
	return set
}

func (s *site) campaignForm(c echo.Context, status int, camp *campaign.Campaign, set campaign.Settings, size int, seed string, failed error) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	kind := "campaign"
	if camp != nil {
		kind = "settings"
	}
	if !v.can(kind) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	wrong, whole, ok := wrongs(bookOf(c), failed, "name", "game", "story", "limit", "rounds", "win", "draw", "loss", "bye", "disputes", "appeals", "days", "grace", "ties", "size")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, bookOf(c).Say("found.campaign"), views.SectionCampaign)
	m := views.CampaignForm{Action: clubURL(v.club) + "/campaigns", Cancel: clubURL(v.club), Button: f.Say("found.campaign_button"), Trouble: whole}
	if camp != nil {
		m.Action, m.Cancel, m.Button = campaignURL(v.club, camp.ID)+"/settings", campaignURL(v.club, camp.ID), f.Say("common.save")
		f.Title, f.Where = f.Say("campaign.settings"), camp.Settings.Name
	}
	f.Back = m.Cancel
	m.Name = views.Field{Name: "name", Label: f.Say("found.campaign_name"), Value: set.Name, Required: true, Max: 80, Wrong: wrong["name"]}
	m.Story = views.Field{Name: "story", Type: "textarea", Label: f.Say("campaign.story"), Hint: f.Say("chronicle.markdown"), Value: set.Story, Max: 20000, Wrong: wrong["story"]}
	m.Preset = views.Field{Name: "preset", Label: f.Say("found.preset")}
	for _, p := range presets {
		m.Presets = append(m.Presets, views.Option{Value: p, Text: f.Say("found.preset_" + p), Chosen: p == set.Preset})
	}
	if camp == nil {
		s.newCampaignFields(f, &m, set, size, seed, wrong)
	}
	campaignNumbers(f, &m, set, wrong)
	m.Switches = []views.Switch{{Name: "aftermath", Label: f.Say("found.aftermath"), Hint: f.Say("found.aftermath_hint"), On: set.Aftermath},
		{Name: "private", Label: f.Say("found.private"), Hint: f.Say("found.private_hint"), On: set.Private}}
	if camp != nil {
		m.Switches = append(m.Switches, views.Switch{Name: "closed", Label: f.Say("found.closed"), Hint: f.Say("found.closed_hint"), On: camp.Closed})
		m.Rulings = s.rulingChoices(f, set)
	}
	return s.page(c, status, views.FoundCampaign(f, m))
}

func (s *site) newCampaignFields(f views.Frame, m *views.CampaignForm, set campaign.Settings, size int, seed string, wrong map[string]string) {
	m.Game = views.Field{Name: "game", Label: f.Say("found.game"), Wrong: wrong["game"]}
	for _, g := range s.Games {
		m.Games = append(m.Games, views.Option{Value: g.ID, Text: gameName(f, g.ID), Chosen: g.ID == set.Game})
	}
	m.Map = views.Field{Name: "map", Label: f.Say("found.map"), Wrong: wrong["size"]}
	for _, n := range mapSizes {
		text := f.Say("found.map_none")
		if n > 0 {
			text = f.Say("found.map_size", "n", n)
		}
		m.Maps = append(m.Maps, views.Option{Value: strconv.Itoa(n), Text: text, Chosen: n == size})
	}
	m.Seed = views.Field{Name: "seed", Label: f.Say("found.seed"), Value: seed, Max: 60}
}

func campaignNumbers(f views.Frame, m *views.CampaignForm, set campaign.Settings, wrong map[string]string) {
	number := func(name string, value, most int) views.Field {
		return views.Field{Name: name, Type: "number", Label: f.Say("found." + name), Value: strconv.Itoa(value), Min: "0", Upto: strconv.Itoa(most), Wrong: wrong[name]}
	}
	m.Limit, m.Rounds = number("limit", set.Limit, 100000), number("rounds", set.Rounds, 100)
	m.Win, m.Draw, m.Loss, m.Bye = number("win", set.Win, 100), number("draw", set.Draw, 100), number("loss", set.Loss, 100), number("bye", set.Bye, 100)
	m.Disputes, m.Appeals = number("disputes", set.Disputes, 365), number("appeals", set.Appeals, 365)
	m.Days, m.Grace = number("days", set.Days, 365), number("grace", set.Grace, 365)
	for i := range campaign.MostTies {
		t := views.Tie{Field: views.Field{Name: "tie" + strconv.Itoa(i), Label: f.Say("found.tie", "n", i+1)}, Options: []views.Option{{Text: f.Say("common.none")}}}
		if i == 0 {
			t.Field.Wrong = wrong["ties"]
		}
		for _, key := range campaign.TieBreaks {
			t.Options = append(t.Options, views.Option{Value: key, Text: f.Say("tie." + key), Chosen: i < len(set.Ties) && set.Ties[i] == key})
		}
		m.Tie = append(m.Tie, t)
	}
}

// rulingChoices are the doubtful points of the game that the organiser may settle otherwise.
func (s *site) rulingChoices(f views.Frame, set campaign.Settings) []views.RulingChoice {
	g := s.Hall.Game(set.Game)
	if g == nil {
		return nil
	}
	var list []views.RulingChoice
	rule := s.ruleLink(f.Book.Lang, g.ID)
	for _, o := range g.Options {
		choice := rulingChoice(f, g, o, set.Options[o.ID])
		choice.Rule.URL = rule(o.Rule)
		list = append(list, choice)
	}
	return list
}

func rulingChoice(f views.Frame, g *rules.Game, o rules.Option, value string) views.RulingChoice {
	say := func(key, otherwise string) string {
		if f.Book.Has(key) {
			return f.Say(key)
		}
		return otherwise
	}
	key := g.ID + ".option." + o.ID
	label := say(key+".label", "")
	if label == "" {
		label = say(key, o.ID)
	}
	out := views.RulingChoice{Rule: views.Cite{ID: o.Rule}, Field: views.Field{Name: "option-" + o.ID, Label: label}}
	if value == "" {
		value = o.Default
	}
	for _, x := range o.Values {
		out.Options = append(out.Options, views.Option{Value: x, Text: say(key+"."+x, x), Chosen: x == value})
	}
	return out
}
