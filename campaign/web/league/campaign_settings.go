package league

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// settingsFields are the form that changes the settings of a campaign.
type settingsFields struct {
	Name            string              `form:"name" label:"found.campaign_name" len:"1..80"`
	Story           string              `form:"story" as:"textarea" label:"campaign.story" hint:"chronicle.markdown" len:"0..20000"`
	Preset          string              `form:"preset" label:"found.preset" hint:"begin.preset_hint"`
	Limit           int                 `form:"limit" label:"found.limit" in:"0..100000"`
	Rounds          int                 `form:"rounds" label:"found.rounds" in:"0..100"`
	Method          campaign.DrawMethod `form:"method" label:"draw.method"`
	Groups          int                 `form:"groups" label:"found.groups" in:"0..16"`
	Win             int                 `form:"win" label:"found.win" in:"0..100"`
	Draw            int                 `form:"draw" label:"found.draw" in:"0..100"`
	Loss            int                 `form:"loss" label:"found.loss" in:"0..100"`
	Bye             int                 `form:"bye" label:"found.bye" in:"0..100"`
	Penalty         int                 `form:"penalty" label:"found.penalty" in:"0..100"`
	ForfeitScore    int                 `form:"forfeit" label:"found.forfeit" hint:"found.forfeit_hint" in:"0..9999"`
	AbsencePoints   int                 `form:"absence" label:"found.absence" in:"0..100"`
	LandLeft        campaign.LandLeft   `form:"land_left" label:"found.land_left"`
	DisputeDays     int                 `form:"disputes" label:"found.disputes" in:"0..365"`
	AppealDays      int                 `form:"appeals" label:"found.appeals" in:"0..365"`
	RoundDays       int                 `form:"days" label:"found.days" in:"0..365"`
	GraceDays       int                 `form:"grace" label:"found.grace" in:"0..365"`
	AutoConfirmDays int                 `form:"silence" label:"found.silence" in:"0..365"`
	TableLines      string              `form:"tables" as:"textarea" label:"found.tables" hint:"found.tables_hint" len:"0..12000"`
	MarginRows      []marginRow         `rows:"3" error:"margins"`
	TieBreaks       []string            `form:"tie#" label:"found.tie" rows:"8" error:"ties[#],ties"`
	Ranked          bool                `form:"ladder" label:"ladder.on" hint:"ladder.on_hint"`
	Yield           bool                `form:"yield" label:"ladder.yield" hint:"ladder.yield_hint"`
	Shift           bool                `form:"climb" label:"ladder.climb" hint:"ladder.climb_hint"`
	Reach           int                 `form:"reach" label:"ladder.reach" in:"1..50"`
	Answer          int                 `form:"answer" label:"ladder.answer" in:"1..60"`
	House           []houseRow          `rows:"30" error:"house"`
	Aftermath       bool                `form:"aftermath" label:"found.aftermath" hint:"found.aftermath_hint"`
	Unrated         bool                `form:"unrated" label:"found.unrated" hint:"found.unrated_hint"`
	Closed          bool                `form:"closed" label:"found.closed" hint:"found.closed_hint"`
	ScoresResource  bool                `form:"fame" hint:"found.fame_hint"`
	Seen            string              `form:"private"`
	Rulings         map[string]string   `form:"option-#"`
	Whys            map[string]string   `form:"why-#" label:"rules.option_why" len:"0..400" error:"whys.#"`
	Why             string              `form:"why" label:"rules.why" hint:"rules.why_hint" len:"0..4000"`
}

// A marginRow is what a clear victory gives; one without a lead is none.
type marginRow struct {
	Lead *int `form:"margin#" label:"rules.margin" in:"0..9999" error:"margins[#].least"`
	Win  *int `form:"margin#-win" label:"found.win" in:"0..100" error:"margins[#].win"`
	Loss *int `form:"margin#-loss" label:"found.loss" in:"0..100"`
}

// A houseRow is a house rule; one without a name is none.
type houseRow struct {
	Name string `form:"house#-name" label:"rules.house_name" len:"0..80" error:"house[#].name"`
	Was  string `form:"house#-was" label:"rules.house_was" len:"0..400" error:"house[#].was"`
	Now  string `form:"house#-now" label:"rules.house_now" len:"0..400" error:"house[#].now"`
	Why  string `form:"house#-why" label:"rules.house_why" len:"0..400" error:"house[#].why"`
}

// marginRows is how many clear victories the form has room for, maxHouseRows how many house rules.
const marginRows, maxHouseRows = 3, 30

// settingsPage shows the form that changes a campaign.
func (s *Handlers) settingsPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.settingsForm(c, v, camp, http.StatusOK, s.fieldsOfSettings(camp), nil)
}

// changeSettings changes the settings of a campaign.
func (s *Handlers) changeSettings(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	in := s.fieldsOfSettings(camp)
	err := s.ReadForm(c, &in)
	if err == nil {
		body := campaign.EditCampaign{Campaign: camp.ID, Settings: s.settingsOf(in, camp.Settings), Closed: in.Closed}
		_, err = s.Do(c, v, campaign.ActRequest{Body: body, Why: in.Why, LastSeen: site.FormHead(c)})
	}
	if err != nil {
		return s.settingsForm(c, v, camp, site.StatusOf(err), in, err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID), "saved")
}

// fieldsOfSettings are the settings of a campaign as the form shows them.
func (s *Handlers) fieldsOfSettings(camp *campaign.Campaign) settingsFields {
	set := camp.Settings
	in := settingsFields{Closed: camp.Closed, Seen: visibility(set), TableLines: tableLines(set.Tables), Ranked: set.Ladder != nil, Reach: 3, Answer: 7, Rulings: map[string]string{}, Whys: map[string]string{}}
	form.Copy(&in, set)
	in.TieBreaks = slices.Clone(set.TieBreaks)
	if l := set.Ladder; l != nil {
		in.Reach, in.Answer, in.Yield, in.Shift = l.Reach, l.Days, l.Yield, l.Shift
	}
	for _, m := range set.Margins {
		in.MarginRows = append(in.MarginRows, marginRow{&m.MinLead, &m.Win, &m.Loss})
	}
	for _, h := range set.HouseRules {
		in.House = append(in.House, houseRow(h))
	}
	if g := s.Service.Game(set.Game); g != nil {
		in.ScoresResource = g.ScoreResource != "" && set.ScoreResource == g.ScoreResource
		for _, o := range g.Options {
			if in.Rulings[o.ID] = set.Options[o.ID]; in.Rulings[o.ID] == "" {
				in.Rulings[o.ID] = o.Default
			}
			in.Whys[o.ID] = set.OptionReasons[o.ID]
		}
	}
	return in
}

// settingsOf is what the form makes of the settings there were.
func (s *Handlers) settingsOf(in settingsFields, set campaign.Settings) campaign.Settings {
	form.Copy(&set, in)
	set.Private, set.Unlisted = in.Seen == "yes", in.Seen == "link"
	set.TieBreaks = slices.DeleteFunc(slices.Clone(in.TieBreaks), func(tie string) bool { return tie == "" })
	set.Tables, set.Ladder, set.Margins, set.HouseRules = readTables(in.TableLines), nil, nil, nil
	if in.Ranked {
		set.Ladder = &campaign.LadderRules{Reach: in.Reach, Days: in.Answer, Yield: in.Yield, Shift: in.Shift}
	}
	given := func(n *int) int {
		if n == nil {
			return -1 // the service refuses it with the field's name
		}
		return *n
	}
	for _, m := range in.MarginRows {
		if m.Lead != nil {
			set.Margins = append(set.Margins, campaign.Margin{MinLead: *m.Lead, Win: given(m.Win), Loss: given(m.Loss)})
		}
	}
	for _, h := range in.House {
		if h.Name != "" {
			set.HouseRules = append(set.HouseRules, campaign.HouseRule(h))
		}
	}
	set.Options, set.OptionReasons = map[string]string{}, nil
	g := s.Service.Game(set.Game)
	if g == nil {
		return set
	}
	if g.ScoreResource != "" {
		if set.ScoreResource = ""; in.ScoresResource {
			set.ScoreResource = g.ScoreResource
		}
	}
	whys := map[string]string{}
	for _, o := range g.Options {
		if value := in.Rulings[o.ID]; value != "" && value != o.Default {
			if set.Options[o.ID] = value; in.Whys[o.ID] != "" {
				whys[o.ID] = in.Whys[o.ID]
			}
		}
	}
	if len(whys) > 0 {
		set.OptionReasons = whys
	}
	return set
}

func (s *Handlers) settingsForm(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, in settingsFields, failed error) error {
	if !v.Can(campaign.KindSettings) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	in.MarginRows = append(in.MarginRows, make([]marginRow, max(0, marginRows-len(in.MarginRows)))...)
	in.TieBreaks = append(in.TieBreaks, make([]string, max(0, campaign.MaxTieBreaks-len(in.TieBreaks)))...)
	if len(in.House) < maxHouseRows && (len(in.House) == 0 || in.House[len(in.House)-1] != houseRow{}) {
		in.House = append(in.House, houseRow{})
	}
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("campaign.settings"), views.SectionCampaign)
	f.Where, f.Back = camp.Settings.Name, site.CampaignURL(v.Club, camp.ID)
	m := leagueviews.CampaignForm{Action: f.Back + "/settings", Cancel: f.Back, Button: f.Say("common.save"), Trouble: form.Trouble(), Fields: form.Fields(),
		Presets: form.Options("preset", site.Options(f.Catalog, "found.preset_", campaign.PresetKeys)),
		Methods: form.Options("method", site.Options(f.Catalog, "draw.method_", campaign.DrawMethods))}
	var lands []views.Option
	for _, what := range campaign.LandPolicies {
		lands = append(lands, views.Option{Value: string(what), Text: departedLandText(f, what)})
	}
	m.LandsLeft = form.Options("land_left", lands)
	for i := range in.MarginRows {
		name := "margin" + strconv.Itoa(i)
		m.Margins = append(m.Margins, []views.Field{m.Fields[name], m.Fields[name+"-win"], m.Fields[name+"-loss"]})
	}
	ties := append([]views.Option{{Text: f.Say("common.none")}}, site.Options(f.Catalog, "tie.", campaign.TieBreakKeys)...)
	for i := range in.TieBreaks {
		field, options := form.Choice("tie"+strconv.Itoa(i), ties)
		m.TieBreak = append(m.TieBreak, leagueviews.TieBreak{Field: field, Options: options})
	}
	for i := range in.House {
		name := "house" + strconv.Itoa(i)
		m.House = append(m.House, []views.Field{m.Fields[name+"-name"], m.Fields[name+"-was"], m.Fields[name+"-now"], m.Fields[name+"-why"]})
	}
	m.Ladder = []views.Checkbox{form.Checkbox("ladder"), form.Checkbox("yield"), form.Checkbox("climb")}
	m.Switches = []views.Checkbox{form.Checkbox("aftermath"), form.Checkbox("unrated"), form.Checkbox("closed")}
	m.Seen = form.Options("private", visibilityOptions(f))
	if g := s.Service.Game(camp.Settings.Game); g != nil {
		if g.ScoreResource != "" {
			score := form.Checkbox("fame")
			score.Label = f.Say("found.fame", "what", f.Say(g.ID+".resource."+g.ScoreResource))
			m.Switches = append(m.Switches, score)
		}
		rule := s.RuleLink(f.Catalog.Lang, g.ID)
		for _, o := range g.Options {
			choice := rulingChoice(f, g, o, "")
			choice.Rule.URL, choice.Why, choice.Options = rule(o.Rule), m.Fields["why-"+o.ID], form.Options("option-"+o.ID, choice.Options)
			m.Rulings = append(m.Rulings, choice)
		}
	}
	return s.Render(c, status, leagueviews.Settings(f, m))
}

// departedLandText says what becomes of the land of a side that withdraws.
func departedLandText(f views.Frame, what campaign.LandLeft) string {
	if what == campaign.LandStays {
		what = "stays"
	}
	return f.Say("rules.land_" + string(what))
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

// readTables reads one table a line: its name, and after a colon the mission laid out there.
func readTables(lines string) []campaign.Table {
	var all []campaign.Table
	for _, line := range strings.Split(lines, "\n") {
		name, mission, _ := strings.Cut(line, ":")
		if p := (campaign.Table{Name: strings.TrimSpace(name), Mission: strings.TrimSpace(mission)}); p != (campaign.Table{}) {
			all = append(all, p)
		}
	}
	return all
}

// tableLines writes what readTables reads.
func tableLines(all []campaign.Table) string {
	lines := make([]string, len(all))
	for i, p := range all {
		if lines[i] = p.Name; p.Mission != "" {
			lines[i] += ": " + p.Mission
		}
	}
	return strings.Join(lines, "\n")
}
