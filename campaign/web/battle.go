package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/scene"
	"oriflamme/rules"
	"oriflamme/views"
)

// battle shows a battle as far as it has come: what is needed to begin it, the
// fight, or what came of it.
func (s *site) battle(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	b, camp, err := v.battle(c)
	if err != nil {
		return err
	}
	switch {
	case underway(b) && !s.leftBehind(c, v, b):
		return s.fight(c, v, b, c.QueryParams(), http.StatusOK, nil)
	case b.Phase == campaign.Scheduled:
		return s.muster(c, v, b, nil, http.StatusOK)
	}
	return s.afterwards(c, v, b, camp, nil)
}

// leftBehind reports whether a battle that goes on did not come with the club's archive, because its record tells what a
// player may not see.
func (s *site) leftBehind(c echo.Context, v visit, b *campaign.Battle) bool {
	live, err := s.lastLive(c.Request().Context(), v.club, b)
	return err == nil && live == nil
}

// fight shows the battle in the engine. Faults stand over the question.
func (s *site) fight(c echo.Context, v visit, b *campaign.Battle, q url.Values, status int, wrong error) error {
	live, err := s.Hall.Live(c.Request().Context(), v.club, b.ID)
	if err != nil {
		return err
	}
	if wrong == nil {
		if done, err := s.handOver(c, v, b, live); done {
			return err
		}
	}
	sc := s.scene(c, v, b, live)
	page := sc.Show(q)
	s.dress(c, v, b, live, sc, &page)
	if wrong != nil && !clockWrong(c, page.Clock, wrong) {
		if line := s.faultLine(c, sc, wrong); !slices.ContainsFunc(page.Ask.Faults, func(o views.FaultLine) bool { return o.Text == line.Text && o.Rule.ID == line.Rule.ID }) {
			page.Ask.Faults = append(page.Ask.Faults, line)
		}
	}
	page.Case = caseDoor(bookOf(c), v, b)
	f := s.frame(c, page.Title, views.SectionBattle)
	f.Where, f.Sub, f.Back = page.Title, page.Where, campaignURL(v.club, b.Campaign)
	f.Share, f.Scripts = cardURL(battleURL(v.club, b.ID)), []string{"js/battle.js"}
	if !live.Over {
		f.Refresh = 8
		if page.Ask.Mine && page.Ask.Kind != "wait" && (page.Ask.Dice == nil || page.Ask.Dice.Whose == "") {
			f.Refresh = 0 // nobody else can move; a refresh would lose what is being typed
		}
	}
	return s.page(c, status, views.Battle(f, page))
}

// scene is the battle before whoever asks.
func (s *site) scene(c echo.Context, v visit, b *campaign.Battle, live *campaign.Live) *scene.Scene {
	g := s.Hall.Game(live.Setup.Game)
	sc := &scene.Scene{
		Game: g, Setup: live.Setup, Battle: live.Battle, Steps: live.Steps, Seats: s.seats(c, v, b, s.Hall.Secret(live)),
		Book: bookOf(c), Rule: s.ruleLink(bookOf(c).Lang, g.ID), Path: battlePath(c, v, b), ByHand: live.SeedLost,
	}
	if p := live.Pending; p != nil {
		sc.Pending = &scene.Pending{Turn: p.Turn, Command: p.Command, Faces: p.Fell, Choices: p.Move.Choices, Err: p.Err, Held: p.Held, Typed: p.Typed}
	}
	for _, id := range b.Seats {
		name := ""
		if r := v.state.Rosters[id]; r != nil {
			name = players(v.state, r)
		}
		sc.Players = append(sc.Players, name)
	}
	return sc
}

// seats are those that the visitor plays: their own, or all of them under the
// address for both sides, which the hall allows to those who may act for others;
// never in a battle of hands that are secret, where a player to whom the other side
// was lent plays for whoever holds the phone.
func (s *site) seats(c echo.Context, v visit, b *campaign.Battle, secret bool) []rules.Seat {
	if v.member == nil {
		return nil
	}
	all := forBoth(c) && v.can(campaign.ActionOthers) && !secret
	if passed(c, v, b) {
		if all = !secret; secret {
			holds := holder(c, b)
			if holds == rules.Nobody {
				return nil
			}
			return []rules.Seat{holds}
		}
	}
	var seats []rules.Seat
	for i := range b.Seats {
		if all || v.state.Plays(b, i, v.member.ID) {
			seats = append(seats, rules.Seat(i))
		}
	}
	return seats
}

func forBoth(c echo.Context) bool {
	return strings.HasSuffix(c.Path(), bothSides) || strings.Contains(c.Path(), bothSides+"/")
}

func battlePath(c echo.Context, v visit, b *campaign.Battle) string {
	if forBoth(c) {
		return battleURL(v.club, b.ID) + bothSides
	}
	return battleURL(v.club, b.ID)
}

// dress adds what the scene does not know: people, arms, addresses, rights.
func (s *site) dress(c echo.Context, v visit, b *campaign.Battle, live *campaign.Live, sc *scene.Scene, page *views.BattlePage) {
	camp := v.state.Campaigns[b.Campaign]
	page.Title = title(bookOf(c), v.state, b)
	page.Where = place(bookOf(c), camp, b)
	page.Stream = battleURL(v.club, b.ID) + "/events"
	page.Screen = battleURL(v.club, b.ID) + "/screen"
	page.Proof = battleURL(v.club, b.ID) + "/dice"
	page.Flow = s.flow(c, v, b, camp, live)
	page.State, page.Stage = page.Flow.State, page.Flow.Stage
	page.Clock = s.clock(c, v, b, live, page.Sides)
	for i := range page.Sides {
		if i < len(b.Seats) {
			if r := v.state.Rosters[b.Seats[i]]; r != nil {
				page.Sides[i].Arms, page.Sides[i].Player = rosterArms(r), players(v.state, r)
			}
		}
	}
	mine := len(sc.Seats) > 0
	page.Undo = mine && live.Pending == nil && s.undoable(v, live)
	page.Secret = s.Hall.Secret(live)
	page.Finish, page.After = live.Over && mine, live.Part == campaign.PartAftermath
	if mine && !live.Over && !page.Secret {
		page.Kept = battleURL(v.club, b.ID) + "/state"
	}
	if mine && !live.Over && live.Part == campaign.PartBattle {
		page.End = battleURL(v.club, b.ID) + "/report"
	}
	if v.can(campaign.ActionOthers) && !forBoth(c) && !live.Over && !page.Secret && len(sc.Seats) < len(b.Seats) {
		page.All = battleURL(v.club, b.ID) + bothSides
	}
	if !forBoth(c) && !live.Over {
		page.Lending = s.lending(v, b)
		if v.member != nil && v.state.Lent(b, v.member.ID) {
			page.One = battleURL(v.club, b.ID) + bothSides
		}
	}
	if passed(c, v, b) && page.Secret && !live.Over && acting(live) == rules.Nobody {
		page.Pass = battlePath(c, v, b) + "?" + askHand + "=-1"
	}
}

// undoable tells whether the hall would let the visitor take the last step back.
func (s *site) undoable(v visit, live *campaign.Live) bool {
	if live.Number == 0 {
		return false
	}
	return v.can(campaign.ActionOthers) || live.Rows[live.Number-1].By == v.member.ID && !s.Hall.LastThrown(live)
}

// stateOf numbers the moments of a battle so that a page knows whether it is
// behind: the step, and thousandths for what was said about a pending command, and
// how often the clock was touched; once it is reported, its phase and how many acts it
// has. Live is nil for a battle that was never opened in the engine.
func stateOf(b *campaign.Battle, live *campaign.Live) string {
	phase := ""
	if b.Phase != campaign.Scheduled {
		phase = fmt.Sprintf(" %s %d", b.Phase, len(b.Acts))
	}
	if live == nil {
		return string(campaign.Scheduled) + phase
	}
	turn, clock := 0, phase
	if live.Pending != nil {
		turn = live.Pending.Turn % 1000
	}
	if b.Clock != nil {
		clock = fmt.Sprintf(" %d.%d%s", b.Clock.Minutes, len(b.Clock.Turned), phase)
	}
	return fmt.Sprintf("%d.%03d%s", live.Number, turn, clock)
}
