package web

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// ladder shows the places, the challenges and how places changed.
func (s *site) ladder(c echo.Context) error { return s.showLadder(c, http.StatusOK, nil) }

func (s *site) showLadder(c echo.Context, status int, failed error) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	if camp.Settings.Ladder == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-ladder", Rule: "CAMP-LAD-1"}
	}
	_, trouble, ok := wrongs(bookOf(c), failed)
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, bookOf(c).Say("ladder.title"), views.SectionCampaign)
	base := campaignURL(v.club, camp.ID)
	m := views.LadderPage{CampaignHead: campaignHead(&f, v, camp, "/ladder"), Trouble: trouble, Text: ladderWords(f, *camp.Settings.Ladder), Action: base + "/ladder/challenges",
		Note: views.Field{Name: "note", Label: f.Say("arrange.note"), Max: 400, Value: typed(c, "note", "")}}
	own := map[campaign.ID]bool{}
	for i, id := range camp.Rungs {
		r := v.state.Rosters[id]
		mine := v.member != nil && r.PlayedBy(v.member.ID)
		own[id] = mine
		m.Rungs = append(m.Rungs, views.Rung{Place: i + 1, Name: r.List.Name, Player: players(v.state, r), URL: rosterURL(v.club, id), Arms: rosterArms(r), Mine: mine,
			Dared: s.daring(f, v, camp, id)})
	}
	if !camp.Closed {
		m.From, m.To = s.dareChoices(f, v, camp)
	}
	for i := len(camp.Dares) - 1; i >= 0; i-- {
		d := camp.Dares[i]
		if v.state.Open(d, s.Now()) || d.State == campaign.Waiting {
			m.Open = append(m.Open, s.dareLine(f, v, camp, d))
		}
	}
	for i := len(camp.Climbs) - 1; i >= 0; i-- {
		x := camp.Climbs[i]
		line := views.ClimbLine{Text: f.Say("ladder.climbed", "a", rosterName(v.state, x.Up), "b", rosterName(v.state, x.Down), "from", x.From, "to", x.To), At: x.At, Cause: causeLink(f, v, camp, x.Cause)}
		if b := v.state.Battles[x.Battle]; b != nil {
			line.Battle = views.Link{Text: f.Say("battle.number", "n", b.Number), URL: battleURL(v.club, b.ID)}
		}
		m.Climbs = append(m.Climbs, line)
	}
	return s.page(c, status, views.Ladder(f, m))
}

// daring tells in a word that a side challenges or is challenged.
func (s *site) daring(f views.Frame, v visit, camp *campaign.Campaign, id campaign.ID) string {
	for _, d := range camp.Dares {
		switch {
		case !v.state.Open(d, s.Now()):
		case d.From == id:
			return f.Say("ladder.challenges", "name", rosterName(v.state, d.To))
		case d.To == id:
			return f.Say("ladder.challenged", "name", rosterName(v.state, d.From))
		}
	}
	return ""
}

// dareChoices are the sides for which the reader may challenge, and those that can be challenged by any of them.
func (s *site) dareChoices(f views.Frame, v visit, camp *campaign.Campaign) (from, to []views.Option) {
	reach := camp.Settings.Ladder.Reach
	could := map[int]bool{}
	for i, id := range camp.Rungs {
		if i == 0 || !v.state.Allowed(v.actor, campaign.RaiseDare{Campaign: camp.ID, From: id}) {
			continue
		}
		from = append(from, views.Option{Value: id, Text: rosterName(v.state, id)})
		for k := max(0, i-reach); k < i; k++ {
			could[k] = true
		}
	}
	for i, id := range camp.Rungs {
		if could[i] {
			to = append(to, views.Option{Value: id, Text: f.Say("ladder.place", "n", i+1, "name", rosterName(v.state, id))})
		}
	}
	return from, to
}

// dareLine tells a challenge that waits or is to be fought, with the buttons that the reader may press.
func (s *site) dareLine(f views.Frame, v visit, camp *campaign.Campaign, d campaign.Dare) views.DareLine {
	line := views.DareLine{From: rosterName(v.state, d.From), To: rosterName(v.state, d.To), Note: d.Note, Action: campaignURL(v.club, camp.ID) + "/ladder/challenges/" + d.ID,
		FromArms: rosterArms(v.state.Rosters[d.From]), ToArms: rosterArms(v.state.Rosters[d.To])}
	if b := v.state.Battles[d.Battle]; b != nil {
		line.Text, line.Battle = f.Say("ladder.to_fight"), views.Link{Text: f.Say("battle.number", "n", b.Number), URL: battleURL(v.club, b.ID)}
		return line
	}
	over := s.Now().After(d.Deadline)
	if over {
		line.Text = f.Say("ladder.over", "when", f.Moment(d.Deadline))
	} else {
		line.Text = f.Say("ladder.until", "when", f.Moment(d.Deadline))
	}
	if !over && v.state.Allowed(v.actor, campaign.AnswerDare{Campaign: camp.ID, Dare: d.ID}) {
		line.Buttons = append(line.Buttons, views.Option{Value: "accept", Text: f.Say("ladder.accept")}, views.Option{Value: "decline", Text: f.Say("ladder.decline")})
		line.At = views.Field{Name: "at", Type: "datetime-local", Label: f.Say("schedule.at")}
	}
	if v.state.Allowed(v.actor, campaign.CloseDare{Campaign: camp.ID, Dare: d.ID}) {
		text := f.Say("ladder.withdraw")
		if over {
			text = f.Say("ladder.lapse")
		}
		line.Buttons = append(line.Buttons, views.Option{Value: "close", Text: text})
	}
	return line
}

// dare challenges a side that stands above.
func (s *site) dare(c echo.Context) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	body := campaign.RaiseDare{Campaign: camp.ID, From: c.FormValue("from"), To: c.FormValue("to"), Note: strings.TrimSpace(c.FormValue("note"))}
	if _, err := s.do(c, v, campaign.Draft{Body: body}); err != nil {
		return s.showLadder(c, statusOf(err), err)
	}
	return s.done(c, campaignURL(v.club, camp.ID)+"/ladder", "dared")
}

// answerDare accepts, declines or closes a challenge.
func (s *site) answerDare(c echo.Context) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	var body campaign.Body
	id := c.Param("challenge")
	switch c.FormValue("do") {
	case "accept":
		answer := campaign.AnswerDare{Campaign: camp.ID, Dare: id, Accept: true}
		if text := c.FormValue("at"); text != "" {
			if answer.At, err = time.ParseInLocation(localTime, text, s.Zone); err != nil {
				return s.showLadder(c, http.StatusUnprocessableEntity, &campaign.Error{Code: campaign.Invalid, Field: "at", Key: "not-a-time"})
			}
		}
		body = answer
	case "decline":
		body = campaign.AnswerDare{Campaign: camp.ID, Dare: id}
	default:
		body = campaign.CloseDare{Campaign: camp.ID, Dare: id}
	}
	if _, err := s.do(c, v, campaign.Draft{Body: body}); err != nil {
		return s.showLadder(c, statusOf(err), err)
	}
	return s.done(c, campaignURL(v.club, camp.ID)+"/ladder", "dare_"+c.FormValue("do"))
}
