package league

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// challengeFields are the form that challenges a side.
type challengeFields struct {
	From campaign.ID `form:"from" label:"ladder.from"`
	To   campaign.ID `form:"to" label:"ladder.to"`
	Note string      `form:"note" label:"arrange.note" len:"0..400"`
}

// challengeAnswerFields are the form that answers a challenge.
type challengeAnswerFields struct {
	At time.Time `form:"at" label:"schedule.at"`
}

// ladderPage shows the places, the challenges and the changes of places.
func (s *Handlers) ladderPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.showLadder(c, v, camp, http.StatusOK, nil)
}

func (s *Handlers) showLadder(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, failed error) error {
	if camp.Settings.Ladder == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-ladder", Rule: "CAMP-LAD-1"}
	}
	forms, err := site.NewForms(c, failed, challengeFields{}, challengeAnswerFields{})
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("ladder.title"), views.SectionCampaign)
	base := site.CampaignURL(v.Club, camp.ID)
	m := leagueviews.LadderPage{CampaignHead: site.CampaignHead(&f, v, camp, "/ladder"), Trouble: forms[0].Trouble(), Text: ladderRulesText(f, *camp.Settings.Ladder), Action: base + "/ladder/challenges", Fields: forms[0].Fields()}
	own := map[campaign.ID]bool{}
	for i, id := range camp.Ladder {
		r := v.State.Rosters[id]
		mine := v.Member != nil && r.PlayedBy(v.Member.ID)
		own[id] = mine
		m.Rows = append(m.Rows, leagueviews.LadderRow{Place: i + 1, Name: r.List.Name, Player: site.PlayerNames(v.State, r), URL: site.RosterURL(v.Club, id), Emblem: site.RosterEmblem(r), Mine: mine,
			Challenge: s.challengeState(f, v, camp, id)})
	}
	if !camp.Closed {
		from, to := s.challengeOptions(f, v, camp)
		m.From, m.To = forms[0].Options("from", from), forms[0].Options("to", to)
	}
	for i := len(camp.Challenges) - 1; i >= 0; i-- {
		d := camp.Challenges[i]
		if v.State.ChallengeOpen(d, s.Now()) || d.State == campaign.Waiting {
			answer := form.New(f.Catalog, challengeAnswerFields{}, nil, nil)
			if d.ID == c.Param("challenge") {
				answer = forms[1]
			}
			m.Open = append(m.Open, s.challengeLine(f, v, camp, d, answer))
		}
	}
	for i := len(camp.RankChanges) - 1; i >= 0; i-- {
		x := camp.RankChanges[i]
		line := leagueviews.RankChangeLine{Text: f.Say("ladder.climbed", "a", site.RosterName(v.State, x.Up), "b", site.RosterName(v.State, x.Down), "from", x.From, "to", x.To), At: x.At, Cause: site.ActLink(f, v, camp, x.ActNo)}
		if b := v.State.Battles[x.Battle]; b != nil {
			line.Battle = views.Link{Text: f.Say("battle.number", "n", b.Number), URL: site.BattleURL(v.Club, b.ID)}
		}
		m.RankChanges = append(m.RankChanges, line)
	}
	return s.Render(c, status, leagueviews.Ladder(f, m))
}

// challengeState says in a word that a side challenges or is challenged.
func (s *Handlers) challengeState(f views.Frame, v site.Visit, camp *campaign.Campaign, id campaign.ID) string {
	for _, d := range camp.Challenges {
		switch {
		case !v.State.ChallengeOpen(d, s.Now()):
		case d.From == id:
			return f.Say("ladder.challenges", "name", site.RosterName(v.State, d.To))
		case d.To == id:
			return f.Say("ladder.challenged", "name", site.RosterName(v.State, d.From))
		}
	}
	return ""
}

// challengeOptions returns the sides with which the reader may challenge, and the sides that any of them can challenge.
func (s *Handlers) challengeOptions(f views.Frame, v site.Visit, camp *campaign.Campaign) (from, to []views.Option) {
	reach := camp.Settings.Ladder.Reach
	could := map[int]bool{}
	for i, id := range camp.Ladder {
		if i == 0 || !v.State.MayDo(v.Actor, campaign.RaiseChallenge{Campaign: camp.ID, From: id}) {
			continue
		}
		from = append(from, views.Option{Value: id, Text: site.RosterName(v.State, id)})
		for k := max(0, i-reach); k < i; k++ {
			could[k] = true
		}
	}
	for i, id := range camp.Ladder {
		if could[i] {
			to = append(to, views.Option{Value: id, Text: f.Say("ladder.place", "n", i+1, "name", site.RosterName(v.State, id))})
		}
	}
	return from, to
}

// challengeLine describes an open challenge, with the buttons that the reader may press.
func (s *Handlers) challengeLine(f views.Frame, v site.Visit, camp *campaign.Campaign, d campaign.Challenge, answer *form.Form) leagueviews.ChallengeLine {
	line := leagueviews.ChallengeLine{From: site.RosterName(v.State, d.From), To: site.RosterName(v.State, d.To), Note: d.Note, Action: site.CampaignURL(v.Club, camp.ID) + "/ladder/challenges/" + d.ID,
		FromEmblem: site.RosterEmblem(v.State.Rosters[d.From]), ToEmblem: site.RosterEmblem(v.State.Rosters[d.To])}
	if b := v.State.Battles[d.Battle]; b != nil {
		line.Text, line.Battle = f.Say("ladder.to_fight"), views.Link{Text: f.Say("battle.number", "n", b.Number), URL: site.BattleURL(v.Club, b.ID)}
		return line
	}
	over := s.Now().After(d.Deadline)
	if over {
		line.Text = f.Say("ladder.over", "when", f.Moment(d.Deadline))
	} else {
		line.Text = f.Say("ladder.until", "when", f.Moment(d.Deadline))
	}
	if !over && v.State.MayDo(v.Actor, campaign.AnswerChallenge{Campaign: camp.ID, Challenge: d.ID}) {
		line.Buttons = append(line.Buttons, views.Option{Value: "accept", Text: f.Say("ladder.accept")}, views.Option{Value: "decline", Text: f.Say("ladder.decline")})
		line.At = answer.Field("at")
	}
	if v.State.MayDo(v.Actor, campaign.CloseChallenge{Campaign: camp.ID, Challenge: d.ID}) {
		text := f.Say("ladder.withdraw")
		if over {
			text = f.Say("ladder.lapse")
		}
		line.Buttons = append(line.Buttons, views.Option{Value: "close", Text: text})
	}
	return line
}

// challengeSide challenges a side that is higher on the ladder.
func (s *Handlers) challengeSide(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in challengeFields
	err := s.ReadForm(c, &in)
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.RaiseChallenge{Campaign: camp.ID, From: in.From, To: in.To, Note: in.Note}})
	}
	if err != nil {
		return s.showLadder(c, v, camp, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/ladder", "dared")
}

// answerChallenge accepts, declines or closes a challenge.
func (s *Handlers) answerChallenge(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var body campaign.Body
	id := c.Param("challenge")
	switch c.FormValue("do") {
	case "accept":
		var in challengeAnswerFields
		if err := s.ReadForm(c, &in); err != nil {
			return s.showLadder(c, v, camp, site.StatusOf(err), err)
		}
		body = campaign.AnswerChallenge{Campaign: camp.ID, Challenge: id, Accept: true, At: in.At}
	case "decline":
		body = campaign.AnswerChallenge{Campaign: camp.ID, Challenge: id}
	default:
		body = campaign.CloseChallenge{Campaign: camp.ID, Challenge: id}
	}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body}); err != nil {
		return s.showLadder(c, v, camp, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/ladder", "dare_"+c.FormValue("do"))
}
