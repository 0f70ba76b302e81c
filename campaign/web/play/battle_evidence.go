package play

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// addEvidence lays the photograph that the form brought along before the arbiter.
func (s *Handlers) addEvidence(c echo.Context) error {
	v, b, camp, err := s.MemberBattle(c)
	if err != nil {
		return err
	}
	body, err := s.readEvidence(c, v, b, site.FormIdempotencyKey(c))
	if err == nil && body.Image == "" {
		err = &campaign.Error{Code: campaign.Invalid, Field: "image", Key: "required"}
	}
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: body})
	}
	if err != nil {
		return s.showBattleSummary(c, v, b, camp, err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "exhibited")
}

// keptImageField names the image that a form has brought along already: a browser cannot put the file into it again.
const keptImageField = "held"

// readEvidence is what a form wants to lay before the arbiter under a key, with its image kept; without Image when it brought none.
func (s *Handlers) readEvidence(c echo.Context, v site.Visit, b *campaign.Battle, key string) (campaign.SubmitEvidence, error) {
	shot := campaign.SubmitEvidence{Battle: b.ID, Alt: site.SingleLine(c.FormValue("alt")), Image: campaign.ImageHash(campaign.ImageScheme + c.FormValue(keptImageField))}
	raw, err := site.ReadUpload(c, "image")
	if err != nil || raw == nil {
		return shot, err
	}
	i, err := s.Service.SaveEvidenceImage(c.Request().Context(), v.Actor, v.Club, key, b.ID, raw)
	if err == nil {
		shot.Image = i.Hash
		c.Request().Form.Set(keptImageField, i.Hash) // should the form come back
	}
	return shot, err
}

// evidenceForm is the form by which one shows the arbiter a photograph; nil for who may not.
func evidenceForm(c echo.Context, f views.Frame, v site.Visit, b *campaign.Battle, wrong map[string]string) *playviews.EvidenceForm {
	if !b.AwaitsRuling() || !v.State.MayDo(v.Actor, campaign.SubmitEvidence{Battle: b.ID}) {
		return nil
	}
	m := &playviews.EvidenceForm{Action: site.EvidenceURL(v.Club, b.ID)}
	m.Image, m.Alt = evidenceFields(c, f, v, wrong)
	m.Alt.Required = true
	return m
}

// evidenceFields take a photograph and what is on it, as they were filled in.
func evidenceFields(c echo.Context, f views.Frame, v site.Visit, wrong map[string]string) (views.ImageField, views.Field) {
	image := site.ImageField(f, wrong["image"])
	if hash := campaign.ImageHash(campaign.ImageScheme + c.FormValue(keptImageField)); hash != "" {
		image.Held, image.Shown = hash, views.Link{Text: f.Say("image.held"), URL: site.ClubImagesURL(v.Club) + "/" + hash}
	}
	return image, views.Field{Name: "alt", Label: f.Say("image.alt"), Hint: f.Say("image.alt_hint"), Value: c.FormValue("alt"), Max: 200, Wrong: wrong["alt"]}
}
