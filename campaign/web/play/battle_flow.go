package play

import (
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	playviews "oriflamme/views/play"
)

// battleFlow returns the progress of a battle from its last roll to the final result, for the page that follows it: the steps, and
// what each side has done or has still to do. live is nil for a battle that was never opened in the engine.
func (s *Handlers) battleFlow(c echo.Context, v site.Visit, b *campaign.Battle, camp *campaign.Campaign, live *campaign.LiveSnapshot) playviews.Flow {
	m := playviews.Flow{State: stateVersion(b, live), Stage: battlePageKind(b)}
	if b.Status != campaign.Final {
		m.Stream = site.BattleURL(v.Club, b.ID) + "/events"
	}
	after := live != nil && site.IsUnderway(b) && live.Part == campaign.PartAftermath
	if b.Status == campaign.Scheduled && (live == nil || !live.Over) {
		return m
	}
	m.Steps = flowSteps(site.CatalogOf(c).Say, b, camp)
	for i, id := range b.Seats {
		line := s.sideFlow(c, v, b, camp, rules.Seat(i), after)
		if line.Text == "" {
			continue
		}
		if r := v.State.Rosters[id]; r != nil {
			line.Emblem = site.RosterEmblem(r)
		}
		m.Lines = append(m.Lines, line)
	}
	if after {
		cause := b.EngineParts[len(b.EngineParts)-1].ActNo
		if act, ok := v.State.Act(int64(cause)); ok {
			m.Told = site.CatalogOf(c).Say("flow.after-begun", "name", site.MemberName(v.State, act.By))
		}
	}
	return m
}

// battlePageKind returns the kind of page that a battle has. When it changes, the page is loaded again instead of updated.
func battlePageKind(b *campaign.Battle) string {
	switch {
	case site.IsUnderway(b):
		return "fight " + string(b.EngineParts[len(b.EngineParts)-1].Part)
	case b.Status == campaign.Scheduled:
		return "muster"
	}
	return "account"
}

// flowSteps returns the steps from the result to the end.
func flowSteps(say func(string, ...any) string, b *campaign.Battle, camp *campaign.Campaign) []playviews.FlowStep {
	keys := []string{"result", "agreed"}
	if b.Status == campaign.Disputed || b.SettledAs == campaign.Ruled {
		keys[1] = "ruled"
	}
	if camp.Settings.Aftermath {
		keys = append(keys, "after")
	}
	keys = append(keys, "end")
	at := "result"
	switch b.Status {
	case campaign.Reported, campaign.Disputed:
		at = keys[1]
	case campaign.Confirmed, campaign.Ruled:
		at = "after"
	case campaign.Final:
		at = "end"
	}
	now := slices.Index(keys, at)
	var steps []playviews.FlowStep
	for i, key := range keys {
		steps = append(steps, playviews.FlowStep{Text: say("flow." + key), Done: i < now || at == "end", Now: i == now})
	}
	return steps
}

// sideFlow says what a side has done in this step, or has still to do.
func (s *Handlers) sideFlow(c echo.Context, v site.Visit, b *campaign.Battle, camp *campaign.Campaign, seat rules.Seat, after bool) playviews.FlowLine {
	name := site.RosterName(v.State, b.Seats[seat])
	if r := v.State.Rosters[b.Seats[seat]]; r != nil {
		name = site.PlayerNames(v.State, r)
	}
	mine := v.Member != nil && v.State.Seat(b, v.Member.ID) == seat
	key := ""
	switch b.Status {
	case campaign.Reported:
		switch {
		case slices.ContainsFunc(b.Reports, func(r campaign.Statement) bool { return r.Seat == seat }):
			key = "reported"
		case site.HasReported(b, seat):
			key = "agrees"
		default:
			key = "to-answer"
		}
	case campaign.Confirmed, campaign.Ruled:
		switch {
		case !camp.Settings.Aftermath || after:
		case slices.Contains(b.AftermathPosted, seat):
			key = "tended"
		case s.playsAftermath(b, camp):
			key = "to-begin"
		default:
			key = "to-tend"
		}
	}
	if key == "" {
		return playviews.FlowLine{}
	}
	done := key == "reported" || key == "agrees" || key == "tended"
	if mine {
		key += "-mine"
	}
	return playviews.FlowLine{Text: site.CatalogOf(c).Say("flow."+key, "name", name), Done: done, Mine: mine}
}

// playsAftermath reports whether the aftermath of a battle is played in the engine, which needs a battle that was finished there.
func (s *Handlers) playsAftermath(b *campaign.Battle, camp *campaign.Campaign) bool {
	g := s.Service.Game(camp.Settings.Game)
	return camp.Settings.Aftermath && g != nil && g.Aftermath != nil && len(b.EngineParts) == 1 && b.EngineParts[0].Record != ""
}
