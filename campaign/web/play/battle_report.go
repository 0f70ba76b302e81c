package play

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// reportPage shows what has been reported and the forms to report, agree or object.
func (s *Handlers) reportPage(c echo.Context) error {
	return s.showReport(c, http.StatusOK, campaign.Report{Seat: rules.Nobody, Result: campaign.Result{Winner: -2}}, nil)
}

// postReport sends one side's account.
func (s *Handlers) postReport(c echo.Context) error {
	v, b, camp, err := s.MemberBattle(c)
	if err != nil {
		return err
	}
	body := campaign.Report{Battle: b.ID, Seat: v.State.Seat(b, v.Member.ID), Note: c.FormValue("note"), Result: campaign.Result{Reason: strings.TrimSpace(c.FormValue("reason"))}}
	if seat, err := strconv.Atoi(c.FormValue("seat")); err == nil && v.Can(campaign.ActionOthers) {
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
			return s.showReport(c, http.StatusUnprocessableEntity, body, site.NotANumber("result.scores"))
		}
		body.Result.Scores = append(body.Result.Scores, n)
	}
	if err := readWhichOfTwo(c, &body.Result); err != nil {
		return s.showReport(c, http.StatusUnprocessableEntity, body, err)
	}
	if body.Result.Effects, err = readEffects(c, v.State, b, reportedSeats(camp, b, body.Seat)); err != nil {
		return s.showReport(c, http.StatusUnprocessableEntity, body, err)
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
		return s.showReport(c, site.StatusOf(err), body, err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "reported")
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
func (s *Handlers) confirmReport(c echo.Context) error {
	v, b, _, err := s.MemberBattle(c)
	if err != nil {
		return err
	}
	body := campaign.Confirm{Battle: b.ID, Seat: v.State.Seat(b, v.Member.ID)}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body}); err != nil {
		return s.showReport(c, site.StatusOf(err), campaign.Report{Seat: rules.Nobody, Result: campaign.Result{Winner: -2}}, err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "confirmed")
}

// autoConfirm lets a report hold that nobody has answered in time.
func (s *Handlers) autoConfirm(c echo.Context) error {
	v, b, _, err := s.MemberBattle(c)
	if err != nil {
		return err
	}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: campaign.AutoConfirm{Battle: b.ID}}); err != nil {
		return s.showReport(c, site.StatusOf(err), campaign.Report{Seat: rules.Nobody, Result: campaign.Result{Winner: -2}}, err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "confirmed")
}

func (s *Handlers) showReport(c echo.Context, status int, body campaign.Report, failed error) error {
	v, b, camp, err := s.MemberBattle(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "winner", "scores", "reason", "note", "seat", "image", "alt")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("report.title"), views.SectionBattle)
	f.Back = site.BattleURL(v.Club, b.ID)
	seat := v.State.Seat(b, v.Member.ID)
	m := playviews.ReportPage{Action: site.BattleURL(v.Club, b.ID) + "/report", Cancel: f.Back, Trouble: whole, Title: site.BattleTitle(f, v.State, b), Line: camp.Settings.Name}
	for _, r := range b.Reports {
		m.Stated = append(m.Stated, statementLine(f, v, b, r))
	}
	open := b.Status == campaign.Scheduled || b.Status == campaign.Reported
	may := seat != rules.Nobody || v.Can(campaign.ActionOthers)
	m.Form = open && may && (seat == rules.Nobody || !site.HasReported(b, seat))
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
			m.Which = whichOfTwo(f, v.State, b, body.Result)
		}
		m.AftermathFields = aftermathFields(c, f, v, camp, b, reportedSeats(camp, b, seat))
	} else if failed != nil && m.Why.Wrong+m.Image.Wrong+m.Alt.Wrong == "" {
		m.Trouble = site.ErrorText(site.CatalogOf(c), failed)
	}
	return s.Render(c, status, playviews.Report(f, m))
}

// fillAnswers are the ways to answer what was reported: to agree, to object, to let it hold.
func (s *Handlers) fillAnswers(c echo.Context, f views.Frame, v site.Visit, b *campaign.Battle, m *playviews.ReportPage, wrong map[string]string) {
	seat := v.State.Seat(b, v.Member.ID)
	if b.Status == campaign.Reported && seat != rules.Nobody && !site.HasReported(b, seat) {
		m.ConfirmURL, m.ConfirmText = site.BattleURL(v.Club, b.ID)+"/confirm", f.Say("report.confirm")
	}
	s.fillAutoConfirm(f, v, b, m)
	if seat != rules.Nobody && (b.Status == campaign.Reported || b.Status == campaign.Confirmed) {
		m.DisputeURL = site.BattleURL(v.Club, b.ID) + "/dispute"
		m.Why = views.Field{Name: "objection", Type: "textarea", Label: f.Say("report.why"), Value: c.FormValue("objection"), Required: true, Max: 4000}
		m.Image, m.Alt = evidenceFields(c, f, v, wrong)
	}
}

// whichOfTwo are the two answers when winner and points do not agree.
func whichOfTwo(f views.Frame, st *campaign.State, b *campaign.Battle, r campaign.Result) []views.Option {
	winner := f.Say("report.which_draw")
	if r.Winner >= 0 && int(r.Winner) < len(b.Seats) {
		winner = f.Say("report.which_winner", "name", site.RosterName(st, b.Seats[r.Winner]))
	}
	first := 0
	for i, n := range r.Scores {
		if n > r.Scores[first] {
			first = i
		}
	}
	return []views.Option{{Value: "score", Text: f.Say("report.which_score", "name", site.RosterName(st, b.Seats[first]))}, {Value: "winner", Text: winner}}
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

func reportFields(f views.Frame, v site.Visit, b *campaign.Battle, body campaign.Report, own rules.Seat, m *playviews.ReportPage, wrong map[string]string) {
	m.Winner = views.Field{Name: "winner", Label: f.Say("report.winner"), Required: true, Wrong: wrong["winner"]}
	for i, id := range b.Seats {
		m.Winners = append(m.Winners, views.Option{Value: strconv.Itoa(i), Text: site.RosterName(v.State, id), Chosen: body.Result.Winner == rules.Seat(i)})
		score := views.Field{Name: "score" + strconv.Itoa(i), Type: "number", Label: f.Say("report.score", "name", site.RosterName(v.State, id)), Min: "0", Upto: "10000"}
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
			if !site.HasReported(b, rules.Seat(i)) {
				m.Seats = append(m.Seats, views.Option{Value: strconv.Itoa(i), Text: site.RosterName(v.State, id)})
			}
		}
		m.Seats = append(m.Seats, views.Option{Value: "-1", Text: f.Say("report.as_arbiter")})
	}
	m.Reason = views.Field{Name: "reason", Label: f.Say("report.reason"), Value: body.Result.Reason, Max: 120, Wrong: wrong["reason"]}
	m.Note = views.Field{Name: "note", Type: "textarea", Label: f.Say("report.note"), Value: body.Note, Max: 4000, Wrong: wrong["note"]}
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
