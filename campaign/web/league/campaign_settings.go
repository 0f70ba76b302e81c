package league

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// settingsPage shows the form that changes a campaign.
func (s *Handlers) settingsPage(c echo.Context) error {
	_, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	return s.settingsForm(c, http.StatusOK, camp, camp.Settings, nil)
}

// changeSettings changes it.
func (s *Handlers) changeSettings(c echo.Context) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	set := s.readSettings(c, camp.Settings)
	body := campaign.EditCampaign{Campaign: camp.ID, Settings: set, Closed: c.FormValue("closed") == "yes"}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body, Why: strings.TrimSpace(c.FormValue("why")), LastSeen: site.FormHead(c)}); err != nil {
		return s.settingsForm(c, site.StatusOf(err), camp, set, err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID), "saved")
}

// readSettings reads the form over the settings there were.
func (s *Handlers) readSettings(c echo.Context, set campaign.Settings) campaign.Settings {
	set.Name, set.Story = strings.TrimSpace(c.FormValue("name")), c.FormValue("story")
	if p := c.FormValue("preset"); p != "" {
		set.Preset = p
	}
	for name, to := range map[string]*int{"limit": &set.Limit, "rounds": &set.Rounds, "win": &set.Win, "draw": &set.Draw, "loss": &set.Loss,
		"bye": &set.Bye, "penalty": &set.Penalty, "forfeit": &set.ForfeitScore, "absence": &set.AbsencePoints, "groups": &set.Groups, "disputes": &set.DisputeDays, "appeals": &set.AppealDays, "days": &set.RoundDays, "grace": &set.GraceDays, "silence": &set.AutoConfirmDays} {
		if text := c.FormValue(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				n = -1 // refused by the campaign, with the field's name
			}
			*to = n
		}
	}
	if form := c.Request().Form; form.Has("land_left") {
		set.LandLeft = campaign.LandLeft(form.Get("land_left"))
	}
	set.TieBreaks = nil
	for i := range campaign.MaxTieBreaks {
		if t := c.FormValue("tie" + strconv.Itoa(i)); t != "" {
			set.TieBreaks = append(set.TieBreaks, t)
		}
	}
	set.Aftermath = c.FormValue("aftermath") == "yes"
	set.Private, set.Unlisted = c.FormValue("private") == "yes", c.FormValue("private") == "link"
	if g := s.Service.Game(set.Game); g != nil && g.ScoreResource != "" {
		if set.ScoreResource = ""; c.FormValue("fame") == "yes" {
			set.ScoreResource = g.ScoreResource
		}
	}
	set.Method, set.Tables, set.Unrated = campaign.DrawMethod(c.FormValue("method")), readTables(c), c.FormValue("unrated") == "yes"
	set.Ladder, set.Margins, set.HouseRules = readLadder(c), readMargins(c), readHouse(c)
	options, whys := map[string]string{}, map[string]string{}
	if g := s.Service.Game(set.Game); g != nil {
		for _, o := range g.Options {
			if value := c.FormValue("option-" + o.ID); value != "" && value != o.Default {
				options[o.ID] = value
				if why := strings.TrimSpace(c.FormValue("why-" + o.ID)); why != "" {
					whys[o.ID] = why
				}
			}
		}
	}
	set.Options, set.OptionReasons = options, nil
	if len(whys) > 0 {
		set.OptionReasons = whys
	}
	return set
}

func (s *Handlers) settingsForm(c echo.Context, status int, camp *campaign.Campaign, set campaign.Settings, failed error) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	if !v.Can(campaign.KindSettings) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "name", "story", "limit", "rounds", "win", "draw", "loss", "bye", "penalty", "forfeit", "absence", "land_left", "groups", "disputes", "appeals", "days", "grace", "ties", "method", "margins", "reach", "answer", "house", "silence", "tables")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("campaign.settings"), views.SectionCampaign)
	f.Where, f.Back = camp.Settings.Name, site.CampaignURL(v.Club, camp.ID)
	m := leagueviews.CampaignForm{Action: f.Back + "/settings", Cancel: f.Back, Button: f.Say("common.save"), Trouble: whole}
	m.Name = views.Field{Name: "name", Label: f.Say("found.campaign_name"), Value: set.Name, Required: true, Max: 80, Wrong: wrong["name"]}
	m.Story = views.Field{Name: "story", Type: "textarea", Label: f.Say("campaign.story"), Hint: f.Say("chronicle.markdown"), Value: set.Story, Max: 20000, Wrong: wrong["story"]}
	m.Preset = views.Field{Name: "preset", Label: f.Say("found.preset"), Hint: f.Say("begin.preset_hint")}
	for _, p := range campaign.PresetKeys {
		m.Presets = append(m.Presets, views.Option{Value: p, Text: f.Say("found.preset_" + p), Chosen: p == set.Preset})
	}
	campaignNumbers(f, &m, set, wrong)
	m.Method = views.Field{Name: "method", Label: f.Say("draw.method"), Wrong: wrong["method"]}
	for _, method := range campaign.DrawMethods {
		m.Methods = append(m.Methods, views.Option{Value: string(method), Text: f.Say("draw.method_" + string(method)), Chosen: method == set.Method})
	}
	m.Tables = views.Field{Name: "tables", Type: "textarea", Label: f.Say("found.tables"), Hint: f.Say("found.tables_hint"), Value: site.FormValueOr(c, "tables", tableLines(set.Tables)), Max: 12000, Wrong: wrong["tables"]}
	ladderFields(c, f, &m, set, wrong)
	marginFields(c, f, &m, set, wrong["margins"])
	houseFields(c, f, &m, set, wrong["house"])
	m.Switches = []views.Checkbox{{Name: "aftermath", Label: f.Say("found.aftermath"), Hint: f.Say("found.aftermath_hint"), On: set.Aftermath},
		{Name: "unrated", Label: f.Say("found.unrated"), Hint: f.Say("found.unrated_hint"), On: set.Unrated},
		{Name: "closed", Label: f.Say("found.closed"), Hint: f.Say("found.closed_hint"), On: camp.Closed}}
	m.Seen = visibilityOptions(f, set)
	if g := s.Service.Game(set.Game); g != nil && g.ScoreResource != "" {
		what := f.Say(g.ID + ".resource." + g.ScoreResource)
		m.Switches = append(m.Switches, views.Checkbox{Name: "fame", Label: f.Say("found.fame", "what", what), Hint: f.Say("found.fame_hint"), On: set.ScoreResource == g.ScoreResource})
	}
	m.Rulings = s.rulingChoices(f, set)
	for i := range m.Rulings {
		why := &m.Rulings[i].Why
		why.Value = site.FormValueOr(c, why.Name, why.Value)
	}
	m.Why = views.Field{Name: "why", Label: f.Say("rules.why"), Hint: f.Say("rules.why_hint"), Value: site.FormValueOr(c, "why", ""), Max: 4000}
	return s.Render(c, status, leagueviews.Settings(f, m))
}

func campaignNumbers(f views.Frame, m *leagueviews.CampaignForm, set campaign.Settings, wrong map[string]string) {
	number := func(name string, value, most int) views.Field {
		return views.Field{Name: name, Type: "number", Label: f.Say("found." + name), Value: strconv.Itoa(value), Min: "0", Upto: strconv.Itoa(most), Wrong: wrong[name]}
	}
	m.Limit, m.Rounds = number("limit", set.Limit, 100000), number("rounds", set.Rounds, 100)
	m.Win, m.Draw, m.Loss, m.Bye = number("win", set.Win, 100), number("draw", set.Draw, 100), number("loss", set.Loss, 100), number("bye", set.Bye, 100)
	m.Forfeit, m.Absence = number("forfeit", set.ForfeitScore, 9999), number("absence", set.AbsencePoints, 100)
	m.Forfeit.Hint = f.Say("found.forfeit_hint")
	m.LandLeft = views.Field{Name: "land_left", Label: f.Say("found.land_left"), Wrong: wrong["land_left"]}
	for _, what := range campaign.LandPolicies {
		m.LandsLeft = append(m.LandsLeft, views.Option{Value: string(what), Text: departedLandText(f, what), Chosen: what == set.LandLeft})
	}
	m.Penalty, m.Groups = number("penalty", set.Penalty, 100), number("groups", set.Groups, campaign.MaxGroups)
	m.Disputes, m.Appeals = number("disputes", set.DisputeDays, 365), number("appeals", set.AppealDays, 365)
	m.Days, m.Grace, m.Silence = number("days", set.RoundDays, 365), number("grace", set.GraceDays, 365), number("silence", set.AutoConfirmDays, 365)
	for i := range campaign.MaxTieBreaks {
		t := leagueviews.TieBreak{Field: views.Field{Name: "tie" + strconv.Itoa(i), Label: f.Say("found.tie", "n", i+1)}, Options: []views.Option{{Text: f.Say("common.none")}}}
		if i == 0 {
			t.Field.Wrong = wrong["ties"]
		}
		for _, key := range campaign.TieBreakKeys {
			t.Options = append(t.Options, views.Option{Value: key, Text: f.Say("tie." + key), Chosen: i < len(set.TieBreaks) && set.TieBreaks[i] == key})
		}
		m.TieBreak = append(m.TieBreak, t)
	}
}

// departedLandText says what becomes of the land of who withdraws.
func departedLandText(f views.Frame, what campaign.LandLeft) string {
	if what == campaign.LandStays {
		what = "stays"
	}
	return f.Say("rules.land_" + string(what))
}

// rulingChoices are the doubtful points of the game that the organiser may settle otherwise.
func (s *Handlers) rulingChoices(f views.Frame, set campaign.Settings) []leagueviews.RulingChoice {
	g := s.Service.Game(set.Game)
	if g == nil {
		return nil
	}
	var list []leagueviews.RulingChoice
	rule := s.RuleLink(f.Catalog.Lang, g.ID)
	for _, o := range g.Options {
		choice := rulingChoice(f, g, o, set.Options[o.ID])
		choice.Rule.URL = rule(o.Rule)
		choice.Why = views.Field{Name: "why-" + o.ID, Label: f.Say("rules.option_why"), Value: set.OptionReasons[o.ID], Max: 400}
		list = append(list, choice)
	}
	return list
}

func rulingChoice(f views.Frame, g *rules.Game, o rules.Option, value string) leagueviews.RulingChoice {
	say := func(key, otherwise string) string {
		if f.Catalog.Has(key) {
			return f.Say(key)
		}
		return otherwise
	}
	key := g.ID + ".option." + o.ID
	label := say(key+".label", "")
	if label == "" {
		label = say(key, o.ID)
	}
	out := leagueviews.RulingChoice{Rule: views.RuleRef{ID: o.Rule}, Field: views.Field{Name: "option-" + o.ID, Label: label}}
	if value == "" {
		value = o.Default
	}
	for _, x := range o.Values {
		out.Options = append(out.Options, views.Option{Value: x, Text: say(key+"."+x, x), Chosen: x == value})
	}
	return out
}
