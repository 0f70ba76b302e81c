package site

import (
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// FillReports fills in the reports with their evidence, the dispute, the ruling, and what the engine has checked.
func (s *Base) FillReports(c echo.Context, v Visit, b *campaign.Battle, m *playviews.BattleSummary) {
	book := CatalogOf(c)
	zone := views.Frame{Catalog: book, Zone: s.Zone}
	for i, r := range b.Reports {
		m.Reports = append(m.Reports, views.ReportLine{By: s.SideOrArbiter(c, v, b, r.Seat), Behalf: OnBehalf(zone, v.State, b, r.Seat, r.By), Result: ResultText(book, v.State, b, r.Result), Note: r.Note, When: zone.Moment(r.At), Differs: i > 0 && !r.Result.Same(b.Reports[0].Result)})
	}
	m.Reports = s.addEvidenceLines(c, v, b, m.Reports)
	if d := b.Dispute; d != nil && b.Status == campaign.Disputed {
		m.Dispute = d.Reason
		m.Deadline = book.Say("fight.rule-before", "when", zone.Moment(d.Deadline))
	}
	if b.Ruling != nil {
		m.Ruling = b.Ruling.Note
	}
	live, err := s.Service.LivePart(c.Request().Context(), v.Club, b.ID, campaign.PartBattle)
	if err != nil {
		return
	}
	m.RecordURL, m.ProofURL = BattleURL(v.Club, b.ID)+"/record", BattleURL(v.Club, b.ID)+"/dice"
	if live.Over {
		m.Engine = ResultText(book, v.State, b, campaign.Result{Winner: live.Outcome.Winner, Scores: live.Outcome.Scores})
		if b.Result != nil && b.Result.Winner == live.Outcome.Winner {
			m.Stamp = book.Say("fight.replayed", "n", live.Number)
		}
	}
}

// addEvidenceLines adds the evidence of each side to its report. Only the arbiter and the players of the battle see it.
func (s *Base) addEvidenceLines(c echo.Context, v Visit, b *campaign.Battle, reports []views.ReportLine) []views.ReportLine {
	if !seesEvidence(v, b) || len(b.Evidence) == 0 {
		return reports
	}
	held, err := s.Service.Images(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return reports
	}
	zone := views.Frame{Catalog: CatalogOf(c), Zone: s.Zone}
	lines := map[rules.Seat]int{}
	for i := len(b.Reports) - 1; i >= 0; i-- {
		lines[b.Reports[i].Seat] = i
	}
	for _, shot := range b.Evidence {
		line, ok := lines[shot.Seat]
		if !ok {
			line, lines[shot.Seat] = len(reports), len(reports)
			reports = append(reports, views.ReportLine{By: s.SideOrArbiter(c, v, b, shot.Seat)})
		}
		one := views.EvidenceImage{Alt: shot.Alt, By: MemberName(v.State, shot.By), When: zone.Moment(shot.At)}
		if i := slices.IndexFunc(held, func(h campaign.StoredImage) bool { return h.Hash == shot.Image }); i >= 0 {
			one.URL, one.Width, one.Height = ClubImagesURL(v.Club)+"/"+shot.Image, held[i].Width, held[i].Height
		}
		reports[line].Evidence = append(reports[line].Evidence, one)
	}
	return reports
}

// SideOrArbiter returns the name of a seat's side, or the word for the arbiter.
func (s *Base) SideOrArbiter(c echo.Context, v Visit, b *campaign.Battle, seat rules.Seat) string {
	if seat >= 0 && int(seat) < len(b.Seats) {
		return RosterName(v.State, b.Seats[seat])
	}
	return CatalogOf(c).Say("fight.arbiter")
}

// seesEvidence reports whether the visitor may see the evidence about a battle: they may rule on it or play in it.
func seesEvidence(v Visit, b *campaign.Battle) bool {
	return v.Member != nil && (v.Can(campaign.KindRule) || v.State.Seat(b, v.Member.ID) != rules.Nobody)
}
