package site

import (
	"errors"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/battleview"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/views"
)

// SidesTitle returns the names of a battle's sides as a title.
func SidesTitle(b *phrases.Catalog, s *campaign.State, battle *campaign.Battle) string {
	if len(battle.Seats) != 2 {
		return SideNames(s, battle)
	}
	return b.Say("fight.versus", "a", RosterName(s, battle.Seats[0]), "b", RosterName(s, battle.Seats[1]))
}

// BattleWhere returns a battle's campaign, number, mission and table.
func BattleWhere(b *phrases.Catalog, camp *campaign.Campaign, battle *campaign.Battle) string {
	line := camp.Settings.Name + ", " + b.Say("fight.numbered", "n", battle.Number)
	if battle.Mission != "" {
		line += ", " + battle.Mission
	}
	if battle.Table != "" {
		line += ", " + b.Say("fight.table", "n", battle.Table)
	}
	return line
}

// FaultLine describes an error of the service or the game above the question.
func (s *Base) FaultLine(c echo.Context, sc *battleview.Presenter, err error) views.FaultLine {
	var fault *rules.Fault
	var bad *dice.FaceError
	switch {
	case errors.As(err, &fault):
		return sc.FaultLine(fault)
	case errors.As(err, &bad):
		return sc.FaultLine(&rules.Fault{Code: rules.BadDie, Field: "dice"})
	}
	line := views.FaultLine{Text: ErrorText(CatalogOf(c), err)}
	var e *campaign.Error
	if errors.As(err, &e) && e.Rule != "" {
		line.Rule = views.RuleRef{ID: e.Rule, URL: s.RuleLink(CatalogOf(c).Lang, sc.Game.ID)(e.Rule)}
	}
	return line
}

// ScoreText returns the score of a seat, or "" when none was stated.
func ScoreText(scores []int, seat int) string {
	if seat >= len(scores) {
		return ""
	}
	return strconv.Itoa(scores[seat])
}

// ResultText describes a result in one line: the scores and the winner.
func ResultText(b *phrases.Catalog, s *campaign.State, battle *campaign.Battle, r campaign.Result) string {
	side := ""
	if r.Winner >= 0 && int(r.Winner) < len(battle.Seats) {
		side = RosterName(s, battle.Seats[r.Winner])
	}
	points := slices.Clone(r.Scores)
	if len(points) == 2 && r.Winner == 1 {
		slices.Reverse(points) // the winner's score first
	}
	scores := ""
	for i, n := range points {
		if i > 0 {
			scores += " " + b.Say("fight.to") + " "
		}
		scores += strconv.Itoa(n)
	}
	switch {
	case side != "" && scores != "":
		return b.Say("fight.won-by", "scores", scores, "side", side)
	case side != "":
		return b.Say("fight.won", "side", side)
	case scores != "":
		return scores + ", " + b.Say("fight.draw")
	default:
		return b.Say("fight.draw")
	}
}

// OnBehalf says for whom and by whom something about a seat of a battle was entered. It returns "" when a player of the seat
// entered it, or when it is about no seat.
func OnBehalf(f views.Frame, st *campaign.State, b *campaign.Battle, seat rules.Seat, by campaign.ID) string {
	if seat < 0 || int(seat) >= len(b.Seats) || st.Plays(b, int(seat), by) {
		return ""
	}
	r := st.Rosters[b.Seats[seat]]
	if r == nil {
		return ""
	}
	return f.Say("behalf.for_by", "name", PlayerNames(st, r), "by", MemberName(st, by))
}

// EnteredFor says for whom and by whom a side was entered, or "" when one of its players entered it.
func EnteredFor(f views.Frame, st *campaign.State, r *campaign.Roster) string {
	a, ok := st.Act(int64(r.ActNo))
	if !ok || r.PlayedBy(a.By) {
		return ""
	}
	return f.Say("behalf.for_by", "name", MemberName(st, r.Member), "by", MemberName(st, a.By))
}

// ForfeitText says who did not play a battle that ended by forfeit, or "" for a battle that was fought.
func ForfeitText(book *phrases.Catalog, st *campaign.State, b *campaign.Battle) string {
	if b.Result == nil || !b.Result.Forfeit {
		return ""
	}
	if b.Result.Winner == rules.Nobody || len(b.Seats) != 2 {
		return book.Say("behalf.forfeit_all")
	}
	return book.Say("behalf.forfeit", "side", RosterName(st, b.Seats[1-b.Result.Winner]))
}
