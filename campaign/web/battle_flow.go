package web

import (
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// flow is where a battle stands on the way from its dice to its end, for the page that follows it: the steps, and what
// each side has done or has still to do. Live is nil for a battle that was never opened in the engine.
func (s *site) flow(c echo.Context, v visit, b *campaign.Battle, camp *campaign.Campaign, live *campaign.Live) views.Flow {
	m := views.Flow{State: stateOf(b, live), Stage: stageOf(b)}
	if b.Phase != campaign.Final {
		m.Stream = battleURL(v.club, b.ID) + "/events"
	}
	after := live != nil && underway(b) && live.Part == campaign.PartAftermath
	if b.Phase == campaign.Scheduled && (live == nil || !live.Over) {
		return m
	}
	m.Steps = flowSteps(bookOf(c).Say, b, camp)
	for i, id := range b.Seats {
		line := s.sideFlow(c, v, b, camp, rules.Seat(i), after)
		if line.Text == "" {
			continue
		}
		if r := v.state.Rosters[id]; r != nil {
			line.Arms = rosterArms(r)
		}
		m.Lines = append(m.Lines, line)
	}
	if after {
		cause := b.Engine[len(b.Engine)-1].Cause
		if act, ok := v.state.Act(int64(cause)); ok {
			m.Told = bookOf(c).Say("flow.after-begun", "name", memberName(v.state, act.By))
		}
	}
	return m
}

// stageOf names the kind of page that a battle has: one that changes is loaded anew, not patched.
func stageOf(b *campaign.Battle) string {
	switch {
	case underway(b):
		return "fight " + string(b.Engine[len(b.Engine)-1].Part)
	case b.Phase == campaign.Scheduled:
		return "muster"
	}
	return "account"
}

// flowSteps are the stages from the result to the end.
func flowSteps(say func(string, ...any) string, b *campaign.Battle, camp *campaign.Campaign) []views.FlowStep {
	keys := []string{"result", "agreed"}
	if b.Phase == campaign.Disputed || b.Settled == campaign.Ruled {
		keys[1] = "ruled"
	}
	if camp.Settings.Aftermath {
		keys = append(keys, "after")
	}
	keys = append(keys, "end")
	at := "result"
	switch b.Phase {
	case campaign.Reported, campaign.Disputed:
		at = keys[1]
	case campaign.Confirmed, campaign.Ruled:
		at = "after"
	case campaign.Final:
		at = "end"
	}
	now := slices.Index(keys, at)
	var steps []views.FlowStep
	for i, key := range keys {
		steps = append(steps, views.FlowStep{Text: say("flow." + key), Done: i < now || at == "end", Now: i == now})
	}
	return steps
}

// sideFlow says what a side has done at this stage, or what it has still to do.
func (s *site) sideFlow(c echo.Context, v visit, b *campaign.Battle, camp *campaign.Campaign, seat rules.Seat, after bool) views.FlowLine {
	name := rosterName(v.state, b.Seats[seat])
	if r := v.state.Rosters[b.Seats[seat]]; r != nil {
		name = players(v.state, r)
	}
	mine := v.member != nil && v.state.Seat(b, v.member.ID) == seat
	key := ""
	switch b.Phase {
	case campaign.Reported:
		switch {
		case slices.ContainsFunc(b.Reports, func(r campaign.Statement) bool { return r.Seat == seat }):
			key = "reported"
		case spoken(b, seat):
			key = "agrees"
		default:
			key = "to-answer"
		}
	case campaign.Confirmed, campaign.Ruled:
		switch {
		case !camp.Settings.Aftermath || after:
		case slices.Contains(b.Tended, seat):
			key = "tended"
		case s.playsAfter(b, camp):
			key = "to-begin"
		default:
			key = "to-tend"
		}
	}
	if key == "" {
		return views.FlowLine{}
	}
	done := key == "reported" || key == "agrees" || key == "tended"
	if mine {
		key += "-mine"
	}
	return views.FlowLine{Text: bookOf(c).Say("flow."+key, "name", name), Done: done, Mine: mine}
}

// playsAfter tells whether the aftermath of a battle is played in the engine: what was fought there to its end.
func (s *site) playsAfter(b *campaign.Battle, camp *campaign.Campaign) bool {
	g := s.Hall.Game(camp.Settings.Game)
	return camp.Settings.Aftermath && g != nil && g.After != nil && len(b.Engine) == 1 && b.Engine[0].Record != ""
}
