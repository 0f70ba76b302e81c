package league

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// placeFields are the form of where a picture lies: the point of its middle, its width, and how it is turned.
type placeFields struct {
	X     int `form:"picture.x" label:"atlas.picture_x"`
	Y     int `form:"picture.y" label:"atlas.picture_y"`
	Width int `form:"picture.width" label:"atlas.picture_width"`
	Turn  int `form:"picture.turn" label:"atlas.picture_turn"`
}

// placeOf is where a picture lies; nowhere for none.
func placeOf(p *campaign.Backdrop) placeFields {
	if p == nil {
		return placeFields{}
	}
	x, y := p.Middle()
	return placeFields{x, y, p.Width, p.Turn}
}

// addPicture puts the image of the form beneath the map, as one more stroke.
func (s *Handlers) addPicture(c echo.Context, k mapDraft) error {
	if !k.Can(campaign.KindMap) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	drawn, err := mapOrEmpty(k.camp).WithStrokes(k.strokes, site.CatalogOf(c).Lang)
	if err != nil {
		return s.showMapEditor(c, http.StatusOK, k) // the map was changed in the meantime, which the editor says
	}
	i, err := s.StoreUpload(c, k.Visit, "image")
	if err == nil && i == nil {
		err = &campaign.Error{Code: campaign.Invalid, Field: "image", Key: "required"}
	}
	if err != nil {
		k.failed = err
		return s.showMapEditor(c, site.StatusOf(err), k)
	}
	return s.addStroke(c, k, campaign.Stroke{Tool: "picture", Backdrop: drawn.NewBackdrop(i.Hash, i.Width, i.Height)})
}

// movePicture moves the backdrop, places it by numbers, or removes it.
func (s *Handlers) movePicture(c echo.Context, k mapDraft, how string) error {
	drawn, err := mapOrEmpty(k.camp).WithStrokes(k.strokes, site.CatalogOf(c).Lang)
	if err != nil || drawn.Backdrop == nil {
		return s.showMapEditor(c, http.StatusOK, k)
	}
	stroke := campaign.Stroke{Tool: "picture"}
	switch {
	case how == "place":
		in := placeOf(drawn.Backdrop)
		if k.failed = s.ReadForm(c, &in); k.failed != nil {
			return s.showMapEditor(c, site.StatusOf(k.failed), k)
		}
		stroke.Backdrop = drawn.Backdrop.Placed(in.X, in.Y, in.Width, in.Turn)
	case slices.Contains(campaign.BackdropMoves, how):
		stroke.Backdrop = drawn.Backdrop.Moved(how)
	case how != "away":
		return s.showMapEditor(c, http.StatusOK, k)
	}
	return s.addStroke(c, k, stroke)
}
