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
)

// afterwards shows a battle that was fought: the reports, the ruling, and what
// it does to the campaign. What failed about an exhibit stands beside its field.
func (s *site) afterwards(c echo.Context, v visit, b *campaign.Battle, camp *campaign.Campaign, failed error) error {
	book := bookOf(c)
	wrong, trouble, ok := wrongs(book, failed, "image", "alt")
	if failed != nil && !ok {
		return failed
	}
	m := views.BattleSummary{
		Kicker: place(book, camp, b), Paired: pairedBy(views.Frame{Book: book}, b), Title: title(book, v.state, b), Path: battleURL(v.club, b.ID), Trouble: trouble, State: *phaseTag(views.Frame{Book: book}, b),
	}
	result := b.Result
	if result == nil && len(b.Reports) > 0 && b.Phase != campaign.Disputed {
		result = &b.Reports[0].Result
	}
	for i, id := range b.Seats {
		side := views.SummarySide{Name: rosterName(v.state, id), URL: rosterURL(v.club, id), Spoke: b.Phase != campaign.Disputed && slices.Contains(b.Confirmed, rules.Seat(i)), Arms: views.ArmsFor("roster " + id)}
		if r := v.state.Rosters[id]; r != nil {
			side.Arms, side.Player = rosterArms(r), players(v.state, r)
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
	s.statements(c, v, b, &m)
	s.record(c, v, b, &m)
	if corrected(v.state, b) {
		m.State, m.Stamp = views.Tag{Icon: "undo", Text: book.Say("record.corrected"), Tone: "lead"}, ""
	}
	s.deeds(c, v, b, &m)
	if len(b.Frozen) > 0 {
		m.Lists = battleURL(v.club, b.ID) + "/sheets"
	}
	s.nextSteps(c, v, b, camp, &m)
	live, err := s.lastLive(c.Request().Context(), v.club, b)
	if err != nil {
		return err
	}
	m.Flow = s.flow(c, v, b, camp, live)
	f := s.frame(c, m.Title, views.SectionBattle)
	f.Share = cardURL(battleURL(v.club, b.ID))
	f.Sub, f.Back = m.Kicker, campaignURL(v.club, b.Campaign)
	m.Exhibit = exhibitForm(c, f, v, b, wrong)
	if m.Confirm {
		answer := views.ReportPage{}
		s.answers(c, f, v, b, &answer, nil)
		m.Answer = &answer
	} else if m.Flow.Stream != "" && m.Exhibit == nil {
		f.Refresh = 8 // without scripts, what the other side does shows all the same
	}
	status := http.StatusOK
	if failed != nil {
		status = statusOf(failed)
	}
	return s.page(c, status, views.Aftermath(f, m))
}

// lastLive is the part of a battle that was played last, nil for one that was never opened in the engine or did not come
// with the club's archive.
func (s *site) lastLive(ctx context.Context, club campaign.ID, b *campaign.Battle) (*campaign.Live, error) {
	if len(b.Engine) == 0 {
		return nil, nil
	}
	live, err := s.Hall.Live(ctx, club, b.ID)
	if campaign.CodeOf(err) == campaign.NotFound {
		return nil, nil
	}
	return live, err
}

// deeds are the marks, the experience and the land that the battle brought.
func (s *site) deeds(c echo.Context, v visit, b *campaign.Battle, m *views.BattleSummary) {
	camp := v.state.Campaigns[b.Campaign]
	game := camp.Settings.Game
	rule := s.ruleLink(bookOf(c).Lang, game)
	names := unitNames(b.Frozen...)
	for _, e := range b.Effects {
		whom := names[e.Unit]
		if whom == "" && e.Seat >= 0 && int(e.Seat) < len(b.Seats) {
			whom = rosterName(v.state, b.Seats[e.Seat])
		}
		switch e.Kind {
		case "honour", "scar", "lost":
			h := views.HonourLine{Kind: e.Kind, Key: e.Key, Name: markName(bookOf(c), game, e.Kind, campaign.Mark{Key: e.Key}), Unit: whom}
			if k := game + ".mark." + e.Key + ".text"; bookOf(c).Has(k) {
				h.Note = bookOf(c).Say(k)
			}
			if e.Rule != "" {
				h.Rule = views.Cite{ID: e.Rule, URL: rule(e.Rule)}
			}
			m.Honours = append(m.Honours, h)
		default:
			amount := earned(bookOf(c), game, e.Kind, e.Key) + " " + plusMinus(e.Amount)
			i := slices.IndexFunc(m.Experience, func(l views.XPLine) bool { return l.Name == whom })
			if i < 0 {
				i, m.Experience = len(m.Experience), append(m.Experience, views.XPLine{Name: whom})
			}
			m.Experience[i].Amounts = append(m.Experience[i].Amounts, amount)
		}
	}
	for _, cap := range b.Captures {
		line := views.CaptureLine{From: rosterName(v.state, cap.From), To: rosterName(v.state, cap.To)}
		if r := camp.Map.Region(cap.Region); r != nil {
			line.Region = r.Name
		}
		if line.From == "" {
			line.From = bookOf(c).Say("fight.nobody")
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

// nextSteps are what the visitor may do now.
func (s *site) nextSteps(c echo.Context, v visit, b *campaign.Battle, camp *campaign.Campaign, m *views.BattleSummary) {
	if v.member == nil {
		return
	}
	seat := v.state.Seat(b, v.member.ID)
	url := battleURL(v.club, b.ID)
	switch b.Phase {
	case campaign.Scheduled, campaign.Reported:
		if seat != rules.Nobody && !spoken(b, seat) || v.can(campaign.ActionOthers) {
			m.Report = url + "/report"
		}
		m.Confirm = b.Phase == campaign.Reported && seat != rules.Nobody && !spoken(b, seat)
	case campaign.Confirmed, campaign.Ruled:
		if camp.Settings.Aftermath && v.state.Allowed(v.actor, campaign.Aftermath{Battle: b.ID, Seat: seat}) {
			m.After = s.playsAfter(b, camp)
			m.Post = !m.After && !slices.Contains(b.Tended, seat)
		}
	}
	m.Case = caseDoor(bookOf(c), v, b)
	m.Appeal = b.Ruling != nil && b.Appeal == nil && seat != rules.Nobody && v.can(campaign.KindAppeal)
	if v.can(campaign.KindStory) {
		m.Story = campaignURL(v.club, b.Campaign) + "/stories/new"
	}
}

// battleAftermath opens the aftermath in the engine, or posts one that needs no dice.
func (s *site) battleAftermath(c echo.Context) error {
	v, b, camp, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	if c.FormValue("plain") == "" {
		if _, err := s.Hall.OpenAftermath(c.Request().Context(), v.actor, v.club, b.ID, formKey(c)); err != nil {
			return s.afterwards(c, v, b, camp, err)
		}
		return c.Redirect(http.StatusSeeOther, battleURL(v.club, b.ID))
	}
	return s.postDeeds(c, v, b)
}

// battleAppeal asks the arbiter to look at a ruling again.
func (s *site) battleAppeal(c echo.Context) error {
	v, b, _, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	if _, err := s.do(c, v, campaign.Draft{Body: campaign.Appeal{Battle: b.ID, Reason: c.FormValue("reason")}}); err != nil {
		return err
	}
	return s.done(c, battleURL(v.club, b.ID), "appealed")
}
