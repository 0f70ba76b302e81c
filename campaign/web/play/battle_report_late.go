package play

import (
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
)

// lateReport turns a report that was typed without a network, and that arrives after its battle was settled otherwise, into an
// objection, or into a comment if the battle is final, so that nothing is lost. A report that agrees with the result adds
// nothing. ok is false if the report is not late or was refused for another reason.
func (s *Handlers) lateReport(c echo.Context, v site.Visit, b *campaign.Battle, body campaign.Report, failed error) (ok bool, err error) {
	if c.FormValue("_late") == "" || campaign.CodeOf(failed) != campaign.Conflict {
		return false, nil
	}
	if b.Result != nil && b.Result.Same(body.Result) || slices.ContainsFunc(b.Reports, func(r campaign.Statement) bool { return r.Seat == body.Seat && r.Result.Same(body.Result) }) {
		return true, nil
	}
	winner := site.CatalogOf(c).Say("outcome.draw")
	if n := int(body.Result.Winner); body.Result.Winner != rules.Nobody && n >= 0 && n < len(b.Seats) {
		winner = site.CatalogOf(c).Say("report.won", "name", site.RosterName(v.State, b.Seats[n]))
	}
	score := ""
	for i, n := range body.Result.Scores {
		if i > 0 {
			score += "–"
		}
		score += strconv.Itoa(n)
	}
	text := site.CatalogOf(c).Say("queue.objection", "winner", winner, "score", score, "note", body.Note)
	key := site.FormIdempotencyKey(c) + "-late"
	_, err = s.Service.Do(c.Request().Context(), v.Actor, v.Club, key, campaign.ActRequest{Body: campaign.RaiseDispute{Battle: b.ID, Reason: text}})
	if campaign.CodeOf(err) == campaign.Conflict && len(b.Acts) > 0 {
		_, err = s.Service.Do(c.Request().Context(), v.Actor, v.Club, key+"r", campaign.ActRequest{Body: campaign.Comment{On: int64(b.Acts[0]), Text: text}})
	}
	return err == nil, err
}
