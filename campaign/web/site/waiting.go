package site

import (
	"slices"
	"strings"
	"time"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	clubviews "oriflamme/views/club"
)

// reminderTime is how long before a battle its players are reminded of it.
const reminderTime = 36 * time.Hour

// WaitingActions returns what a member has to do, most pressing first: disputes to settle, reports to confirm, battles to
// report or to play, aftermaths to post.
func WaitingActions(s *campaign.State, m *campaign.Member, b *phrases.Catalog, now time.Time) []clubviews.Waiting {
	var urgent, next, later []clubviews.Waiting
	urgent = append(urgent, challengesFor(s, m, b, now)...)
	for _, battle := range s.AllBattles() {
		camp, seat := s.Campaigns[battle.Campaign], s.Seat(battle, m.ID)
		if camp.Closed || seat == rules.Nobody && !battle.AwaitsRuling() && battle.OpenClaim() == nil {
			continue // not about this member, like most battles
		}
		url := BattleURL(s.Club.ID, battle.ID)
		line := camp.Settings.Name + ", " + b.Say("battle.number", "n", battle.Number)
		against := opponentNames(s, battle, m.ID)
		switch {
		case battle.Status == campaign.Disputed && s.MayDo(campaign.Actor{Member: m.ID}, campaign.Rule{Battle: battle.ID}):
			urgent = append(urgent, clubviews.Waiting{Icon: "scales", Title: b.Say("waiting.rule", "sides", SideNames(s, battle)), Text: line, Button: b.Say("waiting.rule_button"), URL: ClubURL(s.Club.ID) + "/arbiter"})
		case battle.AppealPending() && s.MayDo(campaign.Actor{Member: m.ID}, campaign.Dismiss{Battle: battle.ID}):
			urgent = append(urgent, clubviews.Waiting{Icon: "scales", Title: b.Say("waiting.appeal", "sides", SideNames(s, battle)), Text: line, Button: b.Say("waiting.rule_button"), URL: ClubURL(s.Club.ID) + "/arbiter"})
		case battle.OpenClaim() != nil && s.MayDo(campaign.Actor{Member: m.ID}, campaign.AnswerClaim{Battle: battle.ID}):
			urgent = append(urgent, clubviews.Waiting{Icon: "scales", Title: b.Say("waiting.claim", "sides", SideNames(s, battle)), Text: line, Button: b.Say("waiting.claim_button"), URL: url + "/arrange"})
		case seat == rules.Nobody:
		case battle.Status == campaign.Scheduled && battle.Proposal != nil && battle.Proposal.Seat != seat:
			urgent = append(urgent, clubviews.Waiting{Icon: "calendar", Title: b.Say("waiting.date", "who", against), Text: line, Button: b.Say("waiting.date_button"), URL: url + "/arrange"})
		case battle.Status == campaign.Reported && !HasReported(battle, seat):
			urgent = append(urgent, clubviews.Waiting{Icon: "check", Title: b.Say("waiting.confirm", "who", against), Text: line, Button: b.Say("waiting.confirm_button"), URL: url + "/report"})
		case battle.Status == campaign.Scheduled && IsUnderway(battle):
			urgent = append(urgent, clubviews.Waiting{Icon: "swords", Title: b.Say("waiting.resume", "who", against), Text: line, Button: b.Say("waiting.resume_button"), URL: url})
		case battle.Status == campaign.Scheduled && !battle.At.IsZero() && battle.At.Before(now):
			next = append(next, clubviews.Waiting{Icon: "quill", Title: b.Say("waiting.report", "who", against), Text: line, Button: b.Say("waiting.report_button"), URL: url})
		case (battle.Status == campaign.Confirmed || battle.Status == campaign.Ruled) && camp.Settings.Aftermath:
			next = append(next, clubviews.Waiting{Icon: "ribbon", Title: b.Say("waiting.aftermath", "who", against), Text: line, Button: b.Say("waiting.aftermath_button"), URL: url})
		case battle.Status == campaign.Scheduled && (battle.At.IsZero() || battle.At.Before(now.Add(reminderTime))):
			later = append(later, clubviews.Waiting{Icon: "calendar", Title: b.Say("waiting.play", "who", against), Text: line, Button: b.Say("waiting.play_button"), URL: url})
		}
	}
	return append(append(append(urgent, departedLand(s, m, b)...), next...), later...)
}

// departedLand returns the campaigns whose organisers must decide on the land of withdrawn sides.
func departedLand(s *campaign.State, m *campaign.Member, b *phrases.Catalog) []clubviews.Waiting {
	if !campaign.Can(m.Role, campaign.KindSettings) {
		return nil
	}
	var list []clubviews.Waiting
	for _, camp := range s.AllCampaigns() {
		if camp.Closed || camp.Settings.LandLeft != campaign.LandByArbiter || len(s.WithdrawnLand(camp.ID)) == 0 {
			continue
		}
		list = append(list, clubviews.Waiting{Icon: "map", Title: b.Say("conduct.left"), Text: camp.Settings.Name, Button: b.Say("waiting.left_button"), URL: CampaignURL(s.Club.ID, camp.ID) + "/conduct"})
	}
	return list
}

// challengesFor returns the challenges that a member has to answer.
func challengesFor(s *campaign.State, m *campaign.Member, b *phrases.Catalog, now time.Time) []clubviews.Waiting {
	var list []clubviews.Waiting
	for _, camp := range s.AllCampaigns() {
		for _, d := range camp.Challenges {
			if camp.Closed || d.State != campaign.Waiting || !s.ChallengeOpen(d, now) || !s.Rosters[d.To].PlayedBy(m.ID) {
				continue
			}
			list = append(list, clubviews.Waiting{Icon: "swords", Title: b.Say("waiting.dare", "who", RosterName(s, d.From)), Text: camp.Settings.Name,
				Button: b.Say("waiting.dare_button"), URL: CampaignURL(s.Club.ID, camp.ID) + "/ladder"})
		}
	}
	return list
}

// HasReported reports whether a seat has reported or confirmed.
func HasReported(b *campaign.Battle, seat rules.Seat) bool {
	return slices.ContainsFunc(b.Reports, func(r campaign.Statement) bool { return r.Seat == seat }) || slices.Contains(b.ConfirmedBy, seat)
}

// IsUnderway reports whether the battle or its aftermath is open in the engine and not finished, and nobody has reported or
// objected by hand since.
func IsUnderway(b *campaign.Battle) bool {
	if len(b.EngineParts) == 0 {
		return false
	}
	last := b.EngineParts[len(b.EngineParts)-1]
	if last.Part == campaign.PartAftermath {
		return last.Record == "" && (b.Status == campaign.Confirmed || b.Status == campaign.Ruled)
	}
	return last.Record == "" && b.Status == campaign.Scheduled
}

// opponentNames returns the names of the other players of a battle.
func opponentNames(s *campaign.State, b *campaign.Battle, member campaign.ID) string {
	var names []string
	for _, id := range b.Seats {
		if r := s.Rosters[id]; r != nil && !r.PlayedBy(member) {
			names = append(names, PlayerNames(s, r))
		}
	}
	return strings.Join(names, ", ")
}

// SideNames returns the names of the rosters of a battle.
func SideNames(s *campaign.State, b *campaign.Battle) string {
	return RosterNames(s, b.Seats, ", ")
}
