package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// reportPage shows what has been reported and the forms to report, agree or object.
func (s *playHandlers) reportPage(c echo.Context) error {
	return s.showReport(c, http.StatusOK, campaign.Report{Seat: rules.Nobody, Result: campaign.Result{Winner: -2}}, nil)
}

// postReport sends one side's account.
func (s *playHandlers) postReport(c echo.Context) error {
	v, b, camp, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	body := campaign.Report{Battle: b.ID, Seat: v.state.Seat(b, v.member.ID), Note: c.FormValue("note"), Result: campaign.Result{Reason: strings.TrimSpace(c.FormValue("reason"))}}
	if seat, err := strconv.Atoi(c.FormValue("seat")); err == nil && v.can(campaign.ActionOthers) {
		body.Seat = rules.Seat(seat)
	}
	winner, err := strconv.Atoi(c.FormValue("winner"))
	if err != nil {
		body.Result.Winner = -2
		return s.showReport(c, http.StatusUnprocessableEntity, body, &campaign.Error{Code: campaign.Invalid, Field: "result.winner", Key: "required"})
	}
	body.Result.Winner = rules.Seat(winner)
	for i := range b.Seats {
		text := c.FormValue("score" + strconv.Itoa(i))
		if text == "" {
			body.Result.Scores = nil
			break
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return s.showReport(c, http.StatusUnprocessableEntity, body, notANumber("result.scores"))
		}
		body.Result.Scores = append(body.Result.Scores, n)
	}
	if err := readWhichOfTwo(c, &body.Result); err != nil {
		return s.showReport(c, http.StatusUnprocessableEntity, body, err)
	}
	if body.Result.Effects, err = readEffects(c, v.state, b, reportedSeats(camp, b, body.Seat)); err != nil {
		return s.showReport(c, http.StatusUnprocessableEntity, body, err)
	}
	if len(body.Result.Effects) == 0 {
		body.Result.Effects = nil
	}
	if _, err := s.do(c, v, campaign.ActRequest{Body: body}); err != nil {
		late, failed := s.lateReport(c, v, b, body, err)
		if failed != nil {
			return failed
		}
		if late {
			return s.redirectWithNotice(c, battleURL(v.club, b.ID), "late")
		}
		return s.showReport(c, statusOf(err), body, err)
	}
	return s.redirectWithNotice(c, battleURL(v.club, b.ID), "reported")
}

// readWhichOfTwo asks which of the two is right when the winner has fewer points than another side, or a draw has unequal
// points; the answer of the form decides. What was typed without a network is taken as it stands: nobody is there to answer.
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

// confirmReport agrees with the first report.
func (s *playHandlers) confirmReport(c echo.Context) error {
	v, b, _, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	body := campaign.Confirm{Battle: b.ID, Seat: v.state.Seat(b, v.member.ID)}
	if _, err := s.do(c, v, campaign.ActRequest{Body: body}); err != nil {
		return s.showReport(c, statusOf(err), campaign.Report{Seat: rules.Nobody, Result: campaign.Result{Winner: -2}}, err)
	}
	return s.redirectWithNotice(c, battleURL(v.club, b.ID), "confirmed")
}

// autoConfirm lets a report hold that nobody has answered in time.
func (s *playHandlers) autoConfirm(c echo.Context) error {
	v, b, _, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	if _, err := s.do(c, v, campaign.ActRequest{Body: campaign.AutoConfirm{Battle: b.ID}}); err != nil {
		return s.showReport(c, statusOf(err), campaign.Report{Seat: rules.Nobody, Result: campaign.Result{Winner: -2}}, err)
	}
	return s.redirectWithNotice(c, battleURL(v.club, b.ID), "confirmed")
}

func (s *playHandlers) showReport(c echo.Context, status int, body campaign.Report, failed error) error {
	v, b, camp, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := fieldErrors(catalogOf(c), failed, "winner", "scores", "reason", "note", "seat", "image", "alt")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, catalogOf(c).Say("report.title"), views.SectionBattle)
	f.Back = battleURL(v.club, b.ID)
	seat := v.state.Seat(b, v.member.ID)
	m := playviews.ReportPage{Action: battleURL(v.club, b.ID) + "/report", Cancel: f.Back, Trouble: whole, Title: battleTitle(f, v.state, b), Line: camp.Settings.Name}
	for _, r := range b.Reports {
		m.Stated = append(m.Stated, statementLine(f, v, b, r))
	}
	open := b.Status == campaign.Scheduled || b.Status == campaign.Reported
	may := seat != rules.Nobody || v.can(campaign.ActionOthers)
	m.Form = open && may && (seat == rules.Nobody || !hasReported(b, seat))
	s.fillAnswers(c, f, v, b, &m, wrong)
	if m.DisputeURL != "" {
		var refused *campaign.Error
		if errors.As(failed, &refused) && refused.Field == "reason" { // that of a result is "result.reason"
			m.Why.Wrong = wrong["reason"]
			delete(wrong, "reason")
		}
	}
	if m.Form {
		reportFields(f, v, b, body, seat, &m, wrong)
		var asked *campaign.Error
		if errors.As(failed, &asked) && asked.Key == "which-of-two" {
			m.Which = whichOfTwo(f, v.state, b, body.Result)
		}
		m.AftermathFields = aftermathFields(c, f, v, camp, b, reportedSeats(camp, b, seat))
	} else if failed != nil && m.Why.Wrong+m.Image.Wrong+m.Alt.Wrong == "" {
		m.Trouble = errorText(catalogOf(c), failed)
	}
	return s.render(c, status, playviews.Report(f, m))
}

// fillAnswers are the ways to answer what was reported: to agree, to object, to let it hold.
func (s *playHandlers) fillAnswers(c echo.Context, f views.Frame, v visit, b *campaign.Battle, m *playviews.ReportPage, wrong map[string]string) {
	seat := v.state.Seat(b, v.member.ID)
	if b.Status == campaign.Reported && seat != rules.Nobody && !hasReported(b, seat) {
		m.ConfirmURL, m.ConfirmText = battleURL(v.club, b.ID)+"/confirm", f.Say("report.confirm")
	}
	s.fillAutoConfirm(f, v, b, m)
	if seat != rules.Nobody && (b.Status == campaign.Reported || b.Status == campaign.Confirmed) {
		m.DisputeURL = battleURL(v.club, b.ID) + "/dispute"
		m.Why = views.Field{Name: "objection", Type: "textarea", Label: f.Say("report.why"), Value: c.FormValue("objection"), Required: true, Max: 4000}
		m.Image, m.Alt = evidenceFields(c, f, v, wrong)
	}
}

// whichOfTwo are the two answers when winner and points do not agree.
func whichOfTwo(f views.Frame, st *campaign.State, b *campaign.Battle, r campaign.Result) []views.Option {
	winner := f.Say("report.which_draw")
	if r.Winner >= 0 && int(r.Winner) < len(b.Seats) {
		winner = f.Say("report.which_winner", "name", rosterName(st, b.Seats[r.Winner]))
	}
	first := 0
	for i, n := range r.Scores {
		if n > r.Scores[first] {
			first = i
		}
	}
	return []views.Option{{Value: "score", Text: f.Say("report.which_score", "name", rosterName(st, b.Seats[first]))}, {Value: "winner", Text: winner}}
}

// reportedSeats are the seats whose deeds a report tells: its own side's, all of them for an arbiter; none where an aftermath
// is to follow.
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

// fillAutoConfirm says until when an answer to the report counts, and lets it hold afterwards.
func (s *playHandlers) fillAutoConfirm(f views.Frame, v visit, b *campaign.Battle, m *playviews.ReportPage) {
	due, ok := v.state.AutoConfirmAt(b)
	if !ok {
		return
	}
	m.Silent = f.Say("report.silent", "date", f.Moment(due))
	if s.Now().After(due) && v.state.MayDo(v.actor, campaign.AutoConfirm{Battle: b.ID}) {
		m.SilenceURL, m.Silent = battleURL(v.club, b.ID)+"/silence", f.Say("report.silence_over", "date", f.Moment(due))
	}
}

func reportFields(f views.Frame, v visit, b *campaign.Battle, body campaign.Report, own rules.Seat, m *playviews.ReportPage, wrong map[string]string) {
	m.Winner = views.Field{Name: "winner", Label: f.Say("report.winner"), Required: true, Wrong: wrong["winner"]}
	for i, id := range b.Seats {
		m.Winners = append(m.Winners, views.Option{Value: strconv.Itoa(i), Text: rosterName(v.state, id), Chosen: body.Result.Winner == rules.Seat(i)})
		score := views.Field{Name: "score" + strconv.Itoa(i), Type: "number", Label: f.Say("report.score", "name", rosterName(v.state, id)), Min: "0", Upto: "10000"}
		if i < len(body.Result.Scores) {
			score.Value = strconv.Itoa(body.Result.Scores[i])
		}
		if i == 0 {
			score.Wrong = wrong["scores"]
		}
		m.Scores = append(m.Scores, score)
	}
	m.Winners = append(m.Winners, views.Option{Value: "-1", Text: f.Say("outcome.draw"), Chosen: body.Result.Winner == rules.Nobody})
	if own == rules.Nobody {
		m.Seat = views.Field{Name: "seat", Label: f.Say("report.for"), Wrong: wrong["seat"]}
		for i, id := range b.Seats {
			if !hasReported(b, rules.Seat(i)) {
				m.Seats = append(m.Seats, views.Option{Value: strconv.Itoa(i), Text: rosterName(v.state, id)})
			}
		}
		m.Seats = append(m.Seats, views.Option{Value: "-1", Text: f.Say("report.as_arbiter")})
	}
	m.Reason = views.Field{Name: "reason", Label: f.Say("report.reason"), Value: body.Result.Reason, Max: 120, Wrong: wrong["reason"]}
	m.Note = views.Field{Name: "note", Type: "textarea", Label: f.Say("report.note"), Value: body.Note, Max: 4000, Wrong: wrong["note"]}
}

func statementLine(f views.Frame, v visit, b *campaign.Battle, r campaign.Statement) playviews.StatementLine {
	line := playviews.StatementLine{Who: f.Say("report.by", "name", memberName(v.state, r.By), "date", f.Moment(r.At)), Note: r.Note, Winner: f.Say("outcome.draw")}
	if who := onBehalf(f, v.state, b, r.Seat, r.By); who != "" {
		line.Who = f.Say("report.by", "name", who, "date", f.Moment(r.At))
	}
	at := 0
	if r.Result.Winner >= 0 && int(r.Result.Winner) < len(b.Seats) {
		at = int(r.Result.Winner)
		line.Winner = f.Say("report.won", "name", rosterName(v.state, b.Seats[at]))
		line.Emblem = rosterEmblem(v.state.Rosters[b.Seats[at]])
	} else {
		line.Emblem = memberEmblem(v.state, r.By)
	}
	line.Score = scoreSuffix(f, r.Result.Scores, at)
	return line
}
