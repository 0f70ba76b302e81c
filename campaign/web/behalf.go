package web

import (
	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/views"
)

// onBehalf says for whom and by whom something was entered about a seat of a battle, "" when somebody who plays it did
// so, or when it was about no seat.
func onBehalf(f views.Frame, st *campaign.State, b *campaign.Battle, seat rules.Seat, by campaign.ID) string {
	if seat < 0 || int(seat) >= len(b.Seats) || st.Plays(b, int(seat), by) {
		return ""
	}
	r := st.Rosters[b.Seats[seat]]
	if r == nil {
		return ""
	}
	return f.Say("behalf.for_by", "name", playerNames(st, r), "by", memberName(st, by))
}

// enteredFor says for whom and by whom a side was entered, "" when whoever plays it did so.
func enteredFor(f views.Frame, st *campaign.State, r *campaign.Roster) string {
	a, ok := st.Act(int64(r.ActNo))
	if !ok || r.PlayedBy(a.By) {
		return ""
	}
	return f.Say("behalf.for_by", "name", memberName(st, r.Member), "by", memberName(st, a.By))
}

// forfeitText says who did not play a battle that ended by forfeit, "" for one that was fought.
func forfeitText(book *phrases.Catalog, st *campaign.State, b *campaign.Battle) string {
	if b.Result == nil || !b.Result.Forfeit {
		return ""
	}
	if b.Result.Winner == rules.Nobody || len(b.Seats) != 2 {
		return book.Say("behalf.forfeit_all")
	}
	return book.Say("behalf.forfeit", "side", rosterName(st, b.Seats[1-b.Result.Winner]))
}
