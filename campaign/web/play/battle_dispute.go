package play

import (
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// disputeReport objects to a report. The arbiter rules on it, and sees the photograph that the form may contain.
func (s *Handlers) disputeReport(c echo.Context, v site.Visit, b *campaign.Battle) error {
	refused := func(err error) error {
		fresh, b, failed := site.VisitAt(s.Base, c, site.Visit.Battle) // the objection may be made already
		if failed != nil {
			return failed
		}
		return s.showReport(c, fresh, b, site.StatusOf(err), err)
	}
	key := site.FormIdempotencyKey(c) + "-shot"
	var in disputeFields
	wrong := s.ReadForm(c, &in)
	shot, err := s.keepEvidence(c, v, b, key, in.evidenceFields)
	if err == nil {
		err = wrong
	}
	if err == nil && shot.Image != "" && shot.Alt == "" {
		err = &campaign.Error{Code: campaign.Invalid, Field: "alt", Key: "required"}
	}
	if err != nil {
		return refused(err)
	}
	notice := "disputed"
	if _, err := s.Do(c, v, campaign.ActRequest{Body: campaign.RaiseDispute{Battle: b.ID, Reason: strings.TrimSpace(in.Why)}}); err != nil {
		if err := s.lateObjection(c, v, b, shot, err); err != nil {
			return refused(err)
		}
		notice = "late"
	}
	if shot.Image != "" {
		if _, err := s.Service.Do(c.Request().Context(), v.Actor, v.Club, key, campaign.ActRequest{Body: shot}); err != nil {
			return refused(err)
		}
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), notice)
}

// lateObjection stores an objection that was typed without a network as a comment on the battle, if it arrives after another
// objection or after the battle was settled. It returns failed if the objection is not late or was refused for another reason,
// and for one with a photograph that no arbiter will see any more: that one stays on its phone.
func (s *Handlers) lateObjection(c echo.Context, v site.Visit, b *campaign.Battle, shot campaign.SubmitEvidence, failed error) error {
	if c.FormValue("_late") == "" || campaign.CodeOf(failed) != campaign.Conflict || len(b.Acts) == 0 || shot.Image != "" && !b.AwaitsRuling() {
		return failed
	}
	text := site.CatalogOf(c).Say("queue.objected", "text", c.FormValue("objection"))
	_, err := s.Service.Do(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c)+"-late", campaign.ActRequest{Body: campaign.Comment{On: int64(b.Acts[0]), Text: text}})
	return err
}
