package site

import (
	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/content/phrases"
	"oriflamme/views"
)

// NotificationLine returns the sentence of a notification and the page that it leads to, for the inbox and all other channels.
func NotificationLine(b *phrases.Catalog, st *campaign.State, t campaign.Notification) notify.Summary {
	line := notify.Summary{Title: b.Say("inbox.act."+string(t.Act.Kind), "who", MemberName(st, t.Act.By)), Path: ClubURL(st.Club.ID)}
	camp := st.Campaigns[t.Campaign]
	if camp != nil {
		line.Text, line.Path = camp.Settings.Name, CampaignURL(st.Club.ID, camp.ID)+"/chronicle"
	}
	about := ""
	switch fight := st.Battles[t.Battle]; {
	case fight != nil:
		about, line.Path = BattleTitle(views.Frame{Catalog: b}, st, fight), BattleURL(st.Club.ID, fight.ID)
	case st.Rosters[t.Roster] != nil:
		about, line.Path = RosterName(st, t.Roster), RosterURL(st.Club.ID, t.Roster)
	}
	if void, ok := t.Body.(campaign.Void); ok {
		line.Title = b.Say("inbox.voided", "who", MemberName(st, t.Act.By), "what", voidedSubject(b, st, t.Battle, void))
	}
	switch {
	case about == "":
	case line.Text == "":
		line.Text = about
	default:
		line.Text = about + ", " + line.Text
	}
	if t.Act.Why != "" && campaign.HasPublicReason(t.Act.Kind) {
		line.Text = b.Say("inbox.because", "text", line.Text, "why", t.Act.Why)
	}
	return line
}

// voidedSubject names what was voided: a battle with its table, a round, or the kind of the first act.
func voidedSubject(b *phrases.Catalog, st *campaign.State, battle campaign.ID, void campaign.Void) string {
	number, table := 0, ""
	for i := range st.Acts {
		for _, b := range campaign.ArrangedBattles(st.Acts[i].Body) {
			if b.Battle == battle {
				number, table = b.Number, b.Table
			}
		}
		if move, ok := st.Acts[i].Body.(campaign.Reschedule); ok && move.Battle == battle {
			table = move.Table
		}
	}
	switch first, ok := st.Act(void.Acts[0]); {
	case number > 0 && table != "":
		return b.Say("inbox.voided_table", "n", number, "table", table)
	case number > 0:
		return b.Say("inbox.voided_battle", "n", number)
	case !ok:
		return ""
	default:
		if d, ok := first.Body.(campaign.DrawRound); ok {
			return b.Say("inbox.voided_round", "n", d.Round)
		}
		return b.Say("inbox.voided_act", "what", b.Say("arbiter.act."+string(first.Kind)), "n", first.No)
	}
}
