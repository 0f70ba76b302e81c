package play

import (
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// fillHistory tells how the result of a battle came about, in order, where more was said than reports: objections, the ruling with
// its reason, the appeal with its words and its answer, corrections with theirs.
func (s *Handlers) fillHistory(c echo.Context, v site.Visit, b *campaign.Battle, m *playviews.BattleSummary) {
	if b.Dispute == nil && b.Ruling == nil && len(b.Claims) == 0 && (b.Result == nil || !b.Result.Forfeit) && !site.IsCorrected(v.State, b) {
		return
	}
	book := site.CatalogOf(c)
	zone := views.Frame{Catalog: book, Zone: s.Zone}
	said := func(r campaign.Result) string { return site.ResultText(book, v.State, b, r) }
	was := firstResult(v.State, b)
	changes, holds := 0, -1
	now := was
	turn := func(r campaign.Result) {
		if now == nil || !now.Same(r) {
			changes++
		}
		now, holds = &r, len(m.History)
	}
	described := v.State.ChronicleOf(b.ID)
	for _, e := range slices.Backward(described) {
		if e.VoidedBy != 0 {
			continue
		}
		by := site.MemberName(v.State, e.Act.By)
		p := views.HistoryStep{When: zone.Moment(e.Act.At)}
		switch body := e.Act.Body.(type) {
		case campaign.Report:
			p.Icon, p.Quote = "swords", body.Note
			p.Text = book.Say("record.report", "by", by, "result", said(body.Result))
			if body.Seat >= 0 && !v.State.Plays(b, int(body.Seat), e.Act.By) {
				p.Text = book.Say("record.report_for", "by", by, "side", s.SideOrArbiter(c, v, b, body.Seat), "result", said(body.Result))
			}
			if b.Dispute != nil && b.Dispute.Unequal && b.Dispute.ActNo == campaign.ActNo(e.Act.No) {
				p.Text += " " + book.Say("record.unequal")
			}
		case campaign.Confirm:
			p.Icon, p.Text = "check", book.Say("record.confirm", "by", by)
		case campaign.RaiseDispute:
			p.Icon, p.Text, p.Quote = "scales", book.Say("record.dispute", "by", by), body.Reason
		case campaign.SubmitEvidence:
			p.Icon, p.Text = "search", book.Say("record.exhibit", "by", by)
			for _, line := range m.Reports { // which hold what was shown
				for _, shot := range line.Evidence {
					if shot.Alt == body.Alt && shot.When == p.When {
						p.Evidence = append(p.Evidence, shot)
					}
				}
			}
		case campaign.Rule:
			p.Icon, p.Quote = "scales", e.Act.Why
			p.Text = book.Say("record.rule", "by", by, "result", said(body.Result))
			if e.Act.Amends != 0 {
				p.Icon, p.Text = "undo", book.Say("record.correct", "by", by, "result", said(body.Result))
				turn(body.Result)
			} else {
				holds = len(m.History)
			}
		case campaign.Appeal:
			p.Icon, p.Text, p.Quote = "quill", book.Say("record.appeal", "by", by), body.Reason
		case campaign.Dismiss:
			p.Icon, p.Text, p.Quote = "scales", book.Say("record.dismiss", "by", by), e.Act.Why
		case campaign.Correct:
			p.Icon, p.Quote = "undo", e.Act.Why
			p.Text = book.Say("record.correct", "by", by, "result", said(body.Result))
			turn(body.Result)
		case campaign.AutoConfirm:
			p.Icon, p.Text = "hourglass", book.Say("record.silence")
		case campaign.Concede:
			p.Icon, p.Text = "pennon", book.Say("record.concede", "by", by)
		case campaign.RaiseClaim:
			p.Icon, p.Quote = "hourglass", body.Reason
			p.Text = book.Say("record.claim", "by", by)
			if !v.State.Plays(b, int(body.Seat), e.Act.By) {
				p.Text = book.Say("record.claim_for", "by", by, "side", s.SideOrArbiter(c, v, b, body.Seat))
			}
		case campaign.AnswerClaim:
			p.Icon, p.Quote = "scales", e.Act.Why
			switch {
			case !body.Uphold:
				p.Text = book.Say("record.answer_no", "by", by)
			case body.Winner >= 0 && int(body.Winner) < len(b.Seats):
				p.Text = book.Say("record.answer_for", "by", by, "side", site.RosterName(v.State, b.Seats[body.Winner]))
				holds = len(m.History)
			default:
				p.Text = book.Say("record.answer_none", "by", by)
				holds = len(m.History)
			}
		default:
			continue
		}
		m.History = append(m.History, p)
	}
	if holds >= 0 && b.Result != nil {
		m.History[holds].InForce = true
	}
	if changes > 0 {
		first := book.Say("record.forfeit")
		if was != nil {
			first = said(*was)
		}
		m.Changed = book.Say("record.changed", "n", changes, "was", first)
	}
}

// firstResult is the result by which a battle was settled, before any correction; nil for one that was never played.
func firstResult(st *campaign.State, b *campaign.Battle) *campaign.Result {
	switch {
	case b.Ruling != nil:
		a, _ := st.Act(int64(b.Ruling.ActNo))
		if rule, ok := a.Body.(campaign.Rule); ok {
			return &rule.Result
		}
	case len(b.Reports) > 0:
		return &b.Reports[0].Result
	}
	return nil
}
