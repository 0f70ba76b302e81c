package play

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// arrangeURL is where the sides of a duel settle when it is played, and what happens when it is not.
func arrangeURL(club, battle campaign.ID) string { return site.BattleURL(club, battle) + "/arrange" }

// arrangePage shows a duel's date, its claims and who stands in.
func (s *Handlers) arrangePage(c echo.Context) error { return s.showArrange(c, http.StatusOK, nil) }

// proposeDate proposes when to play.
func (s *Handlers) proposeDate(c echo.Context) error {
	return s.doArrange(c, "proposed", func(v site.Visit, b *campaign.Battle) (campaign.Body, error) {
		at, err := time.ParseInLocation(site.LocalTime, c.FormValue("at"), s.Zone)
		if err != nil {
			return nil, &campaign.Error{Code: campaign.Invalid, Field: "at", Key: "not-a-time"}
		}
		return campaign.ProposeDate{Battle: b.ID, Seat: senderSeat(c, v, b), At: at, Note: c.FormValue("note")}, nil
	})
}

// agreeDate agrees with the other side's proposal.
func (s *Handlers) agreeDate(c echo.Context) error {
	return s.doArrange(c, "agreed", func(v site.Visit, b *campaign.Battle) (campaign.Body, error) {
		return campaign.AgreeDate{Battle: b.ID, Seat: senderSeat(c, v, b)}, nil
	})
}

// claimNotPlayed says that a duel could not be played.
func (s *Handlers) claimNotPlayed(c echo.Context) error {
	return s.doArrange(c, "claimed", func(v site.Visit, b *campaign.Battle) (campaign.Body, error) {
		return campaign.RaiseClaim{Battle: b.ID, Seat: senderSeat(c, v, b), What: campaign.ClaimKind(c.FormValue("what")), Reason: c.FormValue("reason")}, nil
	})
}

// concedeBattle gives a duel up.
func (s *Handlers) concedeBattle(c echo.Context) error {
	return s.doArrange(c, "conceded", func(v site.Visit, b *campaign.Battle) (campaign.Body, error) {
		if c.FormValue("sure") != "yes" {
			return nil, &campaign.Error{Code: campaign.Invalid, Field: "sure", Key: "not-sure"}
		}
		return campaign.Concede{Battle: b.ID, Seat: senderSeat(c, v, b)}, nil
	})
}

// nameSubstitute names a substitute.
func (s *Handlers) nameSubstitute(c echo.Context) error {
	return s.doArrange(c, "stood", func(v site.Visit, b *campaign.Battle) (campaign.Body, error) {
		return campaign.NameSubstitute{Battle: b.ID, Seat: senderSeat(c, v, b), Member: c.FormValue("member")}, nil
	})
}

// answerClaim is the arbiter's answer.
func (s *Handlers) answerClaim(c echo.Context) error {
	return s.doArrange(c, "answered", func(v site.Visit, b *campaign.Battle) (campaign.Body, error) {
		body := campaign.AnswerClaim{Battle: b.ID, Uphold: c.FormValue("answer") != "dismiss", Winner: rules.Nobody}
		if n, err := strconv.Atoi(c.FormValue("answer")); err == nil {
			body.Winner = rules.Seat(n)
		}
		return body, nil
	})
}

// senderSeat is the seat that the sender acts for: one's own, or that which somebody who acts for others chose.
func senderSeat(c echo.Context, v site.Visit, b *campaign.Battle) rules.Seat {
	if n, err := strconv.Atoi(c.FormValue("seat")); err == nil && v.Can(campaign.ActionOthers) {
		return rules.Seat(n)
	}
	return v.State.Seat(b, v.Member.ID)
}

func (s *Handlers) doArrange(c echo.Context, notice string, read func(site.Visit, *campaign.Battle) (campaign.Body, error)) error {
	v, b, _, err := s.MemberBattle(c)
	if err != nil {
		return err
	}
	body, err := read(v, b)
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: body, LastSeen: site.FormHead(c), Why: c.FormValue("why")})
	}
	if err != nil {
		return s.showArrange(c, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, arrangeURL(v.Club, b.ID), notice)
}

func (s *Handlers) showArrange(c echo.Context, status int, failed error) error {
	v, b, camp, err := s.MemberBattle(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "at", "note", "what", "reason", "sure", "member", "why")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("arrange.title"), views.SectionBattle)
	f.Back = site.BattleURL(v.Club, b.ID)
	m := playviews.ArrangePage{Battle: site.BattleTitle(f, v.State, b), Campaign: camp.Settings.Name, Trouble: whole, BackURL: f.Back, Lines: arrangeLines(f, v.State, b)}
	if b.Status == campaign.Scheduled && len(b.EngineParts) == 0 && len(b.Seats) == 2 {
		m.Forms = arrangeForms(f, v, b, wrong)
		for i := range m.Forms {
			if failed != nil {
				site.Refill(c, &m.Forms[i])
			}
		}
	}
	return s.Render(c, status, playviews.Arrange(f, m))
}

// arrangeLines tell what was agreed, proposed and claimed.
func arrangeLines(f views.Frame, st *campaign.State, b *campaign.Battle) []string {
	var lines []string
	if !b.At.IsZero() {
		lines = append(lines, f.Say("arrange.at", "date", f.Moment(b.At)))
	}
	if !b.Deadline.IsZero() {
		lines = append(lines, f.Say("arrange.deadline", "date", f.Moment(b.Deadline), "n", st.Campaigns[b.Campaign].Settings.GraceDays))
	}
	side := func(seat rules.Seat) string { return site.RosterName(st, b.Seats[seat]) }
	for _, stand := range b.Substitutes {
		lines = append(lines, f.Say("arrange.stands", "name", site.MemberName(st, stand.Member), "side", side(stand.Seat)))
	}
	if p := b.Proposal; p != nil {
		lines = append(lines, f.Say("arrange.proposed", "side", side(p.Seat), "date", f.Moment(p.At)), p.Note)
	}
	for _, claim := range b.Claims {
		lines = append(lines, f.Say("arrange.claimed", "side", side(claim.Seat), "what", f.Say("arrange.what_"+string(claim.What)), "reason", claim.Reason))
		if a := claim.Answer; a != nil {
			key := "arrange.dismissed"
			if a.Upheld {
				key = "arrange.upheld"
			}
			lines = append(lines, f.Say(key, "by", site.MemberName(st, a.By), "why", a.Why))
		}
	}
	if b.Result != nil {
		lines = append(lines, site.BattleText(f, st, b))
	}
	return lines
}

func arrangeForms(f views.Frame, v site.Visit, b *campaign.Battle, wrong map[string]string) []views.ConductForm {
	base, seat := site.BattleURL(v.Club, b.ID), v.State.Seat(b, v.Member.ID)
	var sides []views.Option
	for i, id := range b.Seats {
		sides = append(sides, views.Option{Value: strconv.Itoa(i), Text: site.RosterName(v.State, id)})
	}
	var forms []views.ConductForm
	add := func(key string, rows ...views.ConductRow) {
		form := views.ConductForm{Action: base + "/" + key, Title: f.Say("arrange." + key), Text: f.Say("arrange." + key + "_text"), Button: f.Say("arrange." + key + "_button"), Rows: rows}
		if seat == rules.Nobody && key != "answer" {
			form.Seats, form.Seat = sides, f.Say("arrange.seat")
			if key == "concede" {
				form.Seat = f.Say("arrange.concede_seat")
			}
		}
		forms = append(forms, form)
	}
	may := seat != rules.Nobody || v.Can(campaign.ActionOthers)
	if open := b.OpenClaim(); open != nil && v.Can(campaign.KindAnswer) {
		answers := append([]views.Option{}, views.Option{Value: "dismiss", Text: f.Say("arrange.dismiss")})
		for i, o := range sides {
			answers = append(answers, views.Option{Value: o.Value, Text: f.Say("arrange.forfeit_for", "side", o.Text), Chosen: rules.Seat(i) == open.Seat})
		}
		answers = append(answers, views.Option{Value: "nobody", Text: f.Say("arrange.forfeit_none")})
		add("answer", views.ConductRow{Field: views.Field{Name: "answer", Label: f.Say("arrange.answer_label")}, Options: answers},
			views.ConductRow{Field: views.Field{Name: "why", Label: f.Say("report.why"), Max: 4000, Required: true, Wrong: wrong["why"]}})
	}
	if !may || !v.Can(campaign.KindClaim) {
		return forms
	}
	if b.Proposal != nil && b.Proposal.Seat != seat {
		add("agree")
	}
	add("dates", views.ConductRow{Field: views.Field{Name: "at", Type: "datetime-local", Label: f.Say("schedule.at"), Required: true, Wrong: wrong["at"]}},
		views.ConductRow{Field: views.Field{Name: "note", Label: f.Say("arrange.note"), Max: 400, Wrong: wrong["note"]}})
	var kinds, members []views.Option
	for _, k := range campaign.ClaimKinds {
		kinds = append(kinds, views.Option{Value: string(k), Text: f.Say("arrange.what_" + string(k))})
	}
	for _, m := range v.State.AllMembers() {
		if v.State.Seat(b, m.ID) == rules.Nobody {
			members = append(members, views.Option{Value: m.ID, Text: m.Name})
		}
	}
	if b.OpenClaim() == nil {
		add("claims", views.ConductRow{Field: views.Field{Name: "what", Label: f.Say("arrange.what"), Wrong: wrong["what"]}, Options: kinds},
			views.ConductRow{Field: views.Field{Name: "reason", Label: f.Say("report.why"), Max: 4000, Required: true, Wrong: wrong["reason"]}})
		if b.At.IsZero() {
			forms[len(forms)-1].Text += " " + f.Say("arrange.no_show_from", "date", f.Moment(v.State.NoShowFrom(b)))
		}
	}
	if len(members) > 0 {
		add("stand", views.ConductRow{Field: views.Field{Name: "member", Label: f.Say("arrange.member"), Wrong: wrong["member"]}, Options: members})
	}
	add("concede", views.ConductRow{Field: views.Field{Name: "sure", Label: f.Say("arrange.sure"), Wrong: wrong["sure"]},
		Options: []views.Option{{Value: "no", Text: f.Say("permission.no")}, {Value: "yes", Text: f.Say("permission.yes")}}})
	if n := v.State.Campaigns[b.Campaign].Settings.ForfeitScore; n > 0 {
		forms[len(forms)-1].Text += " " + f.Say("arrange.forfeit_score", "n", n)
	}
	return forms
}
