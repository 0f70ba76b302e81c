package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/battleview"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// showSetup shows a battle that has not begun: the sides, the cards to draw, the
// house rules.
func (s *playHandlers) showSetup(c echo.Context, v visit, b *campaign.Battle, wrong error, status int) error {
	book := catalogOf(c)
	camp := v.state.Campaigns[b.Campaign]
	g := s.Service.Game(camp.Settings.Game)
	m := playviews.SetupPage{
		Title: sidesTitle(book, v.state, b), Where: battleWhere(book, camp, b), Path: battleURL(v.club, b.ID),
		Engine: g != nil && g.Begin != nil && (len(b.Seats) == 2 || len(g.PlayFormats) > 0), ScoreSheetURL: battleURL(v.club, b.ID) + "/slip",
		Mine: v.state.MayDo(v.actor, campaign.Open{Battle: b.ID}),
	}
	if len(b.Seats) > 2 && g != nil && g.Begin != nil && !m.Engine {
		m.Several = true
	}
	if isUnderway(b) {
		m.Engine, m.NotInArchive = false, true
	}
	m.Flow = s.battleFlow(c, v, b, camp, nil)
	if m.Mine {
		m.Report = battleURL(v.club, b.ID) + "/report"
	}
	m.ArbiterLink = caseLink(book, v, b)
	if v.can(campaign.KindClaim) && len(b.Seats) == 2 {
		m.Arrange = arrangeURL(v.club, b.ID)
	}
	for i, id := range b.Seats {
		m.Sides = append(m.Sides, s.setupSide(c, v, b, rules.Seat(i), v.state.Rosters[id], g))
	}
	if m.Engine && g.DataSheets != nil {
		m.Sheets = sheetsURL(v.club, g.ID)
	}
	if m.Engine {
		m.Modes = setupModes(c, g)
		m.Play, m.Teams = setupSides(c, g, m.Sides)
		m.Parts = setupParts(c, g, s.pack(g, c.FormValue("pack")))
		m.Options = s.setupOptions(c, g, camp)
	}
	if wrong != nil {
		m.Faults = []views.FaultLine{s.setupFault(c, v, b, g, wrong)}
	}
	f := s.frame(c, m.Title, views.SectionBattle)
	f.OGImage = ogImageURL(battleURL(v.club, b.ID))
	f.Sub, f.Back = m.Where, campaignURL(v.club, b.Campaign)
	if m.Mine {
		m.Minutes, f.Scripts = minutesField(c), []string{"js/battle_clocks.js"}
	}
	return s.render(c, status, playviews.BattleSetup(f, m))
}

func (s *playHandlers) setupSide(c echo.Context, v visit, b *campaign.Battle, seat rules.Seat, r *campaign.Roster, g *rules.Game) playviews.SetupSide {
	if r == nil {
		return playviews.SetupSide{}
	}
	list := v.state.BattleList(r)
	side := playviews.SetupSide{Name: r.List.Name, Player: playerNames(v.state, r), Emblem: rosterEmblem(r), URL: rosterURL(v.club, r.ID), Attacker: b.Attacker == seat}
	for _, u := range list.Units {
		side.Units = append(side.Units, u.Name)
	}
	if g != nil {
		for _, fault := range s.Service.Faults(v.state.Campaigns[b.Campaign].Settings, list) {
			side.Faults = append(side.Faults, battleview.NewFaultLine(catalogOf(c), g.ID, &fault, s.ruleLink(catalogOf(c).Lang, g.ID), unitNames(list)))
		}
	}
	return side
}

// setupModes are the ways in which the game's battles may be played, the one that
// was asked for or else the first being chosen.
func setupModes(c echo.Context, g *rules.Game) []views.Option {
	var modes []views.Option
	for mode, key := range map[rules.Mode]string{rules.Measured: "fight.measured", rules.Board: "fight.on-board"} {
		if g.Plays(mode) {
			modes = append(modes, views.Option{Value: string(mode), Text: catalogOf(c).Say(key), Chosen: c.FormValue("mode") == string(mode)})
		}
	}
	slices.SortFunc(modes, func(a, b views.Option) int {
		if g.Modes != nil {
			return slices.Index(g.Modes, rules.Mode(a.Value)) - slices.Index(g.Modes, rules.Mode(b.Value))
		}
		return strings.Compare(b.Value, a.Value)
	})
	if !slices.ContainsFunc(modes, func(o views.Option) bool { return o.Chosen }) && len(modes) > 0 {
		modes[0].Chosen = true
	}
	return modes
}

// setupParts are the decks of the game, from each of which one card is drawn.
func setupParts(c echo.Context, g *rules.Game, p *rules.Pack) []playviews.SetupPart {
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
		part := playviews.SetupPart{Field: views.Field{Name: "card." + deck.Field, Label: gamePhrase(catalogOf(c), p.Game, "part."+deck.Field)}}
		for i, card := range cards {
			o := views.Option{Value: card.ID, Text: card.Name.In(catalogOf(c).Lang), Hint: card.Text.In(catalogOf(c).Lang)}
			want := c.FormValue("card." + deck.Field)
			o.Chosen = want == card.ID || want == "" && i == 0
			part.Options = append(part.Options, o)
		}
		all = append(all, part)
	}
	return all
}

func (s *playHandlers) setupOptions(c echo.Context, g *rules.Game, camp *campaign.Campaign) []playviews.SetupOption {
	var all []playviews.SetupOption
	rule := s.ruleLink(catalogOf(c).Lang, g.ID)
	for _, o := range g.Options {
		have := c.FormValue("option." + o.ID)
		if have == "" {
			have = camp.Settings.Options[o.ID]
		}
		if have == "" {
			have = o.Default
		}
		line := playviews.SetupOption{Field: views.Field{Name: "option." + o.ID, Label: gamePhrase(catalogOf(c), g.ID, "option."+o.ID)}, Rule: views.RuleRef{ID: o.Rule, URL: rule(o.Rule)}}
		for _, value := range o.Values {
			line.Options = append(line.Options, views.Option{Value: value, Text: gamePhrase(catalogOf(c), g.ID, "option."+o.ID+"."+value), Chosen: value == have})
		}
		all = append(all, line)
	}
	return all
}

// battleOpen begins the battle in the engine.
func (s *playHandlers) battleOpen(c echo.Context) error {
	v, b, camp, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	g := s.Service.Game(camp.Settings.Game)
	if g == nil || g.Begin == nil {
		return &campaign.Error{Code: campaign.Conflict, Key: "no-engine"}
	}
	if b.Status != campaign.Scheduled {
		return s.showBattleSummary(c, v, b, camp, &campaign.Error{Code: campaign.Conflict, Field: "battle", Key: "played-already", Rule: "CAMP-BAT-1"})
	}
	setup, err := s.setupOf(c, v, b, g)
	if err == nil {
		_, err = s.Service.OpenBattle(c.Request().Context(), v.actor, v.club, b.ID, setup, formIdempotencyKey(c))
	}
	var fault *rules.Fault
	switch {
	case err == nil:
		return c.Redirect(http.StatusSeeOther, battleURL(v.club, b.ID))
	case errors.As(err, &fault), campaign.CodeOf(err) == campaign.Invalid, campaign.CodeOf(err) == campaign.Conflict:
		return s.showSetup(c, v, b, err, http.StatusUnprocessableEntity)
	}
	return err
}

// setupOf makes the setup that the form asks for.
func (s *playHandlers) setupOf(c echo.Context, v visit, b *campaign.Battle, g *rules.Game) (rules.Setup, error) {
	setup := rules.Setup{Game: g.ID, Version: g.Version, Mode: rules.Mode(c.FormValue("mode")), Options: map[string]string{}}
	for _, o := range g.Options {
		if value := c.FormValue("option." + o.ID); value != "" {
			setup.Options[o.ID] = value
		}
	}
	for _, id := range b.Seats {
		if r := v.state.Rosters[id]; r != nil {
			setup.Rosters = append(setup.Rosters, v.state.BattleList(r))
		}
	}
	p := s.pack(g, c.FormValue("pack"))
	if p == nil {
		setup.Field = json.RawMessage("{}")
		return setup, withSides(c, g, &setup)
	}
	entered := v.state.WithClubSheets(g, *p)
	choice := map[string]string{}
	for _, deck := range g.Decks {
		if id := c.FormValue("card." + deck.Field); id != "" && deck.FromRosters == nil {
			choice[deck.Field] = id
		}
	}
	var err error
	if setup.Field, err = packs.DrawField(entered, g, choice, setup.Rosters...); err != nil {
		return setup, rules.Faultf(rules.OutOfRange, "field", "%v", err)
	}
	return setup, withSides(c, g, &setup)
}

// setupFault says why a battle could not begin.
func (s *playHandlers) setupFault(c echo.Context, v visit, b *campaign.Battle, g *rules.Game, err error) views.FaultLine {
	var fault *rules.Fault
	if !errors.As(err, &fault) {
		return views.FaultLine{Text: errorText(catalogOf(c), err)}
	}
	var lists []rules.Roster
	for _, id := range b.Seats {
		if r := v.state.Rosters[id]; r != nil {
			lists = append(lists, r.List)
		}
	}
	names := unitNames(lists...)
	if g.DataSheets != nil {
		for _, raw := range s.sheetsOf(v, g) {
			id, name := sheetName(raw, catalogOf(c).Lang)
			names[id] = name
		}
	}
	return battleview.NewFaultLine(catalogOf(c), g.ID, fault, s.ruleLink(catalogOf(c).Lang, g.ID), names)
}
