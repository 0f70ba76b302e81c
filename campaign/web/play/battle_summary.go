package play

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// appealFields are the form that appeals against a ruling.
type appealFields struct {
	Reason string `form:"reason" as:"textarea" label:"fight.reason" len:"1..4000"`
}

// showBattleSummary shows a battle that was fought: the reports, the ruling, and its effects on the campaign. A fault of the
// evidence, the objection or the appeal is shown beside its field.
func (s *Handlers) showBattleSummary(c echo.Context, v site.Visit, b *campaign.Battle, camp *campaign.Campaign, failed error) error {
	book := site.CatalogOf(c)
	forms, err := site.NewForms(c, failed, evidenceFields{}, disputeFields{}, appealFields{})
	if err != nil {
		return err
	}
	m := playviews.BattleSummary{
		Kicker: site.BattleWhere(book, camp, b), Paired: site.PairingText(views.Frame{Catalog: book}, b), Title: site.SidesTitle(book, v.State, b), Path: site.BattleURL(v.Club, b.ID), Trouble: forms[0].Trouble(), State: *site.PhaseTag(views.Frame{Catalog: book}, b),
	}
	result := b.Result
	if result == nil && len(b.Reports) > 0 && b.Status != campaign.Disputed {
		result = &b.Reports[0].Result
	}
	for i, id := range b.Seats {
		side := playviews.SummarySide{Name: site.RosterName(v.State, id), URL: site.RosterURL(v.Club, id), Reported: b.Status != campaign.Disputed && slices.Contains(b.ConfirmedBy, rules.Seat(i)), Emblem: views.EmblemFor("roster " + id)}
		if r := v.State.Rosters[id]; r != nil {
			side.Emblem, side.Player = site.RosterEmblem(r), site.PlayerNames(v.State, r)
		}
		if result != nil {
			side.Score, side.Won = site.ScoreText(result.Scores, i), result.Winner == rules.Seat(i)
		}
		m.Sides = append(m.Sides, side)
	}
	if b.Result != nil {
		m.Title = site.ResultText(book, v.State, b, campaign.Result{Winner: b.Result.Winner})
		m.Forfeit = site.ForfeitText(book, v.State, b)
	}
	s.FillReports(c, v, b, &m)
	s.fillHistory(c, v, b, &m)
	if site.IsCorrected(v.State, b) {
		m.State, m.Stamp = views.Tag{Icon: "undo", Text: book.Say("record.corrected"), Tone: "lead"}, ""
	}
	s.fillEffects(c, v, b, &m)
	if len(b.RosterSnapshots) > 0 {
		m.ListsURL = site.BattleURL(v.Club, b.ID) + "/sheets"
	}
	s.fillNextSteps(c, v, b, camp, &m)
	m.AppealReason = forms[2].Field("reason")
	live, err := s.lastLive(c.Request().Context(), v.Club, b)
	if err != nil {
		return err
	}
	m.Flow = s.battleFlow(c, v, b, camp, live)
	if live != nil {
		m.StopGaps = s.stopGaps(c, live.Setup)
	}
	f := s.Frame(c, m.Title, views.SectionBattle)
	f.OGImage = site.OGImageURL(site.BattleURL(v.Club, b.ID))
	f.Sub, f.Back = m.Kicker, site.CampaignURL(v.Club, b.Campaign)
	m.Evidence = evidenceForm(f, v, b, forms[0])
	if m.Confirm {
		answer := playviews.ReportPage{}
		s.fillAnswers(c, f, v, b, &answer, forms[1])
		m.Answer = &answer
	} else if m.Flow.Stream != "" && m.Evidence == nil {
		f.Refresh = 8 // so that the page shows what the other side does, even without scripts
	}
	status := http.StatusOK
	if failed != nil {
		status = site.StatusOf(failed)
	}
	return s.Render(c, status, playviews.Aftermath(f, m))
}

// lastLive returns the part of a battle that was played last, or nil for a battle that was never opened in the engine or did not
// come with the club's archive.
func (s *Handlers) lastLive(ctx context.Context, club campaign.ID, b *campaign.Battle) (*campaign.LiveSnapshot, error) {
	if len(b.EngineParts) == 0 {
		return nil, nil
	}
	live, err := s.Service.Live(ctx, club, b.ID)
	if campaign.CodeOf(err) == campaign.NotFound {
		return nil, nil
	}
	return live, err
}

// fillEffects fills in the marks, the experience and the land that the battle brought.
func (s *Handlers) fillEffects(c echo.Context, v site.Visit, b *campaign.Battle, m *playviews.BattleSummary) {
	camp := v.State.Campaigns[b.Campaign]
	game := camp.Settings.Game
	rule := s.RuleLink(site.CatalogOf(c).Lang, game)
	names := site.UnitNames(b.RosterSnapshots...)
	for _, e := range b.Effects {
		whom := names[e.Unit]
		if whom == "" && e.Seat >= 0 && int(e.Seat) < len(b.Seats) {
			whom = site.RosterName(v.State, b.Seats[e.Seat])
		}
		switch e.Kind {
		case rules.EffectHonour, rules.EffectScar, rules.EffectLost:
			h := views.MarkLine{Kind: string(e.Kind), Key: e.Key, Name: site.MarkName(site.CatalogOf(c), game, e.Kind, campaign.Mark{Key: e.Key}), Unit: whom}
			if k := game + ".mark." + e.Key + ".text"; site.CatalogOf(c).Has(k) {
				h.Note = site.CatalogOf(c).Say(k)
			}
			if e.Rule != "" {
				h.Rule = views.RuleRef{ID: e.Rule, URL: rule(e.Rule)}
			}
			m.Honours = append(m.Honours, h)
		default:
			amount := site.GainName(site.CatalogOf(c), game, e.Kind, e.Key) + " " + plusMinus(e.Amount)
			i := slices.IndexFunc(m.Experience, func(l playviews.XPLine) bool { return l.Name == whom })
			if i < 0 {
				i, m.Experience = len(m.Experience), append(m.Experience, playviews.XPLine{Name: whom})
			}
			m.Experience[i].Amounts = append(m.Experience[i].Amounts, amount)
		}
	}
	for _, cap := range b.Captures {
		line := playviews.CaptureLine{From: site.RosterName(v.State, cap.From), To: site.RosterName(v.State, cap.To)}
		if r := camp.Map.Region(cap.Region); r != nil {
			line.Region = r.Name
		}
		if line.From == "" {
			line.From = site.CatalogOf(c).Say("fight.nobody")
		}
		m.Captures = append(m.Captures, line)
	}
}

// plusMinus returns an amount with its sign.
func plusMinus(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

// fillNextSteps fills in what the visitor may do now.
func (s *Handlers) fillNextSteps(c echo.Context, v site.Visit, b *campaign.Battle, camp *campaign.Campaign, m *playviews.BattleSummary) {
	if v.Member == nil {
		return
	}
	seat := v.State.Seat(b, v.Member.ID)
	url := site.BattleURL(v.Club, b.ID)
	switch b.Status {
	case campaign.Scheduled, campaign.Reported:
		if seat != rules.Nobody && !site.HasReported(b, seat) || v.Can(campaign.ActionOthers) {
			m.Report = url + "/report"
		}
		m.Confirm = b.Status == campaign.Reported && seat != rules.Nobody && !site.HasReported(b, seat)
	case campaign.Confirmed, campaign.Ruled:
		if camp.Settings.Aftermath && v.State.MayDo(v.Actor, campaign.Aftermath{Battle: b.ID, Seat: seat}) {
			m.After = s.playsAftermath(b, camp)
			m.Post = !m.After && !slices.Contains(b.AftermathPosted, seat)
		}
	}
	m.ArbiterLink = site.CaseLink(site.CatalogOf(c), v, b)
	m.Appeal = b.Ruling != nil && b.Appeal == nil && seat != rules.Nobody && v.Can(campaign.KindAppeal)
	if v.Can(campaign.KindStory) {
		m.StoryURL = site.CampaignURL(v.Club, b.Campaign) + "/stories/new"
	}
}

// battleAftermath opens the aftermath in the engine, or posts one that needs no dice.
func (s *Handlers) battleAftermath(c echo.Context, v site.Visit, b *campaign.Battle) error {
	camp := v.State.Campaigns[b.Campaign]
	if c.FormValue("plain") == "" {
		if _, err := s.Service.OpenAftermath(c.Request().Context(), v.Actor, v.Club, b.ID, site.FormIdempotencyKey(c)); err != nil {
			return s.showBattleSummary(c, v, b, camp, err)
		}
		return c.Redirect(http.StatusSeeOther, site.BattleURL(v.Club, b.ID))
	}
	return s.postEffects(c, v, b)
}

// battleAppeal appeals against a ruling.
func (s *Handlers) battleAppeal(c echo.Context, v site.Visit, b *campaign.Battle) error {
	var in appealFields
	err := s.ReadForm(c, &in)
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.Appeal{Battle: b.ID, Reason: in.Reason}})
	}
	if err != nil {
		return s.showBattleSummary(c, v, b, v.State.Campaigns[b.Campaign], err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "appealed")
}
