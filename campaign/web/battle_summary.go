package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// showBattleSummary shows a battle that was fought: the reports, the ruling, and what
// it does to the campaign. What failed about an exhibit stands beside its field.
func (s *playHandlers) showBattleSummary(c echo.Context, v visit, b *campaign.Battle, camp *campaign.Campaign, failed error) error {
	book := catalogOf(c)
	wrong, trouble, ok := fieldErrors(book, failed, "image", "alt")
	if failed != nil && !ok {
		return failed
	}
	m := playviews.BattleSummary{
		Kicker: battleWhere(book, camp, b), Paired: pairingText(views.Frame{Catalog: book}, b), Title: sidesTitle(book, v.state, b), Path: battleURL(v.club, b.ID), Trouble: trouble, State: *phaseTag(views.Frame{Catalog: book}, b),
	}
	result := b.Result
	if result == nil && len(b.Reports) > 0 && b.Status != campaign.Disputed {
		result = &b.Reports[0].Result
	}
	for i, id := range b.Seats {
		side := playviews.SummarySide{Name: rosterName(v.state, id), URL: rosterURL(v.club, id), Reported: b.Status != campaign.Disputed && slices.Contains(b.ConfirmedBy, rules.Seat(i)), Emblem: views.EmblemFor("roster " + id)}
		if r := v.state.Rosters[id]; r != nil {
			side.Emblem, side.Player = rosterEmblem(r), playerNames(v.state, r)
		}
		if result != nil {
			side.Score, side.Won = scoreText(result.Scores, i), result.Winner == rules.Seat(i)
		}
		m.Sides = append(m.Sides, side)
	}
	if b.Result != nil {
		m.Title = resultText(book, v.state, b, campaign.Result{Winner: b.Result.Winner})
		m.Forfeit = forfeitText(book, v.state, b)
	}
	s.fillReports(c, v, b, &m)
	s.fillHistory(c, v, b, &m)
	if isCorrected(v.state, b) {
		m.State, m.Stamp = views.Tag{Icon: "undo", Text: book.Say("record.corrected"), Tone: "lead"}, ""
	}
	s.fillEffects(c, v, b, &m)
	if len(b.RosterSnapshots) > 0 {
		m.ListsURL = battleURL(v.club, b.ID) + "/sheets"
	}
	s.fillNextSteps(c, v, b, camp, &m)
	live, err := s.lastLive(c.Request().Context(), v.club, b)
	if err != nil {
		return err
	}
	m.Flow = s.battleFlow(c, v, b, camp, live)
	f := s.frame(c, m.Title, views.SectionBattle)
	f.OGImage = ogImageURL(battleURL(v.club, b.ID))
	f.Sub, f.Back = m.Kicker, campaignURL(v.club, b.Campaign)
	m.Evidence = evidenceForm(c, f, v, b, wrong)
	if m.Confirm {
		answer := playviews.ReportPage{}
		s.fillAnswers(c, f, v, b, &answer, nil)
		m.Answer = &answer
	} else if m.Flow.Stream != "" && m.Evidence == nil {
		f.Refresh = 8 // without scripts, what the other side does shows all the same
	}
	status := http.StatusOK
	if failed != nil {
		status = statusOf(failed)
	}
	return s.render(c, status, playviews.Aftermath(f, m))
}

// lastLive is the part of a battle that was played last, nil for one that was never opened in the engine or did not come
// with the club's archive.
func (s *playHandlers) lastLive(ctx context.Context, club campaign.ID, b *campaign.Battle) (*campaign.LiveSnapshot, error) {
	if len(b.EngineParts) == 0 {
		return nil, nil
	}
	live, err := s.Service.Live(ctx, club, b.ID)
	if campaign.CodeOf(err) == campaign.NotFound {
		return nil, nil
	}
	return live, err
}

// fillEffects are the marks, the experience and the land that the battle brought.
func (s *playHandlers) fillEffects(c echo.Context, v visit, b *campaign.Battle, m *playviews.BattleSummary) {
	camp := v.state.Campaigns[b.Campaign]
	game := camp.Settings.Game
	rule := s.ruleLink(catalogOf(c).Lang, game)
	names := unitNames(b.RosterSnapshots...)
	for _, e := range b.Effects {
		whom := names[e.Unit]
		if whom == "" && e.Seat >= 0 && int(e.Seat) < len(b.Seats) {
			whom = rosterName(v.state, b.Seats[e.Seat])
		}
		switch e.Kind {
		case "honour", "scar", "lost":
			h := views.MarkLine{Kind: e.Kind, Key: e.Key, Name: markName(catalogOf(c), game, e.Kind, campaign.Mark{Key: e.Key}), Unit: whom}
			if k := game + ".mark." + e.Key + ".text"; catalogOf(c).Has(k) {
				h.Note = catalogOf(c).Say(k)
			}
			if e.Rule != "" {
				h.Rule = views.RuleRef{ID: e.Rule, URL: rule(e.Rule)}
			}
			m.Honours = append(m.Honours, h)
		default:
			amount := gainName(catalogOf(c), game, e.Kind, e.Key) + " " + plusMinus(e.Amount)
			i := slices.IndexFunc(m.Experience, func(l playviews.XPLine) bool { return l.Name == whom })
			if i < 0 {
				i, m.Experience = len(m.Experience), append(m.Experience, playviews.XPLine{Name: whom})
			}
			m.Experience[i].Amounts = append(m.Experience[i].Amounts, amount)
		}
	}
	for _, cap := range b.Captures {
		line := playviews.CaptureLine{From: rosterName(v.state, cap.From), To: rosterName(v.state, cap.To)}
		if r := camp.Map.Region(cap.Region); r != nil {
			line.Region = r.Name
		}
		if line.From == "" {
			line.From = catalogOf(c).Say("fight.nobody")
		}
		m.Captures = append(m.Captures, line)
	}
}

// plusMinus writes an amount with its sign.
func plusMinus(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

// fillNextSteps are what the visitor may do now.
func (s *playHandlers) fillNextSteps(c echo.Context, v visit, b *campaign.Battle, camp *campaign.Campaign, m *playviews.BattleSummary) {
	if v.member == nil {
		return
	}
	seat := v.state.Seat(b, v.member.ID)
	url := battleURL(v.club, b.ID)
	switch b.Status {
	case campaign.Scheduled, campaign.Reported:
		if seat != rules.Nobody && !hasReported(b, seat) || v.can(campaign.ActionOthers) {
			m.Report = url + "/report"
		}
		m.Confirm = b.Status == campaign.Reported && seat != rules.Nobody && !hasReported(b, seat)
	case campaign.Confirmed, campaign.Ruled:
		if camp.Settings.Aftermath && v.state.MayDo(v.actor, campaign.Aftermath{Battle: b.ID, Seat: seat}) {
			m.After = s.playsAftermath(b, camp)
			m.Post = !m.After && !slices.Contains(b.AftermathPosted, seat)
		}
	}
	m.ArbiterLink = caseLink(catalogOf(c), v, b)
	m.Appeal = b.Ruling != nil && b.Appeal == nil && seat != rules.Nobody && v.can(campaign.KindAppeal)
	if v.can(campaign.KindStory) {
		m.StoryURL = campaignURL(v.club, b.Campaign) + "/stories/new"
	}
}

// battleAftermath opens the aftermath in the engine, or posts one that needs no dice.
func (s *playHandlers) battleAftermath(c echo.Context) error {
	v, b, camp, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	if c.FormValue("plain") == "" {
		if _, err := s.Service.OpenAftermath(c.Request().Context(), v.actor, v.club, b.ID, formIdempotencyKey(c)); err != nil {
			return s.showBattleSummary(c, v, b, camp, err)
		}
		return c.Redirect(http.StatusSeeOther, battleURL(v.club, b.ID))
	}
	return s.postEffects(c, v, b)
}

// battleAppeal asks the arbiter to look at a ruling again.
func (s *playHandlers) battleAppeal(c echo.Context) error {
	v, b, _, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	if _, err := s.do(c, v, campaign.ActRequest{Body: campaign.Appeal{Battle: b.ID, Reason: c.FormValue("reason")}}); err != nil {
		return err
	}
	return s.redirectWithNotice(c, battleURL(v.club, b.ID), "appealed")
}
