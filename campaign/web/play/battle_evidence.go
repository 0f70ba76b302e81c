package play

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// evidenceFields are the form of a photograph and what is on it. Held names an image that it has brought along already: a browser
// cannot put the file into it again.
type evidenceFields struct {
	Alt   string `form:"alt" label:"image.alt" hint:"image.alt_hint" len:"0..200"`
	Image string `form:"image" error:"image"` // a file
	Held  string `form:"held"`
}

// addEvidence submits the photograph of the form to the arbiter.
func (s *Handlers) addEvidence(c echo.Context, v site.Visit, b *campaign.Battle) error {
	camp := v.State.Campaigns[b.Campaign]
	var in evidenceFields
	wrong := s.ReadForm(c, &in)
	body, err := s.keepEvidence(c, v, b, site.FormIdempotencyKey(c), in)
	if err == nil {
		err = wrong
	}
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

// keepEvidence is what a form wants to lay before the arbiter under a key, with its image kept; without Image when it brought none.
func (s *Handlers) keepEvidence(c echo.Context, v site.Visit, b *campaign.Battle, key string, in evidenceFields) (campaign.SubmitEvidence, error) {
	shot := campaign.SubmitEvidence{Battle: b.ID, Alt: site.SingleLine(in.Alt), Image: campaign.ImageHash(campaign.ImageScheme + in.Held)}
	raw, err := site.ReadUpload(c, "image")
	if err != nil || raw == nil {
		return shot, err
	}
	i, err := s.Service.SaveEvidenceImage(c.Request().Context(), v.Actor, v.Club, key, b.ID, raw)
	if err == nil {
		shot.Image = i.Hash
		c.Request().Form.Set("held", i.Hash) // in case the form is shown again
	}
	return shot, err
}

// evidenceForm returns the form that submits a photograph to the arbiter, or nil for readers who may not.
func evidenceForm(f views.Frame, v site.Visit, b *campaign.Battle, form *form.Form) *playviews.EvidenceForm {
	if !b.AwaitsRuling() || !v.State.MayDo(v.Actor, campaign.SubmitEvidence{Battle: b.ID}) {
		return nil
	}
	m := &playviews.EvidenceForm{Action: site.EvidenceURL(v.Club, b.ID)}
	m.Image, m.Alt = evidenceInputs(f, v, form)
	m.Alt.Required = true
	return m
}

// evidenceInputs take a photograph and what is on it, as they were filled in.
func evidenceInputs(f views.Frame, v site.Visit, form *form.Form) (views.ImageField, views.Field) {
	image := site.ImageField(f, form.Wrong("image"))
	if hash := campaign.ImageHash(campaign.ImageScheme + form.Value("held")); hash != "" {
		image.Held, image.Shown = hash, views.Link{Text: f.Say("image.held"), URL: site.ClubImagesURL(v.Club) + "/" + hash}
	}
	return image, form.Field("alt")
}
