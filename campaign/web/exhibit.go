package web

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// exhibit lays the photograph that the form brought along before the arbiter.
func (s *site) exhibit(c echo.Context) error {
	v, b, camp, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	body, err := s.shot(c, v, b, formKey(c))
	if err == nil && body.Image == "" {
		err = &campaign.Error{Code: campaign.Invalid, Field: "image", Key: "required"}
	}
	if err == nil {
		_, err = s.do(c, v, campaign.Draft{Body: body})
	}
	if err != nil {
		return s.afterwards(c, v, b, camp, err)
	}
	return s.done(c, battleURL(v.club, b.ID), "exhibited")
}

// heldField names the image that a form has brought along already: a browser cannot put the file into it again.
const heldField = "held"

// shot is what a form wants to lay before the arbiter under a key, with its image kept; without Image when it brought none.
func (s *site) shot(c echo.Context, v visit, b *campaign.Battle, key string) (campaign.Exhibit, error) {
	shot := campaign.Exhibit{Battle: b.ID, Alt: words(c.FormValue("alt")), Image: campaign.ImageHash(campaign.ImageScheme + c.FormValue(heldField))}
	raw, err := upload(c, "image")
	if err != nil || raw == nil {
		return shot, err
	}
	i, err := s.Hall.Photograph(c.Request().Context(), v.actor, v.club, key, b.ID, raw)
	if err == nil {
		shot.Image = i.Hash
		c.Request().Form.Set(heldField, i.Hash) // should the form come back
	}
	return shot, err
}

// exhibitForm is the form by which one shows the arbiter a photograph; nil for who may not.
func exhibitForm(c echo.Context, f views.Frame, v visit, b *campaign.Battle, wrong map[string]string) *views.ExhibitForm {
	if !b.Hearing() || !v.state.Allowed(v.actor, campaign.Exhibit{Battle: b.ID}) {
		return nil
	}
	m := &views.ExhibitForm{Action: exhibitsURL(v.club, b.ID)}
	m.Image, m.Alt = shotFields(c, f, v, wrong)
	m.Alt.Required = true
	return m
}

// shotFields take a photograph and what is on it, as they were filled in.
func shotFields(c echo.Context, f views.Frame, v visit, wrong map[string]string) (views.ImageField, views.Field) {
	image := imageField(f, wrong)
	if hash := campaign.ImageHash(campaign.ImageScheme + c.FormValue(heldField)); hash != "" {
		image.Held, image.Shown = hash, views.Link{Text: f.Say("image.held"), URL: albumURL(v.club) + "/" + hash}
	}
	return image, views.Field{Name: "alt", Label: f.Say("image.alt"), Hint: f.Say("image.alt_hint"), Value: c.FormValue("alt"), Max: 200, Wrong: wrong["alt"]}
}
