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

// arrangeURL returns the address where the sides of a duel agree on a date or claim that it was not played.
func arrangeURL(club, battle campaign.ID) string { return site.BattleURL(club, battle) + "/arrange" }

// arrangePage shows the date, the claims and the substitutes of a duel.
func (s *Handlers) arrangePage(c echo.Context, v site.Visit, b *campaign.Battle) error {
	return s.showArrange(c, v, b, http.StatusOK, nil)
}

// The forms of a duel's date, its claims and who stands in. A seat is asked of those who act for others.
type (
	dateFields struct {
		seatField
		At   time.Time `form:"at" label:"schedule.at" required:"true"`
		Note string    `form:"note" label:"arrange.note" len:"0..400"`
	}
	claimFields struct {
		seatField
		What   campaign.ClaimKind `form:"what" label:"arrange.what"`
		Reason string             `form:"reason" label:"report.why" len:"1..4000"`
	}
	concedeFields struct {
		Seat rules.Seat `form:"seat" as:"choice" label:"arrange.concede_seat"`
		Sure bool       `form:"sure" label:"arrange.sure"`
	}
	substituteFields struct {
		seatField
		Member campaign.ID `form:"member" label:"arrange.member"`
	}
	claimAnswerFields struct {
		Answer string `form:"answer" label:"arrange.answer_label"`
		Why    string `form:"why" label:"report.why" len:"1..4000"`
	}
	seatField struct {
		Seat rules.Seat `form:"seat" as:"choice" label:"arrange.seat"`
	}
)

// proposeDate proposes when to play.
func (s *Handlers) proposeDate(c echo.Context, v site.Visit, b *campaign.Battle) error {
	var in dateFields
	return s.doArrange(c, v, b, "proposed", &in, &in.Seat, func() (campaign.Body, error) {
		return campaign.ProposeDate{Battle: b.ID, Seat: in.Seat, At: in.At, Note: in.Note}, nil
	})
}

// agreeDate accepts the other side's proposal.
func (s *Handlers) agreeDate(c echo.Context, v site.Visit, b *campaign.Battle) error {
	var in seatField
	return s.doArrange(c, v, b, "agreed", &in, &in.Seat, func() (campaign.Body, error) {
		return campaign.AgreeDate{Battle: b.ID, Seat: in.Seat}, nil
	})
}

// claimNotPlayed claims that a duel was not played.
func (s *Handlers) claimNotPlayed(c echo.Context, v site.Visit, b *campaign.Battle) error {
	var in claimFields
	return s.doArrange(c, v, b, "claimed", &in, &in.Seat, func() (campaign.Body, error) {
		return campaign.RaiseClaim{Battle: b.ID, Seat: in.Seat, What: in.What, Reason: in.Reason}, nil
	})
}

// concedeBattle concedes a duel.
func (s *Handlers) concedeBattle(c echo.Context, v site.Visit, b *campaign.Battle) error {
	var in concedeFields
	return s.doArrange(c, v, b, "conceded", &in, &in.Seat, func() (campaign.Body, error) {
		if !in.Sure {
			return nil, &campaign.Error{Code: campaign.Invalid, Field: "sure", Key: "not-sure"}
		}
		return campaign.Concede{Battle: b.ID, Seat: in.Seat}, nil
	})
}

// nameSubstitute names a substitute.
func (s *Handlers) nameSubstitute(c echo.Context, v site.Visit, b *campaign.Battle) error {
	var in substituteFields
	return s.doArrange(c, v, b, "stood", &in, &in.Seat, func() (campaign.Body, error) {
		return campaign.NameSubstitute{Battle: b.ID, Seat: in.Seat, Member: in.Member}, nil
	})
}

// answerClaim answers a claim as the arbiter.
func (s *Handlers) answerClaim(c echo.Context, v site.Visit, b *campaign.Battle) error {
	var in claimAnswerFields
	return s.doArrange(c, v, b, "answered", &in, nil, func() (campaign.Body, error) {
		body := campaign.AnswerClaim{Battle: b.ID, Uphold: in.Answer != "dismiss", Winner: rules.Nobody}
		if n, err := strconv.Atoi(in.Answer); err == nil {
			body.Winner = rules.Seat(n)
		}
		return body, nil
	})
}

// doArrange reads a form of the page into in and does the act that body makes of it. The seat is the sender's own, or that
// which somebody who acts for others chose.
func (s *Handlers) doArrange(c echo.Context, v site.Visit, b *campaign.Battle, notice string, in any, seat *rules.Seat, body func() (campaign.Body, error)) error {
	own := v.State.Seat(b, v.Member.ID)
	if seat != nil {
		*seat = own
	}
	err := s.ReadForm(c, in)
	if seat != nil && !v.Can(campaign.ActionOthers) {
		*seat = own
	}
	var act campaign.Body
	if err == nil {
		act, err = body()
	}
	if err == nil {
		request := campaign.ActRequest{Body: act, LastSeen: site.FormHead(c)}
		if answer, ok := in.(*claimAnswerFields); ok {
			request.Why = answer.Why
		}
		_, err = s.Do(c, v, request)
	}
	if err != nil {
		return s.showArrange(c, v, b, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, arrangeURL(v.Club, b.ID), notice)
}

func (s *Handlers) showArrange(c echo.Context, v site.Visit, b *campaign.Battle, status int, failed error) error {
	camp := v.State.Campaigns[b.Campaign]
	f := s.Frame(c, site.CatalogOf(c).Say("arrange.title"), views.SectionBattle)
	f.Back = site.BattleURL(v.Club, b.ID)
	m := playviews.ArrangePage{Battle: site.BattleTitle(f, v.State, b), Campaign: camp.Settings.Name, BackURL: f.Back, Lines: arrangeLines(f, v.State, b)}
	if b.Status == campaign.Scheduled && len(b.EngineParts) == 0 && len(b.Seats) == 2 {
		var err error
		if m.Forms, m.Trouble, err = arrangeForms(c, f, v, b, failed); err != nil {
			return err
		}
	} else if failed != nil {
		var ok bool
		if m.Trouble, ok = site.RefusalText(f.Catalog, failed); !ok {
			return failed
		}
	}
	return s.Render(c, status, playviews.Arrange(f, m))
}

// arrangeLines describes what was agreed, proposed and claimed.
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

// arrangeForms are the forms that the reader may fill in, and the sentence of what failed where none of them shows it.
func arrangeForms(c echo.Context, f views.Frame, v site.Visit, b *campaign.Battle, failed error) (shown []views.ConductForm, trouble string, err error) {
	base, seat, open := site.BattleURL(v.Club, b.ID), v.State.Seat(b, v.Member.ID), b.OpenClaim()
	var answer claimAnswerFields
	if open != nil {
		answer.Answer = strconv.Itoa(int(open.Seat))
	}
	forms, err := site.NewForms(c, failed, answer, seatField{}, dateFields{}, claimFields{}, substituteFields{}, concedeFields{})
	if err != nil {
		return nil, "", err
	}
	trouble = forms[0].Trouble()
	type options = map[string][]views.Option
	var sides []views.Option
	for i, id := range b.Seats {
		sides = append(sides, views.Option{Value: strconv.Itoa(i), Text: site.RosterName(v.State, id)})
	}
	add := func(n int, key string, of options) {
		if of["seat"] = nil; seat == rules.Nobody {
			of["seat"] = sides
		}
		shown = append(shown, views.ConductForm{Action: base + "/" + key, Title: f.Say("arrange." + key), Text: f.Say("arrange." + key + "_text"), Button: f.Say("arrange." + key + "_button"), Rows: forms[n].Rows(of)})
	}
	if open != nil && v.Can(campaign.KindAnswer) {
		answers := []views.Option{{Value: "dismiss", Text: f.Say("arrange.dismiss")}}
		for _, o := range sides {
			answers = append(answers, views.Option{Value: o.Value, Text: f.Say("arrange.forfeit_for", "side", o.Text)})
		}
		add(0, "answer", options{"answer": append(answers, views.Option{Value: "nobody", Text: f.Say("arrange.forfeit_none")})})
	}
	if seat == rules.Nobody && !v.Can(campaign.ActionOthers) || !v.Can(campaign.KindClaim) {
		return shown, trouble, nil
	}
	if b.Proposal != nil && b.Proposal.Seat != seat {
		add(1, "agree", options{})
	}
	add(2, "dates", options{})
	if open == nil {
		add(3, "claims", options{"what": site.Options(f.Catalog, "arrange.what_", campaign.ClaimKinds)})
		if b.At.IsZero() {
			shown[len(shown)-1].Text += " " + f.Say("arrange.no_show_from", "date", f.Moment(v.State.NoShowFrom(b)))
		}
	}
	var members []views.Option
	for _, m := range v.State.AllMembers() {
		if v.State.Seat(b, m.ID) == rules.Nobody {
			members = append(members, views.Option{Value: m.ID, Text: m.Name})
		}
	}
	if len(members) > 0 {
		add(4, "stand", options{"member": members})
	}
	add(5, "concede", options{"sure": {{Value: "no", Text: f.Say("permission.no")}, {Value: "yes", Text: f.Say("permission.yes")}}})
	if n := v.State.Campaigns[b.Campaign].Settings.ForfeitScore; n > 0 {
		shown[len(shown)-1].Text += " " + f.Say("arrange.forfeit_score", "n", n)
	}
	return shown, trouble, nil
}
