package play

import (
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// A history collects how the result of a battle came about.
type history struct {
	*Handlers
	c       echo.Context
	v       site.Visit
	b       *campaign.Battle
	summary *playviews.BattleSummary
	said    *campaign.Result // the result in force so far; nil before the first
	changes int              // how often it was corrected
	holds   int              // index of the step that decides the result; -1 for none
}

// fillHistory fills in how the result of a battle came about, in order, if there is more than reports: objections, the ruling, the
// appeal and its answer, corrections, each with its reason.
func (s *Handlers) fillHistory(c echo.Context, v site.Visit, b *campaign.Battle, m *playviews.BattleSummary) {
	if b.Dispute == nil && b.Ruling == nil && len(b.Claims) == 0 && (b.Result == nil || !b.Result.Forfeit) && !site.IsCorrected(v.State, b) {
		return
	}
	was := firstResult(v.State, b)
	h := history{Handlers: s, c: c, v: v, b: b, summary: m, said: was, holds: -1}
	zone := views.Frame{Catalog: site.CatalogOf(c), Zone: s.Zone}
	for _, e := range slices.Backward(v.State.ChronicleOf(b.ID)) {
		row := historyRows[e.Act.Kind]
		if e.VoidedBy != 0 || row.describe == nil {
			continue
		}
		p := views.HistoryStep{Icon: row.icon, When: zone.Moment(e.Act.At)}
		row.describe(&h, e.Act, &p)
		m.History = append(m.History, p)
	}
	if h.holds >= 0 && b.Result != nil {
		m.History[h.holds].InForce = true
	}
	if h.changes > 0 {
		first := h.say("record.forfeit")
		if was != nil {
			first = h.result(*was)
		}
		m.Changed = h.say("record.changed", "n", h.changes, "was", first)
	}
}

func (h *history) say(key string, args ...any) string { return site.CatalogOf(h.c).Say(key, args...) }

func (h *history) result(r campaign.Result) string {
	return site.ResultText(site.CatalogOf(h.c), h.v.State, h.b, r)
}

func (h *history) author(a campaign.Act) string { return site.MemberName(h.v.State, a.By) }

// hold marks the step that is added next as the one that decides the result.
func (h *history) hold() { h.holds = len(h.summary.History) }

// correct marks the step that is added next as one that changes the result.
func (h *history) correct(r campaign.Result) {
	if h.said == nil || !h.said.Same(r) {
		h.changes++
	}
	h.said = &r
	h.hold()
}

// A historyRow says how a kind of act appears in the history of a battle's result.
type historyRow struct {
	icon     string
	describe historyDescriber // nil for acts that are no step towards the result
}

// A historyDescriber writes the step of an act.
type historyDescriber func(h *history, a campaign.Act, p *views.HistoryStep)

// historyRows has a row for every kind of act about a battle.
var historyRows = map[campaign.Kind]historyRow{
	campaign.KindGrant:      {},
	campaign.KindSchedule:   {},
	campaign.KindMove:       {},
	campaign.KindPropose:    {},
	campaign.KindAgree:      {},
	campaign.KindSubstitute: {},
	campaign.KindRespond:    {},
	campaign.KindOpen:       {},
	campaign.KindClock:      {},
	campaign.KindLend:       {},
	campaign.KindAftermath:  {},
	campaign.KindStory:      {},

	campaign.KindReport:      {"swords", typedStep((*history).describeReport)},
	campaign.KindConfirm:     {"check", historyPhrase("record.confirm")},
	campaign.KindAutoConfirm: {"hourglass", historyPhrase("record.silence")},
	campaign.KindConcede:     {"pennon", historyPhrase("record.concede")},
	campaign.KindDispute:     {"scales", typedStep((*history).describeDispute)},
	campaign.KindEvidence:    {"search", typedStep((*history).describeEvidence)},
	campaign.KindClaim:       {"hourglass", typedStep((*history).describeClaim)},
	campaign.KindAnswer:      {"scales", typedStep((*history).describeAnswer)},
	campaign.KindRule:        {"scales", typedStep((*history).describeRuling)},
	campaign.KindAppeal:      {"quill", typedStep((*history).describeAppeal)},
	campaign.KindDismiss:     {"scales", typedStep((*history).describeDismissal)},
	campaign.KindCorrect:     {"undo", typedStep((*history).describeCorrection)},
}

// historyPhrase returns a describer of a step that says only who did it.
func historyPhrase(key string) historyDescriber {
	return func(h *history, a campaign.Act, p *views.HistoryStep) { p.Text = h.say(key, "by", h.author(a)) }
}

// typedStep returns a describer that gets the body of the act.
func typedStep[B campaign.Body](describe func(h *history, a campaign.Act, body B, p *views.HistoryStep)) historyDescriber {
	return func(h *history, a campaign.Act, p *views.HistoryStep) { describe(h, a, a.Body.(B), p) }
}

func (h *history) describeReport(a campaign.Act, body campaign.Report, p *views.HistoryStep) {
	p.Quote = body.Note
	p.Text = h.say("record.report", "by", h.author(a), "result", h.result(body.Result))
	if body.Seat >= 0 && !h.v.State.Plays(h.b, int(body.Seat), a.By) {
		p.Text = h.say("record.report_for", "by", h.author(a), "side", h.SideOrArbiter(h.c, h.v, h.b, body.Seat), "result", h.result(body.Result))
	}
	if h.b.Dispute != nil && h.b.Dispute.Unequal && h.b.Dispute.ActNo == campaign.ActNo(a.No) {
		p.Text += " " + h.say("record.unequal")
	}
}

func (h *history) describeDispute(a campaign.Act, body campaign.RaiseDispute, p *views.HistoryStep) {
	p.Text, p.Quote = h.say("record.dispute", "by", h.author(a)), body.Reason
}

// describeEvidence describes evidence by its images, which the reports have.
func (h *history) describeEvidence(a campaign.Act, body campaign.SubmitEvidence, p *views.HistoryStep) {
	p.Text = h.say("record.exhibit", "by", h.author(a))
	for _, line := range h.summary.Reports {
		for _, shot := range line.Evidence {
			if shot.Alt == body.Alt && shot.When == p.When {
				p.Evidence = append(p.Evidence, shot)
			}
		}
	}
}

func (h *history) describeClaim(a campaign.Act, body campaign.RaiseClaim, p *views.HistoryStep) {
	p.Text, p.Quote = h.say("record.claim", "by", h.author(a)), body.Reason
	if !h.v.State.Plays(h.b, int(body.Seat), a.By) {
		p.Text = h.say("record.claim_for", "by", h.author(a), "side", h.SideOrArbiter(h.c, h.v, h.b, body.Seat))
	}
}

func (h *history) describeAnswer(a campaign.Act, body campaign.AnswerClaim, p *views.HistoryStep) {
	p.Quote = a.Why
	switch {
	case !body.Uphold:
		p.Text = h.say("record.answer_no", "by", h.author(a))
	case body.Winner >= 0 && int(body.Winner) < len(h.b.Seats):
		p.Text = h.say("record.answer_for", "by", h.author(a), "side", site.RosterName(h.v.State, h.b.Seats[body.Winner]))
		h.hold()
	default:
		p.Text = h.say("record.answer_none", "by", h.author(a))
		h.hold()
	}
}

func (h *history) describeRuling(a campaign.Act, body campaign.Rule, p *views.HistoryStep) {
	if a.Amends != 0 {
		p.Icon = "undo"
		h.describeCorrection(a, campaign.Correct{Result: body.Result}, p)
		return
	}
	p.Text, p.Quote = h.say("record.rule", "by", h.author(a), "result", h.result(body.Result)), a.Why
	h.hold()
}

func (h *history) describeAppeal(a campaign.Act, body campaign.Appeal, p *views.HistoryStep) {
	p.Text, p.Quote = h.say("record.appeal", "by", h.author(a)), body.Reason
}

func (h *history) describeDismissal(a campaign.Act, _ campaign.Dismiss, p *views.HistoryStep) {
	p.Text, p.Quote = h.say("record.dismiss", "by", h.author(a)), a.Why
}

func (h *history) describeCorrection(a campaign.Act, body campaign.Correct, p *views.HistoryStep) {
	p.Text, p.Quote = h.say("record.correct", "by", h.author(a), "result", h.result(body.Result)), a.Why
	h.correct(body.Result)
}

// firstResult returns the result by which a battle was settled, before any correction, or nil for a battle that was never played.
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
