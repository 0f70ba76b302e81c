package play

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// reportFields are the form by which a side tells how its battle ended.
type reportFields struct {
	Seat   rules.Seat `form:"seat" as:"choice" label:"report.for"`
	Winner rules.Seat `form:"winner" as:"choice" label:"report.winner" required:"true" error:"result.winner"`
	Scores []*int     `form:"score#" in:"0..10000" rows:"6" error:"score#,scores,result.scores"`
	Reason string     `form:"reason" label:"report.reason" len:"0..120" error:"result.reason"`
	Note   string     `form:"note" as:"textarea" label:"report.note" len:"0..4000"`
}

// disputeFields are the form that objects to a report.
type disputeFields struct {
	Why string `form:"objection" as:"textarea" label:"report.why" len:"1..4000" error:"reason"`
	evidenceFields
}

// noWinner is what no button of the form stands for.
const noWinner rules.Seat = -2

// reportPage shows the reports and the forms to report, confirm or object.
func (s *Handlers) reportPage(c echo.Context, v site.Visit, b *campaign.Battle) error {
	return s.showReport(c, v, b, http.StatusOK, nil)
}

// postReport posts the report of one side.
func (s *Handlers) postReport(c echo.Context, v site.Visit, b *campaign.Battle) error {
	camp := v.State.Campaigns[b.Campaign]
	in := reportFields{Seat: v.State.Seat(b, v.Member.ID), Winner: noWinner}
	err := s.ReadForm(c, &in)
	if !v.Can(campaign.ActionOthers) {
		in.Seat = v.State.Seat(b, v.Member.ID)
	}
	body := campaign.Report{Battle: b.ID, Seat: in.Seat, Note: in.Note, Result: campaign.Result{Winner: in.Winner, Reason: in.Reason}}
	if len(in.Scores) >= len(b.Seats) && !slices.Contains(in.Scores[:len(b.Seats)], nil) {
		for _, n := range in.Scores[:len(b.Seats)] {
			body.Result.Scores = append(body.Result.Scores, *n)
		}
	}
	if err == nil {
		err = readWhichOfTwo(c, &body.Result)
	}
	if err == nil {
		body.Result.Effects, err = s.readEffects(c, v.State, b, reportedSeats(camp, b, body.Seat))
	}
	if err != nil {
		return s.showReport(c, v, b, site.StatusOf(err), err)
	}
	if len(body.Result.Effects) == 0 {
		body.Result.Effects = nil
	}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body}); err != nil {
		late, failed := s.lateReport(c, v, b, body, err)
		if failed != nil {
			return failed
		}
		if late {
			return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "late")
		}
		return s.showReport(c, v, b, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "reported")
}

// readWhichOfTwo asks which of the two is right when the winner has fewer points than another side, or when a draw has unequal
// points. The form's answer decides. A report that was typed without a network is taken as it is, because nobody can answer.
func readWhichOfTwo(c echo.Context, r *campaign.Result) error {
	best, first, level := 0, 0, true
	for i, n := range r.Scores {
		if i == 0 || n > best {
			best, first = n, i
		}
		level = level && n == r.Scores[0]
	}
	if level || r.Winner >= 0 && int(r.Winner) < len(r.Scores) && r.Scores[r.Winner] == best || c.FormValue("which") == "winner" || c.FormValue("_late") != "" {
		return nil
	}
	if c.FormValue("which") == "score" {
		r.Winner = rules.Seat(first)
		return nil
	}
	return &campaign.Error{Code: campaign.Invalid, Key: "which-of-two"}
}

// confirmReport confirms the first report.
func (s *Handlers) confirmReport(c echo.Context, v site.Visit, b *campaign.Battle) error {
	body := campaign.Confirm{Battle: b.ID, Seat: v.State.Seat(b, v.Member.ID)}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body}); err != nil {
		return s.showReport(c, v, b, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "confirmed")
}

// autoConfirm confirms a report that nobody has answered in time.
func (s *Handlers) autoConfirm(c echo.Context, v site.Visit, b *campaign.Battle) error {
	if _, err := s.Do(c, v, campaign.ActRequest{Body: campaign.AutoConfirm{Battle: b.ID}}); err != nil {
		return s.showReport(c, v, b, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "confirmed")
}

func (s *Handlers) showReport(c echo.Context, v site.Visit, b *campaign.Battle, status int, failed error) error {
	camp := v.State.Campaigns[b.Campaign]
	seat := v.State.Seat(b, v.Member.ID)
	in := reportFields{Seat: rules.Nobody, Winner: noWinner, Scores: make([]*int, len(b.Seats))}
	effects := emptyEffects(v.State, b, reportedSeats(camp, b, seat))
	forms, err := site.NewForms(c, failed, in, disputeFields{}, effects)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("report.title"), views.SectionBattle)
	f.Back = site.BattleURL(v.Club, b.ID)
	m := playviews.ReportPage{Action: site.BattleURL(v.Club, b.ID) + "/report", Cancel: f.Back, Trouble: forms[0].Trouble(), Title: site.BattleTitle(f, v.State, b), Line: camp.Settings.Name}
	for _, r := range b.Reports {
		m.Stated = append(m.Stated, statementLine(f, v, b, r))
	}
	open := b.Status == campaign.Scheduled || b.Status == campaign.Reported
	may := seat != rules.Nobody || v.Can(campaign.ActionOthers)
	m.Form = open && may && (seat == rules.Nobody || !site.HasReported(b, seat))
	s.fillAnswers(c, f, v, b, &m, forms[1])
	if m.Form {
		reportInputs(f, v, b, seat, &m, forms[0])
		var asked *campaign.Error
		if errors.As(failed, &asked) && asked.Key == "which-of-two" {
			if m.Which, err = s.whichOfTwo(c, f, v.State, b); err != nil {
				return err
			}
		}
		m.AftermathFields = aftermathInputs(f, v, camp, b, reportedSeats(camp, b, seat), forms[2])
	} else if failed != nil && m.Why.Wrong+m.Image.Wrong+m.Alt.Wrong == "" {
		m.Trouble = site.ErrorText(site.CatalogOf(c), failed)
	}
	return s.Render(c, status, playviews.Report(f, m))
}

// fillAnswers fills in the possible answers to a report: to confirm, to object, to let it be confirmed without an answer.
func (s *Handlers) fillAnswers(c echo.Context, f views.Frame, v site.Visit, b *campaign.Battle, m *playviews.ReportPage, dispute *form.Form) {
	seat := v.State.Seat(b, v.Member.ID)
	if b.Status == campaign.Reported && seat != rules.Nobody && !site.HasReported(b, seat) {
		m.ConfirmURL, m.ConfirmText = site.BattleURL(v.Club, b.ID)+"/confirm", f.Say("report.confirm")
	}
	s.fillAutoConfirm(f, v, b, m)
	if seat != rules.Nobody && (b.Status == campaign.Reported || b.Status == campaign.Confirmed) {
		m.DisputeURL = site.BattleURL(v.Club, b.ID) + "/dispute"
		m.Why = dispute.Field("objection")
		m.Image, m.Alt = evidenceInputs(f, v, dispute)
	}
}

// whichOfTwo returns the two answers when winner and points do not agree.
func (s *Handlers) whichOfTwo(c echo.Context, f views.Frame, st *campaign.State, b *campaign.Battle) ([]views.Option, error) {
	var r reportFields
	if err := s.ReadForm(c, &r); err != nil {
		return nil, err
	}
	winner := f.Say("report.which_draw")
	if r.Winner >= 0 && int(r.Winner) < len(b.Seats) {
		winner = f.Say("report.which_winner", "name", site.RosterName(st, b.Seats[r.Winner]))
	}
	first := 0
	for i, n := range r.Scores {
		if *n > *r.Scores[first] {
			first = i
		}
	}
	return []views.Option{{Value: "score", Text: f.Say("report.which_score", "name", site.RosterName(st, b.Seats[first]))}, {Value: "winner", Text: winner}}, nil
}

// reportedSeats returns the seats whose effects a report states: the reader's own, or all of them for an arbiter, or none when an
// aftermath follows.
func reportedSeats(camp *campaign.Campaign, b *campaign.Battle, seat rules.Seat) []int {
	if camp.Settings.Aftermath {
		return nil
	}
	if seat >= 0 {
		return []int{int(seat)}
	}
	all := make([]int, len(b.Seats))
	for i := range all {
		all[i] = i
	}
	return all
}

// fillAutoConfirm says until when the report can be answered, and offers to confirm it after that.
func (s *Handlers) fillAutoConfirm(f views.Frame, v site.Visit, b *campaign.Battle, m *playviews.ReportPage) {
	due, ok := v.State.AutoConfirmAt(b)
	if !ok {
		return
	}
	m.Silent = f.Say("report.silent", "date", f.Moment(due))
	if s.Now().After(due) && v.State.MayDo(v.Actor, campaign.AutoConfirm{Battle: b.ID}) {
		m.SilenceURL, m.Silent = site.BattleURL(v.Club, b.ID)+"/silence", f.Say("report.silence_over", "date", f.Moment(due))
	}
}

func reportInputs(f views.Frame, v site.Visit, b *campaign.Battle, own rules.Seat, m *playviews.ReportPage, form *form.Form) {
	var sides, unreported []views.Option
	for i, id := range b.Seats {
		side := views.Option{Value: strconv.Itoa(i), Text: site.RosterName(v.State, id)}
		sides = append(sides, side)
		if !site.HasReported(b, rules.Seat(i)) {
			unreported = append(unreported, side)
		}
		score := form.Field("score" + strconv.Itoa(i))
		score.Label = f.Say("report.score", "name", side.Text)
		m.Scores = append(m.Scores, score)
	}
	m.Winner, m.Winners = form.Choice("winner", append(sides, views.Option{Value: "-1", Text: f.Say("outcome.draw")}))
	if own == rules.Nobody {
		m.Seat, m.Seats = form.Choice("seat", append(unreported, views.Option{Value: "-1", Text: f.Say("report.as_arbiter")}))
	}
	m.Reason, m.Note = form.Field("reason"), form.Field("note")
}

func statementLine(f views.Frame, v site.Visit, b *campaign.Battle, r campaign.Statement) playviews.StatementLine {
	line := playviews.StatementLine{Who: f.Say("report.by", "name", site.MemberName(v.State, r.By), "date", f.Moment(r.At)), Note: r.Note, Winner: f.Say("outcome.draw")}
	if who := site.OnBehalf(f, v.State, b, r.Seat, r.By); who != "" {
		line.Who = f.Say("report.by", "name", who, "date", f.Moment(r.At))
	}
	at := 0
	if r.Result.Winner >= 0 && int(r.Result.Winner) < len(b.Seats) {
		at = int(r.Result.Winner)
		line.Winner = f.Say("report.won", "name", site.RosterName(v.State, b.Seats[at]))
		line.Emblem = site.RosterEmblem(v.State.Rosters[b.Seats[at]])
	} else {
		line.Emblem = site.MemberEmblem(v.State, r.By)
	}
	line.Score = site.ScoreSuffix(f, r.Result.Scores, at)
	return line
}
