package play

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// battlePage shows a battle as far as it has come: its set-up, the battle itself, or its result.
func (s *Handlers) battlePage(c echo.Context, v site.Visit, b *campaign.Battle) error {
	camp := v.State.Campaigns[b.Campaign]
	switch {
	case site.IsUnderway(b) && !s.missingFromArchive(c, v, b):
		return s.showLiveBattle(c, v, b, c.QueryParams(), http.StatusOK, nil)
	case b.Status == campaign.Scheduled:
		return s.showSetup(c, v, b, nil, http.StatusOK)
	}
	return s.showBattleSummary(c, v, b, camp, nil)
}

// missingFromArchive reports whether a running battle did not come with the club's archive, because its record reveals what a
// player may not see.
func (s *Handlers) missingFromArchive(c echo.Context, v site.Visit, b *campaign.Battle) bool {
	live, err := s.lastLive(c.Request().Context(), v.Club, b)
	return err == nil && live == nil
}

// showLiveBattle shows a battle in the engine. Faults are shown above the question.
func (s *Handlers) showLiveBattle(c echo.Context, v site.Visit, b *campaign.Battle, q url.Values, status int, wrong error) error {
	live, err := s.Service.Live(c.Request().Context(), v.Club, b.ID)
	if err != nil {
		return err
	}
	if wrong == nil {
		if done, err := s.showHandOver(c, v, b, live); done {
			return err
		}
	}
	sc := s.newPresenter(c, v, b, live)
	page := sc.Page(q)
	s.completeBattlePage(c, v, b, live, sc, &page)
	if wrong != nil && !fillClockFault(c, page.Clock, wrong) {
		if line := s.FaultLine(c, sc, wrong); !slices.ContainsFunc(page.Ask.Faults, func(o views.FaultLine) bool { return o.Text == line.Text && o.Rule.ID == line.Rule.ID }) {
			page.Ask.Faults = append(page.Ask.Faults, line)
		}
	}
	page.ArbiterLink = site.CaseLink(site.CatalogOf(c), v, b)
	f := s.Frame(c, page.Title, views.SectionBattle)
	f.Where, f.Sub, f.Back = page.Title, page.Where, site.CampaignURL(v.Club, b.Campaign)
	f.OGImage, f.Scripts = site.OGImageURL(site.BattleURL(v.Club, b.ID)), []string{"js/battle.js"}
	if !live.Over {
		f.Refresh = 8
		if page.Ask.Mine && page.Ask.Kind != "wait" && (page.Ask.Dice == nil || page.Ask.Dice.WaitingFor == "") {
			f.Refresh = 0 // nobody else can act, and a refresh would lose what is being typed
		}
	}
	return s.Render(c, status, playviews.Battle(f, page))
}

// newPresenter returns the presenter of a battle for the visitor.
func (s *Handlers) newPresenter(c echo.Context, v site.Visit, b *campaign.Battle, live *campaign.LiveSnapshot) *battleview.Presenter {
	g := s.Service.Game(live.Setup.Game)
	sc := &battleview.Presenter{
		Game: g, Setup: live.Setup, Battle: live.Battle, Steps: live.Steps, Seats: s.playedSeats(c, v, b, s.Service.HasSecrets(live)),
		Catalog: site.CatalogOf(c), RuleURL: s.RuleLink(site.CatalogOf(c).Lang, g.ID), Path: battlePath(c, v, b), ByHand: live.SeedLost,
	}
	if p := s.Pack(g, ""); p != nil {
		sc.Symbols = p.Symbols
	}
	if p := live.Pending; p != nil {
		sc.Pending = &battleview.Pending{Answers: p.Turn, Command: p.Command, Faces: p.Faces, Choices: p.Move.Choices, Err: p.Err, Held: p.DiceCount, Typed: p.Typed}
	}
	for _, id := range b.Seats {
		name := ""
		if r := v.State.Rosters[id]; r != nil {
			name = site.PlayerNames(v.State, r)
		}
		sc.Players = append(sc.Players, name)
	}
	return sc
}

// playedSeats returns the seats that the visitor plays on this page: their own, or all of them under the address for both
// sides, which the service allows to members who may act for others. In a battle with hidden hands nobody plays all seats at
// once: a player to whom the other side was lent plays for the player who holds the phone.
func (s *Handlers) playedSeats(c echo.Context, v site.Visit, b *campaign.Battle, secret bool) []rules.Seat {
	if v.Member == nil {
		return nil
	}
	all := playsBothSides(c) && v.Can(campaign.ActionOthers) && !secret
	if usesLentSeats(c, v, b) {
		if all = !secret; secret {
			holds := phoneHolder(c, b)
			if holds == rules.Nobody {
				return nil
			}
			return []rules.Seat{holds}
		}
	}
	var seats []rules.Seat
	for i := range b.Seats {
		if all || v.State.Plays(b, i, v.Member.ID) {
			seats = append(seats, rules.Seat(i))
		}
	}
	return seats
}

func playsBothSides(c echo.Context) bool {
	return strings.HasSuffix(c.Path(), site.BothSidesSuffix) || strings.Contains(c.Path(), site.BothSidesSuffix+"/")
}

func battlePath(c echo.Context, v site.Visit, b *campaign.Battle) string {
	if playsBothSides(c) {
		return site.BattleURL(v.Club, b.ID) + site.BothSidesSuffix
	}
	return site.BattleURL(v.Club, b.ID)
}

// completeBattlePage adds what the presenter does not know: people, arms, addresses, permissions.
func (s *Handlers) completeBattlePage(c echo.Context, v site.Visit, b *campaign.Battle, live *campaign.LiveSnapshot, sc *battleview.Presenter, page *playviews.BattlePage) {
	camp := v.State.Campaigns[b.Campaign]
	page.Title = site.SidesTitle(site.CatalogOf(c), v.State, b)
	page.Where = site.BattleWhere(site.CatalogOf(c), camp, b)
	page.StreamURL = site.BattleURL(v.Club, b.ID) + "/events"
	page.ScreenURL = site.BattleURL(v.Club, b.ID) + "/screen"
	page.ProofURL = site.BattleURL(v.Club, b.ID) + "/dice"
	page.Flow = s.battleFlow(c, v, b, camp, live)
	page.State, page.Kind = page.Flow.State, page.Flow.Stage
	if live.Part == campaign.PartBattle {
		page.StopGaps = s.stopGaps(c, live.Setup)
	}
	page.Clock = s.clockModel(c, v, b, live, page.Sides)
	for i := range page.Sides {
		if i < len(b.Seats) {
			if r := v.State.Rosters[b.Seats[i]]; r != nil {
				page.Sides[i].Emblem, page.Sides[i].Player = site.RosterEmblem(r), site.PlayerNames(v.State, r)
			}
		}
	}
	mine := len(sc.Seats) > 0
	page.Undo = mine && live.Pending == nil && s.mayUndo(v, live)
	page.Secret = s.Service.HasSecrets(live)
	page.Finish, page.Aftermath = live.Over && mine, live.Part == campaign.PartAftermath
	if mine && !live.Over && !page.Secret {
		page.StateURL = site.BattleURL(v.Club, b.ID) + "/state"
	}
	if mine && !live.Over && live.Part == campaign.PartBattle {
		page.EndURL = site.BattleURL(v.Club, b.ID) + "/report"
	}
	if v.Can(campaign.ActionOthers) && !playsBothSides(c) && !live.Over && !page.Secret && len(sc.Seats) < len(b.Seats) {
		page.PlayBothURL = site.BattleURL(v.Club, b.ID) + site.BothSidesSuffix
	}
	if !playsBothSides(c) && !live.Over {
		page.Lending = s.lending(v, b)
		if v.Member != nil && v.State.PlaysAllSeats(b, v.Member.ID) {
			page.BothSidesURL = site.BattleURL(v.Club, b.ID) + site.BothSidesSuffix
		}
	}
	if usesLentSeats(c, v, b) && page.Secret && !live.Over && seatToAct(live) == rules.Nobody {
		page.HandOverURL = battlePath(c, v, b) + "?" + phoneHolderQuery + "=-1"
	}
}

// stopGaps names the stop-gaps on which a battle stands, what was chosen, and their rules.
func (s *Handlers) stopGaps(c echo.Context, setup rules.Setup) (all []playviews.StopGap) {
	book, rule := site.CatalogOf(c), s.RuleLink(site.CatalogOf(c).Lang, setup.Game)
	for _, o := range s.Service.Game(setup.Game).StopGaps(setup) {
		key := "option." + o.ID
		all = append(all, playviews.StopGap{Name: site.GamePhrase(book, setup.Game, key), Chosen: site.GamePhrase(book, setup.Game, key+"."+o.In(setup)),
			Rule: views.RuleRef{ID: o.Rule, URL: rule(o.Rule)}})
	}
	return all
}

// mayUndo reports whether the service would let the visitor undo the last step.
func (s *Handlers) mayUndo(v site.Visit, live *campaign.LiveSnapshot) bool {
	if live.Number == 0 {
		return false
	}
	return v.Can(campaign.ActionOthers) || live.Rows[live.Number-1].By == v.Member.ID && !s.Service.LastDiceByProgram(live)
}

// stateVersion returns the version of a battle's state, by which a page knows whether it is outdated: the step, in thousandths
// the answers to a pending command, and how often the clock was changed; after a report its status and the number of its acts.
// live is nil for a battle that was never opened in the engine.
func stateVersion(b *campaign.Battle, live *campaign.LiveSnapshot) string {
	phase := ""
	if b.Status != campaign.Scheduled {
		phase = fmt.Sprintf(" %s %d", b.Status, len(b.Acts))
	}
	if live == nil {
		return string(campaign.Scheduled) + phase
	}
	turn, clock := 0, phase
	if live.Pending != nil {
		turn = live.Pending.Turn % 1000
	}
	if b.Clock != nil {
		clock = fmt.Sprintf(" %d.%d%s", b.Clock.Minutes, len(b.Clock.Switches), phase)
	}
	return fmt.Sprintf("%d.%03d%s", live.Number, turn, clock)
}
