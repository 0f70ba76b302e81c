package play

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/content/packs"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// showSetup shows a battle that has not begun: the sides, the cards to draw, the house rules.
func (s *Handlers) showSetup(c echo.Context, v site.Visit, b *campaign.Battle, wrong error, status int) error {
	book := site.CatalogOf(c)
	camp := v.State.Campaigns[b.Campaign]
	g := s.Service.Game(camp.Settings.Game)
	m := playviews.SetupPage{
		Title: site.SidesTitle(book, v.State, b), Where: site.BattleWhere(book, camp, b), Path: site.BattleURL(v.Club, b.ID),
		Engine: g != nil && g.Begin != nil && (len(b.Seats) == 2 || len(g.PlayFormats) > 0), ScoreSheetURL: site.BattleURL(v.Club, b.ID) + "/slip",
		Mine: v.State.MayDo(v.Actor, campaign.Open{Battle: b.ID}),
	}
	if len(b.Seats) > 2 && g != nil && g.Begin != nil && !m.Engine {
		m.Several = true
	}
	if site.IsUnderway(b) {
		m.Engine, m.NotInArchive = false, true
	}
	m.Flow = s.battleFlow(c, v, b, camp, nil)
	if m.Mine {
		m.Report = site.BattleURL(v.Club, b.ID) + "/report"
	}
	m.ArbiterLink = site.CaseLink(book, v, b)
	if v.Can(campaign.KindClaim) && len(b.Seats) == 2 {
		m.Arrange = arrangeURL(v.Club, b.ID)
	}
	for i, id := range b.Seats {
		m.Sides = append(m.Sides, s.setupSide(c, v, b, rules.Seat(i), v.State.Rosters[id], g))
	}
	if m.Engine && g.DataSheets != nil {
		m.Sheets = site.SheetsURL(v.Club, g.ID)
	}
	if m.Engine {
		s.fillSetupForm(c, g, camp, &m, wrong)
	}
	if wrong != nil {
		m.Faults = []views.FaultLine{s.setupFault(c, v, b, g, wrong)}
	}
	f := s.Frame(c, m.Title, views.SectionBattle)
	f.OGImage = site.OGImageURL(site.BattleURL(v.Club, b.ID))
	f.Sub, f.Back = m.Where, site.CampaignURL(v.Club, b.Campaign)
	if m.Mine {
		m.Minutes, f.Scripts = minutesField(c), []string{"js/battle_clocks.js"}
	}
	return s.Render(c, status, playviews.BattleSetup(f, m))
}

func (s *Handlers) setupSide(c echo.Context, v site.Visit, b *campaign.Battle, seat rules.Seat, r *campaign.Roster, g *rules.Game) playviews.SetupSide {
	if r == nil {
		return playviews.SetupSide{}
	}
	list := v.State.BattleList(r)
	side := playviews.SetupSide{Name: r.List.Name, Player: site.PlayerNames(v.State, r), Emblem: site.RosterEmblem(r), URL: site.RosterURL(v.Club, r.ID), Attacker: b.Attacker == seat}
	for _, u := range list.Units {
		side.Units = append(side.Units, u.Name)
	}
	if g != nil {
		for _, fault := range s.Service.Faults(v.State.Campaigns[b.Campaign].Settings, list) {
			side.Faults = append(side.Faults, battleview.NewFaultLine(site.CatalogOf(c), g.ID, &fault, s.RuleLink(site.CatalogOf(c).Lang, g.ID), site.UnitNames(list)))
		}
	}
	return side
}

// setupFields are the form that begins a battle.
type setupFields struct {
	Mode    rules.Mode        `form:"mode"`
	Play    string            `form:"play"` // how the sides fight each other
	Teams   []int             `form:"team-#" as:"choice" rows:"8"`
	Cards   map[string]string `form:"card.#"`   // by field of the deck
	Options map[string]string `form:"option.#"` // by id
}

// fillSetupForm fills in the choices of the form. What was sent is chosen, or else the first mode, way to fight and card, teams in
// turn, and of an option the campaign's setting or the default.
func (s *Handlers) fillSetupForm(c echo.Context, g *rules.Game, camp *campaign.Campaign, m *playviews.SetupPage, wrong error) {
	in := setupFields{Cards: map[string]string{}, Options: map[string]string{}}
	m.Modes = setupModes(site.CatalogOf(c), g)
	if len(m.Modes) > 0 {
		in.Mode = rules.Mode(m.Modes[0].Value)
	}
	m.Play, m.Teams = setupSides(c, g, m.Sides, &in)
	m.Parts = setupParts(c, g, s.Pack(g, ""), &in)
	m.Options = s.setupOptions(c, g, camp, &in)
	var refusal *form.Refusal
	if wrong != nil {
		refusal = &form.Refusal{Err: wrong}
	}
	inputs := form.New(site.CatalogOf(c), in, c.Request().Form, refusal)
	m.Modes, m.Play.Options = inputs.Options("mode", m.Modes), inputs.Options("play", m.Play.Options)
	for _, parts := range [][]playviews.SetupPart{m.Teams, m.Parts} {
		for i, p := range parts {
			parts[i].Options = inputs.Options(p.Field.Name, p.Options)
		}
	}
	for i, o := range m.Options {
		m.Options[i].Options = inputs.Options(o.Field.Name, o.Options)
	}
}

// setupModes returns the ways in which the game can be played.
func setupModes(b *phrases.Catalog, g *rules.Game) []views.Option {
	order := g.Modes
	if order == nil {
		order = []rules.Mode{rules.Measured, rules.Board}
	}
	keys := map[rules.Mode]string{rules.Measured: "fight.measured", rules.Board: "fight.on-board"}
	var modes []views.Option
	for _, mode := range order {
		if keys[mode] != "" && g.Plays(mode) {
			modes = append(modes, views.Option{Value: string(mode), Text: b.Say(keys[mode])})
		}
	}
	return modes
}

// setupParts returns the decks of the game; one card of each is drawn.
func setupParts(c echo.Context, g *rules.Game, p *rules.Pack, in *setupFields) []playviews.SetupPart {
	var all []playviews.SetupPart
	if p == nil {
		return nil
	}
	for _, deck := range g.Decks {
		if deck.FromRosters != nil {
			continue
		}
		cards, err := packs.Cards(*p, deck.Part)
		if err != nil || len(cards) == 0 {
			continue
		}
		part := playviews.SetupPart{Field: views.Field{Name: "card." + deck.Field, Label: site.GamePhrase(site.CatalogOf(c), p.Game, "part."+deck.Field)}}
		in.Cards[deck.Field] = cards[0].ID
		if deck.DrawnInBattle {
			in.Cards[deck.Field] = ""
			part.Options = append(part.Options, views.Option{Text: site.GamePhrase(site.CatalogOf(c), p.Game, "part-drawn")})
		}
		for _, card := range cards {
			part.Options = append(part.Options, views.Option{Value: card.ID, Text: card.Name.In(site.CatalogOf(c).Lang), Hint: card.Text.In(site.CatalogOf(c).Lang)})
		}
		all = append(all, part)
	}
	return all
}

func (s *Handlers) setupOptions(c echo.Context, g *rules.Game, camp *campaign.Campaign, in *setupFields) []playviews.SetupOption {
	var all []playviews.SetupOption
	rule := s.RuleLink(site.CatalogOf(c).Lang, g.ID)
	for _, o := range g.Options {
		in.Options[o.ID] = cmp.Or(camp.Settings.Options[o.ID], o.Default)
		line := playviews.SetupOption{SetupPart: playviews.SetupPart{Field: views.Field{Name: "option." + o.ID, Label: site.GamePhrase(site.CatalogOf(c), g.ID, "option."+o.ID)}}, Rule: views.RuleRef{ID: o.Rule, URL: rule(o.Rule)}}
		for _, value := range o.Values {
			line.Options = append(line.Options, views.Option{Value: value, Text: site.GamePhrase(site.CatalogOf(c), g.ID, "option."+o.ID+"."+value)})
		}
		all = append(all, line)
	}
	return all
}

// battleOpen opens the battle in the engine.
func (s *Handlers) battleOpen(c echo.Context, v site.Visit, b *campaign.Battle) error {
	camp := v.State.Campaigns[b.Campaign]
	g := s.Service.Game(camp.Settings.Game)
	if g == nil || g.Begin == nil {
		return &campaign.Error{Code: campaign.Conflict, Key: "no-engine"}
	}
	if b.Status != campaign.Scheduled {
		return s.showBattleSummary(c, v, b, camp, &campaign.Error{Code: campaign.Conflict, Field: "battle", Key: "played-already", Rule: "CAMP-BAT-1"})
	}
	setup, err := s.setupOf(c, v, b, g)
	if err == nil {
		_, err = s.Service.OpenBattle(c.Request().Context(), v.Actor, v.Club, b.ID, setup, site.FormIdempotencyKey(c))
	}
	var fault *rules.Fault
	switch {
	case err == nil:
		return c.Redirect(http.StatusSeeOther, site.BattleURL(v.Club, b.ID))
	case errors.As(err, &fault), campaign.CodeOf(err) == campaign.Invalid, campaign.CodeOf(err) == campaign.Conflict:
		return s.showSetup(c, v, b, err, http.StatusUnprocessableEntity)
	}
	return err
}

// setupOf makes the setup that the form asks for.
func (s *Handlers) setupOf(c echo.Context, v site.Visit, b *campaign.Battle, g *rules.Game) (rules.Setup, error) {
	var in setupFields
	if err := s.ReadForm(c, &in); err != nil {
		return rules.Setup{}, err
	}
	maps.DeleteFunc(in.Options, func(id, value string) bool {
		return value == "" || !slices.ContainsFunc(g.Options, func(o rules.Option) bool { return o.ID == id })
	})
	setup := rules.Setup{Game: g.ID, Version: g.Version, Mode: in.Mode, Options: in.Options}
	for _, id := range b.Seats {
		if r := v.State.Rosters[id]; r != nil {
			setup.Rosters = append(setup.Rosters, v.State.BattleList(r))
		}
	}
	p := s.Pack(g, "")
	if p == nil {
		setup.Field = json.RawMessage("{}")
		return setup, in.addSides(g, &setup)
	}
	maps.DeleteFunc(in.Cards, func(field, id string) bool {
		return id == "" || !slices.ContainsFunc(g.Decks, func(d rules.Deck) bool { return d.Field == field && d.FromRosters == nil })
	})
	var err error
	if setup.Field, err = packs.DrawField(v.State.WithClubSheets(g, *p), g, in.Cards, setup.Rosters...); err != nil {
		return setup, rules.Faultf(rules.OutOfRange, "field", "%v", err)
	}
	return setup, in.addSides(g, &setup)
}

// setupFault says why a battle could not begin.
func (s *Handlers) setupFault(c echo.Context, v site.Visit, b *campaign.Battle, g *rules.Game, err error) views.FaultLine {
	var fault *rules.Fault
	if !errors.As(err, &fault) {
		return views.FaultLine{Text: site.ErrorText(site.CatalogOf(c), err)}
	}
	var lists []rules.Roster
	for _, id := range b.Seats {
		if r := v.State.Rosters[id]; r != nil {
			lists = append(lists, r.List)
		}
	}
	names := site.UnitNames(lists...)
	if g.DataSheets != nil {
		for _, raw := range s.sheetsOf(v, g) {
			id, name := sheetName(raw, site.CatalogOf(c).Lang)
			names[id] = name
		}
	}
	return battleview.NewFaultLine(site.CatalogOf(c), g.ID, fault, s.RuleLink(site.CatalogOf(c).Lang, g.ID), names)
}
