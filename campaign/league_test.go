package campaign_test

import (
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestLeagueOperations: dates, claims, concessions, substitutes and credits work, and are refused when they are not allowed.
func TestLeagueOperations(t *testing.T) {
	c := newClub(t, true) // with an aftermath, which a forfeit does not need
	c.set(func(s *campaign.Settings) { s.GraceDays = 2 })
	now := c.state().Acts[0].At
	schedule := func(at, deadline time.Time) campaign.ID {
		return c.do(c.bob, campaign.Schedule{Campaign: c.campaign, Round: 1, Seats: []campaign.ID{c.rBob, c.rCleo}, Attacker: rules.Nobody, At: at, Deadline: deadline}).Body.(campaign.Schedule).Battle
	}
	ahead := now.AddDate(1, 0, 0)
	b := schedule(time.Time{}, ahead)
	c.refused(c.bob, campaign.RaiseClaim{Battle: b, Seat: 0, What: campaign.Overdue, Reason: "late"}, campaign.Conflict, "what", "not-overdue", "CAMP-LEA-2")
	c.refused(c.bob, campaign.RaiseClaim{Battle: b, Seat: 0, What: campaign.NoShow, Reason: "alone"}, campaign.Conflict, "what", "not-yet-without-hour", "CAMP-LEA-2")
	c.refused(c.bob, campaign.ProposeDate{Battle: b, Seat: 0, At: ahead.AddDate(0, 0, 3)}, campaign.Invalid, "at", "after-deadline", "CAMP-LEA-3")
	c.refused(c.bob, campaign.ProposeDate{Battle: b, Seat: 0, At: now.AddDate(-1, 0, 0)}, campaign.Invalid, "at", "past", "CAMP-LEA-3")
	c.refused(c.bob, campaign.ProposeDate{Battle: b, Seat: 1, At: ahead}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.do(c.bob, campaign.ProposeDate{Battle: b, Seat: 0, At: ahead.AddDate(0, 0, 1)})
	c.refused(c.bob, campaign.AgreeDate{Battle: b, Seat: 0}, campaign.Conflict, "battle", "no-proposal", "CAMP-LEA-3")
	c.do(c.cleo, campaign.AgreeDate{Battle: b, Seat: 1})
	if got := c.state().Battles[b]; !got.At.Equal(ahead.AddDate(0, 0, 1)) || got.Proposal != nil {
		t.Errorf("agreed: %+v", got)
	}
	c.refused(c.bob, campaign.NameSubstitute{Battle: b, Seat: 0, Member: c.cleo.Member}, campaign.Invalid, "member", "seated-already", "CAMP-LEA-4")
	c.do(c.bob, campaign.NameSubstitute{Battle: b, Seat: 0, Member: c.anne.Member})
	if c.state().Seat(c.state().Battles[b], c.anne.Member) != 0 {
		t.Error("the substitute has no seat")
	}
	c.do(c.cleo, campaign.Concede{Battle: b, Seat: 1})
	if got := c.state().Battles[b]; got.Status != campaign.Final || got.Result.Winner != 0 || !got.Result.Forfeit {
		t.Errorf("conceded: %+v", got)
	}
	c.refused(c.bob, campaign.Concede{Battle: b, Seat: 0}, campaign.Conflict, "battle", "played-already", "CAMP-BAT-1")

	late := schedule(now.AddDate(-1, 0, 0), now.AddDate(-1, 0, 0))
	c.do(c.cleo, campaign.RaiseClaim{Battle: late, Seat: 1, What: campaign.NoShow, Reason: "alone at the table"})
	c.refused(c.bob, campaign.RaiseClaim{Battle: late, Seat: 0, What: campaign.Overdue, Reason: "x"}, campaign.Conflict, "what", "claimed-already", "CAMP-LEA-2")
	c.refused(c.bob, campaign.AnswerClaim{Battle: late, Uphold: true, Winner: 0}, campaign.Forbidden, "", "not-allowed", "CAMP-ROLE-1")
	c.do(c.anne, campaign.AnswerClaim{Battle: late, Winner: rules.Nobody})
	if got := c.state().Battles[late]; got.Status != campaign.Scheduled || got.Claims[0].Answer.Upheld {
		t.Errorf("dismissed: %+v", got)
	}
	c.do(c.bob, campaign.RaiseClaim{Battle: late, Seat: 0, What: campaign.Overdue, Reason: "the week is over"})
	c.do(c.anne, campaign.AnswerClaim{Battle: late, Uphold: true, Winner: rules.Nobody})
	c.do(c.anne, campaign.Credit{Roster: c.rCleo, Round: 1, Points: 2})
	s := c.state()
	if got := s.Battles[late]; got.Status != campaign.Final || got.Result.Winner != rules.Nobody || len(s.Ratings("toy")) != 0 {
		t.Errorf("upheld: %+v", got)
	}
	for _, r := range s.Standings(c.campaign, 0) {
		if want := map[campaign.ID]int{c.rBob: 3 + 1, c.rCleo: 0 + 1 + 2}[r.Roster]; r.Points != want {
			t.Errorf("%s has %d points, want %d", r.Roster, r.Points, want)
		}
	}
	c.replays()
}
